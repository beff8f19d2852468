//! Many records in one small file.
//!
//! An archive is eight bytes that say so, then frames: the length of the frame's body (a varint), the first eight bytes
//! of the body's BLAKE3 hash, the body. The first frame says which engine and catalogue made the archive; each further
//! frame is one game: number, seed, options, fingerprint of the end, and the choices.
//!
//! A choice is its place in the list of legal choices, in as many bits as the longest place in that list needs; whoever
//! reads it plays the game again and has the list. A forced choice takes no room at all. Random games of two seats take
//! some 40 times less room than their text records: see the test at the end, which measures it.
//!
//! A frame that is damaged is skipped, and the games after it are found again by their hashes.

use kernel::{Chance, Deaf, Game, Record, Rules, Seat, fingerprint, hex, made_by};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// How every archive begins.
pub const MAGIC: [u8; 8] = *b"ORRERY\0\x01";

/// No frame is longer; a length beyond it is damage.
const LONGEST_FRAME: u64 = 1 << 20;
const CHECK: usize = 8;

/// The first byte of a frame's body.
const STAMP: u8 = b'S';
const GAME: u8 = b'G';

/// Who made an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub game: String,
    pub engine: String,
    pub catalogue: [u8; 32],
    /// Who sat in which seat.
    pub players: Vec<String>,
}

impl Stamp {
    pub fn new<R: Rules>(catalogue: &R::Catalogue, players: Vec<String>) -> Stamp {
        Stamp { game: R::NAME.to_owned(), engine: made_by::<R>(), catalogue: R::catalogue_hash(catalogue), players }
    }
}

/// One game in an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Kept<R: Rules> {
    /// The number of the game in its run, from 1.
    pub number: u64,
    /// Without the zeros at its end.
    seed: Vec<u8>,
    pub options: R::Options,
    /// The fingerprint of the game as it ended.
    end: u64,
    choices: Vec<u8>,
}

/// Why an archive, or a game in it, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    #[error("this is no archive: it does not begin as one")]
    NoArchive,
    #[error("this is an archive of “{found}”, not of “{wanted}”")]
    OtherGame { found: String, wanted: &'static str },
    #[error("game {number} cannot be begun: {reason}")]
    Options { number: u64, reason: String },
    #[error("game {number} goes another way than when it was recorded: {reason}")]
    Diverged { number: u64, reason: String },
}

/// What is in an archive.
#[derive(Clone, Debug)]
pub struct Archive<R: Rules> {
    /// None if that part is damaged.
    pub stamp: Option<Stamp>,
    /// The games that are whole.
    pub games: Vec<Kept<R>>,
    /// One sentence for each damaged stretch.
    pub damage: Vec<String>,
}

impl<R: Rules> Archive<R> {
    pub fn read(bytes: &[u8]) -> Result<Self, ArchiveError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(ArchiveError::NoArchive);
        }
        let mut archive = Archive { stamp: None, games: Vec::new(), damage: Vec::new() };
        let mut at = MAGIC.len();
        while at < bytes.len() {
            let Some((body, next)) = frame(bytes, at) else {
                let next = (at + 1..bytes.len()).find(|&next| frame(bytes, next).is_some());
                archive.damage.push(match next {
                    Some(next) => format!("bytes {at} to {} are damaged", next - 1),
                    None => format!("it is cut off or damaged from byte {at} on"),
                });
                at = next.unwrap_or(bytes.len());
                continue;
            };
            match body[0] {
                STAMP => archive.stamp = postcard::from_bytes(&body[1..]).ok(),
                _ => match postcard::from_bytes(&body[1..]) {
                    Ok(kept) => archive.games.push(kept),
                    Err(_) => archive.damage.push(format!("bytes {at} to {} are no game that is known here", next - 1)),
                },
            }
            if let Some(stamp) = archive.stamp.as_ref().filter(|stamp| stamp.game != R::NAME) {
                return Err(ArchiveError::OtherGame { found: stamp.game.clone(), wanted: R::NAME });
            }
            at = next;
        }
        if archive.stamp.is_none() {
            archive.damage.push("who made it cannot be read any more".to_owned());
        }
        Ok(archive)
    }

    /// Why a replay may go another way, if the archive comes from other rules or other cards.
    pub fn stranger(&self, catalogue: &R::Catalogue) -> Option<String> {
        let stamp = self.stamp.as_ref()?;
        if stamp.catalogue != R::catalogue_hash(catalogue) {
            Some("the archive was made with another catalogue of components".to_owned())
        } else if stamp.engine != made_by::<R>() {
            Some(format!("the archive was made by engine {}, this is engine {}", stamp.engine, made_by::<R>()))
        } else {
            None
        }
    }
}

/// Who made an archive, whichever game it is of; none if that part is damaged, or if this is no archive.
pub fn stamp_of(bytes: &[u8]) -> Option<Stamp> {
    let (body, _) = frame(bytes, MAGIC.len()).filter(|_| bytes.starts_with(&MAGIC))?;
    if body[0] == STAMP { postcard::from_bytes(&body[1..]).ok() } else { None }
}

