//! Accounts: a visitor's id and what proves it, beside the cookie of a guest that proves nothing any more.

mod code;
pub(super) mod device_name;
mod ways_in;

use axum_extra::extract::cookie::SignedCookieJar;
use boneyard_base::{Credential, DeviceId, PersonId, PlayerId, Visitor, limits};
use boneyard_cluster::Message;
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{AccountBody, Preferences, SignedIn};
use boneyard_store::{Kept, NewAccount, NewDevice, StoreError};
use http::HeaderMap;
use rand::rngs::SysError;

use self::code::RecoveryCode;
use super::{People, TooManyTries};
use crate::identity::{NameError, name};

/// What somebody is who may look after reports.
const MODERATOR: &str = "moderator";

/// Why something can't be done to an account.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The name can't be the account's.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The visitor keeps an account.
    #[error("You keep an account already.")]
    Already,
    /// The visitor is a guest.
    #[error("Guests have no account.")]
    NoAccount,
    /// The visitor keeps no account, or the request came from a program.
    #[error("Only those who keep an account can do that.")]
    OnlyKept,
    /// The account has no such device.
    #[error("You have no such device.")]
    NoDevice,
    /// There is no transfer code, nobody has given it, or somebody else has.
    #[error("There is no such code, or its time is over.")]
    NoTransfer,
    /// The code is wrong, used up or too old.
    #[error("That code is wrong, used up or too old.")]
    BadCode,
    /// Too much has been tried.
    #[error(transparent)]
    TooManyTries(#[from] TooManyTries),
    /// The account that is to be closed has another name.
    #[error("That isn't the name of your account.")]
    WrongName,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system has no randomness for a code.
    #[error("There is no randomness for a code.")]
    Random(#[from] SysError),
}

impl AccountError {
    /// What a client is told.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Name(error) => error.code(),
            Self::Already => ErrorCode::NotNow,
            Self::NoAccount | Self::NoDevice | Self::NoTransfer => ErrorCode::NotFound,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::BadCode => ErrorCode::BadCode,
            Self::TooManyTries(_) => ErrorCode::Rate,
            Self::WrongName => ErrorCode::BadName,
            Self::Store(_) | Self::Random(_) => ErrorCode::Unavailable,
        }
    }
}

impl People {
    /// By which others know a player's account; none if they keep none.
    pub async fn person_of(&self, player: PlayerId) -> Result<Option<PersonId>, StoreError> {
        let account = self.store.account(player).await?;
        Ok(account.map(|account| account.person))
    }

    /// Whose account it is; none if it is closed.
    pub async fn player_of(&self, person: PersonId) -> Result<Option<PlayerId>, StoreError> {
        self.store.player_of(person).await
    }

