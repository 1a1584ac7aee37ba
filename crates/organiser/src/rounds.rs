//! What is due in a tournament: its start, the pairing of the next round, and its end. `matches` does what is due at the
//! tables of the matches.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_base::{TableId, Timestamp, limits};
use boneyard_tournaments::{Pairing, PairingId};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::Organiser;
use crate::event::{Entrant, Event};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::seats::is_flipped;
use crate::state::{Stage, State};

/// A thread works for a tournament until this value is dropped, also by a panic.
struct Working(Arc<Live>);

impl Working {
    /// `None` if a thread works for the tournament already.
    fn begin(live: &Arc<Live>) -> Option<Self> {
        let is_free = !live.working.swap(true, Ordering::AcqRel);
        is_free.then(|| Self(Arc::clone(live)))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.working.store(false, Ordering::Release);
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
        let version = state.version;
        self.work(
            live,
            move || state.tournament.pair(now.0),
            move |organiser, live, paired| {
                async move { organiser.paired(&live, version, paired).await }.boxed()
            },
        );
        Ok(())
    }

    /// Does long work for a tournament on a thread, and then passes the result on. Does nothing while a thread
    /// works for the tournament already.
    pub(crate) fn work<T, F, P>(&self, live: &Arc<Live>, work: F, pass_on: P)
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
        P: FnOnce(Self, Arc<Live>, T) -> BoxFuture<'static, ()> + Send + 'static,
    {
        let Some(working) = Working::begin(live) else {
            return;
        };
        let organiser = self.clone();
        tokio::spawn(async move {
            let live = &working.0;
            let from = IpAddr::from(Ipv6Addr::LOCALHOST).into();
            let worked = async {
                // If too many wait, the next look tries again.
                if let Ok(done) = organiser.inner.turns.run(from, work).await {
                    // A panic on the thread goes on here, so that the work rests.
                    let done = done.expect("the thread has not panicked");
                    pass_on(organiser.clone(), Arc::clone(live), done).await;
                }
            };
            // A panic is in the log. The next look tries again, or lets the work rest.
            let _ = organiser.inner.works.attempt(&live.id, worked).await;
        });
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
    let is_match = pairing.sides().is_some();
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
