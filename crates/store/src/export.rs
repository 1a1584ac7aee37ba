//! The export of an account: all stored data about the account's owner, except records of matches. The owner
//! can read it.

use boneyard_base::{PlayerId, limits};
use data_encoding::HEXLOWER;
use serde_json::{Map, Value as Json};

use super::session::{Row, Value};
use super::{Accounts, StoreError};

/// A part of an export: its name, the names of its columns, and the statement that selects them.
type Part = (&'static str, &'static [&'static str], &'static str);

/// All parts of an export. About other players, they contain only what the owner can see, and no player id.
const PARTS: [Part; 16] = [
    (
        "names",
        &["looks_like"],
        "SELECT name_key FROM account_names WHERE player_id = $1 LIMIT $2",
    ),
    (
        "devices",
        &["name", "created_ms", "seen_ms"],
        "SELECT name, created_ms, seen_ms FROM devices WHERE player_id = $1 LIMIT $2",
    ),
    (
        "push_browsers",
        &[
            "name",
            "endpoint",
            "language",
            "time_zone",
            "kinds",
            "quiet_from",
            "quiet_until",
            "created_ms",
        ],
        "SELECT name, endpoint, language, time_zone, kinds, quiet_from, quiet_until, created_ms \
         FROM push_browsers WHERE player_id = $1 LIMIT $2",
    ),
    (
        "turn_mails",
        &["after_ms", "language", "mailed_ms"],
        "SELECT after_ms, language, mailed_ms FROM turn_mails WHERE player_id = $1 LIMIT $2",
    ),
    (
        "turn_feeds",
        &["created_ms"],
        "SELECT created_ms FROM turn_feeds WHERE player_id = $1 LIMIT $2",
    ),
    (
        "webhooks",
        &["table", "form", "url", "language", "created_ms"],
        "SELECT table_id, form, url, language, created_ms FROM webhooks \
         WHERE player_id = $1 LIMIT $2",
    ),
    (
        "passkeys",
        &["name", "created_ms", "used_ms"],
        "SELECT name, created_ms, used_ms FROM passkeys WHERE player_id = $1 LIMIT $2",
    ),
    (
        "emails",
        &["email", "created_ms"],
        "SELECT email_key, created_ms FROM emails WHERE player_id = $1 LIMIT $2",
    ),
    (
        "friends",
        &["person", "name", "asked_ms", "since_ms"],
        "SELECT a.person_id, p.name, f.asked_ms, f.since_ms FROM friends f \
         JOIN accounts a ON a.player_id = \
           CASE WHEN f.player_id = $1 THEN f.other_id ELSE f.player_id END \
         JOIN players p ON p.player_id = a.player_id \
         WHERE f.player_id = $1 OR f.other_id = $1 LIMIT $2",
    ),
    (
        "blocks",
        &["name", "created_ms"],
        "SELECT name, created_ms FROM blocks WHERE player_id = $1 LIMIT $2",
    ),
    (
        "conduct",
        &[
            "muted_until_ms",
            "closed",
            "leaves",
            "left_ms",
            "waits_until_ms",
        ],
        "SELECT muted_until_ms, closed, leaves, left_ms, waits_until_ms FROM conduct \
         WHERE player_id = $1 LIMIT $2",
    ),
    (
        "reports",
        &[
            "created_ms",
            "reported",
            "table",
            "match",
            "reason",
            "words",
        ],
        "SELECT created_ms, reported_name, table_id, match_number, reason, words FROM reports \
         WHERE reporter_id = $1 ORDER BY number DESC LIMIT $2",
    ),
    (
        "ratings",
        &["board", "mean", "deviation", "matches", "wins", "rated_ms"],
        "SELECT board, mean, deviation, matches, wins, rated_ms FROM ratings \
         WHERE player_id = $1 LIMIT $2",
    ),
    (
        "rated_matches",
        &[
            "record",
            "board",
            "ended_ms",
            "outcome",
            "mean_before",
            "deviation_before",
            "mean",
            "deviation",
        ],
        "SELECT record_id, board, ended_ms, outcome, mean_before, deviation_before, mean, \
         deviation FROM rated_seats WHERE player_id = $1 ORDER BY number DESC LIMIT $2",
    ),
    (
        "tournaments_entered",
        &["tournament", "entered_ms", "phase", "summary"],
        "SELECT p.tournament_id, p.entered_ms, t.phase, t.summary FROM tournament_players p \
         JOIN tournaments t ON t.tournament_id = p.tournament_id \
         WHERE p.player_id = $1 LIMIT $2",
    ),
    (
        "tournaments_organised",
        &["tournament", "listed_ms", "phase", "summary"],
        "SELECT tournament_id, listed_ms, phase, summary FROM tournaments \
         WHERE organiser_id = $1 LIMIT $2",
    ),
];

impl Accounts<'_> {
    /// Reads the stored data about the owner of an account. Each part of the export is a list of objects.
    pub async fn export(self, player: PlayerId) -> Result<Map<String, Json>, StoreError> {
        self.0
            .read(move |reader| {
                let mut all = Map::new();
                for (name, columns, sql) in PARTS {
                    let values = [player.into(), limits::EXPORT_ROWS_MAX.into()];
                    let rows = reader.session().query(sql, &values)?;
                    let object = |row: Row| {
                        let fields = columns.iter().zip(row.0);
                        fields
                            .map(|(column, value)| ((*column).to_owned(), json(value)))
                            .collect::<Map<_, _>>()
                    };
                    all.insert(name.to_owned(), rows.into_iter().map(object).collect());
                }
                Ok(all)
            })
            .await
    }
}

/// Converts a value to the JSON of the API. Ids are in hex.
fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Integer(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Bytes(bytes) => HEXLOWER.encode(&bytes).into(),
    }
}
