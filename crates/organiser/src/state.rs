//! The state of a tournament: its entries and rounds, computed from its log. Pure: it uses no clock, no chance
//! and no storage.

mod pairs;
mod queries;
mod section;

use std::collections::HashMap;
use std::sync::Arc;

use boneyard_base::{PlayerId, TableId, Timestamp, TournamentId, limits};
use boneyard_protocol::Invite;
use boneyard_store::LogRow;
use boneyard_tournaments::duplicate::Results;
use boneyard_tournaments::{
    Decision, EntrantId, Event as Pure, MatchOutcome, Pairing, PairingId, Tournament,
};

pub(crate) use self::section::Section;
use crate::event::{Entrant, EntryId, Event, Source};
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

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) entrant: Entrant,
    pub(crate) name: Arc<str>,
    rating: i32,
    /// Whether the player has said to be there.
    pub(crate) here: bool,
    pub(crate) withdrawn: bool,
    /// Whether the player takes a break.
    pub(crate) away: bool,
    /// In a tournament of pairs, the partner.
    pub(crate) partner: Option<EntryId>,
    /// In a tournament of pairs, the invitation for a partner.
    pub(crate) invite: Option<Invite>,
    /// The number among those who are paired; `None` before the start. Partners have the same.
    pub(crate) member: Option<EntrantId>,
}

/// What the tournament knows of a round beside its pairings and outcomes.
#[derive(Clone, Debug)]
struct Round {
    paired: Timestamp,
    matches: Vec<MatchFacts>,
    /// Where all tables have the same deals: the section of the matches, once it is formed.
    section: Option<Arc<Section>>,
    /// Whether the tables may give out the proofs and records of the section.
    is_section_over: bool,
}

#[derive(Clone, Debug)]
struct MatchFacts {
    table: Option<TableId>,
    /// Whether the table is known to exist.
    is_open: bool,
    /// Until when the players must come to the table.
    come_by: Timestamp,
    source: Option<Source>,
    stop: Option<Stop>,
}

/// What ends a match that has no result, otherwise than by its play. Its table still has to end it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The player of this entry withdrew.
    Withdrawn(EntryId),
    /// The organiser decided it, and said why.
    Decided(Decision, Arc<str>),
}

/// A match of the tournament.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) id: PairingId,
    pub(crate) pairing: Pairing,
    pub(crate) outcome: Option<MatchOutcome>,
    pub(crate) source: Option<Source>,
    pub(crate) stop: Option<Stop>,
    pub(crate) table: Option<TableId>,
    /// Whether the table is known to exist.
    pub(crate) is_open: bool,
    pub(crate) come_by: Timestamp,
}

