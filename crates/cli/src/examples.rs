//! What the help says about the games that are here.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use shelf::{Shelf, Title};

/// The command line with these games in its help: which there are, what their sides are called, how a battle of one of
/// them is put in words.
pub fn with_games(command: Command, shelf: Shelf) -> Command {
    let names: Vec<&str> = shelf.titles().map(Title::name).collect();
    let names = names.join(", ");
    let battle = battle_of(shelf);
    let (aliases, options) = (side_words(shelf), options_of(shelf));
    command.after_help(examples(shelf)).mut_subcommands(|mut subcommand| {
        let ids: Vec<String> = subcommand.get_arguments().map(|argument| argument.get_id().to_string()).collect();
        for id in ids {
            subcommand = subcommand.mut_arg(id, |argument| match (argument.get_id().as_str(), &battle) {
                ("title", _) => argument.help(format!("The game: {names}")),
                ("titles", _) => argument.help(format!("The games, all of them if none is named: {names}")),
                ("sides", _) => argument.visible_aliases(aliases.iter().copied()),
                ("options", _) => {
                    let help = format!("{}: {options}", help_of(argument.get_help()));
                    argument.help(help)
                }
                ("battle", Some(battle)) => with_example(argument, battle),
                _ => argument,
            });
        }
        subcommand
    })
}

fn with_example(argument: Arg, example: &str) -> Arg {
    let help = help_of(argument.get_help());
    argument.help(format!("{help}. For example \"{example}\""))
}

fn help_of(help: Option<&StyledStr>) -> String {
    help.map_or(String::new(), ToString::to_string)
}

/// All options of all games with their values: `board=large|small (nim)`.
fn options_of(shelf: Shelf) -> String {
    let of_game = |title: &'static dyn Title| {
        title.offer().options.into_iter().map(move |option| {
            let values: Vec<&str> = option.values.iter().map(|value| value.id.as_str()).collect();
            format!("{}={} ({})", option.id, values.join("|"), title.name())
        })
    };
    let options: Vec<String> = shelf.titles().flat_map(of_game).collect();
    if options.is_empty() { "no game has any".to_owned() } else { options.join(", ") }
}

/// A battle in the words of the first game that knows any.
pub fn battle_of(shelf: Shelf) -> Option<String> {
    shelf.titles().find_map(|title| title.offer().odds_example)
}

/// What the games call their sides, in the plural: other names for `--sides`.
fn side_words(shelf: Shelf) -> Vec<&'static str> {
    let mut words: Vec<String> = shelf.titles().map(sides_of).filter(|word| word != "sides").collect();
    words.sort();
    words.dedup();
    // The command line is made once.
    words.into_iter().map(|word| &*word.leak()).collect()
}

/// What a game calls its sides, in the plural: `players`.
pub fn sides_of(title: &dyn Title) -> String {
    format!("{}s", title.offer().side_word.to_lowercase())
}

fn examples(shelf: Shelf) -> String {
    let name = shelf.first().name();
    let battle = battle_of(shelf);
    let of_battle = |line: &dyn Fn(&str) -> (String, &'static str)| battle.as_deref().map(line);
    let game = |words: &str, what: &'static str| Some((words.replace("GAME", name), what));
    let lines = [
        game("play GAME", "in the terminal, against a bot"),
        game("sim GAME --games 200", "bots play, the results are counted"),
        of_battle(&|battle| (format!("sim --battle \"{battle}\""), "")),
        game("tournament GAME --bots greedy,random --games 100", ""),
        game("tune GAME --out FILE", "weights for bots; greedy@FILE plays with them"),
        of_battle(&|battle| (format!("odds \"{battle}\" --what-if"), "")),
        game("laws GAME --games 60", "random games are held against the laws"),
        game("replay FILE", "a saved game again, line by line"),
        game("analyse FILE", "a saved game: chances, and what cost most"),
    ];
    let lines =
        lines.into_iter().flatten().map(|(words, what)| format!("  orrery {words:<42} {what}").trim_end().to_owned());
    let lines: Vec<String> = lines.collect();
    format!("Without a command: the table in the browser, on this computer.\n\nExamples:\n{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;

    #[test]
    fn the_help_is_about_the_games_that_are_here() {
        let shelf = games::SHELF;
        let mut command = with_games(Arguments::command(), shelf);
        command.build();
        command.clone().debug_assert();
        let help = |name: &str| {
            let subcommand = command.find_subcommand(name).expect("there is such a command");
            subcommand.clone().render_long_help().to_string()
        };
        assert!(
            command.clone().render_long_help().to_string().contains(&format!("orrery play {}", shelf.first().name()))
        );
        for title in shelf.titles() {
            assert!(help("laws").contains(title.name()) && help("bench").contains(title.name()));
            assert!(help("play").contains(&sides_of(title)), "{}", help("play"));
        }
        let battle = battle_of(shelf).unwrap_or_default();
        assert!(help("sim").contains(&battle) && help("odds").contains(&battle), "{}", help("odds"));
    }
}
