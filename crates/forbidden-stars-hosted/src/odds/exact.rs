//! Every way a small battle can go, each as often as it comes about.
//!
//! Both sides choose at random, all legal choices equally likely. Covered are all rolls of dice, all choices, draws at
//! random, and all hands of cards that the position leaves open. What remains of a deck lies in any order, all equally
//! likely, and nobody knows it; so whenever its top card is used, that is each of its cards equally often.
//! Situations that are alike are followed once, with the sum of their probabilities.

use super::fight::Outcome;
use super::{Battle, Figures, Method, Start, Tally, blind};
use forbidden_stars::components::Face;
use forbidden_stars::table::{COMBAT_HAND, CardId, Pile};
use forbidden_stars::{Choice, Event, ForbiddenStars, Game, Position};
use kernel::{Act, Chance, Herald, Seat};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Why there are no exact odds of a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    #[error(
        "too much can happen in this battle for exact odds, which go through {0} situations at most; take fewer units or \
         hands of simpler cards, or leave out --exact to have it fought"
    )]
    Situations(usize),
    #[error(
        "too much can happen in this battle for exact odds, which go through {most} situations at most: there are {pairs} \
         pairs of hands alone. Lay down hands of simple cards in a position file, as in \
         docs/forbidden-stars/positions.md, or leave out --exact to have it fought"
    )]
    Hands { pairs: usize, most: usize },
    #[error(
        "exact odds start at the first step of a battle; in the middle of a game too much is hidden. Describe the battle, \
         or leave out --exact"
    )]
    InMidGame,
    #[error(
        "more of the deck of {0} is known than the five cards of the hand; exact odds need the rest to lie in any order"
    )]
    KnownDeck(String),
    #[error("several cards of one deck are used at a time ({0}), which exact odds do not cover; leave out --exact")]
    SeveralCards(String),
    #[error("interrupted before the exact odds were there")]
    Interrupted,
}

/// A quarter of all situations may be in hand at a time: that is what takes memory.
const AT_A_TIME: usize = 4;

/// Many ways may lead to one situation. That is what takes time, and more than so many ways to each are too many.
const WAYS: usize = 3;

/// The odds of `battle` under random choices, exactly. Refused if there are more than `most` situations, before they are
/// all in memory; given up as soon as `is_stopped`.
pub fn exact(battle: &Battle, most: usize, is_stopped: &dyn Fn() -> bool) -> Result<Figures, NotExact> {
    let Start::Position(position) = &battle.start else { return Err(NotExact::InMidGame) };
    let hands = [hands_of(battle, position, 0)?, hands_of(battle, position, 1)?];
    let pairs = hands[0].len() * hands[1].len();
    let mut walk = Walk { battle, pairs, most, is_stopped, situations: 0, ways: 0, tally: Tally::new(battle) };
    for (attacking, one) in &hands[0] {
        let position = position.with_cards(battle.seats[0], attacking).expect("a hand comes from its deck");
        for (defending, other) in &hands[1] {
            let position = position.with_cards(battle.seats[1], defending).expect("a hand comes from its deck");
            walk.go(&position, one * other)?;
        }
    }
    let method = Method::Exact { situations: walk.situations as u64 };
    Ok(walk.tally.figures(battle, &blind(), method))
}

/// Is `exact` worth a try? The walk is short where both hands are known, or where nobody has anything to decide; anywhere
/// else there are thousands of pairs of hands alone.
pub fn may_be_exact(battle: &Battle) -> bool {
    let Start::Position(position) = &battle.start else { return false };
    let is_known = |&seat: &Seat| position.known_cards(seat) >= COMBAT_HAND;
    battle.example().is_over() || battle.seats.iter().all(is_known)
}

/// On the way through all that can happen.
struct Walk<'a> {
    battle: &'a Battle,
    /// How many pairs of hands there are.
    pairs: usize,
    most: usize,
    is_stopped: &'a dyn Fn() -> bool,
    /// How many were gone through.
    situations: usize,
    ways: usize,
    tally: Tally,
}

