//! Sends mails over SMTP.

use boneyard_base::{Role, Supervisor, limits};
use boneyard_words::Language;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MessageBuilder};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::email::{SmtpError, SmtpUrl};

/// The name of the task that sends mails.
const MAILS: &str = "mails";

/// Sends mails in a separate task. Clones share this task.
#[derive(Clone, Debug)]
pub(crate) struct Mailer {
    queue: mpsc::Sender<CodeMail>,
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// A mail about a turn, which has lasted for long.
pub(crate) struct TurnMail {
    pub to: Address,
    pub subject: String,
    pub text: String,
    /// The URL that ends such mails by one request (RFC 8058).
    pub end_url: String,
}

/// A mail with a code.
pub(crate) struct CodeMail {
    pub to: Address,
    pub language: &'static Language,
    pub code: String,
}

impl Mailer {
    /// Starts the task that sends mails. `from` is the sender, and `smtp` the SMTP server. The task ends when
    /// the server stops.
    ///
    /// # Errors
    ///
    /// When mails can't be sent to this SMTP server.
    pub(crate) fn start(
        supervisor: &Supervisor,
        smtp: &SmtpUrl,
        from: Mailbox,
    ) -> Result<Self, SmtpError> {
        let transport = smtp.transport(from.email.domain())?;
        let (queue, queued) = mpsc::channel(limits::MAILS_QUEUED_MAX);
        let mailer = Self {
            queue,
            transport,
            from,
        };
        let sending = Sending {
            supervisor: supervisor.clone(),
            mailer: mailer.clone(),
            queued,
        };
        supervisor.supervise(MAILS, Role::Serving, sending, |sending| {
            sending.run().boxed()
        });
        Ok(mailer)
    }

    async fn send_code(&self, mail: CodeMail) {
        let message = match mail.into_message(self.from.clone()) {
            Ok(message) => message,
            Err(error) => return tracing::error!(%error, "a mail can't be written"),
        };
        match self.transport.send(message).await {
            Ok(_) => tracing::info!("a code was sent by email"),
            Err(error) => tracing::warn!(%error, "a mail could not be sent"),
        }
    }

    /// Sends a mail about a turn, and returns whether the SMTP server has taken it.
    pub(crate) async fn deliver(&self, mail: TurnMail) -> bool {
        let message = match mail.into_message(self.from.clone()) {
            Ok(message) => message,
            Err(error) => {
                tracing::error!(%error, "a mail can't be written");
                return false;
            }
        };
        let sent = self.transport.send(message).await;
        match &sent {
            Ok(_) => tracing::info!("a turn was told by email"),
            Err(error) => tracing::warn!(%error, "a mail could not be sent"),
        }
        sent.is_ok()
    }

    /// Queues a mail. The caller doesn't wait until the mail is sent, and doesn't learn whether it arrives.
    pub(crate) fn send(&self, mail: CodeMail) {
        if self.queue.try_send(mail).is_err() {
            tracing::warn!("a mail was dropped: too many mails wait to be sent");
        }
    }
}

/// The task that sends mails with codes.
struct Sending {
    supervisor: Supervisor,
    mailer: Mailer,
    queued: mpsc::Receiver<CodeMail>,
}

impl Sending {
    /// Runs until the server stops. A panic in one mail ends no other.
    async fn run(&mut self) {
        let Self {
            supervisor,
            mailer,
            queued,
        } = self;
        let mails = stream::poll_fn(move |context| queued.poll_recv(context));
        mails
            .for_each_concurrent(limits::MAILS_AT_ONCE, async |mail| {
                let sent = mailer.send_code(mail);
                supervisor.contain(MAILS, "a mail with a code", sent).await;
            })
            .await;
    }
}

impl CodeMail {
    fn into_message(self, from: Mailbox) -> Result<Message, lettre::error::Error> {
        let Self { to, language, code } = self;
        let text = format!("{code}\n\n{}\n", language.email_explanation);
        begin(from, to, language.email_subject).body(text)
    }
}

impl TurnMail {
    fn into_message(self, from: Mailbox) -> Result<Message, lettre::error::Error> {
        begin(from, self.to, &self.subject)
            .header(ListUnsubscribe(format!("<{}>", self.end_url)))
            .header(ListUnsubscribePost)
            .body(self.text)
    }
}

/// A mail without its text.
fn begin(from: Mailbox, to: Address, subject: &str) -> MessageBuilder {
    let id = format!("<{}@{}>", Uuid::new_v4(), from.email.domain());
    Message::builder()
        .from(from)
        .to(Mailbox::new(None, to))
        .subject(subject)
        .message_id(Some(id))
        .header(ContentType::TEXT_PLAIN)
        .header(AutoSubmitted)
}

/// Defines a header that is only written.
macro_rules! written_header {
    ($(#[$doc:meta])+ $type:ident $(($inner:ty))?, $name:literal, $value:expr) => {
        $(#[$doc])+
        #[derive(Clone)]
        struct $type$(($inner))?;

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Err("this header is only written".into())
            }

            fn display(&self) -> HeaderValue {
                let value: fn(&Self) -> String = $value;
                HeaderValue::new(Self::name(), value(self))
            }
        }
    };
}

written_header! {
    /// A header that marks the mail as sent by a program, so that out-of-office programs don't answer it (RFC
    /// 3834).
    AutoSubmitted, "Auto-Submitted", |_| "auto-generated".to_owned()
}

written_header! {
    /// A header with the URL that ends mails of this kind (RFC 2369).
    ListUnsubscribe(String), "List-Unsubscribe", |url| url.0.clone()
}

written_header! {
    /// A header that lets mail programs end mails of this kind by one request (RFC 8058).
    ListUnsubscribePost, "List-Unsubscribe-Post", |_| "List-Unsubscribe=One-Click".to_owned()
}

#[cfg(test)]
mod tests;
