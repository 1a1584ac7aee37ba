//! What is to be sent to browsers by Web Push, to players by mail, and to webhooks. A node takes what is due for a
//! limited time. If it hasn't said by then what has become of it, any node takes it again: so a notice survives the node
//! that has taken it.

use boneyard_base::{PlayerId, RecipientId, TableId, Timestamp};

use super::push_browsers::{self, StoredPushBrowser};
use super::select::columns;
use super::session::Value;
use super::turn_mails::{self, StoredTurnMail};
use super::webhooks::{self, StoredWebhook};
use super::{Notices, StoreError};

/// A message that is to be sent to a player, or to the webhook of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotice {
    /// The player; `None` if the webhook alone is told.
    pub player: Option<PlayerId>,
    /// The table.
    pub table: TableId,
    /// The number of the kind.
    pub kind: u8,
    /// Rises with each new notice of this kind to this player about this table. A notice whose number isn't greater than
    /// that of the last one is none.
    pub number: i64,
    /// The name of the player who invites; otherwise empty.
    pub name: String,
    /// When the table, or the friend, has asked for it.
    pub created: Timestamp,
    /// When browsers are told.
    pub due: Timestamp,
    /// Whether the player is told by mail too, if the player wants mails.
    pub is_mailed: bool,
    /// Whether the webhook of the table is told, if it has one.
    pub is_posted: bool,
}

/// Where a notice is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeRecipient {
    /// To a browser.
    Browser(StoredPushBrowser),
    /// To a player by mail.
    Mail(StoredTurnMail),
    /// To the webhook of the table.
    Webhook(StoredWebhook),
}

/// A notice to one browser, by mail, or to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotice {
    /// The id of the browser, of the player's mails, or of the webhook.
    pub recipient: RecipientId,
    /// The table.
    pub table: TableId,
    /// The number of the kind.
    pub kind: u8,
    /// The number among the notices of this kind about this table.
    pub number: i64,
    /// The name of the player who invites; otherwise empty.
    pub name: String,
    /// When it was stored.
    pub created: Timestamp,
    /// How many tries have failed.
    pub tries: u32,
}

columns!(StoredNotice {
    recipient,
    table,
    kind,
    number,
    name,
    created,
    tries
});

/// The condition that a row is still the notice that was taken: a newer one may have replaced it.
macro_rules! same_notice {
    ($change:literal) => {
        concat!(
            $change,
            " WHERE recipient_id = $1 AND table_id = $2 AND kind = $3 AND number = $4"
        )
    };
}

