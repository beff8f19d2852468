//! Whatever a legal choice points at is there to be pointed at.

use crate::{page, play, tables};
use bots::Kind;
use forbidden_stars::board::Looking;
use forbidden_stars::notation::{Names, slug};
use forbidden_stars::table::UnitKind;
use forbidden_stars::{Choice, Game};
use kernel::{Seat, Viewer};
use std::collections::BTreeSet;

#[test]
fn every_piece_of_a_legal_choice_is_drawn() {
    let mut met = BTreeSet::new();
    for (seed, options) in tables().iter().enumerate() {
        for kind in [Kind::Random, Kind::Greedy] {
            let mut count = 0;
            play(options, kind, seed as u64, |game, seat| {
                count += 1;
                // Every third question: the sum of the steps meets all kinds.
                if count % 3 == 0 {
                    met.extend(check(game, seat));
                }
            });
        }
    }
    let kinds: Vec<&str> = met.iter().map(String::as_str).collect();
    let wanted = [
        "area",
        "asset",
        "card",
        "cell",
        "die",
        "edge",
        "event",
        "order",
        "player",
        "reserve",
        "storm",
        "structure",
        "supply",
        "system",
        "tile",
        "unit",
        "upgrade",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}

/// The kinds of pieces that the choices of this question point at.
fn check(game: &Game, seat: Seat) -> BTreeSet<String> {
    let page = page(game, Viewer::Seat(seat));
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    let decision = game.question_of(seat).expect("the seat is asked");
    let mut kinds = BTreeSet::new();
    for choice in choices {
        for piece in pieces(game, seat, choice) {
            assert!(
                page.contains(&format!("data-piece=\"{piece}\"")),
                "{piece} is not drawn, but {choice:?} answers {decision:?}"
            );
            kinds.extend(piece.split_once(':').map(|(kind, _)| kind.to_owned()));
        }
    }
    kinds
}

fn pieces(game: &Game, seat: Seat, choice: Choice) -> Vec<String> {
    let look = game.look();
    let names = Names { look };
    let area = |area| format!("area:{}", names.area(area));
    let system = |system| format!("system:{}", names.system(system));
    let unit = |unit: UnitKind, at: String| format!("unit:{}@{at}", names.unit(unit));
    let reserve = |unit: UnitKind| format!("reserve:{}", names.unit(unit));
    match choice {
        Choice::Done
        | Choice::Accept
        | Choice::Decline
        | Choice::Resolve
        | Choice::Divert
        | Choice::Top
        | Choice::Bottom
        | Choice::Amount(_)
        | Choice::Branch(_) => vec![],
        Choice::Tile { side, col, row, .. } => {
            vec![format!("tile:{}", look.catalogue.side_names(side).code), format!("cell:{col},{row}")]
        }
        Choice::PutUnit { unit, area: at }
        | Choice::PlaceUnit { unit, area: at }
        | Choice::Buy { unit, area: at, .. } => {
            vec![reserve(unit), area(at)]
        }
        Choice::PutStructure { structure, area: at }
        | Choice::Build { structure, area: at, .. }
        | Choice::BuildBeside { structure, area: at, .. } => vec![format!("supply:{}", structure.id()), area(at)],
        Choice::PutObjective { faction, area: at } => vec![format!("player:{}", names.faction(faction)), area(at)],
        Choice::Edge(edge) => vec![format!("edge:{}", names.edge(edge))],
        Choice::PlaceOrder { kind, system: at } => vec![format!("order:{}", kind.id()), system(at)],
        Choice::System(at) => vec![system(at), format!("stack:{}", names.system(at))],
        Choice::Scheme => look.player(seat).scheme.iter().map(|&scheme| event(game, scheme)).collect(),
        Choice::Upgrade(upgrade) => vec![format!("upgrade:{}", slug(&look.catalogue.upgrade(upgrade).name))],
        Choice::Pair(card) | Choice::Card(card) => vec![format!("card:{}", names.card(card))],
        Choice::Asset(asset) => vec![format!("asset:{}", asset.id())],
        Choice::Move { from, unit: kind, to, via } => {
            let mut pieces = vec![unit(kind, names.area(from)), area(to)];
            pieces.extend(via.map(area));
            pieces
        }
        Choice::Strike { void, world } => vec![area(void), area(world)],
        Choice::Area(at) => vec![area(at)],
        Choice::Unit { area: at, unit: kind, routed, hurt } => {
            let mut piece = unit(kind, names.area(at));
            if routed {
                piece += ".routed";
            }
            if hurt > 0 {
                piece += &format!(".hurt{hurt}");
            }
            vec![piece]
        }
        Choice::Structure { area: at, structure } => vec![format!("structure:{}@{}", structure.id(), names.area(at))],
        Choice::Face(face) => {
            let seats: Vec<Seat> = look.all_seats().filter(|&seat| look.die(seat, face) > 0).collect();
            // Setting a die to a face that nobody shows is a matter of buttons.
            seats.into_iter().map(|seat| format!("die:{}.{}", seat.0, face.id())).collect()
        }
        Choice::Event(card) => vec![event(game, card)],
        Choice::Storm { from, to } => vec![format!("storm:{}", names.edge(from)), format!("edge:{}", names.edge(to))],
        Choice::Order(kind) => vec![format!("order:{}", kind.id())],
        Choice::Token { system, height } => vec![format!("token:{}.{}", names.system(system), height + 1)],
        Choice::Faction(faction) => vec![format!("player:{}", names.faction(faction))],
    }
}

fn event(game: &Game, card: forbidden_stars::table::EventId) -> String {
    format!("event:{}", slug(&game.catalogue.event(card).name))
}
