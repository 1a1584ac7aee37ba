//! What is due in a tournament: its start, the pairing of the next round, the tables of the matches, and their
//! results.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_base::{TableId, Timestamp, limits};
use boneyard_store::StoreError;
use boneyard_table::{ArrangedMatch, ArrangedStand};
use boneyard_tournaments::{MatchOutcome, Pairing, PairingId, Winner};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};

use crate::Organiser;
use crate::event::{Entrant, Event, Source};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::seats::{End, Seats, Verdict, is_flipped};
use crate::state::{Match, Stage, State, Stop};

/// A match that is due to be looked at.
struct Due {
    one: Match,
    /// How the table is opened if it doesn't exist.
    table: ArrangedMatch,
    state: Arc<State>,
}

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

/// What was found at the table of a match.
pub(crate) struct Looked {
    pub(crate) id: PairingId,
    verdict: Verdict,
    /// The condition of the table; `None` if it has just been opened, or can't be looked at now.
    pub(crate) stand: Option<ArrangedStand>,
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

    /// Opens the tables that don't exist yet, and reports the matches that have ended, in one append.
    async fn look_at_matches(
        &self,
        live: &Arc<Live>,
        state: State,
        undecided: Vec<Match>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let state = Arc::new(state);
        if !state.is_duplicate() {
            self.play_computers(live, &state, &undecided, None);
        }
        let mut matches = undecided;
        matches.extend(state.decided_in_section());
        let looked = self.look_at_all(live, &state, matches, now).await;
        if looked.iter().any(|one| one.verdict != Verdict::Nothing) {
            self.decide(live, |state, _| Ok(events(state, &looked)))
                .await?;
        }
        if state.is_duplicate() {
            self.drive_section(live, &looked).await?;
        }
        Ok(())
    }

    /// Looks at the tables of matches.
    pub(crate) async fn look_at_all(
        &self,
        live: &Live,
        state: &Arc<State>,
        matches: Vec<Match>,
        now: Timestamp,
    ) -> Vec<Looked> {
        let due = matches.into_iter().filter_map(|one| due(state, one));
        let looked = stream::iter(due)
            .map(|due| self.look_at(live, due, now))
            .buffer_unordered(limits::TOURNAMENT_TABLES_AT_ONCE);
        looked.collect().await
    }

    /// Looks at the table of one match. A table that can't be looked at now is looked at again.
    async fn look_at(&self, live: &Live, due: Due, now: Timestamp) -> Looked {
        let id = due.one.id;
        let found = self.verdict(live, due, now).await.unwrap_or_else(|error| {
            tracing::warn!(tournament = %live.id, %error, "a match can't be looked at");
            (Verdict::Nothing, None)
        });
        let (verdict, stand) = found;
        Looked { id, verdict, stand }
    }

    async fn verdict(
        &self,
        live: &Live,
        Due { one, table, state }: Due,
        now: Timestamp,
    ) -> Result<(Verdict, Option<ArrangedStand>), StoreError> {
        let (id, tables) = (table.table, &self.inner.tables);
        let watched = live.watch(one.id, id, now);
        let handle = watched.handle.unwrap_or_else(|| tables.open(id));
        let Some(stand) = tables.arranged_stand(&handle, id).await? else {
            drop(handle);
            if tables.create_arranged(table).await.is_ok() {
                live.hold(one.id, tables.open(id));
                return Ok((Verdict::Opened, None));
            }
            return Ok((Verdict::Nothing, None));
        };
        live.hold(one.id, handle.clone());
        if !one.is_open && one.stop.is_none() {
            return Ok((Verdict::Opened, Some(stand)));
        }
        if one.outcome.is_some() {
            return Ok((Verdict::Nothing, Some(stand)));
        }
        let times = (watched.since, now);
        let verdict = verdict_of(&state, &one, &stand, times);
        let Verdict::Stop(stop) = verdict else {
            return Ok((verdict, Some(stand)));
        };
        // What the table has done decides: the match may have ended just before.
        tables.stop(&handle, stop, stand.last).await;
        let stand = tables.arranged_stand(&handle, id).await?;
        let verdict = stand
            .as_ref()
            .map(|stand| verdict_of(&state, &one, stand, times));
        let verdict = verdict.filter(|verdict| !matches!(verdict, Verdict::Stop(_)));
        Ok((verdict.unwrap_or(Verdict::Nothing), stand))
    }

    /// Ends the matches at their tables that a withdrawal or the organiser has ended. The next look does what can't be
    /// done now.
    pub(crate) async fn stop_matches(&self, live: &Arc<Live>) {
        if let Err(refusal) = self.try_stop_matches(live).await {
            tracing::warn!(tournament = %live.id, %refusal, "matches can't be ended now");
        }
    }

