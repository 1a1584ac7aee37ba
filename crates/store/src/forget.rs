//! Deletes names and old matches from the records, hides matches, and deletes accounts that were never used.

use boneyard_base::{PlayerId, RecordId, Timestamp, limits};

use super::session::Session;
use super::{Accounts, Records, StoreError, finished, holdings};

/// The condition for an account `a` that its owner loses nothing with but the name: it was made between `$3` and
/// `$2`, no device has been seen after `$2`, and nothing else is known of the player. An account with a passkey or an
/// email address is kept, since its owner has shown the intention to come back.
macro_rules! unused {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " a.closed_ms IS NULL AND a.role = '' AND a.created_ms > $3 AND a.created_ms <= $2 \
             AND NOT EXISTS (SELECT 1 FROM devices WHERE player_id = a.player_id AND seen_ms > $2) \
             AND NOT EXISTS (SELECT 1 FROM record_seats WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM table_players WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM passkeys WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM emails WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM friends \
             WHERE player_id = a.player_id OR other_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM bots WHERE owner_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM tournaments WHERE organiser_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM tournament_players WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM conduct WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM moderation_log WHERE player_id = a.player_id) \
             AND NOT EXISTS (SELECT 1 FROM reports \
             WHERE reporter_id = a.player_id OR reported_id = a.player_id)",
            $after
        )
    };
}

impl Records<'_> {
    /// Deletes a player's name from the records of all matches that ended at or before `at`. Returns the
    /// number of changed records. The names are deleted in several transactions, since the thread that writes
    /// must also write moves.
    pub async fn delete_names(self, player: PlayerId, at: Timestamp) -> Result<u64, StoreError> {
        let (mut deleted, mut after) = (0, Some(Timestamp(i64::MIN)));
        while let Some(begin) = after {
            let names;
            (names, after) = self
                .0
                .write(move |session| delete_some_names(session, player, begin, at))
                .await?;
            deleted += names;
        }
        Ok(deleted)
    }

    /// Hides a match from the other visitors, or shows it again. Returns false if the player has not played
    /// in this match.
    pub async fn hide(
        self,
        player: PlayerId,
        record: RecordId,
        hidden: bool,
    ) -> Result<bool, StoreError> {
        let values = [record.into(), player.into()];
        self.0
            .write(move |session| {
                let seat = "SELECT seat FROM record_seats WHERE record_id = $1 AND player_id = $2";
                if !session.exists(seat, &values)? {
                    return Ok(false);
                }
                let sql = if hidden {
                    "INSERT INTO hidden_matches (record_id, player_id) VALUES ($1, $2) \
                 ON CONFLICT DO NOTHING"
                } else {
                    "DELETE FROM hidden_matches WHERE record_id = $1 AND player_id = $2"
                };
                session.execute(sql, &values)?;
                Ok(true)
            })
            .await
    }

    /// Deletes the records of matches that ended before `moment`, and the logs of tables that were closed
    /// before `moment`. Returns the number of deleted records. The records are deleted in several
    /// transactions, since the thread that writes must also write moves.
    pub async fn delete_before(self, moment: Timestamp) -> Result<u64, StoreError> {
        let mut deleted = 0;
        loop {
            let records = self
                .0
                .write(move |session| delete_some_records(session, moment))
                .await?;
            deleted += records;
            if records < limits::RECORDS_AT_ONCE.unsigned_abs() {
                break;
            }
        }
        // The logs of closed tables also contain the deleted matches.
        let all = limits::RECORDS_AT_ONCE.unsigned_abs();
        while self
            .0
            .write(move |session| finished::delete_some(session, moment))
            .await?
            == all
        {}
        Ok(deleted)
    }
}

