//! The words in which cards are written.
//!
//! A card's effect is a list of abilities (its printed paragraphs), each a list of words. The words are the rulebook's
//! verbs, and each has one implementation (under `words/`), which calls the functions that the base rules use too.
//! What the words cannot say plainly is a `Special`, written in Rust under `special/`.
//!
//! `You` is the card's owner, `Enemy` his opponent in this combat or orbital strike.

use super::special::SpecialId;
use crate::components::{Asset, Face, StructureKind};
use serde::{Deserialize, Serialize};

/// One printed paragraph: used or declined as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// The card says "must": it cannot be declined. [combat-card-resolution.optional.1]
    #[serde(default)]
    pub must: bool,
    /// What has to be true for the ability to be used at all.
    #[serde(default)]
    pub when: Option<Condition>,
    pub effect: Vec<Word>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    #[default]
    You,
    Enemy,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    Attacking,
    Defending,
    /// Strictly more dice showing morale than the opponent. [combat-card-resolution.compare-morale.1]
    MoreMoraleDice,
    /// Strictly more unrouted units in the combat than the opponent.
    MoreStandingUnits,
    /// The opponent has at least one routed unit in the combat.
    EnemyHasRouted,
    /// The opponent has at least one unrouted unit in the combat.
    EnemyHasStanding,
    /// The combat is fought on a world.
    OnWorld,
}

/// A number that is counted when the word is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// Your unrouted units of these kinds in the combat (ids of the faction sheet).
    Standing(Vec<String>),
    /// Your dice that show morale.
    MoraleDice,
    /// Forge tokens in your play area.
    ForgeTokens,
    /// Friendly worlds with this structure.
    WorldsWith(StructureKind),
}

/// How often, or how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Number {
    Exactly(u8),
    UpTo(u8),
    /// Any number, none included.
    Any,
    All,
    Per(Count),
}

/// What can be gained or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Stuff {
    /// Dice rolled when gained.
    Rolled(u8),
    /// Dice with this face; set when gained.
    Dice(Face, u8),
    /// Dice of any face. Losing asks which.
    AnyDice(u8),
    /// Combat tokens.
    Tokens {
        #[serde(default)]
        offence: u8,
        #[serde(default)]
        defence: u8,
    },
    Materiel(u8),
    Assets(Asset, u8),
}

/// Which units a word means. Without `at` those in the combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Units {
    pub at: Place,
    /// Ids of your faction sheet; empty for all.
    pub kinds: Vec<String>,
    pub state: State,
    /// At most this command level.
    pub level: Option<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum State {
    #[default]
    Either,
    Standing,
    Routed,
}

/// Where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// The contested area; in an orbital strike the world struck.
    #[default]
    Here,
    /// The active system; in a combat the system of the contested area.
    ThisSystem,
    /// The same system without the contested area.
    ElsewhereInThisSystem,
    /// Systems adjacent to this one.
    AdjacentSystems,
    Anywhere,
}

/// How far units are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reach {
    /// An area of the same terrain that shares a border with theirs, where no storm lies between.
    NextDoor,
    /// An area of an adjacent system, where ships can pass.
    NextSystem,
    /// Another area of the same terrain, wherever it is.
    Anywhere,
}

/// Which areas a word means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Areas {
    pub at: Place,
    /// Empty: whatever the state.
    pub state: Vec<AreaState>,
    pub terrain: Terrain,
    pub with: Vec<Feature>,
    pub without: Vec<Feature>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AreaState {
    Friendly,
    Uncontrolled,
    Enemy,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Terrain {
    /// Worlds for ground units and structures, voids for ships.
    #[default]
    Fitting,
    World,
    Void,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feature {
    AnyStructure,
    Structure(StructureKind),
    /// An objective token of your faction.
    OwnObjective,
    /// One of your units of this kind, routed or not.
    Unit(String),
    /// One of your units of this kind anywhere in the area's system.
    UnitInSystem(String),
}

/// What the opponent may do to escape something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deal {
    /// Spend this many dice showing one of these faces.
    Spend(Vec<Face>, u8),
    /// Rout one of his own unrouted units in the combat.
    RoutOwn,
    /// Destroy one of his own units in the combat.
    DestroyOwn(State),
}

/// One branch of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// What the player reads on the button, in a few words.
    pub label: String,
    pub effect: Vec<Word>,
}

/// A rule that holds while its card lies faceup. [combat-card-resolution.discard.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LastingRule {
    /// This round the opponent cannot gain defence tokens.
    EnemyGainsNoDefenceTokens,
    /// This round your units cannot become routed.
    NoRout,
    /// This round each enemy unit that is routed is destroyed unless its owner spends a morale die.
    DestroyRouted,
    /// This round no unit suffers damage.
    NoDamageToUnits,
    /// This round has one more assess damage step.
    AssessDamageAgain,
    /// This combat you gain as many combat tokens as the opponent gains.
    CopyTokens,
}

/// What an order allows while it is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Permit {
    /// Ships may cross Warp Storms.
    ShipsCrossStorms,
    /// Ships and ground units may cross Warp Storms.
    UnitsCrossStorms,
    /// If the order leads to a combat, you gain a morale die at its start.
    MoraleDieAtCombatStart,
    /// Up to two units may pass one uncontrolled void as though it were friendly.
    PassUncontrolledVoid,
    /// The structure is bought before the units.
    StructureFirst,
    /// Bastions count as factories; the deploy limit drops by one for each.
    BastionsAreFactories,
    /// A structure may join exactly one other, of another kind.
    SecondStructure,
    /// Upgrades may be bought without presence in the system.
    StrategizeAnywhere,
    /// Units that suffer damage in this strike are routed.
    StrikeRouts,
    /// All dice rolled in this strike are set to offence.
    StrikeAllOffence,
}

