//! Runs one scenario against a new server. Windows without and with attackers alternate, so
//! that a pause of the machine affects both kinds alike.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::ClockRule;
use boneyard_rules::line::Preset;
use boneyard_testing::free_address;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::Plan;
use super::attacker::{ATTACKERS_NETWORK, Target};
use super::counts::Counts;
use super::honest::{Fixture, Tried, Visitors, Visits};
use super::scenario::Scenario;
use crate::error::LoadError;
use crate::figures::percentile;
use crate::server::{Server, ServerSpec, database, panics_in};
use crate::speed::{Engine, Pace, TableSpec, add_tables};

/// How long the players continue to play before the trial checks again whether the last newcomers
/// of a window are done.
const WAITING: Duration = Duration::from_millis(20);

/// How long honest visitors may take to prepare the fixture. There is no attack at this time.
const PREPARE_TIMEOUT: Duration = Duration::from_secs(10);

/// The settings and runtimes that all scenarios share.
pub(super) struct Bench<'a> {
    pub(super) program: &'a Path,
    pub(super) is_quick: bool,
    pub(super) plan: Plan,
    /// The runtime of the attackers. Its threads have idle priority.
    pub(super) attackers: Runtime,
    /// The runtime of the newcomers, and of all other tasks that wait for the server.
    pub(super) visitors: Runtime,
}

/// A running scenario.
struct Trial<'a> {
    bench: &'a Bench<'a>,
    scenario: Scenario,
    server: &'a Server,
    engine: Engine,
    visitors: Visitors,
    fixture: Fixture,
    counts: Arc<Counts>,
}

/// The measurements of all windows with attackers, or of all windows without.
#[derive(Default)]
struct Windows {
    visits: Visits,
    /// The median latency of the moves, for each window, in milliseconds.
    p50_ms: Vec<f64>,
    p99_ms: Vec<f64>,
    moves: u64,
}

/// The results of a scenario.
pub(super) struct Report {
    scenario: Scenario,
    control: Windows,
    attack: Windows,
    counts: Arc<Counts>,
    /// Descriptions of everything that went wrong.
    pub(super) failures: Vec<String>,
    /// The path of the server's log.
    log: PathBuf,
}

impl Bench<'_> {
    /// Runs a scenario against a new server. Errors become failures in the report.
    pub(super) fn run(&self, scenario: Scenario) -> Report {
        let name = format!("boneyard-attack-{}-{scenario}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let mut report = Report {
            scenario,
            control: Windows::default(),
            attack: Windows::default(),
            counts: Arc::default(),
            failures: Vec::new(),
            log: directory.join("server.log"),
        };
        match self.try_run(&directory, &mut report) {
            Ok(()) => report.judge(scenario.demands(self.is_quick)),
            Err(error) => {
                let ended = format!("the scenario ended early: {error}");
                report.failures.push(ended);
            }
        }
        report.judge_log();
        if report.failures.is_empty() {
            // If the directory can't be removed, the operating system cleans it up later.
            let _ = fs::remove_dir_all(directory);
        }
        report
    }

    fn try_run(&self, directory: &Path, report: &mut Report) -> Result<(), LoadError> {
        fs::create_dir_all(directory)?;
        let metrics = free_address();
        let listener = metrics.to_string();
        let mut arguments = vec!["--metrics", &listener];
        if report.scenario.is_behind_proxy() {
            arguments.extend(["--trusted-proxy", ATTACKERS_NETWORK]);
        }
        let spec = ServerSpec {
            program: self.program,
            database: &database(directory),
            arguments: &arguments,
            log: Some(&report.log),
        };
        let server = self.visitors.block_on(spec.start())?;
        let visitors = Visitors::new(server.address(), metrics);
        let mut trial = Trial::new(self, report, &server, visitors)?;
        trial.engine.run(self.plan.lead)?;
        for round in 1..=self.plan.rounds {
            trial.measure(&mut report.control)?;
            trial.measure_attack(round, &mut report.attack)?;
        }
        drop(trial);
        self.visitors.block_on(server.stop())
    }
}

impl<'a> Trial<'a> {
    /// Seats the players, and prepares what honest visitors need.
    fn new(
        bench: &'a Bench<'a>,
        report: &Report,
        server: &'a Server,
        visitors: Visitors,
    ) -> Result<Self, LoadError> {
        let mut engine = Engine::new()?;
        let spec = TableSpec {
            server: server.address(),
            rules: Preset::DRAW.rules().into(),
            is_idle: false,
            clock: ClockRule::None,
        };
        add_tables(&mut engine, spec, bench.plan.tables)?;
        let prepare = async {
            timeout(
                PREPARE_TIMEOUT,
                report.scenario.prepare(&visitors, bench.is_quick),
            )
            .await
        };
        let fixture = bench.visitors.block_on(prepare);
        engine.set_pace(Pace::Rate(bench.plan.rate))?;
        Ok(Self {
            bench,
            scenario: report.scenario,
            server,
            engine,
            visitors,
            fixture: fixture.map_err(|_| LoadError::NoAnswer(PREPARE_TIMEOUT))??,
            counts: Arc::clone(&report.counts),
        })
    }

