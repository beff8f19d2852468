//! Writing a position.

use super::Position;
use crate::board::Look;
use crate::components::{Asset, OrderKind, StructureKind};
use crate::force::TOKENS;
use crate::frame::Frame;
use crate::notation::{Names, slug};
use crate::table::{Area, CardId};
use crate::{Decision, Game};
use kernel::Seat;

/// Does a position say all there is? In the middle of a turn dice, hands and units on the move lie on the table too.
pub fn stands_between_turns(game: &Game) -> bool {
    let asked = game.next_question().map(|question| question.decision);
    matches!(asked, Some(Decision::PlaceOrder | Decision::RevealOrder))
}

/// The position of a game between two turns. Decks are written too: this is the referee's view.
pub fn write(game: &Game) -> String {
    let phase = game
        .stack()
        .iter()
        .find_map(|frame| match frame {
            Frame::Planning(_) => Some("planning"),
            Frame::Operations(_) => Some("operations"),
            Frame::Refresh(_) => Some("refresh"),
            _ => None,
        })
        .unwrap_or(if game.table.contests.is_empty() { "planning" } else { "battle" });
    write_table(Look { table: &game.table, catalogue: game.catalogue }, phase, [(usize::MAX, usize::MAX); 4])
}

/// `known`: how many cards of each combat deck and event deck are written.
pub(super) fn write_table(look: Look<'_>, phase: &str, known: [(usize, usize); 4]) -> String {
    let names = Names::of(look);
    let table = look.table;
    let faction = |seat: Seat| names.faction(table.player(seat).faction);
    let mut text = String::new();
    let mut line = |words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    let players: Vec<&str> = table.all_seats().map(faction).collect();
    line(format!("players {}", players.join(" ")));
    line(format!("phase {phase}"));
    line(format!("round {}", table.round));
    line(format!("first {}", faction(table.first_player)));
    line(format!("turn {}", faction(table.active_player)));
    for system in table.systems() {
        let tile = table.tile(system);
        line(format!("tile {} at {} {} turn {}", names.system(system), tile.col, tile.row, tile.rotation));
    }
    if let Some(system) = table.active_system {
        line(format!("active {}", names.system(system)));
    }
    for area in table.areas() {
        // Reinforcement tokens leave with the combat; a position has none.
        let stays = |seat: Seat| table.force(area, seat).plastic() > 0 || table.force(area, seat).has_structures();
        for seat in table.all_seats().filter(|&seat| stays(seat)) {
            line(format!("at {}: {} {}", names.area(area), faction(seat), write_pieces(look, area, seat)));
        }
        if let Some(owner) = table.objective(area) {
            line(format!("objective {} {}", names.area(area), faction(owner)));
        }
    }
    for storm in table.storms.iter() {
        line(format!("storm {}{}", names.edge(storm.edge), if storm.moved { " moved" } else { "" }));
    }
    for system in table.systems() {
        let stack: Vec<String> = table
            .orders
            .iter()
            .filter(|token| token.system == system)
            .map(|token| format!("{} {}", faction(token.owner), token.kind.id()))
            .collect();
        if !stack.is_empty() {
            line(format!("orders {}: {}", names.system(system), stack.join(", ")));
        }
    }
    for contest in table.contests.iter() {
        let origins: Vec<String> = contest.origins.iter().map(|origin| names.area(origin)).collect();
        let from = if contest.advanced { format!(" from {}", origins.join(", ")) } else { String::new() };
        line(format!("contest {} {}{from}", names.area(contest.area), faction(contest.attacker)));
    }
    for seat in table.all_seats() {
        for fact in write_player(look, seat, known[seat.index()]) {
            line(format!("{} {fact}", faction(seat)));
        }
    }
    text
}

