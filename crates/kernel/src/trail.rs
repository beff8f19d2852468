//! A list that only grows at its end or is cut back: its copies share what they have in common.

use std::sync::Arc;

/// Items of a block that is shared whole.
const BLOCK: usize = 128;

/// What has happened so far, in order. A copy of ten thousand items costs some dozens of counters and one short list.
#[derive(Clone, Debug)]
pub struct Trail<T> {
    /// Full ones.
    blocks: Vec<Arc<Vec<T>>>,
    /// What is not a full block yet.
    rest: Vec<T>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail { blocks: Vec::new(), rest: Vec::new() }
    }
}

impl<T> Trail<T> {
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.blocks.len() * BLOCK + self.rest.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at this place, counted from 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.blocks.get(index / BLOCK) {
            Some(block) => block.get(index % BLOCK),
            None => self.rest.get(index - self.blocks.len() * BLOCK),
        }
    }

    /// The newest item.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        self.rest.push(item);
        if self.rest.len() == BLOCK {
            self.blocks.push(Arc::new(std::mem::take(&mut self.rest)));
        }
    }

    /// The items from this place on, in order; from either end.
    pub fn from(&self, index: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        let length = self.len();
        (index.min(length)..length).map(|at| self.get(at).expect("every place below the length has an item"))
    }

    /// All items, in order; from either end.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.from(0)
    }

    /// How many items in front fit, where all that fit stand before all that do not.
    pub fn partition_point(&self, fits: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.get(middle).is_some_and(&fits) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

impl<T: Clone> Trail<T> {
    /// Keeps the first so many items.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.len() {
            return;
        }
        let whole = length / BLOCK;
        if whole < self.blocks.len() {
            self.rest = self.blocks[whole][..length % BLOCK].to_vec();
            self.blocks.truncate(whole);
        } else {
            self.rest.truncate(length - whole * BLOCK);
        }
    }
}

impl<T> Extend<T> for Trail<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T> FromIterator<T> for Trail<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut trail = Trail::default();
        trail.extend(items);
        trail
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trail is a list, however it is cut back and goes on.
    #[test]
    fn a_trail_is_a_list() {
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 7] {
            let trail: Trail<usize> = (0..length).collect();
            assert_eq!(trail.len(), length);
            for cut in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 9 * BLOCK] {
                let (mut copy, mut list) = (trail.clone(), (0..length).collect::<Vec<_>>());
                copy.truncate(cut);
                list.truncate(cut);
                copy.push(77);
                list.push(77);
                assert!(copy.iter().eq(&list) && copy.last() == Some(&77), "{length} cut at {cut}");
                assert!(copy.from(BLOCK).eq(list.iter().skip(BLOCK)) && copy.iter().rev().eq(list.iter().rev()));
                assert_eq!(copy.get(copy.len()), None);
            }
            assert_eq!(trail.partition_point(|&item| item < 130), length.min(130));
            assert!(trail.iter().copied().eq(0..length), "copies do not change it");
        }
    }

    #[test]
    fn copies_share_their_blocks() {
        let trail: Trail<u8> = (0..=255).collect();
        let copy = trail.clone();
        assert!(trail.blocks.iter().zip(&copy.blocks).all(|(one, other)| Arc::ptr_eq(one, other)));
    }
}
