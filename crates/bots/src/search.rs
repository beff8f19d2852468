//! Information-set tree search.
//!
//! Each iteration imagines a game that the seat could not tell from the true one (`conceal`), walks down the tree,
//! adds a node, plays on to a quiet moment, and tells every node it passed how the game then stood for the seat that
//! decided there. Every seat maximises its own outlook (max^n).
//!
//! Nodes are information sets: a seat's node is found by what that seat has heard, never by what was hidden from it,
//! so an imagined opponent cannot play by cards he does not see. Answers that are sealed at the same moment are told to
//! nobody before the last of them is in. Chance is not part of a node: its statistics are an average over the dice
//! (open loop), and only what is legal in the game at hand is weighed up.

mod tree;

use crate::action::{Action, Plan, follow, list};
use crate::{Bot, Noise};
use kernel::{Advice, Chance, Deaf, Game, MAX_SEATS, Moment, Outlook, Rules, Seat, Seated};
use std::time::{Duration, Instant};
pub use tree::Mixing;
use tree::Tree;
/// What somebody has heard, after one choice more.
pub use tree::follow as hear;

/// How long to think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    Time(Duration),
    Iterations(u32),
}

/// What the search is told besides its budget.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub budget: Budget,
    /// How keen on what is little tried: a factor on the spread of the outlooks seen at a node.
    pub curiosity: f32,
    /// Play-outs are cut off after so many choices.
    pub longest_play_out: u32,
    /// Where a seat is imagined to mix its choices instead of always taking the most promising.
    pub mixing: Mixing,
    /// Trees grown side by side, each on its own thread; the result depends on their number, not on the processors.
    pub trees: usize,
}

impl Settings {
    pub fn new(budget: Budget) -> Settings {
        Settings { budget, curiosity: 1.5, longest_play_out: 400, mixing: Mixing::WhenSealed, trees: 1 }
    }
}

/// What a search found about one decision.
#[derive(Clone, Debug)]
pub struct Thought<R: Rules> {
    /// The choices that were weighed up, most visited first. A bundle stands under its first choice.
    pub options: Vec<Considered<R>>,
    /// How the game stands for each seat, over all iterations.
    pub outlook: Outlook,
    pub effort: Effort,
}

/// One choice that a search has weighed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered<R: Rules> {
    pub choice: R::Choice,
    pub visits: u32,
    /// The deciding seat's chance of winning after it.
    pub outlook: f32,
}

/// How much work a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub iterations: u64,
    /// Choices selected and taken on the way down the tree.
    pub tree_steps: u64,
    /// Choices selected and taken in play-outs.
    pub play_out_steps: u64,
    /// Nodes added.
    pub nodes: u64,
}

impl Effort {
    pub fn and(self, other: Effort) -> Effort {
        Effort {
            iterations: self.iterations + other.iterations,
            tree_steps: self.tree_steps + other.tree_steps,
            play_out_steps: self.play_out_steps + other.play_out_steps,
            nodes: self.nodes + other.nodes,
        }
    }
}

/// A bot that searches.
#[derive(Debug)]
pub struct Search<R: Rules, A: Advice<R>> {
    settings: Settings,
    growers: Vec<Grower<R, A>>,
    plan: Option<Plan<A::Bundle>>,
    /// How many choices of the match the trees have followed, and where that led.
    heard: usize,
    root: u64,
    decisions: u64,
    noise: Noise,
    choices: Vec<R::Choice>,
}

impl<R: Rules, A: Advice<R>> Search<R, A> {
    pub fn new(advice: A, budget: Budget, seed: u64) -> Self {
        Search::with_settings(advice, Settings::new(budget), seed)
    }

    pub fn with_settings(advice: A, settings: Settings, seed: u64) -> Self {
        let mut noise = Noise::from_number(seed);
        let growers =
            (0..settings.trees.max(1)).map(|_| Grower::new(advice.clone(), settings, noise.number())).collect();
        Search { settings, growers, plan: None, heard: 0, root: 0, decisions: 0, noise, choices: Vec::new() }
    }

