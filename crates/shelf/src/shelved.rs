//! A hosted game behind the face of all games.

use crate::any_match::{AnyMatch, Played};
use crate::bench::{self, Measured};
use crate::bots_on_offer::bots_on_offer;
use crate::hint::Scope;
use crate::records::{AnyArchive, AnyRecord, Archived, Recorded};
use crate::runs::{Lawful, Tuned, TuningRun};
use crate::secrets;
use crate::title::Title;
use crate::words::sentence;
use hosted::{Advised, Hosted, Odds, Offer, Player, PlayerError, Texts, Wish};
use kernel::{Chance, Deaf, Game, Header, RecordError, Rules, Viewer, hex};
use lab::archive::{Archive, Stamp};
use lab::matches::Broken;
use lab::simulation::{Finished, Keep, simulate};
use lab::tournament::{Fixture, play_fixture};
use picture::Theme;
use session::{Match, Settings};
use std::fmt;
use std::marker::PhantomData;
use testkit::laws::{self, Thoroughness};

/// A hosted game as it stands on the shelf.
pub struct Shelved<H>(PhantomData<fn() -> H>);

impl<H> Shelved<H> {
    pub const NEW: Shelved<H> = Shelved(PhantomData);
}

impl<H> fmt::Debug for Shelved<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<H>())
    }
}

/// Errors of records name the line of a file; at a table there is none.
fn plain(error: &RecordError) -> String {
    match error {
        RecordError::Options(reason) => sentence(reason),
        other => sentence(&other.to_string()),
    }
}

