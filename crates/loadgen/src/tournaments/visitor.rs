//! A visitor of the servers, who sends requests over HTTP.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_base::limits;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::sleep;

use crate::client::Identity;
use crate::error::LoadError;
use crate::http::Http;
use crate::people::Servers;

/// How long a request is repeated while the server is away.
const AWAY_MAX: Duration = limits::REQUEST_TIMEOUT;

/// The pause between two tries of a request.
const RETRY_AFTER: Duration = Duration::from_millis(200);

/// A visitor of the servers.
pub(super) struct Visitor {
    /// The number of the visitor, from which the first server follows.
    pub(super) number: usize,
    pub(super) identity: Arc<Identity>,
    pub(super) servers: Servers,
    /// The name of the account; `None` for a guest.
    pub(super) account: Option<String>,
}

impl Visitor {
    /// A new visitor, who keeps an account if a name is given.
    pub(super) async fn new(
        number: usize,
        account: Option<String>,
        servers: Servers,
        http: Http,
    ) -> Result<Self, LoadError> {
        let (_, address) = servers.at(number).ok_or(LoadError::NoServer)?;
        let mut identity = Identity::fetch(http, address).await?;
        if let Some(name) = &account {
            identity = identity.keep(address, name.clone()).await?;
        }
        Ok(Self {
            number,
            identity: Arc::new(identity),
            servers,
            account,
        })
    }

    /// Sends a request until a server answers, and returns the body of the answer.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Value,
    ) -> Result<T, LoadError> {
        let began = Instant::now();
        loop {
            let is_late = began.elapsed() > AWAY_MAX;
            let asked = match self.servers.at(self.number) {
                Some((_, address)) => self.identity.send(address, (method, path), &body).await,
                None => Err(LoadError::NoServer),
            };
            match asked {
                Err(LoadError::Http(_) | LoadError::NoServer) if !is_late => {
                    sleep(RETRY_AFTER).await;
                }
                asked => return asked?.json(),
            }
        }
    }
}
