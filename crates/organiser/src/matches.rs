//! The tables of a tournament's matches: each is opened, looked at, and ended if its match is stopped. What is found there
//! becomes events.

use std::sync::Arc;

use boneyard_base::{PlayerId, TableId, Timestamp, limits};
use boneyard_store::StoreError;
use boneyard_table::{ArrangedMatch, ArrangedStand};
use boneyard_tournaments::{MatchOutcome, PairingId, Placing, Side, Winner};
use futures_util::{StreamExt as _, stream};

use crate::Organiser;
use crate::event::{Event, Source};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::seats::{End, Found, Seats, Verdict};
use crate::state::{Match, State, Stop, ranked};

/// A match that is due to be looked at.
struct Due {
    one: Match,
    /// How the table is opened if it doesn't exist.
    table: ArrangedMatch,
    state: Arc<State>,
}

/// What was found at the table of a match.
pub(crate) struct Looked {
    pub(crate) id: PairingId,
    verdict: Verdict,
    /// The condition of the table; `None` if it has just been opened, or can't be looked at now.
    pub(crate) stand: Option<ArrangedStand>,
}

impl Organiser {
    /// Opens the tables that don't exist yet, and reports the matches that have ended, in one append.
    pub(crate) async fn look_at_matches(
        &self,
        live: &Arc<Live>,
        state: State,
        undecided: Vec<Match>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let state = Arc::new(state);
        self.play_computers(live, &state, &undecided).await?;
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

/// The table of a match; `None` for a match without one.
fn due(state: &Arc<State>, one: Match) -> Option<Due> {
    let seats = Seats::of(state, &one)?;
    let table = ArrangedMatch {
        table: one.table?,
        tournament: state.place_of(&one),
        come_by: one.come_by,
        first: seats.first()?,
        others: seats.others(),
        rules: state.settings.rules_for(&one.pairing),
        rated: state.settings.rated && !state.are_of_one_network(&one),
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

/// The events of a match that has ended. `came` are the players who had come if its tiles were not dealt.
pub(crate) fn ended(
    state: &State,
    one: &Match,
    outcome: MatchOutcome,
    end: End,
    came: &[PlayerId],
) -> Vec<Event> {
    let pairing = one.id;
    let winner = outcome.winner();
    let is_given_up = matches!(end, End::Resigned | End::Forfeited | End::NotCome);
    let outcome = if is_given_up {
        state.judged(one, outcome)
    } else {
        outcome
    };
    let decided = match &one.stop {
        Some(Stop::Decided(decision, note)) => Some((*decision, note.to_string())),
        Some(Stop::Withdrawn(_) | Stop::Ranked(..)) | None => None,
    };
    let source = match (end, &decided) {
        (End::Played | End::Resigned, _) => Source::Played,
        (End::Decided, Some((_, note))) => Source::Organiser(note.clone()),
        (End::Decided, None) | (End::Forfeited | End::NotCome, _) => Source::Forfeited,
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
    events.extend(absences(state, one, end, winner, came));
    events
}

/// The events of a match at a table of several that has ended. Players who did not come, or left, are not paired until
/// they come back. The places are the organiser's, if the organiser gave some.
pub(crate) fn placed(state: &State, one: &Match, placing: Placing, end: End) -> Vec<Event> {
    let pairing = one.id;
    if let Some(Stop::Ranked(places, note)) = &one.stop {
        return vec![Event::Placed {
            pairing,
            placing: ranked(&placing, places),
            source: Source::Organiser(note.to_string()),
        }];
    }
    let seats = one.pairing.entrants().zip(&placing.0);
    let missed = seats.filter(|(_, placed)| placed.missed);
    let missed = missed.flat_map(|(of, _)| state.players_of(of));
    let missed = state.missed(&missed.filter_map(|(_, entry)| entry.player()).collect());
    let source = if end == End::NotCome {
        Source::Forfeited
    } else {
        Source::Played
    };
    let mut events = vec![Event::Placed {
        pairing,
        placing,
        source,
    }];
    events.extend(missed);
    events
}

/// Players who did not come to a match of rounds or of an arena are not paired until they come back, and those who left a
/// match of an arena take a break: so nobody else waits for them.
fn absences(
    state: &State,
    one: &Match,
    end: End,
    winner: Option<Winner>,
    came: &[PlayerId],
) -> Vec<Event> {
    let sides = one
        .pairing
        .sides()
        .filter(|_| !state.is_knockout(one.id.round));
    let sides = sides.into_iter().flatten();
    let people = |side: Side| {
        let people = state.side(side).into_iter();
        people.filter_map(|(id, entry)| Some((id, entry, entry.player()?)))
    };
    match end {
        End::NotCome => {
            let all = sides.flat_map(people);
            let absent = all.filter(|(_, _, player)| !came.contains(player));
            state.missed(&absent.map(|(_, _, player)| player).collect())
        }
        End::Forfeited if state.is_arena() => {
            let lost = sides
                .enumerate()
                .filter(|(at, _)| winner.map(Winner::index) != Some(*at));
            let there = lost.flat_map(|(_, side)| people(side));
            let there = there.filter(|(_, entry, _)| !entry.away && !entry.withdrawn);
            there.map(|(entry, ..)| Event::WentAway { entry }).collect()
        }
        End::Played | End::Resigned | End::Forfeited | End::Decided => Vec::new(),
    }
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
        match looked.verdict.clone() {
            Verdict::Nothing | Verdict::Stop(_) => {}
            Verdict::Opened if one.is_open => {}
            Verdict::Opened => opened.push(pairing),
            Verdict::Over(Found::Table(placing), end) => {
                events.extend(placed(state, one, placing, end));
            }
            Verdict::Over(Found::Match(outcome), end) => {
                let came = looked.stand.as_ref().map_or(&[][..], |stand| &stand.came);
                events.extend(ended(state, one, outcome, end, came));
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
