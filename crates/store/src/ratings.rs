//! Ratings, and the rated matches from which they are calculated. The caller provides the function that
//! calculates how a match changes ratings. This module writes the results. Matches are rated one after
//! another, and each match once.

use std::collections::HashSet;

use boneyard_base::{PlayerId, RecordId, Timestamp};
use boneyard_protocol::people::UnratedReason;
use boneyard_ratings::{
    DAY_MS, NEW_OPPONENTS_MAX, NEW_OPPONENTS_OF_KNOWN_MS, PROVISIONAL_ABOVE, RATED_MATCHES_A_DAY,
    Rating,
};

use super::content::Content;
use super::people::SET_SETTING;
use super::rated_seats::{RatedMatch, Step, insert_rated, rated_match};
use super::rating_rows::{Leaderboard, RatingRow, read_rating_row, write_rating_row};
use super::session::Session;
use super::{Ratings, StoreError};

/// The value of `records.rated` for a match that is not rated.
pub(super) const NOT_RATED: i64 = 0;

/// The value of `records.rated` for a match that waits to be rated.
pub(super) const WAITS: i64 = -1;

/// The values of `records.rated` for matches that are not rated, for a reason that the players can see.
const UNRATED: [(UnratedReason, i64); 3] = [
    (UnratedReason::MetOften, -2),
    (UnratedReason::NewOpponents, -3),
    (UnratedReason::GivenUp, -4),
];

/// A finished match, with the data that its rating depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedMatch {
    /// The number of the match's record.
    pub number: i64,
    /// The record of the match.
    pub record: RecordId,
    /// When the match ended.
    pub ended: Timestamp,
    /// See [`super::NewRecord::summary`].
    pub summary: String,
    /// The players, by seat. `None` for a computer player.
    pub players: Vec<Option<PlayerId>>,
}

/// A match that waits to be rated, and what is needed to rate it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchToRate {
    /// The number of the match's record.
    pub number: i64,
    /// The match. `None` if it can't be rated.
    pub rated: Option<RatedMatch>,
    /// A reason that the match itself has why it isn't rated.
    pub unrated: Option<UnratedReason>,
}

/// A match that was rated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRated {
    /// The number of the match, counted over the rated matches only.
    pub number: i64,
    /// The finished match, read from its record. `None` if the record was deleted.
    pub record: Option<FinishedMatch>,
    /// The data that was stored when the match was rated. `None` if that data was deleted.
    pub rated: Option<(RatedMatch, Vec<Step>)>,
}

