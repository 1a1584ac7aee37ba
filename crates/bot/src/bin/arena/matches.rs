//! Matches in which one player plays all seats. The report shows how long the matches are, and what is
//! scored in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use boneyard_bot::Chance;
use boneyard_rules::line::event::{Parts, Reason};
use boneyard_rules::line::{self, Event as LineEvent, Outcome};
use boneyard_rules::{Event, Match, Need, race};

use crate::Failure;
use crate::args::Args;
use crate::contestant::Contestant;
use crate::duel::on_threads;
use crate::statistics::wilson;

/// A match is stopped after this number of rounds. The server has the same limit.
const ROUNDS_MAX: u16 = 1_000;

/// The result of one match.
struct MatchResult {
    rounds: u16,
    is_over: bool,
    /// How often each kind of event happened.
    counts: BTreeMap<&'static str, u32>,
}

/// Plays all matches, and returns the report.
pub(crate) fn run(args: &Args) -> Result<String, Failure> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Vec::new());
    on_threads(args.threads, || {
        let mut player = Contestant::new(&args.specs[0], &args.rules)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.deals {
                return Ok(());
            }
            let seed = Chance::new(args.seed ^ number << 20).bits();
            let result = play(args, &mut player, seed)?;
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push(result);
        }
    })?;
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    print(args, &results)
}

fn play(args: &Args, player: &mut Contestant, seed: u64) -> Result<MatchResult, Failure> {
    let rules = args.rules;
    let mut chance = Chance::new(seed);
    let mut game = Match::new(&rules);
    let mut counts = BTreeMap::new();
    player.start_match(&rules);
    while game.round_number() < ROUNDS_MAX || matches!(game.needs(), Need::Move(_)) {
        let events = match game.needs() {
            Need::Chance(needed) => {
                player.learn(&game);
                game.deal(&chance.order(needed.things))?
            }
            Need::Move(seat) => {
                let chosen = player.choose(&game, seat, chance.bits())?;
                game.take(seat, chosen.ok_or("a seat on turn makes no move")?)?
            }
            Need::Nothing => break,
        };
        for what in events.iter().flat_map(|event| names(event, &game)) {
            *counts.entry(what).or_default() += 1;
        }
    }
    if game.winner().is_some() && game.scores().as_slice().contains(&0) {
        counts.insert("shutout", 1);
    }
    Ok(MatchResult {
        rounds: game.round_number(),
        is_over: game.needs() == Need::Nothing,
        counts,
    })
}

/// The names under which the report counts an event.
fn names(event: &Event, game: &Match) -> Vec<&'static str> {
    match (event, game) {
        (Event::Line(event), Match::Line(game)) => names_of_line(event, game),
        (Event::Race(race::Event::Pitted { .. }), _) => vec!["into the pit"],
        (Event::Race(race::Event::Stopped { .. }), _) => vec!["stopped"],
        (Event::Race(race::Event::Blocked), _) => vec!["blocked"],
        _ => Vec::new(),
    }
}

fn names_of_line(event: &LineEvent, game: &line::Match) -> Vec<&'static str> {
    match *event {
        LineEvent::GaveLead { .. } => vec!["lead given"],
        LineEvent::Deal { leader: None, .. } => vec!["dealt again"],
        LineEvent::FellShort { .. } => vec!["fell short"],
        LineEvent::Overshot { .. } => vec!["overshot"],
        LineEvent::Love { .. } => vec!["set back"],
        LineEvent::Scored {
            reason: Reason::Pass,
            ..
        } => vec!["pass bonus"],
        LineEvent::RoundOver(Outcome::Blocked { winner: None, .. }) => vec!["tied block"],
        LineEvent::RoundOver(Outcome::Blocked { parts, .. }) => {
            let mut names = of_parts(parts);
            names.push("block won");
            names
        }
        LineEvent::RoundOver(Outcome::Domino { parts, .. }) => {
            let mut names = of_parts(parts);
            names.extend(finish(game));
            names
        }
        _ => Vec::new(),
    }
}

fn of_parts(parts: Parts) -> Vec<&'static str> {
    let named = [
        (parts.double_blank > 0, "double blank"),
        (parts.round > 0, "round bonus"),
        (parts.twice, "counted twice"),
    ];
    let made = named.into_iter().filter(|&(is_made, _)| is_made);
    made.map(|(_, name)| name).collect()
}

/// The name of the way in which the seat went out, if the rules give extra points for it.
fn finish(game: &line::Match) -> Option<&'static str> {
    let pays = game.rules().finish;
    let mut events = game.history().iter().rev();
    let is_double = events.find_map(|event| match event {
        LineEvent::Played { tile, .. } => Some(tile.is_double()),
        _ => None,
    })?;
    let (name, points) = match (game.round()?.layout().ends_are_equal(), is_double) {
        (false, false) => return None,
        (false, true) => ("finish double", pays.double),
        (true, false) => ("finish both", pays.both),
        (true, true) => ("finish double both", pays.double_both),
    };
    (points != pays.plain).then_some(name)
}

fn print(args: &Args, results: &[MatchResult]) -> Result<String, Failure> {
    let mut rounds: Vec<u16> = results.iter().map(|result| result.rounds).collect();
    rounds.sort_unstable();
    let count = rounds.len();
    let total: u32 = rounds.iter().copied().map(u32::from).sum();
    let mean = f64::from(total) / count.max(1) as f64;
    let p95 = rounds.get((count * 95).div_ceil(100).saturating_sub(1));
    let p95 = p95.copied().unwrap_or(0);
    let unfinished = results.iter().filter(|result| !result.is_over).count();
    let mut names: Vec<&str> = results
        .iter()
        .flat_map(|result| result.counts.keys().copied())
        .collect();
    names.sort_unstable();
    names.dedup();
    let rows: Vec<_> = names
        .into_iter()
        .map(|name| {
            let times = results.iter().map(|result| result.counts.get(name));
            let with = times.clone().flatten().count();
            let times: u32 = times.flatten().sum();
            (name, wilson(with as f64, count as f64), times)
        })
        .collect();
    if args.json {
        let counts: Vec<_> = rows
            .iter()
            .map(|(name, share, times)| {
                serde_json::json!({ "what": name, "matches": share, "times": times })
            })
            .collect();
        return Ok(serde_json::json!({
            "rules": args.rules.to_string(), "player": args.names[0], "matches": count,
            "unfinished": unfinished, "mean_rounds": mean, "p95_rounds": p95,
            "rounds": total, "happened": counts,
        })
        .to_string());
    }
    let mut text = format!(
        "{}: {count} matches of {} alone, {unfinished} unfinished\n\
         {mean:.1} rounds on average, 95 of 100 matches have at most {p95}\n",
        args.rules, args.names[0]
    );
    for (name, share, times) in rows {
        let [value, low, high] = [share.value, share.low, share.high].map(|part| part * 100.0);
        writeln!(
            text,
            "{name:<20} in {value:>5.1} % of matches   95 % in {low:.1} to {high:.1}   \
             {times} times in all"
        )?;
    }
    Ok(text)
}
