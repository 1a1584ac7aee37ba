//! Where log lines go: to standard error, in the chosen format.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};
use crate::error::Error;

/// Starts logging for this process. Standard output stays free for the server's address.
///
/// # Errors
///
/// When the filter can't be read, or logging has been started before.
pub fn start(config: &Config) -> Result<(), Error> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| Error::Log(error.into()))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Colours are for eyes; in a file they are noise.
        .with_ansi(std::io::stderr().is_terminal());
    match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    }
    .map_err(Error::Log)
}
