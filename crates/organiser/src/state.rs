//! The state of a tournament: its entries and rounds, computed from its log. Pure: it uses no clock, no chance
//! and no storage.

mod entries;
mod matches;
mod pairs;
mod queries;
mod section;

use std::collections::HashMap;
use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, TournamentId};
use boneyard_store::LogRow;
use boneyard_tournaments::duplicate::Results;
use boneyard_tournaments::{Event as Pure, Tournament};

pub(crate) use self::entries::Entry;
use self::matches::Round;
pub(crate) use self::matches::{Match, Stop, are_places, ranked};
pub(crate) use self::section::Section;
use crate::event::{EntryId, Event, Source};
use crate::refusal::Refusal;
use crate::settings::Settings;

/// The state of a tournament after a number of rows of its log.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The number of the last applied row.
    pub(crate) version: i64,
    /// The time of the last applied row.
    pub(crate) last: Timestamp,
    pub(crate) id: TournamentId,
    pub(crate) organiser: PlayerId,
    pub(crate) organiser_name: Arc<str>,
    /// Whether the organiser has the rights of one. Otherwise the moderators have them.
    pub(crate) has_organiser: bool,
    pub(crate) settings: Arc<Settings>,
    pub(crate) stage: Stage,
    pub(crate) paused: bool,
    /// Whether the organiser has ended the repetition.
    pub(crate) is_last: bool,
    entries: Vec<Entry>,
    by_player: HashMap<PlayerId, EntryId>,
    /// The entries that are paired, by their numbers in `tournament`. Of a pair, the first one.
    members: Vec<EntryId>,
    rounds: Vec<Round>,
    pub(crate) tournament: Tournament,
    /// The events of `tournament`, from which it is made again when a result is corrected.
    history: Vec<Pure>,
    /// Where all tables have the same deals: what each match made of its boards.
    boards: Results,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Coming,
    Running { since: Timestamp },
    Ended { since: Timestamp, at: Timestamp },
    CalledOff { at: Timestamp },
}

impl State {
    /// The state of a new tournament, from the first event of its log.
    pub(crate) fn created(id: TournamentId, event: &Event, at: Timestamp) -> Result<Self, Refusal> {
        let Event::Created {
            organiser,
            name,
            settings,
        } = event
        else {
            return Err(Refusal::OutOfOrder);
        };
        Ok(Self {
            version: 0,
            last: at,
            id,
            organiser: *organiser,
            organiser_name: name.as_str().into(),
            has_organiser: true,
            tournament: settings.tournament(settings.format),
            settings: Arc::new((**settings).clone()),
            stage: Stage::Coming,
            paused: false,
            is_last: false,
            entries: Vec::new(),
            by_player: HashMap::new(),
            members: Vec::new(),
            rounds: Vec::new(),
            history: Vec::new(),
            boards: Results::new(),
        })
    }

    /// Rebuilds a tournament from all rows of its log.
    pub(crate) fn from_log(id: TournamentId, rows: &[LogRow]) -> Result<Self, Refusal> {
        let (first, rest) = rows.split_first().ok_or(Refusal::NotFound)?;
        let events = read(first, 1)?;
        let (created, events) = events.split_first().ok_or(Refusal::OutOfOrder)?;
        let mut state = Self::created(id, created, first.at)?;
        state.add(events, first.at)?;
        rest.iter().try_for_each(|row| state.add_row(row))?;
        Ok(state)
    }

    /// Adds the next row of the log. After an error, the state must be dropped.
    pub(crate) fn add_row(&mut self, row: &LogRow) -> Result<(), Refusal> {
        let events = read(row, self.version + 1)?;
        self.add(&events, row.at)
    }

    /// Adds the events of one append. After an error, the state must be dropped.
    pub(crate) fn add(&mut self, events: &[Event], at: Timestamp) -> Result<(), Refusal> {
        events.iter().try_for_each(|event| self.apply(event, at))?;
        self.version += 1;
        self.last = at;
        Ok(())
    }

