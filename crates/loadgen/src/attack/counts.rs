//! Counts what attackers tried, and what the server refused.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use boneyard_protocol::ServerMessage;
use boneyard_protocol::http::HttpError;

use crate::error::LoadError;

/// Counters that all attackers of a scenario share.
#[derive(Default, Debug)]
pub(super) struct Counts {
    tried: AtomicU64,
    reactions: AtomicU64,
    refused: Mutex<BTreeMap<String, u64>>,
}

impl Counts {
    /// Counts a try.
    pub(super) fn tries(&self) {
        self.tried.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// The reactions that one watcher received.
    pub(super) fn reactions(&self) -> u64 {
        self.reactions.load(Ordering::Relaxed)
    }

    /// Refusals by code or status.
    pub(super) fn refused(&self) -> BTreeMap<String, u64> {
        self.refused
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Counts a failure that the server caused.
    pub(super) fn fails(&self, error: &LoadError) {
        self.refuse(&reason(error));
    }

    /// Counts a refusal with this reason.
    pub(super) fn refuse(&self, reason: &str) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        match refused.get_mut(reason) {
            Some(count) => *count += 1,
            None => drop(refused.insert(reason.to_owned(), 1)),
        }
    }

    /// Counts a frame from the server; reactions only for an attacker who counts them.
    pub(super) fn receives(&self, frame: &str, counts_reactions: bool) {
        if frame.starts_with(r#"{"type":"error""#)
            && let Ok(ServerMessage::Error { code, .. }) = serde_json::from_str(frame)
        {
            self.refuse(code.as_str());
        }
        if counts_reactions && frame.starts_with(r#"{"type":"reacted""#) {
            self.reactions.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts an HTTP response.
    pub(super) async fn answers(&self, answer: reqwest::Response) {
        let status = answer.status();
        let body = answer.text().await.unwrap_or_default();
        if !status.is_success() {
            self.refuse(&refusal(status.as_u16(), &body));
        }
    }
}

/// The code in the body of a refusal, if there is one, and the status.
pub(super) fn refusal(status: u16, body: &str) -> String {
    let body: Result<HttpError, _> = serde_json::from_str(body);
    body.map_or_else(
        |_| format!("{status}"),
        |body| format!("{status} {}", body.code),
    )
}

/// A short form of an error, under which it is counted.
fn reason(error: &LoadError) -> String {
    match error {
        LoadError::ClosedWith(code) => format!("closed with {code}"),
        LoadError::Status { status, body, .. } => refusal(*status, body),
        LoadError::Http(error) if error.status().is_some() => error
            .status()
            .map_or_else(String::new, |status| status.as_u16().to_string()),
        LoadError::Socket(error) => match &**error {
            tokio_tungstenite::tungstenite::Error::Http(answer) => {
                answer.status().as_u16().to_string()
            }
            _ => "connection lost".to_owned(),
        },
        LoadError::Http(_) | LoadError::Closed | LoadError::Connect(_) | LoadError::System(_) => {
            "connection lost".to_owned()
        }
        LoadError::NoAnswer(_) => "no answer".to_owned(),
        other => other.to_string(),
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
        counts.receives(error, false);
        counts.receives(error, false);
        counts.receives(r#"{"type":"you","name":"error"}"#, false);
        counts.fails(&LoadError::ClosedWith(4429));
        counts.fails(&LoadError::Status {
            path: "/api/tables".to_owned(),
            status: 429,
            body: r#"{"code":"too_many","text":"Enough."}"#.to_owned(),
        });
        counts.fails(&LoadError::Closed);
        let wanted = [
            ("429 too_many", 1),
            ("closed with 4429", 1),
            ("connection lost", 1),
            ("rate", 2),
        ];
        let wanted = wanted.map(|(reason, count)| (reason.to_owned(), count));
        assert_eq!(counts.refused(), wanted.into());
    }

    #[test]
    fn reactions_are_counted_for_one_watcher_alone() {
        let counts = Counts::default();
        let reacted = r#"{"type":"reacted","table":"3f","seat":null,"name":"A","reaction":"wow"}"#;
        counts.receives(reacted, true);
        counts.receives(reacted, false);
        assert_eq!(counts.reactions(), 1);
    }
}
