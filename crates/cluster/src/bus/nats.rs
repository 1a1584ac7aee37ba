//! Messages over NATS. One task publishes messages, one passes messages about tables on, and one watches the
//! connection. No other task waits for NATS.
//!
//! A node has two connections: it receives over one and sends over the other. A client of NATS sends nothing
//! while more arrives than it can read. With one connection, a flood would therefore also stop the node's own
//! messages.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use boneyard_base::{Role, Supervisor, TableId, limits};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _};
use ring::error::Unspecified;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use super::joined::{JoinedTables, TableMessages};
use super::outbox::{self, Outbox, Outgoing};
use super::publisher::{Join, Publisher};
use super::receiver::{Order, Receiver};
use super::seal::BusSecret;
use super::{BusError, BusEvent, Carrier, Heard, Message, Meters, NatsUrl, NodeId, TableMessage};

/// A node's connection to NATS.
#[derive(Debug)]
pub(super) struct Nats {
    outbox: Arc<Outbox>,
    tables: Arc<JoinedTables>,
    /// Requests to subscribe to a subject. The channel needs no limit, since a node has only a few subscriptions.
    joins: mpsc::UnboundedSender<Join>,
    events: broadcast::Sender<BusEvent>,
    receiver: Arc<Receiver>,
    meters: Meters,
    /// The task that passes messages about tables on. It ends when this value is dropped.
    passing: AbortHandle,
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.passing.abort();
    }
}

impl Nats {
    /// Starts to connect. After a failure, tries again until the returned value is dropped.
    ///
    /// # Errors
    ///
    /// When the URL can't be used, or the cipher can't be set up. It is not an error if the NATS server can't
    /// be reached.
    pub(super) async fn start(
        supervisor: &Supervisor,
        node: NodeId,
        url: &NatsUrl,
        secret: &BusSecret,
    ) -> Result<Self, BusError> {
        let meters = Meters::default();
        let receiver = Receiver::new(node, secret, Instant::now(), meters.clone());
        let sealer = receiver.sealer().map_err(|Unspecified| BusError::Cipher)?;
        let receiver = Arc::new(receiver);
        let events = broadcast::Sender::new(limits::BUS_EVENTS_MAX);
        let connection = Connection::new(url, events.clone(), meters.clone());
        let (reports, reported) = mpsc::channel(limits::BUS_EVENTS_MAX);
        let (receiving, sending) = connect(node, url, reports.clone()).await?;
        let (outbox, outlet) = outbox::channel(limits::BUS_QUEUE_MAX, meters.clone());
        let (joins, joining) = mpsc::unbounded_channel();
        let tables = Arc::<JoinedTables>::default();
        let publisher = Publisher {
            receiving,
            sending,
            receiver: Arc::clone(&receiver),
            tables: Arc::clone(&tables),
            sealer,
            meters: meters.clone(),
            batches: HashMap::new(),
        };
        supervisor.supervise(
            "connection to NATS",
            Role::Serving,
            (connection, reported),
            |(connection, reported)| connection.follow(reported).boxed(),
        );
        supervisor.supervise(
            "messages to other servers",
            Role::Serving,
            (publisher, outlet, joining),
            |(publisher, outlet, joining)| publisher.run(outlet, joining).boxed(),
        );
        let outbox = Arc::new(outbox);
        let passing = PassingOn {
            messages: subscribe(&receiver, &joins, receiver.node(node)),
            tables: Arc::clone(&tables),
            outbox: Arc::clone(&outbox),
            reports,
        };
        let passing =
            supervisor.supervise("messages about tables", Role::Serving, passing, |passing| {
                passing.run().boxed()
            });
        Ok(Self {
            outbox,
            tables,
            joins,
            events,
            receiver,
            meters,
            passing,
        })
    }
}

/// Starts to connect twice: to receive, with reports of what happens to this connection, and to send.
async fn connect(
    node: NodeId,
    url: &NatsUrl,
    reports: mpsc::Sender<Event>,
) -> Result<(Client, Client), BusError> {
    let receiving = options(node, url)
        .event_callback(move |event| {
            let reports = reports.clone();
            async move {
                // An error means that the node is stopping.
                let _ = reports.send(event).await;
            }
        })
        .connect(url.servers())
        .await?;
    let sending = options(node, url).connect(url.servers()).await?;
    Ok((receiving, sending))
}

