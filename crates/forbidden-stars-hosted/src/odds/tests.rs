use super::*;
use forbidden_stars::Event;
use kernel::Herald;
use lab::odds::draw;

fn described(text: &str) -> Battle {
    Battle::described(Catalogue::standard(), text).expect("a battle")
}

fn in_position(text: &str) -> Battle {
    Battle::in_position(Position::read(Catalogue::standard(), text).expect("a position")).expect("a battle")
}

/// A Nob against a Scout, both hands known.
const NOB_AGAINST_SCOUT: &str = "
battle: orks nob attack ultramarines scout
orks assets none
orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz
orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant
ultramarines assets none
ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance
ultramarines deck glory-and-death, glory-and-death, fury-of-the-ultramar, fury-of-the-ultramar, ambush
";

/// By hand. A die shows offence 1/2, defence 1/3, morale 1/6. The Nob (health 4) rolls two, the Scout (health 2) one.
/// Each card of a hand of three kinds is played with 1/3. Without wagon or Gargant the orks' cards are icons alone:
/// Rokkit Wagon offence 3, Snapper offence 4 and defence 1, Smasher offence 2 and defence 3.
///
/// The Scout dies in the first round, except against the Smasher with no offence die, if his own die is defence. Then
/// one damage routs him, and in the second round at least 2 + 3 offence meets at most 1 defence: he dies anyway. There
/// the Nob has at least 3 defence against at most 1 + 3 offence and the die, which is not offence: 1 damage at most.
/// (A routed Scout does not give Ambush its second half.) So the defender never wins, and the question is whether the
/// Nob dies in the first round.
///
/// Every ability of a card is used or declined, 1/2 each; icons count anyway.
///
/// Fury of the Ultramar: offence 1 + 1 at most; the Nob lives.
/// Glory and Death: offence 1, or 3 if used, and 1 more with an offence die. Only 4 damage kill: used (1/2), offence die
/// (1/2), Rokkit Wagon (1/3), none of the Nob's two dice defence (4/9): 1/27.
/// Ambush without its second half (1/2): the same, 1/27.
/// Ambush with its second half: any damage kills, unless it is below 4 and the Nob's player spends a morale die, which
/// he does with 1/2 if he has one. Let d be his defence dice, and x = 1 if the Scout's die is offence (1/2).
/// Damage below 4 kills with
///   d = 0: no morale die 1/4, one or two 7/36, so 1/4 + 7/72 = 25/72;  d = 1: 1/3 + 1/9 / 2 = 7/18;  d = 2: 1/9.
/// First half used (1/2), offence 3 + x:
///   Rokkit Wagon, damage 3 + x - d: (4/9 + 25/72) / 2 + 7/18 + 1/9 = 43/48;
///   Snapper, damage 2 + x - d: 25/72 + 7/18 + 1/9 / 2 = 19/24;
///   Smasher, damage x - d: 25/72 / 2 = 25/144; together (43/48 + 19/24 + 25/144) / 3 = 67/108.
/// First half declined (1/2), offence 1 + x:
///   Rokkit Wagon, damage 1 + x - d: 25/72 + 7/18 / 2 = 13/24;
///   Snapper, damage x - d: 25/144;  Smasher: none; together (13/24 + 25/144) / 3 = 103/432.
/// Ambush in all: 1/2 * 1/27 + 1/4 * 67/108 + 1/4 * 103/432 = 403/1728.
/// The Nob dies with (0 + 1/27 + 403/1728) / 3 = 467/5184, and the Scout always.
#[test]
fn a_nob_against_a_scout_by_hand() {
    let battle = in_position(NOB_AGAINST_SCOUT);
    let exactly = exact(&battle, 100_000, &|| false).expect("a small battle");
    let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} is not {other}: {exactly:#?}");
    close(exactly.nobody_wins.share, 467.0 / 5184.0);
    close(exactly.attacker.wins.share, 4717.0 / 5184.0);
    close(exactly.defender.wins.share, 0.0);
    close(exactly.attacker.losses.mean, 467.0 / 5184.0);
    close(exactly.defender.losses.mean, 1.0);
    close(exactly.attacker.survivors[1].share, 4717.0 / 5184.0);
    agrees(&battle, &exactly);
}