impl Ratings<'_> {
    /// Whether matches of this player may be rated. They may if the player is a bot or has an account.
    pub async fn may_be_rated(self, player: PlayerId) -> Result<bool, StoreError> {
        if player.is_bot() {
            return Ok(true);
        }
        let sql = "SELECT created_ms FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
        self.0
            .read(move |reader| reader.session().exists(sql, &[player.into()]))
            .await
    }

    /// Whether a player has an account that was made at this time or before, and has played so many rated matches.
    pub async fn is_known(
        self,
        player: PlayerId,
        made_by: Timestamp,
        matches: i64,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT created_ms FROM accounts \
                   WHERE player_id = $1 AND closed_ms IS NULL AND created_ms <= $2 AND $3 <= \
                   (SELECT CAST(COALESCE(SUM(matches), 0) AS BIGINT) FROM ratings WHERE player_id = $1)";
        let of = [player.into(), made_by.into(), matches.into()];
        self.0
            .read(move |reader| reader.session().exists(sql, &of))
            .await
    }

    /// The matches that wait to be rated, in the order in which they are to be rated. Returns at most `most`
    /// matches.
    pub async fn waiting_matches(self, most: i64) -> Result<Vec<FinishedMatch>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let waiting = session.all(
                    "SELECT number, record_id, ended_ms FROM records WHERE rated = -1 \
                 ORDER BY number LIMIT $1",
                    &[most.into()],
                )?;
                waiting
                    .into_iter()
                    .map(|ended| finished_match(session, ended))
                    .collect()
            })
            .await
    }

    /// Rates waiting matches in the given order. Each match is rated only once, also if other servers rate at
    /// the same time. If a match isn't rated for a reason of its own or because of a daily limit, the reason is
    /// stored. Returns the players whose ratings have changed. After an error, no match was rated.
    pub async fn rate(
        self,
        matches: Vec<MatchToRate>,
        work_out: fn(&RatedMatch, &[RatingRow]) -> Vec<Step>,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.0
            .write(move |session| {
                // Locks the row of this setting. Other servers that want to rate matches wait until this
                // transaction ends.
                session.execute(SET_SETTING, &["rating".into(), "".into()])?;
                let mut changed = Vec::new();
                for MatchToRate {
                    number,
                    rated,
                    unrated,
                } in &matches
                {
                    if !waits(session, *number)? {
                        continue;
                    }
                    let mut becomes = NOT_RATED;
                    if let Some(rated) = rated {
                        // If a record was deleted and made again, its match may already be rated.
                        if let Some(before) = rated_number(session, rated.record)? {
                            becomes = before;
                        } else if let Some(reason) = unrated {
                            becomes = in_records(*reason);
                        } else {
                            becomes = rate_one(session, rated.clone(), work_out)?;
                            if becomes > 0 {
                                changed.extend(rated.seats.iter().map(|seat| seat.player));
                            }
                        }
                    }
                    session.execute(
                        "UPDATE records SET rated = $1 WHERE number = $2",
                        &[becomes.into(), (*number).into()],
                    )?;
                }
                Ok(changed)
            })
            .await
    }

    /// The rated matches with greater numbers than `after`, in the order in which they were rated. Returns at
    /// most `most` matches.
    pub async fn rated_matches(
        self,
        after: i64,
        most: i64,
    ) -> Result<Vec<StoredRated>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let numbers: Vec<i64> = session.all(
                    "SELECT rated FROM records WHERE rated > 0 AND rated > $1 \
                 UNION SELECT number FROM rated_seats WHERE number > $1 \
                 ORDER BY 1 LIMIT $2",
                    &[after.into(), most.into()],
                )?;
                numbers
                    .into_iter()
                    .map(|number| {
                        let sql = "SELECT number, record_id, ended_ms FROM records \
                               WHERE rated > 0 AND rated = $1";
                        let record = session.first(sql, &[number.into()])?;
                        let record = record.map(|ended| finished_match(session, ended));
                        Ok(StoredRated {
                            number,
                            record: record.transpose()?,
                            rated: rated_match(session, number)?,
                        })
                    })
                    .collect()
            })
            .await
    }

    /// Whether a player's account is closed.
    pub async fn is_account_closed(self, player: PlayerId) -> Result<bool, StoreError> {
        self.0
            .read(move |reader| is_closed(reader.session(), player))
            .await
    }

    /// The rated match that belongs to a record. `None` if the match wasn't rated.
    pub async fn rated_match(
        self,
        record: RecordId,
    ) -> Result<Option<(RatedMatch, Vec<Step>)>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                match rated_number(session, record)? {
                    Some(number) => rated_match(session, number),
                    None => Ok(None),
                }
            })
            .await
    }

    /// The reason why a match wasn't rated, and the match. `None` if the match was rated, waits to be rated,
    /// or isn't meant to be rated.
    pub async fn unrated_match(
        self,
        record: RecordId,
    ) -> Result<Option<(UnratedReason, FinishedMatch)>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let sql =
                    "SELECT number, record_id, ended_ms, rated FROM records WHERE record_id = $1";
                let found: Option<(Ended, i64)> = session.first(sql, &[record.into()])?;
                let Some((ended, rated)) = found else {
                    return Ok(None);
                };
                let mut known = UNRATED.iter();
                let Some((reason, _)) = known.find(|(_, number)| *number == rated) else {
                    return Ok(None);
                };
                Ok(Some((*reason, finished_match(session, ended)?)))
            })
            .await
    }

    /// The pairs of these players who had so many rated matches against each other in the 24 hours before
    /// `now` that another one would not be rated. The set has each pair in both orders.
    pub async fn met_often(
        self,
        players: &[PlayerId],
        now: Timestamp,
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        let players = players.to_vec();
        self.0
            .read(move |reader| {
                let session = reader.session();
                let mut often = HashSet::new();
                for (index, &player) in players.iter().enumerate() {
                    for &other in &players[index + 1..] {
                        if have_met_often(session, player, other, now)? {
                            often.extend([(player, other), (other, player)]);
                        }
                    }
                }
                Ok(often)
            })
            .await
    }
}

