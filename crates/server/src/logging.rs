//! Where log lines go: to standard error, in the chosen format, through a filter that can be
//! changed while the server runs. A thread of its own writes them, so that a reader who is stuck holds
//! nothing up: lines that nobody takes are lost, and counted.

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

/// The filter that decides which lines are written. Clones are the same.
#[derive(Clone, Debug)]
pub struct LogFilter {
    filter: reload::Handle<EnvFilter, Registry>,
    lost: ErrorCounter,
}

/// Has the last lines written when it is dropped.
#[derive(Debug)]
pub struct LogWriter(#[expect(dead_code, reason = "it acts when it is dropped")] WorkerGuard);

/// Why a filter was not taken; the old one stays.
#[derive(Debug, thiserror::Error)]
pub enum SetFilterError {
    /// It can't be read.
    #[error("this is no filter: {0}")]
    Unreadable(#[from] ParseError),
    /// Logging has ended.
    #[error("logging has ended: {0}")]
    Gone(#[from] reload::Error),
}

impl LogFilter {
    /// The filter as it is.
    #[must_use]
    pub fn get(&self) -> String {
        self.filter
            .with_current(ToString::to_string)
            .unwrap_or_default()
    }

    /// How many lines were lost because nobody took them.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.lost.dropped_lines()
    }

    /// Takes another one, from the next line on.
    ///
    /// # Errors
    ///
    /// When it can't be read.
    pub fn set(&self, filter: &str) -> Result<(), SetFilterError> {
        let parsed = EnvFilter::try_new(filter)?;
        self.filter.reload(parsed)?;
        tracing::info!(filter, "the log's filter has changed");
        Ok(())
    }
}

/// Starts logging for this process. Standard output stays free for the server's address.
///
/// # Errors
///
/// When the filter can't be read, or logging has been started before.
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
        // Colours are for eyes; in a file they are noise.
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => to_stderr.boxed(),
        LogFormat::Json => to_stderr.json().boxed(),
    }
}

/// Whether a line may be written, if the filter lets it pass.
fn is_worth_a_line(line: &Metadata<'_>) -> bool {
    holds_no_secrets(line) && !repeats_the_bus(line)
}

/// The client of NATS tells of each try to connect and of each dropped message; the bus tells of the first.
fn repeats_the_bus(line: &Metadata<'_>) -> bool {
    line.target().starts_with("async_nats") && *line.level() == Level::INFO
}

/// Our own lines hold no hands, invitations and cookies. What libraries write when they are asked
/// for everything does: whole frames and headers. So they aren't asked for everything.
fn holds_no_secrets(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() <= Level::DEBUG
}
