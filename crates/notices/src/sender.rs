//! Sends what is due. A notice is taken from the database for a limited time; so it survives this process, and of
//! several nodes one sends it. Before it is sent, its table is asked whether it is still so.

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_store::{NoticeRecipient, StoreError, StoredNotice, StoredPushBrowser};
use boneyard_words::Language;
use prometheus_client::metrics::counter::Counter;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::Notices;
use crate::encryption::Recipient;
use crate::endpoint::Endpoint;
use crate::notice::{
    AboutTable, NoticeKind, TableAnswer, TableAnswers, TableQuestion, encode, push_notice, topic,
};
use crate::post::{self, Answer, Post};
use crate::quiet::end_of_quiet;
use crate::services::{Service, wait_ms};

/// Metrics of what was sent. Clones share the same values.
#[derive(Clone, Debug, Default)]
pub struct Meters {
    /// Pushes that the push services have taken, and mails that the mail server has taken.
    pub sent: Counter,
    /// Tries that have failed.
    pub failed: Counter,
}

/// What is to become of a notice that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// It was sent.
    Sent,
    /// It isn't needed now.
    Dropped,
    /// It waits until this time. Nothing has failed.
    PutOff(Timestamp),
    /// A try has failed, and the next one is made at this time.
    Failed(Timestamp),
    /// It will not be sent. The failure counts against the recipient.
    GivenUp,
    /// The recipient is gone.
    Gone,
}

impl Delivery {
    /// What is to become of a notice that means nothing any more. A recipient that was never reached is forgotten in the
    /// end.
    pub(crate) const fn late(notice: &StoredNotice) -> Self {
        if notice.tries > 0 {
            Self::GivenUp
        } else {
            Self::Dropped
        }
    }
}

impl Notices {
    /// Sends what is due, until the storage is closed.
    pub(crate) async fn send_for_ever(&self, tables: &Arc<dyn TableAnswers>) {
        let mut polls = interval(limits::PUSH_POLL);
        polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut forgotten: Option<Instant> = None;
        loop {
            tokio::select! {
                _ = polls.tick() => {}
                () = self.inner.stored.notified() => {}
            }
            let is_trusted = self.inner.clock.even_for() >= limits::CLOCK_TRUSTED_AFTER;
            if is_trusted && forgotten.is_none_or(|at| at.elapsed() >= limits::PUSH_FORGET_INTERVAL)
            {
                forgotten = Some(Instant::now());
                let before = self.now().plus_ms(-limits::PUSH_REMEMBERED_MS);
                log_error(self.inner.store.notices().forget_before(before).await);
                log_error(self.inner.store.webhooks().forget_before(before).await);
            }
            match self.send_due(tables).await {
                Ok(()) => {}
                Err(StoreError::Closed) => return,
                Err(error) => tracing::error!(%error, "what browsers are to be told can't be read"),
            }
        }
    }

    /// Begins to send what is due, as far as there is room.
    async fn send_due(&self, tables: &Arc<dyn TableAnswers>) -> Result<(), StoreError> {
        let store = &self.inner.store;
        while self.inner.room.available_permits() > 0 && store.notices().is_due(self.now()).await? {
            let mut permits = Vec::new();
            while let Ok(permit) = Arc::clone(&self.inner.room).try_acquire_owned() {
                permits.push(permit);
            }
            let now = self.now();
            let leased_until = now.plus_ms(limits::PUSH_LEASE_MS);
            let taken = store.notices().take_due(now, leased_until, permits.len());
            for ((notice, recipient), permit) in taken.await?.into_iter().zip(permits) {
                let (sender, tables) = (self.clone(), Arc::clone(tables));
                tokio::spawn(async move {
                    sender.deal_with(&*tables, &notice, &recipient).await;
                    drop(permit);
                    // There is room for another one.
                    sender.inner.stored.notify_one();
                });
            }
        }
        Ok(())
    }

