//! A record in short: all but names and what happened, as the database holds it.

use boneyard_base::Timestamp;
use boneyard_protocol::record::{
    Figures, Lent, MatchEntry, MoveTimes, RECORD_FORMAT, RECORD_VERSION, Record, RecordSeat,
};
use boneyard_protocol::{ClockRule, Ending, Fairness, Level, TookOver};
use boneyard_rules::{Match, Rules, Seat, Side, Transcript};
use boneyard_store::{MatchResult, StoreError, StoredRecord, StoredSeat};
use serde::{Deserialize, Serialize};

use super::figures::figures;

/// A record in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The rules of the match.
    pub rules: Rules,
    began: Timestamp,
    ended: Timestamp,
    /// The points of each side.
    pub scores: Vec<u16>,
    /// The side that won, if one did.
    pub winner: Option<Side>,
    /// How the match ended.
    pub ending: Ending,
    /// By seat.
    figures: Vec<Figures>,
    /// By seat, what somebody took over who sat down during the match.
    took_over: Vec<Option<TookOver>>,
    clock: ClockRule,
    times: MoveTimes,
    /// By seat.
    participation: Vec<SeatParticipation>,
    /// Whether quick match brought the players together.
    pub quick: bool,
}

/// What the log says of a match besides what happened on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The clock of the match.
    pub clock: ClockRule,
    /// How long the players thought.
    pub times: MoveTimes,
    /// By seat.
    pub participation: Vec<SeatParticipation>,
    /// By seat, what somebody took over who sat down during the match.
    pub took_over: Vec<Option<TookOver>>,
    /// Whether quick match brought the players together.
    pub quick: bool,
}

/// Who played at a seat, as far as that changed during the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatParticipation {
    /// Whether a program of a visitor sat there.
    pub bot: bool,
    /// The round in which the player resigned.
    pub resigned: Option<u16>,
    /// The spans in which a computer player stood in.
    pub lent: Vec<Lent>,
}

impl Summary {
    /// Of a match that is over.
    pub fn new(
        transcript: &Transcript,
        game: &Match,
        (began, ended): (Timestamp, Timestamp),
        ending: Ending,
        facts: Facts,
    ) -> Self {
        let figures = figures(&transcript.rules, &transcript.events);
        Self {
            rules: transcript.rules,
            began,
            ended,
            scores: game.scores().as_slice().to_vec(),
            winner: ending.winner(),
            ending,
            figures: figures.as_slice().to_vec(),
            took_over: facts.took_over,
            clock: facts.clock,
            times: facts.times,
            participation: facts.participation,
            quick: facts.quick,
        }
    }

    /// As it is stored.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a summary has no keys but the names of its fields")
    }

    /// What was stored with a record.
    ///
    /// # Errors
    ///
    /// When this server never wrote it.
    pub fn of(record: &StoredRecord) -> Result<Self, StoreError> {
        Self::read(&record.summary)
    }

    /// What was stored.
    ///
    /// # Errors
    ///
    /// When this server never wrote it.
    pub fn read(written: &str) -> Result<Self, StoreError> {
        serde_json::from_str(written).map_err(|_| StoreError::Corrupt)
    }

    /// Whether the player at a seat has left the match: resigned, lost it by a claim, or was away at its
    /// end with a computer player in the seat.
    pub fn has_left(&self, seat: Seat) -> bool {
        let claimed = matches!(self.ending, Ending::Claimed { seat: absent, .. } if absent == seat);
        let part = self.participation.get(seat.index());
        let gave_up = part.is_some_and(|part| {
            let lent = part.lent.last();
            part.resigned.is_some() || lent.is_some_and(|lent| lent.returned.is_none())
        });
        claimed || gave_up
    }

    /// Who sat where, as everybody is told.
    pub fn seats(&self, stored: &[StoredSeat]) -> Vec<RecordSeat> {
        let seat = |(index, seat): (usize, &StoredSeat)| {
            let part = self.participation.get(index).cloned().unwrap_or_default();
            RecordSeat {
                name: (seat.own || !seat.hidden)
                    .then(|| seat.name.clone())
                    .filter(|name| !name.is_empty()),
                computer: named(&seat.computer),
                took_over: self.took_over.get(index).copied().flatten(),
                bot: part.bot,
                resigned: part.resigned,
                lent: part.lent,
            }
        };
        stored.iter().enumerate().map(seat).collect()
    }

    /// The record, as everybody gets it who knows its name.
    ///
    /// # Errors
    ///
    /// When this server never wrote it.
    pub fn into_record(self, stored: StoredRecord) -> Result<Record, StoreError> {
        let fairness = serde_json::from_str(&stored.fairness).map_err(|_| StoreError::Corrupt)?;
        Ok(Record {
            format: RECORD_FORMAT.to_owned(),
            version: RECORD_VERSION,
            id: stored.id,
            notation: self.rules.to_string(),
            rules: self.rules.into(),
            seats: self.seats(&stored.seats),
            began_ms: self.began.0,
            ended_ms: self.ended.0,
            scores: self.scores,
            winner: self.winner,
            ending: self.ending,
            clock: self.clock,
            times: self.times,
            transcript: stored.transcript,
            fairness,
            signed: None,
        })
    }

    /// The record in the list of somebody who played in it.
    ///
    /// # Errors
    ///
    /// When nobody did who asked for it.
    pub fn into_entry(self, stored: &StoredRecord) -> Result<MatchEntry, StoreError> {
        let own = stored.seats.iter().position(|seat| seat.own);
        let hidden = stored.seats.iter().any(|seat| seat.own && seat.hidden);
        let own = own.and_then(|seat| Some((Seat::new(seat as u8)?, *self.figures.get(seat)?)));
        let (seat, figures) = own.ok_or(StoreError::Corrupt)?;
        Ok(MatchEntry {
            id: stored.id,
            notation: self.rules.to_string(),
            variant: self.rules.variant,
            seats: self.seats(&stored.seats),
            seat,
            side: self.rules.seating.side(seat),
            ended_ms: self.ended.0,
            scores: self.scores,
            winner: self.winner,
            ending: self.ending,
            figures,
            hidden,
        })
    }
}

/// What proves the deals of a match, as it is stored.
pub fn written_fairness(fairness: Option<&Fairness>) -> String {
    serde_json::to_string(&fairness).expect("a proof has no keys but the names of its fields")
}

/// How a match ended for a player of a side. Who resigned has lost.
pub fn result_for(side: Side, resigned: bool, winner: Option<Side>) -> MatchResult {
    match winner {
        _ if resigned => MatchResult::Lost,
        Some(winner) if winner == side => MatchResult::Won,
        Some(_) => MatchResult::Lost,
        None => MatchResult::Undecided,
    }
}

/// The name of a level on the wire.
pub fn level_name(level: Level) -> String {
    name(&level)
}

/// The name of a game on the wire.
pub fn variant_name(rules: &Rules) -> String {
    name(&rules.variant)
}

/// The name that a choice has on the wire; it is written as a JSON string.
fn name(choice: &impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The choice with a name; none if there is none.
fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::from(name)).ok()
}
