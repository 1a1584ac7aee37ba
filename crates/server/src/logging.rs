//! Where log lines go: to standard error, in the chosen format, through a filter that can be
//! changed while the server runs.

use std::io::IsTerminal as _;

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry, fmt as lines, reload};

use crate::config::{Config, LogFormat};
use crate::error::Error;

/// The filter that decides which lines are written. Clones are the same.
#[derive(Clone, Debug)]
pub struct LogFilter(reload::Handle<EnvFilter, Registry>);

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
        self.0.with_current(ToString::to_string).unwrap_or_default()
    }

    /// Takes another one, from the next line on.
    ///
    /// # Errors
    ///
    /// When it can't be read.
    pub fn set(&self, filter: &str) -> Result<(), SetFilterError> {
        let parsed = EnvFilter::try_new(filter)?;
        self.0.reload(parsed)?;
        tracing::info!(filter, "the log's filter has changed");
        Ok(())
    }
}

/// Starts logging for this process. Standard output stays free for the server's address.
///
/// # Errors
///
/// When the filter can't be read, or logging has been started before.
pub fn start(config: &Config) -> Result<LogFilter, Error> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| Error::Log(error.into()))?;
    let (filter, handle) = reload::Layer::new(filter);
    tracing_subscriber::registry()
        .with(filter)
        .with(writer(config.log_format).with_filter(filter_fn(holds_no_secrets)))
        .try_init()
        .map_err(|error| Error::Log(error.into()))?;
    Ok(LogFilter(handle))
}

fn writer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let to_stderr = lines::layer()
        .with_writer(std::io::stderr)
        // Colours are for eyes; in a file they are noise.
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => to_stderr.boxed(),
        LogFormat::Json => to_stderr.json().boxed(),
    }
}

/// Our own lines hold no hands, invitations and cookies. What libraries write when they are asked
/// for everything does: whole frames and headers. So they aren't asked for everything.
fn holds_no_secrets(line: &Metadata<'_>) -> bool {
    line.target().starts_with("boneyard") || *line.level() <= Level::DEBUG
}
