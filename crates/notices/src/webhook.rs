//! Webhooks: a chat or a program is told what happens at a table over days. The host of the table sets the address, which may be
//! anything, so it is reached as push services are. What is told contains names that visitors have chosen, so nothing in
//! it may be read as markup, a mention or a link.

use boneyard_base::{PlayerId, RecipientId, Requester, TableId, limits::Bound};
use boneyard_protocol::push::{
    PutWebhook, TableWebhook, WebhookBody, WebhookEvent, WebhookEventKind, WebhookForm,
};
use boneyard_store::{StoredNotice, StoredWebhook};
use boneyard_words::Language;
use serde_json::json;
use tokio::time::Instant;

use crate::endpoint::Endpoint;
use crate::notice::{AboutTable, NoticeKind, TableAnswer, TableAnswers, TableQuestion, game_in};
use crate::post::Post;
use crate::sender::Delivery;
use crate::{NoticeError, Notices};

/// The characters that some chat reads as markup.
const MARKUP: &[char] = &[
    '\\', '`', '*', '_', '~', '|', '<', '>', '[', ']', '(', ')', '#', '@', ':', '/', '.', '&', '!',
    '{', '}', '$',
];

/// The largest number of characters of a text, which has the names of up to eight players.
const TEXT_MAX: usize = 500;

/// Discord shows no previews of links with this flag.
const SUPPRESS_EMBEDS: u32 = 4;

impl Notices {
    /// Sets the webhook of a table, in place of the one that it has. `requester` is the host of the table. `origin` is
    /// that of the site, for links to the table.
    pub async fn put_webhook(
        &self,
        requester: Requester,
        table: TableId,
        origin: &str,
        wanted: &PutWebhook,
    ) -> Result<TableWebhook, NoticeError> {
        Endpoint::parse(&wanted.url).ok_or(NoticeError::WrongField("url"))?;
        self.must_be_host(requester.player, table).await?;
        let bound = [Bound::PushBrowsers];
        let counted = self.inner.bounds.take(&bound, requester, Instant::now());
        counted.ok_or(NoticeError::TooMany)?;
        let webhook = StoredWebhook {
            id: RecipientId::random(),
            table,
            player: requester.player,
            form: name_of(wanted.form).to_owned(),
            url: wanted.url.clone(),
            origin: origin.to_owned(),
            language: Language::accepted(&wanted.language).code.to_owned(),
            created: self.now(),
        };
        let shown = shown(&webhook);
        let is_set = self.inner.store.webhooks().set(webhook).await?;
        is_set.then_some(()).ok_or(NoticeError::TooMany)?;
        Ok(shown)
    }

    /// The webhook of a table, for the table's host. The secret part of its URL isn't shown again.
    pub async fn webhook(
        &self,
        player: PlayerId,
        table: TableId,
    ) -> Result<TableWebhook, NoticeError> {
        self.must_be_host(player, table).await?;
        let stored = self.inner.store.webhooks().of(table).await?;
        Ok(stored.as_ref().map_or_else(TableWebhook::default, shown))
    }

    /// Removes the webhook of a table, for the table's host.
    pub async fn remove_webhook(
        &self,
        player: PlayerId,
        table: TableId,
    ) -> Result<(), NoticeError> {
        self.must_be_host(player, table).await?;
        Ok(self.inner.store.webhooks().remove(table).await?)
    }

    async fn must_be_host(&self, player: PlayerId, table: TableId) -> Result<(), NoticeError> {
        let tables = self.inner.tables.get().ok_or(NoticeError::NotHere)?;
        match tables.ask(Some(player), table, TableQuestion::Host).await {
            TableAnswer::Awaited(_) => Ok(()),
            TableAnswer::Here | TableAnswer::Over | TableAnswer::Unknown => {
                Err(NoticeError::NotHost)
            }
        }
    }

    /// Tells the webhook of a table, if it is still so.
    pub(crate) async fn tell_webhook(
        &self,
        tables: &dyn TableAnswers,
        notice: &StoredNotice,
        webhook: &StoredWebhook,
    ) -> Delivery {
        let (Some(kind), Some(endpoint), Some(form)) = (
            NoticeKind::of(notice.kind),
            Endpoint::parse(&webhook.url),
            form_of(&webhook.form),
        ) else {
            return Delivery::GivenUp;
        };
        if self.left_ms(notice, kind) == 0 {
            return Delivery::late(notice);
        }
        let sent = async {
            // The webhook ends with the right to set it: the account that has set it may no longer be the host.
            let host = Some(webhook.player);
            if tables.ask(host, notice.table, TableQuestion::Host).await == TableAnswer::Over {
                return Ok(Delivery::Gone);
            }
            let about = match self.ask(tables, None, notice, kind).await {
                Ok(about) => about,
                Err(outcome) => return Ok(outcome),
            };
            let body = told(form, kind, webhook, &about);
            let post = Post::json(endpoint.clone(), body);
            Err(post.send(&self.inner.connector, self.now()).await)
        };
        self.by_service(&endpoint, webhook.player, notice, sent)
            .await
    }
}

