//! Hidden information never reaches the wrong browser, whatever the game.

use crate::shelf;
use shelf::SecretsTally;

/// Games of each title in a plain build; CI plays `ORRERY_GAMES`.
const GAMES: u64 = 20;

#[test]
fn secrets_what_is_sent_depends_on_nothing_hidden() {
    let games = std::env::var("ORRERY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    for title in shelf().titles() {
        let mut tally = SecretsTally::default();
        for seed in 0..games {
            title
                .check_secrets(seed, &mut tally)
                .unwrap_or_else(|leak| panic!("{}, seed {seed}: {leak}", title.name()));
        }
        println!("{}: {tally:?}", title.name());
        let SecretsTally { pairs, varied, other_pages, followed, odds, .. } = tally;
        // If nothing ever differed, nothing would be proved; Nim has nothing to hide.
        if title.name() != small_games::NIM.name() {
            assert!(varied * 2 > pairs, "{tally:?}: too few matches differ in what is hidden");
            assert!(other_pages * 4 > pairs, "{tally:?}: a leak would not be noticed");
        }
        assert!(followed * 2 > pairs, "{tally:?}");
        assert!(odds > 0 || title.offer().odds_example.is_none() || games < GAMES, "{tally:?}: no odds were compared");
    }
}
