//! What a viewer may see, and games that a seat could not tell from the true one.

use crate::components::OrderKind;
use crate::decisions::{Choice, Decision};
use crate::table::{
    BattleSide, CardId, Contest, EventId, Hurt, MAX_PLAYERS, Movement, OrderInProgress, OrderTokens, Player, Storm,
    StormMove, Strike, System, Table, Tile,
};
use crate::{Game, force::Force, table::Area, table::Faceup};
use kernel::{Chance, Question, Seat, SeatSet, Sight, Viewer, deal_anew};
use serde::Serialize;

/// Everything one viewer may see. It starts empty; what is not added stays hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub round: u8,
    pub first_player: Seat,
    pub active_player: Seat,
    pub active_system: Option<System>,
    pub eliminated: SeatSet,
    pub winners: SeatSet,
    pub tiles: Vec<Tile>,
    /// By area and seat.
    pub forces: Vec<[Force; MAX_PLAYERS]>,
    pub storms: Vec<Storm>,
    /// Order tokens on the board, system by system, each stack bottom first.
    pub orders: Vec<OrderView>,
    pub players: Vec<PlayerView>,
    pub structure_supply: [u8; 3],
    pub asset_supply: [u8; 3],
    pub order: Option<OrderInProgress>,
    pub movement: Movement,
    pub strike: Option<Strike>,
    pub battle: Option<BattleView>,
    pub contests: Vec<Contest>,
    pub storm_move: Option<StormMove>,
    pub questions: Vec<Question<Decision>>,
    /// Who has sealed an answer to the present question; what it says is nobody's business.
    pub answered: SeatSet,
    /// The viewer's own sealed answer.
    pub own_answer: Option<Choice>,
}

/// A token on the board: everybody sees whose it is. [visibility.order-tokens.4]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrderView {
    pub system: System,
    pub owner: Seat,
    pub kind: Sight<OrderKind>,
    /// What the viewer remembers of a buried token of his own, which he may not look at. [visibility.order-tokens.2]
    pub remembered: Option<OrderKind>,
}

/// A player's sheet and play area. [visibility.play-area.1]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerView {
    pub faction: u8,
    pub materiel: u8,
    pub assets: [u8; 3],
    pub objectives: u8,
    pub reserve: Vec<u8>,
    pub control_tokens: u8,
    /// How many tokens are not placed; by kind only where that gives nothing away. [visibility.order-tokens.5]
    pub unplaced: u8,
    pub unplaced_kinds: Option<[u8; 4]>,
    pub resolved: [u8; 4],
    pub on_deck: [u8; 4],
    pub upgrades: u8,
    pub used_upgrades: u8,
    pub scheme: Option<EventId>,
    pub pairs: u16,
    pub deck: usize,
    /// The combat deck, top first; for the referee alone.
    pub open_deck: Vec<CardId>,
    pub hand: Vec<Sight<CardId>>,
    pub event_deck: usize,
    /// The event deck, top first; for the referee alone.
    pub open_events: Vec<EventId>,
    pub drawn_events: Vec<Sight<EventId>>,
    pub further_events: Vec<Sight<EventId>>,
    pub event: Option<EventId>,
    pub tiles: Vec<u8>,
    pub to_place: Force,
    pub holds: [u8; MAX_PLAYERS],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BattleView {
    pub area: Area,
    pub seats: [Seat; 2],
    pub round: u8,
    pub advanced: bool,
    pub origins: Vec<Area>,
    pub sides: Vec<SideView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideView {
    pub dice: [u8; 3],
    pub tokens: [u8; 2],
    pub facedown: Option<Sight<CardId>>,
    pub faceup: Vec<Faceup>,
    pub borrowed: [u8; 3],
    pub hurt: Vec<Hurt>,
}

pub fn view(game: &Game, viewer: Viewer) -> View {
    let table = &game.table;
    let own = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Referee => None,
    };
    View {
        round: table.round,
        first_player: table.first_player,
        active_player: table.active_player,
        active_system: table.active_system,
        eliminated: table.eliminated,
        winners: table.winners,
        tiles: table.tiles.to_vec(),
        forces: table.forces.iter().take(table.tiles.len()).flatten().copied().collect(),
        storms: table.storms.to_vec(),
        orders: order_views(game, viewer),
        players: table.all_seats().map(|seat| player_view(game, seat, viewer)).collect(),
        structure_supply: table.structure_supply,
        asset_supply: table.asset_supply,
        order: table.order,
        movement: table.movement,
        strike: table.strike,
        battle: battle_view(game, viewer),
        contests: table.contests.to_vec(),
        storm_move: table.storm_move,
        questions: game.questions().to_vec(),
        answered: table.all_seats().filter(|&seat| game.has_answered(seat)).collect(),
        own_answer: own.and_then(|seat| game.sealed_answer_of(seat)),
    }
}

