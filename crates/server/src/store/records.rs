//! The records of finished matches, as they lie in the database.

use serde::Deserialize;
use sqlx::any::AnyRow;
use sqlx::{Acquire as _, AnyConnection, Row as _};

use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PlayerId, RecordId, TableId};

/// A finished match that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// Its name.
    pub id: RecordId,
    /// Where it was played.
    pub table: TableId,
    /// Its number at that table, from 1.
    pub match_number: u32,
    /// Whether the table was open to everybody.
    pub public: bool,
    /// When it ended.
    pub ended: Timestamp,
    /// The game, by its name on the wire.
    pub variant: String,
    /// All but names and what happened, as `records` writes and reads it.
    pub summary: String,
    /// What happened.
    pub transcript: String,
    /// What proves its deals, as `records` writes and reads it.
    pub fairness: String,
    /// Who sat where, by seat.
    pub seats: Vec<NewRecordSeat>,
}

/// Who sat at a seat of a match that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecordSeat {
    /// The side that it played for.
    pub side: u8,
    /// A person's id; none for a computer player.
    pub player: Option<PlayerId>,
    /// The display name.
    pub name: String,
    /// A computer player's level, by its name on the wire.
    pub computer: Option<String>,
    /// How the match ended for it.
    pub result: MatchResult,
}

/// How a match ended for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// Its side won.
    Won,
    /// Another side won.
    Lost,
    /// Nobody won.
    Undecided,
}

impl MatchResult {
    /// Its name, in the database and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Undecided => "undecided",
        }
    }
}

/// A record as it was written, names as they are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// Its name.
    pub id: RecordId,
    /// Whether the table was open to everybody.
    pub public: bool,
    /// What [`NewRecord::summary`] was.
    pub summary: String,
    /// What happened; empty in a list of records.
    pub transcript: String,
    /// What [`NewRecord::fairness`] was; empty in a list of records.
    pub fairness: String,
    /// Who sat where, by seat.
    pub seats: Vec<StoredSeat>,
}

/// Who sat at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// Whether the seat was the asker's, where a player asks for their own records.
    pub own: bool,
    /// The display name; empty if it was deleted.
    pub name: String,
    /// A computer player's level; empty for a person.
    pub computer: String,
}

/// Where a list of records goes on: after the match that ended then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When that match ended.
    pub ended: Timestamp,
    /// Its record.
    pub id: RecordId,
}

/// Which of their own records a player asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRecords {
    /// Only this game, by its name on the wire.
    pub variant: Option<String>,
    /// Only with an opponent whose name has this in it.
    pub opponent: Option<String>,
    /// Only those that ended like this.
    pub result: Option<MatchResult>,
    /// Only those before this one.
    pub before: Option<Cursor>,
    /// Whether to bring along what happened in them.
    pub transcripts: bool,
}

/// One page of somebody's own records. `$4` to `$6` filter; what isn't asked for matches all.
const OWN: &str = "SELECT r.record_id, r.public, r.summary, \
     CASE WHEN $8 = 1 THEN r.transcript ELSE '' END, \
     CASE WHEN $8 = 1 THEN r.fairness ELSE '' END, s.ended_ms \
     FROM record_seats s JOIN records r ON r.record_id = s.record_id \
     WHERE s.player_id = $1 \
     AND (s.ended_ms < $2 OR (s.ended_ms = $2 AND s.record_id < $3)) \
     AND ($4 = '' OR s.variant = $4) AND ($5 = '' OR s.result = $5) \
     AND ($6 = '' OR EXISTS (SELECT 1 FROM record_seats o WHERE o.record_id = s.record_id \
       AND o.side <> s.side AND o.name_key LIKE $6 ESCAPE '!')) \
     ORDER BY s.ended_ms DESC, s.record_id DESC LIMIT $7";

