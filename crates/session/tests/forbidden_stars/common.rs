//! Tables to try things on, and somebody who plays at random.

use forbidden_stars::{Catalogue, Choice, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Rules, Seat, SeatSet, Viewer};
use session::wire::{LogLine, Page};
use session::{By, Entry, Looking, Match, Refusal, Settings, Sitting};
use testkit::random::Style;

pub type Table = Match<ForbiddenStars>;

/// How many random games a property is tried on: `ORRERY_GAMES`, or as many as a plain build has time for.
pub fn games(few: u64) -> std::ops::Range<u64> {
    let wanted = std::env::var("ORRERY_GAMES").ok().and_then(|text| text.parse().ok());
    0..wanted.unwrap_or(few)
}

/// Two to four seats, both maps.
pub fn options(seed: u64) -> Options {
    let introductory = &Catalogue::standard().map.introductory.factions;
    let factions = &introductory[seed as usize / 2 % introductory.len()];
    let map = if seed.is_multiple_of(2) { MapChoice::Introductory } else { MapChoice::Free };
    Options { factions: factions.clone(), map }
}

/// People in all seats, no clock.
pub fn people(options: &Options) -> Settings {
    let names = ["Ann", "Bo", "Cy", "Di"];
    Settings::of(names.iter().take(options.factions.len()).map(|name| Sitting::person(name)).collect())
}

pub fn table(seed: u64) -> Table {
    let options = options(seed);
    let settings = people(&options);
    table_with(seed, settings)
}

pub fn table_with(seed: u64, settings: Settings) -> Table {
    Match::new(Catalogue::standard(), &options(seed), Chance::from_number(seed), settings, 0)
        .expect("the options are sound")
}

pub fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE }
}

pub fn own(seat: Seat) -> Looking {
    looking(Viewer::Seat(seat))
}

pub fn viewers(table: &Table) -> Vec<Viewer> {
    seats(table).into_iter().map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

pub fn seats(table: &Table) -> Vec<Seat> {
    (0..table.seats()).map(Seat).collect()
}

pub fn json(page: &Page) -> String {
    serde_json::to_string(page).expect("a page is plain data")
}

pub fn legal(game: &Game, seat: Seat) -> Vec<Choice> {
    let mut legal = Vec::new();
    game.choices(seat, &mut legal);
    legal
}

pub fn text(game: &Game, choice: Choice) -> String {
    ForbiddenStars::print_choice(game, choice)
}

/// The same table with another game on it, as if the rules had changed.
pub fn with_game(table: &Table, game: &Game) -> Table {
    let mut other = table.clone();
    other.apply(&rebase(table.step(), game), 0).expect("the snapshot is sound");
    other
}

pub fn rebase(step: u32, game: &Game) -> Entry {
    Entry::Rebase {
        to: step,
        engine: kernel::ENGINE_VERSION.to_owned(),
        reason: "another game".to_owned(),
        snapshot: kernel::hex(&kernel::snapshot(game)),
    }
}

/// All lines that a viewer has heard, however many.
pub fn whole_log(table: &Table, viewer: Viewer) -> Vec<LogLine> {
    let (mut lines, end) = table.log(viewer, 0, u32::MAX);
    while lines.first().is_some_and(|first| first.number > 0) {
        let (earlier, _) = table.log(viewer, 0, lines[0].number);
        lines.splice(0..0, earlier);
    }
    assert_eq!(lines.len() as u32, end);
    lines
}

/// The entry that makes these choices. The match that comes with it is the one that the entry leads to.
pub fn choose(table: &Table, seat: Seat, batch: &[String]) -> Result<Entry, Refusal> {
    let (entry, next) = table.choose(seat, batch, By::Person, 7)?;
    let mut applied = table.clone();
    applied.apply(&entry, 7).expect("an entry just made can be taken");
    assert_eq!((next.step(), next.sequence(), next.game()), (applied.step(), applied.sequence(), applied.game()));
    assert_eq!(json(&next.page(own(seat)).page), json(&applied.page(own(seat)).page));
    Ok(entry)
}

/// Plays for all seats at random, every other one as an explorer.
pub struct Player {
    chance: Chance,
    style: Style,
}

impl Player {
    pub fn new(seed: u64) -> Self {
        let style = if seed % 4 < 2 { Style::Explorer } else { Style::Uniform };
        Player { chance: Chance::from_number(seed + 1_000_000), style }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    pub fn chance(&mut self) -> Chance {
        self.chance.split()
    }

    /// Somebody who is asked.
    pub fn one_asked(&mut self, game: &Game) -> Option<Seat> {
        let asked: Vec<Seat> = game.open_questions().map(|question| question.seat).collect();
        if asked.is_empty() { None } else { Some(asked[self.below(asked.len())]) }
    }

    pub fn pick(&mut self, game: &Game, seat: Seat) -> Choice {
        let legal = legal(game, seat);
        self.style.pick(game, seat, &legal, &mut self.chance).expect("whoever is asked can answer")
    }

    /// The entry of one decision, made by somebody who is asked; none when the game is over.
    pub fn decide(&mut self, table: &Table) -> Option<(Seat, Entry)> {
        let seat = self.one_asked(table.game())?;
        let choice = text(table.game(), self.pick(table.game(), seat));
        Some((seat, choose(table, seat, &[choice]).expect("a legal choice can be made")))
    }

    /// Plays on by so many decisions, or to the end.
    pub fn play(&mut self, table: &mut Table, decisions: usize) {
        for _ in 0..decisions {
            let Some((_, entry)) = self.decide(table) else { return };
            table.apply(&entry, 0).expect("an entry just made can be taken");
        }
    }
}

/// Shows every moment of random games, each before its decision, to `each`; it returns whether it has seen enough.
pub fn walk(seeds: impl IntoIterator<Item = u64>, each: impl FnMut(&Table, &mut Player) -> bool) {
    walk_on(seeds, table, each);
}

/// The same at tables of one's own.
pub fn walk_on(
    seeds: impl IntoIterator<Item = u64>,
    table: impl Fn(u64) -> Table,
    mut each: impl FnMut(&Table, &mut Player) -> bool,
) {
    for seed in seeds {
        let mut table = table(seed);
        let mut player = Player::new(seed);
        while !table.is_over() {
            if each(&table, &mut player) {
                return;
            }
            player.play(&mut table, 1);
        }
    }
}

/// Why a batch is refused.
pub fn refusal(table: &Table, seat: Seat, batch: &[String]) -> Refusal {
    choose(table, seat, batch).expect_err("this batch is refused")
}
