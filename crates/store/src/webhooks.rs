//! Webhooks: the addresses of chats and programs that are told what happens at a table. A table has at most one.

use boneyard_base::{PlayerId, RecipientId, TableId, Timestamp, limits};

use super::select::{Select, select};
use super::{StoreError, Webhooks};

/// The webhook of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredWebhook {
    /// Its id among the recipients of notices.
    pub id: RecipientId,
    /// The table.
    pub table: TableId,
    /// The account that has set it.
    pub player: PlayerId,
    /// The name of the form in which it is told.
    pub form: String,
    /// The secret URL.
    pub url: String,
    /// The origin of the page on which it was set, for links to the table.
    pub origin: String,
    /// The language in which it is told.
    pub language: String,
    /// When it was set.
    pub created: Timestamp,
}

/// The select of webhooks with a condition.
macro_rules! webhooks {
    ($rest:literal) => {
        select!(
            StoredWebhook {
                id: "webhook_id",
                table: "table_id",
                player: "player_id",
                form: "form",
                url: "url",
                origin: "origin",
                language: "language",
                created: "created_ms",
            },
            concat!("FROM webhooks ", $rest)
        )
    };
}

/// The webhook with an id.
pub(super) fn by_id() -> Select<StoredWebhook> {
    webhooks!("WHERE webhook_id = $1")
}

impl Webhooks<'_> {
    /// Sets the webhook of a table, in place of the one that it has. Returns false if the account has set as many
    /// webhooks as it may.
    pub async fn set(self, webhook: StoredWebhook) -> Result<bool, StoreError> {
        self.0.write(move |session| {
            let others: i64 = session.one(
                "SELECT COUNT(*) FROM webhooks WHERE player_id = $1 AND table_id <> $2",
                &[webhook.player.into(), webhook.table.into()],
            )?;
            if others >= limits::WEBHOOKS_PER_PLAYER_MAX {
                return Ok(false);
            }
            session.execute(
                "INSERT INTO webhooks \
                 (webhook_id, table_id, player_id, form, url, origin, language, failures, created_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8) \
                 ON CONFLICT (table_id) DO UPDATE SET player_id = excluded.player_id, \
                 form = excluded.form, url = excluded.url, origin = excluded.origin, \
                 language = excluded.language, failures = 0, created_ms = excluded.created_ms",
                &[
                    webhook.id.into(),
                    webhook.table.into(),
                    webhook.player.into(),
                    webhook.form.into(),
                    webhook.url.into(),
                    webhook.origin.into(),
                    webhook.language.into(),
                    webhook.created.into(),
                ],
            )?;
            Ok(true)
        })
        .await
    }

    /// The webhook of a table.
    pub async fn of(self, table: TableId) -> Result<Option<StoredWebhook>, StoreError> {
        self.0
            .first(webhooks!("WHERE table_id = $1"), [table.into()])
            .await
    }

    /// Removes the webhook of a table.
    pub async fn remove(self, table: TableId) -> Result<(), StoreError> {
        let sql = "DELETE FROM webhooks WHERE table_id = $1";
        self.0.execute(sql, [table.into()]).await?;
        Ok(())
    }

    /// Removes the webhooks that were set before this time and have nothing in the queue: neither what waits, nor what
    /// was sent and is remembered. Their tables are over.
    pub async fn forget_before(self, before: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM webhooks WHERE created_ms < $1 AND NOT EXISTS \
                   (SELECT 1 FROM notices WHERE recipient_id = webhooks.webhook_id)";
        self.0.execute(sql, [before.into()]).await?;
        Ok(())
    }
}
