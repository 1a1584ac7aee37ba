//! Answers for the tables when browsers are about to be told something, and sends mails about turns.

use boneyard_base::{PlayerId, TableId};
use boneyard_notices::{Mails, TableAnswer, TableAnswers, TableQuestion, TurnMail};
use boneyard_people::People;
use boneyard_table::{Input, Tables};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

/// Implements [`TableAnswers`], so that notices can ask the tables.
pub(crate) struct LocalTables {
    pub(crate) tables: Tables,
    pub(crate) people: People,
}

impl TableAnswers for LocalTables {
    fn ask(
        &self,
        player: Option<PlayerId>,
        table: TableId,
        question: TableQuestion,
    ) -> BoxFuture<'_, TableAnswer> {
        let asked = async move {
            // An open page shows an invitation itself, whichever table it shows.
            let is_online = |player| self.people.presence.is_online(player);
            if question == TableQuestion::Invited && player.is_some_and(is_online) {
                return TableAnswer::Here;
            }
            let mut answer = None;
            let stands = Input::Stands {
                player,
                question,
                answer: &mut answer,
            };
            // If the table has ended, the answer stays `None`.
            let _ = self.tables.open(table).take(stands).await;
            answer.unwrap_or(TableAnswer::Over)
        };
        asked.boxed()
    }
}

/// Implements [`Mails`], so that players are told of turns by mail.
pub(crate) struct PeopleMails(pub(crate) People);

impl Mails for PeopleMails {
    fn send(&self, mail: TurnMail) -> BoxFuture<'_, Option<bool>> {
        let sent = async move {
            let TurnMail {
                player,
                language,
                facts,
                table,
                end_token,
            } = mail;
            let path = format!("/mails/end/{end_token}");
            let sent = self.0.mail_turn(player, language, &facts, table, &path);
            sent.await.unwrap_or_else(|error| {
                tracing::error!(%error, "the address for a mail can't be read");
                Some(false)
            })
        };
        sent.boxed()
    }
}
