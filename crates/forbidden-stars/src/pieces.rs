//! Putting components somewhere else: the one place where units, structures, tokens, dice and cards change hands.

use crate::Play;
use crate::board::Looking;
use crate::cards::vocabulary::LastingRule;
use crate::catalogue::face_of;
use crate::components::{Asset, Face, StructureKind};
use crate::events::Event;
use crate::force::{Posture, TOKENS};
use crate::table::{
    ASSET_LIMIT, Area, CardId, DICE_LIMIT, Edge, EventId, Hurt, MATERIEL_LIMIT, Side, UnitKind, UpgradeId,
};
use kernel::{Seat, SeatSet};

/// Puts a unit from the reserve on the board. [free-units.supply.1]
pub fn put_unit(play: &mut Play<'_>, seat: Seat, row: usize, area: Area) {
    play.table.player_mut(seat).reserve[row] -= 1;
    play.table.force_mut(area, seat).add(row, Posture::Standing);
}

/// Puts a free unit on the board, into a combat if one is fought there; an area it makes contested awaits its combat.
pub fn place_free_unit(play: &mut Play<'_>, seat: Seat, row: usize, area: Area) {
    put_unit(play, seat, row, area);
    let unit = play.look().kind(seat, row);
    play.tell(Event::UnitPlaced { seat, unit, area });
    note_contest(play, seat, area);
}

/// An area just entered other than by Advance Order: if it is contested now, its combat follows. [contested-areas.combat.1]
pub fn note_contest(play: &mut Play<'_>, seat: Seat, area: Area) {
    let fought_over = play.table.battle.is_some_and(|battle| battle.area == area);
    let known = play.table.contests.iter().any(|contest| contest.area == area);
    if !fought_over && !known && play.look().holder_against(area, seat).is_some() {
        play.table.contests.push(crate::table::Contest { area, attacker: seat, ..Default::default() });
    }
}

/// Attackers moved in from here: closed to the defenders, and no way back without an Advance Order. [retreats.defender.4, retreats.attacker.8]
pub fn note_origin(play: &mut Play<'_>, area: Area, from: Area) {
    if let Some(contest) = play.table.contests.iter_mut().find(|contest| contest.area == area) {
        contest.origins.insert(from);
    }
}

/// A destroyed unit returns to its owner's reserve, a token to the supply. [destroy.unit.1, destroy.reinforcement.1]
pub fn destroy_unit(play: &mut Play<'_>, seat: Seat, row: usize, posture: Posture, area: Area) {
    play.table.force_mut(area, seat).remove(row, posture);
    forget_hurt(play, seat, row as u8, posture, area);
    if row == TOKENS {
        play.table.asset_supply[Asset::Reinforcement.index()] += 1;
    } else {
        play.table.player_mut(seat).reserve[row] += 1;
    }
    let unit = play.look().kind(seat, row);
    play.tell(Event::Destroyed { seat, unit, area });
}

/// Damage on record for more units than are left is dropped.
fn forget_hurt(play: &mut Play<'_>, seat: Seat, row: u8, posture: Posture, area: Area) {
    let left = play.table.force(area, seat).count(usize::from(row), posture);
    let Some(battle) = play.table.battle.as_mut().filter(|battle| battle.area == area) else { return };
    let Some(side) = battle.side_of(seat) else { return };
    let hurt = &mut battle.side_mut(side).hurt;
    let on_record = hurt.iter().filter(|hurt| hurt.row == row && hurt.posture == posture).count();
    if on_record > usize::from(left)
        && let Some(at) = hurt.iter().position(|hurt| hurt.row == row && hurt.posture == posture)
    {
        hurt.remove(at);
    }
}

/// The new piece is unrouted; the old one returns to the reserve or supply. [free-units.replace.1, free-units.replace.2]
pub fn replace_unit(play: &mut Play<'_>, seat: Seat, row: usize, posture: Posture, area: Area, new_row: usize) {
    play.table.force_mut(area, seat).remove(row, posture);
    forget_hurt(play, seat, row as u8, posture, area);
    if row == TOKENS {
        play.table.asset_supply[Asset::Reinforcement.index()] += 1;
    } else {
        play.table.player_mut(seat).reserve[row] += 1;
    }
    put_unit(play, seat, new_row, area);
    let look = play.look();
    let (old, new) = (look.kind(seat, row), look.kind(seat, new_row));
    play.tell(Event::UnitReplaced { seat, old, new, area });
}

/// Takes a standing unit to another area, keeping it standing.
pub fn shift_unit(play: &mut Play<'_>, seat: Seat, row: usize, from: Area, to: Area) {
    play.table.force_mut(from, seat).remove(row, Posture::Standing);
    play.table.force_mut(to, seat).add(row, Posture::Standing);
    let unit = play.look().kind(seat, row);
    play.tell(Event::UnitMoved { seat, unit, from, to });
}

