//! What is due in a tournament: its start, the pairing of the next round, and its end. `matches` does what is due at the
//! tables of the matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use boneyard_base::{TableId, Timestamp, Work, limits};
use boneyard_tournaments::{Pairing, PairingId};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::Organiser;
use crate::event::{Entrant, Event};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::seats::is_flipped;
use crate::state::{Stage, State};

/// Long work for a tournament, of which each kind is done once at a time.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    /// The next round is paired.
    Pairing,
    /// Matches between computer players are played.
    ComputerMatches,
}

impl Task {
    const fn flag(self, live: &Live) -> &AtomicBool {
        match self {
            Self::Pairing => &live.pairs,
            Self::ComputerMatches => &live.plays,
        }
    }
}

/// A task of a tournament goes on until this value is dropped, also by a panic.
struct Working(Arc<Live>, Task);

impl Working {
    /// `None` if the task goes on already.
    fn begin(live: &Arc<Live>, task: Task) -> Option<Self> {
        let is_free = !task.flag(live).swap(true, Ordering::AcqRel);
        is_free.then(|| Self(Arc::clone(live), task))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.1.flag(&self.0).store(false, Ordering::Release);
    }
}

impl Organiser {
    /// Does what is due in a tournament.
    pub(crate) async fn do_what_is_due(&self, live: &Arc<Live>) {
        if let Err(refusal) = self.try_what_is_due(live).await {
            tracing::warn!(tournament = %live.id, %refusal, "what is due in a tournament can't be done");
        }
    }

    async fn try_what_is_due(&self, live: &Arc<Live>) -> Result<(), Refusal> {
        let now = self.inner.clock.now();
        // A doubtful state is read anew by the first decision.
        self.decide(live, |_, _| Ok(Vec::new())).await?;
        let Some(state) = live.state.lock().await.as_deref().cloned() else {
            return Ok(());
        };
        match state.stage {
            Stage::Coming => self.start_if_due(live, &state, now).await,
            Stage::Running { .. } => {
                let undecided = state.undecided();
                let decided = state.decided_in_section();
                let watched = undecided.iter().chain(&decided);
                let watched: Vec<PairingId> = watched.map(|one| one.id).collect();
                live.forget_unwatched(&watched);
                if undecided.is_empty() {
                    if state.has_open_section() {
                        return self.end_section(live, state, now).await;
                    }
                    return self.go_on(live, state, now).await;
                }
                let is_arena = state.is_arena();
                self.look_at_matches(live, state, undecided, now).await?;
                // In an arena players are paired again while others play. The results may have freed some. The lock
                // must be free again before the next decision.
                let after = live.state.lock().await.as_deref().cloned();
                match after.filter(|_| is_arena) {
                    Some(state) => self.go_on(live, state, now).await,
                    None => Ok(()),
                }
            }
            Stage::Ended { .. } | Stage::CalledOff { .. } if state.has_open_section() => {
                self.end_section(live, state, now).await
            }
            Stage::Ended { .. } | Stage::CalledOff { .. } => Ok(()),
        }
    }

    async fn start_if_due(
        &self,
        live: &Live,
        state: &State,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let is_trusted = self.inner.clock.even_for() >= limits::CLOCK_TRUSTED_AFTER;
        let is_empty = state.active_count() == 0;
        if is_empty && is_trusted && now.ms_since(state.last) >= limits::TOURNAMENT_EMPTY_MS {
            return self.decide(live, |_, _| Ok(vec![Event::CalledOff])).await;
        }
        if now < state.settings.starts || state.paused {
            return self.call_off_if_abandoned(live, state, now).await;
        }
        // The start was missed, or the clock is ahead: players have time to come back, and the clock to be set right.
        let is_late = now.ms_since(state.settings.starts) > limits::CLOCK_STEP_MS;
        if is_late && self.inner.clock.even_for() < limits::LATE_START_WAIT {
            return Ok(());
        }
        self.create_next(live).await?;
        self.decide(live, |state, _| {
            if state.stage != Stage::Coming || state.paused {
                return Ok(Vec::new());
            }
            match state.started() {
                Err(Refusal::TooFew) => Ok(vec![Event::CalledOff]),
                started => started,
            }
        })
        .await
    }

    /// Ends a paused tournament to which nobody has come back.
    async fn call_off_if_abandoned(
        &self,
        live: &Live,
        state: &State,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let since = state.last.max(state.settings.starts);
        let is_trusted = self.inner.clock.even_for() >= limits::CLOCK_TRUSTED_AFTER;
        if now.ms_since(since) < limits::TOURNAMENT_ABANDONED_MS || !is_trusted {
            return Ok(());
        }
        self.create_next(live).await?;
        self.decide(live, |_, _| Ok(vec![Event::CalledOff])).await
    }

