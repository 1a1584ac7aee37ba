//! The command line of the arena.

use std::time::Duration;

use boneyard_bot::Level;
use boneyard_rules::Rules;

pub(crate) const USAGE: &str = "\
Usage: arena --rules NOTATION --a PLAYER --b PLAYER [OPTION]...
       arena --rules NOTATION --a PLAYER --matches [OPTION]...

Lets two players compete. Each deal is played once for each way to seat A: with two players or
partners twice, so that both sides get the same tiles.

  --rules NOTATION  the rules in short notation, such as \"All Fives 150\" or
                    \"Party Block 100 · partners\"
  --a, --b PLAYER   beginner, casual, club, expert: the level with its usual budget;
                    expert:500: with 500 passes for each decision; expert:50ms: with 50 ms;
                    all-seeing: sees all hands and searches exactly (a reference);
                    external:COMMAND: a program that answers JSON lines;
                    the last two play only games of the line
  --deals N         the number of different deals (100)
  --rounds          play single rounds instead of whole matches
  --matches         let A play all seats, and report how long matches are and how often each
                    bonus is scored
  --losses PLAYERS  compare single decisions of these players, such as expert:200,expert, with
                    the best play, in matches of A against B, one for each deal; the value of a
                    play is found in supposed deals that A and B play to the end
  --quality         judge A's decisions as the analysis of a record does, in matches of A against B,
                    one for each deal
  --tries N         the number of supposed deals for --losses (400)
  --seed N          another sequence of deals (0)
  --threads N       the number of deals played at the same time (one for each core)
  --json            print the result as JSON instead of a table";

/// A player, as the command line describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSpec {
    Level { level: Level, limit: Limit },
    AllSeeing,
    External { command: String },
}

/// The limit for one decision of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Usual,
    Passes(u32),
    Time(Duration),
}

/// The games that are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Games {
    /// Whole matches of A against B.
    Matches,
    /// Single rounds of A against B.
    Rounds,
    /// Matches of A alone.
    Alone,
    /// Matches of A against B, in which A's decisions are judged.
    Judged,
}

#[derive(Clone, Debug)]
pub(crate) struct Args {
    pub(crate) help: bool,
    pub(crate) rules: Rules,
    pub(crate) names: [String; 2],
    pub(crate) specs: [PlayerSpec; 2],
    pub(crate) deals: u64,
    pub(crate) games: Games,
    /// The players whose single decisions are compared, with their names. If the list is empty, the arena
    /// plays whole games and compares their results.
    pub(crate) losses: Vec<(String, PlayerSpec)>,
    pub(crate) tries: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) json: bool,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (mut rules, mut a, mut b) = (None, None, None);
        let mut args = Self {
            help: false,
            rules: (*boneyard_rules::line::Preset::ALL_FIVES.rules()).into(),
            names: Default::default(),
            specs: [PlayerSpec::AllSeeing, PlayerSpec::AllSeeing],
            deals: 100,
            games: Games::Matches,
            losses: Vec::new(),
            tries: 400,
            seed: 0,
            threads: cores,
            json: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--help" | "-h" => args.help = true,
                "--json" => args.json = true,
                "--matches" => args.games = Games::Alone,
                "--quality" => args.games = Games::Judged,
                "--rounds" => args.games = Games::Rounds,
                "--losses" => {
                    args.losses = value()?
                        .split(',')
                        .map(|name| Ok((name.to_owned(), spec(name)?)))
                        .collect::<Result<_, String>>()?;
                }
                "--tries" => args.tries = number::<usize>(&value()?)?.max(1),
                "--rules" => rules = Some(value()?),
                "--a" => a = Some(value()?),
                "--b" => b = Some(value()?),
                "--deals" => args.deals = number(&value()?)?,
                "--seed" => args.seed = number(&value()?)?,
                "--threads" => args.threads = number::<usize>(&value()?)?.max(1),
                _ => return Err(format!("{word} is not an option")),
            }
        }
        if args.help {
            return Ok(args);
        }
        let needed = |given: Option<String>, what| given.ok_or(format!("{what} is missing"));
        let line = needed(rules, "--rules")?;
        args.rules = line.parse().map_err(|error| format!("{line}: {error}"))?;
        let b = b.or_else(|| a.clone().filter(|_| args.games == Games::Alone));
        args.names = [needed(a, "--a")?, needed(b, "--b")?];
        args.specs = [spec(&args.names[0])?, spec(&args.names[1])?];
        Ok(args)
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{text} is not a number that is possible here"))
}

fn spec(name: &str) -> Result<PlayerSpec, String> {
    if name == "all-seeing" {
        return Ok(PlayerSpec::AllSeeing);
    }
    if let Some(command) = name.strip_prefix("external:") {
        let command = command.to_owned();
        return Ok(PlayerSpec::External { command });
    }
    let (level, limit) = match name.split_once(':') {
        None => (name, Limit::Usual),
        Some((level, limit)) => match limit.strip_suffix("ms") {
            Some(ms) => (level, Limit::Time(Duration::from_millis(number(ms)?))),
            None => (level, Limit::Passes(number(limit)?)),
        },
    };
    let level = level.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok(PlayerSpec::Level { level, limit })
}
