//! One scenario with a server of its own. Windows without attackers, with them, and with the same
//! attack on a second server alternate, so that pauses of the machine affect all kinds.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::TableId;
use indicatif::ProgressBar;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::attacker::Target;
use super::counts::Counts;
use super::honest::{Fixture, Visitors, Visits};
use super::priority::HighPriority;
use super::report::{Figures, Report, Tries, median, per_second};
use super::scenario::Scenario;
use super::{AttackArgs, Plan};
use crate::error::LoadError;
use crate::server::{DATABASE_FILE, Server, ServerSpec, database, free_address};
use crate::speed::host::{self, Cpu};
use crate::speed::{Engine, Opponents, Pace, TableSpec, add_tables};

/// The interval at which the progress bar moves.
const TICK: Duration = Duration::from_millis(100);

/// How long the players play between two checks whether the last newcomers of a window are done.
const WAITING: Duration = Duration::from_millis(20);

/// How long honest visitors may take to prepare what they need, while nobody attacks.
const PREPARE_TIMEOUT: Duration = Duration::from_secs(10);

/// The directory of the second server, inside that of the first.
const NEIGHBOUR: &str = "neighbour";

/// The file for the server's log, in the server's directory.
const LOG_FILE: &str = "server.log";

/// What all scenarios share.
pub(super) struct Bench<'a> {
    pub(super) args: &'a AttackArgs,
    pub(super) plan: Plan,
    /// The runtime of the attackers, whose threads run only when no other thread wants the core.
    pub(super) attackers: Runtime,
    /// The runtime of the newcomers, and of everything else that waits for the server.
    pub(super) visitors: Runtime,
    pub(super) bar: ProgressBar,
}

/// The directory of a server.
struct Directory(PathBuf);

/// A running scenario.
struct Trial<'a> {
    bench: &'a Bench<'a>,
    scenario: Scenario,
    pid: u32,
    database: PathBuf,
    engine: Engine,
    visitors: Visitors,
    attacked: Attacked,
    /// Gives priority to this thread, on which the players play.
    _priority: HighPriority,
}

/// A server, as an attacker sees it.
struct Attacked {
    server: SocketAddr,
    fixture: Fixture,
    /// The table at which a crowd gathers.
    table: TableId,
    counts: Arc<Counts>,
}

/// The second server, with the same tables but without moves. Attacks on it show what attackers
/// cost the players through the machine alone.
struct Neighbour {
    server: Server,
    attacked: Attacked,
    /// Keeps the connections of the seated players.
    _engine: Engine,
}

/// What was measured in the windows of one kind.
#[derive(Default)]
struct WindowData {
    visits: Visits,
    p50_ms: Vec<f64>,
    p99_ms: Vec<f64>,
    moves: u64,
    cpu: Duration,
    written: u64,
    database: i128,
    time: Duration,
}

/// The kinds of windows.
#[derive(Default)]
struct Windows {
    /// Without attackers.
    control: WindowData,
    attack: WindowData,
    /// With the same attack on the second server.
    neighbour: WindowData,
}

/// What the server has used until now.
struct Usage {
    cpu: Cpu,
    written: u64,
    database: u64,
}

