//! The records of finished matches.

use std::sync::Arc;

use boneyard_base::{PlayerId, RecordId, TableId, Timestamp};
use serde::Deserialize;

use super::content::{Content, PIECE_BYTES};
use super::ratings::{NOT_RATED, WAITS};
use super::session::{Session, Value};
use super::{Store, StoreError};

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
    /// The game, as the protocol names it.
    pub variant: String,
    /// All but the names and the transcript, in the format of `records`.
    pub summary: String,
    /// The transcript of the match.
    pub transcript: String,
    /// The proof of the deals, in the format of `records`.
    pub fairness: String,
    /// The players, by seat.
    pub seats: Vec<NewRecordSeat>,
    /// The players who left a quick or rated match: each must wait before the next quick match.
    pub leavers: Vec<PlayerId>,
}

impl NewRecord {
    /// About how many rows the record takes.
    pub fn rows(&self) -> u32 {
        let pieces = self.bytes().div_ceil(PIECE_BYTES);
        u32::try_from(1 + self.seats.len() + pieces).unwrap_or(u32::MAX)
    }

    /// About how many bytes the record takes: compression more than halves its texts.
    pub fn bytes(&self) -> usize {
        (self.summary.len() + self.transcript.len() + self.fairness.len()) / 2
    }
}

/// The player at a seat of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecordSeat {
    /// The side of the seat.
    pub side: u8,
    /// The player; none for a computer player.
    pub player: Option<PlayerId>,
    /// The display name.
    pub name: String,
    /// The level of a computer player, as the protocol names it.
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
    /// The name in the database and in the protocol.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Undecided => "undecided",
        }
    }
}

/// A record as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The id of the record.
    pub id: RecordId,
    /// Whether the table was open to all visitors.
    pub public: bool,
    /// See [`NewRecord::summary`].
    pub summary: String,
    /// The transcript of the match; empty in a list of records.
    pub transcript: String,
    /// See [`NewRecord::fairness`]; empty in a list of records.
    pub fairness: String,
    /// The players, by seat.
    pub seats: Vec<StoredSeat>,
}

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// Whether the seat was that of the player who asks for own records.
    pub own: bool,
    /// The display name; empty if it was deleted.
    pub name: String,
    /// The level of a computer player; empty for a person.
    pub computer: String,
    /// Whether the player hides the match: other visitors must not see the name.
    pub hidden: bool,
}

/// The position in a list of records: the last match that was listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the match ended.
    pub ended: Timestamp,
    /// The record of the match.
    pub id: RecordId,
}

/// Which of a player's own records are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRecords {
    /// Only matches of this game, as the protocol names it.
    pub variant: Option<String>,
    /// Only matches against an opponent whose name contains this text.
    pub opponent: Option<String>,
    /// Only matches with this result.
    pub result: Option<MatchResult>,
    /// Only matches before this one.
    pub before: Option<Cursor>,
    /// Whether the transcripts and proofs are wanted as well.
    pub transcripts: bool,
}

/// A page of a player's own records. `$4` to `$6` filter the matches; an empty value matches all.
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

impl Store {
    /// The record with this id.
    pub async fn record(&self, id: RecordId) -> Result<Option<StoredRecord>, StoreError> {
        self.read(move |reader| {
            let session = reader.session();
            let sql = "SELECT number, record_id, public FROM records WHERE record_id = $1";
            let found = session.first(sql, &[id.into()])?;
            found
                .map(|found| with_seats(session, found, None))
                .transpose()
        })
        .await
    }

    /// At most `most` of a player's own records, the latest first, and where the next page begins if there is
    /// one.
    pub async fn own_records(
        &self,
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
            // One more record tells whether another page follows.
            Value::Integer(i64::from(most) + 1),
        ];
        let transcripts = wanted.transcripts;
        self.read(move |reader| {
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

    /// The numbers of a table's matches that have a record.
    pub async fn recorded_matches(&self, table: TableId) -> Result<Vec<u32>, StoreError> {
        let sql = "SELECT match_number FROM records WHERE table_id = $1";
        self.all(sql, [table.into()]).await
    }

    /// Writes the record of a match in the log that has none yet. An existing record is not changed.
    pub async fn add_record(&self, record: &NewRecord) -> Result<(), StoreError> {
        let record = Packed::new(Arc::new(record.clone()));
        self.write(move |session| insert(session, &record)).await
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

/// A record with its compressed content. It is made before the writer gets the record, so that other appends
/// don't wait for the compression.
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

/// A pattern for `LIKE` that matches names with this text in them. `!` escapes the characters that have a
/// meaning in patterns.
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

/// Writes a record, unless it exists. Names that were deleted stay deleted.
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