/// A battle that is fought many times comes out as the walk through all its ways says.
#[track_caller]
fn agrees(battle: &Battle, exactly: &Figures) {
    let mut odds = Odds::new(battle.clone(), blind(), 3);
    odds.sharpen(20_000);
    let fought = odds.figures();
    assert_eq!(fought.broken, [0; 0]);
    let shares = |figures: &Figures| {
        [&figures.attacker, &figures.defender]
            .into_iter()
            .flat_map(|side| std::iter::once(side.wins).chain(side.survivors.iter().copied()))
            .chain([figures.nobody_wins])
            .collect::<Vec<Share>>()
    };
    for (fought, exactly) in shares(&fought).iter().zip(shares(exactly)) {
        let error = (exactly.share * (1.0 - exactly.share) / fought.of as f64).sqrt();
        assert!(error.is_finite(), "{exactly:?}");
        assert!((fought.share - exactly.share).abs() <= 3.0 * error + 1e-9, "{fought} is not {exactly}");
    }
}

/// Hands that are not known, discards at random and top cards of decks are walked through too.
#[test]
fn exact_odds_agree_with_battles_fought() {
    for (text, what) in [
        (
            "battle: orks ork-boyz attack ultramarines scout
             orks assets none
             orks pairs rokkit-wagon, snapper-gargant, mek-boyz, smasher-gargant, gretchin
             orks deck rokkit-wagon, rokkit-wagon, smasher-gargant, snapper-gargant, mek-boyz
             ultramarines assets none
             ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance
             ultramarines deck glory-and-death, glory-and-death, ambush, ambush, blessed-power-armour",
            "Mek Boyz discards the top card of the enemy deck",
        ),
        (
            "battle: orks nob attack ultramarines scout
             orks assets none
             orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz
             orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant
             ultramarines assets none
             ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance
             ultramarines deck glory-and-death, glory-and-death, fury-of-the-ultramar, fury-of-the-ultramar, ambush",
            "the fifth card of the orks may be any of the rest",
        ),
        (
            "battle: eldar aspect-warrior attack orks nob
             eldar assets none
             eldar pairs psychic-lance, hit-and-run, fire-dragons-vengeance, ranger-support, swooping-hawks
             eldar deck psychic-lance, hit-and-run, hit-and-run, fire-dragons-vengeance, fire-dragons-vengeance
             orks assets none
             orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz
             orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant",
            "Psychic Lance discards a random card of the hand",
        ),
        ("battle: orks nob attack ultramarines scout routed", "an automatic win, and a retreat"),
    ] {
        let battle = in_position(text);
        let exactly = exact(&battle, 60_000, &|| false).expect(what);
        let total = exactly.attacker.wins.share + exactly.defender.wins.share + exactly.nobody_wins.share;
        assert!((total - 1.0).abs() < 1e-9, "{what}: {exactly:?}");
        agrees(&battle, &exactly);
    }
}

#[test]
fn a_large_battle_is_not_walked_through() {
    let battle = described("orks 3 nob attack ultramarines 3 scout");
    let refused = exact(&battle, 1_000, &|| false);
    assert_eq!(refused, Err(NotExact::Hands { pairs: 51 * 51, most: 1_000 }));
    let with_hands = in_position(&NOB_AGAINST_SCOUT.replace("orks nob attack", "orks 4 nob attack"));
    assert_eq!(exact(&with_hands, 1_000, &|| false), Err(NotExact::Situations(1_000)));
    let known = in_position(&format!("{NOB_AGAINST_SCOUT}orks deck gretchin"));
    assert_eq!(exact(&known, 1_000, &|| false), Err(NotExact::KnownDeck("Evil Sunz".to_owned())));
}

/// A battle is refused before it fills the memory: both sides roll eight dice, in 45 * 45 ways that differ.
#[test]
fn a_large_battle_takes_little_memory() {
    let battle = described("orks 4 nob attack ultramarines 4 space-marine");
    let most = 1_000;
    let mut refused = None;
    let measured = allocation_counter::measure(|| refused = exact(&battle, most, &|| false).err());
    assert_eq!(refused, Some(NotExact::Hands { pairs: 51 * 51, most }));
    let bound = most as u64 * size_of::<Game>() as u64;
    assert!(measured.bytes_max < bound, "{} bytes at a time, {bound} allowed", measured.bytes_max);
}

#[test]
fn a_walk_can_be_stopped() {
    let battle = in_position(NOB_AGAINST_SCOUT);
    assert_eq!(exact(&battle, 100_000, &|| true), Err(NotExact::Interrupted));
    let asked = std::cell::Cell::new(0);
    let after_a_while = || {
        asked.set(asked.get() + 1);
        asked.get() > 100
    };
    assert_eq!(exact(&battle, 100_000, &after_a_while), Err(NotExact::Interrupted));
    assert_eq!(asked.get(), 101);
}