/// [structures.control.1]
pub fn build_structure(play: &mut Play<'_>, seat: Seat, structure: StructureKind, area: Area) {
    play.table.structure_supply[structure.index()] -= 1;
    play.table.player_mut(seat).control_tokens -= 1;
    play.table.force_mut(area, seat).add_structure(structure);
    play.tell(Event::StructureBuilt { seat, structure, area });
}

/// The piece returns to the supply, the control token to its owner. [destroy.structure.1]
pub fn destroy_structure(play: &mut Play<'_>, seat: Seat, structure: StructureKind, area: Area) {
    play.table.force_mut(area, seat).remove_structure(structure);
    play.table.structure_supply[structure.index()] += 1;
    play.table.player_mut(seat).control_tokens += 1;
    play.tell(Event::StructureDestroyed { seat, structure, area });
}

/// The dial never exceeds fourteen. [materiel.cap.1]
pub fn gain_materiel(play: &mut Play<'_>, seat: Seat, amount: u8) {
    let player = play.table.player_mut(seat);
    let before = player.materiel;
    player.materiel = (before + amount).min(MATERIEL_LIMIT);
    let amount = player.materiel - before;
    play.tell(Event::MaterielGained { seat, amount });
}

/// As much as there is, at most `amount`. [gaining-losing.lose.2]
pub fn lose_materiel(play: &mut Play<'_>, seat: Seat, amount: u8) {
    let player = play.table.player_mut(seat);
    let amount = amount.min(player.materiel);
    player.materiel -= amount;
    play.tell(Event::MaterielLost { seat, amount });
}

/// [spend.materiel.1]
pub fn pay(play: &mut Play<'_>, seat: Seat, amount: u8) {
    let player = play.table.player_mut(seat);
    player.materiel = player.materiel.checked_sub(amount).expect("only what can be paid is offered");
}

/// At most three of a kind, and no more than the supply holds. [assets.limit.1, assets.supply.1]
pub fn gain_asset(play: &mut Play<'_>, seat: Seat, asset: Asset) {
    let held = &mut play.table.players[seat.index()].assets[asset.index()];
    let supply = &mut play.table.asset_supply[asset.index()];
    if *held < ASSET_LIMIT && *supply > 0 {
        *held += 1;
        *supply -= 1;
        play.tell(Event::AssetGained { seat, asset });
    }
}

/// A spent or lost token returns to the supply. [spend.token.1]
pub fn give_up_asset(play: &mut Play<'_>, seat: Seat, asset: Asset) {
    let held = &mut play.table.players[seat.index()].assets[asset.index()];
    *held = held.checked_sub(1).expect("only tokens that a player has are offered");
    play.table.asset_supply[asset.index()] += 1;
    play.tell(Event::AssetLost { seat, asset });
}

/// Rolls this many more dice, within the limit of eight. [gaining-losing.gain.2, component-limitations.dice.2]
pub fn roll_dice(play: &mut Play<'_>, seat: Seat, count: u8) {
    let count = count.min(DICE_LIMIT - play.table.dice_count(seat));
    let mut rolled = [0; 3];
    play.chance.roll(count, Face::DIE.len() as u8, |face| rolled[face_of(face).index()] += 1);
    let dice = play.table.dice_mut(seat);
    for face in 0..3 {
        dice[face] += rolled[face];
    }
    if count > 0 {
        play.tell(Event::Rolled { seat, dice: rolled });
    }
}

/// Adds dice set to a face, within the limit of eight. [gaining-losing.gain.1]
pub fn gain_dice(play: &mut Play<'_>, seat: Seat, face: Face, count: u8) {
    let count = count.min(DICE_LIMIT - play.table.dice_count(seat));
    play.table.dice_mut(seat)[face.index()] += count;
    tell_dice(play, seat);
}

/// A spent, lost or lifted die counts for nothing any more. [spend.die.1]
pub fn remove_die(play: &mut Play<'_>, seat: Seat, face: Face) {
    let dice = &mut play.table.dice_mut(seat)[face.index()];
    *dice = dice.checked_sub(1).expect("only dice that a player has are offered");
}

pub fn tell_dice(play: &mut Play<'_>, seat: Seat) {
    let dice = play.table.dice(seat);
    play.tell(Event::DiceNow { seat, dice });
}

/// Combat tokens are unlimited; effects may forbid or copy a gain. [component-limitations.combat-tokens.1]
pub fn gain_tokens(play: &mut Play<'_>, seat: Seat, offence: u8, defence: u8) {
    let Some(side) = play.table.battle().side_of(seat) else { return };
    let copies = play.table.battle().rules(side.other(), LastingRule::CopyTokens);
    add_tokens(play, side, offence, defence);
    // A copy is a gain of its own and obeys what forbids it. [card-clarifications.weirdboyz.2]
    add_tokens(play, side.other(), offence * copies, defence * copies);
}