impl Store {
    /// A record, if there is one by this name.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn record(&self, id: RecordId) -> Result<Option<StoredRecord>, StoreError> {
        let row = sqlx::query(
            "SELECT record_id, public, summary, transcript, fairness FROM records \
             WHERE record_id = $1",
        )
        .bind(id.to_string())
        .fetch_optional(&self.pool)
        .await?;
        match row {
            Some(row) => Ok(Some(self.with_seats(&row, None).await?)),
            None => Ok(None),
        }
    }

    /// So many of a player's own records at most, the latest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn own_records(
        &self,
        player: PlayerId,
        wanted: &OwnRecords,
        most: u32,
    ) -> Result<(Vec<StoredRecord>, Option<Cursor>), StoreError> {
        let (before_ms, before_id) = match wanted.before {
            Some(Cursor { ended, id }) => (ended.0, id.to_string()),
            None => (i64::MAX, String::new()),
        };
        let opponent = wanted.opponent.as_deref().map_or_else(String::new, holding);
        let rows = sqlx::query(OWN)
            .bind(player.to_string())
            .bind(before_ms)
            .bind(before_id)
            .bind(wanted.variant.clone().unwrap_or_default())
            .bind(wanted.result.map_or("", MatchResult::as_str))
            .bind(opponent)
            // One more tells whether there are any further.
            .bind(i64::from(most) + 1)
            .bind(i64::from(wanted.transcripts))
            .fetch_all(&self.pool)
            .await?;
        let mut records = Vec::with_capacity(rows.len());
        let mut last = None;
        for row in rows.iter().take(most as usize) {
            let record = self.with_seats(row, Some(player)).await?;
            last = Some(Cursor {
                ended: Timestamp(row.try_get(5)?),
                id: record.id,
            });
            records.push(record);
        }
        let more = rows.len() > most as usize;
        Ok((records, last.filter(|_| more)))
    }

    async fn with_seats(
        &self,
        row: &AnyRow,
        asker: Option<PlayerId>,
    ) -> Result<StoredRecord, StoreError> {
        let id: String = row.try_get(0)?;
        let public: i64 = row.try_get(1)?;
        let seats = sqlx::query(
            "SELECT player_id, name, computer FROM record_seats WHERE record_id = $1 ORDER BY seat",
        )
        .bind(id.as_str())
        .fetch_all(&self.pool)
        .await?;
        let seats = seats.iter().map(|seat| {
            let player: String = seat.try_get(0)?;
            Ok(StoredSeat {
                own: asker.is_some_and(|asker| asker.to_string() == player),
                name: seat.try_get(1)?,
                computer: seat.try_get(2)?,
            })
        });
        Ok(StoredRecord {
            id: id.parse().map_err(|_| StoreError::Corrupt)?,
            public: public == 1,
            summary: row.try_get(2)?,
            transcript: row.try_get(3)?,
            fairness: row.try_get(4)?,
            seats: seats.collect::<Result<_, StoreError>>()?,
        })
    }

    /// Which matches of a table have a record, by their numbers.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn recorded_matches(&self, table: TableId) -> Result<Vec<u32>, StoreError> {
        let numbers: Vec<i64> =
            sqlx::query_scalar("SELECT match_number FROM records WHERE table_id = $1")
                .bind(table.to_string())
                .fetch_all(&self.pool)
                .await?;
        let numbers = numbers.into_iter().map(u32::try_from);
        numbers
            .collect::<Result<_, _>>()
            .map_err(|_| StoreError::Corrupt)
    }

    /// Writes a record that the log has and the records haven't. One that is there already stays
    /// as it is.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn add_record(&self, record: &NewRecord) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        insert(&mut transaction, record).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Deletes a player's name from the records of all matches that have ended; in how many it
    /// stood.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn delete_names(&self, player: PlayerId, at: Timestamp) -> Result<u64, StoreError> {
        let player = player.to_string();
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        sqlx::query(
            "INSERT INTO deleted_names (player_id, until_ms) VALUES ($1, $2) \
             ON CONFLICT (player_id) DO UPDATE SET until_ms = excluded.until_ms",
        )
        .bind(player.as_str())
        .bind(at.0)
        .execute(&mut *transaction)
        .await?;
        let changed = sqlx::query(
            "UPDATE record_seats SET name = '', name_key = '' \
             WHERE player_id = $1 AND ended_ms <= $2 AND name <> ''",
        )
        .bind(player.as_str())
        .bind(at.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(changed.rows_affected())
    }

    /// Deletes the records of matches that ended before a moment; how many there were.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn delete_records_before(&self, moment: Timestamp) -> Result<u64, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        sqlx::query("DELETE FROM record_seats WHERE ended_ms < $1")
            .bind(moment.0)
            .execute(&mut *transaction)
            .await?;
        let deleted = sqlx::query("DELETE FROM records WHERE ended_ms < $1")
            .bind(moment.0)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(deleted.rows_affected())
    }
}

/// What a name must be like to have these letters in it. `!` takes the meaning from the letters
/// that `LIKE` has one for.
fn holding(part: &str) -> String {
    let mut pattern = String::from("%");
    for letter in part.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Writes a record, unless it is there. Names that were deleted stay so.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    record: &NewRecord,
) -> Result<(), StoreError> {
    let id = record.id.to_string();
    let inserted = sqlx::query(
        "INSERT INTO records \
         (record_id, table_id, match_number, public, ended_ms, summary, transcript, fairness) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(id.as_str())
    .bind(record.table.to_string())
    .bind(i64::from(record.match_number))
    .bind(i64::from(record.public))
    .bind(record.ended.0)
    .bind(record.summary.as_str())
    .bind(record.transcript.as_str())
    .bind(record.fairness.as_str())
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(());
    }
    for (number, seat) in (0_i64..).zip(&record.seats) {
        insert_seat(connection, record, number, seat).await?;
    }
    sqlx::query(
        "UPDATE record_seats SET name = '', name_key = '' WHERE record_id = $1 \
         AND EXISTS (SELECT 1 FROM deleted_names d \
           WHERE d.player_id = record_seats.player_id AND d.until_ms >= record_seats.ended_ms)",
    )
    .bind(id.as_str())
    .execute(&mut *connection)
    .await?;
    Ok(())
}

async fn insert_seat(
    connection: &mut AnyConnection,
    record: &NewRecord,
    number: i64,
    seat: &NewRecordSeat,
) -> Result<(), StoreError> {
    let computer = seat.computer.as_deref().unwrap_or_default();
    let name_key = format!("{} {computer}", seat.name).to_lowercase();
    let player = seat.player.map_or_else(String::new, |id| id.to_string());
    sqlx::query(
        "INSERT INTO record_seats (record_id, seat, side, player_id, name, name_key, computer, \
         result, variant, ended_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(record.id.to_string())
    .bind(number)
    .bind(i64::from(seat.side))
    .bind(player)
    .bind(seat.name.as_str())
    .bind(name_key)
    .bind(computer)
    .bind(seat.result.as_str())
    .bind(record.variant.as_str())
    .bind(record.ended.0)
    .execute(&mut *connection)
    .await?;
    Ok(())
}
