//! Starts the parts of a server, each after those that it needs.

use std::sync::Arc;

use boneyard_base::{Clock, ComputerThreads, Role, Supervisor, Turns, limits};
use boneyard_cluster::{Bus, Nodes};
use boneyard_matching::Matching;
use boneyard_notices::{Mails, Notices, Outside};
use boneyard_organiser::Organiser;
use boneyard_people::{Identity, People};
use boneyard_records::{Transparency, analysis::Analyst, pictures::Pictures};
use boneyard_store::Store;
use boneyard_table::{Lobby, TableParts, Tables};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;

use crate::cluster::Cluster;
use crate::cluster::node_row::NodeRow;
use crate::config::{Config, FinishedLogs, PushSwitch};
use crate::departures::{DEPARTURES, Departures};
use crate::error::Error;
use crate::gate::Gate;
use crate::matching_people::MatchingPeople;
use crate::notices::{LocalTables, PeopleMails};
use crate::socket::Sockets;
use crate::{AppState, open_store};

/// The parts of a server that the others need.
pub(crate) struct Parts {
    pub(crate) config: Arc<Config>,
    pub(crate) clock: Clock,
    pub(crate) supervisor: Supervisor,
    pub(crate) bus: Bus,
    pub(crate) nodes: Nodes,
    pub(crate) threads: ComputerThreads,
    pub(crate) turns: Turns,
    pub(crate) gate: Gate,
    pub(crate) people: People,
    pub(crate) tables: Tables,
    store: Store,
    identity: Identity,
    notices: Option<Notices>,
    transparency: Transparency,
}

impl Parts {
    /// Opens the database, joins the cluster, and starts all that does not need a listener.
    pub(crate) async fn start(
        config: Arc<Config>,
        clock: Clock,
        visitors: &Handle,
        outside: Outside,
    ) -> Result<(Self, Option<NodeRow>), Error> {
        let supervisor = Supervisor::default();
        let store = open_store(&config).await?;
        let bus = start_bus(&supervisor, &config, &store).await?;
        let row = NodeRow::begin(&bus, &store, &clock).await?;
        let key = config.signing_key.clone();
        let identity = Identity::new(store.clone(), clock.clone(), key, config.is_https()).await?;
        let lobby = Lobby::start(&supervisor, &store, visitors).await?;
        let threads = ComputerThreads::start(config.computer_thread_count())
            .map_err(Error::ComputerThreads)?;
        let turns = Turns::start(limits::TURNS_AT_ONCE).map_err(Error::ComputerThreads)?;
        let transparency = Transparency::start(store.clone(), clock.clone()).await?;
        let nodes = Nodes::start(&supervisor, &bus);
        let gate = Gate::new(&config.gate());
        let people = People::start(
            &supervisor,
            identity.clone(),
            store.clone(),
            clock.clone(),
            bus.clone(),
            gate.bounds.clone(),
            config.people(),
        )?;
        let notices = start_notices(&supervisor, &config, (&store, &clock), &gate, outside).await?;
        let tables = Tables::new(TableParts {
            bot_delay: config.bot_delay(),
            keep_records: config.keep_records(),
            keep_finished_logs: config.finished_logs == FinishedLogs::Compress,
            budgets: Some(gate.budgets.clone()),
            bus: bus.clone(),
            nodes: nodes.clone(),
            sockets: people.sockets.clone(),
            transparency: Some(transparency.clone()),
            notices: notices.clone(),
            supervisor: supervisor.clone(),
            ..TableParts::new(store.clone(), clock.clone(), lobby, threads.clone())
        });
        let parts = Self {
            config,
            clock,
            supervisor,
            bus,
            nodes,
            threads,
            turns,
            gate,
            people,
            tables,
            store,
            identity,
            notices,
            transparency,
        };
        Ok((parts, row))
    }

