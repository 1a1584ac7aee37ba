//! The token of a visitor's feed of turns. It grants only that the list of these turns is read.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_store::StoreError;
use http::HeaderMap;
use rand::rngs::SysError;

use super::Identity;
use super::token::{self, Token};

/// Why no token for a feed can be made.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// The token could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system provides no random numbers for a token.
    #[error("There is no randomness for a token.")]
    Random(#[from] SysError),
}

impl Identity {
    /// Makes a token for a visitor's feed, and withdraws the token that the visitor had before. Also returns when the
    /// token was made.
    pub async fn make_turn_feed(&self, player: PlayerId) -> Result<(Token, Timestamp), FeedError> {
        let token = Token::random()?;
        let now = self.clock.now();
        let hash = token.hash();
        self.store.turn_feeds().set(player, &hash, now).await?;
        Ok((token, now))
    }

    /// When the token of a visitor's feed was made. `None` if the visitor has no feed.
    pub async fn turn_feed(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError> {
        self.store.turn_feeds().of(player).await
    }

    /// Withdraws the token of a visitor's feed.
    pub async fn delete_turn_feed(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.turn_feeds().remove(player).await
    }

    /// The visitor whose feed a request may read: the token is in the header `Authorization` or, for calendars, which
    /// send no such header, in the URL.
    pub async fn turn_feed_reader(
        &self,
        headers: &HeaderMap,
        in_url: Option<&str>,
    ) -> Result<Option<PlayerId>, StoreError> {
        let given = token::bearer(headers).or_else(|| in_url.map(str::parse));
        let Some(Ok(token)) = given else {
            return Ok(None);
        };
        self.store.turn_feeds().player_by_token(&token.hash()).await
    }
}
