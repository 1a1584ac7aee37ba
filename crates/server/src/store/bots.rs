//! Programs that play: whose they are, and by what they are known.

use sqlx::Row as _;

use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::PlayerId;

/// A program that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBot {
    /// Its own id.
    pub bot: PlayerId,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created: Timestamp,
}

impl Store {
    /// Adds a bot, unless its owner has so many already; whether it was added.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn add_bot(
        &self,
        owner: PlayerId,
        bot: &StoredBot,
        token_hash: &str,
        owned_max: usize,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let added = sqlx::query(
            "INSERT INTO bots (bot_id, owner_id, token_hash, created_ms) \
             SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT) \
             WHERE (SELECT COUNT(*) FROM bots WHERE owner_id = $2) < CAST($5 AS BIGINT)",
        )
        .bind(bot.bot.to_string())
        .bind(owner.to_string())
        .bind(token_hash)
        .bind(bot.created.0)
        .bind(i64::try_from(owned_max).unwrap_or(i64::MAX))
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        if added == 0 {
            return Ok(false);
        }
        sqlx::query("INSERT INTO players (player_id, name, created_ms) VALUES ($1, $2, $3)")
            .bind(bot.bot.to_string())
            .bind(&bot.name)
            .bind(bot.created.0)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The bots of an owner, oldest first.
    ///
    /// # Errors
    ///
    /// When the database fails, or holds what this server never wrote.
    pub async fn bots_of(&self, owner: PlayerId) -> Result<Vec<StoredBot>, StoreError> {
        let rows = sqlx::query(
            "SELECT bots.bot_id, players.name, bots.created_ms FROM bots \
             JOIN players ON players.player_id = bots.bot_id \
             WHERE bots.owner_id = $1 ORDER BY bots.created_ms, bots.bot_id",
        )
        .bind(owner.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let bot: String = row.try_get(0)?;
                Ok(StoredBot {
                    bot: bot.parse().map_err(|_| StoreError::Corrupt)?,
                    name: row.try_get(1)?,
                    created: Timestamp(row.try_get(2)?),
                })
            })
            .collect()
    }

    /// The bot that is known by a token, if there is one.
    ///
    /// # Errors
    ///
    /// When the database fails, or holds what this server never wrote.
    pub async fn bot_by_token(&self, token_hash: &str) -> Result<Option<PlayerId>, StoreError> {
        let bot: Option<String> =
            sqlx::query_scalar("SELECT bot_id FROM bots WHERE token_hash = $1")
                .bind(token_hash)
                .fetch_optional(&self.pool)
                .await?;
        bot.map(|bot| bot.parse().map_err(|_| StoreError::Corrupt))
            .transpose()
    }

    /// Forgets a bot and its token; whether the owner had such a bot. Its name stays: it is in the
    /// matches that it played.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn remove_bot(&self, owner: PlayerId, bot: PlayerId) -> Result<bool, StoreError> {
        let removed = sqlx::query("DELETE FROM bots WHERE owner_id = $1 AND bot_id = $2")
            .bind(owner.to_string())
            .bind(bot.to_string())
            .execute(&self.pool)
            .await?
            .rows_affected();
        Ok(removed > 0)
    }
}
