//! Blocks: the people whom a player doesn't want to meet. The server doesn't tell the blocked person about
//! the block. For example, if the blocked person sends the player a friend request, the request seems to stay
//! unanswered.

use std::collections::HashSet;

use boneyard_base::{PersonId, PlayerId, limits};
use boneyard_protocol::people::{BlockBody, BlocksBody};
use boneyard_store::{AddedBlock, StoreError, StoredBlock};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::People;
use crate::refusal::PeopleRefusal;

impl People {
    /// The people whom a player has blocked.
    pub async fn blocks(&self, player: PlayerId) -> Result<BlocksBody, StoreError> {
        let blocks = self.store.blocks().of(player).await?;
        let body = |block: StoredBlock| BlockBody {
            id: block_id(player, block.other),
            name: block.name,
            created_ms: block.created.0,
        };
        Ok(BlocksBody {
            blocks: blocks.into_iter().map(body).collect(),
        })
    }

    /// Blocks the player who owns an account.
    pub async fn block_person(
        &self,
        player: PlayerId,
        person: PersonId,
    ) -> Result<(), PeopleRefusal> {
        let other = self.other(person).await?;
        let account = self.store.accounts().of(other).await?;
        let name = account.ok_or(PeopleRefusal::NoPerson)?.name;
        self.block(player, other, name).await
    }

    /// Blocks a player. Stores the blocked player's name for the blocker's list. If the two players are
    /// friends, the block ends the friendship.
    pub async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        name: String,
    ) -> Result<(), PeopleRefusal> {
        if player == other {
            return Err(PeopleRefusal::Yourself);
        }
        let block = StoredBlock {
            other,
            name,
            created: self.clock.now(),
        };
        let blocks_max = limits::BLOCKS_MAX;
        let added = self.store.blocks().add(player, &block, blocks_max).await?;
        let AddedBlock::Added { parted } = added else {
            return Err(PeopleRefusal::TooManyBlocks);
        };
        self.status_changed(player).await;
        if parted {
            // The other player gets the same message as at the end of a friendship without a block.
            self.friends_changed([player, other]);
        }
        Ok(())
    }

    /// Ends a block. `id` is a [`BlockBody::id`], or the id of the blocked person's account. Does nothing if
    /// there is no such block.
    pub async fn unblock(&self, player: PlayerId, id: &str) -> Result<(), StoreError> {
        let account = match id.parse() {
            Ok(person) => self.player_of(person).await?,
            Err(_) => None,
        };
        let blocks = self.store.blocks().of(player).await?;
        let mut blocked = blocks.into_iter().map(|block| block.other);
        let is_meant = |&other: &_| account == Some(other) || block_id(player, other) == id;
        if let Some(other) = blocked.find(is_meant) {
            self.store.blocks().remove(player, other).await?;
            self.status_changed(player).await;
        }
        Ok(())
    }

    /// The pairs of these players in which at least one has blocked the other. The set has each pair in both
    /// orders.
    pub async fn blocked_among(
        &self,
        players: &[PlayerId],
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        self.store.blocks().among(players.to_vec()).await
    }
}

/// The id of a block in the blocker's list. It doesn't reveal the blocked player's id, which is secret. If
/// two players block the same person, the two ids differ.
fn block_id(player: PlayerId, other: PlayerId) -> String {
    let hash = Sha256::new()
        .chain_update(b"boneyard block ")
        .chain_update(player.as_bytes())
        .chain_update(other.as_bytes())
        .finalize();
    HEXLOWER.encode(&hash[..16])
}