/// Subscribes to a subject.
fn subscribe(
    receiver: &Arc<Receiver>,
    joins: &mpsc::UnboundedSender<Join>,
    subject: String,
) -> Subscription {
    let (joined, joining) = oneshot::channel();
    // An error means that the node is stopping, and then it doesn't need the subscription.
    let _ = joins.send(Join { subject, joined });
    Subscription {
        source: Source::Joining(joining),
        order: receiver.order(),
        receiver: Arc::clone(receiver),
    }
}

impl Carrier for Nats {
    fn tell_all(&self, message: Message) {
        self.outbox.put(Outgoing::All(message));
    }

    fn tell_table(&self, table: TableId, message: TableMessage) {
        if message.is_for_all() || self.tables.has_others(table) {
            self.outbox.put(Outgoing::Table(table, message));
        }
    }

    fn join_table(&self, table: TableId) -> TableMessages {
        self.tables.join(table)
    }

    fn messages(&self) -> BoxStream<'static, Heard> {
        let messages = NatsMessages {
            events: self.events.subscribe(),
            all: subscribe(&self.receiver, &self.joins, self.receiver.all().to_owned()),
        };
        let next = |mut messages: NatsMessages| async move {
            let heard = messages.next().await?;
            Some((heard, messages))
        };
        stream::unfold(messages, next).boxed()
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        self.outbox.flush().boxed()
    }

    fn forget(&self, node: NodeId) {
        self.receiver.forget(node);
        self.tables.forget(node);
    }

    fn meters(&self) -> Meters {
        self.meters.clone()
    }
}

fn options(node: NodeId, url: &NatsUrl) -> ConnectOptions {
    let options = ConnectOptions::new()
        .name(format!("boneyard {node}"))
        .retry_on_initial_connect()
        .ping_interval(limits::BUS_PING_INTERVAL)
        .client_capacity(limits::BUS_CLIENT_QUEUE_MAX)
        .subscription_capacity(limits::BUS_SUBSCRIPTION_MAX)
        .reconnect_delay_callback(retry_delay);
    url.sign_in(options)
}

/// How long to wait before the next attempt to connect. The first waits last a few milliseconds, since NATS
/// may just be restarting.
fn retry_delay(attempts: usize) -> Duration {
    let exponent = u32::try_from(attempts).unwrap_or(u32::MAX);
    let delay = Duration::from_millis(2_u64.saturating_pow(exponent));
    delay.min(limits::BUS_RETRY_INTERVAL)
}

/// The task that passes the messages about tables that other nodes send to this node on to the tables.
struct PassingOn {
    messages: Subscription,
    tables: Arc<JoinedTables>,
    outbox: Arc<Outbox>,
    reports: mpsc::Sender<Event>,
}

impl PassingOn {
    async fn run(&mut self) {
        while let Some((from, told)) = self.messages.next_of_tables().await {
            for (table, message) in told {
                let tell_left = || self.outbox.put(Outgoing::Left(from, table));
                if !self.tables.pass(from, table, message, tell_left) {
                    // NATS's client reports a full subscription in the same way.
                    let _ = self.reports.send(Event::SlowConsumer(0)).await;
                }
            }
        }
    }
}

/// The task that watches the connection. It writes to the log what the host should know, and sends an event
/// if the node must react.
struct Connection {
    url: NatsUrl,
    events: broadcast::Sender<BusEvent>,
    meters: Meters,
    state: State,
    /// Whether messages were dropped since the last warning.
    has_missed: bool,
    /// The earliest time of the next warning.
    missed_again: Instant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// No attempt to connect has ended yet.
    Starting,
    Connected,
    /// There is no connection. The log says so already.
    Unreachable,
}

impl Connection {
    fn new(url: &NatsUrl, events: broadcast::Sender<BusEvent>, meters: Meters) -> Self {
        Self {
            url: url.clone(),
            events,
            meters,
            state: State::Starting,
            has_missed: false,
            missed_again: Instant::now(),
        }
    }

