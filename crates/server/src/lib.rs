//! The Boneyard server. It adds players, time and storage to the rules of `boneyard-rules`.
//!
//! The module `http` or `socket` receives a message, decodes it, and passes it on to a table. The table
//! decides what changes. After this change is stored in the log, each client receives its own view of the
//! change. `main` reads arguments and signals; [`Server`] is everything else.

mod cluster;
pub mod config;
mod departures;
pub mod error;
pub mod gate;
pub mod health;
mod http;
pub mod logging;
mod matching_people;
mod metrics;
mod notices;
pub mod runtimes;
mod shutdown;
mod socket;
mod start;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::FromRef;
use boneyard_base::{Clock, Role, Supervisor, Turns, limits};
use boneyard_cluster::{Bus, Nodes};
use boneyard_notices::{Notices, Outside};
use boneyard_organiser::Organiser;
use boneyard_people::{Identity, People};
use boneyard_records::{Transparency, analysis::Analyst, forget_old, pictures::Pictures};
use boneyard_store::Store;
use boneyard_table::Tables;
use futures_util::FutureExt as _;
use tokio::net::TcpListener;
use tokio::runtime::Handle;

use crate::config::Config;
use crate::departures::Departures;
use crate::error::Error;
use crate::gate::Gate;
use crate::http::host::Host;
use crate::logging::LogFilter;
use crate::metrics::Metrics;
use crate::shutdown::{Stop, Stopping};
use crate::socket::Sockets;
use crate::start::Parts;

/// The state that every request handler can use. All clones share it.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) config: Arc<Config>,
    pub(crate) identity: Identity,
    pub(crate) tables: Tables,
    pub(crate) organiser: Organiser,
    pub(crate) departures: Departures,
    pub(crate) people: People,
    pub(crate) sockets: Sockets,
    pub(crate) store: Store,
    pub(crate) gate: Gate,
    pub(crate) clock: Clock,
    pub(crate) transparency: Transparency,
    /// Tells browsers what waits for their players; `None` if the host has switched that off.
    pub(crate) notices: Option<Notices>,
    /// The queue of requests for replays, pictures and proofs. Only a few of them run at the same time, and
    /// the network addresses of the clients take turns.
    pub(crate) turns: Turns,
    /// A cache of pictures that were drawn recently.
    pub(crate) pictures: Pictures,
    /// Analyses finished matches.
    pub(crate) analyst: Analyst,
    /// Whether the database has a demo. No server runs while a demo is filled in or removed.
    pub(crate) demo: bool,
    /// Keeps the tasks alive that live as long as the server.
    pub(crate) supervisor: Supervisor,
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

impl FromRef<AppState> for Gate {
    fn from_ref(state: &AppState) -> Self {
        state.gate.clone()
    }
}

/// A server that has opened its database, listens on its address, and is ready to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: AppState,
    /// The second listener, for the host of the server; `None` without the setting for it.
    host: Option<TcpListener>,
    metrics: Metrics,
    log: Option<LogFilter>,
    bus: Bus,
    nodes: Nodes,
    stop: Stop,
    stopping: Stopping,
    /// The runtime that serves visitors who have no seat at a table.
    visitors: Handle,
}

impl Server {
    /// Opens the database, and listens on the address.
    pub async fn new(config: Config) -> Result<Self, Error> {
        Self::with_clock(config, Clock::system()).await
    }

    /// Like [`Self::new`], with a clock that the caller chooses.
    pub async fn with_clock(config: Config, clock: Clock) -> Result<Self, Error> {
        Self::with_visitors(config, clock, Handle::current()).await
    }

    /// Like [`Self::with_clock`], with a separate runtime for visitors who have no seat at a table.
    pub async fn with_visitors(
        config: Config,
        clock: Clock,
        visitors: Handle,
    ) -> Result<Self, Error> {
        Self::with_outside(config, clock, visitors, Outside::internet()).await
    }

    /// Like [`Self::with_visitors`], with another way to push services than the internet. No setting leads here: only a
    /// test has push services of its own.
    pub async fn with_outside(
        config: Config,
        clock: Clock,
        visitors: Handle,
        outside: Outside,
    ) -> Result<Self, Error> {
        let config = Arc::new(config);
        if config.nats.is_some() && config.database.starts_with("sqlite:") {
            return Err(Error::NatsWithoutPostgres);
        }
        let (parts, row) = Parts::start(Arc::clone(&config), clock, &visitors, outside).await?;
        parts.start_tasks();
        let (stop, stopping) = shutdown::channel();
        let (listener, address) = listen("--listen", config.listen).await?;
        let host = listen_for_host(&config).await?;
        let matching = parts.start_matching();
        let organiser = parts.start_organiser();
        let sockets = Sockets::new(
            config,
            parts.clock.clone(),
            &parts.people,
            (parts.tables.clone(), matching.clone(), organiser.clone()),
            parts.turns.clone(),
            parts.gate.clone(),
            stopping.clone(),
        );
        parts.start_cluster(matching, row);
        let (bus, nodes) = (parts.bus.clone(), parts.nodes.clone());
        let threads = parts.threads.clone();
        let state = parts.into_state(organiser, sockets).await?;
        Ok(Self {
            listener,
            address,
            metrics: Metrics::new(state.clone(), threads, &bus, nodes.clone()),
            state,
            host,
            log: None,
            bus,
            nodes,
            stop,
            stopping,
            visitors,
        })
    }

