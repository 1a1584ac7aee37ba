//! Sends mails over SMTP.

use boneyard_base::limits;
use boneyard_words::Language;
use futures_util::StreamExt as _;
use futures_util::stream;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::{Address, AsyncTransport as _};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::email::{SmtpError, SmtpUrl};

/// Sends mails in a separate task. Clones share this task.
#[derive(Clone, Debug)]
pub(crate) struct Mailer {
    queue: mpsc::Sender<CodeMail>,
}

/// A mail with a code.
pub(crate) struct CodeMail {
    pub to: Address,
    pub language: &'static Language,
    pub code: String,
}

impl Mailer {
    /// Starts the task that sends mails. `from` is the sender, and `smtp` the SMTP server. The task ends when
    /// the last clone is dropped.
    ///
    /// # Errors
    ///
    /// When mails can't be sent to this SMTP server.
    pub(crate) fn start(smtp: &SmtpUrl, from: Mailbox) -> Result<Self, SmtpError> {
        let transport = smtp.transport(from.email.domain())?;
        let (queue, mut queued) = mpsc::channel(limits::MAILS_QUEUED_MAX);
        let mails = stream::poll_fn(move |context| queued.poll_recv(context));
        tokio::spawn(
            mails.for_each_concurrent(limits::MAILS_AT_ONCE, move |mail: CodeMail| {
                let (transport, from) = (transport.clone(), from.clone());
                async move {
                    let message = match mail.into_message(from) {
                        Ok(message) => message,
                        Err(error) => return tracing::error!(%error, "a mail can't be written"),
                    };
                    match transport.send(message).await {
                        Ok(_) => tracing::info!("a code was sent by email"),
                        Err(error) => tracing::warn!(%error, "a mail could not be sent"),
                    }
                }
            }),
        );
        Ok(Self { queue })
    }

    /// Queues a mail. The caller doesn't wait until the mail is sent, and doesn't learn whether it arrives.
    pub(crate) fn send(&self, mail: CodeMail) {
        if self.queue.try_send(mail).is_err() {
            tracing::warn!("a mail was dropped: too many mails wait to be sent");
        }
    }
}

impl CodeMail {
    fn into_message(self, from: Mailbox) -> Result<Message, lettre::error::Error> {
        let Self { to, language, code } = self;
        let id = format!("<{}@{}>", Uuid::new_v4(), from.email.domain());
        let text = format!("{code}\n\n{}\n", language.email_explanation);
        Message::builder()
            .from(from)
            .to(Mailbox::new(None, to))
            .subject(language.email_subject)
            .message_id(Some(id))
            .header(ContentType::TEXT_PLAIN)
            .header(AutoSubmitted)
            .body(text)
    }
}

/// A header that marks the mail as sent by a program, so that out-of-office programs don't answer it (RFC
/// 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        let value = "auto-generated".to_owned();
        HeaderValue::new(Self::name(), value)
    }
}

#[cfg(test)]
mod tests;
