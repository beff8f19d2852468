//! Pictures are well-formed, alike for like views, and hide nothing behind colour alone.

use crate::{page, play, position, tables};
use bots::Kind;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use forbidden_stars_hosted::Shelved;
use hosted::Hosted;
use kernel::{Chance, Deaf, Rules, Seat, Viewer};
use picture::Theme;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The whole style sheet.
static STYLE: LazyLock<String> = LazyLock::new(|| [picture::STYLE, Shelved::STYLE].concat());

/// Shows a few moments of each game, from all sides.
fn moments(mut see: impl FnMut(&Game, Viewer)) {
    for (seed, options) in tables().iter().enumerate() {
        let mut count = 0;
        play(options, Kind::Greedy, seed as u64 + 10, |game, seat| {
            count += 1;
            if count % 23 == 1 {
                see(game, Viewer::Seat(seat));
                see(game, Viewer::Spectator);
            }
        });
    }
}

#[test]
fn markup_is_well_formed_and_ids_are_unique() {
    moments(|game, viewer| {
        let page = format!("<page>{}</page>", page(game, viewer));
        let document = roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}: {page}"));
        let mut ids = BTreeSet::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                assert!(ids.insert(id), "two elements have the id {id}");
            }
            if let Some(reference) = node.attribute("href") {
                assert!(reference.starts_with("#fs-"), "{reference} leads out of the picture");
            }
            assert!(node.tag_name().name() != "script");
            // A name on an element that means nothing is not read out.
            let means_nothing = ["g", "svg", "div", "span", "p"].contains(&node.tag_name().name());
            if node.has_attribute("aria-label") && means_nothing {
                assert!(node.has_attribute("role"), "{:?} has a name but no role", node.attribute("class"));
            }
            if node.has_attribute("data-piece") && !is_in_list(node) {
                assert!(node.has_attribute("aria-label"), "{:?} has no name", node.attribute("data-piece"));
            }
        }
        for node in document.descendants() {
            if let Some(reference) = node.attribute("href") {
                assert!(ids.contains(&reference[1..]), "{reference} is not defined");
            }
        }
    });
}

/// In the list view the text is the name.
fn is_in_list(node: roxmltree::Node<'_, '_>) -> bool {
    node.ancestors().any(|above| above.attribute("class") == Some("list"))
}

