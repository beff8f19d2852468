//! Effects as the runner reads them: the tree of words, checked and laid out as a list of steps.

use super::vocabulary::{
    Ability, AreaState, Areas, Branch, Condition, Count, Deal, Feature, LastingRule, Number, Permit, Place, Special,
    State, Stuff, Terrain, Units, Who, Word,
};
use crate::components::{Face, Faction, StructureKind};

/// A place in the program of all cards.
pub type Pc = u16;

/// A set of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// No face named means any.
    fn new(faces: &[Face]) -> Faces {
        Faces(if faces.is_empty() { 0b111 } else { faces.iter().fold(0, |set, face| set | 1 << face.index()) })
    }

    pub fn contains(self, face: Face) -> bool {
        self.0 & (1 << face.index()) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.contains(face))
    }

    /// Dice of `dice` that show one of these faces.
    pub fn of(self, dice: [u8; 3]) -> u8 {
        self.iter().map(|face| dice[face.index()]).sum()
    }
}

/// A set of rows of a faction sheet.
pub type Rows = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFilter {
    pub at: Place,
    /// All rows when nothing was named; a reinforcement token counts as its level 0 kind.
    pub rows: Rows,
    pub state: State,
    pub level: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaFilter {
    pub at: Place,
    pub friendly: bool,
    pub uncontrolled: bool,
    pub enemy: bool,
    pub terrain: Terrain,
    pub with: Features,
    pub without: Features,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub any_structure: bool,
    /// One bit a kind.
    pub structures: u8,
    pub own_objective: bool,
    pub units: Rows,
    pub units_in_system: Rows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    Standing(Rows),
    MoraleDice,
    ForgeTokens,
    WorldsWith(StructureKind),
}

/// How many dice, or how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Exactly(u8),
    UpTo(u8),
    All,
    Per(Tally),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatDeal {
    Spend(Faces, u8),
    RoutOwn,
    DestroyOwn(State),
}

/// One step of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Ask whether to use what follows; if not, go to `skip`.
    May {
        skip: Pc,
    },
    If {
        condition: Condition,
        skip: Pc,
    },
    Jump(Pc),
    /// Pick one of the following `count` branches, each behind a `Branch` step.
    Choose {
        count: u8,
    },
    /// The start of a branch; `label` is an index into the program's labels.
    Branch {
        body: Pc,
        end: Pc,
        label: u16,
    },
    /// Ask the opponent; refusing goes to `refused`.
    Offer {
        deal: FlatDeal,
        refused: Pc,
    },
    /// Ask whether to go round (again), at most so often; `end` when not.
    Repeat {
        limit: Limit,
        end: Pc,
    },
    ForEach {
        per: Tally,
        end: Pc,
    },
    /// Back to the head of the loop.
    Again(Pc),
    Gain {
        who: Who,
        what: FlatStuff,
        per: Option<Tally>,
    },
    Lose {
        who: Who,
        what: FlatStuff,
        picked_by: Who,
    },
    Spend {
        faces: Faces,
        count: u8,
    },
    Pay(u8),
    Reroll {
        who: Who,
        faces: Faces,
        count: Limit,
        picked_by: Who,
    },
    Convert {
        from: Faces,
        to: Face,
        count: Limit,
    },
    RallyOne,
    RallyAll,
    Rout {
        of: Who,
        by: Who,
        all: bool,
        units: UnitFilter,
    },
    Destroy {
        of: Who,
        by: Who,
        all: bool,
        units: UnitFilter,
    },
    Retreat {
        of: Who,
    },
    Place {
        rows: Rows,
        count: u8,
        areas: AreaFilter,
    },
    Relocate {
        units: UnitFilter,
        from: Terrain,
        to: AreaFilter,
    },
    Replace {
        units: UnitFilter,
        with: u8,
    },
    Build {
        kind: StructureKind,
        areas: AreaFilter,
        beside_another: bool,
    },
    Reinforce,
    BuyCombatUpgrade {
        discount: Tally,
    },
    BuyOrderUpgrade {
        discount: Tally,
    },
    Draw,
    PlayForIcons,
    DiscardFaceup {
        by: Who,
    },
    DiscardAtRandom,
    LookAtFacedown,
    Lasting(LastingRule),
    Permit(Permit),
    Special(Special),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatStuff {
    Rolled(u8),
    Dice(Face, u8),
    AnyDice(u8),
    Tokens { offence: u8, defence: u8 },
    Materiel(u8),
    Assets(crate::components::Asset, u8),
}

/// A step, and where a player goes who declines the whole ability here.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub op: Op,
    /// The question of this step also offers to decline; `None` if it does not.
    pub decline: Option<Pc>,
}