    /// Adds one event. After an error, the state must be dropped.
    pub(crate) fn apply(&mut self, event: &Event, at: Timestamp) -> Result<(), Refusal> {
        match event {
            Event::Created { .. } => return Err(Refusal::OutOfOrder),
            Event::Entered {
                player,
                name,
                rating,
                network,
            } => self.enter(*player, name, (*rating, *network), at)?,
            Event::CheckedIn { entry } => self.entry_mut(*entry)?.here = true,
            Event::Withdrawn { entry } => self.withdraw(*entry)?,
            Event::WentAway { entry } => self.set_away(*entry, true)?,
            Event::CameBack { entry } => self.set_away(*entry, false)?,
            Event::Missed { entry } => {
                self.set_away(*entry, true)?;
                self.entry_mut(*entry)?.missed += 1;
            }
            Event::Invited { entry, invite } => self.entry_mut(*entry)?.invite = Some(*invite),
            Event::Partnered { entries } => self.make_partners(*entries)?,
            Event::RepeatStopped => self.is_last = true,
            Event::OrganiserLeft => {
                self.has_organiser = false;
                self.is_last = true;
            }
            Event::NameDeleted { player } => self.delete_name(*player)?,
            Event::Started { computers } => self.start(*computers, at)?,
            Event::Paired { pairings, tables } => self.pair(pairings, tables, at)?,
            Event::Reported {
                pairing,
                outcome,
                source,
            } => {
                self.add_pure(Pure::Reported {
                    pairing: *pairing,
                    outcome: *outcome,
                })?;
                self.facts_mut(*pairing)?.source = Some(source.clone());
                if self.is_duplicate() && *source == Source::Computers {
                    // No table proves its deals, so it is compared with no other.
                    self.boards.insert(*pairing, Vec::new());
                }
            }
            Event::Placed {
                pairing,
                placing,
                source,
            } => {
                self.add_pure(Pure::Placed {
                    pairing: *pairing,
                    placing: placing.clone(),
                })?;
                self.facts_mut(*pairing)?.source = Some(source.clone());
            }
            Event::Corrected {
                pairing,
                decision,
                note,
            } => self.correct(*pairing, *decision, note)?,
            Event::Decided {
                pairing,
                decision,
                note,
            } => {
                let stop = Stop::Decided(*decision, note.as_str().into());
                self.facts_mut(*pairing)?.stop = Some(stop);
            }
            Event::Ranked {
                pairing,
                places,
                note,
            } => self.rank(*pairing, places, note)?,
            Event::NewTable { pairing, table } => {
                let come_by = at.plus_ms(self.settings.come_ms());
                let facts = self.facts_mut(*pairing)?;
                facts.table = Some(*table);
                facts.is_open = false;
                facts.come_by = come_by;
            }
            Event::Opened { pairings } => {
                for pairing in pairings {
                    self.facts_mut(*pairing)?.is_open = true;
                }
            }
            Event::SectionFormed { seed, matches } => {
                self.last_round_mut()?.section = Some(Arc::new(Section::new(*seed, matches)));
            }
            Event::SectionCalledOff => self.last_round_mut()?.section = None,
            Event::SectionEnded => self.last_round_mut()?.is_section_over = true,
            Event::Boards { pairing, margins } => self.note_boards(*pairing, margins),
            Event::Paused => self.paused = true,
            Event::Resumed => self.paused = false,
            Event::Ended => {
                let since = self.began().unwrap_or(at);
                self.stage = Stage::Ended { since, at };
            }
            Event::CalledOff => self.stage = Stage::CalledOff { at },
            Event::ClockSetBack => self.set_back(at)?,
            Event::Renamed { name } => Arc::make_mut(&mut self.settings).name.clone_from(name),
            Event::NoteDeleted { pairing } => self.facts_mut(*pairing)?.delete_note(),
            Event::Deleted => self.delete(),
        }
        Ok(())
    }

    /// Lets nothing have happened after the time `at`. An arena that began later lasts as long as it was to last.
    fn set_back(&mut self, at: Timestamp) -> Result<(), Refusal> {
        let come_by = at.plus_ms(self.settings.come_ms());
        for round in &mut self.rounds {
            round.paired = round.paired.min(at);
            for facts in &mut round.matches {
                facts.come_by = facts.come_by.min(come_by);
            }
        }
        if let Stage::Running { since } = &mut self.stage
            && *since > at
        {
            *since = at;
            let history = std::mem::take(&mut self.history);
            self.replay(history)?;
        }
        Ok(())
    }

    /// Makes [`Self::tournament`] again of these events.
    fn replay(&mut self, history: Vec<Pure>) -> Result<(), Refusal> {
        let began = self.began().ok_or(Refusal::NotBegun)?;
        let mut tournament = self.settings.tournament(self.settings.format_from(began));
        history
            .iter()
            .try_for_each(|event| tournament.apply(event))?;
        self.tournament = tournament;
        self.history = history;
        Ok(())
    }

    fn add_pure(&mut self, event: Pure) -> Result<(), Refusal> {
        self.tournament.apply(&event)?;
        self.history.push(event);
        Ok(())
    }
}

fn read(row: &LogRow, seq: i64) -> Result<Vec<Event>, Refusal> {
    if row.seq != seq {
        tracing::error!(seq = row.seq, "the log of a tournament has a gap");
        return Err(Refusal::OutOfOrder);
    }
    Event::from_body(&row.body).map_err(|error| {
        tracing::error!(seq, %error, "a row of a tournament's log can't be read");
        Refusal::OutOfOrder
    })
}
