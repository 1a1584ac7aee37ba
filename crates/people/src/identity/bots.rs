//! Bots: programs that play. Their owners create them, list them, and revoke their tokens.

use boneyard_base::{PlayerId, limits, text::TextError};
use boneyard_store::{StoreError, StoredBot};

use super::token::Token;
use super::{Identity, name};

/// Why a bot can't be created or deleted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BotError {
    /// The text isn't allowed as a name.
    #[error(transparent)]
    Name(#[from] TextError),
    /// An account has a name that looks the same.
    #[error("An account has a name that looks like this one.")]
    NameTaken,
    /// The owner has as many bots as one visitor may have.
    #[error(
        "You have {} bots; delete one of them first.",
        limits::BOTS_PER_VISITOR_MAX
    )]
    TooMany,
    /// The owner has no such bot.
    #[error("You have no such bot.")]
    NotFound,
    /// The bot could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system provides no random numbers for a token.
    #[error("There is no randomness for a token.")]
    Random,
}

impl Identity {
    /// Creates a bot. Returns the token with which the bot identifies itself.
    pub async fn make_bot(
        &self,
        owner: PlayerId,
        raw_name: &str,
    ) -> Result<(StoredBot, Token), BotError> {
        let name = name::of_guest(raw_name)?;
        if self
            .store
            .accounts()
            .is_name_kept(name.keys.clone())
            .await?
        {
            return Err(BotError::NameTaken);
        }
        let bot = StoredBot {
            bot: PlayerId::random_bot(),
            name: name.text,
            created: self.clock.now(),
        };
        let token = Token::random().map_err(|_| BotError::Random)?;
        let hash = token.hash();
        let added = self
            .store
            .bots()
            .add(owner, &bot, &hash, limits::BOTS_PER_VISITOR_MAX)
            .await?;
        added.then_some((bot, token)).ok_or(BotError::TooMany)
    }

    /// The bots of an owner, the oldest first.
    pub async fn bots(&self, owner: PlayerId) -> Result<Vec<StoredBot>, StoreError> {
        self.store.bots().of(owner).await
    }

    /// Deletes a bot and its token.
    pub async fn delete_bot(&self, owner: PlayerId, bot: PlayerId) -> Result<(), BotError> {
        let removed = self
            .store
            .bots()
            .remove(owner, bot, self.clock.now())
            .await?;
        removed.then_some(()).ok_or(BotError::NotFound)
    }
}
