//! Which players and tables belong to a demo, and how they are deleted again.

use std::collections::HashSet;
use std::time::Instant;

use boneyard_base::{PlayerId, TableId};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::holdings;
use super::people::SET_SETTING;
use super::records::Packed;
use super::session::Session;
use super::writer::{Job, Waiting};
use super::{Append, AppendError, Demos, StoreError};

/// The name of the stored setting that names the demo's players and tables.
const DEMO_SETTING: &str = "demo";

/// The players and the tables of a demo. They are stored as one setting: it marks the database as a demo's until
/// all of them are deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demo {
    /// The players. Each of them has an account.
    pub players: Vec<PlayerId>,
    /// The tables that these players have opened.
    pub tables: Vec<TableId>,
}

impl Demos<'_> {
    /// The demo that the database has, whole or in part.
    pub async fn get(self) -> Result<Option<Demo>, StoreError> {
        let sql = "SELECT value FROM settings WHERE name = $1";
        let stored: Option<String> = self.0.first(sql, [DEMO_SETTING.into()]).await?;
        let read = |text: String| serde_json::from_str(&text).map_err(|_| StoreError::Corrupt);
        stored.map(read).transpose()
    }

    /// Stores which players and tables the demo has. Call it before the first row of a player or a table is
    /// written, so that nothing is ever without the mark.
    pub async fn set(self, demo: &Demo) -> Result<(), StoreError> {
        let value = serde_json::to_string(demo).map_err(|_| StoreError::Corrupt)?;
        let values = [DEMO_SETTING.into(), value.into()];
        self.0.execute(SET_SETTING, values).await.map(drop)
    }

    /// Deletes the mark of the demo, after all its players and tables were deleted.
    pub async fn forget(self) -> Result<(), StoreError> {
        let sql = "DELETE FROM settings WHERE name = $1";
        self.0.execute(sql, [DEMO_SETTING.into()]).await.map(drop)
    }

    /// Adds steps to the log in this order, many with each commit, and returns after all of them were committed.
    /// The steps may be of any tables. After an error, some of the steps may have been added.
    pub async fn append_all(self, appends: Vec<Append>) -> Result<(), AppendError> {
        let queue = self.0.queue(|queues| &queues.write)?;
        let mut sent = Vec::with_capacity(appends.len());
        for append in appends {
            let (answer, answered) = oneshot::channel();
            let waiting = Waiting {
                record: append.record.clone().map(Packed::new),
                answer,
                since: Instant::now(),
            };
            let job = Job::Append(append, waiting);
            queue.send(job).await.map_err(|_| StoreError::Closed)?;
            sent.push(answered);
        }
        drop(queue);
        for answered in sent {
            answered.await.map_err(|_| StoreError::Closed)??;
        }
        Ok(())
    }

    /// Whether the database has no people and no matches, and never had a match.
    pub async fn is_database_unused(self) -> Result<bool, StoreError> {
        if self.0.tables().has_any().await? {
            return Ok(false);
        }
        self.0
            .read(|reader| {
                for sql in [
                    "SELECT created_ms FROM players LIMIT 1",
                    "SELECT created_ms FROM accounts LIMIT 1",
                    "SELECT number FROM records LIMIT 1",
                    "SELECT position FROM public_log LIMIT 1",
                ] {
                    if reader.session().exists(sql, &[])? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })
            .await
    }

    /// The tables, of these, at which a player who isn't the demo's has finished a match or sits now.
    pub async fn tables_of_others(
        self,
        tables: Vec<TableId>,
        players: &[PlayerId],
    ) -> Result<Vec<TableId>, StoreError> {
        let players: HashSet<PlayerId> = players.iter().copied().collect();
        self.0
            .read(move |reader| {
                let session = reader.session();
                let mut found = Vec::new();
                for table in tables {
                    let sat: Vec<PlayerId> = session.all(
                        "SELECT s.player_id FROM record_seats s \
                     JOIN records r ON r.record_id = s.record_id \
                     WHERE r.table_id = $1 AND s.player_id IS NOT NULL \
                     UNION SELECT player_id FROM table_players WHERE table_id = $1",
                        &[table.into()],
                    )?;
                    if sat.iter().any(|player| !players.contains(player)) {
                        found.push(table);
                    }
                }
                Ok(found)
            })
            .await
    }

    /// Deletes the records of all matches of these tables, and what was rated with them. The ratings stay. Returns
    /// the number of deleted records.
    pub async fn delete_records_of(self, tables: Vec<TableId>) -> Result<u64, StoreError> {
        self.0
            .write(move |session| {
                let mut deleted = 0;
                for table in tables {
                    for sql in OF_RECORDS {
                        session.execute(sql, &[table.into()])?;
                    }
                    let sql = "DELETE FROM records WHERE table_id = $1";
                    deleted += session.execute(sql, &[table.into()])?;
                }
                Ok(deleted)
            })
            .await
    }

    /// Deletes players, their accounts, their ratings, and their friendships. The records of their matches stay.
    /// Returns the number of deleted accounts.
    pub async fn delete_players(self, players: Vec<PlayerId>) -> Result<u64, StoreError> {
        self.0
            .write(move |session| {
                let mut deleted = 0;
                for player in players {
                    deleted += delete_player(session, player)?;
                }
                Ok(deleted)
            })
            .await
    }
}

/// The statements that delete what belongs to the records of a table.
const OF_RECORDS: [&str; 4] = [
    "DELETE FROM rated_seats WHERE record_id IN (SELECT record_id FROM records WHERE table_id = $1)",
    "DELETE FROM hidden_matches WHERE record_id IN (SELECT record_id FROM records WHERE table_id = $1)",
    "DELETE FROM record_seats WHERE record_id IN (SELECT record_id FROM records WHERE table_id = $1)",
    "DELETE FROM record_pieces WHERE record_number IN (SELECT number FROM records WHERE table_id = $1)",
];

/// The statements that delete what a closed account leaves behind.
const OF_PLAYER: [&str; 5] = [
    // Only matches whose records were deleted before are left here.
    "DELETE FROM rated_seats WHERE player_id = $1",
    "DELETE FROM deleted_names WHERE player_id = $1",
    "DELETE FROM hidden_matches WHERE player_id = $1",
    "DELETE FROM table_players WHERE player_id = $1",
    "DELETE FROM conduct WHERE player_id = $1",
];

fn delete_player(session: &mut dyn Session, player: PlayerId) -> Result<u64, StoreError> {
    holdings::close(session, player)?;
    holdings::forget_unused(session, player)?;
    for sql in OF_PLAYER {
        session.execute(sql, &[player.into()])?;
    }
    session.execute(
        "DELETE FROM accounts WHERE player_id = $1",
        &[player.into()],
    )
}
