//! The passkeys of accounts, and the challenges that wait for the answer of a passkey.

use boneyard_base::{PlayerId, Timestamp};

use super::select::select;
use super::{Passkeys, StoreError};

/// A passkey of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPasskey {
    /// The id by which the browser identifies the passkey.
    pub credential_id: Vec<u8>,
    /// The player whose account has the passkey.
    pub player: PlayerId,
    /// The name of the passkey. Only the account's owner sees it.
    pub name: String,
    /// The passkey's public key and the other data needed to verify it, in JSON.
    pub credential: String,
    /// When the passkey was made.
    pub created: Timestamp,
    /// When the passkey was last used.
    pub used: Timestamp,
}

/// The result of adding a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedPasskey {
    /// The account has the passkey now.
    Added,
    /// The account has as many passkeys as one account may have.
    TooMany,
    /// This account or another one already has the passkey.
    Known,
}

macro_rules! select_passkeys {
    ($which:literal) => {
        select!(
            StoredPasskey {
                credential_id: "credential_id",
                player: "player_id",
                name: "name",
                credential: "credential",
                created: "created_ms",
                used: "used_ms",
            },
            concat!("FROM passkeys ", $which)
        )
    };
}

impl Passkeys<'_> {
    /// Stores a challenge that was sent to a player's browser, and deletes expired challenges.
    pub async fn ask(
        self,
        challenge: [u8; 16],
        player: PlayerId,
        state: &str,
        now: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let values = [
            challenge.to_vec().into(),
            player.into(),
            state.into(),
            expires.into(),
        ];
        self.0
            .write(move |session| {
                session.execute(
                    "DELETE FROM passkey_challenges WHERE expires_ms <= $1",
                    &[now.into()],
                )?;
                session.execute(
                    "INSERT INTO passkey_challenges (challenge_id, player_id, state, expires_ms) \
                 VALUES ($1, $2, $3, $4)",
                    &values,
                )
            })
            .await?;
        Ok(())
    }

    /// Deletes a challenge, and returns what was stored with it. Returns `None` if there is no such challenge
    /// or it has expired. A challenge is deleted even if the browser's answer is wrong.
    pub async fn take_challenge(
        self,
        challenge: [u8; 16],
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<String>, StoreError> {
        let values = [challenge.to_vec().into(), player.into(), now.into()];
        self.0
            .write(move |session| {
                session.first(
                    "DELETE FROM passkey_challenges \
                 WHERE challenge_id = $1 AND player_id = $2 AND expires_ms > $3 RETURNING state",
                    &values,
                )
            })
            .await
    }

    /// Adds a passkey to an account.
    pub async fn add(
        self,
        passkey: &StoredPasskey,
        owned_max: usize,
    ) -> Result<AddedPasskey, StoreError> {
        let owner = [passkey.player.into()];
        let values = [
            passkey.credential_id.clone().into(),
            passkey.player.into(),
            passkey.name.as_str().into(),
            passkey.credential.as_str().into(),
            passkey.created.into(),
            passkey.used.into(),
        ];
        self.0
            .write(move |session| {
                let had = session.query(
                    "SELECT credential_id FROM passkeys WHERE player_id = $1",
                    &owner,
                )?;
                if had.len() >= owned_max {
                    return Ok(AddedPasskey::TooMany);
                }
                let added = session.execute(
                    "INSERT INTO passkeys \
                 (credential_id, player_id, name, credential, created_ms, used_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                    &values,
                )?;
                Ok(if added > 0 {
                    AddedPasskey::Added
                } else {
                    AddedPasskey::Known
                })
            })
            .await
    }

    /// The passkeys of an account, the oldest first.
    pub async fn of(self, player: PlayerId) -> Result<Vec<StoredPasskey>, StoreError> {
        let select = select_passkeys!("WHERE player_id = $1 ORDER BY created_ms, credential_id");
        self.0.all(select, [player.into()]).await
    }

    /// The passkey with this id.
    pub async fn get(self, credential_id: Vec<u8>) -> Result<Option<StoredPasskey>, StoreError> {
        let select = select_passkeys!("WHERE credential_id = $1");
        self.0.first(select, [credential_id.into()]).await
    }

    /// Stores the new state `credential` of a passkey after the passkey was used. Returns false if the stored
    /// state is no longer the one in `before`. So if a passkey is used twice with the same counter, only the
    /// first use is accepted.
    pub async fn note_use(
        self,
        before: &StoredPasskey,
        credential: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let values = [
            before.credential_id.clone().into(),
            before.credential.as_str().into(),
            credential.into(),
            now.into(),
        ];
        let sql = "UPDATE passkeys SET credential = $3, used_ms = $4 \
                   WHERE credential_id = $1 AND credential = $2";
        Ok(self.0.execute(sql, values).await? > 0)
    }

    /// Removes a passkey from an account. Returns whether the account had the passkey.
    pub async fn remove(
        self,
        player: PlayerId,
        credential_id: Vec<u8>,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM passkeys WHERE player_id = $1 AND credential_id = $2";
        let removed = self.0.execute(sql, [player.into(), credential_id.into()]);
        Ok(removed.await? > 0)
    }
}
