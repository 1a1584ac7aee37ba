//! The results of an attack, and what in them is a fault of the server.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::honest::Tried;

/// The highest allowed ratio of the players' 99th percentile under attack, to that without
/// attackers or to that with an attack on the second server.
const P99_RATIO_MAX: f64 = 1.5;

/// What was measured in one kind of window.
#[derive(Serialize, Clone, Default, Debug)]
pub(super) struct Figures {
    /// The players' moves.
    pub(super) moves: u64,
    /// The median of the windows' medians.
    pub(super) p50_ms: f64,
    /// The median of the windows' 99th percentiles, so that a pause of the machine in one window
    /// doesn't count.
    pub(super) p99_ms: f64,
    /// The highest 99th percentile of a window.
    pub(super) p99_ms_worst: f64,
    pub(super) newcomers: Tries,
    /// Uses of the fixture by honest visitors.
    pub(super) check: Tries,
    /// Requests for the server's health.
    pub(super) answers: Tries,
    pub(super) server_cpu_ms_per_second: f64,
    pub(super) written_bytes_per_second: f64,
    /// The growth of the database.
    pub(super) database_bytes_per_second: f64,
}

/// What honest visitors tried.
#[derive(Serialize, Clone, Default, Debug)]
pub(super) struct Tries {
    pub(super) tried: usize,
    pub(super) succeeded: usize,
    /// The median time of the successful tries.
    pub(super) median_ms: Option<f64>,
    pub(super) first_failure: Option<String>,
}

/// The results of a scenario.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    pub(super) scenario: String,
    pub(super) control: Figures,
    pub(super) attack: Figures,
    /// The same attack on the second server; without moves in a quick run.
    pub(super) neighbour: Figures,
    pub(super) p50_ratio: f64,
    pub(super) p99_ratio: f64,
    /// The ratio to the attack on the second server; `None` in a quick run.
    pub(super) p99_to_neighbour: Option<f64>,
    /// What the attackers tried, and the refusals by code or status.
    pub(super) tried: u64,
    pub(super) tried_per_second: f64,
    pub(super) refused: BTreeMap<String, u64>,
    /// The reactions that a watcher received while the crowd reacted.
    pub(super) reactions_per_second: f64,
    /// What isn't as it must be.
    pub(super) failures: Vec<String>,
    /// A suggestion for what to do about the failures.
    pub(super) next: Option<String>,
}

/// All scenarios, as JSON.
#[derive(Serialize, Debug)]
pub(super) struct Summary {
    pub(super) scenarios: Vec<Report>,
    pub(super) failures: usize,
    /// Whether the players' thread ran before all others. If not, latencies include its waits for a
    /// core.
    pub(super) players_come_first: bool,
    pub(super) seconds: u64,
}

impl Tries {
    /// Counts the results of tries.
    pub(super) fn of(tried: &[Tried]) -> Self {
        let mut times: Vec<f64> = tried
            .iter()
            .filter_map(|tried| tried.as_ref().ok())
            .map(|time| time.as_secs_f64() * 1e3)
            .collect();
        Self {
            tried: tried.len(),
            succeeded: times.len(),
            median_ms: median(&mut times),
            first_failure: tried.iter().find_map(|tried| tried.clone().err()),
        }
    }

    fn failed(&self) -> usize {
        self.tried - self.succeeded
    }
}

/// The median; `None` without figures.
pub(super) fn median(figures: &mut [f64]) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}

impl Report {
    /// Compares the figures without attackers, with them, and with an attack on the second server.
    pub(super) fn new(scenario: String, [control, attack, neighbour]: [Figures; 3]) -> Self {
        let to_neighbour = ratio(neighbour.p99_ms, attack.p99_ms);
        Self {
            scenario,
            p99_to_neighbour: (neighbour.moves > 0).then_some(to_neighbour),
            neighbour,
            p50_ratio: ratio(control.p50_ms, attack.p50_ms),
            p99_ratio: ratio(control.p99_ms, attack.p99_ms),
            control,
            attack,
            tried: 0,
            tried_per_second: 0.0,
            refused: BTreeMap::new(),
            reactions_per_second: 0.0,
            failures: Vec::new(),
            next: None,
        }
    }

    /// Records what isn't as it must be. A quick run is too short to judge latencies, and a debug
    /// build is too slow to judge the time of pictures.
    pub(super) fn judge(&mut self, is_quick: bool, check: Option<&str>) {
        let windows = [(&self.control, "without"), (&self.attack, "with")];
        let mut failures = Vec::new();
        for (figures, under) in windows {
            let demanded = [
                (&figures.newcomers, Some("newcomers began no match")),
                (
                    &figures.answers,
                    Some("requests for the server's health had no answer"),
                ),
                (&figures.check, check),
            ];
            for (tries, name) in demanded {
                let Some(name) = name.filter(|_| tries.failed() > 0) else {
                    continue;
                };
                let (failed, tried) = (tries.failed(), tries.tried);
                let first = tries.first_failure.as_deref().unwrap_or_default();
                failures.push(format!(
                    "{failed} of {tried} {name} {under} attackers, the first: {first}"
                ));
            }
        }
        if self.attack.moves == 0 {
            failures.push("the players made no move while they were attacked".to_owned());
        }
        let least = self.p99_to_neighbour.unwrap_or(f64::INFINITY);
        if !is_quick && self.p99_ratio.min(least) > P99_RATIO_MAX {
            failures.push(format!(
                "the players' 99th percentile is {:.2} times what it is without attackers, and {least:.2} times \
                 what it is when another server of this machine is attacked; {P99_RATIO_MAX} at most is wanted",
                self.p99_ratio
            ));
        }
        self.failures.extend(failures);
    }
}

