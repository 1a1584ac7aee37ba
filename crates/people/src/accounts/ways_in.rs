//! The sign-in methods with a typed code: a transfer code from another device, or the recovery code.

use boneyard_base::limits::{self, Bound};
use boneyard_base::{PlayerId, Requester, Taken};
use boneyard_protocol::people::{SignInAttempt, SignInState, SignedIn, TransferBody};
use boneyard_store::{Attempt, StoreError};
use http::HeaderMap;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::code::{Code, RecoveryCode, TransferCode};
use super::{AccountError, device_name};
use crate::identity::name;
use crate::{People, SetCookie};

/// A random secret of 130 bits. It belongs to a browser that has entered a transfer code. With the secret,
/// the browser asks whether the player has allowed the sign-in.
type AttemptSecret = Code<26>;

/// The id under which an attempt is stored. It depends on the secret and on the visitor who made the attempt.
/// So the secret is useless in another browser, whose cookie belongs to another visitor.
fn attempt_id<const CHARS: usize>(secret: &Code<CHARS>, asker: PlayerId) -> Vec<u8> {
    let of = format!("{} {asker}", secret.hash());
    Sha256::digest(of).to_vec()
}

impl People {
    /// Makes a transfer code. It replaces the player's previous code.
    pub async fn offer_transfer(&self, player: PlayerId) -> Result<TransferBody, AccountError> {
        let code = TransferCode::random()?;
        let now = self.clock.now();
        let expires = now.plus_ms(limits::TRANSFER_MS);
        self.store
            .transfers()
            .offer(player, &code.hash(), expires)
            .await?;
        Ok(TransferBody {
            code: Some(code.reveal()),
            expires_ms: expires.0,
            device: None,
        })
    }

    /// When the present transfer code expires, and which device has entered it.
    pub async fn transfer(&self, player: PlayerId) -> Result<TransferBody, AccountError> {
        let found = self.store.transfers().of(player, self.clock.now()).await?;
        let transfer = found.ok_or(AccountError::NoTransfer)?;
        Ok(TransferBody {
            code: None,
            expires_ms: transfer.expires.0,
            device: transfer.device,
        })
    }

    /// Deletes the player's transfer code.
    pub async fn withdraw_transfer(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.transfers().withdraw(player).await
    }

    /// Stores the player's answer to the device that has entered the code.
    pub async fn answer_transfer(
        &self,
        player: PlayerId,
        device: &str,
        agree: bool,
    ) -> Result<(), AccountError> {
        let now = self.clock.now();
        let answered = self.store.transfers().answer(player, device, agree, now);
        answered
            .await?
            .then_some(())
            .ok_or(AccountError::NoTransfer)
    }

    /// Called when a browser enters a transfer code. The browser then waits until the player allows or
    /// declines the sign-in on the device that has made the code.
    pub async fn ask_transfer(
        &self,
        asker: Requester,
        typed: &str,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, AccountError> {
        let tried = self
            .tried(Bound::WrongCodes, asker)
            .ok_or(AccountError::TooManyTries)?;
        let code = TransferCode::read(typed).ok_or(AccountError::BadCode)?;
        let secret = AttemptSecret::random()?;
        let id = attempt_id(&secret, asker.player);
        let (now, device) = (self.clock.now(), device_name::of(headers));
        let hash = code.hash();
        let found = self.store.transfers().ask(&hash, id, &device, now).await?;
        let (player, expires) = found.ok_or(AccountError::BadCode)?;
        tried.put_back();
        self.account_changed(player);
        Ok(SignInAttempt {
            attempt: secret.reveal(),
            expires_ms: expires.0,
        })
    }

    /// The state of a browser's attempt to sign in. If the player has allowed the sign-in, signs the browser
    /// in.
    pub async fn attempt(
        &self,
        asker: PlayerId,
        attempt: &str,
        headers: &HeaderMap,
    ) -> Result<(Option<SetCookie>, SignInState), AccountError> {
        let Some(secret) = AttemptSecret::read(attempt) else {
            return Ok((None, SignInState::Declined {}));
        };
        let id = attempt_id(&secret, asker);
        match self
            .store
            .transfers()
            .use_attempt(id, self.clock.now())
            .await?
        {
            Attempt::Waiting => Ok((None, SignInState::Waiting {})),
            Attempt::Over => Ok((None, SignInState::Declined {})),
            Attempt::Approved(player) => {
                let (cookie, account) = self.signed_in(player, headers).await?;
                Ok((Some(cookie), SignInState::SignedIn { account }))
            }
        }
    }

    /// Counts a try of a code before its result is known, so that concurrent tries can't exceed the bound. The
    /// caller puts a right code back. `None` if no more tries are allowed now.
    pub(crate) fn tried(&self, bound: Bound, asker: Requester) -> Option<Taken> {
        self.bounds.take(&[bound], asker, Instant::now())
    }

    /// Makes a recovery code. It replaces the player's previous code, and is returned only this once.
    pub async fn make_recovery_code(&self, player: PlayerId) -> Result<String, AccountError> {
        let code = RecoveryCode::random()?;
        self.store
            .accounts()
            .set_recovery(player, &code.hash())
            .await?;
        self.account_changed(player);
        Ok(code.reveal())
    }

    /// Signs a browser in with a recovery code. The code can't be used again, so a new code is returned. A
    /// name without an account gets the same answer as a wrong code, after the same amount of work.
    pub async fn recover(
        &self,
        asker: Requester,
        (raw_name, typed): (&str, &str),
        headers: &HeaderMap,
    ) -> Result<(SetCookie, SignedIn), AccountError> {
        let name = name::of_guest(raw_name).map_err(|_| AccountError::BadCode)?;
        let tried = self
            .tried(Bound::WrongRecoveryCodes, asker)
            .ok_or(AccountError::TooManyTries)?;
        let code = RecoveryCode::read(typed).ok_or(AccountError::BadCode)?;
        let next = RecoveryCode::random()?;
        let (hash, next_hash) = (code.hash(), next.hash());
        let used = self
            .store
            .accounts()
            .use_recovery(&name.keys[0], &hash, &next_hash);
        let player = used.await?.ok_or(AccountError::BadCode)?;
        tried.put_back();
        let (cookie, account) = self.signed_in(player, headers).await?;
        let recovery_code = Some(next.reveal());
        let signed_in = SignedIn {
            account,
            recovery_code,
        };
        Ok((cookie, signed_in))
    }

    /// Deletes expired codes regularly, until the server stops.
    pub(crate) async fn forget_codes_for_ever(&self) {
        let mut interval = tokio::time::interval(limits::FORGET_CODES_INTERVAL);
        loop {
            interval.tick().await;
            if let Err(error) = self
                .store
                .transfers()
                .forget_expired(self.clock.now())
                .await
            {
                tracing::error!(%error, "old codes could not be deleted");
            }
        }
    }
}