#[test]
fn slices_and_threads_do_not_matter() {
    let battle = described("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion");
    let odds = || Odds::new(battle.clone(), blind(), 11);
    let mut whole = odds();
    whole.sharpen(700);
    let (mut sliced, mut threaded) = (odds(), odds());
    (0..7).for_each(|_| sliced.sharpen(100));
    threaded.sharpen_in_parallel(333);
    threaded.sharpen_in_parallel(367);
    assert_eq!(whole.figures(), sliced.figures());
    assert_eq!(whole.figures(), threaded.figures());
}

#[test]
fn two_seeds_agree_within_their_errors() {
    let battle = described("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion");
    let figures = [1, 2].map(|seed| {
        let mut odds = Odds::new(battle.clone(), blind(), seed);
        odds.sharpen(10_000);
        odds.figures()
    });
    let [one, other] = &figures;
    let pairs = [
        (one.attacker.wins, other.attacker.wins),
        (one.defender.wins, other.defender.wins),
        (one.nobody_wins, other.nobody_wins),
    ];
    for (one, other) in pairs {
        let error = one.standard_error.hypot(other.standard_error);
        assert!(one.count != other.count && (one.share - other.share).abs() < 3.0 * error, "{one} and {other}");
    }
    for (one, other) in [(&one.attacker, &other.attacker), (&one.defender, &other.defender)] {
        let error = one.losses.standard_error.hypot(other.losses.standard_error);
        assert!((one.losses.mean - other.losses.mean).abs() < 3.0 * error, "{one:?} {other:?}");
    }
}

/// Random battles allocate nothing each: ten times as many need no more.
#[test]
fn buffers_are_used_again() {
    let mut odds = Odds::new(described("orks 2 nob, ork-boyz attack ultramarines 2 scout"), blind(), 1);
    let mut allocations = |battles| allocation_counter::measure(|| odds.sharpen(battles)).count_total;
    let (few, many) = (allocations(100), allocations(1_000));
    assert!(many <= few + 8, "{few} allocations in 100 battles, {many} in 1000");
}

#[test]
fn units_are_lost_or_left() {
    let mut odds = Odds::new(described("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion"), blind(), 5);
    odds.sharpen(2_000);
    let figures = odds.figures();
    for side in [&figures.attacker, &figures.defender] {
        let kinds: f64 = side.losses_by_kind.iter().filter(|of| of.kind != "Bastion").map(|of| of.lost.mean).sum();
        assert!((kinds - side.losses.mean).abs() < 1e-9 && kinds > 0.0, "{side:?}");
        let left: f64 = side.survivors.iter().enumerate().map(|(number, share)| number as f64 * share.share).sum();
        let start: u8 = side.losses_by_kind.iter().filter(|of| of.kind != "Bastion").map(|of| of.of).sum();
        assert!((left + side.losses.mean - f64::from(start)).abs() < 1e-9, "{side:?}");
    }
    let bastion = figures.defender.losses_by_kind.iter().find(|of| of.kind == "Bastion").expect("a bastion");
    assert!(bastion.of == 1 && bastion.lost.mean > 0.0 && bastion.lost.mean < 1.0, "{bastion:?}");
}

/// One more Nob helps the attacker, one more Land Raider the defender.
#[test]
fn one_more_unit() {
    let battle = described("orks nob attack ultramarines 2 scout");
    let share = |battle: &Battle| {
        let mut odds = Odds::new(battle.clone(), blind(), 1);
        odds.sharpen(2_000);
        odds.figures().attacker.wins.share
    };
    let before = share(&battle);
    let all = reinforced(&battle);
    let names: Vec<&str> = all.iter().map(|more| more.unit.as_str()).collect();
    assert!(!names.contains(&"Strike Cruiser") && names.contains(&"Land Raider"), "{names:?}");
    let with = |unit: &str| share(&all.iter().find(|more| more.unit == unit).expect("it is in reserve").battle);
    assert!(with("Nob") > before + 0.05 && with("Land Raider") < before - 0.05, "{before}");
}

fn policies(attacker: &str, defender: &str) -> Policies {
    let advised = |name: &str| name.parse::<Player>().expect("a bot").advised::<Shelved>().expect("weights");
    Policies { attacker: advised(attacker), defender: advised(defender) }
}

