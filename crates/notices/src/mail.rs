//! Mails to players whose turn it has been for long. They wait in the queue of notices.

use boneyard_base::{PlayerId, Rate, TableId, limits};
use boneyard_protocol::push::{PutTurnMail, TurnMailBody};
use boneyard_store::{StoredNotice, StoredTurnMail};
use boneyard_words::Language;
use data_encoding::HEXLOWER;
use futures_util::future::BoxFuture;
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio::time::Instant;

use crate::notice::{AboutTable, NoticeKind, TableAnswers, facts_in};
use crate::sender::Delivery;
use crate::services::wait_ms;
use crate::{NoticeError, Notices};

/// The number of bytes in the secret of the links that end mails.
const END_TOKEN_BYTES: usize = 16;

/// A mail to a player whose turn it has been for long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnMail {
    /// The player.
    pub player: PlayerId,
    /// The language of the mail.
    pub language: &'static Language,
    /// The game, and the others at the table.
    pub facts: String,
    /// The table.
    pub table: TableId,
    /// The secret of the link that ends the mails, in hex.
    pub end_token: String,
}

/// Sends mails.
pub trait Mails: Send + Sync {
    /// Sends a mail. Returns whether the mail server has taken it; `None` if the player has no confirmed address.
    fn send(&self, mail: TurnMail) -> BoxFuture<'_, Option<bool>>;
}

/// A full allowance of mails.
pub(crate) fn pace() -> Rate {
    let pace = limits::TURN_MAILS;
    Rate::new(pace.interval, pace.burst, Instant::now())
}

impl Notices {
    /// Whether this server tells players of their turns by mail.
    pub fn offers_mail(&self) -> bool {
        self.inner.mails.get().is_some()
    }

    /// How a visitor is told of turns by mail.
    pub async fn turn_mail(&self, player: PlayerId) -> Result<TurnMailBody, NoticeError> {
        let stored = self.inner.store.turn_mails().of(player).await?;
        let hours = |mail: StoredTurnMail| u16::try_from(mail.after_ms / HOUR_MS).ok();
        Ok(TurnMailBody {
            offered: self.offers_mail(),
            email: self.inner.store.emails().of(player).await?,
            after_hours: stored.and_then(hours),
        })
    }

    /// Has a visitor told of turns by mail, or changes how. The visitor must have an account.
    pub async fn put_turn_mail(
        &self,
        player: PlayerId,
        wanted: &PutTurnMail,
    ) -> Result<TurnMailBody, NoticeError> {
        let PutTurnMail {
            after_hours,
            language,
        } = wanted;
        if !self.offers_mail() {
            return Err(NoticeError::NotHere);
        }
        if !limits::TURN_MAIL_HOURS.contains(after_hours) {
            return Err(NoticeError::WrongField("after_hours"));
        }
        let email = self.inner.store.emails().of(player).await?;
        email.ok_or(NoticeError::OnlyKept)?;
        let mut end_token = vec![0; END_TOKEN_BYTES];
        SysRng.try_fill_bytes(&mut end_token)?;
        let code = Language::accepted(language).code;
        let after_ms = i64::from(*after_hours) * HOUR_MS;
        let set = self
            .inner
            .store
            .turn_mails()
            .set(player, after_ms, code, end_token);
        set.await?;
        self.turn_mail(player).await
    }

    /// Has a visitor told of turns by mail no more.
    pub async fn remove_turn_mail(&self, player: PlayerId) -> Result<(), NoticeError> {
        Ok(self.inner.store.turn_mails().remove(player).await?)
    }

    /// The same for the player in whose mails this secret is. Nothing tells whether there is such a player.
    pub async fn end_turn_mail(&self, end_token: &str) -> Result<(), NoticeError> {
        if let Ok(token) = HEXLOWER.decode(end_token.as_bytes()) {
            self.inner.store.turn_mails().end(token).await?;
        }
        Ok(())
    }

    /// Sends a mail about a turn, if it is still needed.
    pub(crate) async fn mail(
        &self,
        tables: &dyn TableAnswers,
        notice: &StoredNotice,
        mail: &StoredTurnMail,
    ) -> Delivery {
        let now = self.now();
        let end = notice
            .created
            .plus_ms(mail.after_ms + limits::TURN_MAIL_LIFE_MS);
        let Some(mails) = self.inner.mails.get().filter(|_| now < end) else {
            return Delivery::Dropped;
        };
        let free = mail.mailed.plus_ms(limits::TURN_MAIL_INTERVAL_MS);
        if mail.mailed.0 > 0 && free > now {
            return Delivery::PutOff(free);
        }
        let about = match self
            .ask(tables, Some(mail.player), notice, NoticeKind::Turn)
            .await
        {
            Ok(about) => about,
            Err(outcome) => return outcome,
        };
        if !self.inner.mail_pace.lock().allows(Instant::now()) {
            return Delivery::PutOff(now.plus_ms(limits::PUSH_RETRY_MS));
        }
        let last = now.plus_ms(-limits::TURN_MAIL_INTERVAL_MS);
        match self
            .inner
            .store
            .turn_mails()
            .claim(mail.id, now, last)
            .await
        {
            Ok(true) => {}
            // Another node sends a mail about another table, or the player wants no mails any more.
            Ok(false) => return Delivery::PutOff(now.plus_ms(limits::TURN_MAIL_INTERVAL_MS)),
            Err(_) => return Delivery::PutOff(now.plus_ms(limits::PUSH_RETRY_MS)),
        }
        match mails.send(turn_mail(mail, notice.table, &about)).await {
            Some(true) => Delivery::Sent,
            Some(false) => {
                let unsent = self.inner.store.turn_mails().unclaim(mail.id, mail.mailed);
                crate::sender::log_error(unsent.await);
                Delivery::Failed(now.plus_ms(wait_ms(notice.tries + 1)))
            }
            None => Delivery::Dropped,
        }
    }
}

const HOUR_MS: i64 = 60 * 60 * 1_000;

fn turn_mail(mail: &StoredTurnMail, table: TableId, about: &AboutTable) -> TurnMail {
    let language = Language::accepted(&mail.language);
    TurnMail {
        player: mail.player,
        language,
        facts: facts_in(language, about),
        table,
        end_token: HEXLOWER.encode(&mail.end_token),
    }
}
