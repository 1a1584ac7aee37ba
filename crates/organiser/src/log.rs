//! Reads the logs of tournaments, and appends to them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_base::{Timestamp, TournamentId, limits};
use boneyard_store::{
    AppendError, StoreError, StoredTournament, TournamentAppend, TournamentPhase,
};

use crate::event::Event;
use crate::live::Live;
use crate::refusal::Refusal;
use crate::state::{Stage, State};
use crate::{Organiser, READING_LOCKS, view};

impl Organiser {
    /// A tournament in memory. One that has ended is read from its log.
    pub(crate) async fn find(&self, id: TournamentId) -> Result<Arc<Live>, Refusal> {
        let known = || self.live().get(&id).map(Arc::clone);
        if let Some(live) = known() {
            return Ok(live);
        }
        let lock = id.bits() % READING_LOCKS as u128;
        let _reading = self.inner.reading[lock as usize].lock().await;
        if let Some(live) = known() {
            return Ok(live);
        }
        let rows = self.inner.store.tournaments().read_log(id, 0).await?;
        let state = State::from_log(id, &rows)?;
        let mut live = self.live();
        let live = live.entry(id).or_insert_with(|| Arc::new(Live::new(state)));
        Ok(Arc::clone(live))
    }

    /// Reads what other nodes have appended.
    pub(crate) async fn read_missed(&self) -> Result<(), StoreError> {
        let open = self.inner.store.tournaments().open().await?;
        for &(id, seq) in &open {
            let known = self.live().get(&id).map(Arc::clone);
            match known {
                Some(live) if live.version.load(Ordering::Relaxed) >= seq => {}
                Some(live) => self.read_anew(&live).await,
                // The error is in the log, and must not hide the other tournaments.
                None => drop(self.inner.pieces.attempt(&id, self.find(id)).await),
            }
        }
        // A tournament that another node has ended isn't among the open ones any more.
        for live in self.all() {
            let is_open = open.iter().any(|&(id, _)| id == live.id);
            if !live.is_over() && !is_open {
                self.read_anew(&live).await;
            }
        }
        Ok(())
    }

    /// Reads what other nodes have appended to tournaments that have ended: a corrected result, or that a name was
    /// deleted. Of many, those with the next greater ids than `last` are read. Returns the last one that was read.
    pub(crate) async fn read_ended(&self, last: TournamentId) -> TournamentId {
        if self.inner.tables.bus().is_alone() {
            return last;
        }
        let mut ended = self.all();
        ended.retain(|live| live.is_over());
        ended.sort_by_key(|live| (live.id <= last, live.id));
        ended.truncate(limits::ENDED_TOURNAMENTS_READ_MAX);
        for live in &ended {
            self.read_anew(live).await;
        }
        ended.last().map_or(last, |live| live.id)
    }

    /// Reads what a tournament's log has by now, and shows it. If the log can't be read now, it is read again later.
    async fn read_anew(&self, live: &Live) {
        let read = async {
            drop(self.state_of(live, true).await);
            self.show(live).await;
        };
        // The error is in the log, and must not hide the other tournaments.
        let _ = self.inner.pieces.attempt(&live.id, read).await;
    }

    /// Locks the state of a tournament. Reads the log first if the state is doubtful, or with `anew`.
    async fn state_of<'a>(
        &self,
        live: &'a Live,
        anew: bool,
    ) -> Result<tokio::sync::MutexGuard<'a, Option<Arc<State>>>, Refusal> {
        let mut guard = live.state.lock().await;
        if guard.is_none() || anew {
            self.catch_up(live, &mut guard).await?;
        }
        Ok(guard)
    }

    /// Reads what the log has after this state. `None` is the state before the first row.
    async fn catch_up(&self, live: &Live, known: &mut Option<Arc<State>>) -> Result<(), Refusal> {
        let after = known.as_ref().map_or(0, |state| state.version);
        let rows = self
            .inner
            .store
            .tournaments()
            .read_log(live.id, after)
            .await?;
        let read = match known.take() {
            Some(state) => {
                let mut state = Arc::unwrap_or_clone(state);
                let added = rows.iter().try_for_each(|row| state.add_row(row));
                added.map(|()| state)
            }
            None => State::from_log(live.id, &rows),
        };
        let state = read?;
        live.set_version(state.version);
        *known = Some(Arc::new(state));
        Ok(())
    }

    /// Decides something, and appends it. If the append of another node was faster, reads that and decides again.
    /// The other tasks of this node wait meanwhile, so the nodes alone compete.
    pub(crate) async fn decide(
        &self,
        live: &Live,
        decide: impl Fn(&State, Timestamp) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let mut guard = self.state_of(live, false).await?;
        for _ in 0..limits::TOURNAMENT_TRIES {
            let state = guard.as_ref().ok_or(Refusal::Unavailable)?;
            // Time runs backward in a log only if the clock was far ahead. The clocks of nodes are a little apart.
            let now = self.inner.clock.now();
            let is_set_back = now.plus_ms(limits::CLOCK_STEP_MS) < state.last;
            let now = if is_set_back {
                now
            } else {
                now.max(state.last)
            };
            let events = if is_set_back {
                vec![Event::ClockSetBack]
            } else {
                decide(state, now)?
            };
            if events.is_empty() {
                return Ok(());
            }
            let mut next = State::clone(state);
            next.add(&events, now)?;
            // The append may be in the log although its answer doesn't come, or this future is dropped.
            let before = guard.take();
            match self.append(&next, &events).await {
                Ok(()) => {
                    live.set_version(next.version);
                    *guard = Some(Arc::new(next));
                    if !is_set_back {
                        return Ok(());
                    }
                }
                Err(AppendError::Conflict) => {
                    *guard = before;
                    self.catch_up(live, &mut guard).await?;
                }
                Err(AppendError::Unavailable(error)) => return Err(error.into()),
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Appends the events with which a state was reached.
    pub(crate) async fn append(&self, next: &State, events: &[Event]) -> Result<(), AppendError> {
        let append = append_of(next, events);
        self.inner.store.tournaments().append(append).await
    }
}

/// The append of the events with which a state was reached.
pub(crate) fn append_of(next: &State, events: &[Event]) -> TournamentAppend {
    let (phase, listed_at) = match next.stage {
        Stage::Coming => (TournamentPhase::Coming, next.settings.starts),
        Stage::Running { since } => (TournamentPhase::Running, since),
        Stage::Ended { at, .. } | Stage::CalledOff { at } => (TournamentPhase::Ended, at),
    };
    TournamentAppend {
        seq: next.version,
        at: next.last,
        body: Event::to_body(events),
        entered: events.iter().filter_map(Event::entered).collect(),
        row: StoredTournament {
            tournament: next.id,
            organiser: next.organiser,
            listed_at,
            phase,
            listed: next.settings.listed && !next.is_deleted() && !next.came_to_nothing(),
            summary: view::summary(next),
        },
    }
}

impl From<AppendError> for Refusal {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Conflict => Self::Unavailable,
            AppendError::Unavailable(error) => error.into(),
        }
    }
}