impl Notices<'_> {
    /// Stores what is to be told: a row for each browser of the player that is told this kind, one for the player's
    /// mails, which wait longer, and one for the table's webhook. Does nothing where the same notice, or a later one, was
    /// sent or is to be sent.
    pub async fn add(self, notice: NewNotice) -> Result<(), StoreError> {
        /// A statement that adds the notices that are selected.
        macro_rules! insert {
            ($select:literal) => {
                concat!(
                    "INSERT INTO notices \
                     (recipient_id, table_id, kind, number, name, created_ms, due_ms, tries) ",
                    $select,
                    " ON CONFLICT (recipient_id, table_id, kind) DO UPDATE SET \
                     number = excluded.number, name = excluded.name, \
                     created_ms = excluded.created_ms, due_ms = excluded.due_ms, tries = 0 \
                     WHERE notices.number < excluded.number"
                )
            };
        }
        let by_mail = insert!(
            "SELECT mail_id, $2, $3, $4, $5, $6, $6 + after_ms, 0 FROM turn_mails \
             WHERE player_id = $1"
        );
        let to_browsers = insert!(
            "SELECT recipient_id, $2, $3, $4, $5, $6, $7, 0 FROM push_browsers \
             WHERE player_id = $1 AND kinds & $3 <> 0"
        );
        let to_webhook = insert!(
            "SELECT webhook_id, $1, $2, $3, $4, $5, $6, 0 FROM webhooks WHERE table_id = $1"
        );
        let about: [Value; 6] = [
            notice.table.into(),
            notice.kind.into(),
            notice.number.into(),
            notice.name.into(),
            notice.created.into(),
            notice.due.into(),
        ];
        self.0
            .write(move |session| {
                if notice.is_posted {
                    session.execute(to_webhook, &about)?;
                }
                let Some(player) = notice.player else {
                    return Ok(());
                };
                let mut values = vec![player.into()];
                values.extend(about);
                if notice.is_mailed {
                    session.execute(by_mail, &values[..6])?;
                }
                session.execute(to_browsers, &values)?;
                Ok(())
            })
            .await
    }

    /// Whether a notice is due.
    pub async fn is_due(self, now: Timestamp) -> Result<bool, StoreError> {
        let sql = "SELECT due_ms FROM notices WHERE due_ms <= $1 LIMIT 1";
        let found: Option<Timestamp> = self.0.first(sql, [now.into()]).await?;
        Ok(found.is_some())
    }

    /// Takes notices that are due, the earliest first, each with its recipient. Until `leased_until` no other caller
    /// takes them. Notices to recipients that were deleted are deleted.
    pub async fn take_due(
        self,
        now: Timestamp,
        leased_until: Timestamp,
        most: usize,
    ) -> Result<Vec<(StoredNotice, NoticeRecipient)>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.0
            .write(move |session| {
                // The condition stands twice. On PostgreSQL another node may take a row between the two.
                let due: Vec<StoredNotice> = session.all(
                    "UPDATE notices SET due_ms = $2 WHERE due_ms <= $1 \
                 AND (recipient_id, table_id, kind) IN (SELECT recipient_id, table_id, kind FROM notices \
                 WHERE due_ms <= $1 ORDER BY due_ms, recipient_id LIMIT $3) \
                 RETURNING recipient_id, table_id, kind, number, name, created_ms, tries",
                    &[now.into(), leased_until.into(), most.into()],
                )?;
                let mut taken = Vec::new();
                for notice in due {
                    let id = [notice.recipient.into()];
                    if let Some(browser) = session.first(push_browsers::by_id(), &id)? {
                        taken.push((notice, NoticeRecipient::Browser(browser)));
                    } else if let Some(mail) = session.first(turn_mails::by_id(), &id)? {
                        taken.push((notice, NoticeRecipient::Mail(mail)));
                    } else if let Some(webhook) = session.first(webhooks::by_id(), &id)? {
                        taken.push((notice, NoticeRecipient::Webhook(webhook)));
                    } else {
                        session.execute("DELETE FROM notices WHERE recipient_id = $1", &id)?;
                    }
                }
                Ok(taken)
            })
            .await
    }

    /// Notes that a notice was sent, and that its recipient is reached.
    pub async fn note_sent(self, notice: &StoredNotice) -> Result<(), StoreError> {
        let values = values_of(notice);
        self.0
            .write(move |session| {
                let sql = same_notice!("UPDATE notices SET due_ms = NULL");
                session.execute(sql, &values)?;
                for sql in [
                    "UPDATE push_browsers SET failures = 0 WHERE recipient_id = $1 AND failures > 0",
                    "UPDATE webhooks SET failures = 0 WHERE webhook_id = $1 AND failures > 0",
                ] {
                    session.execute(sql, &values[..1])?;
                }
                Ok(())
            })
            .await
    }

    /// Gives a notice up: its recipient isn't told of the same again.
    pub async fn give_up(self, notice: &StoredNotice) -> Result<(), StoreError> {
        let sql = same_notice!("UPDATE notices SET due_ms = NULL");
        self.0.execute(sql, values_of(notice)).await?;
        Ok(())
    }

    /// Has a notice wait until `due`. `tries` is how many tries have failed.
    pub async fn put_off(
        self,
        notice: &StoredNotice,
        due: Timestamp,
        tries: u32,
    ) -> Result<(), StoreError> {
        let [recipient, table, kind, number] = values_of(notice);
        let sql = same_notice!("UPDATE notices SET due_ms = $5, tries = $6");
        let values = [recipient, table, kind, number, due.into(), tries.into()];
        self.0.execute(sql, values).await?;
        Ok(())
    }

    /// Deletes a notice that isn't needed now. If it is needed again, it is stored anew.
    pub async fn remove(self, notice: &StoredNotice) -> Result<(), StoreError> {
        let sql = same_notice!("DELETE FROM notices");
        self.0.execute(sql, values_of(notice)).await?;
        Ok(())
    }

    /// Deletes the notices that were stored before this time.
    pub async fn forget_before(self, before: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM notices WHERE created_ms < $1";
        self.0.execute(sql, [before.into()]).await?;
        Ok(())
    }
}

fn values_of(notice: &StoredNotice) -> [Value; 4] {
    [
        notice.recipient.into(),
        notice.table.into(),
        notice.kind.into(),
        notice.number.into(),
    ]
}
