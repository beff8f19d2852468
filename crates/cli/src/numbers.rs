//! Numbers as people type them: what may be meant, and the sentence if it is not.

/// A number of games or the like: 1 or more.
pub fn count(text: &str) -> Result<u64, String> {
    at_least(text, 1)
}

/// Games of which the two sides begin in turn: 2 or more.
pub fn pairs(text: &str) -> Result<u64, String> {
    at_least(text, 2)
}

/// How often something is repeated: 1 or more.
pub fn turns(text: &str) -> Result<u32, String> {
    u32::try_from(at_least(text, 1)?).map_err(|_| "that is more than anybody could wait for".to_owned())
}

/// The number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    let wrong = || "it must be a whole number from 1 to 1024".to_owned();
    text.parse().ok().filter(|number| (1..=1024).contains(number)).ok_or_else(wrong)
}

/// Where chance begins.
pub fn seed(text: &str) -> Result<u64, String> {
    at_least(text, 0)
}

fn at_least(text: &str, least: u64) -> Result<u64, String> {
    let wrong = || format!("it must be a whole number, {least} or more");
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(_) if is_number => Err("the number is too large".to_owned()),
        Ok(_) | Err(_) => Err(wrong()),
    }
}

/// So many of something: `1 game`, `2 games`.
pub fn of(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        assert_eq!((count("1"), pairs("2"), seed("0")), (Ok(1), Ok(2), Ok(0)));
        assert_eq!(count("0"), Err("it must be a whole number, 1 or more".to_owned()));
        assert_eq!(pairs("-3"), Err("it must be a whole number, 2 or more".to_owned()));
        assert_eq!(seed("99999999999999999999"), Err("the number is too large".to_owned()));
        assert_eq!((threads("1024"), threads("1025").is_err(), threads("0").is_err()), (Ok(1024), true, true));
        assert_eq!(
            (of(0, "game"), of(1, "game"), of(2, "game")),
            ("0 games".into(), "1 game".into(), "2 games".into())
        );
    }
}
