//! The bots that play at tables.

use crate::words::sentence;
use bots::Kind;
use hosted::BotOffer;

/// The bots that people may choose from, by name and what to expect.
pub fn bots_on_offer() -> Vec<BotOffer> {
    let bot = |id: &str, title: &str, text: &str| BotOffer { id: id.into(), title: title.into(), text: text.into() };
    vec![
        bot("search:100ms", "Navigator", "Thinks ahead for a tenth of a second. A good opponent."),
        bot("search:1000ms", "Admiral", "Thinks ahead for a second. The strongest."),
        bot("greedy", "Ensign", "Takes what looks best at once. For a first game."),
        bot("random", "Castaway", "Does anything that is legal."),
    ]
}

/// The most that a bot at a table may think, so that nobody keeps the machine busy.
const LONGEST_THOUGHT_MS: u128 = 2_000;
const MOST_ITERATIONS: u32 = 20_000;

/// The kind of bot with this name, if it may play here.
pub fn bot_kind(name: &str) -> Result<Kind, String> {
    let kind: Kind = name.parse().map_err(|unknown: bots::UnknownKind| sentence(&unknown.to_string()))?;
    let too_long = match kind {
        Kind::Search(bots::Budget::Time(time)) => time.as_millis() > LONGEST_THOUGHT_MS,
        Kind::Search(bots::Budget::Iterations(iterations)) => iterations > MOST_ITERATIONS,
        Kind::Random | Kind::Greedy => false,
    };
    if too_long {
        return Err(format!(
            "A bot at this table thinks for at most {LONGEST_THOUGHT_MS} ms or {MOST_ITERATIONS} iterations."
        ));
    }
    Ok(kind)
}
