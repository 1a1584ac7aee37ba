//! Sends what is due. A push is taken from the database for a limited time; so it survives this process, and of
//! several nodes one sends it. Before it is sent, its table is asked whether it is still so.

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_store::{PushRecipient, StoreError, StoredPush, StoredPushBrowser};
use boneyard_words::Language;
use prometheus_client::metrics::counter::Counter;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::Push;
use crate::encryption::Recipient;
use crate::endpoint::Endpoint;
use crate::notice::{AboutTable, Kind, Question, Standing, Standings, encode, notice, topic};
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

/// What is to become of a push that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
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

impl Outcome {
    /// What is to become of a push that means nothing any more. A recipient that was never reached is forgotten in the
    /// end.
    pub(crate) const fn late(push: &StoredPush) -> Self {
        if push.tries > 0 {
            Self::GivenUp
        } else {
            Self::Dropped
        }
    }
}

impl Push {
    /// Sends what is due, until the storage is closed.
    pub(crate) async fn send_for_ever(&self, standings: &Arc<dyn Standings>) {
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
                log_error(self.inner.store.pushes().forget_before(before).await);
                log_error(self.inner.store.webhooks().forget_before(before).await);
            }
            match self.send_due(standings).await {
                Ok(()) => {}
                Err(StoreError::Closed) => return,
                Err(error) => tracing::error!(%error, "what browsers are to be told can't be read"),
            }
        }
    }

    /// Begins to send what is due, as far as there is room.
    async fn send_due(&self, standings: &Arc<dyn Standings>) -> Result<(), StoreError> {
        let store = &self.inner.store;
        while self.inner.room.available_permits() > 0 && store.pushes().is_due(self.now()).await? {
            let mut permits = Vec::new();
            while let Ok(permit) = Arc::clone(&self.inner.room).try_acquire_owned() {
                permits.push(permit);
            }
            let now = self.now();
            let leased_until = now.plus_ms(limits::PUSH_LEASE_MS);
            let taken = store.pushes().take_due(now, leased_until, permits.len());
            for ((push, recipient), permit) in taken.await?.into_iter().zip(permits) {
                let (sender, standings) = (self.clone(), Arc::clone(standings));
                tokio::spawn(async move {
                    sender.deal_with(&*standings, &push, &recipient).await;
                    drop(permit);
                    // There is room for another one.
                    sender.inner.stored.notify_one();
                });
            }
        }
        Ok(())
    }

    /// Sends a push, and notes what has become of it.
    async fn deal_with(
        &self,
        standings: &dyn Standings,
        push: &StoredPush,
        recipient: &PushRecipient,
    ) {
        let outcome = async {
            match recipient {
                PushRecipient::Browser(browser) => self.outcome(standings, push, browser).await,
                PushRecipient::Mail(mail) => self.mail(standings, push, mail).await,
                PushRecipient::Webhook(webhook) => {
                    self.tell_webhook(standings, push, webhook).await
                }
            }
        };
        let outcome = self.contain(push, Box::pin(outcome)).await;
        let outcome = outcome.unwrap_or_else(|failed| failed);
        let store = &self.inner.store;
        let noted = match outcome {
            Outcome::Sent => store.pushes().note_sent(push).await,
            Outcome::Dropped => store.pushes().remove(push).await,
            Outcome::PutOff(due) => store.pushes().put_off(push, due, push.tries).await,
            Outcome::Failed(due) => store.pushes().put_off(push, due, push.tries + 1).await,
            Outcome::GivenUp => {
                let counted = store
                    .push_browsers()
                    .count_failure(push.recipient, limits::PUSH_FAILURES_MAX);
                log_error(counted.await.map(drop));
                store.pushes().give_up(push).await
            }
            Outcome::Gone => {
                tracing::info!("a service doesn't know a recipient any more");
                store.push_browsers().forget(push.recipient).await
            }
        };
        log_error(noted);
        match outcome {
            Outcome::Sent => self.inner.meters.sent.inc(),
            Outcome::Failed(_) | Outcome::GivenUp | Outcome::Gone => self.inner.meters.failed.inc(),
            Outcome::Dropped | Outcome::PutOff(_) => 0,
        };
    }

    /// Does some of the work for a push. After a panic, the outcome is that the try has failed: the next one waits longer,
    /// until the push means nothing any more.
    async fn contain<T>(
        &self,
        push: &StoredPush,
        work: impl Future<Output = T>,
    ) -> Result<T, Outcome> {
        let supervisor = &self.inner.supervisor;
        let done = supervisor.contain(crate::NOTICES, push.table, work).await;
        done.ok_or_else(|| Outcome::Failed(self.now().plus_ms(wait_ms(push.tries + 1))))
    }

    async fn outcome(
        &self,
        standings: &dyn Standings,
        push: &StoredPush,
        browser: &StoredPushBrowser,
    ) -> Outcome {
        let address = &browser.address;
        let (Some(kind), Some(endpoint)) =
            (Kind::of(push.kind), Endpoint::parse(&address.endpoint))
        else {
            return Outcome::GivenUp;
        };
        let left_ms = self.left_ms(push, kind);
        if left_ms == 0 {
            return Outcome::late(push);
        }
        if browser.choice.kinds & kind.number() == 0 {
            return Outcome::Dropped;
        }
        let quiet = browser.choice.quiet_from.zip(browser.choice.quiet_until);
        let end = quiet.and_then(|hours| end_of_quiet(self.now(), &address.time_zone, hours));
        if let Some(end) = end {
            return Outcome::PutOff(end);
        }
        let sent = self.ask_and_send(standings, push, browser, (kind, &endpoint, left_ms));
        self.by_service(&endpoint, address.player, push, sent).await
    }

    /// How long a push still means something, in milliseconds.
    pub(crate) fn left_ms(&self, push: &StoredPush, kind: Kind) -> i64 {
        kind.ends(push).ms_since(self.now())
    }

    /// Sends something by a service, if there is room for it. `sent` gives what to do if nothing was sent, or the
    /// service's answer.
    pub(crate) async fn by_service(
        &self,
        endpoint: &Endpoint,
        player: PlayerId,
        push: &StoredPush,
        sent: impl Future<Output = Result<Outcome, Answer>>,
    ) -> Outcome {
        let begun = self
            .inner
            .services
            .lock()
            .begin(endpoint, player, self.now());
        if let Err(until) = begun {
            return Outcome::PutOff(until);
        }
        // The service is free again after a panic, too.
        let sent = self.contain(push, Box::pin(sent)).await;
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
            Err(Answer::Taken) => Outcome::Sent,
            Err(Answer::Gone) => Outcome::Gone,
            Err(Answer::Refused) => Outcome::GivenUp,
            Err(Answer::Later(asked_ms)) => {
                let wait_ms = wait_ms(push.tries + 1).max(asked_ms.unwrap_or(0));
                Outcome::Failed(now.plus_ms(wait_ms))
            }
        }
    }

    /// Asks the table whether a push is needed. Returns what to do if not.
    pub(crate) async fn ask(
        &self,
        standings: &dyn Standings,
        player: Option<PlayerId>,
        push: &StoredPush,
        kind: Kind,
    ) -> Result<AboutTable, Outcome> {
        let number = u32::try_from(push.number).unwrap_or_default();
        let question = match kind {
            Kind::Turn => Question::Turn(number),
            Kind::Over => Question::Over(number),
            Kind::Found => Question::Found,
            Kind::Match => Question::Match {
                come_by: Timestamp(push.number),
            },
            Kind::Invited => Question::Invited,
        };
        match standings.ask(player, push.table, question).await {
            Standing::Awaited(about) => Ok(about),
            Standing::Here | Standing::Over => Err(Outcome::Dropped),
            Standing::Unknown => Err(Outcome::PutOff(self.now().plus_ms(limits::PUSH_WAIT_MS))),
        }
    }

    /// Asks the table, and sends the push if it is needed. `Ok` if nothing was sent, otherwise the service's answer.
    async fn ask_and_send(
        &self,
        standings: &dyn Standings,
        push: &StoredPush,
        browser: &StoredPushBrowser,
        (kind, endpoint, left_ms): (Kind, &Endpoint, i64),
    ) -> Result<Outcome, Answer> {
        let address = &browser.address;
        let about = match self.ask(standings, Some(address.player), push, kind).await {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let language = Language::accepted(&address.language);
        let text = encode(notice(kind, push.table, &about, &push.name, language));
        let recipient = Recipient::new(&address.public_key, &address.auth_secret);
        let encrypted = recipient.map(|keys| keys.encrypt(text.as_bytes()));
        let body = match encrypted {
            Some(Ok(body)) => body,
            Some(Err(error)) => {
                tracing::error!(%error, "a push can't be encrypted");
                return Ok(Outcome::GivenUp);
            }
            None => return Ok(Outcome::GivenUp),
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
            topic: topic(&address.endpoint, push.table),
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
        Err(error) => tracing::error!(%error, "what became of a push can't be stored"),
    }
}
