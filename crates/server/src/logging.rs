//! Writes log lines to standard error. The format is a setting, and the filter can be changed while the
//! server runs. A separate thread writes the lines. So if nothing reads standard error, the server isn't
//! blocked: lines are dropped and counted.

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

/// The filter that decides which log lines are written. All clones share it.
#[derive(Clone, Debug)]
pub struct LogFilter {
    filter: reload::Handle<EnvFilter, Registry>,
    lost: ErrorCounter,
}

/// The thread that writes log lines. When this value is dropped, the last lines are written.
#[derive(Debug)]
pub struct LogWriter(#[expect(dead_code, reason = "it acts when it is dropped")] WorkerGuard);

/// The reason why a new filter was refused. The old filter remains in use.
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

    /// The number of lines that were dropped because nothing read them in time.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.lost.dropped_lines()
    }

    /// Replaces the filter for all lines from now on.
    pub fn set(&self, filter: &str) -> Result<(), SetFilterError> {
        let parsed = EnvFilter::try_new(filter)?;
        self.filter.reload(parsed)?;
        tracing::info!(filter, "the log's filter has changed");
        Ok(())
    }
}

/// Starts logging for this process, which is possible only once. Logging doesn't use standard output, to
/// which the server prints its address.
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
        // Colours help people at a terminal, but they would make a file hard to read.
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => to_stderr.boxed(),
        LogFormat::Json => to_stderr.json().boxed(),
    }
}

/// Whether a line that the filter accepts is written. It is written unless it could contain secrets, or
/// repeats what the bus logs.
fn is_worth_a_line(line: &Metadata<'_>) -> bool {
    holds_no_secrets(line) && !repeats_the_bus(line)
}

/// Whether the line comes from the NATS client at level `INFO`. The client logs each connection attempt and
/// each dropped message. The bus logs these events too, but not each of them.
fn repeats_the_bus(line: &Metadata<'_>) -> bool {
    line.target().starts_with("async_nats") && *line.level() == Level::INFO
}

/// Whether the line can't contain a hand, an invitation or a cookie. The server's own lines never do. But
/// libraries log whole frames and headers at the trace level, so those lines are not written.
fn holds_no_secrets(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() <= Level::DEBUG
}
