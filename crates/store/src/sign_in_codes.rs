//! Transfer codes. With such a code, a player signs in on another device.

use boneyard_base::{PlayerId, Timestamp};

use super::select::select;
use super::session::Session;
use super::{StoreError, Transfers};

/// A transfer code, and the device at which it was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTransfer {
    /// When the code expires.
    pub expires: Timestamp,
    /// The name of the device that waits for the player's answer. `None` before the code was entered on a
    /// device.
    pub device: Option<String>,
}

/// The state of a device's attempt to sign in with a transfer code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The player hasn't answered yet.
    Waiting,
    /// The device may sign in once, as this player.
    Approved(PlayerId),
    /// The player has declined, the code has expired, or the attempt doesn't exist.
    Over,
}

impl Transfers<'_> {
    /// Stores a new transfer code of a player. It replaces the previous code.
    pub async fn offer(
        self,
        player: PlayerId,
        code_hash: &str,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        let code_hash = code_hash.to_owned();
        self.0
            .write(move |session| {
                withdraw(session, player)?;
                // The row needs an id of the attempt, and no device has entered the code yet. This id is never
                // sent to a client. When a device enters the code, a new id of the attempt replaces it.
                let attempt = code_hash.as_bytes().to_vec();
                session.execute(
                    "INSERT INTO sign_in_codes (attempt_id, kind, code_hash, player_id, email, \
                 expires_ms, tries, device_name, state) \
                 VALUES ($1, 'transfer', $2, $3, '', $4, 0, '', 'offered')",
                    &[
                        attempt.into(),
                        code_hash.into(),
                        player.into(),
                        expires.into(),
                    ],
                )?;
                Ok(())
            })
            .await
    }

    /// A player's transfer code. `None` if it has expired or was answered.
    pub async fn of(
        self,
        player: PlayerId,
        at: Timestamp,
    ) -> Result<Option<StoredTransfer>, StoreError> {
        let select = select!(
            StoredTransfer {
                expires: "expires_ms",
                device: "NULLIF(device_name, '')",
            },
            "FROM sign_in_codes WHERE player_id = $1 AND kind = 'transfer' AND expires_ms > $2 \
             AND (state = 'offered' OR state = 'asked')"
        );
        self.0.first(select, [player.into(), at.into()]).await
    }

    /// Deletes a player's transfer code.
    pub async fn withdraw(self, player: PlayerId) -> Result<(), StoreError> {
        self.0.write(move |session| withdraw(session, player)).await
    }

    /// Stores that the code was entered on a device. A code can be entered only once. Returns the player, and
    /// until when the player can answer. `None` if there is no such code.
    pub async fn ask(
        self,
        code_hash: &str,
        attempt: Vec<u8>,
        device_name: &str,
        at: Timestamp,
    ) -> Result<Option<(PlayerId, Timestamp)>, StoreError> {
        let values = [
            attempt.into(),
            device_name.into(),
            code_hash.into(),
            at.into(),
        ];
        self.0
            .write(move |session| {
                session.first(
                    "UPDATE sign_in_codes SET attempt_id = $1, device_name = $2, state = 'asked' \
                 WHERE code_hash = $3 AND kind = 'transfer' AND state = 'offered' \
                 AND expires_ms > $4 RETURNING player_id, expires_ms",
                    &values,
                )
            })
            .await
    }

    /// Stores the player's answer to the device with this name, which has entered the player's code. Returns
    /// false if no such device waits for an answer.
    pub async fn answer(
        self,
        player: PlayerId,
        device_name: &str,
        agree: bool,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let state = if agree { "approved" } else { "declined" };
        let values = [state.into(), player.into(), device_name.into(), at.into()];
        let sql = "UPDATE sign_in_codes SET state = $1 WHERE player_id = $2 AND kind = 'transfer' \
                   AND state = 'asked' AND device_name = $3 AND expires_ms > $4";
        Ok(self.0.execute(sql, values).await? > 0)
    }

    /// The state of an attempt. An approved attempt is returned once; after that it is over.
    pub async fn use_attempt(self, attempt: Vec<u8>, at: Timestamp) -> Result<Attempt, StoreError> {
        let values = [attempt.into(), at.into()];
        let sql = "SELECT state FROM sign_in_codes WHERE attempt_id = $1 AND expires_ms > $2";
        let state: Option<String> = self.0.first(sql, values.clone()).await?;
        match state.as_deref() {
            Some("asked") => return Ok(Attempt::Waiting),
            Some("approved") => {}
            _ => return Ok(Attempt::Over),
        }
        self.0
            .write(move |session| {
                let used = session.first(
                    "UPDATE sign_in_codes SET state = 'used' \
                 WHERE attempt_id = $1 AND state = 'approved' AND expires_ms > $2 \
                 RETURNING player_id",
                    &values,
                )?;
                Ok(used.map_or(Attempt::Over, Attempt::Approved))
            })
            .await
    }

    /// Deletes expired codes, and returns their number.
    pub async fn forget_expired(self, at: Timestamp) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sign_in_codes WHERE expires_ms <= $1";
        self.0.execute(sql, [at.into()]).await
    }
}

fn withdraw(session: &mut dyn Session, player: PlayerId) -> Result<(), StoreError> {
    let sql = "DELETE FROM sign_in_codes WHERE player_id = $1 AND kind = 'transfer'";
    session.execute(sql, &[player.into()])?;
    Ok(())
}