/// A battle as the line `battle:` tells it, without that word, and the lines for whatever of both sides is not as at the
/// start of a game. `known` as in `write_table`. None if the line cannot tell it: who attacks has a unit, who defends a
/// unit or a structure, and reinforcement tokens have no word.
pub fn write_battle(
    look: Look<'_>,
    area: Area,
    [attacker, defender]: [Seat; 2],
    known: [(usize, usize); 4],
) -> Option<Vec<String>> {
    let names = Names::of(look);
    let faction = |seat: Seat| names.faction(look.player(seat).faction);
    let (attackers, defenders) = (look.force(area, attacker), look.force(area, defender));
    if attackers.plastic() == 0 || (defenders.plastic() == 0 && !defenders.has_structures()) {
        return None;
    }
    let army = |seat: Seat| format!("{} {}", faction(seat), write_pieces(look, area, seat));
    let battle = format!("{} attack {}", army(attacker), army(defender));
    let fresh = Position::read(look.catalogue, &format!("battle: {battle}")).ok()?;
    let plain = Look { table: fresh.table(), catalogue: look.catalogue };
    let mut lines = vec![battle];
    for (seat, fresh) in [attacker, defender].into_iter().zip(fresh.table().all_seats()) {
        let as_ever = write_player(plain, fresh, (0, 0));
        let told = write_player(look, seat, known[seat.index()]).into_iter().filter(|fact| {
            let word = fact.split(' ').next().unwrap_or_default();
            ["assets", "upgrades", "scheme", "pairs", "deck", "events"].contains(&word) && !as_ever.contains(fact)
        });
        lines.extend(told.map(|fact| format!("{} {fact}", faction(seat))));
    }
    Some(lines)
}

fn write_pieces(look: Look<'_>, area: Area, seat: Seat) -> String {
    let names = Names::of(look);
    let force = look.force(area, seat);
    let count = |count: u8| if count == 1 { String::new() } else { format!("{count} ") };
    let structures = StructureKind::ALL
        .into_iter()
        .filter(|&kind| force.structures(kind) > 0)
        .map(|kind| format!("{}{}", count(force.structures(kind)), kind.id()));
    let units = force.groups().filter(|&(row, _, _)| row != TOKENS).map(|(row, posture, number)| {
        let unit = names.unit(look.kind(seat, row));
        format!("{}{unit}{}", count(number), if posture.is_routed() { " routed" } else { "" })
    });
    structures.chain(units).collect::<Vec<_>>().join(", ")
}

fn write_player(look: Look<'_>, seat: Seat, known: (usize, usize)) -> Vec<String> {
    let names = Names::of(look);
    let player = look.table.player(seat);
    if !look.table.is_in(seat) {
        return vec!["eliminated".to_owned()];
    }
    let mut facts = vec![format!("materiel {}", player.materiel)];
    let assets: Vec<String> = Asset::ALL
        .into_iter()
        .filter(|&asset| player.has(asset) > 0)
        .map(|asset| format!("{} {}", player.has(asset), asset.id()))
        .collect();
    facts.push(format!("assets {}", if assets.is_empty() { "none".to_owned() } else { assets.join(", ") }));
    facts.push(format!("objectives {}", player.objectives));
    let upgrades: Vec<String> = (0..5)
        .filter(|&index| player.has_upgrade(index))
        .map(|index| {
            let upgrade = crate::table::UpgradeId::new(player.faction, index);
            let used = if player.is_upgrade_ready(index) { "" } else { " used" };
            format!("{}{used}", slug(&look.catalogue.upgrade(upgrade).name))
        })
        .collect();
    if !upgrades.is_empty() {
        facts.push(format!("upgrades {}", upgrades.join(", ")));
    }
    if let Some(scheme) = player.scheme {
        facts.push(format!("scheme {}", slug(&look.catalogue.event(scheme).name)));
    }
    let pairs: Vec<String> = (0..14)
        .filter(|index| player.pairs & (1 << index) != 0)
        .map(|index| names.card(CardId::new(player.faction, index)))
        .collect();
    facts.push(format!("pairs {}", pairs.join(", ")));
    let deck: Vec<String> = player.deck.iter().rev().take(known.0).map(|card| names.card(card)).collect();
    if !deck.is_empty() {
        facts.push(format!("deck {}", deck.join(", ")));
    }
    let events: Vec<String> =
        player.events.iter().rev().take(known.1).map(|event| slug(&look.catalogue.event(event).name)).collect();
    if !events.is_empty() {
        facts.push(format!("events {}", events.join(", ")));
    }
    for (word, tokens) in [("resolved", player.orders.resolved), ("on-deck", player.orders.on_deck)] {
        let kinds: Vec<&str> =
            OrderKind::ALL.into_iter().flat_map(|kind| (0..tokens[kind.index()]).map(move |_| kind.id())).collect();
        if !kinds.is_empty() {
            facts.push(format!("{word} {}", kinds.join(", ")));
        }
    }
    facts
}
