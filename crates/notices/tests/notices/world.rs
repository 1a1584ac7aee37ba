//! A server's part that pushes, with a push service, tables and time of the test's own.

use std::collections::{HashMap, HashSet};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{Bounds, Clock, ManualClock, PlayerId, Supervisor, TableId, Timestamp, limits};
use boneyard_notices::{
    AboutTable, Notices, Outside, Resolver, Sender, TableAnswer, TableAnswers, TableQuestion,
};
use boneyard_protocol::Invite;
use boneyard_protocol::push::{PushWishes, PutPushBrowser};
use boneyard_rules::Preset;
use boneyard_store::Store;
use boneyard_testing::{PushBrowser, PushService, here};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use parking_lot::Mutex;
use tempfile::TempDir;

pub(crate) const HOST: &str = "push.example";

/// Noon of a day at UTC.
pub(crate) const NOW: Timestamp = Timestamp(1_700_049_600_000);

/// What the tables answer for each player: that they wait, unless the test says otherwise.
#[derive(Clone, Default)]
pub(crate) struct Tables(Arc<Mutex<HashMap<Option<PlayerId>, TableAnswer>>>, Panics);

/// The players at whose tables a question panics.
type Panics = Arc<Mutex<HashSet<PlayerId>>>;

impl Tables {
    /// Sets the answer for a player, or for the webhooks.
    pub(crate) fn stand(&self, player: impl Into<Option<PlayerId>>, standing: TableAnswer) {
        self.0.lock().insert(player.into(), standing);
    }

    /// Sets whether a question about a player panics.
    pub(crate) fn panic_at(&self, player: PlayerId, panics: bool) {
        let mut all = self.1.lock();
        if panics {
            all.insert(player);
        } else {
            all.remove(&player);
        }
    }
}

impl TableAnswers for Tables {
    fn ask(
        &self,
        player: Option<PlayerId>,
        _: TableId,
        _: TableQuestion,
    ) -> BoxFuture<'_, TableAnswer> {
        let panics = player.is_some_and(|player| self.1.lock().contains(&player));
        assert!(!panics, "a test wants it so");
        let standing = self.0.lock().get(&player).cloned();
        ready(standing.unwrap_or_else(|| TableAnswer::Awaited(about()))).boxed()
    }
}

pub(crate) fn about() -> AboutTable {
    AboutTable {
        preset: Preset::all().next().unwrap(),
        player: Some("Ben".to_owned()),
        others: vec!["Ana".to_owned()],
        scores: Vec::new(),
        invite: Invite::from_bits(7),
    }
}

/// Knows the hosts of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts(pub(crate) Arc<Mutex<HashMap<String, SocketAddr>>>);

impl Resolver for Hosts {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        let found = self.0.lock().get(host).copied();
        let found = found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound));
        ready(found.map(|address| vec![address])).boxed()
    }
}

/// A way out to the push services of a test, on this machine.
pub(crate) fn outside_to(service: &PushService) -> Outside {
    let hosts = Hosts::default();
    hosts.0.lock().insert(HOST.to_owned(), service.address);
    Outside {
        resolver: Arc::new(hosts),
        may_connect: |address: IpAddr| address.is_loopback(),
        roots: service.roots.clone(),
        timeout: Duration::from_secs(20),
    }
}

/// A server's part that pushes, with its database.
pub(crate) struct World {
    pub(crate) service: PushService,
    pub(crate) outside: Outside,
    pub(crate) tables: Tables,
    pub(crate) clock: Clock,
    pub(crate) time: ManualClock,
    pub(crate) store: Store,
    pub(crate) notices: Notices,
    pub(crate) directory: TempDir,
    pub(crate) player: PlayerId,
    pub(crate) browser: PushBrowser,
}

pub(crate) fn database(directory: &TempDir) -> String {
    format!("sqlite://{}", directory.path().join("b.db").display())
}

pub(crate) async fn start(
    store: &Store,
    clock: &Clock,
    outside: &Outside,
    tables: &Tables,
) -> Notices {
    let (store, clock) = (store.clone(), clock.clone());
    let notices = Notices::start(
        Supervisor::default(),
        store,
        clock,
        Bounds::new(1_000),
        outside.clone(),
        None,
    );
    let notices = notices.await.unwrap();
    notices.send(Arc::new(tables.clone()), None);
    notices
}

impl World {
    pub(crate) async fn new() -> Self {
        let service = PushService::start(HOST).await;
        let outside = outside_to(&service);
        Self::with(service, outside).await
    }

    pub(crate) async fn with(service: PushService, outside: Outside) -> Self {
        let (clock, time) = Clock::manual(NOW);
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&database(&directory)).await.unwrap();
        let tables = Tables::default();
        let notices = start(&store, &clock, &outside, &tables).await;
        let world = Self {
            service,
            outside,
            tables,
            clock,
            time,
            store,
            notices,
            directory,
            player: PlayerId::random(),
            browser: PushBrowser::at("https://push.example/of/ana"),
        };
        world.subscribe(None).await;
        world
    }

    pub(crate) async fn subscribe(&self, wishes: Option<PushWishes>) {
        let wanted = wanted(&self.browser, wishes);
        self.notices
            .put_browser(sender(self.player), &wanted)
            .await
            .unwrap();
    }

    /// Stops the sending and the database, and starts both again.
    pub(crate) async fn restarted(self) -> Self {
        self.notices.stop().await;
        self.store.close().await;
        let store = Store::open(&database(&self.directory)).await.unwrap();
        let notices = start(&store, &self.clock, &self.outside, &self.tables).await;
        Self {
            store,
            notices,
            ..self
        }
    }

    /// How many browsers are known of the player.
    pub(crate) async fn browsers(&self) -> usize {
        self.notices
            .browsers(self.player)
            .await
            .unwrap()
            .browsers
            .len()
    }

    /// Waits until so many tries have failed in all.
    pub(crate) async fn failed(&self, count: u64) {
        while self.notices.meters().failed.get() < count {
            tokio::task::yield_now().await;
        }
    }

    /// Waits until all that was due has been dealt with: a push to another browser, which is stored last, has arrived.
    pub(crate) async fn nothing_more(&mut self) {
        self.service.answers_status(201);
        let other = PushBrowser::at("https://push.example/of/the/last");
        let player = PlayerId::random();
        let wanted = wanted(&other, None);
        self.notices
            .put_browser(sender(player), &wanted)
            .await
            .unwrap();
        assert!(self.notices.turn(player, TableId::random(), 1));
        self.pass_ms(limits::PUSH_TURN_AFTER_MS);
        assert_eq!(self.service.next().await.path, "/of/the/last");
        assert!(self.service.is_empty());
    }

    pub(crate) fn pass_ms(&self, ms: i64) {
        self.time.advance_ms(ms);
    }
}

pub(crate) fn sender(player: PlayerId) -> Sender {
    Sender {
        requester: here(player),
        device: None,
        name: "Firefox on Linux".to_owned(),
        origin: "https://dominoes.example".to_owned(),
    }
}

pub(crate) fn wanted(browser: &PushBrowser, wishes: Option<PushWishes>) -> PutPushBrowser {
    let mut wanted: PutPushBrowser = serde_json::from_value(browser.subscription()).unwrap();
    wanted.wishes = wishes;
    wanted
}