/// The verbs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Word {
    /// Takes dice, combat tokens, materiel or asset tokens. [gaining-losing.gain.1]
    Gain {
        #[serde(default)]
        who: Who,
        what: Stuff,
        /// As many times as this counts.
        #[serde(default)]
        per: Option<Count>,
    },
    /// Gives back as much as he has of it. [gaining-losing.lose.2]
    Lose {
        who: Who,
        what: Stuff,
        /// Who picks the dice, where the face is open.
        #[serde(default)]
        picked_by: Who,
    },
    /// A price in dice showing one of these faces (empty: any face). Without them the ability is not available.
    Spend {
        faces: Vec<Face>,
        #[serde(default = "one")]
        count: u8,
    },
    /// A price in materiel.
    Pay(u8),
    /// Takes dice showing one of these faces (empty: any) and rolls them again, together.
    Reroll {
        who: Who,
        #[serde(default)]
        faces: Vec<Face>,
        count: Number,
        /// Who picks the dice, where there is something to pick.
        #[serde(default)]
        picked_by: Who,
    },
    /// Turns dice showing one of `from` (empty: any) to another face. [convert.die.1]
    Convert { from: Vec<Face>, to: Face, count: Number },
    /// Stands own units up again: one of the owner's choice, or all. In the combat.
    Rally(Number),
    /// Routs units of one side: one picked by `by`, or all that fit.
    Rout {
        of: Who,
        #[serde(default)]
        by: Who,
        #[serde(default = "exactly_one")]
        count: Number,
        #[serde(default)]
        units: Units,
    },
    /// Destroys units: one picked by `by`, or all that fit. `of: Both` lets him pick on either side.
    Destroy {
        of: Who,
        #[serde(default)]
        by: Who,
        #[serde(default = "exactly_one")]
        count: Number,
        #[serde(default)]
        units: Units,
    },
    /// One of one's own units leaves the combat by the retreat rules; its owner picks unit and place.
    /// For the enemy it is his decision whether.
    Retreat { of: Who },
    /// Puts free units from the reserve, all of one kind, into one area. [free-units.location.1]
    Place {
        kinds: Vec<String>,
        #[serde(default = "one")]
        count: u8,
        areas: Areas,
    },
    /// Takes one own unrouted unit from one place to another, without a path.
    Relocate {
        units: Units,
        #[serde(default)]
        from: Terrain,
        to: Areas,
    },
    /// Takes own unrouted units, one by one, to one area that is picked first: at least one, then as many as wanted.
    /// Where they may stand anywhere, all come from one area, picked before that.
    Shift {
        #[serde(default)]
        units: Units,
        #[serde(default)]
        from: Terrain,
        to: Reach,
        /// Empty: whatever the state; an enemy area then becomes contested.
        #[serde(default)]
        state: Vec<AreaState>,
    },
    /// Exchanges one own unit, routed or not, for a free one of another kind. [free-units.replace.1]
    Replace { units: Units, with: String },
    /// Puts a free structure on a world.
    Build {
        kind: StructureKind,
        areas: Areas,
        #[serde(default)]
        beside_another: bool,
    },
    /// Puts a free reinforcement token from the supply into the combat. [reinforcement-tokens.free.1]
    Reinforce,
    /// Buys one combat upgrade, cheaper by what is counted.
    BuyCombatUpgrade { discount: Count },
    /// Buys one order upgrade, cheaper by what is counted.
    BuyOrderUpgrade { discount: Count },
    /// Draws a combat card.
    Draw,
    /// Plays a combat card from hand for its icons alone. [card-clarifications.extra-card.1]
    PlayForIcons,
    /// Discards one of the opponent's faceup combat cards, picked by `by`.
    DiscardFaceup { by: Who },
    /// The opponent discards a combat card at random from his hand.
    DiscardAtRandom,
    /// Looks at the opponent's facedown combat card.
    LookAtFacedown,
    /// A rule that holds from now on.
    Lasting(LastingRule),
    /// Something the present order or strike allows.
    Permit(Permit),
    /// Picks one of these branches; those that can do nothing are not offered.
    ChooseOne(Vec<Branch>),
    /// Offers the opponent a way out. If he cannot take it, he has refused. [combat-card-resolution.unless.1]
    Offer {
        deal: Deal,
        #[serde(default)]
        accepted: Vec<Word>,
        #[serde(default)]
        refused: Vec<Word>,
    },
    /// The words inside as often as wanted, up to the number. The first is usually a price.
    Repeat { times: Number, effect: Vec<Word> },
    /// The words inside once for each counted.
    ForEach { per: Count, effect: Vec<Word> },
    /// The words inside, if wanted.
    May(Vec<Word>),
    /// Goes on only if this holds.
    If(Condition, Vec<Word>),
    /// Beyond the vocabulary: a procedure in `special/`.
    Special(SpecialId),
    /// Not written yet. Listed by the coverage report; no release may contain it.
    Todo,
}

fn one() -> u8 {
    1
}

fn exactly_one() -> Number {
    Number::Exactly(1)
}