    /// Thinks about the question put to this seat, for as long as the budget allows.
    pub fn think(&mut self, seated: &Seated<'_, R>) -> Thought<R> {
        let mut ballots = self.search(seated);
        let decision = seated.decision().expect("a bot is asked when its seat is");
        let imagined = self.growers[0].imagine(seated);
        seated.choices(&mut self.choices);
        // A bundle and its first choice alone are one option: it promises what the better tried of them does.
        ballots.sort_by_key(|ballot| std::cmp::Reverse(ballot.visits));
        let mut options: Vec<Considered<R>> = Vec::new();
        for ballot in ballots {
            let Some(choice) = self.first_of(ballot.action, &imagined, seated.seat(), decision) else { continue };
            match options.iter_mut().find(|known| known.choice == choice) {
                Some(known) => known.visits += ballot.visits,
                None => {
                    options.push(Considered { choice, visits: ballot.visits, outlook: ballot.mean() as f32 });
                }
            }
        }
        options.sort_by_key(|option| std::cmp::Reverse(option.visits));
        Thought { options, outlook: self.outlook(), effort: self.effort() }
    }

    /// The choice that an action begins with, if it is legal in the question at hand.
    fn first_of(
        &self,
        action: Action<R::Choice, A::Bundle>,
        imagined: &Game<R>,
        seat: Seat,
        decision: R::Decision,
    ) -> Option<R::Choice> {
        match action {
            Action::Choice(choice) => self.choices.contains(&choice).then_some(choice),
            Action::Bundle(bundle) => self.growers[0].advice.next_of(bundle, imagined, seat, decision, &self.choices),
        }
    }

    /// Grows the trees and counts what was tried at their roots.
    fn search(&mut self, seated: &Seated<'_, R>) -> Vec<Ballot<R, A>> {
        self.follow_history(seated);
        self.decisions += 1;
        let (root, budget, trees) = (self.root, self.settings.budget, self.growers.len());
        let limit = |index: usize| match budget {
            Budget::Time(time) => Limit::Until(Instant::now() + time),
            Budget::Iterations(number) => {
                Limit::Iterations(number as usize / trees + usize::from(index < number as usize % trees))
            }
        };
        if let [grower] = &mut self.growers[..] {
            grower.grow(seated, root, limit(0));
        } else {
            std::thread::scope(|threads| {
                for (index, grower) in self.growers.iter_mut().enumerate() {
                    let limit = limit(index);
                    threads.spawn(move || grower.grow(seated, root, limit));
                }
            });
        }
        let mut ballots: Vec<Ballot<R, A>> = Vec::new();
        for grower in &self.growers {
            for edge in grower.tree.edges(grower.at_root) {
                match ballots.iter_mut().find(|ballot| ballot.action == edge.action) {
                    Some(ballot) => {
                        ballot.visits += edge.visits;
                        ballot.sum += f64::from(edge.sum);
                    }
                    None => {
                        ballots.push(Ballot { action: edge.action, visits: edge.visits, sum: f64::from(edge.sum) });
                    }
                }
            }
        }
        ballots
    }

    /// How the game stands for each seat, over all iterations of the last search.
    pub fn outlook(&self) -> Outlook {
        let iterations = self.effort().iterations.max(1) as f64;
        std::array::from_fn(|seat| {
            (self.growers.iter().map(|grower| grower.outlook[seat]).sum::<f64>() / iterations) as f32
        })
    }

    /// Nodes in the trees, those kept from earlier decisions too.
    pub fn nodes(&self) -> usize {
        self.growers.iter().map(|grower| grower.tree.len()).sum()
    }

    /// The most bytes that the trees may take.
    pub fn memory_bound(&self) -> usize {
        self.growers.len() * tree::memory_bound(std::mem::size_of::<Action<R::Choice, A::Bundle>>())
    }

