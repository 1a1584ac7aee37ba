//! Prints the results as a table or as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::args::{Args, Games};
use crate::duel::{DealResult, Results};
use crate::statistics::{Estimate, ratio, wilson};

/// The results of all deals.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    rules: String,
    a: String,
    b: String,
    single_rounds: bool,
    deals: usize,
    games: u32,
    rounds: u32,
    /// The share of games that A won. Its interval comes from a bootstrap over the deals.
    won: Estimate,
    /// The share of games that A won, with the Wilson interval, which treats all games as
    /// independent.
    won_wilson: Estimate,
    /// The mean place of A.
    place: Estimate,
    /// The share of all points that A scored.
    points: Estimate,
    /// How many more points A scored in a round than the other seats, on average.
    lead_a_round: Estimate,
    /// The number of decisions with more than one move, for A and then for B.
    decisions: [usize; 2],
    /// The time within which half of these decisions, 99 of 100, and all were made, in milliseconds, for A and then for B.
    ms_a_decision: [[f64; 3]; 2],
}

impl Report {
    pub(crate) fn new(args: &Args, results: &Results) -> Self {
        let outcomes: Vec<DealResult> = results.outcomes.values().copied().collect();
        let over = |part: fn(&DealResult) -> (f64, f64)| {
            let deals: Vec<_> = outcomes.iter().map(part).collect();
            ratio(&deals)
        };
        let games = outcomes.iter().map(|outcome| outcome.played).sum();
        let won: f64 = outcomes.iter().map(|outcome| outcome.won).sum();
        let effort = &results.effort;
        let ms = |player| [50, 99, 100].map(|percent| effort.ms(player, percent));
        Self {
            rules: args.rules.to_string(),
            a: args.names[0].clone(),
            b: args.names[1].clone(),
            single_rounds: args.games == Games::Rounds,
            deals: outcomes.len(),
            games,
            rounds: outcomes.iter().map(|outcome| outcome.rounds).sum(),
            won: over(|outcome| (outcome.won, f64::from(outcome.played))),
            won_wilson: wilson(won, f64::from(games)),
            place: over(|outcome| (f64::from(outcome.places), f64::from(outcome.played))),
            points: over(|outcome| {
                let [own, others] = outcome.points.map(|points| points as f64);
                (own, own + others)
            }),
            lead_a_round: over(|outcome| {
                let [own, others] = outcome.points.map(|points| points as f64);
                (own - others, f64::from(outcome.rounds))
            }),
            decisions: [0, 1].map(|player| effort.decisions(player)),
            ms_a_decision: [0, 1].map(ms),
        }
    }

    pub(crate) fn print(&self, json: bool) -> String {
        if json {
            return serde_json::to_string_pretty(self).unwrap_or_default();
        }
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = self.write_table(&mut text);
        text
    }

    fn write_table(&self, text: &mut String) -> std::fmt::Result {
        let kind = if self.single_rounds {
            "rounds"
        } else {
            "matches"
        };
        writeln!(
            text,
            "{}: {} (A) against {} (B)",
            self.rules, self.a, self.b
        )?;
        writeln!(
            text,
            "{} deals, {} {kind}, {} rounds in all",
            self.deals, self.games, self.rounds
        )?;
        let percent = |name: &str, of: Estimate| {
            let [value, low, high] = [of.value, of.low, of.high].map(|part| part * 100.0);
            format!("{name:<28}{value:>6.1} %   95 % in {low:.1} to {high:.1}")
        };
        writeln!(text, "{}", percent("won by A", self.won))?;
        writeln!(text, "{}", percent("  Wilson", self.won_wilson))?;
        writeln!(text, "{}", percent("points of A", self.points))?;
        for (name, of) in [
            ("mean place of A", self.place),
            ("points ahead, a round", self.lead_a_round),
        ] {
            writeln!(
                text,
                "{name:<28}{:>6.2}     95 % in {:.2} to {:.2}",
                of.value, of.low, of.high
            )?;
        }
        let [a, b] = self
            .ms_a_decision
            .map(|ms| ms.map(|ms| format!("{ms:.2}")).join(", "));
        write!(text, "{:<28}{a} (A); {b} (B)", "ms: median, 99 %, all")
    }
}