    async fn try_stop_matches(&self, live: &Arc<Live>) -> Result<(), Refusal> {
        let Some(state) = live.state.lock().await.clone() else {
            return Ok(());
        };
        let mut stopped = state.undecided();
        stopped.retain(|one| one.stop.is_some());
        if stopped.is_empty() || state.is_over() {
            return Ok(());
        }
        let now = self.inner.clock.now();
        let looked = self.look_at_all(live, &state, stopped, now).await;
        self.decide(live, |state, _| Ok(events(state, &looked)))
            .await?;
        if !self.acts_for(live.id) {
            // Another node watches the matches.
            live.forget_unwatched(&[]);
        }
        Ok(())
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

/// The table of a match; `None` for a match without one.
fn due(state: &Arc<State>, one: Match) -> Option<Due> {
    let seats = Seats::of(state, &one)?;
    let table = ArrangedMatch {
        table: one.table?,
        tournament: state.place_of(&one),
        come_by: one.come_by,
        first: seats.first()?,
        others: seats.others(),
        rules: state.settings.match_rules(),
        rated: state.settings.rated,
        clock: state.settings.clock,
        time_cap: state.settings.time_cap,
        boards: state.settings.boards,
        watch_delay_minutes: state.settings.watch_delay_minutes,
    };
    Some(Due {
        one,
        table,
        state: Arc::clone(state),
    })
}

fn verdict_of(
    state: &State,
    one: &Match,
    stand: &ArrangedStand,
    times: (Timestamp, Timestamp),
) -> Verdict {
    let (seats, is_knockout) = (Seats::of(state, one), state.is_knockout(one.id.round));
    seats.map_or(Verdict::Nothing, |seats| {
        seats.verdict(one.stop.as_ref(), stand, is_knockout, times)
    })
}

/// The events of a match that has ended.
pub(crate) fn ended(state: &State, one: &Match, outcome: MatchOutcome, end: End) -> Vec<Event> {
    let pairing = one.id;
    let decided = match &one.stop {
        Some(Stop::Decided(decision, note)) => Some((*decision, note.to_string())),
        Some(Stop::Withdrawn(_)) | None => None,
    };
    let source = match (end, &decided) {
        (End::Played, _) => Source::Played,
        (End::Decided, Some((_, note))) => Source::Organiser(note.clone()),
        (End::Decided, None) | (End::Forfeited, _) => Source::Forfeited,
    };
    let mut events = vec![Event::Reported {
        pairing,
        outcome,
        source,
    }];
    // The match ended at its table before the organiser's decision came there, which changes only the standings.
    if let Some((decision, note)) = decided
        && (end, outcome.decision) != (End::Decided, decision)
    {
        events.push(Event::Corrected {
            pairing,
            decision,
            note,
        });
    }
    if end == End::Forfeited {
        events.extend(breaks(state, one, outcome.winner()));
    }
    events
}

/// In an arena, players who did not come to a match, or left it, take a break: so nobody else waits for them.
fn breaks(state: &State, one: &Match, winner: Option<Winner>) -> Vec<Event> {
    let sides = one.pairing.sides().filter(|_| state.is_arena());
    let sides = sides.into_iter().flatten().enumerate();
    let lost = sides.filter(|(side, _)| winner.map(Winner::index) != Some(*side));
    let entries = lost.flat_map(|(_, side)| state.side(side));
    let there = entries.filter(|(_, entry)| !entry.away && !entry.withdrawn);
    let people = there.filter(|(_, entry)| matches!(entry.entrant, Entrant::Person(_)));
    people.map(|(entry, _)| Event::WentAway { entry }).collect()
}

/// The events of what was found at the tables, without those of matches that have got a result since.
fn events(state: &State, found: &[Looked]) -> Vec<Event> {
    let undecided = state.undecided();
    let still = |id: PairingId| undecided.iter().find(|one| one.id == id);
    let mut opened = Vec::new();
    let mut events = Vec::new();
    for looked in found {
        let pairing = looked.id;
        let Some(one) = still(pairing) else { continue };
        match looked.verdict {
            Verdict::Nothing | Verdict::Stop(_) => {}
            Verdict::Opened if one.is_open => {}
            Verdict::Opened => opened.push(pairing),
            Verdict::Over(outcome, end) => {
                events.extend(ended(state, one, outcome, end));
                if state.is_duplicate()
                    && let Some(stand) = &looked.stand
                {
                    events.push(Event::Boards {
                        pairing,
                        margins: stand.boards.clone(),
                    });
                }
            }
            Verdict::NewTable => events.push(Event::NewTable {
                pairing,
                table: TableId::random(),
            }),
        }
    }
    if !opened.is_empty() {
        events.push(Event::Opened { pairings: opened });
    }
    events
}
