//! The summary of a record, as it is stored in the database: all data except the names and the transcript.

use boneyard_base::Timestamp;
use boneyard_protocol::record::{
    Figures, Lent, MatchEntry, MoveTimes, RECORD_FORMAT, RECORD_VERSION, Record, RecordSeat,
};
use boneyard_protocol::{ClockRule, Ending, Fairness, Level, TookOver};
use boneyard_rules::{Match, Need, Rules, Seat, Side, Transcript};
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
    /// The points of each side at the end.
    pub scores: Vec<u16>,
    /// The place of each side, from 1, if the match has ended by its rules; otherwise empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// The side that won. `None` if no side won, or several together.
    pub winner: Option<Side>,
    /// How the match ended.
    pub ending: Ending,
    /// What each seat did in the match, by seat.
    figures: Vec<Figures>,
    /// By seat, which computer player had the seat before a player took it over during the match. `None` if
    /// no player did.
    took_over: Vec<Option<TookOver>>,
    clock: ClockRule,
    time_cap: Option<u16>,
    boards: Option<u8>,
    times: MoveTimes,
    /// By seat, how the players took part.
    participation: Vec<SeatParticipation>,
    /// Whether quick match chose the players.
    pub quick: bool,
}

/// The data about a match that are in the table's log, but not in the transcript.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The clock of the match.
    pub clock: ClockRule,
    /// The cap on the match's time, in minutes. `None` if there was none.
    pub time_cap: Option<u16>,
    /// How many rounds the match had, if all tables of a round of a tournament had the same deals.
    pub boards: Option<u8>,
    /// How long the players thought about their moves.
    pub times: MoveTimes,
    /// By seat, how the players took part.
    pub participation: Vec<SeatParticipation>,
    /// By seat, which computer player had the seat before a player took it over during the match. `None` if
    /// no player did.
    pub took_over: Vec<Option<TookOver>>,
    /// Whether quick match chose the players.
    pub quick: bool,
}

/// How the player of a seat took part in the match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatParticipation {
    /// Whether a bot of a visitor played at the seat.
    pub bot: bool,
    /// The round in which the player resigned. `None` if the player didn't resign.
    pub resigned: Option<u16>,
    /// The periods in which a computer player stood in for the player.
    pub lent: Vec<Lent>,
}

impl Summary {
    /// Makes the summary of a finished match.
    pub fn new(
        transcript: &Transcript,
        game: &Match,
        (began, ended): (Timestamp, Timestamp),
        ending: Ending,
        facts: Facts,
    ) -> Self {
        let figures = figures(game, &transcript.events);
        Self {
            rules: transcript.rules,
            began,
            ended,
            scores: game.scores().as_slice().to_vec(),
            places: places(game, ending),
            winner: ending.winner(),
            ending,
            figures: figures.as_slice().to_vec(),
            took_over: facts.took_over,
            clock: facts.clock,
            time_cap: facts.time_cap,
            boards: facts.boards,
            times: facts.times,
            participation: facts.participation,
            quick: facts.quick,
        }
    }