impl Walk<'_> {
    /// From one position with both hands known, which is as likely as this.
    fn go(&mut self, position: &Position, probability: f64) -> Result<(), NotExact> {
        let battle = self.battle;
        let start = |chance| {
            let mut ears = Ears::new(battle, Outcome::new(battle));
            let game = position.start(chance, &mut ears);
            (game, ears)
        };
        let mut open = Situations::default();
        for way in every_way(self.room(&open)?, start).ok_or_else(|| self.too_large())? {
            open.add(battle, way.game, way.ears.outcome, probability * way.probability);
        }
        let mut choices = Vec::new();
        while !open.list.is_empty() {
            let mut next = Situations::default();
            for (game, outcome, probability) in std::mem::take(&mut open.list) {
                if (self.is_stopped)() {
                    return Err(NotExact::Interrupted);
                }
                self.situations += 1;
                if outcome.is_final(&game) {
                    self.tally.add(&outcome, probability);
                    continue;
                }
                let question = game.next_question().expect("a battle that is not over waits for somebody");
                game.choices(question.seat, &mut choices);
                let each = probability / choices.len() as f64;
                for &choice in &choices {
                    let turn = Turn { battle, game: &game, outcome, seat: question.seat, choice };
                    let ways = turn.ways(self.room(&next)?)?.ok_or_else(|| self.too_large())?;
                    self.ways += ways.len();
                    for way in ways {
                        next.add(battle, way.game, way.ears.outcome, each * way.probability);
                    }
                }
            }
            open = next;
        }
        Ok(())
    }

    /// How many more situations there may be beside those that are found.
    fn room(&self, found: &Situations) -> Result<usize, NotExact> {
        let left = self.most.checked_sub(self.situations).filter(|_| self.ways <= WAYS * self.most);
        let room = left.and_then(|left| left.min(self.most / AT_A_TIME).checked_sub(found.list.len()));
        room.ok_or_else(|| self.too_large())
    }

    fn too_large(&self) -> NotExact {
        match self.pairs {
            1 => NotExact::Situations(self.most),
            pairs => NotExact::Hands { pairs, most: self.most },
        }
    }
}

/// Situations, each once, in the order in which they were found: sums of probabilities are then always the same.
#[derive(Default)]
struct Situations {
    list: Vec<(Box<Game>, Outcome, f64)>,
    places: HashMap<u64, Vec<usize>>,
}

impl Situations {
    fn add(&mut self, battle: &Battle, mut game: Box<Game>, outcome: Outcome, probability: f64) {
        game.chance = Chance::from_number(0);
        for seat in battle.seats {
            let player = game.table.player_mut(seat);
            sort(&mut player.deck);
            sort(&mut player.hand);
        }
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one((&game, &outcome));
        let places = self.places.entry(hash).or_default();
        let known = places.iter().find(|&&place| (&self.list[place].0, &self.list[place].1) == (&game, &outcome));
        match known {
            Some(&place) => self.list[place].2 += probability,
            None => {
                places.push(self.list.len());
                self.list.push((game, outcome, probability));
            }
        }
    }
}

/// The order of a hand means nothing, and that of a deck is not known.
fn sort<const N: usize>(pile: &mut Pile<CardId, N>) {
    let mut cards: Vec<_> = std::iter::from_fn(|| pile.draw(kernel::SeatSet::NONE)).collect();
    cards.sort_by_key(|seen| (seen.what, kernel::SeatSet::iter(seen.by).fold(0u32, |sum, seat| sum | 1 << seat.0)));
    cards.into_iter().for_each(|seen| pile.put(seen.what, seen.by));
}

/// The cards that complete the hand of one side, each set once, and its probability.
fn hands_of(battle: &Battle, position: &Position, side: usize) -> Result<Vec<(Vec<CardId>, f64)>, NotExact> {
    let seat = battle.seats[side];
    let known = position.known_cards(seat);
    let wanted = COMBAT_HAND.checked_sub(known).ok_or_else(|| NotExact::KnownDeck(battle.faction(seat).to_owned()))?;
    let deck: Vec<CardId> = position.table().player(seat).deck.iter().collect();
    // The known ones lie on top, at the end.
    let mut kinds: Vec<(CardId, usize)> = Vec::new();
    for &card in &deck[..deck.len() - known] {
        match kinds.iter_mut().find(|(kind, _)| *kind == card) {
            Some((_, copies)) => *copies += 1,
            None => kinds.push((card, 1)),
        }
    }
    let all = ways_to_take(deck.len() - known, wanted);
    let mut hands = vec![(Vec::new(), 1.0 / all)];
    for (card, copies) in kinds {
        hands = hands
            .into_iter()
            .flat_map(|(hand, weight): (Vec<CardId>, f64)| {
                let room = wanted - hand.len();
                (0..=copies.min(room)).map(move |taken| {
                    let mut hand = hand.clone();
                    hand.extend(std::iter::repeat_n(card, taken));
                    (hand, weight * ways_to_take(copies, taken))
                })
            })
            .collect();
    }
    hands.retain(|(hand, _)| hand.len() == wanted);
    Ok(hands)
}

