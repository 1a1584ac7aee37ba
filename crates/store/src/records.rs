//! The records of finished matches.

use std::sync::Arc;

use boneyard_base::{PlayerId, RecordId, TableId, Timestamp};
use serde::Deserialize;

use super::content::{Content, PIECE_BYTES};
use super::ratings::{NOT_RATED, WAITS};
use super::session::{Session, Value};
use super::{Records, StoreError};

/// The record of a match that has just finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    /// The id of the record.
    pub id: RecordId,
    /// The table of the match.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    pub match_number: u32,
    /// Whether the table was open to all visitors.
    pub public: bool,
    /// Whether quick match chose the players.
    pub quick: bool,
    /// Whether the match should be rated.
    pub rated: bool,
    /// When the match ended.
    pub ended: Timestamp,
    /// The game, by its name in the protocol.
    pub variant: String,
    /// The data of the match except the names and the transcript, in the format of `boneyard_records`.
    pub summary: String,
    /// The transcript of the match.
    pub transcript: String,
    /// The proof of the deals, in the format of `boneyard_records`.
    pub fairness: String,
    /// The players, by seat.
    pub seats: Vec<NewRecordSeat>,
    /// The players who left a quick or rated match. Each of them must wait before the next quick match.
    pub leavers: Vec<PlayerId>,
}

impl NewRecord {
    /// The approximate number of database rows that the record needs.
    pub fn rows(&self) -> u32 {
        let pieces = self.bytes().div_ceil(PIECE_BYTES);
        u32::try_from(1 + self.seats.len() + pieces).unwrap_or(u32::MAX)
    }

    /// The approximate size of the stored record in bytes. Compression halves the texts at least.
    pub fn bytes(&self) -> usize {
        (self.summary.len() + self.transcript.len() + self.fairness.len()) / 2
    }
}

/// The player at a seat of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecordSeat {
    /// The side of the seat.
    pub side: u8,
    /// The player. `None` for a computer player.
    pub player: Option<PlayerId>,
    /// The name that the other players saw.
    pub name: String,
    /// The level of a computer player, by its name in the protocol.
    pub computer: Option<String>,
    /// How the match ended for the seat.
    pub result: MatchResult,
}

/// How a match ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// The seat's side won.
    Won,
    /// Another side won.
    Lost,
    /// No side won.
    Undecided,
}

impl MatchResult {
    /// The name of the result in the database and in the protocol.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Undecided => "undecided",
        }
    }
}

/// A record, as read from the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id of the record.
    pub id: RecordId,
    /// Whether the table was open to all visitors.
    pub public: bool,
    /// See [`NewRecord::summary`].
    pub summary: String,
    /// The transcript of the match. May be left empty in a list of records.
    pub transcript: String,
    /// See [`NewRecord::fairness`]. May be left empty in a list of records.
    pub fairness: String,
    /// The players, by seat.
    pub seats: Vec<StoredSeat>,
}

/// The player at a seat of a stored record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// Whether the seat belongs to the player who reads their own records.
    pub own: bool,
    /// The name that the other players saw. Empty if the name was deleted.
    pub name: String,
    /// The level of a computer player, by its name in the protocol. Empty for a person.
    pub computer: String,
    /// Whether the player hides the match. If so, other visitors must not see the name.
    pub hidden: bool,
}

/// A position in a list of records: the last match of the previous page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the match ended.
    pub ended: Timestamp,
    /// The record of the match.
    pub id: RecordId,
}

/// Which of a player's own records are requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRecords {
    /// Only matches of this game, by its name in the protocol.
    pub variant: Option<String>,
    /// Only matches against an opponent with this text in the name.
    pub opponent: Option<String>,
    /// Only matches with this result.
    pub result: Option<MatchResult>,
    /// Only matches that come after this position in the list, which means matches that ended earlier.
    pub before: Option<Cursor>,
    /// Whether the transcripts and proofs are requested too.
    pub transcripts: bool,
}

/// A page of a player's own records. `$4` to `$6` are filters. An empty filter matches all records.
const OWN: &str = "SELECT r.number, r.record_id, r.public, s.ended_ms \
     FROM record_seats s JOIN records r ON r.record_id = s.record_id \
     WHERE s.player_id = $1 \
     AND (s.ended_ms < $2 OR (s.ended_ms = $2 AND s.record_id < $3)) \
     AND ($4 = '' OR s.variant = $4) AND ($5 = '' OR s.result = $5) \
     AND ($6 = '' OR EXISTS (SELECT 1 FROM record_seats o WHERE o.record_id = s.record_id \
       AND o.side <> s.side AND o.name_key LIKE $6 ESCAPE '!' \
       AND NOT EXISTS (SELECT 1 FROM hidden_matches h \
         WHERE h.record_id = o.record_id AND h.player_id = o.player_id))) \
     ORDER BY s.ended_ms DESC, s.record_id DESC LIMIT $7";

