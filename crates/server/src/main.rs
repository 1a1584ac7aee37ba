//! Arguments and signals; the rest is the library.

use std::io::Write as _;
use std::process::ExitCode;

use boneyard_server::config::{Cli, Command, Config};
use boneyard_server::{Server, health, logging};
use clap::Parser as _;
use tokio::signal::unix::{SignalKind, signal};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Some(Command::Health) => health::check(cli.config.listen).map_err(Into::into),
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

fn serve(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let result = runtime.block_on(serve_until_signal(config));
    // A lookup of a proxy's name can't be stopped. It may take longer than a host waits for a stop,
    // and nobody needs its answer any more.
    runtime.shutdown_background();
    result
}

async fn serve_until_signal(config: Config) -> Result<(), Box<dyn std::error::Error>> {
    let (log, _writer) = logging::start(&config)?;
    raise_open_files();
    // Before the server starts: a signal that comes in between stops it as well.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let server = Server::new(config).await?.with_log(log);
    // Standard output may be closed or full; that is no reason not to serve.
    let _ = writeln!(std::io::stdout(), "http://{}", server.local_addr());
    let shutdown = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    server.serve(shutdown).await?;
    Ok(())
}

/// Each connection is an open file: as many are allowed as the host lets this process have. Systems begin
/// with few, often 1,024, which a single address could use up.
fn raise_open_files() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => tracing::info!(files, "so many files and connections may be open"),
        Err(error) => tracing::warn!(%error, "the limit of open files can't be raised"),
    }
}