    /// Sets the log's filter, which the host of the server can then change.
    #[must_use]
    pub fn with_log(mut self, log: LogFilter) -> Self {
        self.log = Some(log);
        self
    }

    /// The address of the listener. If the port in the settings is 0, this address has the port that the
    /// operating system chose.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The address of the listener for the host; `None` without the setting for it.
    #[must_use]
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.host.as_ref()?.local_addr().ok()
    }

    /// Serves until `shutdown` completes. Then the server reports that it isn't ready and opens no more
    /// sockets. It closes the open sockets one after another and accepts no more connections. Finally it
    /// waits for requests and appends in progress, and closes the database.
    pub async fn serve(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        let Self {
            listener,
            host,
            metrics,
            log,
            bus,
            nodes,
            stop,
            stopping,
            visitors,
            ..
        } = self;
        tracing::info!(address = %self.address, "serving");
        let AppState {
            config,
            store,
            gate,
            clock,
            sockets,
            pictures,
            notices,
            supervisor,
            ..
        } = self.state.clone();
        let for_host = Host {
            metrics,
            mistakes: gate.mistakes.clone(),
            log,
        };
        serve_host(&supervisor, host, for_host, stopping.clone()).map_err(Error::Accepting)?;
        let keep = config.keep_records();
        supervisor.supervise(
            "old records and unused accounts",
            Role::Upkeep,
            (store.clone(), pictures, clock),
            move |(store, pictures, clock)| forget_old(store, pictures, clock, keep).boxed(),
        );
        let router = http::router(self.state, socket::routes());
        let listener = listener.into_std().map_err(Error::Accepting)?;
        let accepting = visitors.spawn(http::listener::run(listener, router, gate, stopping));
        let accepting_ended = tokio::select! {
            () = shutdown => None,
            ended = accepting => Some(ended),
        };
        close_sockets(sockets, stop).await;
        if let Some(notices) = notices {
            notices.stop().await;
        }
        // No task finds a closed database.
        supervisor.stop().await;
        nodes.leave(&bus).await;
        store.close().await;
        tracing::info!("stopped");
        match accepting_ended {
            Some(Err(error)) => Err(Error::Accepting(error.into())),
            Some(Ok(Err(error))) => Err(Error::Accepting(error)),
            _ => Ok(()),
        }
    }
}

/// Opens the database that the settings name. An error contains the database's address.
pub async fn open_store(config: &Config) -> Result<Store, Error> {
    let opened = Store::open_with(&config.database, config.sharing()).await;
    opened.map_err(|source| Error::database(&config.database, source))
}

/// Serves the host of the server, if there is a listener for it. Otherwise the metrics are dropped here: if they lived on,
/// they would keep the tables alive after the shutdown.
fn serve_host(
    supervisor: &Supervisor,
    listener: Option<TcpListener>,
    host: Host,
    stopping: Stopping,
) -> std::io::Result<()> {
    let Some(listener) = listener else {
        return Ok(());
    };
    tracing::info!(address = ?listener.local_addr().ok(), "serving the host");
    supervisor.supervise(
        "listener of the host",
        Role::Upkeep,
        (listener.into_std()?, host, stopping),
        |(listener, host, stopping)| http::host::run(listener, host, stopping).boxed(),
    );
    Ok(())
}

/// Closes the open sockets one after another, and waits until all connections have ended.
async fn close_sockets(sockets: Sockets, stop: Stop) {
    let (open, _) = sockets.crowd();
    // `sockets` contains a [`Stopping`], and the shutdown waits until all of these are dropped.
    drop(sockets);
    tracing::info!(sockets = open, "stopping");
    stop.drain(open).await;
    if !stop.stop(limits::SHUTDOWN_TIMEOUT).await {
        tracing::warn!("some connections did not end in time");
    }
}

/// Listens on the address for the host of the server, if the settings name one.
async fn listen_for_host(config: &Config) -> Result<Option<TcpListener>, Error> {
    Ok(match config.metrics {
        Some(address) => Some(listen("--metrics", address).await?.0),
        None => None,
    })
}

/// Listens on an address. Returns the listener and its real address, which has the port that the operating
/// system chose.
async fn listen(
    flag: &'static str,
    address: SocketAddr,
) -> Result<(TcpListener, SocketAddr), Error> {
    let error = |source| Error::Listen {
        flag,
        address,
        source,
    };
    let listener = TcpListener::bind(address).await.map_err(error)?;
    let taken = listener.local_addr().map_err(error)?;
    Ok((listener, taken))
}