/// Binomial coefficients.
fn ways_to_take(of: usize, taken: usize) -> f64 {
    (0..taken).map(|index| (of - index) as f64 / (index + 1) as f64).product()
}

/// How one choice may turn out.
struct Way {
    game: Box<Game>,
    ears: Ears,
    probability: f64,
}

/// One choice of one seat.
struct Turn<'a> {
    battle: &'a Battle,
    game: &'a Game,
    outcome: Outcome,
    seat: Seat,
    choice: Choice,
}

impl Turn<'_> {
    /// All that may come of it; none if that is more than there is `room` for.
    fn ways(&self, room: usize) -> Result<Option<Vec<Way>>, NotExact> {
        let seats = self.battle.seats;
        let Some(ways) = every_way(room, |chance| self.take(self.game, chance)) else { return Ok(None) };
        let used = [0, 1].map(|side| ways.iter().map(|way| way.ears.used[side]).max().unwrap_or(0));
        if let Some(side) = used.iter().position(|&cards| cards > 1) {
            return Err(NotExact::SeveralCards(self.battle.faction(seats[side]).to_owned()));
        }
        if used == [0, 0] {
            return Ok(Some(ways));
        }
        // A deck was used, so its top card may have mattered: it is each of its cards in turn.
        let mut all = Vec::new();
        let top = |side: usize| if used[side] == 0 { vec![(None, 1.0)] } else { tops_of(self.game, seats[side]) };
        for (one, chance_of_one) in top(0) {
            for (other, chance_of_other) in top(1) {
                let mut dealt = self.game.clone();
                for (seat, card) in seats.into_iter().zip([one, other]) {
                    let deck = &mut dealt.table.player_mut(seat).deck;
                    if let Some(seen) = card.and_then(|card| deck.take(card)) {
                        deck.put(seen.what, seen.by);
                    }
                }
                let Some(ways) = every_way(room - all.len(), |chance| self.take(&dealt, chance)) else {
                    return Ok(None);
                };
                let dealt = |way: Way| Way { probability: way.probability * chance_of_one * chance_of_other, ..way };
                all.extend(ways.into_iter().map(dealt));
            }
        }
        Ok(Some(all))
    }

    fn take(&self, game: &Game, chance: Chance) -> (Game, Ears) {
        let mut game = game.clone();
        game.chance = chance;
        let mut ears = Ears::new(self.battle, self.outcome);
        game.take(self.seat, self.choice, &mut ears);
        (game, ears)
    }
}

/// Each different card of a deck, and how likely it lies on top.
fn tops_of(game: &Game, seat: Seat) -> Vec<(Option<CardId>, f64)> {
    let deck = &game.table.player(seat).deck;
    let mut tops: Vec<(Option<CardId>, f64)> = Vec::new();
    for card in deck.iter() {
        match tops.iter_mut().find(|(top, _)| *top == Some(card)) {
            Some((_, probability)) => *probability += 1.0 / deck.len() as f64,
            None => tops.push((Some(card), 1.0 / deck.len() as f64)),
        }
    }
    if tops.is_empty() { vec![(None, 1.0)] } else { tops }
}

