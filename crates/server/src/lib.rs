//! The Boneyard server: people, time and storage around the rules of `boneyard-rules`.
//!
//! A message enters at one door (`http` or `socket`), is decoded once, is put to a table, and goes
//! back to browsers as views after the log has it. `main` reads arguments and signals;
//! [`Server`] is everything else.

pub mod clock;
pub mod config;
pub mod error;
pub mod health;
mod http;
pub mod id;
pub mod identity;
pub mod limits;
pub mod lobby;
pub mod logging;
mod peer;
mod rate;
mod shutdown;
mod socket;
pub mod store;
pub mod table;
pub mod text;
pub mod thinkers;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::FromRef;
use tokio::net::TcpListener;

use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::identity::Identity;
use crate::lobby::Lobby;
use crate::shutdown::{Stop, Stopping};
use crate::socket::Sockets;
use crate::store::Store;
use crate::table::Tables;
use crate::thinkers::Thinkers;

/// What every door of the server can reach. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) config: Arc<Config>,
    pub(crate) identity: Identity,
    pub(crate) tables: Tables,
    pub(crate) sockets: Sockets,
}

impl FromRef<AppState> for Identity {
    fn from_ref(state: &AppState) -> Self {
        state.identity.clone()
    }
}

impl FromRef<AppState> for Sockets {
    fn from_ref(state: &AppState) -> Self {
        state.sockets.clone()
    }
}

/// A server that has its address, its database and its tables, and waits to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: AppState,
    store: Store,
    stop: Stop,
    stopping: Stopping,
}

impl Server {
    /// Opens the database and takes the address.
    ///
    /// # Errors
    ///
    /// When one of them can't be had.
    pub async fn new(config: Config) -> Result<Self, Error> {
        let clock = Clock::system();
        let store = Store::open(&config.database).await?;
        let secure = config.is_https();
        let secret = config.signing_key.clone();
        let identity = Identity::new(store.clone(), clock.clone(), secret, secure).await?;
        let lobby = Lobby::start(&store).await?;
        let thinkers = Thinkers::start(config.thinker_count()).map_err(Error::Thinkers)?;
        let tables = Tables::new(
            store.clone(),
            clock.clone(),
            lobby.clone(),
            thinkers,
            config.bot_delay(),
        );
        tokio::spawn(tables.clone().put_away_for_ever(store.clone()));
        let (stop, stopping) = shutdown::channel();
        let listen_error = |source| Error::Listen {
            address: config.listen,
            source,
        };
        let listener = TcpListener::bind(config.listen)
            .await
            .map_err(listen_error)?;
        let address = listener.local_addr().map_err(listen_error)?;
        let config = Arc::new(config);
        let sockets = Sockets::new(
            Arc::clone(&config),
            clock,
            identity.clone(),
            tables.clone(),
            lobby,
            stopping.clone(),
        );
        let state = AppState {
            config,
            identity,
            tables,
            sockets,
        };
        Ok(Self {
            listener,
            address,
            state,
            store,
            stop,
            stopping,
        })
    }

    /// The address it listens on, with the port that the system chose.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` is ready; then takes no more connections, tells those that are
    /// open, lets requests and appends that are under way finish, and closes the database.
    ///
    /// # Errors
    ///
    /// When connections can no longer be taken.
    pub async fn serve(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        tracing::info!(address = %self.address, "serving");
        let router = http::router(self.state);
        let accepting = tokio::spawn(http::listener::run(self.listener, router, self.stopping));
        let accepting_ended = tokio::select! {
            () = shutdown => None,
            ended = accepting => Some(ended),
        };
        tracing::info!("stopping");
        if !self.stop.stop(limits::SHUTDOWN_TIMEOUT).await {
            tracing::warn!("some connections did not end in time");
        }
        self.store.close().await;
        tracing::info!("stopped");
        match accepting_ended {
            Some(Err(error)) => Err(Error::Accepting(error)),
            _ => Ok(()),
        }
    }
}
