//! The program: parses the arguments and handles signals. The library does everything else.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use boneyard_base::{Clock, limits};
use boneyard_demo::{Filled, History, HistorySize, Progress, Removed};
use boneyard_people::{Identity, Recomputed, recompute_ratings};
use boneyard_protocol::record::Record;
use boneyard_server::config::{
    Cli, Command, Config, DemoCommand, HistoryArgs, ModeratorChange, RatingsCommand,
};
use boneyard_server::error::Error;
use boneyard_server::{Server, gate, health, logging, open_store, runtimes};
use boneyard_store::{BackupError, Moderators, Restored, Store};
use clap::Parser as _;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Some(Command::Health) => check_health(&cli.config),
        Some(Command::Backup { file }) => backup(&cli.config, &file),
        Some(Command::Restore { file }) => restore(&cli.config, &file),
        Some(Command::Replay { file }) => replay(&file),
        Some(Command::Moderator { change }) => moderator(&cli.config, &change),
        Some(Command::Ratings {
            what: RatingsCommand::Recompute { write },
        }) => recompute(&cli.config, write),
        Some(Command::Demo { what }) => match what.unwrap_or(DemoCommand::Fill) {
            DemoCommand::Fill => fill_demo(&cli.config),
            DemoCommand::Remove => remove_demo(&cli.config),
            DemoCommand::History(wanted) => add_history(&cli.config, &wanted),
        },
        None => serve(cli.config),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("boneyard-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check_health(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let address = config.listen;
    let checked = health::check(address);
    checked.map_err(|error| format!("no server that is well answers at {address}: {error}").into())
}

fn backup(config: &Config, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let copied = boneyard_store::backup(&config.database, file);
    let contents = copied.map_err(|error| named(config, error))?;
    let (from, to) = (&config.database, file.display());
    say(&format!("copied {from} to {to}: {contents}"));
    Ok(())
}

fn restore(config: &Config, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let restored = boneyard_store::restore(&config.database, file);
    let Restored { contents, kept } = restored.map_err(|error| named(config, error))?;
    let (from, to) = (file.display(), &config.database);
    say(&format!("restored {from} to {to}: {contents}"));
    if let Some(kept) = kept {
        let kept = kept.display();
        say(&format!("what was there before is kept as {kept}"));
    }
    Ok(())
}

/// Converts the error of a backup. If the database can't be opened, the result contains the database's
/// address.
fn named(config: &Config, error: BackupError) -> Box<dyn std::error::Error> {
    match error {
        BackupError::Store(source) => Error::database(&config.database, source).into(),
        error => error.into(),
    }
}

fn replay(file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let record: Record = serde_json::from_slice(&text)
        .map_err(|error| format!("{} is no record of a match: {error}", file.display()))?;
    let checked = boneyard_records::check(&record)
        .map_err(|contradiction| format!("{}: {contradiction}", file.display()))?;
    say(&checked.to_string());
    Ok(())
}

fn moderator(config: &Config, change: &ModeratorChange) -> Result<(), Box<dyn std::error::Error>> {
    let mut moderators = Moderators::open(&config.database)?;
    let now = Clock::system().now();
    match change {
        ModeratorChange::Add { name } => {
            moderators.add(name, now)?;
            say(&format!("{name} is a moderator now"));
        }
        ModeratorChange::Remove { name } => {
            moderators.remove(name, now)?;
            say(&format!("{name} is no moderator any more"));
        }
        ModeratorChange::List => moderators.list()?.iter().for_each(|name| say(name)),
    }
    Ok(())
}

fn recompute(config: &Config, write: bool) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Runtime::new().map_err(Error::Threads)?;
    let recomputed = runtime.block_on(async {
        let store = open_store(config).await?;
        let recomputed = recompute_ratings(&store, write).await;
        store.close().await;
        Ok::<_, Error>(recomputed?)
    })?;
    say(&recomputed.to_string());
    let Recomputed {
        different, written, ..
    } = recomputed;
    if different > 0 && !written {
        return Err("ratings differ from what their matches make of them".into());
    }
    Ok(())
}

fn fill_demo(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let now = Clock::system().now();
    let filled = on_store(config, async |store| {
        boneyard_demo::fill(store, now, boneyard_demo::DAYS, show_progress).await
    })?;
    let Filled {
        players,
        matches,
        tables,
    } = filled;
    say(&format!(
        "the demo has {players} players, {matches} finished matches and {tables} tables; \
         `boneyard-server demo remove` takes it away"
    ));
    Ok(())
}

/// Shows on one line of standard error how far the demo is.
fn show_progress(progress: Progress) {
    let Progress {
        days,
        all_days,
        matches,
    } = progress;
    let end = if days == all_days { "\n" } else { "" };
    eprint!("\rday {days} of {all_days}, {matches} matches{end}");
}

