//! Where all tables of a round have the same deals: makes their matches begin, be dealt and end together
//! (`docs/fair-deal.md`, The same deals at several tables).
//!
//! Each step follows from the tournament's log and from the stands of the tables, and a table that has done a step
//! does nothing when it is told again. So any node goes on where another one has stopped.

use std::collections::HashSet;
use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_table::{SectionOrder, SectionStand, SectionStep};
use boneyard_tournaments::PairingId;
use futures_util::{StreamExt as _, stream};

use crate::Organiser;
use crate::event::Event;
use crate::live::Live;
use crate::matches::Looked;
use crate::refusal::Refusal;
use crate::state::{Section, State};

/// Where the match of a table is in its section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The table waits to be told the terms of the section.
    Held,
    /// The match has begun, and seeds of its own seats are missing.
    Begun,
    /// All seeds of its own seats are revealed.
    Revealed,
    /// The tiles are dealt.
    Dealt,
    /// The match is called off, or its table is closed.
    CalledOff,
}

impl Place {
    fn of(known: &SectionMatch, stand: Option<&SectionStand>) -> Self {
        let same = stand.filter(|stand| stand.own.match_number == known.match_number);
        match same.map(|stand| stand.step) {
            Some(SectionStep::Held) => Self::Held,
            Some(SectionStep::Begun) => Self::Begun,
            Some(SectionStep::Revealed) => Self::Revealed,
            Some(SectionStep::Dealt) => Self::Dealt,
            Some(SectionStep::Gathers) | None => Self::CalledOff,
        }
    }
}

/// A match of the section, with the stand of its table.
struct Member<'a> {
    id: PairingId,
    known: &'a SectionMatch,
    place: Place,
    /// The match with the seeds that its table has.
    now: SectionMatch,
}

impl Organiser {
    /// Goes on with the section of the last round as far as its tables are.
    pub(crate) async fn drive_section(
        &self,
        live: &Arc<Live>,
        looked: &[Looked],
    ) -> Result<(), Refusal> {
        let state = live.state.lock().await.clone();
        let Some(state) = state.filter(|state| state.has_open_section()) else {
            return Ok(());
        };
        let Some(section) = state.section() else {
            return self.form_section(live, looked).await;
        };
        let Some(members) = members(section, looked) else {
            return Ok(());
        };
        let any = |place| members.iter().any(|one| one.place == place);
        if any(Place::Dealt) || members.iter().all(|one| one.place == Place::Revealed) {
            self.deal(live, &members).await;
            return Ok(());
        }
        if any(Place::CalledOff) {
            if !any(Place::Begun) && !any(Place::Revealed) {
                let missed = looked.iter().filter_map(|one| one.stand.as_ref());
                let missed = missed
                    .flat_map(|stand| stand.missed_seeds.iter().copied())
                    .collect();
                return self
                    .decide(live, |state, _| Ok(called_off(state, section, &missed)))
                    .await;
            }
            let call_off = members.iter().map(|one| {
                let order = SectionOrder::CallOff(one.known.match_number);
                (one.id, order)
            });
            self.order(live, call_off.collect()).await;
        } else if any(Place::Held) {
            self.begin(live, section, &members).await;
        }
        Ok(())
    }

    /// Makes the matches of the round a section, once the promises of all are fixed.
    async fn form_section(&self, live: &Live, looked: &[Looked]) -> Result<(), Refusal> {
        let held = |id: PairingId| {
            let one = looked.iter().find(|one| one.id == id)?;
            let stand = one.stand.as_ref()?.section.clone()?;
            (stand.step == SectionStep::Held).then_some((id, stand.own))
        };
        let seed = self.inner.tables.draw_section_seed();
        let seed = seed.map_err(|_| Refusal::Unavailable)?;
        self.decide(live, |state, _| {
            if state.section().is_some() || !state.has_open_section() {
                return Ok(Vec::new());
            }
            let undecided = state.undecided().into_iter();
            let with_tables = undecided.filter(|one| one.table.is_some());
            let matches: Option<Vec<_>> = with_tables.map(|one| held(one.id)).collect();
            let formed = matches.map(|matches| Event::SectionFormed { seed, matches });
            Ok(formed.into_iter().collect())
        })
        .await
    }

