use crate::refusals::refused;
use crate::{file, file_with, no_file, well};

const POSITION: &str = "\
players ultramarines chaos
phase operations
turn ultramarines
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
at turaci: ultramarines factory, 2 scout
at noatun: chaos cultist, cultist routed
orders 10A: chaos deploy, ultramarines advance
";

#[test]
fn a_board_is_drawn_as_a_seat_sees_it() {
    let position = file_with("drawn.position", POSITION);
    let [all, own] = ["all.svg", "own.svg"].map(no_file);
    let out = well(&["show", &position, "--svg", &all], "");
    assert_eq!(out, well(&["show", &position], ""), "the text is the same with a picture");
    well(&["show", &position, "--as", "ultramarines", "--svg", &own], "");
    let [all, own] = ["all.svg", "own.svg"].map(|name| std::fs::read_to_string(file(name)).expect("a picture"));
    for picture in [&all, &own] {
        assert!(picture.starts_with("<svg") && picture.contains("data-piece=\"unit:cultist@noatun.routed\""));
    }
    assert!(all.contains("Ultramarines: facedown") && !all.contains("Ultramarines: advance"), "nobody sees the order");
    assert!(own.contains("Ultramarines: advance"), "but its owner");
    assert!(!own.contains("World Eaters: deploy"), "who does not see that of another");
}

#[test]
fn a_board_has_two_themes_and_gives_way_to_pictures_only() {
    let position = file_with("themes.position", POSITION);
    let [night, chart] = ["night", "chart"].map(|theme| {
        let path = no_file(&format!("{theme}.svg"));
        well(&["show", &position, "--svg", &path, "--theme", theme], "");
        // A second time: a picture gives way to a picture.
        well(&["show", &position, "--svg", &path, "--theme", theme], "");
        std::fs::read_to_string(path).expect("a picture")
    });
    assert!(night.contains("#0e1420") && chart.contains("#f3ecdc") && night != chart);
    refused(&["show", &position, "--svg", &position], "is another kind of file and stays as it is; name another");
    refused(
        &["show", &position, "--svg", &no_file("x.svg"), "--theme", "neon"],
        "there is no theme “neon”; there are night and chart",
    );
}