    /// Runs an attack, and measures the latency of players and the success of newcomers during it.
    fn measure_attack(&mut self, round: u8, windows: &mut Windows) -> Result<(), LoadError> {
        let plan = self.bench.plan;
        let target = Target {
            server: self.server.address(),
            round,
            time: plan.lead + plan.window,
            is_quick: self.bench.is_quick,
            fixture: self.fixture,
            counts: Arc::clone(&self.counts),
        };
        let attack = self.bench.attackers.spawn(self.scenario.attack(target));
        self.play(plan.lead)?;
        let measured = self.measure(windows);
        attack.abort();
        // This waits until the attackers' connections are closed.
        let _ = self.bench.attackers.block_on(attack);
        measured?;
        self.play(plan.rest)
    }

    /// Measures one window. The players continue until the last newcomers of the window are done.
    fn measure(&mut self, windows: &mut Windows) -> Result<(), LoadError> {
        let plan = self.bench.plan;
        self.engine.reset();
        let come = self.visitors.clone();
        let come = come.come(plan.newcomers, plan.window, self.fixture);
        let coming = self.bench.visitors.spawn(come);
        self.play(plan.window)?;
        self.engine.add_overdue();
        let own = &self.engine.moves.own;
        windows.p50_ms.push(own.latency_ms(50.0));
        windows.p99_ms.push(own.latency_ms(99.0));
        windows.moves += self.engine.moves.moves();
        while !coming.is_finished() {
            self.play(WAITING)?;
        }
        let visits = self.bench.visitors.block_on(coming);
        windows.visits.add(visits.map_err(|_| LoadError::Panicked)?);
        Ok(())
    }

    fn play(&mut self, time: Duration) -> Result<(), LoadError> {
        self.engine.run(time)
    }
}

impl Report {
    /// Adds failures to the report. `demanded` is the text of the failure that honest visitors
    /// can't use the fixture; `None` if this is no failure.
    fn judge(&mut self, demanded: Option<&str>) {
        for (windows, under) in [(&self.control, "without"), (&self.attack, "with")] {
            let visits = &windows.visits;
            let judged = [
                (&visits.newcomers, Some("newcomers began no match")),
                (
                    &visits.answers,
                    Some("requests for the server's health had no answer"),
                ),
                (&visits.checks, demanded),
            ];
            for (tried, name) in judged {
                let failed: Vec<&String> = tried
                    .iter()
                    .filter_map(|tried| tried.as_ref().err())
                    .collect();
                if let (Some(name), Some(first)) = (name, failed.first()) {
                    self.failures.push(format!(
                        "{} of {} {name} {under} attackers, the first: {first}",
                        failed.len(),
                        tried.len()
                    ));
                }
            }
        }
        if self.attack.moves == 0 {
            let stuck = "the players made no move while they were attacked";
            self.failures.push(stuck.to_owned());
        }
    }

    /// Adds a failure if the server's log contains a panic.
    fn judge_log(&mut self) {
        let panics = panics_in(&self.log);
        if panics > 0 {
            self.failures.push(format!("{panics} panics of the server"));
        }
    }
}

impl fmt::Display for Windows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |tried: &[Tried]| -> Vec<f64> {
            let times = tried.iter().filter_map(|tried| tried.as_ref().ok());
            times.map(|time| time.as_secs_f64() * 1e3).collect()
        };
        let newcomers = times(&self.visits.newcomers);
        write!(
            f,
            "moves: median {:6.2} ms, 99th percentile {:7.2} ms; newcomers: {}/{} in {:6.1} ms",
            percentile(&self.p50_ms, 50),
            percentile(&self.p99_ms, 50),
            newcomers.len(),
            self.visits.newcomers.len(),
            percentile(&newcomers, 50),
        )?;
        if !self.visits.checks.is_empty() {
            let checks = times(&self.visits.checks);
            let tried = self.visits.checks.len();
            write!(f, "; uses of what is attacked: {}/{tried}", checks.len())?;
            let [p50, p90] = [50, 90].map(|percent| percentile(&checks, percent));
            write!(f, " in {p50:6.1} ms, 90 % in {p90:6.1} ms")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scenario = self.scenario;
        writeln!(f, "{scenario:<17} without attackers: {}", self.control)?;
        writeln!(f, "{:<17} with attackers:    {}", "", self.attack)?;
        write!(f, "{:<17} attackers' tries:  {}", "", self.counts)?;
        for failure in &self.failures {
            write!(f, "\n    FAILED: {failure}")?;
        }
        if !self.failures.is_empty() {
            let log = self.log.display();
            write!(
                f,
                "\n    Next: read {log}, and run 'scripts/attack {scenario}',"
            )?;
            write!(f, " which is this scenario alone")?;
        }
        Ok(())
    }
}
