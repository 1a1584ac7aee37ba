//! Log lines: to standard error, in the chosen format, through a filter that can be changed while the server
//! runs. A separate thread writes them, so that a reader who is stuck holds nothing up: lines that nobody
//! reads are lost, and counted.

use std::io::IsTerminal as _;

use boneyard_base::limits;
use tracing::{Level, Metadata, Subscriber};
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry, fmt as lines, reload};

use crate::config::{Config, LogFormat};
use crate::error::Error;

/// The filter that decides which lines are written. Clones share it.
#[derive(Clone, Debug)]
pub struct LogFilter {
    filter: reload::Handle<EnvFilter, Registry>,
    lost: ErrorCounter,
}

/// Writes the last lines when it is dropped.
#[derive(Debug)]
pub struct LogWriter(#[expect(dead_code, reason = "it acts when it is dropped")] WorkerGuard);

/// Why a filter was refused; the old one stays.
#[derive(Debug, thiserror::Error)]
pub enum SetFilterError {
    /// The filter can't be parsed.
    #[error("this is not a filter: {0}")]
    Unreadable(#[from] ParseError),
    /// Logging has ended.
    #[error("logging has ended: {0}")]
    Gone(#[from] reload::Error),
}

impl LogFilter {
    /// The current filter.
    #[must_use]
    pub fn get(&self) -> String {
        self.filter
            .with_current(ToString::to_string)
            .unwrap_or_default()
    }

    /// How many lines were lost because nobody read them.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.lost.dropped_lines()
    }

    /// Replaces the filter, from the next line on.
    pub fn set(&self, filter: &str) -> Result<(), SetFilterError> {
        let parsed = EnvFilter::try_new(filter)?;
        self.filter.reload(parsed)?;
        tracing::info!(filter, "the log's filter has changed");
        Ok(())
    }
}

/// Starts logging for this process. Standard output is left for the server's address.
/// Logging can be started only once.
pub fn start(config: &Config) -> Result<(LogFilter, LogWriter), Error> {
    let filter = EnvFilter::try_new(&config.log).map_err(|source| Error::LogFilter {
        filter: config.log.clone(),
        source,
    })?;
    let (filter, handle) = reload::Layer::new(filter);
    let (lines, guard) = NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(limits::LOG_LINES_MAX)
        .finish(std::io::stderr());
    let lost = lines.error_counter();
    tracing_subscriber::registry()
        .with(filter)
        .with(writer(config.log_format, lines).with_filter(filter_fn(is_worth_a_line)))
        .try_init()
        .map_err(|error| Error::Log(error.into()))?;
    let filter = LogFilter {
        filter: handle,
        lost,
    };
    Ok((filter, LogWriter(guard)))
}

fn writer<S>(format: LogFormat, lines_out: NonBlocking) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let to_stderr = lines::layer()
        .with_writer(lines_out)
        // Colours are for people at a terminal; in a file they are noise.
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => to_stderr.boxed(),
        LogFormat::Json => to_stderr.json().boxed(),
    }
}

/// Whether a line that the filter lets pass may be written.
fn is_worth_a_line(line: &Metadata<'_>) -> bool {
    holds_no_secrets(line) && !repeats_the_bus(line)
}

/// The NATS client logs each try to connect and each dropped message; the bus logs the first.
fn repeats_the_bus(line: &Metadata<'_>) -> bool {
    line.target().starts_with("async_nats") && *line.level() == Level::INFO
}

/// The server's own lines contain no hands, invitations or cookies. At the trace level, libraries log whole
/// frames and headers, which do. So those lines are never written.
fn holds_no_secrets(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() <= Level::DEBUG
}