    /// What a player wants to be public; a guest has no choice.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError> {
        let account = self.store.account(player).await?;
        Ok(account
            .map(|account| account.preferences)
            .unwrap_or_default())
    }

    /// A player's account, as they see it, with the ways in that there are at the address that was asked;
    /// none of a guest.
    pub async fn account(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<Option<AccountBody>, StoreError> {
        let Some(account) = self.store.account(player).await? else {
            return Ok(None);
        };
        Ok(Some(AccountBody {
            person: account.person,
            name: account.name,
            created_ms: account.created.0,
            rename_from_ms: account.named.plus_ms(limits::NAME_CHANGE_MS).0,
            preferences: account.preferences,
            passkeys: self.passkeys(player).await?,
            email: self.store.email_of(player).await?,
            has_recovery_code: account.has_recovery_code,
            offers_email: self.offers_email(),
            offers_passkeys: self.offers_passkeys(headers),
            moderator: account.role == MODERATOR,
            muted_until_ms: self.muted_until(player).await?.map(|until| until.0),
            warnings: self.warnings(player).await?,
        }))
    }

    /// The same of a player who keeps one.
    ///
    /// # Errors
    ///
    /// When the player keeps none, or the store fails.
    pub async fn own_account(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<AccountBody, AccountError> {
        let account = self.account(player, headers).await?;
        account.ok_or(AccountError::NoAccount)
    }

    /// Makes a guest somebody who keeps an account. The cookie is that of the device that asks; the guest's
    /// own, which others may have seen, is worth nothing from now on.
    pub async fn keep(
        &self,
        guest: &Visitor,
        raw_name: &str,
        headers: &HeaderMap,
    ) -> Result<(SignedCookieJar, SignedIn), AccountError> {
        let player = guest.player;
        let recovery = RecoveryCode::random()?;
        let device = new_device(headers);
        let credential = Credential {
            player,
            device: Some(device.device),
        };
        let new = NewAccount {
            player,
            person: PersonId::random(),
            name: name::of_account(raw_name)?,
            recovery_hash: recovery.hash(),
            device,
        };
        let name = new.name.text.clone();
        match self.store.keep_account(new, self.clock.now()).await? {
            Kept::Done => {}
            Kept::NameTaken => return Err(NameError::Taken.into()),
            Kept::Already => return Err(AccountError::Already),
        }
        self.sockets.rename(player, &name);
        self.tell_nodes(Message::Renamed { player, name });
        self.sockets.end_guest(player);
        self.tell_nodes(Message::Kept { player });
        let signed_in = SignedIn {
            account: self.own_account(player, headers).await?,
            recovery_code: Some(recovery.reveal()),
        };
        Ok((self.identity.cookie(credential), signed_in))
    }

    /// Signs a browser in to a player's account, by whatever way it has proved to be theirs: its cookie, and
    /// the account. From an account that it was signed in to before it is signed out.
    pub async fn signed_in(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<(SignedCookieJar, AccountBody), AccountError> {
        let device = new_device(headers);
        let credential = Credential {
            player,
            device: Some(device.device),
        };
        let added = self.store.add_device(player, device, self.clock.now());
        let too_many = added.await?.ok_or(AccountError::NoAccount)?;
        self.devices_out(player, too_many);
        if let Some((player, device)) = self.identity.device(headers) {
            self.sign_out(player, device).await?;
        }
        self.account_changed(player);
        let account = self.own_account(player, headers).await?;
        Ok((self.identity.cookie(credential), account))
    }

    /// Signs a device of a player out; whether there was one.
    pub async fn sign_out(&self, player: PlayerId, device: DeviceId) -> Result<bool, StoreError> {
        let removed = self.store.remove_device(player, device).await?;
        self.devices_out(player, vec![device]);
        Ok(removed)
    }

    /// Signs all devices of a player out but the one that asks.
    pub async fn sign_others_out(&self, player: PlayerId, own: DeviceId) -> Result<(), StoreError> {
        let others = self.store.remove_other_devices(player, own).await?;
        self.devices_out(player, others);
        Ok(())
    }

    /// Closes an account for good, whose owner has typed its name: the name goes, from records of matches that
    /// still run as well, and nobody gets it.
    pub async fn close(&self, owner: &Visitor, typed: &str) -> Result<(), AccountError> {
        let player = owner.player;
        if name::normalise(typed).as_ref() != Ok(&owner.name) {
            return Err(AccountError::WrongName);
        }
        let devices = self.store.close_account(player, self.clock.now()).await?;
        // At tables they are called what any guest is.
        let name = name::default_name(player);
        self.sockets.rename(player, &name);
        self.tell_nodes(Message::Renamed { player, name });
        self.devices_out(player, devices);
        Ok(())
    }

    /// Closes the sockets of devices that are signed out, at every node.
    fn devices_out(&self, player: PlayerId, devices: Vec<DeviceId>) {
        if !devices.is_empty() {
            self.sockets.sign_out(player, &devices);
            self.tell_nodes(Message::SignedOut { player, devices });
        }
    }
}

/// The device that a request comes from.
fn new_device(headers: &HeaderMap) -> NewDevice {
    NewDevice {
        device: DeviceId::random(),
        name: device_name::of(headers),
    }
}
