//! The feeds of turns: programs and calendars read by a secret token which tables wait for a visitor.

use boneyard_base::{PlayerId, Timestamp};

use super::{StoreError, TurnFeeds};

impl TurnFeeds<'_> {
    /// Stores the hash of the token of a visitor's feed. The token that the visitor had before is withdrawn.
    pub async fn set(
        self,
        player: PlayerId,
        token_hash: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO turn_feeds (player_id, token_hash, created_ms) VALUES ($1, $2, $3) \
                   ON CONFLICT (player_id) DO UPDATE SET token_hash = excluded.token_hash, \
                   created_ms = excluded.created_ms";
        let values = [player.into(), token_hash.into(), at.into()];
        self.0.execute(sql, values).await?;
        Ok(())
    }

    /// When the token of a visitor's feed was made. `None` if the visitor has no feed.
    pub async fn of(self, player: PlayerId) -> Result<Option<Timestamp>, StoreError> {
        let sql = "SELECT created_ms FROM turn_feeds WHERE player_id = $1";
        self.0.first(sql, [player.into()]).await
    }

    /// The visitor whose feed has this token.
    pub async fn player_by_token(self, token_hash: &str) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player_id FROM turn_feeds WHERE token_hash = $1";
        self.0.first(sql, [token_hash.into()]).await
    }

    /// Withdraws the token of a visitor's feed.
    pub async fn remove(self, player: PlayerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM turn_feeds WHERE player_id = $1";
        self.0.execute(sql, [player.into()]).await?;
        Ok(())
    }
}
