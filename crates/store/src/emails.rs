//! The confirmed email addresses of accounts, and the codes that were sent to email addresses.

use boneyard_base::{PlayerId, Timestamp};

use super::{Emails, StoreError};

/// A code that is about to be sent to an email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEmailCode {
    /// The id of the attempt to confirm the address.
    pub attempt: [u8; 16],
    /// The player who asks for the code: the owner of an account, or a guest who wants to sign in.
    pub player: PlayerId,
    /// The address, in lower case.
    pub email_key: String,
    /// The hash of the code.
    pub code_hash: String,
    /// When the code expires.
    pub expires: Timestamp,
}

/// The result of setting an account's email address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetEmail {
    /// The account has the email address now.
    Set,
    /// Another account has the address.
    Taken,
}

impl Emails<'_> {
    /// Stores a code before it is sent.
    pub async fn add_code(self, code: &NewEmailCode) -> Result<(), StoreError> {
        let values = [
            code.attempt.to_vec().into(),
            code.code_hash.as_str().into(),
            code.player.into(),
            code.email_key.as_str().into(),
            code.expires.into(),
        ];
        let sql = "INSERT INTO sign_in_codes (attempt_id, kind, code_hash, player_id, email, \
                   expires_ms, tries, device_name, state) \
                   VALUES ($1, 'email', $2, $3, $4, $5, 0, '', 'offered')";
        self.0.execute(sql, values).await?;
        Ok(())
    }

    /// Checks a code that a player has entered, and counts the try. Returns the email address to which the
    /// code was sent, if the code is right and was sent for this player. Returns `None` if the code was used
    /// before, has expired or was tried too often.
    pub async fn try_code(
        self,
        attempt: [u8; 16],
        player: PlayerId,
        code_hash: &str,
        now: Timestamp,
        tries_max: i64,
    ) -> Result<Option<String>, StoreError> {
        let attempt = attempt.to_vec();
        let tried = [
            attempt.clone().into(),
            player.into(),
            now.into(),
            tries_max.into(),
        ];
        let used = [attempt.into(), code_hash.into()];
        self.0
            .write(move |session| {
                let tried = session.execute(
                    "UPDATE sign_in_codes SET tries = tries + 1 \
                 WHERE attempt_id = $1 AND kind = 'email' AND player_id = $2 \
                 AND expires_ms > $3 AND tries < $4 AND state = 'offered'",
                    &tried,
                )?;
                if tried == 0 {
                    return Ok(None);
                }
                session.first(
                    "UPDATE sign_in_codes SET state = 'used' \
                 WHERE attempt_id = $1 AND code_hash = $2 AND state = 'offered' RETURNING email",
                    &used,
                )
            })
            .await
    }

    /// Sets the confirmed address of an account.
    pub async fn set(
        self,
        player: PlayerId,
        email_key: &str,
        now: Timestamp,
    ) -> Result<SetEmail, StoreError> {
        let values = [email_key.into(), player.into(), now.into()];
        self.0
            .write(move |session| {
                let taken = "SELECT player_id FROM emails WHERE email_key = $1 AND player_id <> $2";
                if session.exists(taken, &values[..2])? {
                    return Ok(SetEmail::Taken);
                }
                session.execute("DELETE FROM emails WHERE player_id = $1", &values[1..2])?;
                session.execute(
                    "INSERT INTO emails (email_key, player_id, created_ms) VALUES ($1, $2, $3)",
                    &values,
                )?;
                Ok(SetEmail::Set)
            })
            .await
    }

    /// The confirmed email address of an account, in lower case.
    pub async fn of(self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT email_key FROM emails WHERE player_id = $1";
        self.0.first(sql, [player.into()]).await
    }

    /// The player whose account has this email address. `email_key` is in lower case.
    pub async fn player_by(self, email_key: &str) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player_id FROM emails WHERE email_key = $1";
        self.0.first(sql, [email_key.into()]).await
    }

    /// Deletes the email address of an account. Returns whether the account had one.
    pub async fn remove(self, player: PlayerId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM emails WHERE player_id = $1";
        Ok(self.0.execute(sql, [player.into()]).await? > 0)
    }
}