#[test]
fn policies_choose() {
    let battle = described("orks 2 nob attack ultramarines 2 scout, bastion");
    let fought = || {
        let mut odds = Odds::new(battle.clone(), policies("greedy", "search:3"), 1);
        odds.sharpen(40);
        odds.figures()
    };
    let figures = fought();
    assert_eq!(figures.broken, [0; 0]);
    assert_eq!((figures.attacker.policy.as_str(), figures.defender.policy.as_str()), ("greedy", "search:3"));
    assert_eq!(figures, fought());
}

/// Whoever searches wins more often than whoever chooses at random; whoever looks one step ahead at least loses less.
#[test]
fn looking_ahead_helps() {
    let battle = described("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion");
    let attacker = |policy: &str| {
        let mut odds = Odds::new(battle.clone(), policies(policy, "random"), 1);
        odds.sharpen(400);
        odds.figures().attacker
    };
    let (blind, greedy, search) = (attacker("random"), attacker("greedy"), attacker("search:30"));
    let error = blind.wins.standard_error.hypot(search.wins.standard_error);
    assert!(search.wins.share - blind.wins.share > 3.0 * error, "{} and {}", search.wins, blind.wins);
    let error = blind.losses.standard_error.hypot(greedy.losses.standard_error);
    assert!(blind.losses.mean - greedy.losses.mean > 3.0 * error, "{:?} and {:?}", blind.losses, greedy.losses);
}

/// Chaos United takes a unit from another world into the combat: whoever joins is among those who are left.
#[test]
fn arrivals_are_counted() {
    let battle = in_position(
        "battle: chaos 2 chaos-space-marine attack ultramarines scout
         at 5A.SW: chaos cultist
         chaos assets none
         chaos pairs chaos-united, foul-worship, dark-faith, khornes-rage, impure-zeal
         chaos deck chaos-united, chaos-united, foul-worship, foul-worship, dark-faith",
    );
    let mut odds = Odds::new(battle, blind(), 1);
    odds.sharpen(1_000);
    let left: Vec<bool> = odds.figures().attacker.survivors.iter().map(|share| share.share > 0.05).collect();
    assert_eq!((left.len(), left[3]), (4, true), "{:#?}", odds.figures().attacker);
}

/// Whoever leaves and comes back was there from the start; a unit in place of a token is one more.
#[test]
fn comings_and_goings() {
    let battle = described("orks 2 nob attack ultramarines 2 scout");
    let game = battle.example();
    let elsewhere = game.table.areas().find(|&area| area != battle.area).expect("a board of several areas");
    let (seat, here) = (battle.seats[0], battle.area);
    let unit = |row| game.look().kind(seat, row);
    let mut outcome = Outcome::new(&battle);
    let mut change_after = |event| {
        outcome.tell(event);
        outcome.change[0]
    };
    assert_eq!(change_after(Event::UnitMoved { seat, unit: unit(1), from: here, to: elsewhere }), 0);
    assert_eq!(change_after(Event::UnitMoved { seat, unit: unit(1), from: elsewhere, to: here }), 0);
    assert_eq!(change_after(Event::UnitMoved { seat, unit: unit(1), from: elsewhere, to: here }), 1);
    assert_eq!(change_after(Event::UnitReplaced { seat, old: unit(UNIT_KINDS), new: unit(1), area: here }), 2);
    assert_eq!(change_after(Event::UnitReplaced { seat, old: unit(1), new: unit(2), area: here }), 2);
    assert_eq!(change_after(Event::UnitMoved { seat: battle.seats[1], unit: unit(1), from: elsewhere, to: here }), 2);
}

/// If no battle can be finished, more of them are no use.
#[test]
fn where_all_battles_break() {
    let battle = described("orks 2 nob attack ultramarines 2 scout");
    let whole = Odds::new(battle.clone(), blind(), 1);
    let mut game = battle.example();
    game.table.player_mut(battle.seats[1]).faction = 99;
    let start = Start::Game { game: Box::new(game), seen_by: battle.seats[0] };
    let broken = Odds::new(Battle { start, ..battle }, blind(), 1);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let [hopeless, fine] = [broken, whole].map(|mut odds| {
        let before = odds.is_hopeless();
        odds.sharpen(100);
        (before, odds.is_hopeless())
    });
    std::panic::set_hook(hook);
    assert_eq!((hopeless, fine), ((false, true), (false, false)));
}

