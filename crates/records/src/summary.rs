//! The summary of a record, as the database stores it: everything but the names and the transcript.

use boneyard_base::Timestamp;
use boneyard_protocol::record::{
    Figures, Lent, MatchEntry, MoveTimes, RECORD_FORMAT, RECORD_VERSION, Record, RecordSeat,
};
use boneyard_protocol::{ClockRule, Ending, Fairness, Level, TookOver};
use boneyard_rules::{Match, Rules, Seat, Side, Transcript};
use boneyard_store::{MatchResult, StoreError, StoredRecord, StoredSeat};
use serde::{Deserialize, Serialize};

use super::figures::figures;

/// The summary of a record.
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
    /// By seat, what a player took over who sat down during the match.
    took_over: Vec<Option<TookOver>>,
    clock: ClockRule,
    times: MoveTimes,
    /// By seat.
    participation: Vec<SeatParticipation>,
    /// Whether quick match brought the players together.
    pub quick: bool,
}

/// What the log says about a match besides the game itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The clock of the match.
    pub clock: ClockRule,
    /// How long the players thought.
    pub times: MoveTimes,
    /// By seat.
    pub participation: Vec<SeatParticipation>,
    /// By seat, what a player took over who sat down during the match.
    pub took_over: Vec<Option<TookOver>>,
    /// Whether quick match brought the players together.
    pub quick: bool,
}

/// Changes of who played at a seat during the match.
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
    /// The summary of a finished match.
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

    /// The text that is stored.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a summary has no keys but the names of its fields")
    }

    /// Reads the summary that was stored with a record.
    ///
    /// # Errors
    ///
    /// When the stored text is damaged.
    pub fn of(record: &StoredRecord) -> Result<Self, StoreError> {
        Self::read(&record.summary)
    }

    /// Reads a stored summary.
    ///
    /// # Errors
    ///
    /// When the stored text is damaged.
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

    /// The seats, with the names that every visitor may see.
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

    /// The record, as every client gets it that knows its id.
    ///
    /// # Errors
    ///
    /// When the stored text is damaged.
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

    /// The record's entry in the list of a player who played in it.
    ///
    /// # Errors
    ///
    /// When the account that asks did not play in it.
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

/// The proof of a match's deals, in the form that is stored.
pub fn written_fairness(fairness: Option<&Fairness>) -> String {
    serde_json::to_string(&fairness).expect("a proof has no keys but the names of its fields")
}

/// How a match ended for a player of a side. A player who resigned has lost.
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

/// The name of an enum's variant on the wire, where it is a JSON string.
fn name(choice: &impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The variant with a name on the wire; `None` if there is none.
fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::from(name)).ok()
}