    /// The work of the last search.
    pub fn effort(&self) -> Effort {
        self.growers.iter().fold(Effort::default(), |effort, grower| effort.and(grower.effort))
    }

    /// How many decisions it has searched for; forced ones and those inside a bundle are not among them.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Follows what has been chosen; if the trees were grown for something that was taken back, they start afresh.
    fn follow_history(&mut self, seated: &Seated<'_, R>) {
        let (mut root, mut goes_on) = (0, self.heard == 0);
        for (index, (by, choice)) in seated.heard().enumerate() {
            root = tree::follow(root, by, choice);
            goes_on |= index + 1 == self.heard && root == self.root;
        }
        if !goes_on {
            self.growers.iter_mut().for_each(|grower| grower.tree.clear());
        }
        (self.heard, self.root) = (seated.heard().len(), root);
    }
}

impl<R: Rules, A: Advice<R>> Bot<R> for Search<R, A> {
    fn choose(&mut self, seated: &Seated<'_, R>) -> R::Choice {
        seated.choices(&mut self.choices);
        if let [only] = self.choices[..] {
            return only;
        }
        let imagined = self.growers[0].imagine(seated);
        if let Some(plan) = self.plan.take()
            && let Some(choice) = plan.go_on(&self.growers[0].advice, &imagined, seated, &self.choices)
        {
            self.plan = Some(plan);
            return choice;
        }
        let mut ballots = self.search(seated);
        let decision = seated.decision().expect("a bot is asked when its seat is");
        // A tree that was kept has edges for dice and cards that did not come.
        let (mut bundles, mut offered) = (Vec::new(), Vec::new());
        let advice = &self.growers[0].advice;
        list(advice, &imagined, seated.seat(), decision, &self.choices, &mut bundles, &mut offered);
        ballots.retain(|ballot| ballot.visits > 0 && offered.contains(&ballot.action));
        let most = ballots.iter().map(|ballot| ballot.visits).max().unwrap_or(0);
        let best = if ballots.is_empty() {
            None
        } else if self.settings.mixing.applies(&imagined, &mut Vec::new()) {
            // What the opponent may guess at is chosen as often as it was tried; what was hardly tried is left out.
            let tried = |ballot: &Ballot<R, A>| if 8 * ballot.visits >= most { ballot.visits as f32 } else { 0.0 };
            let weights: Vec<f32> = ballots.iter().map(tried).collect();
            ballots.get(self.noise.pick(&weights))
        } else {
            ballots.iter().filter(|ballot| ballot.visits == most).max_by(|one, other| one.sum.total_cmp(&other.sum))
        };
        let Some(action) = best.map(|ballot| ballot.action) else { return self.choices[0] };
        if let Action::Bundle(bundle) = action {
            self.plan = Some(Plan::new(bundle, seated));
        }
        self.first_of(action, &imagined, seated.seat(), decision).expect("what cannot be begun was left out")
    }
}

/// How often something was tried at the root, and what came of it.
struct Ballot<R: Rules, A: Advice<R>> {
    action: Action<R::Choice, A::Bundle>,
    visits: u32,
    sum: f64,
}

impl<R: Rules, A: Advice<R>> Ballot<R, A> {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Until(Instant),
    Iterations(usize),
}

/// One tree, and all that is needed to grow it.
#[derive(Debug)]
pub struct Grower<R: Rules, A: Advice<R>> {
    advice: A,
    settings: Settings,
    tree: Tree<R::Choice, A::Bundle>,
    at_root: Option<usize>,
    chance: Chance,
    noise: Noise,
    effort: Effort,
    outlook: [f64; MAX_SEATS],
    path: Vec<Passed>,
    choices: Vec<R::Choice>,
    /// What the others may answer at the same moment.
    others: Vec<R::Choice>,
    bundles: Vec<A::Bundle>,
    actions: Vec<Action<R::Choice, A::Bundle>>,
    edges: Vec<u32>,
    weights: Vec<f32>,
}