impl Bench<'_> {
    /// Runs a scenario with a server of its own. Errors become failures in the report.
    pub(super) fn run(&self, scenario: Scenario) -> Report {
        let directory = Directory::new(scenario);
        let mut windows = Windows::default();
        let counts = Arc::new(Counts::default());
        let ended = self.try_run(scenario, &directory.0, &counts, &mut windows);
        let Windows {
            mut control,
            mut attack,
            mut neighbour,
        } = windows;
        let attacked =
            attack.time + self.plan.lead * u32::try_from(attack.p50_ms.len()).unwrap_or(1);
        let figures = [&mut control, &mut attack, &mut neighbour].map(WindowData::figures);
        let mut report = Report::new(scenario.to_string(), figures);
        report.tried = counts.tried();
        report.tried_per_second = per_second(counts.tried().into(), attacked);
        report.refused = counts.refused();
        report.reactions_per_second = per_second(counts.reactions().into(), attacked);
        match ended {
            Ok(()) => report.judge(self.args.quick, self.demanded(scenario)),
            Err(error) => report
                .failures
                .push(format!("the scenario ended early: {error}")),
        }
        let log = directory.0.join(LOG_FILE);
        match fs::read(&log) {
            Ok(text) => {
                let text = String::from_utf8_lossy(&text);
                if let Some(line) = text.lines().find(|line| line.contains("panicked")) {
                    report
                        .failures
                        .push(format!("the server's log says: {line}"));
                }
            }
            Err(error) => report.failures.push(format!(
                "the server's log {} can't be read: {error}",
                log.display()
            )),
        }
        if report.failures.is_empty() {
            directory.remove();
        } else {
            report.next = Some(format!(
                "read {}, and run 'scripts/attack {scenario}', which is this scenario alone",
                log.display()
            ));
        }
        report
    }

    /// The sentence for the failure of what honest visitors must be able to do in this scenario.
    fn demanded(&self, scenario: Scenario) -> Option<&'static str> {
        match scenario {
            Scenario::LobbyFlood => {
                Some("new followers of the lobby did not find the honest table")
            }
            Scenario::Pictures if !self.args.quick => Some("honest visitors got no picture"),
            _ => None,
        }
    }

    fn try_run(
        &self,
        scenario: Scenario,
        directory: &Path,
        counts: &Arc<Counts>,
        windows: &mut Windows,
    ) -> Result<(), LoadError> {
        let neighbour = if self.args.quick {
            None
        } else {
            let directory = directory.join(NEIGHBOUR);
            Some(Neighbour::new(self, scenario, &directory)?)
        };
        let server = self.start(scenario, directory)?;
        let mut trial = Trial::new(self, scenario, &server, directory, counts)?;
        trial.play(self.plan.lead)?;
        for round in 1..=self.plan.rounds {
            trial.measure(&mut windows.control)?;
            trial.measure_attack(round, None, &mut windows.attack)?;
            if let Some(Neighbour { attacked, .. }) = &neighbour {
                trial.measure_attack(round, Some(attacked), &mut windows.neighbour)?;
            }
        }
        drop(trial);
        if let Some(Neighbour { server, .. }) = neighbour {
            self.visitors.block_on(server.stop())?;
        }
        self.visitors.block_on(server.0.stop())
    }

    /// Starts a server in a new directory, and returns it with the address of its metrics.
    fn start(
        &self,
        scenario: Scenario,
        directory: &Path,
    ) -> Result<(Server, SocketAddr), LoadError> {
        fs::create_dir_all(directory)?;
        let metrics = free_address()?;
        let spec = ServerSpec {
            program: &self.args.program,
            database: &database(directory),
            arguments: &["--metrics", &metrics.to_string()],
            log: Some(&directory.join(LOG_FILE)),
            open_files_max: scenario.open_files_max(self.args.quick),
        };
        Ok((self.visitors.block_on(spec.start())?, metrics))
    }

    /// Seats players at a server, and prepares what honest visitors need there.
    fn prepare(
        &self,
        scenario: Scenario,
        (server, metrics): &(Server, SocketAddr),
        counts: Arc<Counts>,
    ) -> Result<(Engine, Visitors, Attacked), LoadError> {
        let address = server.address();
        let mut engine = Engine::new()?;
        let spec = TableSpec {
            server: address,
            rules: self.args.rules,
            opponents: Opponents::People,
        };
        add_tables(&mut engine, spec, self.plan.tables, |_| {})?;
        let visitors = Visitors::new(address, *metrics);
        let prepared = async { timeout(PREPARE_TIMEOUT, scenario.prepare(&visitors)).await };
        let prepared = self.visitors.block_on(prepared);
        let attacked = Attacked {
            server: address,
            fixture: prepared.map_err(|_| LoadError::NoAnswer(PREPARE_TIMEOUT))??,
            table: engine.first_table().ok_or(LoadError::NoMoves)?,
            counts,
        };
        Ok((engine, visitors, attacked))
    }
}

impl<'a> Trial<'a> {
    /// Starts the servers, seats the players, and prepares what honest visitors need.
    fn new(
        bench: &'a Bench<'a>,
        scenario: Scenario,
        server: &(Server, SocketAddr),
        directory: &Path,
        counts: &Arc<Counts>,
    ) -> Result<Self, LoadError> {
        let (mut engine, visitors, attacked) =
            bench.prepare(scenario, server, Arc::clone(counts))?;
        engine.set_pace(Pace::Rate(bench.plan.rate))?;
        Ok(Self {
            bench,
            scenario,
            pid: server.0.pid().ok_or(LoadError::NoServer)?,
            database: directory.join(DATABASE_FILE),
            engine,
            visitors,
            attacked,
            _priority: HighPriority::new(),
        })
    }

