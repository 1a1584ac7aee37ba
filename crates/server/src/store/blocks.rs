//! Whom somebody doesn't want to meet.

use std::collections::HashSet;

use super::session::{Row, Session, only};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::PlayerId;

/// Somebody whom a player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBlock {
    /// Whom.
    pub other: PlayerId,
    /// What they were called.
    pub name: String,
    /// Since when.
    pub created: Timestamp,
}

/// What came of blocking somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedBlock {
    /// The player has blocked so many others already.
    TooMany,
    /// The person is blocked.
    Added {
        /// Whether a friendship ended, or a question of one of them to the other.
        parted: bool,
    },
}

impl Store {
    /// Blocks somebody, which ends a friendship and takes back what either has asked.
    pub async fn add_block(
        &self,
        player: PlayerId,
        block: &StoredBlock,
        blocks_max: i64,
    ) -> Result<AddedBlock, StoreError> {
        let both = [player.into(), block.other.into()];
        let row = [
            player.into(),
            block.other.into(),
            block.name.as_str().into(),
            block.created.into(),
        ];
        self.write(move |session| {
            let known = "SELECT other_id FROM blocks WHERE player_id = $1 AND other_id = $2";
            if only(session.query(known, &both)?).is_some() {
                return Ok(AddedBlock::Added { parted: false });
            }
            let count = "SELECT COUNT(*) FROM blocks WHERE player_id = $1";
            let count = only(session.query(count, &both[..1])?);
            if count.ok_or(StoreError::Corrupt)?.take::<i64>(0)? >= blocks_max {
                return Ok(AddedBlock::TooMany);
            }
            session.execute(
                "INSERT INTO blocks (player_id, other_id, name, created_ms) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                &row,
            )?;
            let parted = session.execute(
                "DELETE FROM friends WHERE (player_id = $1 AND other_id = $2) \
                 OR (player_id = $2 AND other_id = $1)",
                &both,
            )?;
            Ok(AddedBlock::Added { parted: parted > 0 })
        })
        .await
    }

    /// Ends a block.
    pub async fn remove_block(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        let values = [player.into(), other.into()];
        let sql = "DELETE FROM blocks WHERE player_id = $1 AND other_id = $2";
        self.write(move |session| session.execute(sql, &values))
            .await?;
        Ok(())
    }

    /// Whom a player has blocked, the last first.
    pub async fn blocks_of(&self, player: PlayerId) -> Result<Vec<StoredBlock>, StoreError> {
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT other_id, name, created_ms FROM blocks WHERE player_id = $1 \
                 ORDER BY created_ms DESC, other_id",
                &[player.into()],
            )
        });
        let block = |mut row: Row| {
            Ok(StoredBlock {
                other: row.take(0)?,
                name: row.take(1)?,
                created: row.take(2)?,
            })
        };
        rows.await?.into_iter().map(block).collect()
    }

    /// The pairs of these players of whom one has blocked the other, each pair both ways round.
    pub async fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        self.read(move |reader| {
            let among: HashSet<PlayerId> = players.iter().copied().collect();
            let mut pairs = HashSet::new();
            for &player in &among {
                let blocked = blocked_by(reader.session(), player)?;
                for other in blocked.into_iter().filter(|other| among.contains(other)) {
                    pairs.extend([(player, other), (other, player)]);
                }
            }
            Ok(pairs)
        })
        .await
    }
}

/// Whom a player has blocked.
pub(super) fn blocked_by(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let sql = "SELECT other_id FROM blocks WHERE player_id = $1";
    let rows = session.query(sql, &[player.into()])?;
    rows.into_iter().map(|mut row| row.take(0)).collect()
}

/// Whether one of two has blocked the other.
pub(super) fn are_apart(
    session: &mut dyn Session,
    one: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let sql = "SELECT other_id FROM blocks WHERE (player_id = $1 AND other_id = $2) \
               OR (player_id = $2 AND other_id = $1) LIMIT 1";
    Ok(only(session.query(sql, &[one.into(), other.into()])?).is_some())
}