/// Whether a finished match waits to be rated.
fn waits(session: &mut dyn Session, number: i64) -> Result<bool, StoreError> {
    let sql = "SELECT rated FROM records WHERE number = $1";
    Ok(session.first(sql, &[number.into()])? == Some(WAITS))
}

/// Rates a match, unless a limit forbids it. Returns the new value of `records.rated`.
fn rate_one(
    session: &mut dyn Session,
    mut rated: RatedMatch,
    work_out: fn(&RatedMatch, &[RatingRow]) -> Vec<Step>,
) -> Result<i64, StoreError> {
    let ended = rated.ended;
    rated.bound_spared(|player| times_spared(session, player, ended))?;
    let mut rating_rows = Vec::with_capacity(rated.seats.len());
    for seat in &rated.seats {
        let rating_row = match read_rating_row(session, seat.player, rated.board)? {
            None => last_rating_row(session, seat.player, rated.board)?,
            known => known,
        };
        rating_rows.push(rating_row.unwrap_or(RatingRow::new(ended)));
    }
    let before: Vec<Rating> = work_out(&rated, &rating_rows)
        .iter()
        .map(|step| step.before)
        .collect();
    if let Some(reason) = limit(session, &mut rated, &before)? {
        return Ok(in_records(reason));
    }
    let steps = work_out(&rated, &rating_rows);
    let number = session.one("SELECT COALESCE(MAX(number), 0) + 1 FROM rated_seats", &[])?;
    insert_rated(session, number, &rated, &steps)?;
    for ((seat, rating_row), step) in rated.seats.iter().zip(rating_rows).zip(&steps) {
        if !is_closed(session, seat.player)? {
            let rating_row = rating_row.after(seat.outcome, step.after, ended);
            write_rating_row(session, seat.player, rated.board, &rating_row)?;
        }
    }
    Ok(number)
}

/// Applies the daily limits: finds the players whose ratings a match keeps as they are. `before` are the ratings
/// before the match. If the match changes no rating, returns the reason.
fn limit(
    session: &mut dyn Session,
    rated: &mut RatedMatch,
    before: &[Rating],
) -> Result<Option<UnratedReason>, StoreError> {
    let opponents: Vec<_> = rated.opponents().collect();
    for (own, other) in opponents {
        let [player, opponent] = [own, other].map(|seat| rated.seats[seat].player);
        if own < other && have_met_often(session, player, opponent, rated.ended)? {
            return Ok(Some(UnratedReason::MetOften));
        }
        // This limit doesn't apply to boards of bots: few bots play, and all of them begin at the same time.
        if !rated.board.bots && before[other].is_provisional() && !rated.seats[own].kept {
            let since = rated.ended.plus_ms(-new_opponents_ms(before[own]));
            rated.seats[own].kept = has_met_new_ones_often(session, player, since)?;
        }
    }
    let all_kept = rated.seats.iter().all(|seat| seat.kept);
    Ok(all_kept.then_some(UnratedReason::NewOpponents))
}

/// The time in which [`NEW_OPPONENTS_MAX`] matches against players with provisional ratings change this rating.
fn new_opponents_ms(rating: Rating) -> i64 {
    if rating.is_provisional() {
        DAY_MS
    } else {
        NEW_OPPONENTS_OF_KNOWN_MS
    }
}

