//! What the tests of this crate share: a position, a script of choices, and the transcript that comes out.

#![allow(dead_code, reason = "each test file uses its own part")]

use forbidden_stars::{Catalogue, Event, ForbiddenStars, Game, MapChoice, Options, Position};
use kernel::{Chance, Illegal, Rules, Seat, Viewer};

/// A game under test, driven by choices in notation. When it is dropped, all of its scripted dice have been rolled.
pub struct Scenario {
    pub game: Game,
    events: Vec<Event>,
    log: Vec<String>,
}

impl Drop for Scenario {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.all_dice_used();
        }
    }
}

/// Starts from a position. `dice` are the faces that will be rolled, in order: O, D and M; blanks and bars are for the eye.
pub fn scenario(position: &str, dice: &str) -> Scenario {
    scenario_with(Catalogue::standard(), position, dice)
}

/// The same with other components.
pub fn scenario_with(catalogue: &'static Catalogue, position: &str, dice: &str) -> Scenario {
    let position = Position::read(catalogue, position).unwrap_or_else(|error| panic!("position: {error}"));
    let mut events = Vec::new();
    let game = position.start(Chance::scripted(&faces(dice)), &mut events);
    let mut scenario = Scenario { game, events: Vec::new(), log: Vec::new() };
    scenario.hear(events);
    scenario
}

/// A new game with real chance.
pub fn new_game(factions: &[&str], map: MapChoice, seed: u64) -> Scenario {
    let options = Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map };
    let mut events = Vec::new();
    let game =
        Game::new(Catalogue::standard(), &options, Chance::from_number(seed), &mut events).expect("legal options");
    let mut scenario = Scenario { game, events: Vec::new(), log: Vec::new() };
    scenario.hear(events);
    scenario
}

fn faces(dice: &str) -> Vec<u8> {
    dice.chars()
        .filter_map(|letter| match letter {
            'O' => Some(0),
            'D' => Some(3),
            'M' => Some(5),
            _ => None,
        })
        .collect()
}

impl Scenario {
    fn hear(&mut self, events: Vec<Event>) {
        // Which cards are drawn is in the position already.
        for event in events.iter().filter(|event| !matches!(event, Event::CardDealt { .. } | Event::CardDrawn { .. })) {
            self.log.push(format!("  {}", ForbiddenStars::describe_event(&self.game, event)));
        }
        self.events.extend(events);
    }

    /// The seat that plays this faction.
    pub fn seat(&self, faction: &str) -> Seat {
        let faction = self.game.catalogue.faction(faction).expect("a known faction");
        self.game.table.seat_of_faction(faction).expect("a faction in play")
    }

    fn name(&self, seat: Seat) -> &'static str {
        &self.game.catalogue.factions[usize::from(self.game.table.player(seat).faction)].id
    }

    /// Who is asked next; the first of several.
    pub fn asked(&self) -> Seat {
        self.game.next_question().expect("somebody is asked").seat
    }

    /// The present question: `ultramarines: place an order token`, in the words of the prompt.
    pub fn prompt(&self) -> String {
        let question = self.game.next_question().expect("somebody is asked");
        ForbiddenStars::describe_decision(&self.game, question.seat, question.decision)
    }

    /// The legal answers of the seat asked next, in notation.
    pub fn choices(&self) -> Vec<String> {
        self.choices_of(self.asked())
    }

    pub fn choices_of(&self, seat: Seat) -> Vec<String> {
        let mut choices = Vec::new();
        self.game.choices(seat, &mut choices);
        choices.into_iter().map(|choice| ForbiddenStars::print_choice(&self.game, choice)).collect()
    }

    pub fn offers(&self, choice: &str) -> bool {
        self.choices().iter().any(|offered| offered == choice)
    }

    /// Makes choices, one a line: `card ambush`, or `chaos: card dark-faith` where several are asked at once.
    /// A line `?` writes the legal answers into the transcript; a line `! choice` writes how it is refused.
    pub fn play(&mut self, script: &str) -> &mut Self {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if line == "?" {
                let line = format!("? {}: {}", self.prompt(), self.choices().join(" | "));
                self.log.push(line);
            } else if let Some(choice) = line.strip_prefix("! ") {
                let refusal = self.try_choose(choice).expect_err("a choice after ! is illegal");
                self.log.push(format!("! {refusal}"));
            } else if let Err(illegal) = self.try_choose(line) {
                panic!("{illegal}\nlegal: {}\nso far:\n{}", self.choices().join(" | "), self.log.join("\n"));
            }
        }
        self
    }

    pub fn try_choose(&mut self, line: &str) -> Result<(), String> {
        let (seat, text) = match line.split_once(": ") {
            Some((faction, text)) => (self.seat(faction), text),
            None => (self.asked(), line),
        };
        let choice = ForbiddenStars::parse_choice(&self.game, text).map_err(|objection| objection.0)?;
        let before = self.game.clone();
        let mut events = Vec::new();
        match self.game.choose(seat, choice, &mut events) {
            Ok(()) => {
                self.log.push(format!("> {}: {text}", self.name(seat)));
                self.hear(events);
                Ok(())
            }
            Err(illegal) => {
                assert!(self.game == before, "a refused choice changes nothing");
                Err(match illegal {
                    Illegal::NotOffered { choice, .. } => {
                        format!("not offered: {}", ForbiddenStars::print_choice(&self.game, choice))
                    }
                    other => other.describe(&self.game),
                })
            }
        }
    }

    /// The faction whose player is asked next.
    pub fn asked_faction(&self) -> &'static str {
        self.name(self.asked())
    }

    /// Something of this kind has happened, in the words of the log. Cards that were drawn are told too.
    pub fn happened(&self, wanted: impl Fn(&str) -> bool) -> bool {
        self.events.iter().any(|event| wanted(&ForbiddenStars::describe_event(&self.game, event)))
    }

    /// Everything that happened so far, in lines.
    pub fn log(&self) -> String {
        self.log.join("\n")
    }

    /// The log since the last call.
    pub fn take_log(&mut self) -> String {
        std::mem::take(&mut self.log).join("\n")
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn view(&self, faction: &str) -> forbidden_stars::View {
        ForbiddenStars::view(&self.game, Viewer::Seat(self.seat(faction)))
    }

    /// All scripted dice were rolled.
    pub fn all_dice_used(&self) {
        assert_eq!(self.game.chance.script_left(), 0, "scripted dice nobody rolled");
    }

    /// What stands in an area: `ultramarines factory, 2 scout`.
    pub fn at(&self, area: &str) -> String {
        let text = forbidden_stars::position::write(&self.game);
        let prefix = format!("at {area}: ");
        let found: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(&prefix)).collect();
        found.join("; ")
    }

    /// What one faction has in an area: `2 scout`.
    pub fn has(&self, faction: &str, area: &str) -> String {
        let here = self.at(area);
        here.split("; ").find_map(|one| one.strip_prefix(&format!("{faction} "))).unwrap_or_default().to_owned()
    }

    /// One fact of a player's, as the position notation writes it: `fact("chaos", "materiel")`.
    pub fn fact(&self, faction: &str, word: &str) -> String {
        let text = forbidden_stars::position::write(&self.game);
        let prefix = format!("{faction} {word} ");
        text.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap_or_default().to_owned()
    }
}

/// Plays a script from a position with scripted dice and compares the transcript.
pub fn check(position: &str, dice: &str, script: &str, expected: expect_test::Expect) {
    let mut scenario = scenario(position, dice);
    scenario.play(script);
    expected.assert_eq(&scenario.log());
}
