//! What is shown of people who keep an account: their pages, and leaderboards. Each answer is bounded, and
//! made of a bounded part of what there is.

use super::ratings::{Board, Standing, count, standing};
use super::records::with_seats;
use super::session::{Row, Session, Value, only};
use super::{Store, StoreError, StoredRecord};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId, RecordId};
use crate::limits;

/// Somebody who keeps an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// The player's secret id.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// Since when the account is kept.
    pub created: Timestamp,
    /// What is public, in JSON.
    pub preferences: String,
}

/// A match of a person's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMatch {
    /// Its record; the person's seat is marked as their own.
    pub record: StoredRecord,
    /// When it ended.
    pub ended: Timestamp,
    /// Whether the person won.
    pub won: bool,
    /// The likeliest strength before and after it, in millionths; none if it wasn't rated.
    pub change: Option<(i64, i64)>,
}

/// Somebody against whom a person has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpponent {
    /// The account, if they keep one.
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// Matches against each other.
    pub matches: u32,
    /// Those that the person won.
    pub wins: u32,
}

/// Somebody on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The player.
    pub player: PlayerId,
    /// The account; none for a program.
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// The standing.
    pub standing: Standing,
}

/// Who may be on a leaderboard: what is known of them is exact enough, and recent enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The greatest deviation, in millionths.
    pub deviation_max: i64,
    /// When the last match ended at the earliest.
    pub since: Timestamp,
}

/// The person's last matches that others may see. `$2` are looked at, `$3` found.
const MATCHES: &str = "SELECT r.number, r.record_id, r.public, s.ended_ms, s.result, \
       c.mean_before, c.mean \
     FROM (SELECT record_id, ended_ms, result FROM record_seats WHERE player_id = $1 \
       ORDER BY ended_ms DESC, record_id DESC LIMIT $2) s \
     JOIN records r ON r.record_id = s.record_id \
     LEFT JOIN rated_seats c ON c.record_id = s.record_id AND c.player_id = $1 \
     WHERE r.public = 1 AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id = $1) \
     ORDER BY s.ended_ms DESC, s.record_id DESC LIMIT $3";

/// The same for wins against the strongest.
const BEST: &str = "SELECT r.number, r.record_id, r.public, a.ended_ms, a.outcome, \
       a.mean_before, a.mean, MAX(b.mean_before) AS strongest \
     FROM (SELECT number, side, record_id, ended_ms, outcome, mean_before, mean \
       FROM rated_seats WHERE player_id = $1 ORDER BY ended_ms DESC LIMIT $2) a \
     JOIN rated_seats b ON b.number = a.number AND b.side <> a.side \
     JOIN records r ON r.record_id = a.record_id \
     WHERE a.outcome = 'won' AND r.public = 1 AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = a.record_id AND h.player_id = $1) \
     GROUP BY r.number, r.record_id, r.public, a.ended_ms, a.outcome, a.mean_before, a.mean \
     ORDER BY strongest DESC, a.ended_ms DESC LIMIT $3";

/// Opponents in the matches that others may see, without those who hide the match.
const OPPONENTS: &str = "SELECT o.player_id, MAX(o.name), COUNT(*) AS matches, \
       SUM(CASE WHEN s.result = 'won' THEN 1 ELSE 0 END) \
     FROM (SELECT record_id, side, result FROM record_seats WHERE player_id = $1 \
       ORDER BY ended_ms DESC, record_id DESC LIMIT $2) s \
     JOIN records r ON r.record_id = s.record_id \
     JOIN record_seats o ON o.record_id = s.record_id AND o.side <> s.side \
     WHERE r.public = 1 AND o.player_id IS NOT NULL AND o.name <> '' \
     AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id IN ($1, o.player_id)) \
     GROUP BY o.player_id ORDER BY matches DESC, MAX(o.name), o.player_id LIMIT $3";

/// The rows of a leaderboard of people. Preferences are written by this server, without spaces.
macro_rules! of_people {
    ($which:literal) => {
        concat!(
            "SELECT r.mean, r.deviation, r.matches, r.wins, r.rated_ms, r.player_id, \
             a.person_id, p.name \
             FROM ratings r JOIN accounts a ON a.player_id = r.player_id \
             JOIN players p ON p.player_id = r.player_id \
             WHERE r.board = $1 AND r.deviation <= $2 AND r.rated_ms >= $3 \
             AND a.closed_ms IS NULL \
             AND a.preferences NOT LIKE '%\"ratings_public\":false%' ",
            $which
        )
    };
}

