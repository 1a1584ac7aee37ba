//! Blocked players: each player can block other players.

use std::collections::HashSet;

use boneyard_base::{PlayerId, Timestamp};

use super::bots::responsible_for;
use super::friends::DELETE_TIE;
use super::select::select;
use super::session::Session;
use super::{Blocks, StoreError};

/// A player whom another player has blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBlock {
    /// The blocked player.
    pub other: PlayerId,
    /// The blocked player's name at the time of the block.
    pub name: String,
    /// When the player was blocked.
    pub created: Timestamp,
}

/// The result of blocking a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedBlock {
    /// The player has already blocked as many players as one player may.
    TooMany,
    /// The other player is blocked.
    Added {
        /// Whether the block ended a friendship or withdrew a friend request.
        parted: bool,
    },
}

impl Blocks<'_> {
    /// Blocks a player; a bot blocks for its owner. If the two players are friends, the block ends the friendship. It also withdraws the
    /// friend requests that they have sent to each other.
    pub async fn add(
        self,
        player: PlayerId,
        block: &StoredBlock,
        blocks_max: i64,
    ) -> Result<AddedBlock, StoreError> {
        let block = block.clone();
        self.0
            .write(move |session| {
                let player = responsible_for(session, player)?;
                let both = [player.into(), block.other.into()];
                let row = [
                    player.into(),
                    block.other.into(),
                    block.name.as_str().into(),
                    block.created.into(),
                ];
                let known = "SELECT other_id FROM blocks WHERE player_id = $1 AND other_id = $2";
                if session.exists(known, &both)? {
                    return Ok(AddedBlock::Added { parted: false });
                }
                let count = "SELECT COUNT(*) FROM blocks WHERE player_id = $1";
                if session.one::<i64>(count, &both[..1])? >= blocks_max {
                    return Ok(AddedBlock::TooMany);
                }
                session.execute(
                    "INSERT INTO blocks (player_id, other_id, name, created_ms) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                    &row,
                )?;
                let parted = session.execute(DELETE_TIE, &both)? > 0;
                Ok(AddedBlock::Added { parted })
            })
            .await
    }

    /// Unblocks a player.
    pub async fn remove(self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        self.0
            .write(move |session| {
                let player = responsible_for(session, player)?;
                let sql = "DELETE FROM blocks WHERE player_id = $1 AND other_id = $2";
                session.execute(sql, &[player.into(), other.into()])?;
                Ok(())
            })
            .await
    }

    /// The players whom a player, or a bot's owner, has blocked, the latest block first.
    pub async fn of(self, player: PlayerId) -> Result<Vec<StoredBlock>, StoreError> {
        let select = select!(
            StoredBlock {
                other: "other_id",
                name: "name",
                created: "created_ms",
            },
            "FROM blocks WHERE player_id = $1 ORDER BY created_ms DESC, other_id"
        );
        self.0
            .read(move |reader| {
                let session = reader.session();
                let player = responsible_for(session, player)?;
                session.all(select, &[player.into()])
            })
            .await
    }

    /// The pairs of these players in which at least one has blocked the other. The set has each pair in both
    /// orders.
    pub async fn among(
        self,
        players: Vec<PlayerId>,
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        self.0
            .read(move |reader| {
                let among: HashSet<PlayerId> = players.iter().copied().collect();
                let mut pairs = HashSet::new();
                for &player in &among {
                    let blocked = apart_from(reader.session(), player)?;
                    for other in blocked.into_iter().filter(|other| among.contains(other)) {
                        pairs.extend([(player, other), (other, player)]);
                    }
                }
                Ok(pairs)
            })
            .await
    }
}

/// The visitors from whom blocks keep a visitor apart: see [`boneyard_base::VisitorStatus::blocked`].
pub(super) fn apart_from(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let person = responsible_for(session, player)?;
    let mut apart = session.all(
        "SELECT other_id FROM blocks WHERE player_id = $1 \
         UNION SELECT bots.bot_id FROM bots JOIN blocks ON blocks.other_id = bots.owner_id \
         WHERE blocks.player_id = $1",
        &[person.into()],
    )?;
    // A bot may have been made after the blocks of its owner were read for the blockers' status, which then lacks the
    // bot. So the bot's own status keeps it apart from them.
    if player != person {
        let blockers = "SELECT player_id FROM blocks WHERE other_id = $1";
        apart.extend(session.all::<PlayerId>(blockers, &[person.into()])?);
    }
    Ok(apart)
}