impl Records<'_> {
    /// The record with this id.
    pub async fn get(self, id: RecordId) -> Result<Option<StoredRecord>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let sql = "SELECT number, record_id, public FROM records WHERE record_id = $1";
                let found = session.first(sql, &[id.into()])?;
                found
                    .map(|found| with_seats(session, found, None))
                    .transpose()
            })
            .await
    }

    /// A page of a player's own records, the latest first. Returns at most `most` records, and where the next
    /// page begins, if there is a next page.
    pub async fn of(
        self,
        player: PlayerId,
        wanted: &OwnRecords,
        most: u32,
    ) -> Result<(Vec<StoredRecord>, Option<Cursor>), StoreError> {
        let (before_ms, before_id) = match wanted.before {
            Some(Cursor { ended, id }) => (ended.0, id.into()),
            None => (i64::MAX, Value::Bytes(Vec::new())),
        };
        let values = [
            player.into(),
            before_ms.into(),
            before_id,
            wanted.variant.clone().unwrap_or_default().into(),
            wanted.result.map_or("", MatchResult::as_str).into(),
            wanted
                .opponent
                .as_deref()
                .map_or_else(String::new, holding)
                .into(),
            // One record more than requested shows whether there is a next page.
            Value::Integer(i64::from(most) + 1),
        ];
        let transcripts = wanted.transcripts;
        self.0
            .read(move |reader| {
                let session = reader.session();
                let mut rows: Vec<(Found, Timestamp)> = session.all(OWN, &values)?;
                let more = rows.len() > most as usize;
                rows.truncate(most as usize);
                let mut records = Vec::with_capacity(rows.len());
                let mut last = None;
                for (found, ended) in rows {
                    let mut record = with_seats(session, found, Some(player))?;
                    if !transcripts {
                        (record.transcript, record.fairness) = Default::default();
                    }
                    last = Some(Cursor {
                        ended,
                        id: record.id,
                    });
                    records.push(record);
                }
                Ok((records, last.filter(|_| more)))
            })
            .await
    }

    /// The numbers of those matches of a table that have a record.
    pub async fn matches_of(self, table: TableId) -> Result<Vec<u32>, StoreError> {
        let sql = "SELECT match_number FROM records WHERE table_id = $1";
        self.0.all(sql, [table.into()]).await
    }

    /// Adds the record of a match, if the match has no record yet. An existing record doesn't change.
    pub async fn add(self, record: &NewRecord) -> Result<(), StoreError> {
        let record = Packed::new(Arc::new(record.clone()));
        self.0.write(move |session| insert(session, &record)).await
    }
}

/// The number and the id of a record, and whether the record is public.
type Found = (i64, RecordId, bool);

fn with_seats(
    session: &mut dyn Session,
    (number, id, public): Found,
    asker: Option<PlayerId>,
) -> Result<StoredRecord, StoreError> {
    let [summary, transcript, fairness] = Content::read(session, number)?;
    let seats: Vec<(Option<PlayerId>, String, String, bool)> = session.all(
        "SELECT s.player_id, s.name, s.computer, \
         (SELECT COUNT(*) FROM hidden_matches h \
           WHERE h.record_id = s.record_id AND h.player_id = s.player_id) \
         FROM record_seats s WHERE s.record_id = $1 ORDER BY s.seat",
        &[id.into()],
    )?;
    let seat = |(player, name, computer, hidden)| StoredSeat {
        own: asker.is_some() && asker == player,
        name,
        computer,
        hidden,
    };
    Ok(StoredRecord {
        id,
        public,
        summary,
        transcript,
        fairness,
        seats: seats.into_iter().map(seat).collect(),
    })
}

/// A record with its compressed content. The compression runs before the record is sent to the thread that
/// writes, so it doesn't delay other appends.
pub(super) struct Packed {
    pub record: Arc<NewRecord>,
    content: Content,
}

impl Packed {
    pub(super) fn new(record: Arc<NewRecord>) -> Self {
        let content = Content::new([&record.summary, &record.transcript, &record.fairness]);
        Self { record, content }
    }
}

/// The `LIKE` pattern for names that contain this text. In the pattern, `!` escapes the special characters.
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

/// Writes a record, unless the record exists. Leaves out the names that players have had deleted.
pub(super) fn insert(session: &mut dyn Session, packed: &Packed) -> Result<(), StoreError> {
    let Packed { record, content } = packed;
    let rated = if record.rated { WAITS } else { NOT_RATED };
    let inserted = session.first(
        "INSERT INTO records (record_id, table_id, match_number, public, quick, ended_ms, rated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING number",
        &[
            record.id.into(),
            record.table.into(),
            record.match_number.into(),
            record.public.into(),
            record.quick.into(),
            record.ended.into(),
            rated.into(),
        ],
    )?;
    let Some(record_number) = inserted else {
        return Ok(());
    };
    content.insert(session, record_number)?;
    for (number, seat) in (0..).zip(&record.seats) {
        insert_seat(session, record, number, seat)?;
    }
    session.execute(
        "UPDATE record_seats SET name = '', name_key = '' WHERE record_id = $1 \
         AND EXISTS (SELECT 1 FROM deleted_names d \
           WHERE d.player_id = record_seats.player_id AND d.until_ms >= record_seats.ended_ms)",
        &[record.id.into()],
    )?;
    Ok(())
}

fn insert_seat(
    session: &mut dyn Session,
    record: &NewRecord,
    number: i64,
    seat: &NewRecordSeat,
) -> Result<(), StoreError> {
    let computer = seat.computer.as_deref().unwrap_or_default();
    let name_key = format!("{} {computer}", seat.name).to_lowercase();
    session.execute(
        "INSERT INTO record_seats (record_id, seat, side, player_id, name, name_key, computer, \
         result, variant, ended_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            record.id.into(),
            number.into(),
            seat.side.into(),
            seat.player.into(),
            seat.name.as_str().into(),
            name_key.into(),
            computer.into(),
            seat.result.as_str().into(),
            record.variant.as_str().into(),
            record.ended.into(),
        ],
    )?;
    Ok(())
}