/// The rows of a leaderboard of programs.
macro_rules! of_bots {
    ($which:literal) => {
        concat!(
            "SELECT r.mean, r.deviation, r.matches, r.wins, r.rated_ms, r.player_id, \
             NULL, p.name \
             FROM ratings r JOIN bots b ON b.bot_id = r.player_id \
             JOIN players p ON p.player_id = r.player_id \
             WHERE r.board = $1 AND r.deviation <= $2 AND r.rated_ms >= $3 ",
            $which
        )
    };
}

const PEOPLE: &str = of_people!("ORDER BY r.mean DESC, r.player_id DESC LIMIT $4");
const PERSON: &str = of_people!("AND r.player_id = $4");
const BOTS: &str = of_bots!("ORDER BY r.mean DESC, r.player_id DESC LIMIT $4");
const BOT: &str = of_bots!("AND r.player_id = $4");

impl Store {
    /// Somebody who keeps an account; none if it is closed.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn person(&self, person: PersonId) -> Result<Option<StoredPerson>, StoreError> {
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT a.player_id, p.name, a.created_ms, a.preferences \
                 FROM accounts a JOIN players p ON p.player_id = a.player_id \
                 WHERE a.person_id = $1 AND a.closed_ms IS NULL",
                &[person.into()],
            )
        });
        let found = |mut row: Row| {
            Ok(StoredPerson {
                player: row.take(0)?,
                name: row.take(1)?,
                created: row.take(2)?,
                preferences: row.take(3)?,
            })
        };
        only(rows.await?).map(found).transpose()
    }

    /// A player's standings on all boards.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn standings_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(Board, Standing)>, StoreError> {
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT mean, deviation, matches, wins, rated_ms, board FROM ratings \
                 WHERE player_id = $1",
                &[player.into()],
            )
        });
        let found = |mut row: Row| {
            let board: String = row.take(5)?;
            Ok((Board::named(&board)?, standing(&mut row)?))
        };
        rows.await?.into_iter().map(found).collect()
    }

    /// What a player's rating was after each of so many last matches, the oldest first: when the match
    /// ended, and the likeliest strength in millionths.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn curve(
        &self,
        player: PlayerId,
        board: Board,
        most: i64,
    ) -> Result<Vec<(Timestamp, i64)>, StoreError> {
        let values = [player.into(), board.name().into(), most.into()];
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT ended_ms, mean FROM rated_seats WHERE player_id = $1 AND board = $2 \
                 ORDER BY number DESC LIMIT $3",
                &values,
            )
        });
        let point = |mut row: Row| Ok((row.take(0)?, row.take(1)?));
        rows.await?.into_iter().rev().map(point).collect()
    }

    /// So many of a player's matches at most that everybody may see, the latest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn public_matches(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(MATCHES, player, most).await
    }

    /// So many of a player's wins at most, of those that everybody may see: against the strongest.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn best_wins(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        self.page_matches(BEST, player, most).await
    }

    async fn page_matches(
        &self,
        sql: &'static str,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<PageMatch>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.read(move |reader| {
            let session = reader.session();
            let rows = session.query(sql, &values)?;
            let found = |mut row: Row| {
                let result: String = row.take(4)?;
                let change = match row.take::<Value>(5)? {
                    Value::Integer(before) => Some((before, row.take(6)?)),
                    _ => None,
                };
                Ok(PageMatch {
                    ended: row.take(3)?,
                    won: result == "won",
                    change,
                    record: with_seats(session, row, Some(player))?,
                })
            };
            rows.into_iter().map(found).collect()
        })
        .await
    }

    /// So many at most of those against whom a player has played most, in the matches that everybody may
    /// see.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn opponents(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<StoredOpponent>, StoreError> {
        let values = [
            player.into(),
            limits::PERSON_MATCHES_READ.into(),
            most.into(),
        ];
        self.read(move |reader| {
            let session = reader.session();
            let rows = session.query(OPPONENTS, &values)?;
            let found = |mut row: Row| {
                let kept = kept_name(session, row.take(0)?)?;
                let (person, name) = match kept {
                    Some((person, name)) => (Some(person), name),
                    None => (None, row.take(1)?),
                };
                let small = |number| u32::try_from(number).map_err(|_| StoreError::Corrupt);
                Ok(StoredOpponent {
                    person,
                    name,
                    matches: small(row.take::<i64>(2)?)?,
                    wins: small(row.take::<i64>(3)?)?,
                })
            };
            rows.into_iter().map(found).collect()
        })
        .await
    }

    /// Whose ratings nobody else may see in what a match did to them: of those who hide it or their ratings,
    /// and of closed accounts.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn private_seats(&self, record: RecordId) -> Result<Vec<PlayerId>, StoreError> {
        let rows = self.read(move |reader| reader.session().query(PRIVATE, &[record.into()]));
        rows.await?.into_iter().map(|mut row| row.take(0)).collect()
    }

    /// The first rows of a leaderboard, the strongest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn leaderboard(
        &self,
        board: Board,
        entry: Entry,
        most: i64,
    ) -> Result<Vec<StoredRow>, StoreError> {
        let sql = if board.bots { BOTS } else { PEOPLE };
        let values = [
            board.name().into(),
            entry.deviation_max.into(),
            entry.since.into(),
            most.into(),
        ];
        let rows = self.read(move |reader| reader.session().query(sql, &values));
        rows.await?.into_iter().map(stored_row).collect()
    }

    /// How many ratings good enough for a leaderboard are of so many millionths or more: those that aren't
    /// public as well.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn count_from(
        &self,
        board: Board,
        entry: Entry,
        mean: i64,
    ) -> Result<u32, StoreError> {
        let values = [
            board.name().into(),
            entry.deviation_max.into(),
            entry.since.into(),
            mean.into(),
        ];
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT COUNT(*) FROM ratings WHERE board = $1 AND deviation <= $2 \
                 AND rated_ms >= $3 AND mean >= $4",
                &values,
            )
        });
        let mut row = only(rows.await?).ok_or(StoreError::Corrupt)?;
        count(&mut row, 0)
    }

    /// A player's row of a leaderboard, if they are on it.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn entry(
        &self,
        player: PlayerId,
        board: Board,
        entry: Entry,
    ) -> Result<Option<StoredRow>, StoreError> {
        let sql = if board.bots { BOT } else { PERSON };
        let values = [
            board.name().into(),
            entry.deviation_max.into(),
            entry.since.into(),
            player.into(),
        ];
        let rows = self.read(move |reader| reader.session().query(sql, &values));
        only(rows.await?).map(stored_row).transpose()
    }
}