/// Everything that chance may do in `run`; none if that is more than there is `room` for. Dice of one roll are alike, and
/// so are sides that show the same: only how many show what matters.
fn every_way(room: usize, mut run: impl FnMut(Chance) -> (Game, Ears)) -> Option<Vec<Way>> {
    let mut ways = Vec::new();
    let mut open: Vec<(Vec<u8>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((laid_down, probability)) = open.pop() {
        let (game, ears) = run(Chance::laid_down(&laid_down));
        let further = |results: Vec<u8>, share: f64| ([&laid_down[..], &results].concat(), probability * share);
        match game.chance.branches_at() {
            None if ways.len() == room => return None,
            None => ways.push(Way { game: Box::new(game), ears, probability }),
            Some(Act::Draw { bound }) => {
                open.extend((0..bound).map(|result| further(vec![result], 1.0 / f64::from(bound))));
            }
            Some(Act::Roll { count, sides }) => {
                assert_eq!(usize::from(sides), Face::DIE.len(), "only combat dice are rolled");
                open.extend(rolls(count, &die()).into_iter().map(|(roll, share)| further(roll, share)));
            }
        }
    }
    Some(ways)
}

/// A side of the die for each face, and how likely that face is.
fn die() -> Vec<(u8, f64)> {
    let mut die: Vec<(u8, f64)> = Vec::new();
    for (side, face) in (0..).zip(Face::DIE) {
        match die.iter_mut().find(|(other, _)| Face::DIE[usize::from(*other)] == face) {
            Some((_, share)) => *share += 1.0 / Face::DIE.len() as f64,
            None => die.push((side, 1.0 / Face::DIE.len() as f64)),
        }
    }
    die
}

/// What `count` dice may show, in the order of the sides, and how likely that is.
fn rolls(count: u8, die: &[(u8, f64)]) -> Vec<(Vec<u8>, f64)> {
    let mut rolls = vec![(Vec::new(), 1.0)];
    for thrown in 1..=count {
        rolls = rolls
            .into_iter()
            .flat_map(|(roll, share): (Vec<u8>, f64)| {
                let least = roll.last().copied().unwrap_or(0);
                die.iter().filter(move |(side, _)| *side >= least).map(move |&(side, chance)| {
                    let mut roll = roll.clone();
                    roll.push(side);
                    // Each further equal die divides, each further die multiplies the number of orders.
                    let alike = roll.iter().filter(|&&other| other == side).count();
                    (roll, share * chance * f64::from(thrown) / alike as f64)
                })
            })
            .collect();
    }
    rolls
}

/// Hears the outcome, and how many cards came from or went to each deck.
struct Ears {
    seats: [Seat; 2],
    outcome: Outcome,
    used: [u32; 2],
}

impl Ears {
    fn new(battle: &Battle, outcome: Outcome) -> Ears {
        Ears { seats: battle.seats, outcome, used: [0; 2] }
    }
}

impl Herald<ForbiddenStars> for Ears {
    fn tell(&mut self, event: Event) {
        self.outcome.tell(event);
        if let Event::CardDealt { seat, .. } | Event::CardDrawn { seat, .. } | Event::CardDiscarded { seat, .. } = event
            && let Some(side) = self.seats.iter().position(|&other| other == seat)
        {
            self.used[side] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three dice of two sides: 000 and 111 once in eight, 001 and 011 three times.
    #[test]
    fn rolls_are_weighed_by_their_orders() {
        let shares: Vec<(Vec<u8>, f64)> = rolls(3, &[(0, 0.5), (1, 0.5)]);
        let wanted = [(vec![0, 0, 0], 0.125), (vec![0, 0, 1], 0.375), (vec![0, 1, 1], 0.375), (vec![1, 1, 1], 0.125)];
        assert_eq!(shares, wanted);
    }

    /// Offence on three sides, defence on two, morale on one: one offence and one defence come in 2 * 3/6 * 2/6.
    #[test]
    fn sides_that_show_the_same_are_one() {
        let two = rolls(2, &die());
        let share = |faces: [Face; 2]| {
            let shows = |roll: &[u8]| roll.iter().map(|&side| Face::DIE[usize::from(side)]).eq(faces);
            two.iter().find(|(roll, _)| shows(roll)).map(|(_, share)| (36.0 * share).round())
        };
        assert_eq!(share([Face::Offence, Face::Defence]), Some(12.0));
        assert_eq!(share([Face::Defence, Face::Defence]), Some(4.0));
        assert_eq!(share([Face::Defence, Face::Morale]), Some(4.0));
        let eight = rolls(8, &die());
        let total: f64 = eight.iter().map(|(_, share)| share).sum();
        assert!((total - 1.0).abs() < 1e-12);
        assert_eq!(eight.len(), 45);
    }
}
