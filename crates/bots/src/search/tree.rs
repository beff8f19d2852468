//! The tree: information sets, what can be done at each, and what came of it.

use crate::Noise;
use crate::action::Action;
use kernel::{Game, Question, Rules, Seat};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// At most so many nodes and edges in one tree; what lies beyond is left to play-outs.
const MOST_NODES: usize = 100_000;
const MOST_EDGES: usize = 1_000_000;

/// The most bytes that a tree whose actions take `action` bytes may take: nodes and their places in the index, and
/// edges. Lists may have twice the room that they need.
pub fn memory_bound(action: usize) -> usize {
    let node = 2 * (std::mem::size_of::<Node<u8, u8>>() + 2 * std::mem::size_of::<(u64, u32)>());
    let edge = 2 * (action + std::mem::size_of::<(u32, f32, f32)>()).next_multiple_of(8);
    MOST_NODES * node + MOST_EDGES * edge
}

/// A tree kept from an earlier decision counts for at most so many visits at its new root: since then dice were rolled.
const KEPT_VISITS: u32 = 64;

/// How much keener a seat that mixes is on what is little tried. What pays changes there as the others learn, and
/// whoever follows first impressions goes around in circles: with this, Kuhn poker converges.
const WHERE_MIXING: f32 = 3.5;

/// Where a seat is imagined to choose now and then as it has chosen so far, and not as looks best at the moment.
///
/// Against somebody who can guess, always taking the best is not best. Averages of what was chosen come near to play that
/// cannot be exploited (Heinrich and Silver, "Smooth UCT Search in Computer Poker", 2015).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixing {
    Never,
    /// Where several seats that have a choice answer at once.
    WhenSealed,
    Always,
}

impl Mixing {
    /// `buffer` is for the choices of those who are asked.
    pub fn applies<R: Rules>(self, game: &Game<R>, buffer: &mut Vec<R::Choice>) -> bool {
        match self {
            Mixing::Never => false,
            Mixing::WhenSealed => {
                let asked = game.questions();
                // Whoever can only pass is nobody's opponent in guessing.
                let has_choice = |question: &&Question<R::Decision>| {
                    buffer.clear();
                    R::choices(game, question.seat, question.decision, buffer);
                    buffer.len() > 1
                };
                asked.len() > 1 && asked.iter().filter(has_choice).take(2).count() == 2
            }
            Mixing::Always => true,
        }
    }
}

/// What a seat has heard, after one choice more.
pub fn follow(heard: u64, by: Seat, choice: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    (heard, by, choice).hash(&mut hasher);
    hasher.finish()
}

/// The information set of a seat that has heard this much and is asked this.
pub fn key(heard: u64, seat: Seat, decision: impl Hash) -> u64 {
    follow(heard, seat, decision)
}

#[derive(Debug)]
pub struct Tree<C, B> {
    index: FxHashMap<u64, u32>,
    nodes: Vec<Node<C, B>>,
    edges: usize,
}

#[derive(Debug)]
struct Node<C, B> {
    edges: Vec<Edge<C, B>>,
    visits: u32,
    /// Of the outlooks seen, their sum and the sum of their squares.
    sum: f32,
    squares: f32,
}

/// Something that can be done at a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge<C, B> {
    pub action: Action<C, B>,
    pub visits: u32,
    pub sum: f32,
    weight: f32,
}

impl<C, B> Default for Tree<C, B> {
    fn default() -> Self {
        Tree { index: FxHashMap::default(), nodes: Vec::new(), edges: 0 }
    }
}

impl<C: Copy + Eq, B: Copy + Eq> Tree<C, B> {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn clear(&mut self) {
        self.index.clear();
        self.nodes.clear();
        self.edges = 0;
    }

    /// A tree that is half full by now has mostly nodes that nobody will come back to.
    pub fn make_room(&mut self) {
        if self.nodes.len() > MOST_NODES / 2 || self.edges > MOST_EDGES / 2 {
            self.clear();
        }
    }

