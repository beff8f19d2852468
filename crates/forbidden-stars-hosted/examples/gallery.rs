//! Draws boards of games that bots play, for those who work on the pictures:
//! `cargo run -p forbidden-stars-hosted --example gallery -- FOLDER [SEED]`.

use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, Decision, ForbiddenStars, Game, MapChoice, Options, Position, View};
use forbidden_stars_hosted::Shelved;
use hosted::Hosted;
use kernel::{Chance, Deaf, Rules, Seat, Viewer};
use picture::{STYLE, Theme};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "gallery".to_owned());
    let seed: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("picture.css"), [STYLE, Shelved::STYLE].concat())?;
    for (name, options) in tables() {
        let mut game =
            Game::new(Catalogue::standard(), &options, Chance::from_number(seed), &mut Deaf).expect("these may play");
        let advice = Adviser::default();
        let mut bots: Vec<_> =
            (0..game.seats()).map(|seat| bots::Kind::Greedy.seat(&advice, seed + u64::from(seat))).collect();
        let mut moments = Moments::default();
        bots::play(&mut game, &mut bots, &mut Deaf, |at| moments.look(at.game, at.seat))
            .expect("bots play by the rules");
        moments.views.push(("end".to_owned(), ForbiddenStars::view(&game, Viewer::Spectator), Viewer::Spectator));
        for (moment, view, viewer) in &moments.views {
            draw(folder, &format!("{name}-{moment}"), view, *viewer)?;
        }
        time(name, &moments.views[moments.views.len() - 1].1);
    }
    let crowd = Position::read(Catalogue::standard(), CROWDED).expect("a sound position");
    let crowd = crowd.start(Chance::from_number(seed), &mut Deaf);
    let viewer = Viewer::Seat(Seat(1));
    draw(folder, "crowd", &ForbiddenStars::view(&crowd, viewer), viewer)
}

/// As much in few areas as the rules allow.
const CROWDED: &str = "\
players ultramarines chaos
phase battle
turn ultramarines
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
tile 2A at 0 1 turn 1
tile 4A at 1 1 turn 2
at turaci: ultramarines factory, scout, scout routed, space-marine, land-raider, warlord-titan
at noatun: chaos city, 3 cultist, cultist routed, 2 chaos-space-marine, chaos-space-marine routed, helbrute, chaos-reaver-titan
at pergam: ultramarines bastion, scout, space-marine routed, land-raider, warlord-titan
at pergam: chaos 2 cultist, chaos-space-marine, helbrute, cultist routed
at solanum: chaos bastion
at 12A.SE: chaos 2 iconoclast-destroyer, repulsive-grand-cruiser
at 10A.SE: ultramarines strike-cruiser, strike-cruiser routed, battle-barge
objective pergam ultramarines
objective turaci chaos
objective noatun ultramarines
storm 10A-north
storm 10A-west moved
orders 10A: chaos deploy, ultramarines advance, chaos strategize, chaos advance, ultramarines dominate, ultramarines deploy
contest pergam chaos from noatun
";

/// How long a board takes, for those who change the drawing.
fn time(name: &str, view: &View) {
    let began = Instant::now();
    let mut bytes = 0;
    for _ in 0..100 {
        let fragments = Shelved::fragments(Catalogue::standard(), view, Viewer::Spectator);
        bytes = fragments.iter().map(|(_, markup)| markup.len()).sum();
    }
    println!("{name}: all fragments in {:?}, {bytes} bytes", began.elapsed() / 100);
}

fn tables() -> Vec<(&'static str, Options)> {
    let options =
        |factions: &[&str], map| Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map };
    vec![
        ("four", options(&["ultramarines", "orks", "eldar", "chaos"], MapChoice::Free)),
        ("intro", options(&["chaos", "ultramarines"], MapChoice::Introductory)),
    ]
}

/// Views worth looking at, each kind of moment a few times.
#[derive(Debug, Default)]
struct Moments {
    views: Vec<(String, View, Viewer)>,
    seen: BTreeMap<&'static str, usize>,
}

impl Moments {
    fn look(&mut self, game: &Game, seat: Seat) {
        let table = &game.table;
        let moving = table.movement.transit.iter().any(|force| !force.is_empty());
        let hurt = table.battle.is_some_and(|battle| battle.sides.iter().any(|side| !side.hurt.is_empty()));
        let revealed = table.battle.is_some_and(|battle| battle.round > 1);
        let kind = match game.question_of(seat) {
            Some(Decision::PlaceTile) if table.tiles.len() == 5 => "tiles",
            Some(Decision::PlaceObjective) => "objectives",
            Some(Decision::PlaceStorm) => "storms",
            Some(Decision::PlaceOrder) if table.orders.len() > 9 => "planning",
            Some(Decision::BuyUpgrades { .. }) => "upgrades",
            Some(Decision::ChooseEvent) => "events",
            _ if moving => "moving",
            _ if hurt => "hurt",
            _ if revealed => "battle",
            _ if table.strike.is_some() => "strike",
            _ => return,
        };
        let seen = self.seen.entry(kind).or_default();
        *seen += 1;
        if [1, 12, 40].contains(seen) {
            let viewer = Viewer::Seat(seat);
            self.views.push((format!("{kind}{seen}"), ForbiddenStars::view(game, viewer), viewer));
        }
    }
}

fn draw(folder: &Path, name: &str, view: &View, viewer: Viewer) -> std::io::Result<()> {
    for theme in Theme::ALL {
        let svg = Shelved::svg(Catalogue::standard(), view, viewer, theme);
        fs::write(folder.join(format!("{name}-{}.svg", theme.id())), svg)?;
        let mut page = format!(
            "<!doctype html><html lang=en data-theme={}><meta charset=utf-8><title>{name}</title>\
             <meta name=viewport content=\"width=device-width\"><link rel=stylesheet href=picture.css>\
             <body style=\"background:var(--ground);color:var(--text);margin:16px;font-family:sans-serif\">\
             <style>body{{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,3fr) minmax(0,4fr);gap:16px;align-items:start}}\
             .part-board,.part-hand{{grid-column:1/-1}}@media(max-width:600px){{body{{display:block}}}}</style>",
            theme.id()
        );
        for (part, markup) in Shelved::fragments(Catalogue::standard(), view, viewer) {
            if part.contains('/') {
                page = page.replace(&format!("<g data-part=\"{part}\"></g>"), &markup);
            } else {
                page += &format!("<section class=part-{part}>{markup}</section>");
            }
        }
        fs::write(folder.join(format!("{name}-{}.html", theme.id())), page)?;
    }
    Ok(())
}