/// Faceup tokens for all; one's own facedown token only on top of a stack. [visibility.order-tokens.1, visibility.order-tokens.3]
fn order_views(game: &Game, viewer: Viewer) -> Vec<OrderView> {
    let orders = &game.table.orders;
    orders
        .iter()
        .enumerate()
        .map(|(index, token)| {
            let on_top = !orders[index + 1..].iter().any(|above| above.system == token.system);
            let mine = viewer.is(token.owner);
            let seen = token.revealed || (mine && on_top) || viewer == Viewer::Referee;
            OrderView {
                system: token.system,
                owner: token.owner,
                kind: if seen { Sight::Face(token.kind) } else { Sight::Back },
                remembered: (mine && !seen).then_some(token.kind),
            }
        })
        .collect()
}

fn player_view(game: &Game, seat: Seat, viewer: Viewer) -> PlayerView {
    let player = game.table.player(seat);
    let OrderTokens { unplaced, resolved, on_deck } = player.orders;
    let facedown = game.table.orders.iter().any(|token| token.owner == seat && !token.revealed);
    PlayerView {
        faction: player.faction,
        materiel: player.materiel,
        assets: player.assets,
        objectives: player.objectives,
        reserve: player.reserve.to_vec(),
        control_tokens: player.control_tokens,
        unplaced: unplaced.iter().sum(),
        unplaced_kinds: (viewer.sees_with(seat) || !facedown).then_some(unplaced),
        resolved,
        on_deck,
        upgrades: player.upgrades,
        used_upgrades: player.used_upgrades,
        scheme: player.scheme,
        pairs: player.pairs,
        deck: player.deck.len(),
        open_deck: player.deck.laid_open(viewer),
        hand: player.hand.sight_of_set(viewer),
        event_deck: player.events.len(),
        open_events: player.events.laid_open(viewer),
        drawn_events: player.drawn_events.sight(viewer).collect(),
        further_events: player.further_events.sight(viewer).collect(),
        event: player.event,
        tiles: player.tiles.to_vec(),
        to_place: player.to_place,
        holds: player.holds,
    }
}

fn battle_view(game: &Game, viewer: Viewer) -> Option<BattleView> {
    let battle = game.table.battle.as_ref()?;
    let side_view = |(side, &seat): (&BattleSide, &Seat)| SideView {
        dice: side.dice,
        tokens: side.tokens,
        facedown: side
            .facedown
            .map(|seen| if viewer.among(seen.by) { Sight::Face(seen.what) } else { Sight::Back })
            .or_else(|| sealed_card(game, seat, viewer)),
        faceup: side.faceup.to_vec(),
        borrowed: side.borrowed,
        hurt: side.hurt.to_vec(),
    };
    Some(BattleView {
        area: battle.area,
        seats: battle.seats,
        round: battle.round,
        advanced: battle.advanced,
        origins: battle.origins.iter().collect(),
        sides: battle.sides.iter().zip(&battle.seats).map(side_view).collect(),
    })
}

/// The card that `seat` has chosen while the other side has not: the referee alone knows.
fn sealed_card(game: &Game, seat: Seat, viewer: Viewer) -> Option<Sight<CardId>> {
    match game.sealed_answer_of(seat) {
        Some(Choice::Card(card)) if viewer == Viewer::Referee => Some(Sight::Face(card)),
        Some(_) | None => None,
    }
}

/// Where an order is placed is seen by all, which one only by its owner; a combat card is laid facedown, and the
/// attacker resolves his before the defender's is revealed. [visibility.order-tokens.4]
pub fn heard(decision: Decision, choice: Choice) -> Choice {
    match (decision, choice) {
        (Decision::PlaceOrder, Choice::PlaceOrder { system, .. }) => {
            Choice::PlaceOrder { kind: OrderKind::default(), system }
        }
        (Decision::ChooseCombatCard, Choice::Card(_)) => Choice::Card(CardId::default()),
        (_, choice) => choice,
    }
}