fn add_tokens(play: &mut Play<'_>, side: Side, offence: u8, defence: u8) {
    let battle = play.table.battle_mut();
    let forbidden = battle.rules(side.other(), LastingRule::EnemyGainsNoDefenceTokens) > 0;
    let seat = battle.seat(side);
    let tokens = &mut battle.side_mut(side).tokens;
    tokens[0] += offence;
    tokens[1] += if forbidden { 0 } else { defence };
    let tokens = *tokens;
    if offence + defence > 0 {
        play.tell(Event::Tokens { seat, tokens });
    }
}

pub fn lose_tokens(play: &mut Play<'_>, seat: Seat, offence: u8, defence: u8) {
    let Some(side) = play.table.battle().side_of(seat) else { return };
    let tokens = &mut play.table.battle_mut().side_mut(side).tokens;
    tokens[0] = tokens[0].saturating_sub(offence);
    tokens[1] = tokens[1].saturating_sub(defence);
    let tokens = *tokens;
    play.tell(Event::Tokens { seat, tokens });
}

/// Turns a unit to its other side, damage and all; no triggers. [rout-rally.state.1, rout-rally.rally.2]
pub fn turn(play: &mut Play<'_>, seat: Seat, row: usize, area: Area, to: Posture) {
    let (from, event): (_, fn(Seat, UnitKind, Area) -> Event) = match to {
        Posture::Routed => (Posture::Standing, |seat, unit, area| Event::Routed { seat, unit, area }),
        Posture::Standing => (Posture::Routed, |seat, unit, area| Event::Rallied { seat, unit, area }),
    };
    let force = play.table.force_mut(area, seat);
    force.remove(row, from);
    force.add(row, to);
    turn_hurt(play, seat, row as u8, area, to);
    let unit = play.look().kind(seat, row);
    play.tell(event(seat, unit, area));
}

pub fn rally_all(play: &mut Play<'_>, seat: Seat, area: Area) {
    play.table.force_mut(area, seat).rally_all();
    if let Some(battle) = play.table.battle.as_mut().filter(|battle| battle.area == area)
        && let Some(side) = battle.side_of(seat)
    {
        for hurt in battle.side_mut(side).hurt.iter_mut() {
            hurt.posture = Posture::Standing;
        }
    }
    play.tell(Event::RalliedAll { seat, area });
}

fn turn_hurt(play: &mut Play<'_>, seat: Seat, row: u8, area: Area, to: Posture) {
    let Some(battle) = play.table.battle.as_mut().filter(|battle| battle.area == area) else { return };
    let Some(side) = battle.side_of(seat) else { return };
    if let Some(hurt) =
        battle.side_mut(side).hurt.iter_mut().find(|hurt: &&mut Hurt| hurt.row == row && hurt.posture != to)
    {
        hurt.posture = to;
    }
}

/// Shown to all, then shuffled into the combat deck at once. [discarding-cards.combat.1]
pub fn discard_combat_card(play: &mut Play<'_>, seat: Seat, card: CardId) {
    let player = play.table.player_mut(seat);
    player.deck.put(card, SeatSet::NONE);
    player.deck.shuffle(play.chance);
    play.tell(Event::CardDiscarded { seat, card });
}

/// Shown to all, then shuffled into the event deck at once. [discarding-cards.general.1]
pub fn discard_event(play: &mut Play<'_>, seat: Seat, event: EventId) {
    let player = play.table.player_mut(seat);
    player.events.put(event, SeatSet::NONE);
    player.events.shuffle(play.chance);
    play.tell(Event::EventDiscarded { seat, event });
}

/// Puts a scheme into play and discards the one before it. [event-cards.scheme.5]
pub fn play_scheme(play: &mut Play<'_>, seat: Seat, scheme: EventId) {
    if let Some(old) = play.table.player_mut(seat).scheme.replace(scheme) {
        discard_event(play, seat, old);
    }
    play.tell(Event::SchemeInPlay { seat, scheme });
}

pub fn gain_upgrade(play: &mut Play<'_>, seat: Seat, upgrade: UpgradeId) {
    play.table.player_mut(seat).upgrades |= 1 << upgrade.index();
    play.tell(Event::UpgradeGained { seat, upgrade });
}

/// Both copies come in, both copies of another card go out; then the deck is shuffled. [combat-cards.upgrade.2]
pub fn swap_pair(play: &mut Play<'_>, seat: Seat, gained: CardId, removed: CardId) {
    let player = play.table.player_mut(seat);
    player.pairs |= 1 << gained.index();
    player.pairs &= !(1 << removed.index());
    for _ in 0..2 {
        player.deck.take(removed).expect("outside a combat both copies are in the deck");
        player.deck.put(gained, SeatSet::NONE);
    }
    player.deck.shuffle(play.chance);
    play.tell(Event::PairGained { seat, gained, removed });
}

pub fn move_storm(play: &mut Play<'_>, seat: Seat, from: Edge, to: Edge) {
    let storm =
        play.table.storms.iter_mut().find(|storm| storm.edge == from).expect("the storm is where it was chosen");
    storm.edge = to;
    storm.moved = true;
    play.tell(Event::StormMoved { seat, from, to });
}
