use std::fmt;
use std::str::FromStr;

/// A secret that opens a seat, a login or an API key: 256 bits of chance. Only its hash is ever stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    pub fn random() -> Token {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).expect("the operating system always has chance to give");
        Token(secret)
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash(*blake3::hash(&self.0).as_bytes())
    }
}

/// As it stands in links and cookies: 52 letters and digits.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 256 bits are 51 letters of five bits and one bit more.
        for letter in 0..52 {
            let bits = (0..5).fold(0, |bits, i| bits << 1 | self.bit(letter * 5 + i));
            write!(f, "{}", ALPHABET[bits] as char)?;
        }
        Ok(())
    }
}

/// A token in a log would be a key under the mat.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    fn bit(&self, at: usize) -> usize {
        self.0.get(at / 8).map_or(0, |byte| usize::from(byte >> (7 - at % 8) & 1))
    }
}

impl FromStr for Token {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Token, NotAnId> {
        let mut secret = [0; 32];
        if text.len() != 52 {
            return Err(NotAnId);
        }
        for (letter, &byte) in text.as_bytes().iter().enumerate() {
            let bits = ALPHABET.iter().position(|&known| known == byte).ok_or(NotAnId)?;
            for i in 0..5 {
                let at = letter * 5 + i;
                let bit = (bits >> (4 - i) & 1) as u8;
                match secret.get_mut(at / 8) {
                    Some(byte) => *byte |= bit << (7 - at % 8),
                    None if bit == 1 => return Err(NotAnId),
                    None => {}
                }
            }
        }
        Ok(Token(secret))
    }
}

/// What is stored of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

/// Crockford's base 32 in lower case: no i, l, o or u, so that it can be read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("This is not one of our links: it has too many or too few letters, or some that we never use.")]
pub struct NotAnId;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        /// Twelve letters and digits that nobody guesses.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            pub fn random() -> $name {
                $name(random_letters())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// What was read from the database was an id when it was written.
            pub(super) fn stored(text: String) -> $name {
                $name(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<$name, NotAnId> {
                let is_ours = text.len() == 12 && text.bytes().all(|byte| ALPHABET.contains(&byte));
                if is_ours { Ok($name(text.into())) } else { Err(NotAnId) }
            }
        }
    )* };
}

ids! {
    /// Names a match, also in its address.
    MatchId
    AccountId
    /// Names a row of the outbox.
    NoticeId
}

fn random_letters() -> String {
    let mut chance = [0; 12];
    getrandom::fill(&mut chance).expect("the operating system always has chance to give");
    chance.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_as_it_was_printed() {
        for _ in 0..100 {
            let token = Token::random();
            let text = token.to_string();
            assert_eq!(text.len(), 52);
            assert_eq!(text.parse::<Token>(), Ok(token));
        }
    }

    #[test]
    fn a_token_is_not_read_from_other_text() {
        let text = Token::random().to_string();
        assert_eq!(text[1..].parse::<Token>(), Err(NotAnId));
        assert_eq!(format!("u{}", &text[1..]).parse::<Token>(), Err(NotAnId));
        // The last letter holds one bit only; two texts must not open the same door.
        assert_eq!(format!("{}z", &text[..51]).parse::<Token>(), Err(NotAnId));
    }

    #[test]
    fn a_token_does_not_show_in_a_log() {
        assert_eq!(format!("{:?}", Token::random()), "Token(…)");
    }

    #[test]
    fn ids_read_back_and_differ() {
        let id = MatchId::random();
        assert_eq!(id.as_str().parse::<MatchId>(), Ok(id.clone()));
        assert_ne!(id, MatchId::random());
        assert_eq!("Robert'); --".parse::<MatchId>(), Err(NotAnId));
    }
}