impl Match {
    /// The table, once players can open it.
    pub(crate) fn open_table(&self) -> Option<TableId> {
        self.table.filter(|_| self.is_open)
    }
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
            tournament: Tournament::new(settings.format),
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
            } => self.enter(*player, name, *rating, at)?,
            Event::CheckedIn { entry } => self.entry_mut(*entry)?.here = true,
            Event::Withdrawn { entry } => self.withdraw(*entry)?,
            Event::WentAway { entry } => self.take_break(*entry, true)?,
            Event::CameBack { entry } => self.take_break(*entry, false)?,
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
        let mut tournament = Tournament::new(self.settings.format_from(began));
        history
            .iter()
            .try_for_each(|event| tournament.apply(event))?;
        self.tournament = tournament;
        self.history = history;
        Ok(())
    }

    fn enter(
        &mut self,
        player: PlayerId,
        name: &str,
        rating: i32,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let here = self.check_in_from().is_some_and(|from| from <= at);
        if let Some(&known) = self.by_player.get(&player) {
            let entry = self.entry_mut(known)?;
            if entry.member.is_some() {
                return Err(Refusal::Withdrawn);
            }
            entry.withdrawn = false;
            entry.name = name.into();
            entry.here = here;
        } else {
            let entry = self.next_entry().ok_or(Refusal::Full)?;
            self.by_player.retain(|_, known| *known != entry);
            self.put_entry(entry, Entrant::Person(player), name, rating);
            self.by_player.insert(player, entry);
            self.entry_mut(entry)?.here = here;
            // In a tournament of pairs, the partner may still be missing.
            if matches!(self.stage, Stage::Running { .. }) && !self.settings.pairs {
                self.join(entry)?;
            }
        }
        Ok(())
    }

    /// Adds an entry, or puts it in the place of one that is withdrawn.
    fn put_entry(&mut self, id: EntryId, entrant: Entrant, name: &str, rating: i32) {
        let entry = Entry {
            entrant,
            name: name.into(),
            rating,
            here: false,
            withdrawn: false,
            away: false,
            partner: None,
            invite: None,
            member: None,
        };
        match self.entries.get_mut(id.index()) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Makes an entry one that is paired.
    fn join(&mut self, id: EntryId) -> Result<(), Refusal> {
        let entry = self.entry(id).ok_or(Refusal::OutOfOrder)?;
        let rating = entry.rating;
        self.add_pure(match entry.entrant {
            Entrant::Person(_) => Pure::Entered { rating },
            Entrant::Computer(_) => Pure::FilledUp { rating },
        })?;
        let member = EntrantId(self.members.len() as u32);
        self.members.push(id);
        self.entry_mut(id)?.member = Some(member);
        Ok(())
    }

    fn withdraw(&mut self, id: EntryId) -> Result<(), Refusal> {
        let entry = self.entry_mut(id)?;
        if entry.withdrawn {
            return Err(Refusal::Withdrawn);
        }
        entry.withdrawn = true;
        let (member, partner) = (entry.member, entry.partner);
        if let Some(id_of_match) = member.and_then(|of| self.tournament.playing(of)) {
            let stop = &mut self.facts_mut(id_of_match)?.stop;
            stop.get_or_insert(Stop::Withdrawn(id));
        }
        if let Some(partner) = partner {
            self.lose_partner(id, partner)?;
        }
        if let Some(entrant) = member {
            self.add_pure(Pure::Withdrawn { entrant })?;
        }
        Ok(())
    }

    fn take_break(&mut self, id: EntryId, away: bool) -> Result<(), Refusal> {
        let entry = self.entry_mut(id)?;
        entry.away = away;
        let entrant = entry.member.ok_or(Refusal::NotBegun)?;
        self.add_pure(if away {
            Pure::WentAway { entrant }
        } else {
            Pure::CameBack { entrant }
        })
    }

    fn start(&mut self, computers: u16, at: Timestamp) -> Result<(), Refusal> {
        if self.stage != Stage::Coming {
            return Err(Refusal::Begun);
        }
        self.stage = Stage::Running { since: at };
        self.tournament = Tournament::new(self.settings.format_from(at));
        for id in self.absentees() {
            self.withdraw(id)?;
        }
        if let Some((level, _)) = self.settings.computers {
            for _ in 0..computers {
                let id = EntryId(self.entries.len() as u32);
                self.put_entry(id, Entrant::Computer(level), "", limits::SEEK_RATING);
            }
        }
        if self.settings.pairs {
            return self.join_pairs();
        }
        for id in (0..self.entries.len() as u32).map(EntryId) {
            if self.entry(id).is_some_and(|entry| !entry.withdrawn) {
                self.join(id)?;
            }
        }
        Ok(())
    }

    fn pair(
        &mut self,
        pairings: &[Pairing],
        tables: &[Option<TableId>],
        at: Timestamp,
    ) -> Result<(), Refusal> {
        if !matches!(self.stage, Stage::Running { .. }) || tables.len() != pairings.len() {
            return Err(Refusal::OutOfOrder);
        }
        self.add_pure(Pure::Paired {
            pairings: pairings.to_vec(),
        })?;
        let come_by = at.plus_ms(self.settings.come_ms());
        let facts = |&table| MatchFacts {
            table,
            is_open: false,
            come_by,
            source: None,
            stop: None,
        };
        self.rounds.push(Round {
            paired: at,
            matches: tables.iter().map(facts).collect(),
            section: None,
            is_section_over: false,
        });
        Ok(())
    }

    fn correct(&mut self, id: PairingId, decision: Decision, note: &str) -> Result<(), Refusal> {
        let mut history = self.history.clone();
        let reported = history.iter_mut().find_map(|event| match event {
            Pure::Reported { pairing, outcome } if *pairing == id => Some(outcome),
            _ => None,
        });
        reported.ok_or(Refusal::NoSuchMatch)?.decision = decision;
        if self.is_knockout(id.round) && id.round + 1 < self.rounds.len() {
            return Err(Refusal::TooLate);
        }
        self.replay(history)?;
        self.facts_mut(id)?.source = Some(Source::Organiser(note.to_owned()));
        Ok(())
    }

    fn add_pure(&mut self, event: Pure) -> Result<(), Refusal> {
        self.tournament.apply(&event)?;
        self.history.push(event);
        Ok(())
    }

    pub(crate) fn entry_mut(&mut self, id: EntryId) -> Result<&mut Entry, Refusal> {
        self.entries.get_mut(id.index()).ok_or(Refusal::OutOfOrder)
    }

    fn facts_mut(&mut self, id: PairingId) -> Result<&mut MatchFacts, Refusal> {
        let round = self.rounds.get_mut(id.round);
        let facts = round.and_then(|round| round.matches.get_mut(id.number));
        facts.ok_or(Refusal::NoSuchMatch)
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
