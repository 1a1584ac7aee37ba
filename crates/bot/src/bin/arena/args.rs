//! What the arena is asked to do.

use std::time::Duration;

use boneyard_bot::Level;
use boneyard_rules::Rules;

pub(crate) const USAGE: &str = "\
Usage: arena --rules NOTATION --a PLAYER --b PLAYER [OPTION]...
       arena --rules NOTATION --a PLAYER --matches [OPTION]...

Lets two players meet. Every deal is played once for each way to seat A: with two players or
partners twice, so that both sides get the same tiles.

  --rules NOTATION  the rules in short notation, such as \"All Fives 150\" or
                    \"Party Block 100 · partners\"
  --a, --b PLAYER   beginner, casual, club, expert: with its usual budget;
                    expert:500 with so many passes a decision, expert:50ms with so much time;
                    all-seeing: sees all hands and searches exactly (for reference);
                    external:COMMAND: a program that is asked with JSON lines
  --deals N         how many different deals (100)
  --rounds          single rounds instead of whole matches
  --matches         how long matches of A alone are, and in how many of them each bonus is made
  --losses PLAYERS  what single decisions of these players lose, such as expert:200,expert, in
                    matches of A against B, one a deal: each play is tried in supposed deals that
                    A and B play on
  --tries N         in how many, for --losses (400)
  --seed N          another sequence of deals (0)
  --threads N       how many deals at a time (as many as there are cores)
  --json            the result as JSON instead of a table";

/// A player by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entrant {
    Level { level: Level, limit: Limit },
    AllSeeing,
    External { command: String },
}

/// How long a level may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Usual,
    Passes(u32),
    Time(Duration),
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Games {
    /// Whole matches of A against B.
    Matches,
    /// Single rounds of A against B.
    Rounds,
    /// Matches of A alone.
    Alone,
}

#[derive(Clone, Debug)]
pub(crate) struct Args {
    pub(crate) help: bool,
    pub(crate) rules: Rules,
    pub(crate) names: [String; 2],
    pub(crate) entrants: [Entrant; 2],
    pub(crate) deals: u64,
    pub(crate) games: Games,
    /// The players whose decisions are looked at instead, by name.
    pub(crate) losses: Vec<(String, Entrant)>,
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
            rules: *boneyard_rules::Preset::ALL_FIVES.rules(),
            names: Default::default(),
            entrants: [Entrant::AllSeeing, Entrant::AllSeeing],
            deals: 100,
            games: Games::Matches,
            losses: Vec::new(),
            tries: 400,
            seed: 0,
            threads: cores,
            json: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a value"));
            match word.as_str() {
                "--help" | "-h" => args.help = true,
                "--json" => args.json = true,
                "--matches" => args.games = Games::Alone,
                "--rounds" => args.games = Games::Rounds,
                "--losses" => {
                    args.losses = value()?
                        .split(',')
                        .map(|name| Ok((name.to_owned(), entrant(name)?)))
                        .collect::<Result<_, String>>()?;
                }
                "--tries" => args.tries = number::<usize>(&value()?)?.max(1),
                "--rules" => rules = Some(value()?),
                "--a" => a = Some(value()?),
                "--b" => b = Some(value()?),
                "--deals" => args.deals = number(&value()?)?,
                "--seed" => args.seed = number(&value()?)?,
                "--threads" => args.threads = number::<usize>(&value()?)?.max(1),
                _ => return Err(format!("{word} is no option")),
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
        args.entrants = [entrant(&args.names[0])?, entrant(&args.names[1])?];
        Ok(args)
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{text} is no number here"))
}

fn entrant(name: &str) -> Result<Entrant, String> {
    if name == "all-seeing" {
        return Ok(Entrant::AllSeeing);
    }
    if let Some(command) = name.strip_prefix("external:") {
        let command = command.to_owned();
        return Ok(Entrant::External { command });
    }
    let (level, limit) = match name.split_once(':') {
        None => (name, Limit::Usual),
        Some((level, limit)) => match limit.strip_suffix("ms") {
            Some(ms) => (level, Limit::Time(Duration::from_millis(number(ms)?))),
            None => (level, Limit::Passes(number(limit)?)),
        },
    };
    let level = level.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok(Entrant::Level { level, limit })
}