    /// Sends a notice, and notes what has become of it.
    async fn deal_with(
        &self,
        tables: &dyn TableAnswers,
        notice: &StoredNotice,
        recipient: &NoticeRecipient,
    ) {
        let outcome = async {
            match recipient {
                NoticeRecipient::Browser(browser) => self.outcome(tables, notice, browser).await,
                NoticeRecipient::Mail(mail) => self.mail(tables, notice, mail).await,
                NoticeRecipient::Webhook(webhook) => {
                    self.tell_webhook(tables, notice, webhook).await
                }
            }
        };
        let outcome = self.contain(notice, Box::pin(outcome)).await;
        let outcome = outcome.unwrap_or_else(|failed| failed);
        let store = &self.inner.store;
        let noted = match outcome {
            Delivery::Sent => store.notices().note_sent(notice).await,
            Delivery::Dropped => store.notices().remove(notice).await,
            Delivery::PutOff(due) => store.notices().put_off(notice, due, notice.tries).await,
            Delivery::Failed(due) => store.notices().put_off(notice, due, notice.tries + 1).await,
            Delivery::GivenUp => {
                let counted = store
                    .push_browsers()
                    .count_failure(notice.recipient, limits::PUSH_FAILURES_MAX);
                log_error(counted.await.map(drop));
                store.notices().give_up(notice).await
            }
            Delivery::Gone => {
                tracing::info!("a service doesn't know a recipient any more");
                store.push_browsers().forget(notice.recipient).await
            }
        };
        log_error(noted);
        match outcome {
            Delivery::Sent => self.inner.meters.sent.inc(),
            Delivery::Failed(_) | Delivery::GivenUp | Delivery::Gone => {
                self.inner.meters.failed.inc()
            }
            Delivery::Dropped | Delivery::PutOff(_) => 0,
        };
    }

    /// Does some of the work for a notice. After a panic, the outcome is that the try has failed: the next one waits longer,
    /// until the notice means nothing any more.
    async fn contain<T>(
        &self,
        notice: &StoredNotice,
        work: impl Future<Output = T>,
    ) -> Result<T, Delivery> {
        let supervisor = &self.inner.supervisor;
        let done = supervisor.contain(crate::NOTICES, notice.table, work).await;
        done.ok_or_else(|| Delivery::Failed(self.now().plus_ms(wait_ms(notice.tries + 1))))
    }

    async fn outcome(
        &self,
        tables: &dyn TableAnswers,
        notice: &StoredNotice,
        browser: &StoredPushBrowser,
    ) -> Delivery {
        let address = &browser.address;
        let (Some(kind), Some(endpoint)) = (
            NoticeKind::of(notice.kind),
            Endpoint::parse(&address.endpoint),
        ) else {
            return Delivery::GivenUp;
        };
        let left_ms = self.left_ms(notice, kind);
        if left_ms == 0 {
            return Delivery::late(notice);
        }
        if browser.choice.kinds & kind.number() == 0 {
            return Delivery::Dropped;
        }
        let quiet = browser.choice.quiet_from.zip(browser.choice.quiet_until);
        let end = quiet.and_then(|hours| end_of_quiet(self.now(), &address.time_zone, hours));
        if let Some(end) = end {
            return Delivery::PutOff(end);
        }
        let sent = self.ask_and_send(tables, notice, browser, (kind, &endpoint, left_ms));
        self.by_service(&endpoint, address.player, notice, sent)
            .await
    }

    /// How long a notice still means something, in milliseconds.
    pub(crate) fn left_ms(&self, notice: &StoredNotice, kind: NoticeKind) -> i64 {
        kind.ends(notice).ms_since(self.now())
    }