/// All effects of a catalogue, one after another.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub lines: Vec<Line>,
    pub labels: Vec<String>,
}

/// An ability's place in the program.
#[derive(Clone, Copy, Debug)]
pub struct Paragraph {
    pub start: Pc,
    pub end: Pc,
    pub must: bool,
    pub when: Option<Condition>,
}

impl Program {
    /// Adds an ability of `faction`; the error says what is wrong with it.
    pub fn add(&mut self, faction: &Faction, ability: &Ability) -> Result<Paragraph, String> {
        let start = self.lines.len();
        if ability.effect.is_empty() {
            return Err("an ability without effect".to_owned());
        }
        let asks_by_itself = ability.effect.first().is_some_and(opens_with_own_choice);
        if !ability.must && !asks_by_itself {
            self.push(Op::May { skip: 0 });
        }
        self.words(faction, &ability.effect, false)?;
        let end = self.lines.len();
        self.push(Op::End);
        if !ability.must {
            let skip = pc(end)?;
            match &mut self.lines[start] {
                Line { op: Op::May { skip: open }, .. } => *open = skip,
                line => line.decline = Some(skip),
            }
        }
        Ok(Paragraph { start: pc(start)?, end: pc(end)?, must: ability.must, when: ability.when })
    }

    fn push(&mut self, op: Op) -> usize {
        self.lines.push(Line { op, decline: None });
        self.lines.len() - 1
    }

    fn words(&mut self, faction: &Faction, words: &[Word], in_loop: bool) -> Result<(), String> {
        words.iter().try_for_each(|word| self.word(faction, word, in_loop))
    }

    fn word(&mut self, faction: &Faction, word: &Word, in_loop: bool) -> Result<(), String> {
        let op = match word {
            Word::Gain { who, what, per } => {
                Op::Gain { who: *who, what: stuff(what), per: per.as_ref().map(|per| tally(faction, per)).transpose()? }
            }
            Word::Lose { who, what, picked_by } => Op::Lose { who: *who, what: stuff(what), picked_by: *picked_by },
            Word::Spend { faces, count } => Op::Spend { faces: Faces::new(faces), count: *count },
            Word::Pay(materiel) => Op::Pay(*materiel),
            Word::Reroll { who, faces, count, picked_by } => {
                Op::Reroll { who: *who, faces: Faces::new(faces), count: limit(faction, count)?, picked_by: *picked_by }
            }
            Word::Convert { from, to, count } => {
                Op::Convert { from: Faces::new(from), to: *to, count: limit(faction, count)? }
            }
            Word::Rally(Number::All) => Op::RallyAll,
            Word::Rally(_) => Op::RallyOne,
            Word::Rout { of, by, count, units } => {
                Op::Rout { of: *of, by: *by, all: *count == Number::All, units: unit_filter(faction, units)? }
            }
            Word::Destroy { of, by, count, units } => {
                Op::Destroy { of: *of, by: *by, all: *count == Number::All, units: unit_filter(faction, units)? }
            }
            Word::Retreat { of } => Op::Retreat { of: *of },
            Word::Place { kinds, count, areas } => {
                Op::Place { rows: rows(faction, kinds)?, count: *count, areas: area_filter(faction, areas)? }
            }
            Word::Relocate { units, from, to } => {
                Op::Relocate { units: unit_filter(faction, units)?, from: *from, to: area_filter(faction, to)? }
            }
            Word::Replace { units, with } => {
                Op::Replace { units: unit_filter(faction, units)?, with: row(faction, with)? }
            }
            Word::Build { kind, areas, beside_another } => {
                Op::Build { kind: *kind, areas: area_filter(faction, areas)?, beside_another: *beside_another }
            }
            Word::Reinforce => Op::Reinforce,
            Word::BuyCombatUpgrade { discount } => Op::BuyCombatUpgrade { discount: tally(faction, discount)? },
            Word::BuyOrderUpgrade { discount } => Op::BuyOrderUpgrade { discount: tally(faction, discount)? },
            Word::Draw => Op::Draw,
            Word::PlayForIcons => Op::PlayForIcons,
            Word::DiscardFaceup { by } => Op::DiscardFaceup { by: *by },
            Word::DiscardAtRandom => Op::DiscardAtRandom,
            Word::LookAtFacedown => Op::LookAtFacedown,
            Word::Lasting(rule) => Op::Lasting(*rule),
            Word::Permit(permit) => Op::Permit(*permit),
            Word::Special(special) => Op::Special(*special),
            Word::Todo => return Err("an effect that is still Todo".to_owned()),
            Word::ChooseOne(branches) => return self.choose(faction, branches, in_loop),
            Word::Offer { deal, accepted, refused } => return self.offer(faction, deal, accepted, refused, in_loop),
            Word::May(words) => {
                let may = self.push(Op::May { skip: 0 });
                self.words(faction, words, in_loop)?;
                let skip = pc(self.lines.len())?;
                self.lines[may].op = Op::May { skip };
                return Ok(());
            }
            Word::If(condition, words) => {
                let test = self.push(Op::Jump(0));
                self.words(faction, words, in_loop)?;
                let skip = pc(self.lines.len())?;
                self.lines[test].op = Op::If { condition: *condition, skip };
                return Ok(());
            }
            Word::Repeat { times, effect } => {
                let limit = limit(faction, times)?;
                return self.turn(faction, effect, in_loop, |end| Op::Repeat { limit, end });
            }
            Word::ForEach { per, effect } => {
                let per = tally(faction, per)?;
                return self.turn(faction, effect, in_loop, |end| Op::ForEach { per, end });
            }
        };
        self.push(op);
        Ok(())
    }