    /// Pairs the next round on a thread for long work, or ends the tournament after the last one.
    async fn go_on(&self, live: &Arc<Live>, state: State, now: Timestamp) -> Result<(), Refusal> {
        if state.tournament.is_over(now.0) {
            return self
                .decide(live, |state, now| Ok(end_if_over(state, now)))
                .await;
        }
        if state.paused {
            return self.call_off_if_abandoned(live, &state, now).await;
        }
        if state.is_arena() && state.tournament.free_count() < 2 {
            return Ok(());
        }
        // Players who have missed a match may come back.
        let is_waiting = now.ms_since(state.last) < state.settings.come_ms();
        if is_waiting && state.tournament.here_count() < state.at_a_table() {
            return Ok(());
        }
        let version = state.version;
        self.work(live, Task::Pairing, move |organiser, live| {
            async move {
                let pair = move |_| state.pairings(now.0);
                if let Some(paired) = organiser.turn(&live, Task::Pairing, pair).await {
                    organiser.paired(&live, version, paired).await;
                }
            }
            .boxed()
        });
        Ok(())
    }

    /// Begins a task of a tournament. Does nothing while the same task goes on already.
    pub(crate) fn work<W>(&self, live: &Arc<Live>, task: Task, work: W)
    where
        W: FnOnce(Self, Arc<Live>) -> BoxFuture<'static, ()> + Send + 'static,
    {
        let Some(working) = Working::begin(live, task) else {
            return;
        };
        let organiser = self.clone();
        tokio::spawn(async move {
            let live = &working.0;
            let worked = work(organiser.clone(), Arc::clone(live));
            // A panic is in the log. The next look tries again, or lets the work rest.
            let _ = organiser.inner.works.attempt(&live.id, worked).await;
        });
    }

    /// Does a piece of a task on a thread, when it is the organiser's turn. The piece is told when its turn is over.
    /// `None` if too many wait: then the next look begins the task again.
    ///
    /// # Panics
    ///
    /// If the piece has panicked, so that the task rests.
    pub(crate) async fn turn<T: Send + 'static>(
        &self,
        live: &Live,
        task: Task,
        piece: impl FnOnce(Instant) -> T + Send + 'static,
    ) -> Option<T> {
        let work = match task {
            Task::Pairing => Work::Pairing(live.organiser),
            Task::ComputerMatches => Work::ComputerMatches(live.organiser),
        };
        let done = self.inner.turns.run_piece(work, piece).await.ok()?;
        Some(done.expect("the thread has not panicked"))
    }

    /// Appends the round that a thread has paired, unless the tournament has changed since then: the next look
    /// pairs it again.
    async fn paired(
        &self,
        live: &Live,
        version: i64,
        paired: Result<Vec<Pairing>, boneyard_tournaments::Refusal>,
    ) {
        let decided = self.decide(live, |state, _| {
            if state.version != version || !matches!(state.stage, Stage::Running { .. }) {
                return Ok(Vec::new());
            }
            let pairings = match paired.clone() {
                Ok(pairings) => pairings,
                // An arena goes on: others become free, or its time is over, which the next look sees.
                Err(_) if state.is_arena() => return Ok(Vec::new()),
                Err(_) => return Ok(vec![Event::Ended]),
            };
            let pairings: Vec<Pairing> = pairings
                .into_iter()
                .map(|pairing| seated(state, pairing))
                .collect();
            let table = |pairing: &Pairing| has_people(state, pairing).then(TableId::random);
            let tables = pairings.iter().map(table).collect();
            Ok(vec![Event::Paired { pairings, tables }])
        });
        match decided.await {
            Ok(()) => tracing::info!(tournament = %live.id, "a round was paired"),
            Err(refusal) => {
                tracing::warn!(tournament = %live.id, %refusal, "a round can't be stored");
            }
        }
    }
}

/// The event that ends a tournament whose last round is over.
fn end_if_over(state: &State, now: Timestamp) -> Vec<Event> {
    let is_over = matches!(state.stage, Stage::Running { .. })
        && state.tournament.is_over(now.0)
        && state.undecided().is_empty();
    if is_over {
        vec![Event::Ended]
    } else {
        Vec::new()
    }
}

/// Whether a pairing is a match that a person plays.
fn has_people(state: &State, pairing: &Pairing) -> bool {
    let mut members = pairing.entrants().flat_map(|of| state.players_of(of));
    let is_match = pairing.is_match();
    is_match && members.any(|(_, entry)| matches!(entry.entrant, Entrant::Person(_)))
}

/// Where all tables have the same deals, a pairing whose first side sits at seat 0 of its table, so that the same side
/// has the same tiles everywhere. Otherwise the pairing as it is.
fn seated(state: &State, pairing: Pairing) -> Pairing {
    match pairing {
        Pairing::Match([first, second]) if state.is_duplicate() && is_flipped(state, &pairing) => {
            Pairing::Match([second, first])
        }
        _ => pairing,
    }
}