    /// Starts the tasks that run as long as the process: they close tables, act at those over days, notice pauses of
    /// the process, rate matches, look up the names of proxies, and tell players what waits for them.
    pub(crate) fn start_tasks(&self) {
        let Self {
            supervisor,
            tables,
            people,
            ..
        } = self;
        self.gate.follow_proxy_names(supervisor);
        let supervise = |name, role, run: fn(&mut Tables) -> BoxFuture<'_, ()>| {
            supervisor.supervise(name, role, tables.clone(), run);
        };
        supervise("abandoned tables", Role::Upkeep, |tables| {
            tables.close_abandoned_for_ever().boxed()
        });
        supervise("lapsed tables", Role::Upkeep, |tables| {
            tables.close_lapsed_for_ever().boxed()
        });
        supervise("tables over days", Role::Serving, |tables| {
            tables.act_over_days_for_ever().boxed()
        });
        supervise("pauses of the process", Role::Serving, |tables| {
            tables.watch_pauses_for_ever().boxed()
        });
        supervisor.supervise("ratings", Role::Upkeep, people.clone(), |people| {
            people.rate_for_ever().boxed()
        });
        if let Some(notices) = &self.notices {
            let (tables, people) = (tables.clone(), people.clone());
            let mails = people
                .offers_turn_mails()
                .then(|| PeopleMails(people.clone()));
            let mails = mails.map(|mails| -> Arc<dyn Mails> { Arc::new(mails) });
            notices.send(Arc::new(LocalTables { tables, people }), mails);
        }
    }

    pub(crate) fn start_matching(&self) -> Matching {
        let counted = (self.gate.budgets.clone(), self.gate.bounds.clone());
        let people = Arc::new(MatchingPeople(self.people.clone()));
        Matching::start(&self.supervisor, self.tables.clone(), counted, people)
    }

    pub(crate) fn start_organiser(&self) -> Organiser {
        Organiser::start(
            &self.supervisor,
            self.store.clone(),
            self.clock.clone(),
            self.tables.clone(),
            self.turns.clone(),
            self.people.sockets.clone(),
        )
    }

    /// Starts the task that ends what people hold who have gone.
    fn start_departures(&self, organiser: &Organiser) -> Departures {
        let departures = Departures {
            store: self.store.clone(),
            clock: self.clock.clone(),
            tables: self.tables.clone(),
            organiser: organiser.clone(),
            supervisor: self.supervisor.clone(),
        };
        self.supervisor
            .supervise(DEPARTURES, Role::Upkeep, departures.clone(), |departures| {
                departures.deal_with_for_ever().boxed()
            });
        departures
    }

    /// Starts to listen to the other nodes, and to write this node's row.
    pub(crate) fn start_cluster(&self, matching: Matching, row: Option<NodeRow>) {
        let cluster = Cluster {
            bus: self.bus.clone(),
            nodes: self.nodes.clone(),
            store: self.store.clone(),
            clock: self.clock.clone(),
            tables: self.tables.clone(),
            matching,
            people: self.people.clone(),
        };
        cluster.start(&self.supervisor, row);
    }

    /// The state of the request handlers.
    pub(crate) async fn into_state(
        self,
        organiser: Organiser,
        sockets: Sockets,
    ) -> Result<AppState, Error> {
        let demo = self.store.demos().get().await?.is_some();
        Ok(AppState {
            departures: self.start_departures(&organiser),
            config: self.config,
            identity: self.identity,
            tables: self.tables,
            organiser,
            people: self.people,
            sockets,
            store: self.store,
            gate: self.gate,
            clock: self.clock,
            transparency: self.transparency,
            notices: self.notices,
            turns: self.turns,
            pictures: Pictures::default(),
            analyst: Analyst::default(),
            demo,
            supervisor: self.supervisor,
        })
    }
}

/// Connects to the other nodes, if the settings name a NATS server.
async fn start_bus(supervisor: &Supervisor, config: &Config, store: &Store) -> Result<Bus, Error> {
    match &config.nats {
        Some(nats) => Ok(Bus::start(supervisor, nats, store).await?),
        None => Ok(Bus::alone()),
    }
}

/// Starts what tells browsers what waits for their players; `None` if the host has switched it off.
async fn start_notices(
    supervisor: &Supervisor,
    config: &Config,
    (store, clock): (&Store, &Clock),
    gate: &Gate,
    outside: Outside,
) -> Result<Option<Notices>, Error> {
    if config.push == PushSwitch::Off {
        return Ok(None);
    }
    let (store, clock) = (store.clone(), clock.clone());
    let contact = config.push_contact();
    let supervisor = supervisor.clone();
    let notices = Notices::start(
        supervisor,
        store,
        clock,
        gate.bounds.clone(),
        outside,
        contact,
    );
    Ok(Some(notices.await?))
}