    fn turn(
        &mut self,
        faction: &Faction,
        effect: &[Word],
        in_loop: bool,
        head: impl FnOnce(Pc) -> Op,
    ) -> Result<(), String> {
        if in_loop {
            return Err("a repetition inside a repetition".to_owned());
        }
        let start = self.push(Op::Jump(0));
        self.words(faction, effect, true)?;
        self.push(Op::Again(pc(start)?));
        let end = pc(self.lines.len())?;
        self.lines[start].op = head(end);
        Ok(())
    }

    fn choose(&mut self, faction: &Faction, branches: &[Branch], in_loop: bool) -> Result<(), String> {
        self.push(Op::Choose { count: branches.len() as u8 });
        let table = self.lines.len();
        for _ in branches {
            self.push(Op::Jump(0));
        }
        let mut bodies = Vec::new();
        for branch in branches {
            bodies.push(self.lines.len());
            self.words(faction, &branch.effect, in_loop)?;
            self.push(Op::Jump(0));
        }
        let end = pc(self.lines.len())?;
        for (index, branch) in branches.iter().enumerate() {
            let label = self.labels.len() as u16;
            self.labels.push(branch.label.clone());
            let close = bodies.get(index + 1).copied().unwrap_or(self.lines.len()) - 1;
            self.lines[close].op = Op::Jump(end);
            self.lines[table + index].op = Op::Branch { body: pc(bodies[index])?, end: pc(close)?, label };
        }
        Ok(())
    }

    fn offer(
        &mut self,
        faction: &Faction,
        deal: &Deal,
        accepted: &[Word],
        refused: &[Word],
        in_loop: bool,
    ) -> Result<(), String> {
        let deal = match deal {
            Deal::Spend(faces, count) => FlatDeal::Spend(Faces::new(faces), *count),
            Deal::RoutOwn => FlatDeal::RoutOwn,
            Deal::DestroyOwn(state) => FlatDeal::DestroyOwn(*state),
        };
        let ask = self.push(Op::Jump(0));
        self.words(faction, accepted, in_loop)?;
        let over = self.push(Op::Jump(0));
        self.lines[ask].op = Op::Offer { deal, refused: pc(self.lines.len())? };
        self.words(faction, refused, in_loop)?;
        self.lines[over].op = Op::Jump(pc(self.lines.len())?);
        Ok(())
    }
}

