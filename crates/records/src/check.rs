//! Checks that a match was played by its rules: plays it again from its record, and compares the record with what
//! the rules make of it. How the tiles were dealt is not checked here: `scripts/verify-deal` does that.

use std::fmt;

use boneyard_base::limits;
use boneyard_protocol::Ending;
use boneyard_protocol::record::{RECORD_FORMAT, RECORD_VERSION, Record};
use boneyard_rules::transcript::{ParseTranscriptError, ReplayError};
use boneyard_rules::{Given, Match, Need, Options, Seat, Side, Transcript};

use crate::summary::places;

/// A match that was played by its rules, as its record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    notation: String,
    rounds: u16,
    scores: Vec<u16>,
    winner: Option<Side>,
}

/// Why a record doesn't show a match that was played by its rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The record has another format, or another version of it.
    #[error("this is no {RECORD_FORMAT} of version {RECORD_VERSION}")]
    Format,
    /// A line of the transcript isn't a line of any transcript.
    #[error("the transcript: {0}")]
    Unreadable(#[from] ParseTranscriptError),
    /// The rules refuse a line of the transcript.
    #[error("the transcript: {0}")]
    Refused(#[from] ReplayError),
    /// The record names other rules than its transcript.
    #[error("the transcript is of {0}, and the record names other rules")]
    Rules(String),
    /// Time is called in a match without a cap on its time.
    #[error("time is called, and the match has no cap on its time")]
    TimeCalled,
    /// More rounds are played than the match has.
    #[error("{played} rounds are played, and the match has {boards}")]
    Rounds {
        /// The number of rounds in the transcript.
        played: u16,
        /// The number of rounds that the record names.
        boards: u8,
    },
    /// The record doesn't have one player for each seat.
    #[error("{players} players have {seats} seats")]
    Seats {
        /// The number of players in the record.
        players: usize,
        /// The number of seats by the rules.
        seats: usize,
    },
    /// The sides have other points than the record says.
    #[error("the scores are {0:?} by the rules")]
    Scores(Vec<u16>),
    /// The sides have other places than the record says.
    #[error("the places are {0:?} by the rules")]
    Places(Vec<u8>),
    /// The match didn't end as the record says.
    #[error("the match did not end as the record says")]
    Ending,
    /// Another side has won than the record says.
    #[error("by the rules the winner is {}", side(*.0))]
    Winner(Option<Side>),
    /// The player who gave up is on the side that has won.
    #[error("seat {0} gave up, and its side is the winner")]
    LoserWon(Seat),
    /// There isn't one time for each move.
    #[error("there are {moves} moves, and {times} times of moves")]
    Times {
        /// The number of plays, calls and gifts of the lead.
        moves: usize,
        /// The number of times in the record.
        times: usize,
    },
}

/// Plays the match of a record again by the rules, and compares all that the record says of it.
///
/// # Errors
///
/// The first contradiction that was found.
pub fn check(record: &Record) -> Result<Checked, Contradiction> {
    if (record.format.as_str(), record.version) != (RECORD_FORMAT, RECORD_VERSION) {
        return Err(Contradiction::Format);
    }
    let transcript: Transcript = record.transcript.parse()?;
    let notation = transcript.rules.to_string();
    if notation != record.notation || Options::from(transcript.rules) != record.rules {
        return Err(Contradiction::Rules(notation));
    }
    let (mut moves, mut is_time_called) = (0, false);
    let game = transcript.walk(|game, events| match game.given(&events[0]) {
        Some(Given::Move(..)) => moves += 1,
        Some(Given::Time) => is_time_called = true,
        Some(Given::Order(_)) | None => {}
    })?;
    check_length(record, is_time_called, &game)?;
    check_result(record, &game)?;
    let times = record.times.ms.len();
    if moves != times {
        return Err(Contradiction::Times { moves, times });
    }
    Ok(Checked {
        notation,
        rounds: game.round_number(),
        scores: record.scores.clone(),
        winner: record.winner,
    })
}

/// Whether the match has as many seats and rounds as the record says, and may have been stopped by the clock.
fn check_length(record: &Record, is_time_called: bool, game: &Match) -> Result<(), Contradiction> {
    let (players, seats) = (record.seats.len(), game.rules().seating().seat_count());
    if players != seats {
        return Err(Contradiction::Seats { players, seats });
    }
    let played = game.round_number();
    if let Some(boards) = record.boards.filter(|boards| played > u16::from(*boards)) {
        return Err(Contradiction::Rounds { played, boards });
    }
    // In a match of so many rounds, time is called in the last one.
    let may_be_called = record.time_cap.is_some() || has_all_boards(record, game);
    if is_time_called && !may_be_called {
        return Err(Contradiction::TimeCalled);
    }
    Ok(())
}

fn has_all_boards(record: &Record, game: &Match) -> bool {
    record.boards.map(u16::from) == Some(game.round_number())
}

/// Whether the match ended with the scores, places and winner that the record names. A record of an earlier version names no
/// places.
fn check_result(record: &Record, game: &Match) -> Result<(), Contradiction> {
    let scores = game.scores().as_slice();
    if record.scores != scores {
        return Err(Contradiction::Scores(scores.to_vec()));
    }
    let is_played = matches!(record.ending, Ending::Played { .. });
    let is_longest =
        has_all_boards(record, game) || u32::from(game.round_number()) == limits::ROUNDS_MAX;
    let is_over = game.needs() == Need::Nothing;
    let may_end = is_over == is_played || is_played && is_longest;
    if !may_end || record.winner != record.ending.winner() {
        return Err(Contradiction::Ending);
    }
    if is_played && record.winner != game.winner() {
        return Err(Contradiction::Winner(game.winner()));
    }
    let places = places(game, record.ending);
    if !record.places.is_empty() && record.places != places {
        return Err(Contradiction::Places(places));
    }
    let loser = match record.ending {
        Ending::Resigned { seat, .. }
        | Ending::Claimed { seat, .. }
        | Ending::Withdrawn { seat, .. } => Some(seat),
        _ => None,
    };
    let has_won = |seat: &Seat| Some(game.rules().seating().side(*seat)) == record.winner;
    loser
        .filter(has_won)
        .map_or(Ok(()), |seat| Err(Contradiction::LoserWon(seat)))
}

/// A side, or that there is none.
fn side(winner: Option<Side>) -> String {
    winner.map_or("nobody".to_owned(), |side| format!("side {side}"))
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            notation,
            rounds,
            scores,
            winner,
        } = self;
        let scores: Vec<_> = scores.iter().map(u16::to_string).collect();
        write!(
            f,
            "{notation}: {rounds} rounds are played by the rules; the scores are {}, the winner is {}",
            scores.join(" "),
            side(*winner)
        )
    }
}