fn remove_demo(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    let Removed {
        players,
        matches,
        tables,
        kept_tables,
    } = on_store(config, async |store| boneyard_demo::remove(store).await)?;
    say(&format!(
        "removed {players} players, {matches} finished matches and {tables} tables"
    ));
    if kept_tables > 0 {
        say(&format!(
            "kept {kept_tables} tables at which visitors have played"
        ));
    }
    say("kept the public log, which must never be rewritten");
    Ok(())
}

fn add_history(config: &Config, wanted: &HistoryArgs) -> Result<(), Box<dyn std::error::Error>> {
    let HistoryArgs {
        matches,
        running,
        visitors,
        long_tables,
        long_rows,
    } = *wanted;
    let size = HistorySize {
        matches,
        running,
        visitors,
        long_tables,
        long_rows,
    };
    let clock = Clock::system();
    let (
        History {
            rows,
            regular,
            long,
        },
        identity,
    ) = on_store(config, async |store| {
        let identity = Identity::new(store.clone(), clock.clone(), None, false).await?;
        let history = boneyard_demo::fill_history(store, clock.now(), size).await?;
        Ok::<_, Box<dyn std::error::Error>>((history, identity))
    })?;
    // The cookie of a visitor, as browsers send it.
    let cookie = |player| {
        let [(_, set)] = identity.cookie(player);
        let set = set.to_str().unwrap_or_default();
        set.split(';').next().unwrap_or_default().to_owned()
    };
    let (regular, records) = regular;
    let long = long.into_iter().map(|(table, people)| {
        let cookies: Vec<_> = people.into_iter().map(cookie).collect();
        json!({ "rows": long_rows, "table": table, "cookies": cookies })
    });
    let report = json!({
        "matches": matches, "running": running, "rows": rows,
        "regular": { "cookie": cookie(regular), "records": records },
        "long": long.collect::<Vec<_>>(),
    });
    say(&report.to_string());
    Ok(())
}

/// Runs a command on the database, which no server may use meanwhile, not even the nodes of a cluster.
fn on_store<T, E: Into<Box<dyn std::error::Error>>>(
    config: &Config,
    run: impl AsyncFnOnce(&Store) -> Result<T, E>,
) -> Result<T, Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Runtime::new().map_err(Error::Threads)?;
    runtime.block_on(async {
        let opened = Store::open(&config.database).await;
        let store = opened.map_err(|source| Error::database(&config.database, source))?;
        let done = run(&store).await;
        store.close().await;
        done.map_err(Into::into)
    })
}

/// Writes a line to standard output. An error is ignored, because the command has already done its work.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn serve(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let runtimes = runtimes::players().and_then(|players| Ok((players, runtimes::visitors()?)));
    let (players, visitors) = runtimes.map_err(Error::Threads)?;
    let result = players.block_on(serve_until_signal(config, visitors.handle().clone()));
    // A DNS lookup of a proxy's name can't be cancelled, and may take longer than the host wants to wait for
    // the shutdown. Its result is no longer needed, so the runtimes don't wait for it.
    players.shutdown_background();
    visitors.shutdown_background();
    result
}

async fn serve_until_signal(
    config: Config,
    visitors: Handle,
) -> Result<(), Box<dyn std::error::Error>> {
    let (log, _writer) = logging::start(&config)?;
    raise_open_files();
    // Signals are caught before the server starts, so a signal that arrives during the start stops the
    // server too.
    let mut signals = Signals::listen()?;
    let server = Server::with_visitors(config, Clock::system(), visitors).await?;
    let server = server.with_log(log);
    say(&format!("http://{}", server.local_addr()));
    let (stop, stopped) = oneshot::channel();
    let twice = async {
        signals.next().await;
        // Sending fails if the server has already ended with an error.
        let _ = stop.send(());
        signals.next().await;
    };
    let shutdown = async {
        let _ = stopped.await;
    };
    tokio::select! {
        result = server.serve(shutdown) => result?,
        () = twice => tracing::warn!("a second signal: stopped without waiting for connections"),
    }
    Ok(())
}

/// The signals that stop the server.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Raises the limit of open files to the highest value that the system allows, because each connection is an
/// open file. Many systems start with a limit of 1,024, which a single address could use up.
fn raise_open_files() {
    let raised = rlimit::increase_nofile_limit(u64::MAX);
    let connections = gate::connections_max();
    match raised {
        Ok(files) if connections < limits::CONNECTIONS_MAX / 2 => tracing::warn!(
            files,
            connections,
            "the host allows few open files, so few connections may be open"
        ),
        Ok(files) => tracing::info!(
            files,
            connections,
            "so many files and connections may be open"
        ),
        Err(error) => tracing::warn!(%error, "the limit of open files can't be raised"),
    }
}
