//! What the game says to those who show it to people. Ids of pieces: `docs/forbidden-stars/pieces.md`.

mod labels;
mod log;
mod pieces;

use crate::board::Looking;
use crate::cards::program::Paragraph;
use crate::cards::resolve::Source;
use crate::decisions::{Choice, Decision};
use crate::describe;
use crate::events::Event;
use crate::frame::Frame;
use crate::position::write_battle;
use crate::{Catalogue, ForbiddenStars, Game};
use kernel::{Barrier, Depth, Presentation, Scene, Seat, Shape};

impl Presentation for ForbiddenStars {
    fn seat_name(game: &Game, seat: Seat) -> String {
        describe::player(game, seat).to_owned()
    }

    fn letter(game: &Game, seat: Seat) -> char {
        let factions = game.table.all_seats().map(|seat| game.table.player(seat).faction);
        seat_letters(game.catalogue, factions)[seat.index()]
    }

    fn question(game: &Game, decision: Decision) -> String {
        describe::question(game, decision)
    }

    fn label(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> String {
        labels::label(game, seat, decision, choice)
    }

    fn pieces(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> Vec<String> {
        pieces::of_choice(game, seat, decision, choice)
    }

    fn shape(_game: &Game, _seat: Seat, decision: Decision) -> Shape {
        match decision {
            Decision::Respond(_) => Shape::Window,
            Decision::Reinforce => Shape::Number,
            Decision::AssignDamage { .. } | Decision::DestroyExcess { .. } => Shape::Assign,
            Decision::BuyUnit { .. }
            | Decision::BuyStructure
            | Decision::BuyUpgrades { .. }
            | Decision::MoveShip
            | Decision::MoveGroundUnit
            | Decision::PlaceForces => Shape::Compose,
            Decision::PlaceTile
            | Decision::PlaceObjective
            | Decision::PlaceStorm
            | Decision::PlaceOrder
            | Decision::RevealOrder
            | Decision::ResolveOrDivert
            | Decision::BuyUpgrade(_)
            | Decision::RemovePair
            | Decision::TakeProsperity
            | Decision::OrbitalStrike { .. }
            | Decision::ChooseContest
            | Decision::ChooseCombatCard
            | Decision::SaveRouted
            | Decision::RetreatTo { .. }
            | Decision::KeepStructure
            | Decision::ChooseEvent
            | Decision::PlayScheme
            | Decision::MoveStorm { .. }
            | Decision::Effect(_)
            | Decision::Special(_) => Shape::Pick,
        }
    }

    fn is_enough(choice: Choice) -> bool {
        choice == Choice::Done
    }

    fn is_answer_count_public(game: &Game, seat: Seat, decision: Decision) -> bool {
        is_answer_count_public(game, seat, decision)
    }

    fn barrier(event: &Event) -> Option<Barrier> {
        log::barrier(event)
    }

    fn pieces_of_event(game: &Game, event: &Event) -> Vec<String> {
        pieces::of_event(game, event)
    }

    fn doer(event: &Event) -> Option<Seat> {
        log::doer(event)
    }

    fn depth(event: &Event) -> Depth {
        log::depth(event)
    }

    fn scene(event: &Event) -> Option<Scene> {
        log::scene(event)
    }

    fn scene_in_words(game: &Game) -> Option<String> {
        let battle = game.table.battle?;
        write_battle(game.look(), battle.area, battle.seats, [(0, 0); 4]).map(|lines| lines.join("; "))
    }

    /// A moment lasts as long as what it is about: the guide explains it when it first comes.
    fn moments(game: &Game) -> Vec<&'static str> {
        let is_on = |wanted: fn(&Frame) -> bool| game.stack().iter().any(wanted);
        let planning = is_on(|frame| matches!(frame, Frame::Planning(_)));
        let operations = is_on(|frame| matches!(frame, Frame::Operations(_)));
        let refresh = is_on(|frame| matches!(frame, Frame::Refresh(_)));
        let moments = [
            ("start", game.table.round == 1 && planning),
            ("phase:operations", operations),
            ("phase:refresh", refresh),
            ("battle", game.table.battle.is_some() || game.table.strike.is_some()),
            ("end", game.table.round == 2),
        ];
        moments.into_iter().filter_map(|(name, is_now)| is_now.then_some(name)).collect()
    }

    fn card_text(game: &Game, decision: Decision) -> Option<String> {
        let source = match decision {
            Decision::Effect(question) => question.source,
            Decision::Special(question) => question.source,
            Decision::PlayScheme => Source::Event(game.table.players.iter().find_map(|player| player.event)?),
            _ => return None,
        };
        let catalogue = game.catalogue;
        Some(match source {
            Source::Combat(card) => {
                let (general, unit) = abilities(&catalogue.card_text(card).text);
                let asks = |part: &[Paragraph]| match decision {
                    Decision::Effect(at) => part.iter().any(|ability| (ability.start..ability.end).contains(&at.pc)),
                    _ => false,
                };
                let facts = catalogue.card(card);
                match (asks(&facts.general), asks(&facts.unit)) {
                    (true, _) => general.to_owned(),
                    (_, true) => unit.to_owned(),
                    (false, false) => catalogue.card_text(card).text.clone(),
                }
            }
            Source::Upgrade(upgrade) => catalogue.upgrade(upgrade).text.clone(),
            Source::Event(event) => catalogue.event(event).text.clone(),
            Source::Dominate(faction) => catalogue.factions[usize::from(faction)].dominate.text.clone(),
        })
    }

    fn victory(game: &Game) -> String {
        describe::victory(game)
    }

    fn is_eliminated(game: &Game, seat: Seat) -> bool {
        game.table.eliminated.contains(seat)
    }
}

/// The general abilities of a combat card and its unit abilities, which begin with their requisite.
fn abilities(text: &str) -> (&str, &str) {
    let at = if text.starts_with("With ") { 0 } else { text.find(". With ").map_or(text.len(), |stop| stop + 2) };
    (text[..at].trim_end(), &text[at..])
}

/// A letter for each faction: the first of its id that no other has taken.
pub fn seat_letters(catalogue: &Catalogue, factions: impl IntoIterator<Item = u8>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for faction in factions {
        let id = &catalogue.factions[usize::from(faction)].id;
        let free = id.chars().chain('a'..='z').map(|letter| letter.to_ascii_uppercase());
        let letter = free.filter(char::is_ascii_alphabetic).find(|letter| !letters.contains(letter));
        letters.push(letter.expect("there are more letters than seats"));
    }
    letters
}

/// Hands, drawn events and the kinds of facedown orders are hidden, and with them how many answers they leave.
fn is_answer_count_public(game: &Game, seat: Seat, decision: Decision) -> bool {
    let player = game.table.player(seat);
    match decision {
        Decision::PlaceOrder | Decision::Special(_) => false,
        Decision::ChooseCombatCard => player.hand.len() <= 1,
        Decision::ChooseEvent => player.drawn_events.len() <= 1,
        Decision::Effect(at) => !game.catalogue.program.word(at.pc).lists_hand() || player.hand.len() <= 1,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::CardId;

    /// Who is asked about one ability of a card reads that one. [combat-card-resolution.boxes.1]
    #[test]
    fn the_words_of_a_card_are_cut_where_its_unit_abilities_begin() {
        let catalogue = Catalogue::standard();
        let cards = (0..catalogue.factions.len() as u8).flat_map(|faction| {
            let count = catalogue.factions[usize::from(faction)].combat_cards.len() as u8;
            (0..count).map(move |index| CardId::new(faction, index))
        });
        for card in cards {
            let (facts, text) = (catalogue.card(card), &catalogue.card_text(card).text);
            let (general, unit) = abilities(text);
            assert_eq!(format!("{general} {unit}").trim(), text);
            assert_eq!(
                (general.is_empty(), unit.is_empty()),
                (facts.general.is_empty(), facts.unit.is_empty()),
                "{text}"
            );
        }
    }
}