impl<H: Hosted> Title for Shelved<H> {
    fn name(&self) -> &'static str {
        H::Rules::NAME
    }

    fn offer(&self) -> Offer {
        Offer { bots: bots_on_offer(), ..H::offer() }
    }

    fn texts(&self) -> &'static Texts {
        H::texts()
    }

    fn style(&self) -> &'static str {
        H::STYLE
    }

    fn poster(&self, theme: Theme) -> String {
        let game = H::fill(&Wish { seats: Some(H::offer().seats.most), ..Wish::default() }, 0)
            .and_then(|wish| H::options(&wish))
            .and_then(|options| {
                Game::<H::Rules>::new(H::catalogue(), &options, Chance::from_number(1), &mut Deaf).map_err(String::from)
            });
        game.map_or(String::new(), |game| {
            H::svg(game.catalogue, &H::Rules::view(&game, Viewer::Spectator), Viewer::Spectator, theme)
        })
    }

    fn component(&self, piece: &str) -> Option<String> {
        H::component(piece)
    }

    fn printed(&self, name: &str) -> Option<String> {
        H::printed(name)
    }

    fn catalogue(&self) -> String {
        hex(&H::Rules::catalogue_hash(H::catalogue()))
    }

    fn fill(&self, wish: &Wish, number: u64) -> Result<Wish, String> {
        let filled = H::fill(wish, number)?;
        // What the rules refuse is said before anything is played.
        H::Rules::start(H::catalogue(), &H::options(&filled)?)?;
        Ok(filled)
    }

    fn set_up(&self, wish: &Wish, seed: [u8; 32], settings: Settings, now: i64) -> Result<Box<dyn AnyMatch>, String> {
        let wish = H::fill(wish, 0).map_err(|reason| sentence(&reason))?;
        let options = H::options(&wish).map_err(|reason| sentence(&reason))?;
        let table = Match::<H::Rules>::new(H::catalogue(), &options, Chance::from_seed(seed), settings, now);
        Ok(Box::new(Played::<H>(table.map_err(|error| plain(&error))?, Scope::Game)))
    }

    fn open(&self, header: &str, settings: Settings, created: i64) -> Result<Box<dyn AnyMatch>, String> {
        let header: Header<H::Rules> = serde_json::from_str(header).map_err(|error| sentence(&error.to_string()))?;
        let table = Match::open(H::catalogue(), header, settings, created).map_err(|error| plain(&error))?;
        Ok(Box::new(Played::<H>(table, Scope::Game)))
    }

    fn wish_of(&self, header: &str) -> Option<Wish> {
        serde_json::from_str::<Header<H::Rules>>(header).ok().map(|header| H::wish(&header.options))
    }

    fn from_position(
        &self,
        text: &str,
        seed: u64,
        settings: &dyn Fn(u8) -> Settings,
    ) -> Result<Box<dyn AnyMatch>, String> {
        let positions = H::positions().ok_or_else(|| format!("{} has no positions to begin from", H::offer().title))?;
        let game = (positions.read)(text, Chance::from_number(seed))?;
        let settings = settings(game.seats());
        let table = Match::from_position(H::catalogue(), game, settings, 0).map_err(|error| error.to_string())?;
        let scope = if (positions.is_scene)(text) { Scope::Scene } else { Scope::Game };
        Ok(Box::new(Played::<H>(table, scope)))
    }

    fn rewrite(&self, position: &str) -> Result<String, String> {
        let positions = H::positions().ok_or_else(|| format!("{} has no positions to show", H::offer().title))?;
        (positions.rewrite)(position)
    }

    fn has_positions(&self) -> bool {
        H::positions().is_some()
    }

    fn is_scene(&self, position: &str) -> bool {
        H::positions().is_some_and(|positions| (positions.is_scene)(position))
    }

    fn read_record(&self, text: &str) -> Result<Box<dyn AnyRecord>, String> {
        Ok(Box::new(Recorded::<H>::read(text)?))
    }

    fn read_archive(&self, bytes: &[u8]) -> Result<Box<dyn AnyArchive>, String> {
        Ok(Box::new(Archived::<H>(Archive::read(bytes).map_err(|error| error.to_string())?)))
    }

    fn stamp(&self, players: Vec<String>) -> Stamp {
        Stamp::new::<H::Rules>(H::catalogue(), players)
    }

    fn advised(&self, player: &Player) -> Result<Advised, PlayerError> {
        player.advised::<H>()
    }

    fn are_weights(&self, text: &str) -> bool {
        H::read_weights(text).is_ok()
    }

    fn simulate(
        &self,
        number: u64,
        wish: Wish,
        seed: u64,
        players: &[&Advised],
        keep: Keep,
    ) -> Result<Finished, Broken> {
        simulate::<H>(number, wish, seed, players, keep)
    }

    fn play_fixture(&self, fixture: &Fixture, wish: Wish, players: &[Advised]) -> lab::tournament::Played {
        play_fixture::<H>(fixture, wish, players)
    }

    fn check_laws(&self, wish: &Wish, seed: u64, thoroughness: Thoroughness) -> Result<Lawful, laws::Broken> {
        let options = H::options(wish).expect("the wish was tried before the first game");
        let played = laws::check_game::<H::Rules>(H::catalogue(), &options, seed, thoroughness)?;
        let mut events = Vec::new();
        let game = played.record.replay(H::catalogue(), &mut events).map_err(|error| laws::Broken {
            law: laws::law::REPLAY,
            seed,
            at_choice: played.decisions,
            breadcrumb: "the end".to_owned(),
            reason: error.to_string(),
        })?;
        let mut uses = vec![0; H::components().len()];
        events.iter().filter_map(H::use_of).for_each(|place| uses[place] += 1);
        Ok(Lawful {
            decisions: played.decisions,
            concealed: played.concealed,
            varied: played.varied,
            ending: H::progress(&game).ending.unwrap_or_default().to_owned(),
            uses,
        })
    }

    fn components(&self) -> Vec<(&'static str, &'static str)> {
        H::components()
    }

    fn check_secrets(&self, seed: u64, tally: &mut secrets::Tally) -> Result<(), String> {
        secrets::examine::<H>(seed, tally)
    }

    fn measure(&self, wish: &Wish) -> Result<Measured, String> {
        bench::measure::<H>(wish)
    }

    fn tuning(&self) -> Option<Box<dyn TuningRun>> {
        Some(Box::new(Tuned(H::tunable()?)))
    }

    fn odds_of(&self, text: &str) -> Result<Box<dyn Odds>, String> {
        H::odds_of(text)
    }

    fn odds_of_position(&self, text: &str) -> Result<Box<dyn Odds>, String> {
        H::odds_of_position(text)
    }
}
