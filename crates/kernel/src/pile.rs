//! Piles: ordered components of which each seat has seen some.

use crate::{Chance, FewSeats, Plain, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// A card (or tile, or token) in a pile, and who has seen its face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seen<T> {
    /// The component.
    pub what: T,
    /// Those who have seen its face.
    pub by: SeatSet,
}

/// What a viewer sees of a hidden thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sight<T> {
    /// What it is.
    Face(T),
    /// That there is one, and nothing more.
    Back,
}

/// How a pile notes who has seen a card: [`SeatSet`] at any table, [`FewSeats`] in half the room.
pub trait Eyes: Plain + From<SeatSet> + Into<SeatSet> {}
impl Eyes for SeatSet {}
impl Eyes for FewSeats {}

/// A deck, a hand or a stack of at most `N`, bottom first. The last one is the top.
///
/// Knowledge changes only here: drawing, revealing and shuffling keep true who has seen what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Default + Serialize, S: Eyes", deserialize = "T: Default + Deserialize<'de>, S: Eyes"))]
pub struct Pile<T: Default, const N: usize, S: Default = SeatSet>(ArrayVec<[Slot<T, S>; N]>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Slot<T, S> {
    what: T,
    by: S,
}

impl<T, S: Eyes> Slot<T, S> {
    fn seen(self) -> Seen<T> {
        Seen { what: self.what, by: self.by.into() }
    }

    fn show(&mut self, seats: SeatSet) {
        self.by = self.by.into().union(seats).into();
    }

    fn is_seen_by(&self, seat: Seat) -> bool {
        self.by.into().contains(seat)
    }
}

impl<T: Default, const N: usize, S: Default> Default for Pile<T, N, S> {
    fn default() -> Self {
        Pile(ArrayVec::default())
    }
}

impl<T: Copy + Default + PartialEq, const N: usize, S: Eyes> Pile<T, N, S> {
    /// How many lie here.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is nothing here?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that lie here, bottom first, whoever has seen them. For the rules.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.0.iter().map(|seen| seen.what)
    }

    /// Lays `what` on top, seen by `by`.
    pub fn put(&mut self, what: T, by: SeatSet) {
        self.0.push(Slot { what, by: by.into() });
    }

    /// Takes the top one and shows it to `to`.
    pub fn draw(&mut self, to: SeatSet) -> Option<Seen<T>> {
        self.0.pop().map(|mut slot| {
            slot.show(to);
            slot.seen()
        })
    }

    /// The top one, without moving it.
    pub fn top(&self) -> Option<T> {
        self.0.last().map(|seen| seen.what)
    }

    /// Takes the first `what` found, if there is one, and with it who has seen it. A card that others know of, laid
    /// facedown from a hand, stays known to them: where a hand may hold such cards, mix the hand first.
    pub fn take(&mut self, what: T) -> Option<Seen<T>> {
        let at = self.0.iter().position(|seen| seen.what == what)?;
        Some(self.0.remove(at).seen())
    }

    /// Takes the one at `index` from the bottom.
    pub fn take_at(&mut self, index: usize) -> Seen<T> {
        self.0.remove(index).seen()
    }

    /// Is there such a one?
    pub fn contains(&self, what: T) -> bool {
        self.iter().any(|other| other == what)
    }

    /// Mixes the pile. Nobody knows where anything lies any more.
    pub fn shuffle(&mut self, chance: &mut Chance) {
        self.shuffle_below(0, chance);
    }

    /// Mixes what lies below the `top` ones, which keep their places.
    pub fn shuffle_below(&mut self, top: usize, chance: &mut Chance) {
        let mixed = self.0.len().saturating_sub(top);
        let below = &mut self.0[..mixed];
        chance.shuffle(below);
        for seen in below {
            seen.by = S::default();
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Shows the whole pile to `seat`.
    pub fn show(&mut self, seat: Seat) {
        self.0.iter_mut().for_each(|slot| slot.show(SeatSet::only(seat)));
    }

    /// Shows one `what` to `seats`: the first one that not all of them have seen. `false` if there is none.
    pub fn show_one(&mut self, what: T, seats: SeatSet) -> bool {
        let is_news = |slot: &&mut Slot<T, S>| slot.what == what && slot.by.into().union(seats) != slot.by.into();
        let found = self.0.iter_mut().find(is_news);
        found.map(|slot| slot.show(seats)).is_some()
    }

    /// Faces that `viewer` has seen, backs for the rest.
    pub fn sight(&self, viewer: Viewer) -> impl Iterator<Item = Sight<T>> + '_ {
        let sight = move |slot: &Slot<T, S>| {
            if viewer.among(slot.by.into()) { Sight::Face(slot.what) } else { Sight::Back }
        };
        self.0.iter().map(sight)
    }

    /// The same as a set, sorted, backs first: a hand has no order, so this tells nothing more.
    pub fn sight_of_set(&self, viewer: Viewer) -> Vec<Sight<T>>
    where
        T: Ord,
    {
        let mut sight: Vec<Sight<T>> = self.sight(viewer).collect();
        sight.sort_unstable_by_key(|sight| match sight {
            Sight::Face(what) => Some(*what),
            Sight::Back => None,
        });
        sight
    }

    /// A deck as the referee sees it, top first; nobody else is shown anything. What a player has seen of a deck is known
    /// to that player, but nothing shows it.
    pub fn laid_open(&self, viewer: Viewer) -> Vec<T> {
        if viewer == Viewer::Referee { self.iter().rev().collect() } else { Vec::new() }
    }

    /// The slots whose faces nobody has seen: what `renew` deals anew.
    pub fn unseen(&mut self) -> impl Iterator<Item = &mut T> + '_ {
        self.0.iter_mut().filter(|slot| slot.by.into().is_empty()).map(|slot| &mut slot.what)
    }

    /// The slots whose faces `seat` has not seen: what `conceal` may deal anew.
    pub fn unseen_by(&mut self, seat: Seat) -> impl Iterator<Item = &mut T> + '_ {
        self.0.iter_mut().filter(move |slot| !slot.is_seen_by(seat)).map(|slot| &mut slot.what)
    }
}

/// Deals what lies in these slots anew among them: the core of every [`Rules::conceal`](crate::Rules::conceal).
///
/// It is sorted before it is shuffled. So the same knowledge and the same chance imagine the same game, whatever the truth
/// is, and nobody learns the truth from many imagined games.
pub fn deal_anew<'a, T: Copy + Ord + 'a>(slots: impl Iterator<Item = &'a mut T>, chance: &mut Chance) {
    let slots: Vec<&mut T> = slots.collect();
    let mut dealt: Vec<T> = slots.iter().map(|slot| **slot).collect();
    dealt.sort_unstable();
    chance.shuffle(&mut dealt);
    for (slot, what) in slots.into_iter().zip(dealt.into_iter().rev()) {
        *slot = what;
    }
}