fn ratio(control: f64, attack: f64) -> f64 {
    if control > 0.0 { attack / control } else { 0.0 }
}

/// The head of the table of reports. Of two figures, the second is under attack. "beside" is the
/// players' figure while the second server was attacked, with the ratio of the attack to it.
pub(super) const HEADER: &str = "\
scenario          | players' median ms    | players' 99th percentile ms             | newcomers | newcomers' ms   | server CPU  | written       | database
                  | control  attack ratio | control   attack  ratio | beside  ratio |   %     % | control  attack | ms/s   ms/s | KiB/s   KiB/s | KiB/s   KiB/s";

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (control, attack) = (&self.control, &self.attack);
        let kib = |bytes: f64| bytes / 1024.0;
        write!(
            f,
            "{:<17} | {:7.2} {:7.2} {:5.2} | {:7.2} {:8.2} {:6.2} | {:6.2} {:>6} | {} {}",
            self.scenario,
            control.p50_ms,
            attack.p50_ms,
            self.p50_ratio,
            control.p99_ms,
            attack.p99_ms,
            self.p99_ratio,
            self.neighbour.p99_ms,
            self.p99_to_neighbour
                .map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}")),
            percent(&control.newcomers),
            percent(&attack.newcomers),
        )?;
        write!(
            f,
            " | {} {} | {:4.0} {:6.0} | {:5.0} {:7.0} | {:5.0} {:7.0}",
            milliseconds(control.newcomers.median_ms),
            milliseconds(attack.newcomers.median_ms),
            control.server_cpu_ms_per_second,
            attack.server_cpu_ms_per_second,
            kib(control.written_bytes_per_second),
            kib(attack.written_bytes_per_second),
            kib(control.database_bytes_per_second),
            kib(attack.database_bytes_per_second),
        )?;
        write!(
            f,
            "\n    {} tried, {:.0} a second",
            self.tried, self.tried_per_second
        )?;
        let mut refused: Vec<_> = self.refused.iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (reason, count) in refused {
            write!(f, ", {count} {reason}")?;
        }
        if attack.check.tried > 0 {
            write!(
                f,
                "; honest visitors got what they asked for: {}/{} in {} ms, under attack {}/{} in {} ms",
                control.check.succeeded,
                control.check.tried,
                milliseconds(control.check.median_ms).trim(),
                attack.check.succeeded,
                attack.check.tried,
                milliseconds(attack.check.median_ms).trim(),
            )?;
        }
        if self.reactions_per_second > 0.0 {
            write!(
                f,
                "; {:.0} reactions a second shown",
                self.reactions_per_second
            )?;
        }
        for failure in &self.failures {
            write!(f, "\n    FAILED: {failure}")?;
        }
        if let Some(next) = &self.next {
            write!(f, "\n    Next: {next}")?;
        }
        Ok(())
    }
}

fn percent(tries: &Tries) -> String {
    match tries.tried {
        0 => "   -".to_owned(),
        all => format!("{:4}", tries.succeeded * 100 / all),
    }
}

fn milliseconds(ms: Option<f64>) -> String {
    ms.map_or_else(|| "      -".to_owned(), |ms| format!("{ms:7.1}"))
}

/// An amount per second.
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
pub(super) fn per_second(amount: i128, time: Duration) -> f64 {
    if time.is_zero() {
        return 0.0;
    }
    amount as f64 / time.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(p99_ms: f64, newcomers: &[Tried]) -> Figures {
        Figures {
            moves: 1_000,
            p50_ms: 1.0,
            p99_ms,
            newcomers: Tries::of(newcomers),
            ..Figures::default()
        }
    }

    fn judged(attack: Figures, is_quick: bool) -> Vec<String> {
        let control = figures(4.0, &[Ok(Duration::from_millis(5))]);
        let figures = [control, attack, Figures::default()];
        let mut report = Report::new("ready".to_owned(), figures);
        report.judge(is_quick, None);
        report.failures
    }

    #[test]
    fn latency_caused_by_the_machine_is_no_failure() {
        let judged = |neighbour| {
            let figures = [4.0, 12.0, neighbour].map(|p99_ms| figures(p99_ms, &[]));
            let mut report = Report::new("ready".to_owned(), figures);
            report.judge(false, None);
            report.failures
        };
        assert!(judged(8.0).is_empty());
        assert_eq!(judged(7.9).len(), 1);
    }

    #[test]
    fn an_attack_without_effect_on_others_is_no_failure() {
        assert!(judged(figures(6.0, &[Ok(Duration::from_millis(9))]), false).is_empty());
    }

    #[test]
    fn latency_is_judged_where_it_was_measured_for_long_enough() {
        assert_eq!(judged(figures(6.1, &[]), false).len(), 1);
        assert!(judged(figures(6.1, &[]), true).is_empty());
    }

    #[test]
    fn a_newcomer_who_fails_is_named_even_in_a_quick_run() {
        let newcomers = [
            Ok(Duration::from_millis(5)),
            Err("opening the socket: no answer".to_owned()),
        ];
        let failures = judged(figures(4.0, &newcomers), true);
        assert_eq!(failures.len(), 1);
        assert!(failures[0].starts_with("1 of 2 newcomers"), "{failures:?}");
        assert!(failures[0].ends_with("opening the socket: no answer"));
    }

    #[test]
    fn players_who_cannot_move_are_a_failure() {
        let stuck = Figures {
            moves: 0,
            ..figures(0.0, &[])
        };
        assert_eq!(judged(stuck, true).len(), 1);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut []), None);
    }
}
