//! Programs that play: their owners make them, list them and take their tokens back.

use boneyard_base::{PlayerId, limits, text::TextError};
use boneyard_store::{StoreError, StoredBot};

use super::token::Token;
use super::{Identity, name};

/// Why there is no new bot.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BotError {
    /// The text can't be a name.
    #[error(transparent)]
    Name(#[from] TextError),
    /// Somebody keeps an account of a name that looks like it.
    #[error("Somebody keeps a name that looks like this one.")]
    NameTaken,
    /// The owner has as many as one visitor can have.
    #[error(
        "You have {} bots; delete one of them first.",
        limits::BOTS_PER_VISITOR_MAX
    )]
    TooMany,
    /// There is no such bot, or it is somebody else's.
    #[error("You have no such bot.")]
    NotFound,
    /// The bot could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system has no randomness for a token.
    #[error("There is no randomness for a token.")]
    Random,
}

impl Identity {
    /// Makes a bot, which is known by the token from now on.
    ///
    /// # Errors
    ///
    /// When it can't have that name, the owner has too many, or it can't be stored.
    pub async fn make_bot(
        &self,
        owner: PlayerId,
        raw_name: &str,
    ) -> Result<(StoredBot, Token), BotError> {
        let name = name::of_guest(raw_name)?;
        if self.store.is_name_kept(&name.key).await? {
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
            .add_bot(owner, &bot, &hash, limits::BOTS_PER_VISITOR_MAX)
            .await?;
        added.then_some((bot, token)).ok_or(BotError::TooMany)
    }

    /// The bots of an owner, oldest first.
    ///
    /// # Errors
    ///
    /// When they can't be read.
    pub async fn bots(&self, owner: PlayerId) -> Result<Vec<StoredBot>, StoreError> {
        self.store.bots_of(owner).await
    }

    /// Takes a bot's token back.
    ///
    /// # Errors
    ///
    /// When the owner has no such bot, or the storage fails.
    pub async fn delete_bot(&self, owner: PlayerId, bot: PlayerId) -> Result<(), BotError> {
        let removed = self.store.remove_bot(owner, bot).await?;
        removed.then_some(()).ok_or(BotError::NotFound)
    }
}