/// Everything `seat` has not seen is dealt anew: order tokens of others, cards, sealed answers, chance.
///
/// What is unseen is sorted before it is shuffled. So games that look alike to `seat` give the same imagined games from
/// the same seed, and nobody learns the truth from many of them.
pub fn conceal(game: &Game, seat: Seat, chance: &mut Chance) -> Game {
    let mut imagined = game.clone();
    for other in game.table.all_seats() {
        if other != seat {
            mix_orders(&mut imagined, other, chance);
        }
        mix_combat_cards(&mut imagined, other, seat, chance);
        mix_events(&mut imagined, other, seat, chance);
    }
    for index in 0..imagined.sealed_answers().len() {
        let answer = imagined.sealed_answers()[index];
        if answer.seat != seat {
            imagined.sealed_answers()[index].choice = imagine_answer(&imagined, answer.seat, answer.choice, chance);
        }
    }
    imagined.chance = chance.split();
    imagined
}

/// Everything that nobody has seen is dealt anew: what lies in combat decks and event decks, and the dice to come.
pub fn renew(game: &Game, mut chance: Chance) -> Game {
    let mut renewed = game.clone();
    for seat in game.table.all_seats() {
        let Player { deck, hand, events, drawn_events, further_events, .. } = renewed.table.player_mut(seat);
        deal_anew(deck.unseen().chain(hand.unseen()), &mut chance);
        deal_anew(events.unseen().chain(drawn_events.unseen()).chain(further_events.unseen()), &mut chance);
    }
    renewed.chance = chance;
    renewed
}

/// Facedown and unplaced tokens may be any of those not shown.
fn mix_orders(game: &mut Game, owner: Seat, chance: &mut Chance) {
    let facedown = |token: &&mut crate::table::OrderToken| token.owner == owner && !token.revealed;
    let on_board = game.table.orders.iter_mut().filter(facedown).count();
    if on_board == 0 {
        return;
    }
    let mut kinds: Vec<OrderKind> = Vec::with_capacity(8);
    for kind in OrderKind::ALL {
        kinds.extend((0..game.table.player(owner).orders.unplaced[kind.index()]).map(|_| kind));
    }
    kinds.extend(game.table.orders.iter_mut().filter(facedown).map(|token| token.kind));
    kinds.sort_unstable();
    chance.shuffle(&mut kinds);
    for token in game.table.orders.iter_mut().filter(facedown) {
        token.kind = kinds.pop().expect("as many kinds as places");
    }
    let unplaced = &mut game.table.player_mut(owner).orders.unplaced;
    *unplaced = [0; 4];
    for kind in kinds {
        unplaced[kind.index()] += 1;
    }
}

/// Deck, hand and facedown card of `owner`, as far as `seat` has not seen them.
fn mix_combat_cards(game: &mut Game, owner: Seat, seat: Seat, chance: &mut Chance) {
    let Table { players, battle, .. } = &mut game.table;
    let player = &mut players[owner.index()];
    let side = battle.as_ref().and_then(|battle| battle.side_of(owner));
    let facedown = battle.as_mut().zip(side).and_then(|(battle, side)| battle.side_mut(side).facedown.as_mut());
    let facedown = facedown.filter(|seen| !seen.by.contains(seat)).map(|seen| &mut seen.what);
    deal_anew(player.deck.unseen_by(seat).chain(player.hand.unseen_by(seat)).chain(facedown), chance);
}

/// Event deck and drawn events of `owner`, as far as `seat` has not seen them.
fn mix_events(game: &mut Game, owner: Seat, seat: Seat, chance: &mut Chance) {
    let Player { events, drawn_events, further_events, .. } = game.table.player_mut(owner);
    let drawn = drawn_events.unseen_by(seat).chain(further_events.unseen_by(seat));
    deal_anew(events.unseen_by(seat).chain(drawn), chance);
}