/// The whole and sound frame that begins here: its body, and where the next begins.
fn frame(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let (length, rest) = postcard::take_from_bytes::<u64>(&bytes[at..]).ok()?;
    if length == 0 || length > LONGEST_FRAME || rest.len() < CHECK + length as usize {
        return None;
    }
    let (check, rest) = rest.split_at(CHECK);
    let body = &rest[..length as usize];
    let is_sound = matches!(body[0], STAMP | GAME) && blake3::hash(body).as_bytes()[..CHECK] == *check;
    is_sound.then(|| (body, bytes.len() - rest.len() + body.len()))
}

/// Writes an archive, frame by frame.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W, stamp: &Stamp) -> io::Result<Self> {
        out.write_all(&MAGIC)?;
        out.write_all(&framed(STAMP, stamp))?;
        Ok(Writer { out })
    }

    pub fn push<R: Rules>(&mut self, game: &Kept<R>) -> io::Result<()> {
        self.out.write_all(&frame_of(game))
    }

    /// Writes a game that has been put into a frame already.
    pub fn push_frame(&mut self, frame: &[u8]) -> io::Result<()> {
        self.out.write_all(frame)
    }

    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A game as it stands in an archive.
pub fn frame_of<R: Rules>(game: &Kept<R>) -> Vec<u8> {
    framed(GAME, game)
}

fn framed(tag: u8, content: &impl Serialize) -> Vec<u8> {
    let body = postcard::to_allocvec(&(tag, content)).expect("plain data always serialises");
    let mut frame = postcard::to_allocvec(&(body.len() as u64)).expect("a number always serialises");
    frame.extend(&blake3::hash(&body).as_bytes()[..CHECK]);
    frame.extend(body);
    frame
}

/// Writes down the choices of one game as they are made.
#[derive(Clone, Debug, Default)]
pub struct Scribe {
    bytes: Vec<u8>,
    /// Bits used so far.
    used: usize,
}