/// A node on the way down, what was done there, and whose it is.
#[derive(Clone, Copy, Debug)]
struct Passed {
    node: usize,
    edge: u32,
    seat: Seat,
}

impl<R: Rules, A: Advice<R>> Grower<R, A> {
    pub fn new(advice: A, settings: Settings, seed: u64) -> Self {
        let mut noise = Noise::from_number(seed);
        Grower {
            advice,
            settings,
            tree: Tree::default(),
            at_root: None,
            chance: Chance::from_number(noise.number()),
            noise,
            effort: Effort::default(),
            outlook: [0.0; MAX_SEATS],
            path: Vec::new(),
            choices: Vec::new(),
            others: Vec::new(),
            bundles: Vec::new(),
            actions: Vec::new(),
            edges: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// A game that the seat could not tell from the true one. What others have sealed at this moment is decided in the
    /// tree like everything else: whoever replies to answers at random is easily guessed.
    fn imagine(&mut self, seated: &Seated<'_, R>) -> Game<R> {
        let mut imagined = seated.conceal(&mut self.chance);
        imagined.unseal();
        imagined
    }

    fn grow(&mut self, seated: &Seated<'_, R>, root: u64, limit: Limit) {
        self.effort = Effort::default();
        self.outlook = [0.0; MAX_SEATS];
        self.tree.make_room();
        let decision = seated.decision().expect("a bot is asked when its seat is");
        let key = tree::key(root, seated.seat(), decision);
        if let Some(node) = self.tree.find(key) {
            self.tree.discount(node);
        }
        loop {
            let enough = match limit {
                Limit::Until(then) => Instant::now() >= then,
                Limit::Iterations(number) => self.effort.iterations >= number as u64,
            };
            // Where somebody else answers first, the first iterations may not get as far as our own question.
            let enough = enough && (self.tree.find(key).is_some() || self.effort.iterations > 100);
            if enough {
                break;
            }
            let game = self.imagine(seated);
            self.iterate(game, root);
        }
        self.at_root = self.tree.find(key);
    }

    /// One way down, one node more, one play-out, and back up. `root` is what everybody has heard so far.
    pub fn iterate(&mut self, mut game: Game<R>, root: u64) {
        let mut ears = Ears::new(root);
        self.path.clear();
        let mut is_new = false;
        while !is_new {
            let Some(question) = game.next_question() else { break };
            let seat = question.seat;
            game.choices(seat, &mut self.choices);
            if let [only] = self.choices[..] {
                self.take(&mut game, seat, only, &mut ears);
                continue;
            }
            let key = tree::key(ears.of(seat), seat, question.decision);
            list(&self.advice, &game, seat, question.decision, &self.choices, &mut self.bundles, &mut self.actions);
            let node = match self.tree.find(key) {
                Some(node) => node,
                None => {
                    is_new = true;
                    // What lies beyond a full tree is left to the play-out.
                    if self.tree.is_full() {
                        break;
                    }
                    self.effort.nodes += 1;
                    self.tree.add(key)
                }
            };
            if !self.match_edges(node, &game, seat, question.decision) {
                break;
            }
            let mixes = self.settings.mixing.applies(&game, &mut self.others);
            let pick = self.tree.select(node, &self.edges, self.settings.curiosity, mixes, &mut self.noise);
            self.path.push(Passed { node, edge: self.edges[pick], seat });
            match self.actions[pick] {
                Action::Choice(choice) => self.take(&mut game, seat, choice, &mut ears),
                Action::Bundle(bundle) => {
                    let steps = &mut self.effort.tree_steps;
                    follow(&self.advice, bundle, &mut game, seat, &mut self.choices, |game, choice| {
                        ears.hear(game, seat, choice);
                        *steps += 1;
                    });
                }
            }
        }
        self.play_out(&mut game);
        let outlook = if game.is_over() { self.advice.outcome(&game) } else { self.advice.evaluate(&game) };
        for passed in &self.path {
            self.tree.back_up(passed.node, passed.edge, outlook[passed.seat.index()]);
        }
        for (total, value) in self.outlook.iter_mut().zip(outlook) {
            *total += f64::from(value);
        }
        self.effort.iterations += 1;
    }

    fn take(&mut self, game: &mut Game<R>, seat: Seat, choice: R::Choice, ears: &mut Ears<R>) {
        ears.hear(game, seat, choice);
        game.take(seat, choice, &mut Deaf);
        self.effort.tree_steps += 1;
    }

    /// Finds the edge of each action, and adds those that are new at this node; `false` if there is no room for them.
    fn match_edges(&mut self, node: usize, game: &Game<R>, seat: Seat, decision: R::Decision) -> bool {
        self.edges.clear();
        let mut is_known = true;
        for (index, &action) in self.actions.iter().enumerate() {
            match self.tree.edge(node, index, action) {
                Some(edge) => self.edges.push(edge),
                None => {
                    is_known = false;
                    break;
                }
            }
        }
        if is_known || self.tree.is_full() {
            return is_known;
        }
        self.weights.clear();
        self.advice.weigh(game, seat, decision, &self.choices, &mut self.weights);
        // A bundle looks as good as the best choice: it is there because somebody thought of it.
        let best = self.weights.iter().copied().fold(0.0, f32::max);
        self.weights.resize(self.actions.len(), best);
        let total: f32 = self.weights.iter().sum();
        self.edges.clear();
        for (index, &action) in self.actions.iter().enumerate() {
            let edge = match self.tree.edge(node, index, action) {
                Some(edge) => edge,
                None => self.tree.add_edge(node, action, self.weights[index] / total),
            };
            self.edges.push(edge);
        }
        true
    }

    /// Plays on, each choice as likely as it looks promising, until the outlook can be trusted.
    fn play_out(&mut self, game: &mut Game<R>) {
        for _ in 0..self.settings.longest_play_out {
            let Some(question) = game.next_question() else { return };
            if self.advice.is_quiet(game) {
                return;
            }
            game.choices(question.seat, &mut self.choices);
            let choice = match self.choices[..] {
                [only] => only,
                _ => {
                    self.weights.clear();
                    self.advice.weigh(game, question.seat, question.decision, &self.choices, &mut self.weights);
                    self.choices[self.noise.pick(&self.weights)]
                }
            };
            game.take(question.seat, choice, &mut Deaf);
            self.effort.play_out_steps += 1;
        }
    }

    /// How the game stands for each seat, over all iterations so far.
    pub fn outlook(&self) -> Outlook {
        self.outlook.map(|sum| (sum / self.effort.iterations.max(1) as f64) as f32)
    }

    /// How often each action was tried by a seat that had heard `heard` and was asked `decision`. For games with known
    /// answers, whose whole strategy is compared.
    pub fn strategy(&self, heard: u64, seat: Seat, decision: R::Decision) -> Vec<(R::Choice, u32)> {
        let node = self.tree.find(tree::key(heard, seat, decision));
        let edges = self.tree.edges(node).iter();
        edges
            .filter_map(
                |edge| if let Action::Choice(choice) = edge.action { Some((choice, edge.visits)) } else { None },
            )
            .collect()
    }
}

/// What each seat has heard on the way down, as one number a seat.
#[derive(Debug)]
struct Ears<R: Rules> {
    heard: [u64; MAX_SEATS],
    moment: Moment<R>,
}

impl<R: Rules> Ears<R> {
    fn new(root: u64) -> Self {
        Ears { heard: [root; MAX_SEATS], moment: Moment::default() }
    }

    fn of(&self, seat: Seat) -> u64 {
        self.heard[seat.index()]
    }

    /// Told before the game takes the choice. Nobody hears of a sealed answer before the last of its moment.
    fn hear(&mut self, game: &Game<R>, by: Seat, choice: R::Choice) {
        let heard = &mut self.heard;
        self.moment.note(game, by, choice, |listener, by, choice| {
            heard[listener.index()] = tree::follow(heard[listener.index()], by, choice);
        });
    }
}