    /// Runs until the NATS client ends.
    async fn follow(&mut self, reported: &mut mpsc::Receiver<Event>) {
        loop {
            tokio::select! {
                event = reported.recv() => {
                    let Some(event) = event else { return };
                    self.take(event);
                }
                () = sleep_until(self.missed_again), if self.has_missed => {
                    self.has_missed = false;
                    self.missed_again = Instant::now() + limits::BUS_MISSED_INTERVAL;
                    tracing::warn!("messages of other nodes came faster than this node takes them");
                    self.tell(BusEvent::Missed);
                }
            }
        }
    }

    fn take(&mut self, event: Event) {
        let servers = &self.url;
        match event {
            Event::Connected => {
                self.state = State::Connected;
                tracing::info!(%servers, "connected to NATS");
                self.tell(BusEvent::Connected);
            }
            Event::Disconnected => {
                self.state = State::Unreachable;
                tracing::warn!(
                    %servers,
                    "the connection to NATS is lost; the node tries to connect until it succeeds, \
                     and until then sees other nodes' moves late"
                );
                self.tell(BusEvent::Lost);
            }
            Event::SlowConsumer(_) => {
                self.meters.dropped.inc();
                self.has_missed = true;
            }
            // Each failed attempt is reported. Only the first one is logged.
            Event::ClientError(error) if self.state == State::Starting => {
                self.state = State::Unreachable;
                tracing::warn!(
                    %servers, %error,
                    "NATS can't be reached; the node tries again until it succeeds, and until then sees \
                     other nodes' moves late. Does nats-server run there, and is --nats right?"
                );
            }
            Event::ServerError(error) => tracing::warn!(%servers, %error, "NATS reports an error"),
            Event::LameDuckMode => tracing::info!(%servers, "the NATS server is about to stop"),
            Event::ClientError(_) | Event::Draining | Event::Closed => {}
        }
    }

    fn tell(&self, event: BusEvent) {
        // Sending fails if there is no receiver. Then the event is not needed.
        let _ = self.events.send(event);
    }
}

/// A subscription to one subject.
#[derive(Debug)]
struct Subscription {
    source: Source,
    order: Order,
    receiver: Arc<Receiver>,
}

#[derive(Debug)]
enum Source {
    Joining(oneshot::Receiver<Subscriber>),
    Joined(Subscriber),
    Ended,
}

impl Subscription {
    /// Waits for the next messages about tables from another node. `None` if there will be no more. Cancel safe.
    async fn next_of_tables(&mut self) -> Option<(NodeId, Vec<(TableId, TableMessage)>)> {
        loop {
            let sealed = self.receive().await?;
            let told = self.receiver.take_of_tables(&mut self.order, &sealed);
            if told.is_some() {
                return told;
            }
        }
    }

    /// Waits for the next message to all nodes. `None` if there will be no more. Cancel safe.
    async fn next(&mut self) -> Option<Heard> {
        loop {
            let sealed = self.receive().await?;
            let now = Instant::now();
            let heard = self.receiver.take(&mut self.order, &sealed, now);
            if heard.is_some() {
                return heard;
            }
        }
    }

    async fn receive(&mut self) -> Option<bytes::Bytes> {
        loop {
            match &mut self.source {
                Source::Joining(joining) => {
                    let joined = joining.await;
                    self.source = joined.map_or(Source::Ended, Source::Joined);
                }
                Source::Joined(subscriber) => return Some(subscriber.next().await?.payload),
                Source::Ended => return None,
            }
        }
    }
}

/// A subscription to the messages to all nodes, and to the changes of this node's connection.
#[derive(Debug)]
struct NatsMessages {
    events: broadcast::Receiver<BusEvent>,
    all: Subscription,
}

impl NatsMessages {
    /// Waits for the next message or event. `None` if there will be no more. Cancel safe.
    async fn next(&mut self) -> Option<Heard> {
        tokio::select! {
            biased;
            event = self.events.recv() => match event {
                Ok(event) => Some(Heard::Event(event)),
                Err(RecvError::Lagged(_)) => Some(Heard::Event(BusEvent::Missed)),
                Err(RecvError::Closed) => None,
            },
            heard = self.all.next() => heard,
        }
    }
}
