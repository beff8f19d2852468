//! What the game says to those who show it to people. Ids of pieces: `docs/forbidden-stars/pieces.md`.

use crate::board::{Look, Looking};
use crate::cards::program::Paragraph;
use crate::cards::resolve::Source;
use crate::cards::vocabulary::Who;
use crate::components::{Asset, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::describe::{self, with_article};
use crate::events::Event;
use crate::notation::{Names, slug};
use crate::orders::purchase::{self, Discount, Price};
use crate::position::write_battle;
use crate::table::{Area, CardId, EventId, UnitKind, UpgradeId};
use crate::{Catalogue, ForbiddenStars, Game};
use kernel::{Barrier, Battle, Depth, Presentation, Seat, Shape};

impl Presentation for ForbiddenStars {
    fn seat_name(game: &Game, seat: Seat) -> String {
        describe::player(game, seat).to_owned()
    }

    fn letter(game: &Game, seat: Seat) -> char {
        let factions = game.table.all_seats().map(|seat| game.table.player(seat).faction);
        seat_letters(game.catalogue, factions)[seat.index()]
    }

    fn question(game: &Game, decision: Decision) -> String {
        describe::question(game, decision)
    }

    fn label(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> String {
        label(game, seat, decision, choice)
    }

    fn pieces(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> Vec<String> {
        pieces(game, seat, decision, choice)
    }

    fn shape(_game: &Game, _seat: Seat, decision: Decision) -> Shape {
        match decision {
            Decision::Respond(_) => Shape::Window,
            Decision::Reinforce => Shape::Number,
            Decision::AssignDamage { .. } | Decision::DestroyExcess { .. } => Shape::Assign,
            Decision::BuyUnit { .. }
            | Decision::BuyStructure
            | Decision::BuyUpgrades { .. }
            | Decision::MoveShip
            | Decision::MoveGroundUnit
            | Decision::PlaceForces => Shape::Compose,
            Decision::PlaceTile
            | Decision::PlaceObjective
            | Decision::PlaceStorm
            | Decision::PlaceOrder
            | Decision::RevealOrder
            | Decision::ResolveOrDivert
            | Decision::BuyUpgrade(_)
            | Decision::RemovePair
            | Decision::TakeProsperity
            | Decision::OrbitalStrike { .. }
            | Decision::ChooseContest
            | Decision::ChooseCombatCard
            | Decision::SaveRouted
            | Decision::RetreatTo { .. }
            | Decision::KeepStructure
            | Decision::ChooseEvent
            | Decision::PlayScheme
            | Decision::MoveStorm { .. }
            | Decision::Effect(_)
            | Decision::Special(_) => Shape::Pick,
        }
    }

    fn is_enough(choice: Choice) -> bool {
        choice == Choice::Done
    }

    fn is_answer_count_public(game: &Game, seat: Seat, decision: Decision) -> bool {
        is_answer_count_public(game, seat, decision)
    }

    fn barrier(event: &Event) -> Option<Barrier> {
        match event {
            Event::Rolled { .. } => Some(Barrier::DiceRolled),
            Event::CardDrawn { .. } | Event::CardDealt { .. } | Event::HandDrawn { .. } | Event::EventsDrawn { .. } => {
                Some(Barrier::CardsDrawn)
            }
            Event::OrderRevealed { .. }
            | Event::CardRevealed { .. }
            | Event::CardForIcons { .. }
            | Event::LookedAt { .. }
            | Event::EventChosen { .. }
            | Event::EventRevealed { .. } => Some(Barrier::Revealed),
            _ => None,
        }
    }

    fn pieces_of_event(game: &Game, event: &Event) -> Vec<String> {
        pieces_of_event(game, event)
    }

    fn doer(event: &Event) -> Option<Seat> {
        doer(event)
    }

    fn depth(event: &Event) -> Depth {
        match event {
            Event::RoundBegins(_) | Event::Won(_) => Depth::Round,
            Event::PhaseBegins(_) => Depth::Phase,
            Event::OrderPlaced { .. }
            | Event::OrderRevealed { .. }
            | Event::CombatBegins { .. }
            | Event::StrikeBegins { .. }
            | Event::TilePlaced { .. }
            | Event::EventsDrawn { .. } => Depth::Turn,
            _ => Depth::Detail,
        }
    }

    fn battle(event: &Event) -> Option<Battle> {
        match event {
            Event::CombatBegins { .. } => Some(Battle::Begins),
            Event::CombatWon { .. } | Event::NobodyWins { .. } => Some(Battle::Ends),
            _ => None,
        }
    }

    fn battle_in_words(game: &Game) -> Option<String> {
        let battle = game.table.battle?;
        write_battle(game.look(), battle.area, battle.seats, [(0, 0); 4]).map(|lines| lines.join("; "))
    }

    fn card_text(game: &Game, decision: Decision) -> Option<String> {
        let source = match decision {
            Decision::Effect(question) => question.source,
            Decision::Special(question) => question.source,
            Decision::PlayScheme => Source::Event(game.table.players.iter().find_map(|player| player.event)?),
            _ => return None,
        };
        let catalogue = game.catalogue;
        Some(match source {
            Source::Combat(card) => {
                let (general, unit) = abilities(&catalogue.card_text(card).text);
                let asks = |part: &[Paragraph]| match decision {
                    Decision::Effect(at) => part.iter().any(|ability| (ability.start..ability.end).contains(&at.pc)),
                    _ => false,
                };
                let facts = catalogue.card(card);
                match (asks(&facts.general), asks(&facts.unit)) {
                    (true, _) => general.to_owned(),
                    (_, true) => unit.to_owned(),
                    (false, false) => catalogue.card_text(card).text.clone(),
                }
            }
            Source::Upgrade(upgrade) => catalogue.upgrade(upgrade).text.clone(),
            Source::Event(event) => catalogue.event(event).text.clone(),
            Source::Dominate(faction) => catalogue.factions[usize::from(faction)].dominate.text.clone(),
        })
    }

    fn victory(game: &Game) -> String {
        describe::victory(game)
    }

    fn is_eliminated(game: &Game, seat: Seat) -> bool {
        game.table.eliminated.contains(seat)
    }
}

/// The general abilities of a combat card and its unit abilities, which begin with their requisite.
fn abilities(text: &str) -> (&str, &str) {
    let at = if text.starts_with("With ") { 0 } else { text.find(". With ").map_or(text.len(), |stop| stop + 2) };
    (text[..at].trim_end(), &text[at..])
}

/// A letter for each faction: the first of its id that no other has taken.
pub fn seat_letters(catalogue: &Catalogue, factions: impl IntoIterator<Item = u8>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for faction in factions {
        let id = &catalogue.factions[usize::from(faction)].id;
        let free = id.chars().chain('a'..='z').map(|letter| letter.to_ascii_uppercase());
        let letter = free.filter(char::is_ascii_alphabetic).find(|letter| !letters.contains(letter));
        letters.push(letter.expect("there are more letters than seats"));
    }
    letters
}

/// Hands, drawn events and the kinds of facedown orders are hidden, and with them how many answers they leave.
fn is_answer_count_public(game: &Game, seat: Seat, decision: Decision) -> bool {
    let player = game.table.player(seat);
    match decision {
        Decision::PlaceOrder | Decision::Special(_) => false,
        Decision::ChooseCombatCard => player.hand.len() <= 1,
        Decision::ChooseEvent => player.drawn_events.len() <= 1,
        Decision::Effect(at) => !game.catalogue.program.word(at.pc).lists_hand() || player.hand.len() <= 1,
        _ => true,
    }
}

fn label(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> String {
    let look = game.look();
    let names = Names { look };
    let catalogue = look.catalogue;
    let one = |unit: UnitKind| with_article(catalogue.unit_name(unit));
    let there = |area: Area| names.whereabouts(area);
    let extra = |set: bool, words: &str| if set { format!(", {words}") } else { String::new() };
    let structure_price = |kind, cache| match purchase::structure_price(look, seat, kind, cache) {
        Some(price) => format!(" for {price} materiel"),
        None => String::new(),
    };
    match choice {
        Choice::Done => done_label(decision).to_owned(),
        Choice::Accept => accept_label(decision).to_owned(),
        Choice::Decline => decline_label(decision).to_owned(),
        Choice::Resolve => "Resolve the order".to_owned(),
        Choice::Divert => "Put it on the event deck instead".to_owned(),
        Choice::Scheme => match look.player(seat).scheme {
            Some(scheme) => format!("Use {}", catalogue.event(scheme).name),
            None => "Use the scheme".to_owned(),
        },
        Choice::Top => "On top of its stack".to_owned(),
        Choice::Bottom => "At the bottom of its stack".to_owned(),
        Choice::Tile { side, rotation, col, row } => {
            let side = catalogue.side_names(side);
            let turn = ["as it lies", "a quarter turn", "upside down", "three quarter turns"][usize::from(rotation)];
            format!("{} ({}), {turn}, column {col}, row {row}", side.name, side.code)
        }
        Choice::PutUnit { unit, area } => format!("Set up {} {}", one(unit), there(area)),
        Choice::PutStructure { structure, area } => format!("Set up a {} {}", structure.id(), there(area)),
        Choice::PutObjective { faction, area } => {
            format!("Objective of {} {}", catalogue.factions[usize::from(faction)].name, there(area))
        }
        Choice::Edge(edge) => format!("Warp Storm {}", names.edge_in_words(edge)),
        Choice::PlaceOrder { kind, system } => format!("{} in {}", title(kind.id()), names.system_title(system)),
        Choice::System(system) => match decision {
            Decision::RevealOrder => {
                let kind = look.table.top_order(system).map_or("the", |token| token.kind.id());
                format!("Reveal {kind} order in {}", names.system_title(system))
            }
            _ => names.system_title(system),
        },
        Choice::Upgrade(upgrade) => {
            let printed = catalogue.upgrade(upgrade);
            match decision {
                Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_) => {
                    format!("{}: {} upgrade, {} materiel", printed.name, printed.order.id(), printed.materiel)
                }
                _ => format!("Use {}", printed.name),
            }
        }
        Choice::Buy { unit, area, cache, scheme } => {
            let printed = catalogue.unit(unit);
            let mut price = Price { materiel: printed.materiel, forge: printed.forge };
            // What a card grants besides is written on the card.
            if matches!(decision, Decision::BuyUnit { .. }) {
                let discount = Discount { cache, scheme, granted: 0 };
                price = purchase::unit_price(look, seat, unit.row(), discount).unwrap_or(price);
            }
            let forge = match price.forge {
                0 => String::new(),
                count => format!(" and {count} forge"),
            };
            format!(
                "Buy {} {} for {} materiel{forge}{}{}",
                one(unit),
                there(area),
                price.materiel,
                extra(cache, "with a cache token"),
                extra(scheme, "with the scheme")
            )
        }
        Choice::Build { structure, area, cache } => {
            let price = structure_price(structure, cache);
            format!("Build a {} {}{price}{}", structure.id(), there(area), extra(cache, "with a cache token"))
        }
        Choice::BuildBeside { structure, area, cache } => {
            let price = structure_price(structure, cache);
            let with = extra(cache, "with a cache token");
            format!("Build a {} {} beside the other{price}{with}", structure.id(), there(area))
        }
        Choice::Pair(card) => match decision {
            Decision::RemovePair => format!("{} leaves the deck", catalogue.card_text(card).name),
            _ => {
                let printed = catalogue.card_text(card);
                format!("{}: combat cards, {} materiel", printed.name, printed.materiel)
            }
        },
        Choice::Asset(asset) => format!("{} token", title(asset.id())),
        Choice::Move { from, unit, to, via } => {
            let via = via.map_or(String::new(), |void| format!(" by way of {}", names.area_title(void)));
            format!("Move {} from {} to {}{via}", one(unit), names.area_title(from), names.area_title(to))
        }
        Choice::Strike { void, world } => format!("Strike {} from {}", names.area_title(world), names.area_title(void)),
        Choice::Area(area) => match decision {
            Decision::RetreatTo { .. } => format!("Retreat to {}", names.area_title(area)),
            Decision::ChooseContest => format!("Fight {} first", there(area)),
            _ => title(&names.area_title(area)),
        },
        Choice::Amount(0) => "None".to_owned(),
        Choice::Amount(amount) => amount.to_string(),
        Choice::Card(card) => catalogue.card_text(card).name.clone(),
        Choice::Unit { area, unit, posture, hurt } => {
            let state = if posture.is_routed() { "routed " } else { "" };
            let hurt = if hurt > 0 { format!(", {hurt} damage") } else { String::new() };
            format!("{state}{} {}{hurt}", catalogue.unit_name(unit), there(area))
        }
        Choice::Structure { area, structure } => format!("{} {}", title(structure.id()), there(area)),
        Choice::PlaceUnit { unit, area } => format!("Place {} {}", one(unit), there(area)),
        Choice::Face(face) => format!("A die that shows {}", face.id()),
        Choice::Branch(branch) => {
            describe::branch_label(game, decision, branch).map_or_else(|| format!("Option {}", branch + 1), title)
        }
        Choice::Event(event) => catalogue.event(event).name.clone(),
        Choice::Storm { from, to } => {
            format!("Move the storm {} to the edge {}", names.edge_in_words(from), names.edge_in_words(to))
        }
        Choice::Order(kind) => title(kind.id()),
        Choice::Token { system, height } => {
            format!("Order {} from the bottom in {}", height + 1, names.system_title(system))
        }
        Choice::Faction(faction) => catalogue.factions[usize::from(faction)].name.clone(),
    }
}

fn done_label(decision: Decision) -> &'static str {
    match decision {
        Decision::BuyUnit { .. } | Decision::BuyUpgrades { .. } => "Buy nothing more",
        Decision::BuyStructure => "Build nothing",
        Decision::MoveShip => "Move no more ships",
        Decision::MoveGroundUnit => "Move no more ground units",
        Decision::Respond(_) => "Pass",
        Decision::RevealOrder => "Pass",
        _ => "Done",
    }
}

fn accept_label(decision: Decision) -> &'static str {
    match decision {
        Decision::PlayScheme => "Put it into play",
        Decision::SaveRouted => "Spend a morale die",
        _ => "Yes",
    }
}

fn decline_label(decision: Decision) -> &'static str {
    match decision {
        Decision::PlayScheme => "Shuffle it back into the deck",
        Decision::SaveRouted => "Let it be destroyed",
        Decision::OrbitalStrike { .. } => "No orbital strike",
        Decision::BuyUpgrade(_) => "Take none",
        Decision::Respond(_) => "Pass",
        _ => "No",
    }
}