impl Scribe {
    /// Questions must come in the order in which the game asks them.
    pub fn note<C: PartialEq>(&mut self, legal: &[C], choice: &C) {
        let Some(place) = legal.iter().position(|one| one == choice) else { return };
        for bit in 0..width(legal.len()) {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.bytes[self.used / 8] |= ((place >> bit & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }

    pub fn finish<R: Rules>(self, number: u64, options: &R::Options, seed: [u8; 32], end: &Game<R>) -> Kept<R> {
        let length = 32 - seed.iter().rev().take_while(|&&byte| byte == 0).count();
        Kept {
            number,
            seed: seed[..length].to_vec(),
            options: options.clone(),
            end: print_of(end),
            choices: self.bytes,
        }
    }
}

/// The bits that tell `count` things apart.
fn width(count: usize) -> u32 {
    count.saturating_sub(1).checked_ilog2().map_or(0, |bits| bits + 1)
}

fn print_of<R: Rules>(game: &Game<R>) -> u64 {
    u64::from_str_radix(&fingerprint(game), 16).expect("a fingerprint is sixteen hexadecimal digits")
}

impl<R: Rules> Kept<R> {
    pub fn chance(&self) -> Chance {
        let mut seed = [0; 32];
        for (place, &byte) in seed.iter_mut().zip(&self.seed) {
            *place = byte;
        }
        Chance::from_seed(seed)
    }

    /// The seed as people gave it, if it was a number.
    pub fn seed_number(&self) -> Option<u64> {
        let mut bytes = [0; 8];
        bytes.get_mut(..self.seed.len())?.copy_from_slice(&self.seed);
        Some(u64::from_le_bytes(bytes))
    }

    /// Plays the game again to its end, which must be the one recorded; `each` sees every choice before it is made.
    pub fn replay(
        &self,
        catalogue: &'static R::Catalogue,
        mut each: impl FnMut(&Game<R>, Seat, R::Choice),
    ) -> Result<Game<R>, ArchiveError> {
        let number = self.number;
        let diverged = |reason: String| ArchiveError::Diverged { number, reason };
        let mut game = Game::new(catalogue, &self.options, self.chance(), &mut Deaf)
            .map_err(|objection| ArchiveError::Options { number, reason: objection.0 })?;
        let mut legal = Vec::new();
        let mut used = 0;
        while let Some(question) = game.next_question() {
            game.choices(question.seat, &mut legal);
            let mut place = 0;
            for bit in 0..width(legal.len()) {
                let byte = self.choices.get(used / 8).ok_or_else(|| diverged("it has too few choices".to_owned()))?;
                place |= usize::from(byte >> (used % 8) & 1) << bit;
                used += 1;
            }
            let &choice = legal
                .get(place)
                .ok_or_else(|| diverged(format!("of {} choices it takes number {}", legal.len(), place + 1)))?;
            each(&game, question.seat, choice);
            game.take(question.seat, choice, &mut Deaf);
        }
        if used.div_ceil(8) != self.choices.len() {
            return Err(diverged("it has choices left after its end".to_owned()));
        }
        if print_of(&game) != self.end {
            return Err(diverged("it ends in another position".to_owned()));
        }
        Ok(game)
    }

    /// The game as a text record, made by whoever made the archive.
    pub fn record(&self, catalogue: &'static R::Catalogue, stamp: Option<&Stamp>) -> Result<Record<R>, ArchiveError> {
        let mut record = Record::new(catalogue, &self.options, &self.chance());
        if let Some(stamp) = stamp {
            record.header.set_made_by(&stamp.engine);
            record.header.catalogue = hex(&stamp.catalogue);
        }
        self.replay(catalogue, |game, seat, choice| record.push(seat, R::print_choice(game, choice)))?;
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{HostedParley, court, random};
    use hosted::Hosted;
    use testkit::parley::Parley;

    fn games(count: u64) -> (Vec<Kept<Parley>>, usize) {
        let (options, random) = (court(4), random());
        let mut decisions = 0;
        let one = |number: u64| {
            let mut scribe = Scribe::default();
            let game = crate::matches::play::<HostedParley>(&options, number, &[&random; 4], |seen| {
                decisions += 1;
                scribe.note(seen.legal, &seen.choice);
            });
            let seed = Chance::from_number(number).seed();
            scribe.finish(number, &options, seed, &game.expect("random bots play legally"))
        };
        let games = (1..=count).map(one).collect();
        (games, decisions)
    }

    fn archive(games: &[Kept<Parley>]) -> Vec<u8> {
        let stamp = Stamp::new::<Parley>(HostedParley::catalogue(), vec!["random".to_owned(); 4]);
        let mut writer = Writer::new(Vec::new(), &stamp).expect("memory can be written");
        games.iter().for_each(|game| writer.push(game).expect("memory can be written"));
        writer.finish().expect("memory can be written")
    }

    /// The measure of compactness: bytes for each decision, and against text.
    #[test]
    fn an_archive_is_small_and_gives_the_games_back() {
        let (games, decisions) = games(12);
        let bytes = archive(&games);
        let read = Archive::<Parley>::read(&bytes).expect("an archive");
        assert_eq!((&read.games, &read.damage[..]), (&games, &[][..]));
        assert_eq!((stamp_of(&bytes), stamp_of(&bytes[1..])), (read.stamp.clone(), None));
        let catalogue = HostedParley::catalogue();
        let texts = read.games.iter().map(|game| {
            let record = game.record(catalogue, read.stamp.as_ref()).expect("it replays");
            assert!(record.stranger(catalogue).is_none() && record.replay(catalogue, &mut Deaf).is_ok());
            record.to_string().len()
        });
        let text: usize = texts.sum();
        let a_decision = bytes.len() as f64 / decisions as f64;
        println!("{} bytes for {decisions} decisions: {a_decision:.2} each; text {text} bytes", bytes.len());
        assert!(a_decision < 0.5 && text > 30 * bytes.len(), "{a_decision} bytes a decision; text is {text} bytes");
    }

    #[test]
    fn good_games_are_found_among_damage() {
        let (games, _) = games(4);
        let bytes = archive(&games);
        let starts: Vec<usize> = (0..=4).map(|count| archive(&games[..count]).len()).collect();
        let read = |bytes: &[u8]| {
            let archive = Archive::<Parley>::read(bytes).expect("an archive");
            (archive.games.iter().map(|game| game.number).collect::<Vec<_>>(), archive.damage.join("; "))
        };
        for cut in [starts[3] + 1, starts[3] + 5, bytes.len() - 1] {
            assert_eq!(
                read(&bytes[..cut]),
                (vec![1, 2, 3], format!("it is cut off or damaged from byte {} on", starts[3]))
            );
        }
        // A bit in the length, in the hash, in the body.
        for place in [0, 4, 30] {
            let mut damaged = bytes.clone();
            damaged[starts[1] + place] ^= 4;
            let sentence = format!("bytes {} to {} are damaged", starts[1], starts[2] - 1);
            assert_eq!(read(&damaged), (vec![1, 3, 4], sentence), "bit at {place}");
        }
        let mut unstamped = bytes.clone();
        unstamped[MAGIC.len() + 12] ^= 1;
        assert_eq!(read(&unstamped).0, [1, 2, 3, 4]);
        assert!(read(&unstamped).1.ends_with("who made it cannot be read any more"));
        assert!(matches!(Archive::<Parley>::read(&bytes[1..]), Err(ArchiveError::NoArchive)));
    }

    #[test]
    fn a_game_that_goes_another_way_is_found_out() {
        let (mut games, _) = games(1);
        let catalogue = HostedParley::catalogue();
        let refused = |game: &Kept<Parley>| game.replay(catalogue, |_, _, _| {}).is_err();
        assert!(!refused(&games[0]));
        let game = &mut games[0];
        let whole = game.choices.clone();
        game.choices.pop();
        assert!(refused(game));
        game.choices = [&whole[..], &[0]].concat();
        assert!(refused(game));
        game.choices = whole;
        game.end ^= 1;
        assert!(refused(game));
    }

    #[test]
    fn widths() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 256, 257].map(width), [0, 0, 1, 2, 2, 3, 3, 4, 8, 9]);
    }
}
