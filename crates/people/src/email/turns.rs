//! Mails to players whose turn it has been for long.

use boneyard_base::{PlayerId, TableId};
use boneyard_store::StoreError;
use boneyard_words::Language;

use super::mailer::TurnMail;
use crate::People;

impl People {
    /// Whether players can be told of their turns by mail: the settings have an SMTP server, and a URL for the links in
    /// the mails.
    pub const fn offers_turn_mails(&self) -> bool {
        self.mailer.is_some() && self.public_url.is_some()
    }

    /// Tells a player by mail that a table waits. `facts` are the game and the others at the table, and `end_path` is the
    /// path that ends such mails. Returns whether the SMTP server has taken the mail; `None` if the player has no
    /// confirmed address.
    pub async fn mail_turn(
        &self,
        player: PlayerId,
        language: &Language,
        facts: &str,
        table: TableId,
        end_path: &str,
    ) -> Result<Option<bool>, StoreError> {
        let (Some(mailer), Some(site)) = (&self.mailer, &self.public_url) else {
            return Ok(None);
        };
        let email = self.store.emails().of(player).await?;
        let Some(to) = email.and_then(|email| email.parse().ok()) else {
            return Ok(None);
        };
        let end_url = format!("{site}{end_path}");
        let text = format!(
            "{}\n\n{facts}\n{site}/t/{table}\n\n-- \n{}\n{end_url}\n",
            language.turn_mail_text, language.turn_mail_end,
        );
        let mail = TurnMail {
            to,
            subject: language.turn_mail_subject.to_owned(),
            text,
            end_url,
        };
        Ok(Some(mailer.deliver(mail).await))
    }
}