fn title(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn pieces(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> Vec<String> {
    let ids = Ids::of(game.look());
    match choice {
        Choice::Done
        | Choice::Accept
        | Choice::Decline
        | Choice::Resolve
        | Choice::Divert
        | Choice::Top
        | Choice::Bottom
        | Choice::Amount(_)
        | Choice::Branch(_) => Vec::new(),
        Choice::Scheme => game.table.player(seat).scheme.map(|scheme| ids.event(scheme)).into_iter().collect(),
        Choice::Tile { side, col, row, .. } => {
            vec![format!("tile:{}", game.catalogue.side_names(side).code), format!("cell:{col},{row}")]
        }
        Choice::PutUnit { unit, area } | Choice::Buy { unit, area, .. } | Choice::PlaceUnit { unit, area } => {
            vec![ids.reserve(unit), ids.area(area)]
        }
        Choice::PutStructure { structure, area }
        | Choice::Build { structure, area, .. }
        | Choice::BuildBeside { structure, area, .. } => vec![format!("supply:{}", structure.id()), ids.area(area)],
        Choice::PutObjective { faction, area } => vec![ids.player(faction), ids.area(area)],
        Choice::Edge(edge) => vec![format!("edge:{}", ids.names.edge(edge))],
        Choice::PlaceOrder { kind, system } => {
            vec![format!("order:{}", kind.id()), format!("system:{}", ids.names.system(system))]
        }
        Choice::System(system) => {
            let kind = if decision == Decision::RevealOrder { "stack" } else { "system" };
            vec![format!("{kind}:{}", ids.names.system(system))]
        }
        Choice::Upgrade(upgrade) => vec![ids.upgrade(upgrade)],
        Choice::Pair(card) | Choice::Card(card) => vec![ids.card(card)],
        Choice::Asset(asset) => vec![ids.asset(asset)],
        Choice::Move { from, unit, to, via } => {
            let way = via.map(|void| ids.area(void));
            [ids.unit(unit, from)].into_iter().chain(way).chain([ids.area(to)]).collect()
        }
        Choice::Strike { void, world } => vec![ids.area(void), ids.area(world)],
        Choice::Area(area) => vec![ids.area(area)],
        Choice::Unit { area, unit, posture, hurt } => {
            let routed = if posture.is_routed() { ".routed" } else { "" };
            let hurt = if hurt > 0 { format!(".hurt{hurt}") } else { String::new() };
            vec![format!("{}{routed}{hurt}", ids.unit(unit, area))]
        }
        Choice::Structure { area, structure } => vec![ids.structure(structure, area)],
        Choice::Face(face) => vec![format!("die:{}.{}", dice_owner(game, seat, decision).0, face.id())],
        Choice::Event(event) => vec![ids.event(event)],
        Choice::Storm { from, to } => {
            vec![format!("storm:{}", ids.names.edge(from)), format!("edge:{}", ids.names.edge(to))]
        }
        Choice::Order(kind) => vec![format!("order:{}", kind.id())],
        Choice::Token { system, height } => vec![format!("token:{}.{}", ids.names.system(system), height + 1)],
        Choice::Faction(faction) => vec![ids.player(faction)],
    }
}

/// Whose dice a question is about.
fn dice_owner(game: &Game, seat: Seat, decision: Decision) -> Seat {
    let Decision::Effect(at) = decision else { return seat };
    match game.catalogue.program.word(at.pc).whose_dice() {
        Who::You | Who::Both => at.you,
        Who::Enemy => game.table.opponent(at.you).unwrap_or(at.you),
    }
}

fn pieces_of_event(game: &Game, event: &Event) -> Vec<String> {
    let ids = Ids::of(game.look());
    let area = |area: Area| vec![ids.area(area)];
    let stack = |system| vec![format!("stack:{}", ids.names.system(system))];
    match *event {
        Event::TilePlaced { system, .. } => vec![format!("system:{}", ids.names.system(system))],
        Event::UnitPut { area: at, .. }
        | Event::StructurePut { area: at, .. }
        | Event::ObjectivePut { area: at, .. }
        | Event::UnitBought { area: at, .. }
        | Event::StructureBuilt { area: at, .. }
        | Event::StructureReplaced { area: at, .. }
        | Event::UnitPlaced { area: at, .. }
        | Event::UnitReplaced { area: at, .. }
        | Event::CombatBegins { area: at, .. }
        | Event::Routed { area: at, .. }
        | Event::Rallied { area: at, .. }
        | Event::RalliedAll { area: at, .. }
        | Event::Destroyed { area: at, .. }
        | Event::StructureDestroyed { area: at, .. }
        | Event::CombatWon { area: at, .. }
        | Event::NobodyWins { area: at }
        | Event::Captured { area: at, .. }
        | Event::ObjectiveCollected { area: at, .. } => area(at),
        Event::UnitMoved { from, to, .. } | Event::Retreats { from, to, .. } => vec![ids.area(from), ids.area(to)],
        Event::StrikeBegins { void, world, .. } => vec![ids.area(void), ids.area(world)],
        Event::StormPut { edge, .. } => vec![format!("edge:{}", ids.names.edge(edge))],
        Event::StormMoved { from, to, .. } => {
            vec![format!("edge:{}", ids.names.edge(from)), format!("edge:{}", ids.names.edge(to))]
        }
        Event::OrderPlaced { system, .. }
        | Event::OrderRevealed { system, .. }
        | Event::TokenShifted { system, .. } => stack(system),
        Event::UpgradeUsed { upgrade, .. } | Event::UpgradeGained { upgrade, .. } => vec![ids.upgrade(upgrade)],
        Event::SchemeUsed { scheme, .. } | Event::SchemeInPlay { scheme, .. } => vec![ids.event(scheme)],
        Event::PairGained { gained, removed, .. } => vec![ids.card(gained), ids.card(removed)],
        Event::CardDrawn { card: Some(card), .. }
        | Event::CardDealt { card, .. }
        | Event::CardRevealed { card, .. }
        | Event::CardForIcons { card, .. }
        | Event::CardDiscarded { card, .. }
        | Event::LookedAt { card: Some(card), .. } => vec![ids.card(card)],
        Event::EventChosen { event, .. } | Event::EventRevealed { event, .. } | Event::EventDiscarded { event, .. } => {
            vec![ids.event(event)]
        }
        Event::FirstPlayer(_)
        | Event::RoundBegins(_)
        | Event::PhaseBegins(_)
        | Event::OrderDiverted { .. }
        | Event::ResolvedAs { .. }
        | Event::OrdersOnDeck { .. }
        | Event::MaterielGained { .. }
        | Event::MaterielLost { .. }
        | Event::AssetGained { .. }
        | Event::AssetLost { .. }
        | Event::ExecutionRound(_)
        | Event::Rolled { .. }
        | Event::DiceNow { .. }
        | Event::Tokens { .. }
        | Event::HandDrawn { .. }
        | Event::CardDrawn { card: None, .. }
        | Event::Reinforced { .. }
        | Event::LookedAt { card: None, .. }
        | Event::Suffers { .. }
        | Event::Morale { .. }
        | Event::AllRally
        | Event::EventsDrawn { .. }
        | Event::Eliminated(_)
        | Event::Won(_) => Vec::new(),
    }
}

fn doer(event: &Event) -> Option<Seat> {
    match *event {
        Event::FirstPlayer(seat)
        | Event::TilePlaced { seat, .. }
        | Event::UnitPut { seat, .. }
        | Event::StructurePut { seat, .. }
        | Event::ObjectivePut { owner: seat, .. }
        | Event::StormPut { seat, .. }
        | Event::OrderPlaced { seat, .. }
        | Event::OrderRevealed { seat, .. }
        | Event::OrderDiverted { seat, .. }
        | Event::ResolvedAs { seat, .. }
        | Event::OrdersOnDeck { seat, .. }
        | Event::TokenShifted { seat, .. }
        | Event::UpgradeUsed { seat, .. }
        | Event::SchemeUsed { seat, .. }
        | Event::UnitBought { seat, .. }
        | Event::StructureBuilt { seat, .. }
        | Event::StructureReplaced { seat, .. }
        | Event::UpgradeGained { seat, .. }
        | Event::PairGained { seat, .. }
        | Event::MaterielGained { seat, .. }
        | Event::MaterielLost { seat, .. }
        | Event::AssetGained { seat, .. }
        | Event::AssetLost { seat, .. }
        | Event::UnitMoved { seat, .. }
        | Event::UnitPlaced { seat, .. }
        | Event::UnitReplaced { seat, .. }
        | Event::StrikeBegins { seat, .. }
        | Event::CombatBegins { attacker: seat, .. }
        | Event::Rolled { seat, .. }
        | Event::DiceNow { seat, .. }
        | Event::Tokens { seat, .. }
        | Event::HandDrawn { seat, .. }
        | Event::CardDrawn { seat, .. }
        | Event::CardDealt { seat, .. }
        | Event::Reinforced { seat, .. }
        | Event::CardRevealed { seat, .. }
        | Event::CardForIcons { seat, .. }
        | Event::CardDiscarded { seat, .. }
        | Event::LookedAt { by: seat, .. }
        | Event::Suffers { seat, .. }
        | Event::Routed { seat, .. }
        | Event::Rallied { seat, .. }
        | Event::RalliedAll { seat, .. }
        | Event::Destroyed { seat, .. }
        | Event::StructureDestroyed { seat, .. }
        | Event::Retreats { seat, .. }
        | Event::CombatWon { seat, .. }
        | Event::Captured { seat, .. }
        | Event::ObjectiveCollected { seat, .. }
        | Event::EventsDrawn { seat, .. }
        | Event::EventChosen { seat, .. }
        | Event::EventRevealed { seat, .. }
        | Event::SchemeInPlay { seat, .. }
        | Event::EventDiscarded { seat, .. }
        | Event::StormMoved { seat, .. }
        | Event::Eliminated(seat) => Some(seat),
        Event::RoundBegins(_)
        | Event::PhaseBegins(_)
        | Event::ExecutionRound(_)
        | Event::Morale { .. }
        | Event::NobodyWins { .. }
        | Event::AllRally
        | Event::Won(_) => None,
    }
}

/// Ids of pieces.
struct Ids<'a> {
    names: Names<'a>,
}

impl<'a> Ids<'a> {
    fn of(look: Look<'a>) -> Self {
        Ids { names: Names { look } }
    }

    fn area(&self, area: Area) -> String {
        format!("area:{}", self.names.area(area))
    }

    fn unit(&self, unit: UnitKind, area: Area) -> String {
        format!("unit:{}@{}", self.names.unit(unit), self.names.area(area))
    }

    fn structure(&self, structure: StructureKind, area: Area) -> String {
        format!("structure:{}@{}", structure.id(), self.names.area(area))
    }

    fn reserve(&self, unit: UnitKind) -> String {
        format!("reserve:{}", self.names.unit(unit))
    }

    fn asset(&self, asset: Asset) -> String {
        format!("asset:{}", asset.id())
    }

    fn player(&self, faction: u8) -> String {
        format!("player:{}", self.names.faction(faction))
    }

    fn card(&self, card: CardId) -> String {
        format!("card:{}", self.names.card(card))
    }

    fn upgrade(&self, upgrade: UpgradeId) -> String {
        format!("upgrade:{}", slug(&self.names.look.catalogue.upgrade(upgrade).name))
    }

    fn event(&self, event: EventId) -> String {
        format!("event:{}", slug(&self.names.look.catalogue.event(event).name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who is asked about one ability of a card reads that one. [combat-card-resolution.boxes.1]
    #[test]
    fn the_words_of_a_card_are_cut_where_its_unit_abilities_begin() {
        let catalogue = Catalogue::standard();
        let cards = (0..catalogue.factions.len() as u8).flat_map(|faction| {
            let count = catalogue.factions[usize::from(faction)].combat_cards.len() as u8;
            (0..count).map(move |index| CardId::new(faction, index))
        });
        for card in cards {
            let (facts, text) = (catalogue.card(card), &catalogue.card_text(card).text);
            let (general, unit) = abilities(text);
            assert_eq!(format!("{general} {unit}").trim(), text);
            assert_eq!(
                (general.is_empty(), unit.is_empty()),
                (facts.general.is_empty(), facts.unit.is_empty()),
                "{text}"
            );
        }
    }
}
