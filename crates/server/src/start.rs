//! Starts the parts of a server whose start needs several others.

use std::sync::Arc;

use boneyard_base::{Clock, Role, Supervisor, Turns};
use boneyard_cluster::Bus;
use boneyard_notices::{Mails, Notices, Outside};
use boneyard_organiser::Organiser;
use boneyard_people::{Identity, People};
use boneyard_store::Store;
use boneyard_table::Tables;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::config::{Config, PushSwitch};
use crate::departures::{DEPARTURES, Departures};
use crate::error::Error;
use crate::gate::Gate;
use crate::notices::{LocalTables, PeopleMails};

/// Starts the tasks that run as long as the process: they close tables, act at those over days, notice pauses of the
/// process, rate matches, look up the names of proxies, and tell browsers what waits for their players.
pub(crate) fn start_tasks(
    supervisor: &Supervisor,
    (tables, people, gate): (&Tables, &People, &Gate),
    notices: Option<&Notices>,
) {
    gate.follow_proxy_names(supervisor);
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
    if let Some(notices) = notices {
        let (tables, people) = (tables.clone(), people.clone());
        let mails = people
            .offers_turn_mails()
            .then(|| PeopleMails(people.clone()));
        let mails = mails.map(|mails| -> Arc<dyn Mails> { Arc::new(mails) });
        notices.send(Arc::new(LocalTables { tables, people }), mails);
    }
}

pub(crate) fn start_organiser(
    supervisor: &Supervisor,
    (store, clock): (&Store, &Clock),
    tables: &Tables,
    turns: &Turns,
    people: &People,
) -> Organiser {
    Organiser::start(
        supervisor,
        store.clone(),
        clock.clone(),
        tables.clone(),
        turns.clone(),
        people.sockets.clone(),
    )
}

/// Starts the task that ends what people hold who have gone.
pub(crate) fn start_departures(
    supervisor: &Supervisor,
    (store, clock): (&Store, &Clock),
    tables: &Tables,
    organiser: &Organiser,
) -> Departures {
    let departures = Departures {
        store: store.clone(),
        clock: clock.clone(),
        tables: tables.clone(),
        organiser: organiser.clone(),
        supervisor: supervisor.clone(),
    };
    supervisor.supervise(DEPARTURES, Role::Upkeep, departures.clone(), |departures| {
        departures.deal_with_for_ever().boxed()
    });
    departures
}

pub(crate) fn start_people(
    supervisor: &Supervisor,
    config: &Config,
    (store, clock): (&Store, &Clock),
    (identity, bus): (&Identity, &Bus),
    gate: &Gate,
) -> Result<People, Error> {
    Ok(People::start(
        supervisor,
        identity.clone(),
        store.clone(),
        clock.clone(),
        bus.clone(),
        gate.bounds.clone(),
        config.people(),
    )?)
}

/// Connects to the other nodes, if the settings name a NATS server.
pub(crate) async fn start_bus(
    supervisor: &Supervisor,
    config: &Config,
    store: &Store,
) -> Result<Bus, Error> {
    match &config.nats {
        Some(nats) => Ok(Bus::start(supervisor, nats, store).await?),
        None => Ok(Bus::alone()),
    }
}

/// Starts what tells browsers what waits for their players; `None` if the host has switched it off.
pub(crate) async fn start_notices(
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
