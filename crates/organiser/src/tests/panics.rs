//! A tournament that panics, beside another one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use boneyard_base::{
    Clock, ComputerThreads, ManualClock, OpenSockets, PlayerId, Supervisor, TaskLabel, Turns,
    Visitor, limits,
};
use boneyard_protocol::Invite;
use boneyard_protocol::tournament::{CreateTournament, TournamentFormat};
use boneyard_store::Store;
use boneyard_table::{Lobby, TableParts, Tables};
use futures_util::FutureExt as _;
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::{START, wanted};
use crate::live::Live;
use crate::rounds::Task;
use crate::state::Stage;
use crate::{NewEntrant, Organiser, TOURNAMENTS};

/// A time limit that only a failing test reaches.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// The tournaments of a server, for which nothing acts but the test.
pub(super) struct Evenings {
    pub(super) organiser: Organiser,
    supervisor: Supervisor,
    pub(super) hand: ManualClock,
    _directory: TempDir,
}

impl Evenings {
    pub(super) async fn new() -> Self {
        let supervisor = Supervisor::default();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let address = format!("sqlite://{}", file.display());
        let store = Store::open(&address).await.unwrap();
        let (clock, hand) = Clock::manual(START.plus_ms(-3_600_000));
        let runtime = Handle::current();
        let lobby = Lobby::start(&supervisor, &store, &runtime);
        let threads = ComputerThreads::start(1).unwrap();
        let parts = TableParts::new(store.clone(), clock.clone(), lobby.await.unwrap(), threads);
        let organiser = Organiser::start(
            &supervisor,
            store,
            clock,
            Tables::new(parts),
            Turns::start(1).unwrap(),
            OpenSockets::default(),
        );
        supervisor.stop().await;
        Self {
            organiser,
            supervisor,
            hand,
            _directory: directory,
        }
    }

    /// A tournament of two players that hasn't begun.
    async fn create(&self) -> Arc<Live> {
        self.create_as(&wanted(TournamentFormat::RoundRobin)).await
    }

    /// A tournament as the organiser wants it, with two players.
    pub(super) async fn create_as(&self, wanted: &CreateTournament) -> Arc<Live> {
        self.create_with(2, wanted).await
    }

    async fn create_with(&self, players: usize, wanted: &CreateTournament) -> Arc<Live> {
        let visitor = Visitor {
            player: PlayerId::random(),
            name: "Olga".to_owned(),
            person: None,
        };
        let id = self
            .organiser
            .create(&visitor, String::new(), wanted)
            .await
            .unwrap();
        for _ in 0..players {
            let entrant = NewEntrant {
                player: PlayerId::random(),
                name: "Ann".to_owned(),
                kept: false,
                rating: None,
                known: false,
                network: None,
                password: None,
                partner: None,
                invite: Invite::random(),
            };
            self.organiser.enter(id, entrant).await.unwrap();
        }
        self.organiser.find(id).await.unwrap()
    }

    fn panics(&self) -> u64 {
        let task = TOURNAMENTS;
        let panics = self.supervisor.panics();
        panics.get_or_create_owned(&TaskLabel { task }).get()
    }
}

async fn is_running(live: &Live) -> bool {
    let state = live.state.lock().await;
    let known = state.as_ref();
    known.is_some_and(|known| matches!(known.stage, Stage::Running { .. }))
}

/// Lets the time of the rests pass. The storage's threads need real time.
async fn rest(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn a_tournament_that_panics_rests_and_the_others_go_on() {
    let evenings = Evenings::new().await;
    let (broken, well) = (evenings.create().await, evenings.create().await);
    broken.panics.store(true, Ordering::Relaxed);
    evenings.hand.advance_ms(3_600_000);
    let look = async || {
        evenings.organiser.look_after(&broken).await;
        evenings.organiser.look_after(&well).await;
    };
    look().await;
    assert!(is_running(&well).await && !is_running(&broken).await);
    assert_eq!(evenings.panics(), 1);
    // While it rests, nothing is tried.
    look().await;
    assert_eq!(evenings.panics(), 1);
    rest(limits::TASK_REST_MIN).await;
    look().await;
    assert_eq!(evenings.panics(), 2);

    // Mended, it goes on from its log.
    broken.panics.store(false, Ordering::Relaxed);
    rest(limits::TASK_REST_MIN * 2).await;
    look().await;
    assert!(is_running(&broken).await);
}

#[tokio::test]
async fn work_that_panics_leaves_room_for_the_next_and_rests() {
    let evenings = Evenings::new().await;
    let live = evenings.create().await;
    let works = async |panics: bool| {
        let (told, tells) = tokio::sync::oneshot::channel();
        evenings
            .organiser
            .work(&live, Task::Pairing, move |organiser, live| {
                async move {
                    let piece = move |_| assert!(!panics, "a test wants it so");
                    organiser.turn(&live, Task::Pairing, piece).await.unwrap();
                    told.send(()).unwrap();
                }
                .boxed()
            });
        timeout(PATIENCE, tells).await.unwrap().is_ok()
    };
    assert!(works(false).await);
    assert!(!works(true).await);
    assert!(!works(false).await, "it rests");
    rest(limits::TASK_REST_MIN).await;
    assert!(works(false).await);
    assert_eq!(evenings.panics(), 1);
}

#[tokio::test]
async fn a_tournament_into_which_nobody_enters_ends_long_before_its_start() {
    let evenings = Evenings::new().await;
    let wanted = CreateTournament {
        starts_ms: START.0 + 150 * limits::DAY_MS,
        ..wanted(TournamentFormat::RoundRobin)
    };
    let empty = evenings.create_with(0, &wanted).await;
    let entered = evenings.create_with(1, &wanted).await;
    let are_over = async || {
        evenings.organiser.look_after(&empty).await;
        evenings.organiser.look_after(&entered).await;
        (empty.is_over(), entered.is_over())
    };
    evenings.hand.advance_ms(limits::TOURNAMENT_EMPTY_MS - 1);
    assert_eq!(are_over().await, (false, false));
    evenings.hand.advance_ms(1);
    assert_eq!(are_over().await, (true, false));
}