    /// Sends something by a service, if there is room for it. `sent` gives what to do if nothing was sent, or the
    /// service's answer.
    pub(crate) async fn by_service(
        &self,
        endpoint: &Endpoint,
        player: PlayerId,
        notice: &StoredNotice,
        sent: impl Future<Output = Result<Delivery, Answer>>,
    ) -> Delivery {
        let begun = self
            .inner
            .services
            .lock()
            .begin(endpoint, player, self.now());
        if let Err(until) = begun {
            return Delivery::PutOff(until);
        }
        // The service is free again after a panic, too.
        let sent = self.contain(notice, Box::pin(sent)).await;
        let sent = sent.unwrap_or_else(Ok);
        let fails = matches!(sent, Err(Answer::Later(None)));
        let service = if fails {
            Service::Fails
        } else {
            Service::Works
        };
        let now = self.now();
        let mut services = self.inner.services.lock();
        services.end(endpoint, player, service, now);
        match sent {
            Ok(outcome) => outcome,
            Err(Answer::Taken) => Delivery::Sent,
            Err(Answer::Gone) => Delivery::Gone,
            Err(Answer::Refused) => Delivery::GivenUp,
            Err(Answer::Later(asked_ms)) => {
                let wait_ms = wait_ms(notice.tries + 1).max(asked_ms.unwrap_or(0));
                Delivery::Failed(now.plus_ms(wait_ms))
            }
        }
    }

    /// Asks the table whether a notice is needed. Returns what to do if not.
    pub(crate) async fn ask(
        &self,
        tables: &dyn TableAnswers,
        player: Option<PlayerId>,
        notice: &StoredNotice,
        kind: NoticeKind,
    ) -> Result<AboutTable, Delivery> {
        let number = u32::try_from(notice.number).unwrap_or_default();
        let question = match kind {
            NoticeKind::Turn => TableQuestion::Turn(number),
            NoticeKind::Over => TableQuestion::Over(number),
            NoticeKind::Found => TableQuestion::Found,
            NoticeKind::Match => TableQuestion::Match {
                come_by: Timestamp(notice.number),
            },
            NoticeKind::Invited => TableQuestion::Invited,
        };
        match tables.ask(player, notice.table, question).await {
            TableAnswer::Awaited(about) => Ok(about),
            TableAnswer::Here | TableAnswer::Over => Err(Delivery::Dropped),
            TableAnswer::Unknown => Err(Delivery::PutOff(self.now().plus_ms(limits::PUSH_WAIT_MS))),
        }
    }

    /// Asks the table, and sends the notice if it is needed. `Ok` if nothing was sent, otherwise the service's answer.
    async fn ask_and_send(
        &self,
        tables: &dyn TableAnswers,
        notice: &StoredNotice,
        browser: &StoredPushBrowser,
        (kind, endpoint, left_ms): (NoticeKind, &Endpoint, i64),
    ) -> Result<Delivery, Answer> {
        let address = &browser.address;
        let about = match self.ask(tables, Some(address.player), notice, kind).await {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let language = Language::accepted(&address.language);
        let text = encode(push_notice(
            kind,
            notice.table,
            &about,
            &notice.name,
            language,
        ));
        let recipient = Recipient::new(&address.public_key, &address.auth_secret);
        let encrypted = recipient.map(|keys| keys.encrypt(text.as_bytes()));
        let body = match encrypted {
            Some(Ok(body)) => body,
            Some(Err(error)) => {
                tracing::error!(%error, "a push can't be encrypted");
                return Ok(Delivery::GivenUp);
            }
            None => return Ok(Delivery::GivenUp),
        };
        let now = self.now();
        let contact = self.inner.contact.as_deref().unwrap_or(&address.origin);
        let is_url = |url: &&str| url.starts_with("https://") || url.starts_with("mailto:");
        let contact = Some(contact).filter(is_url);
        let answer = post::Push {
            authorization: self
                .inner
                .key
                .authorization(&endpoint.origin(), contact, now),
            topic: topic(&address.endpoint, notice.table),
            endpoint: endpoint.clone(),
            body,
            ttl_s: (left_ms / 1_000).max(1),
            urgency: kind.urgency(),
        };
        Err(Post::from(answer).send(&self.inner.connector, now).await)
    }
}

pub(crate) fn log_error(result: Result<(), StoreError>) {
    match result {
        // The server stops.
        Ok(()) | Err(StoreError::Closed) => {}
        Err(error) => tracing::error!(%error, "what became of a notice can't be stored"),
    }
}
