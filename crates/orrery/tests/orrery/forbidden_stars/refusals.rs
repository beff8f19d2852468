use crate::refusals::refused;

#[test]
fn tables_that_cannot_be() {
    let play = |rest: &[&'static str]| [&["play", "forbidden-stars"], rest].concat();
    refused(&play(&["--sides", "orks,tau"]), "there is no faction “tau”");
    refused(&play(&["--sides", "orks,orks"]), "two players cannot both play orks");
    refused(&play(&["--seats", "5"]), "is for 2 to 4 players, not 5");
    refused(&play(&["--seats", "3", "--sides", "orks,eldar"]), "2 sides do not fill 3 seats");
    refused(&["sim", "forbidden-stars", "--option", "map=blob"], "there is no map “blob”; choose introductory or free");
    refused(&play(&["--option", "map=moon"]), "there is no map “moon”");
    refused(&play(&["--human", "orks"]), "nobody plays “orks”");
    refused(
        &play(&["--option", "map=introductory", "--sides", "orks,eldar"]),
        "the introductory map for 2 players is for",
    );
}

#[test]
fn bots_that_cannot_be() {
    let play = |rest: &[&'static str]| [&["play", "forbidden-stars"], rest].concat();
    refused(&play(&["--bot", "clever"]), "there is no bot “clever”; there are random, greedy, and search");
    refused(&play(&["--bot", "search:0"]), "there is no bot “search:0”");
    refused(&play(&["--bots", "random,greedy"]), "2 bots are named for 1 to play; name one for all of them");
}

#[test]
fn battles_that_cannot_be() {
    refused(&["sim", "--battle", "orks against everybody"], "attack FACTION");
    refused(&["sim", "--battle", "orks 2 scout attack ultramarines 2 scout"], "orks has no unit “scout”");
    refused(&["sim", "--battle", "orks 99 nob attack ultramarines 2 scout"], "“99” is not a number from 1 to 15");
}