const fn name_of(form: WebhookForm) -> &'static str {
    match form {
        WebhookForm::Discord => "discord",
        WebhookForm::Slack => "slack",
        WebhookForm::Matrix => "matrix",
        WebhookForm::Json => "json",
    }
}

fn form_of(name: &str) -> Option<WebhookForm> {
    let all = [
        WebhookForm::Discord,
        WebhookForm::Slack,
        WebhookForm::Matrix,
        WebhookForm::Json,
    ];
    all.into_iter().find(|form| name_of(*form) == name)
}

/// What the table's host is shown of a webhook.
fn shown(webhook: &StoredWebhook) -> TableWebhook {
    let form = form_of(&webhook.form);
    let endpoint = Endpoint::parse(&webhook.url);
    TableWebhook {
        webhook: form.zip(endpoint).map(|(form, endpoint)| WebhookBody {
            form,
            host: endpoint.host().to_owned(),
        }),
    }
}

/// What a webhook is told, as the body of a request.
fn told(
    form: WebhookForm,
    kind: NoticeKind,
    webhook: &StoredWebhook,
    about: &AboutTable,
) -> String {
    let language = Language::accepted(&webhook.language);
    let text = text(kind, about, language);
    let link = format!("{}/t/{}", webhook.origin, webhook.table);
    let body = match form {
        WebhookForm::Discord => json!({
            "content": format!("{}\n<{link}>", escaped(&text)),
            "allowed_mentions": { "parse": [] },
            "flags": SUPPRESS_EMBEDS,
        }),
        WebhookForm::Slack => json!({
            "text": format!("{}\n<{link}>", without_markup(&text)),
            "unfurl_links": false,
            "unfurl_media": false,
        }),
        WebhookForm::Matrix => json!({ "text": format!("{}\n\n{link}", escaped(&text)) }),
        WebhookForm::Json => {
            let event = WebhookEvent {
                event: if kind == NoticeKind::Over {
                    WebhookEventKind::Over
                } else {
                    WebhookEventKind::Turn
                },
                table: webhook.table,
                url: link,
                game: about.preset.name().to_owned(),
                player: about.player.clone(),
                scores: about.scores.clone(),
                text,
            };
            json!(event)
        }
    };
    body.to_string()
}

/// What has happened, in a line.
fn text(kind: NoticeKind, about: &AboutTable, language: &Language) -> String {
    let game = game_in(language, about);
    let all = if kind == NoticeKind::Over {
        let scores = about.scores.iter();
        let scores = scores.map(|side| format!("{} {}", side.names.join(" + "), side.points));
        let scores: Vec<_> = scores.collect();
        format!("{}: {game} · {}", language.webhook_over, scores.join(", "))
    } else {
        let name = about.player.as_deref().unwrap_or_default();
        let title = language.webhook_turn.replace("{{name}}", name);
        format!("{title}: {game}")
    };
    all.chars()
        .filter(|c| !c.is_control())
        .take(TEXT_MAX)
        .collect()
}

/// The characters that begin a list where a text begins with them.
const BULLETS: &[char] = &['-', '+'];

/// A text for a chat that reads Markdown.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if MARKUP.contains(&c) || (safe.is_empty() && BULLETS.contains(&c)) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A text for Slack, in whose markup a backslash means nothing, and for Mattermost, which takes the same form and reads
/// Markdown: what is markup in one of them is replaced by characters that look alike.
fn without_markup(text: &str) -> String {
    let is_bullet = |at: usize, c: char| at == 0 && BULLETS.contains(&c);
    let safe = text.chars().enumerate().map(|(at, c)| match c {
        '*' => '∗',
        '~' => '∼',
        '`' => 'ˋ',
        // An address without these isn't made a link.
        '.' => '․',
        ':' => '꞉',
        // The others have a wide form, which Unicode has in the same order.
        c if MARKUP.contains(&c) || is_bullet(at, c) => {
            char::from_u32(u32::from(c) + WIDE).unwrap_or(' ')
        }
        c => c,
    });
    safe.collect()
}

/// How far the wide form of an ASCII character is from the character.
const WIDE: u32 = 0xfee0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chat_reads_markup_in_a_name() {
        let name = "-[a](http://b.c) #d *e* _f_ ~g~ >h `i` |j| @k <!l> &m \\n $o$ {p} q-r+s";
        let slack = without_markup(name);
        let read = [
            '[', ']', '(', ')', '#', '*', '_', '~', '>', '<', '`', '|', '@', '!', '&',
        ];
        assert!(!slack.contains(read) && !slack.contains(['\\', '$', '{', '}', ':', '.', '/']));
        assert!(
            slack.starts_with('－') && slack.ends_with("q-r+s"),
            "{slack}"
        );
        assert_eq!(slack.chars().count(), name.chars().count());

        let markdown = escaped(name);
        let mut before = ' ';
        for c in markdown.chars() {
            assert!(!read.contains(&c) || before == '\\', "{markdown}");
            before = c;
        }
        assert!(markdown.starts_with("\\-\\[a\\]"), "{markdown}");
        assert_eq!(escaped("Ana-María"), "Ana-María");
    }
}
