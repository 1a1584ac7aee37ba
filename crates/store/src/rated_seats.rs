//! Rated matches, with one row for each seat.

use boneyard_base::{PlayerId, RecordId, Timestamp};
use boneyard_ratings::{PlayerOutcome, Rating, SPARED_A_DAY, Weight};

use super::rating_rows::Leaderboard;
use super::select::columns;
use super::session::{Session, Value, WrongType};
use super::{Ratings, StoreError};

/// A rated match, with all data that the ratings depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMatch {
    /// The record of the match.
    pub record: RecordId,
    /// The board on which the match is rated.
    pub board: Leaderboard,
    /// How much the result of the match says about the strength of its players.
    pub weight: Weight,
    /// Whether quick match chose the players. At other tables, players choose their opponents themselves.
    pub quick: bool,
    /// When the match ended.
    pub ended: Timestamp,
    /// The players, by seat.
    pub seats: Vec<RatedSeat>,
}

impl RatedMatch {
    /// Limits how often a player is spared. A player whose partner left is spared: the player's rating stays
    /// the same. `times_spared` returns how often a player was spared in the 24 hours before the end of this
    /// match. If that is `SPARED_A_DAY` times or more, the match counts as lost for the player.
    pub fn bound_spared(
        &mut self,
        mut times_spared: impl FnMut(PlayerId) -> Result<u32, StoreError>,
    ) -> Result<(), StoreError> {
        for seat in &mut self.seats {
            if seat.outcome == PlayerOutcome::Spared && times_spared(seat.player)? >= SPARED_A_DAY {
                seat.outcome = PlayerOutcome::Lost;
            }
        }
        Ok(())
    }

    /// Keeps the ratings that were kept when the match was rated before.
    pub fn keep_as(&mut self, before: &Self) {
        for (seat, before) in self.seats.iter_mut().zip(&before.seats) {
            seat.kept = before.kept;
        }
    }

    /// All pairs of opponents, as indexes into `seats`. Each pair is returned in both orders.
    pub(super) fn opponents(&self) -> impl Iterator<Item = (usize, usize)> {
        let seats = &self.seats;
        let others = move |own: usize| (0..seats.len()).map(move |other| (own, other));
        let all = (0..seats.len()).flat_map(others);
        all.filter(|&(own, other)| seats[own].side != seats[other].side)
    }
}

/// The player at a seat of a rated match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedSeat {
    /// The number of the seat.
    pub seat: u8,
    /// The side of the seat.
    pub side: u8,
    /// The player.
    pub player: PlayerId,
    /// How the match ended for the player.
    pub outcome: PlayerOutcome,
    /// The place of the seat's side, as in [`Played::place`](boneyard_ratings::Played::place).
    pub place: u8,
    /// Whether a daily limit keeps the player's rating as it was.
    pub kept: bool,
}

columns!(RatedSeat {
    seat,
    side,
    player,
    outcome,
    place,
    kept
});

/// How a match has changed the rating of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The rating before the match.
    pub before: Rating,
    /// The rating after the match.
    pub after: Rating,
}

columns!(Step { before, after });

impl Ratings<'_> {
    /// Replaces the stored data of a rated match.
    pub async fn put_match(
        self,
        number: i64,
        rated: RatedMatch,
        steps: Vec<Step>,
    ) -> Result<(), StoreError> {
        self.0
            .write(move |session| {
                let sql = "DELETE FROM rated_seats WHERE number = $1";
                session.execute(sql, &[number.into()])?;
                insert_rated(session, number, &rated, &steps)
            })
            .await
    }
}

pub(super) fn insert_rated(
    session: &mut dyn Session,
    number: i64,
    rated: &RatedMatch,
    steps: &[Step],
) -> Result<(), StoreError> {
    for (seat, step) in rated.seats.iter().zip(steps) {
        session.execute(
            "INSERT INTO rated_seats (number, seat, side, record_id, player_id, board, weight, \
             quick, ended_ms, outcome, place, kept, mean_before, deviation_before, mean, deviation) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
            &[
                number.into(),
                seat.seat.into(),
                seat.side.into(),
                rated.record.into(),
                seat.player.into(),
                rated.board.into(),
                rated.weight.hundredths().into(),
                rated.quick.into(),
                rated.ended.into(),
                seat.outcome.into(),
                seat.place.into(),
                seat.kept.into(),
                step.before.mean.into(),
                step.before.deviation.into(),
                step.after.mean.into(),
                step.after.deviation.into(),
            ],
        )?;
    }
    Ok(())
}

/// The rated match with this number, and how it has changed the ratings of its players. Rated matches have
/// their own numbers.
pub(super) fn rated_match(
    session: &mut dyn Session,
    number: i64,
) -> Result<Option<(RatedMatch, Vec<Step>)>, StoreError> {
    type Row = (
        (RecordId, Leaderboard, Weight, bool, Timestamp),
        RatedSeat,
        Step,
    );
    let rows: Vec<Row> = session.all(
        "SELECT record_id, board, weight, quick, ended_ms, seat, side, player_id, outcome, \
         place, kept, mean_before, deviation_before, mean, deviation \
         FROM rated_seats WHERE number = $1 ORDER BY seat",
        &[number.into()],
    )?;
    let Some(&((record, board, weight, quick, ended), ..)) = rows.first() else {
        return Ok(None);
    };
    let (seats, steps) = rows.into_iter().map(|(_, seat, step)| (seat, step)).unzip();
    let rated = RatedMatch {
        record,
        board,
        weight,
        quick,
        ended,
        seats,
    };
    Ok(Some((rated, steps)))
}

impl TryFrom<Value> for Weight {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        Self::new(u16::try_from(value)?).ok_or(WrongType)
    }
}

const OUTCOMES: [(PlayerOutcome, &str); 5] = [
    (PlayerOutcome::Won, "won"),
    (PlayerOutcome::Lost, "lost"),
    (PlayerOutcome::Undecided, "undecided"),
    (PlayerOutcome::Left, "left"),
    (PlayerOutcome::Spared, "spared"),
];

impl From<PlayerOutcome> for Value {
    fn from(outcome: PlayerOutcome) -> Self {
        let mut names = OUTCOMES.iter();
        let found = names.find(|(known, _)| *known == outcome);
        found.map_or("", |(_, name)| *name).into()
    }
}

impl TryFrom<Value> for PlayerOutcome {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        let name = String::try_from(value)?;
        let mut names = OUTCOMES.iter();
        let found = names.find(|(_, known)| *known == name);
        found.map(|(outcome, _)| *outcome).ok_or(WrongType)
    }
}