    /// The summary as text, for the database.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a summary has no keys but the names of its fields")
    }

    /// Parses the summary of a stored record.
    ///
    /// # Errors
    ///
    /// When the stored text is damaged.
    pub fn of(record: &StoredRecord) -> Result<Self, StoreError> {
        Self::read(&record.summary)
    }

    /// Parses a stored summary.
    ///
    /// # Errors
    ///
    /// When the stored text is damaged.
    pub fn read(written: &str) -> Result<Self, StoreError> {
        serde_json::from_str(written).map_err(|_| StoreError::Corrupt)
    }

    /// Whether the player of a seat has left the match. This is the case if the player resigned, if another
    /// player claimed the win because the player was absent, or if a computer player had the player's seat at
    /// the end. If a tournament ended the match, only the player who withdrew has left it: the tournament has decided
    /// who won.
    pub fn has_left(&self, seat: Seat) -> bool {
        match self.ending {
            Ending::Withdrawn { seat: left, .. } => return left == seat,
            Ending::Decided { .. } => return false,
            Ending::Claimed { seat: absent, .. } if absent == seat => return true,
            _ => {}
        }
        let part = self.participation.get(seat.index());
        part.is_some_and(|part| {
            let lent = part.lent.last();
            part.resigned.is_some() || lent.is_some_and(|lent| lent.returned.is_none())
        })
    }

    /// The place of the side of a seat, from 1. `None` if the player of the seat has left, and if people ended the match
    /// before the rules did.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        let side = self.rules.seating().side(seat);
        let place = self.places.get(side.index()).copied();
        place.filter(|_| !self.has_left(seat))
    }

    /// Whether a side has won, alone or together with others.
    pub fn has_won(&self, side: Side) -> bool {
        match self.winner {
            Some(winner) => winner == side,
            None => self.places.get(side.index()) == Some(&1),
        }
    }

    /// How the match ended for the player of a seat. A player who resigned has lost, even if the side has won.
    pub fn result_for(&self, seat: Seat) -> MatchResult {
        let has_resigned = |part: &SeatParticipation| part.resigned.is_some();
        if self
            .participation
            .get(seat.index())
            .is_some_and(has_resigned)
        {
            MatchResult::Lost
        } else if self.has_won(self.rules.seating().side(seat)) {
            MatchResult::Won
        } else if self.winner.is_some() || !self.places.is_empty() {
            MatchResult::Lost
        } else {
            MatchResult::Undecided
        }
    }

    /// Whether the match was given up before each side had played a tile.
    pub fn is_given_up_early(&self) -> bool {
        let seating = self.rules.seating();
        let plays = |seat: Seat| self.figures.get(seat.index()).map_or(0, |own| own.plays);
        let has_played = |side| {
            let mut seats = seating.seats();
            seats.any(|seat| seating.side(seat) == side && plays(seat) > 0)
        };
        !matches!(self.ending, Ending::Played { .. }) && !seating.sides().all(has_played)
    }

    /// The seats, without the names that the visitor may not see.
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

    /// The record, as each client with the record's id gets it.
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
            places: self.places,
            winner: self.winner,
            ending: self.ending,
            clock: self.clock,
            time_cap: self.time_cap,
            boards: self.boards,
            times: self.times,
            transcript: stored.transcript,
            fairness,
            signed: None,
        })
    }

    /// The entry of this match in the list of a player who has played in it.
    ///
    /// # Errors
    ///
    /// When the player who asked has not played in the match.
    pub fn into_entry(self, stored: &StoredRecord) -> Result<MatchEntry, StoreError> {
        let own = stored.seats.iter().position(|seat| seat.own);
        let hidden = stored.seats.iter().any(|seat| seat.own && seat.hidden);
        let own = own.and_then(|seat| Some((Seat::new(seat as u8)?, *self.figures.get(seat)?)));
        let (seat, figures) = own.ok_or(StoreError::Corrupt)?;
        Ok(MatchEntry {
            id: stored.id,
            notation: self.rules.to_string(),
            boards: self.boards,
            variant: self.rules.variant().to_owned(),
            seats: self.seats(&stored.seats),
            seat,
            side: self.rules.seating().side(seat),
            ended_ms: self.ended.0,
            scores: self.scores,
            places: self.places,
            winner: self.winner,
            ending: self.ending,
            figures,
            hidden,
        })
    }
}

/// The proof of a match's deals as text, for the database.
pub fn written_fairness(fairness: Option<&Fairness>) -> String {
    serde_json::to_string(&fairness).expect("a proof has no keys but the names of its fields")
}

/// The place of each side of a match that has ended so; empty if the match was ended before its rules did, or by the limit
/// on rounds.
pub(crate) fn places(game: &Match, ending: Ending) -> Vec<u8> {
    if game.needs() == Need::Nothing && matches!(ending, Ending::Played { .. }) {
        game.places().as_slice().to_vec()
    } else {
        Vec::new()
    }
}

/// The name of a level in the protocol.
pub fn level_name(level: Level) -> String {
    option_name(&level)
}

/// The name of an enum variant in the protocol. The variant must be a JSON string there.
pub fn option_name(choice: &impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The variant with this name in the protocol. `None` if there is none.
fn named<T: for<'de> Deserialize<'de>>(name: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::from(name)).ok()
}