    /// Begins an attack.
    fn attack(&self, round: u8, attacked: &Attacked) -> JoinHandle<()> {
        let plan = self.bench.plan;
        let target = Target {
            server: attacked.server,
            round,
            time: plan.lead + plan.window,
            is_quick: self.bench.args.quick,
            table: attacked.table,
            fixture: attacked.fixture,
            counts: Arc::clone(&attacked.counts),
        };
        self.bench.attackers.spawn(self.scenario.attack(target))
    }

    /// Attacks a server, by default that of the players, and measures the players' experience.
    fn measure_attack(
        &mut self,
        round: u8,
        attacked: Option<&Attacked>,
        window_data: &mut WindowData,
    ) -> Result<(), LoadError> {
        let attacking = self.attack(round, attacked.unwrap_or(&self.attacked));
        self.play(self.bench.plan.lead)?;
        let measured = self.measure(window_data);
        attacking.abort();
        // After the attackers have ended, their connections are closed.
        let _ = self.bench.attackers.block_on(attacking);
        measured?;
        self.play(self.bench.plan.rest)
    }

    /// Plays for this time.
    fn play(&mut self, time: Duration) -> Result<(), LoadError> {
        let bar = &self.bench.bar;
        let position = bar.position();
        self.engine.run(time, TICK, |elapsed| {
            bar.set_position(position + elapsed.as_millis() as u64);
        })?;
        bar.set_position(position + time.as_millis() as u64);
        Ok(())
    }

    /// Measures one window. Newcomers who arrive late in it are waited for, while the players
    /// continue.
    fn measure(&mut self, window_data: &mut WindowData) -> Result<(), LoadError> {
        let plan = self.bench.plan;
        self.engine.reset();
        let come = self.visitors.clone();
        let come = come.come(plan.newcomers, plan.window, self.attacked.fixture);
        let coming = self.bench.visitors.spawn(come);
        let (start, before) = (Instant::now(), self.usage()?);
        let played = self.play(plan.window);
        let (time, after) = (start.elapsed(), self.usage()?);
        played?;
        self.engine.add_overdue();
        let own = &self.engine.people.own;
        window_data.p50_ms.push(own.latency_ms(50.0));
        window_data.p99_ms.push(own.latency_ms(99.0));
        window_data.moves += self.engine.people.moves();
        window_data.add(&before, &after, time);
        while !coming.is_finished() {
            self.engine.run(WAITING, WAITING, |_| {})?;
        }
        let visits = self.bench.visitors.block_on(coming);
        window_data
            .visits
            .add(visits.map_err(|_| LoadError::Panicked)?);
        Ok(())
    }

    fn usage(&self) -> Result<Usage, LoadError> {
        Ok(Usage {
            cpu: host::cpu(self.pid)?,
            written: host::written(self.pid)?,
            database: host::database_size(&self.database)?,
        })
    }
}

impl Neighbour {
    fn new(bench: &Bench<'_>, scenario: Scenario, directory: &Path) -> Result<Self, LoadError> {
        let server = bench.start(scenario, directory)?;
        let (engine, _, attacked) = bench.prepare(scenario, &server, Arc::default())?;
        Ok(Self {
            server: server.0,
            attacked,
            _engine: engine,
        })
    }
}

impl WindowData {
    /// Adds what the server used in a window.
    fn add(&mut self, before: &Usage, after: &Usage, time: Duration) {
        let used = |usage: &Usage| usage.cpu.user + usage.cpu.system;
        self.cpu += used(after).saturating_sub(used(before));
        self.written += after.written.saturating_sub(before.written);
        self.database += i128::from(after.database) - i128::from(before.database);
        self.time += time;
    }

    fn figures(&mut self) -> Figures {
        let worst = self.p99_ms.iter().copied().fold(0.0, f64::max);
        Figures {
            moves: self.moves,
            p50_ms: median(&mut self.p50_ms).unwrap_or(0.0),
            p99_ms: median(&mut self.p99_ms).unwrap_or(0.0),
            p99_ms_worst: worst,
            newcomers: Tries::of(&self.visits.newcomers),
            check: Tries::of(&self.visits.checks),
            answers: Tries::of(&self.visits.answers),
            server_cpu_ms_per_second: per_second(self.cpu.as_micros().cast_signed(), self.time)
                / 1e3,
            written_bytes_per_second: per_second(self.written.into(), self.time),
            database_bytes_per_second: per_second(self.database, self.time),
        }
    }
}

impl Directory {
    /// The directory for the server of a scenario, which doesn't exist yet.
    fn new(scenario: Scenario) -> Self {
        let name = format!("boneyard-attack-{}-{scenario}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// Removes the directory. What can't be removed is left to the system.
    fn remove(self) {
        let _ = fs::remove_dir_all(self.0);
    }
}
