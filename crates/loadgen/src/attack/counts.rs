//! Counts the attempts of attackers, and the refusals of the server.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use boneyard_protocol::ServerMessage;
use parking_lot::Mutex;
use tokio_tungstenite::tungstenite;

use crate::error::LoadError;

/// Counters that all attackers of a scenario share.
#[derive(Default, Debug)]
pub(super) struct Counts {
    tried: AtomicU64,
    /// The number of refusals for each error code, close code or HTTP status.
    refused: Mutex<BTreeMap<String, u64>>,
}

impl Counts {
    /// Counts an attempt.
    pub(super) fn tries(&self) {
        self.tried.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a refusal with this reason.
    pub(super) fn refuse(&self, reason: String) {
        let mut refused = self.refused.lock();
        *refused.entry(reason).or_default() += 1;
    }

    /// Counts an error as a refusal by the server. The reason is the error's close code or HTTP
    /// status; if it has none, the reason is a lost connection.
    pub(super) fn fails(&self, error: &LoadError) {
        let status = match error {
            LoadError::ClosedWith(code) => return self.refuse(format!("closed with {code}")),
            LoadError::Status { status, .. } => Some(*status),
            LoadError::Socket(error) => match &**error {
                tungstenite::Error::Http(answer) => Some(answer.status().as_u16()),
                _ => None,
            },
            _ => None,
        };
        self.refuse(
            status.map_or_else(|| "connection lost".to_owned(), |status| status.to_string()),
        );
    }

    /// Counts a frame from the server if it refuses a message.
    pub(super) fn receives(&self, frame: &str) {
        if frame.starts_with(r#"{"type":"error""#)
            && let Ok(ServerMessage::Error { code, .. }) = serde_json::from_str(frame)
        {
            self.refuse(code.as_str().to_owned());
        }
    }
}

/// Writes the number of attempts, and then the number of refusals for each reason, the most
/// frequent first.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tried.load(Ordering::Relaxed))?;
        let refused = self.refused.lock();
        let mut refused: Vec<_> = refused.iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (reason, count) in refused {
            write!(f, ", {count} {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_code_and_status() {
        let counts = Counts::default();
        let error =
            r#"{"type":"error","about":"rename","table":null,"code":"rate","text":"Wait."}"#;
        counts.receives(error);
        counts.receives(error);
        counts.receives(r#"{"type":"you","name":"error"}"#);
        counts.fails(&LoadError::ClosedWith(4429));
        counts.fails(&LoadError::Closed);
        counts.tries();
        let printed = "1, 2 rate, 1 closed with 4429, 1 connection lost";
        assert_eq!(counts.to_string(), printed);
    }
}