    /// Begins the matches whose tables wait to be told the terms of the section.
    async fn begin(&self, live: &Live, section: &Section, members: &[Member<'_>]) {
        let held = members.iter().filter(|one| one.place == Place::Held);
        let begin = held.map(|one| {
            let order = SectionOrder::Begin {
                own: Box::new(one.known.clone()),
                seed: section.seed,
                others: section.terms_beside(one.known),
            };
            (one.id, order)
        });
        self.order(live, begin.collect()).await;
    }

    /// Deals the tiles at the tables that have not dealt them.
    async fn deal(&self, live: &Live, members: &[Member<'_>]) {
        let waiting = members.iter().filter(|one| one.place == Place::Revealed);
        let deal = waiting.map(|one| {
            let others = members.iter().filter(|other| other.id != one.id);
            let others = others.map(|other| other.now.clone()).collect();
            (one.id, SectionOrder::Deal(others))
        });
        self.order(live, deal.collect()).await;
    }

    /// Lets the tables give out the proofs and records, once no match of the section is played any more. The tables
    /// whose matches were decided otherwise end theirs first.
    pub(crate) async fn end_section(
        &self,
        live: &Arc<Live>,
        state: State,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let state = Arc::new(state);
        let is_called_off = state.is_over();
        let mut matches = state.current_matches();
        matches.retain(|one| one.table.is_some() && one.is_open);
        let expected = matches.len();
        let looked = self.look_at_all(live, &state, matches, now).await;
        let found: Vec<_> = looked
            .iter()
            .filter_map(|one| Some((one.id, one.stand.as_ref()?)))
            .collect();
        if found.len() < expected {
            return Ok(());
        }
        let open = found
            .iter()
            .filter(|(_, stand)| stand.section.is_some() && !stand.closed);
        let (playing, over): (Vec<_>, Vec<_>) =
            open.partition(|(_, stand)| stand.scores.is_some() && stand.ending.is_none());
        // In a tournament that was called off, players finish their matches.
        let goes_on = playing.iter().any(|(_, stand)| {
            is_called_off && now.ms_since(stand.last) < limits::TOURNAMENT_MATCH_IDLE_MS
        });
        if goes_on {
            return Ok(());
        }
        let first = if playing.is_empty() { over } else { playing };
        if first.is_empty() {
            return self
                .decide(live, |state, _| {
                    let is_open = state.has_open_section();
                    Ok(is_open.then_some(Event::SectionEnded).into_iter().collect())
                })
                .await;
        }
        let end = first.iter().map(|(id, _)| (*id, SectionOrder::End));
        self.order(live, end.collect()).await;
        Ok(())
    }

    /// Tells tables of a section what to do. The next look sees what they have done.
    async fn order(&self, live: &Live, orders: Vec<(PairingId, SectionOrder)>) {
        let told = stream::iter(orders).map(|(id, order)| async move {
            if let Some(table) = live.table_of(id) {
                self.inner.tables.order_section(&table, &order).await;
            }
        });
        told.buffer_unordered(limits::TOURNAMENT_TABLES_AT_ONCE)
            .collect::<()>()
            .await;
    }
}

/// The matches of a section with the stands of their tables; `None` if a table could not be looked at.
fn members<'a>(section: &'a Section, looked: &[Looked]) -> Option<Vec<Member<'a>>> {
    let member = |(id, known): &'a (PairingId, SectionMatch)| {
        let one = looked.iter().find(|one| one.id == *id)?;
        let stand = one.stand.as_ref()?;
        let stand = stand.section.clone().filter(|_| !stand.closed);
        Some(Member {
            id: *id,
            known,
            place: Place::of(known, stand.as_ref()),
            now: stand.map_or_else(|| known.clone(), |stand| stand.own),
        })
    };
    section.matches.iter().map(member).collect()
}

/// The events that a section is called off because of these players, if it is still the one of the last round.
fn called_off(state: &State, section: &Section, missed: &HashSet<PlayerId>) -> Vec<Event> {
    if state.section() != Some(section) {
        return Vec::new();
    }
    let mut events = vec![Event::SectionCalledOff];
    events.extend(state.missed(missed));
    events
}
