//! The rounds of a tournament and their matches: how they are paired, and what is known of each match beside its outcome.

use std::sync::Arc;

use boneyard_base::{TableId, Timestamp, limits};
use boneyard_tournaments::{
    Decision, Event as Pure, MatchOutcome, Pairing, PairingId, Placed, Placing,
};

use super::section::Section;
use super::{Stage, State};
use crate::event::{EntryId, Source};
use crate::refusal::Refusal;

/// What the tournament knows of a round beside its pairings and outcomes.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) paired: Timestamp,
    pub(super) matches: Vec<MatchFacts>,
    /// Where all tables have the same deals: the section of the matches, once it is formed.
    pub(super) section: Option<Arc<Section>>,
    /// Whether the tables may give out the proofs and records of the section.
    pub(super) is_section_over: bool,
}

/// What the tournament knows of a match beside its pairing and outcome.
#[derive(Clone, Debug)]
pub(super) struct MatchFacts {
    pub(super) table: Option<TableId>,
    /// Whether the table is known to exist.
    pub(super) is_open: bool,
    /// Until when the players must come to the table.
    pub(super) come_by: Timestamp,
    pub(super) source: Option<Source>,
    pub(super) stop: Option<Stop>,
}

/// What ends a match that has no result, otherwise than by its play. Its table still has to end it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The player of this entry withdrew.
    Withdrawn(EntryId),
    /// The organiser decided it, and said why.
    Decided(Decision, Arc<str>),
    /// The organiser gave the places at a table of several, and said why.
    Ranked(Arc<[u8]>, Arc<str>),
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

impl MatchFacts {
    /// Shows the organiser's reason no more.
    pub(super) fn delete_note(&mut self) {
        if let Some(Source::Organiser(note)) = &mut self.source {
            note.clear();
        }
        if let Some(Stop::Decided(_, note) | Stop::Ranked(_, note)) = &mut self.stop {
            *note = "".into();
        }
    }
}

impl State {
    /// Shows no text of visitors any more.
    pub(super) fn delete(&mut self) {
        Arc::make_mut(&mut self.settings).name.clear();
        self.organiser_name = "".into();
        self.is_last = true;
        for entry in &mut self.entries {
            entry.name = "".into();
        }
        for round in &mut self.rounds {
            round.matches.iter_mut().for_each(MatchFacts::delete_note);
        }
    }

    /// The texts of the organiser: the tournament's name, and the notes of the last results that have one.
    pub(crate) fn texts(&self) -> Vec<String> {
        let facts = self.rounds.iter().rev().flat_map(|round| &round.matches);
        let notes = facts.filter_map(|facts| match &facts.source {
            Some(Source::Organiser(note)) => Some(note.clone()),
            _ => None,
        });
        let name = self.settings.name.clone();
        std::iter::once(name)
            .chain(notes)
            .take(limits::REPORTED_TEXTS_MAX)
            .collect()
    }

    pub(super) fn pair(
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

    pub(super) fn correct(
        &mut self,
        id: PairingId,
        decision: Decision,
        note: &str,
    ) -> Result<(), Refusal> {
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

    /// Gives a match at a table of several other places, or stops it with these.
    pub(super) fn rank(&mut self, id: PairingId, places: &[u8], note: &str) -> Result<(), Refusal> {
        let mut history = self.history.clone();
        let known = history.iter_mut().find_map(|event| match event {
            Pure::Placed { pairing, placing } if *pairing == id => Some(placing),
            _ => None,
        });
        if let Some(placing) = known {
            *placing = ranked(placing, places);
            self.replay(history)?;
            self.facts_mut(id)?.source = Some(Source::Organiser(note.to_owned()));
        } else {
            self.facts_mut(id)?.stop = Some(Stop::Ranked(places.into(), note.into()));
        }
        Ok(())
    }

    pub(super) fn facts_mut(&mut self, id: PairingId) -> Result<&mut MatchFacts, Refusal> {
        let round = self.rounds.get_mut(id.round);
        let facts = round.and_then(|round| round.matches.get_mut(id.number));
        facts.ok_or(Refusal::NoSuchMatch)
    }
}

/// The same points with the places that the organiser gave.
pub(crate) fn ranked(placing: &Placing, places: &[u8]) -> Placing {
    let last = 1 + places.iter().filter(|&&place| place > 0).count() as u8;
    let all = placing.0.iter().zip(places);
    let all = all.map(|(placed, &place)| Placed {
        place: if place == 0 { last } else { place },
        missed: place == 0,
        ..*placed
    });
    Placing(all.collect())
}

/// Whether these are places, from 1, of which the next is left out where two are level; 0 is none.
pub(crate) fn are_places(places: &[u8]) -> bool {
    places.iter().all(|&own| {
        let ahead = places.iter().filter(|&&other| 0 < other && other < own);
        own == 0 || usize::from(own) == 1 + ahead.count()
    })
}