/// Words that start with a question to the owner: declining the ability is one more answer to it.
fn opens_with_own_choice(word: &Word) -> bool {
    match word {
        Word::ChooseOne(_)
        | Word::Place { .. }
        | Word::Relocate { .. }
        | Word::Replace { .. }
        | Word::Build { .. }
        | Word::PlayForIcons
        | Word::DiscardFaceup { by: Who::You }
        | Word::Retreat { of: Who::You }
        | Word::BuyCombatUpgrade { .. }
        | Word::BuyOrderUpgrade { .. }
        | Word::Repeat { .. } => true,
        Word::Convert { count, .. } => !matches!(count, Number::Exactly(_)),
        Word::Rally(number) => *number != Number::All,
        Word::Rout { by: Who::You, count, .. } | Word::Destroy { by: Who::You, count, .. } => *count != Number::All,
        _ => false,
    }
}

fn pc(index: usize) -> Result<Pc, String> {
    Pc::try_from(index).map_err(|_| "more effects than a program holds".to_owned())
}

fn stuff(stuff: &Stuff) -> FlatStuff {
    match stuff {
        Stuff::Rolled(count) => FlatStuff::Rolled(*count),
        Stuff::Dice(face, count) => FlatStuff::Dice(*face, *count),
        Stuff::AnyDice(count) => FlatStuff::AnyDice(*count),
        Stuff::Tokens { offence, defence } => FlatStuff::Tokens { offence: *offence, defence: *defence },
        Stuff::Materiel(amount) => FlatStuff::Materiel(*amount),
        Stuff::Assets(asset, count) => FlatStuff::Assets(*asset, *count),
    }
}

fn row(faction: &Faction, id: &str) -> Result<u8, String> {
    let row = faction.units.iter().position(|unit| unit.id == id);
    row.map(|row| row as u8).ok_or_else(|| format!("no unit “{id}” on the sheet of {}", faction.id))
}

/// The rows of these units; every row when none is named.
fn rows(faction: &Faction, ids: &[String]) -> Result<Rows, String> {
    if ids.is_empty() {
        return Ok(0b11_1111);
    }
    ids.iter().try_fold(0, |set, id| Ok(set | 1 << row(faction, id)?))
}

fn tally(faction: &Faction, count: &Count) -> Result<Tally, String> {
    Ok(match count {
        Count::Standing(ids) => Tally::Standing(rows(faction, ids)?),
        Count::MoraleDice => Tally::MoraleDice,
        Count::ForgeTokens => Tally::ForgeTokens,
        Count::WorldsWith(kind) => Tally::WorldsWith(*kind),
    })
}

fn limit(faction: &Faction, number: &Number) -> Result<Limit, String> {
    Ok(match number {
        Number::Exactly(count) => Limit::Exactly(*count),
        Number::UpTo(count) => Limit::UpTo(*count),
        Number::Any => Limit::UpTo(u8::MAX),
        Number::All => Limit::All,
        Number::Per(count) => Limit::Per(tally(faction, count)?),
    })
}

fn unit_filter(faction: &Faction, units: &Units) -> Result<UnitFilter, String> {
    Ok(UnitFilter {
        at: units.at,
        rows: rows(faction, &units.kinds)?,
        state: units.state,
        level: units.level.unwrap_or(u8::MAX),
    })
}

fn area_filter(faction: &Faction, areas: &Areas) -> Result<AreaFilter, String> {
    let open = areas.state.is_empty();
    Ok(AreaFilter {
        at: areas.at,
        friendly: open || areas.state.contains(&AreaState::Friendly),
        uncontrolled: open || areas.state.contains(&AreaState::Uncontrolled),
        enemy: open || areas.state.contains(&AreaState::Enemy),
        terrain: areas.terrain,
        with: features(faction, &areas.with)?,
        without: features(faction, &areas.without)?,
    })
}

fn features(faction: &Faction, list: &[Feature]) -> Result<Features, String> {
    let mut features = Features::default();
    for feature in list {
        match feature {
            Feature::AnyStructure => features.any_structure = true,
            Feature::Structure(kind) => features.structures |= 1 << kind.index(),
            Feature::OwnObjective => features.own_objective = true,
            Feature::Unit(id) => features.units |= 1 << row(faction, id)?,
            Feature::UnitInSystem(id) => features.units_in_system |= 1 << row(faction, id)?,
        }
    }
    Ok(features)
}