    pub fn find(&self, key: u64) -> Option<usize> {
        self.index.get(&key).map(|&node| node as usize)
    }

    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES || self.edges >= MOST_EDGES
    }

    pub fn add(&mut self, key: u64) -> usize {
        self.nodes.push(Node { edges: Vec::new(), visits: 0, sum: 0.0, squares: 0.0 });
        self.index.insert(key, self.nodes.len() as u32 - 1);
        self.nodes.len() - 1
    }

    pub fn edges(&self, node: Option<usize>) -> &[Edge<C, B>] {
        node.map_or(&[], |node| &self.nodes[node].edges)
    }

    /// The edge of an action: most often where it stands among the actions, since most lists do not change.
    pub fn edge(&self, node: usize, guess: usize, action: Action<C, B>) -> Option<u32> {
        let edges = &self.nodes[node].edges;
        if edges.get(guess).is_some_and(|edge| edge.action == action) {
            return Some(guess as u32);
        }
        edges.iter().position(|edge| edge.action == action).map(|index| index as u32)
    }

    pub fn add_edge(&mut self, node: usize, action: Action<C, B>, weight: f32) -> u32 {
        let edges = &mut self.nodes[node].edges;
        edges.push(Edge { action, visits: 0, sum: 0.0, weight });
        self.edges += 1;
        edges.len() as u32 - 1
    }

    /// What was learnt here in an earlier search counts, but not for much.
    pub fn discount(&mut self, node: usize) {
        let node = &mut self.nodes[node];
        if node.visits <= KEPT_VISITS {
            return;
        }
        let part = KEPT_VISITS as f32 / node.visits as f32;
        let mut visits = 0;
        for edge in &mut node.edges {
            let kept = (edge.visits as f32 * part).floor();
            edge.sum *= if edge.visits == 0 { 0.0 } else { kept / edge.visits as f32 };
            edge.visits = kept as u32;
            visits += edge.visits;
        }
        let part = visits as f32 / node.visits as f32;
        node.sum *= part;
        node.squares *= part;
        node.visits = visits;
    }

    /// Which of these edges to try now; the answer is an index into `edges`.
    pub fn select(&self, node: usize, edges: &[u32], curiosity: f32, mixes: bool, noise: &mut Noise) -> usize {
        let node = &self.nodes[node];
        let edge = |index: u32| &node.edges[index as usize];
        let visits: u32 = edges.iter().map(|&index| edge(index).visits).sum();
        if mixes && visits > 0 && noise.unit() > keenness(visits) {
            let mut left = noise.below(visits as usize) as u32;
            for (pick, &index) in edges.iter().enumerate() {
                match left.checked_sub(edge(index).visits) {
                    Some(rest) => left = rest,
                    None => return pick,
                }
            }
        }
        let mean = node.sum / node.visits.max(1) as f32;
        let spread = (node.squares / node.visits.max(1) as f32 - mean * mean).max(1e-4).sqrt();
        let weight: f32 = edges.iter().map(|&index| edge(index).weight).sum();
        let curiosity = if mixes { WHERE_MIXING * curiosity } else { curiosity };
        let reach = curiosity * spread * ((visits + 1) as f32).sqrt() / weight;
        let mut best = (f32::NEG_INFINITY, 0);
        for (pick, &index) in edges.iter().enumerate() {
            let edge = edge(index);
            // What was never tried is taken for as good as the rest.
            let promise = if edge.visits == 0 { mean } else { edge.sum / edge.visits as f32 };
            let score = promise + reach * edge.weight / (1 + edge.visits) as f32;
            if score > best.0 {
                best = (score, pick);
            }
        }
        best.1
    }

    pub fn back_up(&mut self, node: usize, edge: u32, outlook: f32) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.sum += outlook;
        node.squares += outlook * outlook;
        let edge = &mut node.edges[edge as usize];
        edge.visits += 1;
        edge.sum += outlook;
    }
}

/// How often a seat that mixes takes what looks best at the moment.
fn keenness(visits: u32) -> f32 {
    (0.9 / (1.0 + 0.002 * (visits as f32).sqrt())).max(0.1)
}