/// A sealed answer that its seat could have given: any card of the imagined hand.
fn imagine_answer(game: &Game, seat: Seat, answer: Choice, chance: &mut Chance) -> Choice {
    let hand = &game.table.player(seat).hand;
    match answer {
        Choice::Card(_) if !hand.is_empty() => {
            let index = chance.below(hand.len() as u32) as usize;
            hand.iter().nth(index).map_or(answer, Choice::Card)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, ForbiddenStars, MapChoice, Options};
    use kernel::{Deaf, Rules};
    use testkit::random::Style;

    fn is_face<T>(sight: &Sight<T>) -> bool {
        matches!(sight, Sight::Face(_))
    }

    /// Before the referee everything lies faceup: tokens in stacks, hands, decks in their order, drawn events, the card
    /// chosen for this round. Decks stay hidden from everybody else, hands from all but their owners.
    /// [visibility.order-tokens.2, visibility.combat-hand.1, visibility.combat-hand.2, visibility.decks.1,
    /// visibility.events.1]
    #[test]
    fn the_referee_sees_everything() {
        let (mut buried, mut hands, mut events, mut facedown, mut sealed) = (0, 0, 0, 0, 0);
        for seed in 0..12 {
            let mut chance = Chance::from_number(seed);
            let factions = ["orks", "eldar", "chaos"].map(str::to_owned).to_vec();
            let options = Options { factions, map: MapChoice::Free };
            let mut game = Game::new(Catalogue::standard(), &options, Chance::from_number(seed), &mut Deaf)
                .expect("the options are sound");
            let mut choices = Vec::new();
            while let Some(question) = game.next_question() {
                let (open, public) = (view(&game, Viewer::Referee), view(&game, Viewer::Spectator));
                assert!(open.orders.iter().all(|token| is_face(&token.kind) && token.remembered.is_none()));
                buried += public.orders.iter().filter(|token| !is_face(&token.kind)).count();
                for (seat, (open, public)) in game.table.all_seats().zip(open.players.iter().zip(&public.players)) {
                    let player = game.table.player(seat);
                    assert_eq!(open.open_deck, player.deck.iter().rev().collect::<Vec<_>>());
                    assert_eq!(open.open_events, player.events.iter().rev().collect::<Vec<_>>());
                    assert!(open.hand.iter().all(is_face) && open.drawn_events.iter().all(is_face));
                    assert!(open.further_events.iter().all(is_face) && open.unplaced_kinds.is_some());
                    assert!(public.open_deck.is_empty() && public.open_events.is_empty());
                    let own = &view(&game, Viewer::Seat(seat)).players[seat.index()];
                    assert!(own.open_deck.is_empty() && own.open_events.is_empty());
                    hands += public.hand.iter().filter(|card| !is_face(card)).count();
                    events += public.drawn_events.iter().filter(|event| !is_face(event)).count();
                }
                let chosen = |view: &View| -> Vec<Sight<CardId>> {
                    view.battle.iter().flat_map(|battle| &battle.sides).filter_map(|side| side.facedown).collect()
                };
                assert!(chosen(&open).iter().all(is_face));
                facedown += chosen(&public).iter().filter(|card| !is_face(card)).count();
                sealed += chosen(&open).len() - chosen(&public).len();
                game.choices(question.seat, &mut choices);
                let picked = Style::Explorer.pick(&game, question.seat, &choices, &mut chance);
                game.take(question.seat, picked.expect("whoever is asked can answer"), &mut Deaf);
            }
        }
        let least = [buried, hands, events, facedown, sealed].into_iter().min();
        assert!(least > Some(0), "{buried} {hands} {events} {facedown} {sealed}");
    }

    /// The log tells the referee which card was drawn, and only its owner besides. [visibility.combat-hand.1]
    #[test]
    fn the_referee_hears_everything() {
        let drawn = crate::Event::CardDrawn { seat: Seat(0), card: Some(CardId::default()) };
        let masked = crate::Event::CardDrawn { seat: Seat(0), card: None };
        for (viewer, heard) in [
            (Viewer::Referee, &drawn),
            (Viewer::Seat(Seat(0)), &drawn),
            (Viewer::Seat(Seat(1)), &masked),
            (Viewer::Spectator, &masked),
        ] {
            assert_eq!(ForbiddenStars::told_to(&drawn, viewer).as_ref(), Some(heard), "{viewer:?}");
        }
    }
}