#[test]
fn a_file_stands_alone_in_both_themes() {
    moments(|game, viewer| {
        let view = ForbiddenStars::view(game, viewer);
        let [night, chart] = Theme::ALL.map(|theme| Shelved::svg(Catalogue::standard(), &view, viewer, theme));
        assert_ne!(night, chart);
        for file in [&night, &chart] {
            assert!(file.starts_with("<svg"));
            let document = roxmltree::Document::parse(file).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(document.root_element().tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
            assert!(!file.contains("var(--") && !file.contains("@import"));
        }
    });
}

#[test]
fn a_full_board_is_small() {
    moments(|game, viewer| {
        let view = ForbiddenStars::view(game, viewer);
        let fragments = Shelved::fragments(Catalogue::standard(), &view, viewer);
        let board = |(name, markup): &(String, String)| name.starts_with("board").then_some(markup.len());
        let bytes: usize = fragments.iter().filter_map(board).sum();
        assert!(bytes < 150_000, "{bytes} bytes for {} tiles", view.tiles.len());
    });
}

/// Each part of the board has one place in its sheet, and each place a part.
#[test]
fn every_part_of_the_board_has_its_place() {
    moments(|game, viewer| {
        let view = ForbiddenStars::view(game, viewer);
        let fragments = Shelved::fragments(Catalogue::standard(), &view, viewer);
        let (_, sheet) = fragments.iter().find(|(name, _)| name == "board").expect("a board");
        let document = roxmltree::Document::parse(sheet).expect("a drawing");
        let places: Vec<&str> = document.descendants().filter_map(|node| node.attribute("data-part")).collect();
        let parts: Vec<&str> =
            fragments.iter().map(|(name, _)| name.as_str()).filter(|name| name.contains('/')).collect();
        assert_eq!(places, parts);
        assert_eq!(parts.len(), view.tiles.len() + 1);
    });
}

/// Given a Scout that is placed on a world, only the part of its system is another one.
#[test]
fn a_change_in_one_system_is_sent_for_that_system() {
    let tiles = "players ultramarines chaos
         tile 10A at 0 0 turn 0
         tile 12A at 1 0 turn 0
         at 12A.SE: chaos iconoclast-destroyer";
    let parts = |text: &str| {
        let game = position(text);
        let view = ForbiddenStars::view(&game, Viewer::Spectator);
        Shelved::fragments(Catalogue::standard(), &view, Viewer::Spectator)
    };
    let (before, after) = (parts(tiles), parts(&format!("{tiles}\nat turaci: ultramarines scout")));
    let changed = before.iter().zip(&after).filter(|(one, other)| one != other);
    let names: Vec<&str> =
        changed.map(|((name, _), _)| name.as_str()).filter(|name| name.starts_with("board")).collect();
    assert_eq!(names, ["board/10A"]);
}

/// What a seat cannot tell apart, its pictures do not tell apart. [visibility.play-area.1]
#[test]
fn equal_views_give_equal_pictures() {
    moments(|game, viewer| {
        let Viewer::Seat(seat) = viewer else { return };
        let imagined = ForbiddenStars::conceal(game, seat, &mut Chance::from_number(5));
        assert_eq!(page(game, viewer), page(&imagined, viewer));
    });
}

/// A system is marked while its order is resolved, or while its tile is being filled; not until the next order is revealed.
#[test]
fn a_system_is_at_hand_while_something_is_done_there() {
    let (mut at_hand, mut afterwards) = (0, 0);
    moments(|game, viewer| {
        let is_marked = page(game, viewer).contains("class=\"system active");
        if game.table.order.is_some() {
            assert!(is_marked);
            at_hand += 1;
        } else if game.table.round > 1 {
            assert!(!is_marked);
            afterwards += usize::from(game.table.active_system.is_some());
        }
    });
    assert!(at_hand > 20 && afterwards > 20, "{at_hand} at hand, {afterwards} afterwards");
}

#[test]
fn those_who_watch_have_no_tray_and_no_hand() {
    moments(|game, viewer| {
        let view = ForbiddenStars::view(game, viewer);
        let fragments = Shelved::fragments(Catalogue::standard(), &view, viewer);
        let names: Vec<&str> =
            fragments.iter().map(|(name, _)| name.as_str()).filter(|name| !name.contains('/')).collect();
        assert_eq!(names, ["board", "seats", "tray", "hand", "battle", "list"]);
        let empty = |wanted: &str| fragments.iter().any(|(name, markup)| *name == wanted && markup.is_empty());
        assert_eq!(empty("tray"), viewer == Viewer::Spectator);
        assert_eq!(empty("hand"), viewer == Viewer::Spectator);
        assert_eq!(empty("battle"), view.battle.is_none() && view.strike.is_none());
    });
}

/// Given a standing and a routed Scout on one world, the routed one lies down and is hatched.
#[test]
fn routed_units_differ_in_shape() {
    let game = position(
        "players ultramarines chaos
         tile 10A at 0 0 turn 0
         tile 12A at 1 0 turn 0
         at turaci: ultramarines scout, scout routed
         at 12A.SE: chaos iconoclast-destroyer",
    );
    let board = page(&game, Viewer::Seat(Seat(0)));
    let document = format!("<page>{board}</page>");
    let document = roxmltree::Document::parse(&document).expect("well-formed");
    let drawn = |piece: &str| {
        let in_svg = |node: &roxmltree::Node<'_, '_>| node.tag_name().name() == "g";
        let unit = document.descendants().filter(in_svg).find(|node| node.attribute("data-piece") == Some(piece));
        let unit = unit.unwrap_or_else(|| panic!("{piece} is not drawn"));
        let turned = unit.descendants().any(|node| node.attribute("transform") == Some("rotate(90)"));
        let hatched = unit.descendants().any(|node| node.attribute("href") == Some("#fs-hatch"));
        let class = unit.attribute("class").unwrap_or_default().split(' ').any(|class| class == "routed");
        (turned, hatched, class)
    };
    assert_eq!(drawn("unit:scout@turaci"), (false, false, false));
    assert_eq!(drawn("unit:scout@turaci.routed"), (true, true, true));
}

/// Given a faction whose name is markup, its name is text all the same.
#[test]
fn names_are_escaped() {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let gremlins = manifest.join("../forbidden-stars/tests/fifth-faction/gremlins.ron");
    let text = std::fs::read_to_string(gremlins).expect("the fifth faction of the rules' tests");
    let start = text.find("name: \"").expect("it has a name") + 7;
    let end = start + text[start..].find('"').expect("the name ends");
    let text = format!("{}<script>&'gremlins'{}", &text[..start], &text[end..]);
    let folder = std::env::temp_dir().join(format!("orrery-picture-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    std::fs::write(folder.join("gremlins.ron"), text).expect("written");
    let catalogue = Catalogue::with_folder(&folder).expect("a sound faction");
    std::fs::remove_dir_all(&folder).expect("the folder was ours");
    let options = Options { factions: vec!["gremlins".to_owned(), "orks".to_owned()], map: MapChoice::Free };
    let game = Game::new(catalogue, &options, Chance::from_number(1), &mut Deaf).expect("legal options");
    let page = page(&game, Viewer::Seat(Seat(0)));
    assert!(!page.contains("<script>"));
    assert!(page.contains("&lt;script&gt;&amp;"));
}

/// The colours are given three times: by name, and for those who have not chosen. They say the same.
#[test]
fn a_light_system_gets_the_chart() {
    let block = |head: &str| -> Vec<&str> {
        let start = STYLE.find(head).unwrap_or_else(|| panic!("{head} is there")) + head.len();
        let block = &STYLE[start..];
        block[..block.find('}').expect("it ends")].lines().map(str::trim).filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(block(":root[data-theme=\"chart\"] {"), block(":root:not([data-theme]) {"));
}

#[test]
fn every_component_has_help() {
    let pieces = [
        "card:gretchin",
        "event:warboss",
        "upgrade:drop-pods",
        "unit:scout@pergam.routed",
        "unit:orks-reinforcement@pergam",
        "reserve:ork-boyz",
        "structure:factory@pergam",
        "supply:bastion",
        "order:deploy",
        "asset:forge",
        "die:0.offence",
        "player:orks",
        "area:pergam",
        "area:10A.NE",
        "system:10A",
        "stack:10A",
        "tile:10B",
        "storm:10A-north",
        "objective:pergam",
    ];
    for piece in pieces {
        let help = Shelved::component(piece).unwrap_or_else(|| panic!("no help for {piece}"));
        roxmltree::Document::parse(&help).unwrap_or_else(|error| panic!("{piece}: {error}"));
    }
    assert_eq!(Shelved::component("card:no-such-card"), None);
    assert_eq!(Shelved::component("nonsense"), None);
}

/// Text stands out from what it is written on, four and a half to one, in both themes.
#[test]
fn text_is_legible() {
    for theme in Theme::ALL {
        let head = format!(":root[data-theme=\"{}\"] {{", theme.id());
        let start = STYLE.find(&head).expect("a block for the theme") + head.len();
        let colour = |name: &str| -> f64 {
            let block = &STYLE[start..start + STYLE[start..].find('}').expect("it ends")];
            let value = block.split(';').find_map(|line| line.trim().strip_prefix(&format!("--{name}: #")));
            let value = value.unwrap_or_else(|| panic!("--{name} is a colour"));
            let part = |at: usize| {
                let part = f64::from(u8::from_str_radix(&value[at..at + 2], 16).expect("two digits")) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
        };
        let mut pairs: Vec<(String, String)> = Vec::new();
        for ground in ["ground", "surface", "raised", "tile"] {
            pairs.extend(["text", "quiet", "brass"].map(|text| (text.to_owned(), ground.to_owned())));
        }
        pairs.push(("surface".to_owned(), "brass".to_owned()));
        pairs.extend((0..6).map(|seat| (format!("ink-{seat}"), format!("seat-{seat}"))));
        for (text, ground) in pairs {
            let (one, other) = (colour(&text), colour(&ground));
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{text} on {ground} in {}: {contrast:.2}", theme.id());
        }
    }
}