fn stored_row(mut row: Row) -> Result<StoredRow, StoreError> {
    let person = match row.take::<Value>(6)? {
        Value::Null => None,
        id => Some(PersonId::try_from(id).map_err(|_| StoreError::Corrupt)?),
    };
    Ok(StoredRow {
        player: row.take(5)?,
        person,
        name: row.take(7)?,
        standing: standing(&mut row)?,
    })
}

/// Who of a match's players hides the match, or the ratings.
const PRIVATE: &str = "SELECT s.player_id FROM record_seats s WHERE s.record_id = $1 \
     AND s.player_id IS NOT NULL AND (EXISTS (SELECT 1 FROM hidden_matches h \
       WHERE h.record_id = s.record_id AND h.player_id = s.player_id) \
     OR EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = s.player_id \
       AND (a.closed_ms IS NOT NULL OR a.preferences LIKE '%\"ratings_public\":false%')))";

/// The account that a player keeps, and its name now.
fn kept_name(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Option<(PersonId, String)>, StoreError> {
    let found = session.query(
        "SELECT a.person_id, p.name FROM accounts a JOIN players p ON p.player_id = a.player_id \
         WHERE a.player_id = $1 AND a.closed_ms IS NULL",
        &[player.into()],
    )?;
    let name = |mut row: Row| Ok((row.take(0)?, row.take(1)?));
    only(found).map(name).transpose()
}