/// What a seat cannot know is dealt anew: an enemy hand in the true game makes no difference to the figures.
#[test]
fn a_saved_game_tells_no_more_than_a_seat_sees() {
    let game = |deck: &str| {
        let text = format!(
            "battle: orks 2 nob attack ultramarines 2 scout\nultramarines deck {deck}\n\
             orks deck gretchin, gretchin, mek-boyz, mek-boyz, ard-boyz, ard-boyz, shoota-boyz"
        );
        let position = Position::read(Catalogue::standard(), &text).expect("a position");
        position.start(Chance::scripted(&[0, 1, 3, 4, 5, 0]), &mut Deaf)
    };
    let one = game("ambush, ambush, reconnaissance, reconnaissance, faith-in-the-emperor");
    let other = game("blessed-power-armour, blessed-power-armour, ambush, faith-in-the-emperor, faith-in-the-emperor");
    assert_ne!(one.table, other.table);
    let figures = |game: &Game, seat: Option<Seat>| {
        let mut odds = Odds::new(Battle::in_game(game, seat).expect("a battle"), blind(), 1);
        odds.sharpen(3_000);
        odds.figures()
    };
    let asked = one.next_question().expect("cards are chosen").seat;
    let seen = figures(&one, None);
    assert_eq!((asked, seen.as_seen_by.as_deref()), (Seat(0), Some("Evil Sunz")));
    assert_eq!(seen, figures(&one, Some(asked)));
    assert_eq!(seen, figures(&other, None));
    let [weak, strong] = [&one, &other].map(|game| figures(game, Some(Seat(1))).attacker.wins);
    let error = weak.standard_error.hypot(strong.standard_error);
    assert!((weak.share - strong.share).abs() > 3.5 * error, "the defender knows his hand: {weak} and {strong}");
}

#[test]
fn where_nothing_is_fought() {
    let catalogue = Catalogue::standard();
    let peace = "players orks chaos\ntile 2A at 0 0 turn 0\ntile 5A at 0 -1 turn 2\nat 2A.NW: orks nob\n";
    let position = Position::read(catalogue, peace).expect("a position");
    let game = position.start(Chance::from_number(0), &mut Deaf);
    assert!(matches!(Battle::in_game(&game, None), Err(NoBattle::Peace(_))));
    assert!(matches!(Battle::in_position(position), Err(NoBattle::NoContest)));
    assert!(matches!(Battle::described(catalogue, "orks against everybody"), Err(NoBattle::Unreadable(_))));
}

#[test]
fn the_drawing_names_what_it_shows() {
    let mut odds = Odds::new(described("orks 2 nob attack ultramarines 2 scout"), blind(), 1);
    odds.sharpen(100);
    let drawing = draw(&odds.figures(), "Orks < Ultramarines").expect("a drawing");
    for wanted in ["<svg", "Orks &lt; Ultramarines", "Evil Sunz wins", "nobody wins", "Ultramarines: units left", " %"]
    {
        assert!(drawing.contains(wanted), "{wanted}\n{drawing}");
    }
}

/// All that is written stays on the canvas, however long the title; the bars give way to further lines.
#[test]
fn a_long_title_stays_on_the_drawing() {
    let long = "orks 5 nob, 5 ork-boyz, 2 battle-wagon, gargant attack ultramarines 5 scout, 5 space-marine, 2 land-raider, \
                warlord-titan, bastion";
    let mut odds = Odds::new(described("orks 2 nob attack ultramarines 2 scout"), blind(), 1);
    odds.sharpen(1);
    let canvas = |title: &str| {
        let drawing = draw(&odds.figures(), title).expect("a drawing");
        let number = |text: &str, name: &str| -> f64 {
            let rest = text.split_once(&format!("{name}=\"")).expect("an attribute").1;
            rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
        };
        let (width, height) = (number(&drawing, "svg width"), number(&drawing, " height"));
        let texts: Vec<&str> = drawing.split("<text ").skip(1).collect();
        assert!(texts.len() > 5, "{drawing}");
        for text in texts {
            let written = text.split_once('>').and_then(|(_, rest)| rest.split('<').next()).expect("a text").trim();
            if text.contains("text-anchor=\"start\"") {
                let right = number(text, "x") + 0.5 * number(text, "font-size") * written.chars().count() as f64;
                assert!(right <= width, "{written} ends at {right} of {width}");
            }
            assert!(number(text, "y") < height, "{written}");
        }
        assert!(drawing.contains("1 battle fought;"), "{drawing}");
        height
    };
    assert!(canvas(long) > canvas("short"));
    canvas(&"x".repeat(1_000));
}
