//! The accounts that are told of their turns by mail.

use boneyard_base::{PlayerId, RecipientId, Timestamp};

use super::select::{Select, select};
use super::{StoreError, TurnMails};

/// How a player is told of turns by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTurnMail {
    /// The id of the player's mails among the recipients of notices.
    pub id: RecipientId,
    /// The player.
    pub player: PlayerId,
    /// How long it has been the player's turn when the mail is sent, in milliseconds.
    pub after_ms: i64,
    /// The language of the mails.
    pub language: String,
    /// The secret of the links in the mails. It grants ending them, and nothing else.
    pub end_token: Vec<u8>,
    /// When the last mail was sent; 0 before the first.
    pub mailed: Timestamp,
}

/// The select of players' mails with a condition.
macro_rules! mails {
    ($rest:literal) => {
        select!(
            StoredTurnMail {
                id: "mail_id",
                player: "player_id",
                after_ms: "after_ms",
                language: "language",
                end_token: "end_token",
                mailed: "mailed_ms",
            },
            concat!("FROM turn_mails ", $rest)
        )
    };
}

/// The mails with an id.
pub(super) fn by_id() -> Select<StoredTurnMail> {
    mails!("WHERE mail_id = $1")
}

impl TurnMails<'_> {
    /// Has a player told of turns by mail, or changes how. `end_token` is the secret of the links in the mails, unless
    /// the player has one already.
    pub async fn set(
        self,
        player: PlayerId,
        after_ms: i64,
        language: &str,
        end_token: Vec<u8>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO turn_mails \
                   (mail_id, player_id, after_ms, language, end_token, mailed_ms) \
                   VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (player_id) DO UPDATE SET \
                   after_ms = excluded.after_ms, language = excluded.language";
        let values = [
            RecipientId::random().into(),
            player.into(),
            after_ms.into(),
            language.into(),
            end_token.into(),
        ];
        self.0.execute(sql, values).await?;
        Ok(())
    }

    /// How a player is told of turns by mail; `None` if not at all.
    pub async fn of(self, player: PlayerId) -> Result<Option<StoredTurnMail>, StoreError> {
        let select = mails!("WHERE player_id = $1");
        self.0.first(select, [player.into()]).await
    }

    /// Has a player told of turns by mail no more. A mail that waits is then deleted instead of being sent.
    pub async fn remove(self, player: PlayerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM turn_mails WHERE player_id = $1";
        self.0.execute(sql, [player.into()]).await?;
        Ok(())
    }

    /// The same for the player in whose mails this secret is.
    pub async fn end(self, end_token: Vec<u8>) -> Result<(), StoreError> {
        // Guesses are only read: they don't wait among the writes.
        let select = mails!("WHERE end_token = $1");
        let found: Option<StoredTurnMail> = self.0.first(select, [end_token.into()]).await?;
        match found {
            Some(mail) => self.remove(mail.player).await,
            None => Ok(()),
        }
    }

    /// Notes that a mail is sent now, unless one was sent after `last`. Returns whether the mail may be sent: of
    /// several nodes, one may.
    pub async fn claim(
        self,
        id: RecipientId,
        now: Timestamp,
        last: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE turn_mails SET mailed_ms = $2 WHERE mail_id = $1 AND mailed_ms <= $3";
        Ok(self
            .0
            .execute(sql, [id.into(), now.into(), last.into()])
            .await?
            > 0)
    }

    /// Takes back that a mail was sent: the mail server has not taken it. `mailed` is when the last one was sent.
    pub async fn unclaim(self, id: RecipientId, mailed: Timestamp) -> Result<(), StoreError> {
        let sql = "UPDATE turn_mails SET mailed_ms = $2 WHERE mail_id = $1";
        self.0.execute(sql, [id.into(), mailed.into()]).await?;
        Ok(())
    }
}