impl Accounts<'_> {
    /// Deletes the accounts that were never used and have not been seen since `unseen_since`. Only accounts that
    /// were made after `made_after` are looked at: the records of matches before it may be deleted. Returns the
    /// number of deleted accounts.
    pub async fn delete_unused(
        self,
        unseen_since: Timestamp,
        made_after: Timestamp,
    ) -> Result<u64, StoreError> {
        let times = (unseen_since, made_after);
        let mut deleted = 0;
        let mut after = PlayerId::from_bytes([0; 16]);
        loop {
            let sql = unused!(
                "SELECT a.player_id FROM accounts a WHERE a.player_id > $1 AND",
                " ORDER BY a.player_id LIMIT $4"
            );
            let values = [
                after.into(),
                unseen_since.into(),
                made_after.into(),
                limits::RECORDS_AT_ONCE.into(),
            ];
            let found: Vec<PlayerId> = self
                .0
                .read(move |reader| reader.session().all(sql, &values))
                .await?;
            let Some(&last) = found.last() else {
                return Ok(deleted);
            };
            after = last;
            deleted += self
                .0
                .write(move |session| {
                    let mut deleted = 0;
                    for player in found {
                        deleted += u64::from(delete_unused(session, player, times)?);
                    }
                    Ok(deleted)
                })
                .await?;
        }
    }
}

/// Deletes an account, unless it has been used since it was found. Returns whether it was deleted.
fn delete_unused(
    session: &mut dyn Session,
    player: PlayerId,
    (unseen_since, made_after): (Timestamp, Timestamp),
) -> Result<bool, StoreError> {
    let sql = unused!("DELETE FROM accounts AS a WHERE a.player_id = $1 AND", "");
    let values = [player.into(), unseen_since.into(), made_after.into()];
    if session.execute(sql, &values)? == 0 {
        return Ok(false);
    }
    holdings::forget_unused(session, player)?;
    Ok(true)
}

/// Deletes a player's name from the records of all matches, also of the matches that have not ended.
pub(super) fn delete_every_name(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<(), StoreError> {
    let mut after = Some(Timestamp(i64::MIN));
    while let Some(begin) = after {
        (_, after) = delete_some_names(session, player, begin, Timestamp(i64::MAX))?;
    }
    Ok(())
}

/// Deletes a player's name from a limited number of records. Only matches that ended after `after` and not
/// after `at` count, and the earliest of them come first. Returns the number of changed records. If there may
/// be more records, also returns when the last of these matches ended.
fn delete_some_names(
    session: &mut dyn Session,
    player: PlayerId,
    after: Timestamp,
    at: Timestamp,
) -> Result<(u64, Option<Timestamp>), StoreError> {
    session.execute(
        "INSERT INTO deleted_names (player_id, until_ms) VALUES ($1, $2) \
         ON CONFLICT (player_id) DO UPDATE SET until_ms = excluded.until_ms",
        &[player.into(), at.into()],
    )?;
    let last: Option<Timestamp> = session.first(
        "SELECT ended_ms FROM record_seats \
         WHERE player_id = $1 AND ended_ms > $2 AND ended_ms <= $3 \
         ORDER BY ended_ms LIMIT 1 OFFSET $4",
        &[
            player.into(),
            after.into(),
            at.into(),
            limits::RECORDS_AT_ONCE.into(),
        ],
    )?;
    let deleted = session.execute(
        "UPDATE record_seats SET name = '', name_key = '' \
         WHERE player_id = $1 AND ended_ms > $2 AND ended_ms <= $3 AND name <> ''",
        &[player.into(), after.into(), last.unwrap_or(at).into()],
    )?;
    Ok((deleted, last))
}

/// The end of a statement that deletes rows of the `$2` oldest records of matches that ended before `$1`.
macro_rules! of_oldest {
    ($delete:literal, $key:literal) => {
        concat!(
            $delete,
            " IN (SELECT ",
            $key,
            " FROM records WHERE ended_ms < $1 ORDER BY ended_ms, number LIMIT $2)"
        )
    };
}

/// Deletes the oldest records of matches that ended before `moment`. Returns the number of deleted records.
fn delete_some_records(session: &mut dyn Session, moment: Timestamp) -> Result<u64, StoreError> {
    let values = [moment.into(), limits::RECORDS_AT_ONCE.into()];
    for sql in [
        of_oldest!("DELETE FROM hidden_matches WHERE record_id", "record_id"),
        of_oldest!("DELETE FROM record_seats WHERE record_id", "record_id"),
        of_oldest!("DELETE FROM record_pieces WHERE record_number", "number"),
    ] {
        session.execute(sql, &values)?;
    }
    let sql = of_oldest!("DELETE FROM records WHERE number", "number");
    session.execute(sql, &values)
}
