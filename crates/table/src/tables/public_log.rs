//! What tables need of the public log: the receipts that they give to players, and which heads it has signed.

use boneyard_fair::LogHead;
use boneyard_protocol::{Receipt, SignedHead, TableId};

use super::Tables;
use crate::state::deals::BegunTerms;
use crate::state::refusal::Refusal;

impl Tables {
    /// The head that comes with a promise. Without one, the head of an empty log.
    ///
    /// # Errors
    ///
    /// [`Refusal::ForeignHead`] if this server hasn't signed the head, or if its log doesn't begin with it, because
    /// an older copy of the database was put back: no receipt could prove such a promise.
    pub(crate) async fn promised_head(&self, head: Option<SignedHead>) -> Result<LogHead, Refusal> {
        let Some(signed) = head else {
            return Ok(LogHead::default());
        };
        let log = self.parts().transparency.as_ref();
        let log = log.filter(|log| signed.is_signed_by(&log.key()));
        let log = log.ok_or(Refusal::ForeignHead)?;
        let begins = log.begins_with(signed.head()).await.map_err(|error| {
            tracing::error!(%error, "the public log can't be read");
            Refusal::Unavailable
        })?;
        begins.then(|| signed.head()).ok_or(Refusal::ForeignHead)
    }

    /// Whether the server has a public log.
    pub(crate) fn has_public_log(&self) -> bool {
        self.parts().transparency.is_some()
    }

    /// The receipt for the terms of a match that has begun. `None` if the server has no public log, if the log
    /// can't be read, or if it doesn't prove the terms; then no player can be asked for a seed.
    pub(crate) async fn receipt(&self, table: TableId, terms: &BegunTerms) -> Option<Receipt> {
        let log = self.parts().transparency.as_ref()?;
        let BegunTerms {
            match_number,
            commitment,
            agreed,
            promises,
            others,
        } = terms;
        let section = others.as_ref().map(|others| others.to_vec());
        let receipt = log
            .receipt(
                table,
                *match_number,
                *commitment,
                *agreed,
                promises.clone(),
                section,
            )
            .await;
        match receipt {
            Ok(Some(receipt)) => return Some(receipt),
            Ok(None) => tracing::error!(%table, match_number, "the public log proves no receipt"),
            Err(error) => tracing::error!(%table, match_number, %error, "no receipt can be made"),
        }
        None
    }
}