/// The value of `records.rated` for this reason.
fn in_records(reason: UnratedReason) -> i64 {
    let mut known = UNRATED.iter();
    let found = known.find(|(known, _)| *known == reason);
    found.map_or(NOT_RATED, |(_, number)| *number)
}

fn rated_number(session: &mut dyn Session, record: RecordId) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT number FROM rated_seats WHERE record_id = $1 LIMIT 1";
    session.first(sql, &[record.into()])
}

/// Whether two players have reached the limit of rated matches against each other in the 24 hours before
/// `at`.
fn have_met_often(
    session: &mut dyn Session,
    player: PlayerId,
    other: PlayerId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let met: u32 = session.one(
        "SELECT COUNT(*) FROM rated_seats a JOIN rated_seats b \
         ON b.number = a.number AND b.side <> a.side \
         WHERE a.player_id = $1 AND a.ended_ms > $3 AND b.player_id = $2",
        &[player.into(), other.into(), at.plus_ms(-DAY_MS).into()],
    )?;
    Ok(met >= RATED_MATCHES_A_DAY)
}

/// Whether matches against players with provisional ratings have changed a player's rating as often after `since`
/// as they may.
fn has_met_new_ones_often(
    session: &mut dyn Session,
    player: PlayerId,
    since: Timestamp,
) -> Result<bool, StoreError> {
    let met: u32 = session.one(
        "SELECT COUNT(DISTINCT a.number) FROM rated_seats a JOIN rated_seats b \
         ON b.number = a.number AND b.side <> a.side \
         WHERE a.player_id = $1 AND a.ended_ms > $2 AND a.kept = 0 AND b.deviation_before > $3",
        &[player.into(), since.into(), PROVISIONAL_ABOVE.into()],
    )?;
    Ok(met >= NEW_OPPONENTS_MAX)
}

/// How often a player was spared in the 24 hours before `at`.
fn times_spared(
    session: &mut dyn Session,
    player: PlayerId,
    at: Timestamp,
) -> Result<u32, StoreError> {
    session.one(
        "SELECT COUNT(*) FROM rated_seats \
         WHERE player_id = $1 AND ended_ms > $2 AND outcome = 'spared'",
        &[player.into(), at.plus_ms(-DAY_MS).into()],
    )
}

/// A finished match: the number of its record, the id of its record, and when the match ended.
type Ended = (i64, RecordId, Timestamp);

fn finished_match(
    session: &mut dyn Session,
    (number, record, ended): Ended,
) -> Result<FinishedMatch, StoreError> {
    let [summary, ..] = Content::read(session, number)?;
    Ok(FinishedMatch {
        number,
        record,
        ended,
        summary,
        players: session.all(
            "SELECT player_id FROM record_seats WHERE record_id = $1 ORDER BY seat",
            &[record.into()],
        )?,
    })
}

/// Calculates a player's rating row from the rated matches. The row of a closed account was deleted, but its
/// rated matches remain.
fn last_rating_row(
    session: &mut dyn Session,
    player: PlayerId,
    board: Leaderboard,
) -> Result<Option<RatingRow>, StoreError> {
    session.first(
        "SELECT mean, deviation, \
         (SELECT COUNT(*) FROM rated_seats WHERE player_id = $1 AND board = $2), \
         (SELECT COUNT(*) FROM rated_seats WHERE player_id = $1 AND board = $2 \
           AND outcome = 'won'), \
         (SELECT MAX(ended_ms) FROM rated_seats WHERE player_id = $1 AND board = $2) \
         FROM rated_seats WHERE player_id = $1 AND board = $2 ORDER BY number DESC LIMIT 1",
        &[player.into(), board.into()],
    )
}

fn is_closed(session: &mut dyn Session, player: PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT closed_ms FROM accounts WHERE player_id = $1 AND closed_ms IS NOT NULL";
    session.exists(sql, &[player.into()])
}
