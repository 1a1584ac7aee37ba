//! Accounts: how a guest makes an account, how devices are signed in and out, and how an account is closed. A
//! guest's cookie doesn't give access to an account.

mod code;
pub(crate) mod device_name;
mod ways_in;

use boneyard_base::{Credential, DeviceId, PersonId, PlayerId, Visitor, limits};
use boneyard_cluster::Message;
use boneyard_protocol::ErrorCode;
use boneyard_protocol::people::{AccountBody, Preferences, SignedIn};
use boneyard_store::{Kept, NewAccount, NewDevice, StoreError};
use http::HeaderMap;
use rand::rngs::SysError;

use self::code::RecoveryCode;
use super::People;
use crate::identity::name;
use crate::{NameError, SetCookie};

/// The stored name of the moderators' role.
const MODERATOR: &str = "moderator";

/// Why a request about an account is refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// An account can't have this name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The visitor already has an account.
    #[error("You keep an account already.")]
    Already,
    /// The visitor is a guest.
    #[error("Guests have no account.")]
    NoAccount,
    /// The visitor has no account, or the request was sent by a program.
    #[error("Only those who keep an account can do that.")]
    OnlyKept,
    /// The account has no device with this id.
    #[error("You have no such device.")]
    NoDevice,
    /// There is no transfer code, or the device that the player's answer names has not entered the code.
    #[error("There is no such code, or its time is over.")]
    NoTransfer,
    /// The code is wrong, was used before, or has expired.
    #[error("That code is wrong, used up or too old.")]
    BadCode,
    /// There were too many tries of codes.
    #[error("Too much has been tried; wait some minutes.")]
    TooManyTries,
    /// To close the account, its name must be typed, and the typed name differs.
    #[error("That isn't the name of your account.")]
    WrongName,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system provides no random numbers for a code.
    #[error("There is no randomness for a code.")]
    Random(#[from] SysError),
}

impl AccountError {
    /// The code of this error in the protocol.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Name(error) => error.code(),
            Self::Already => ErrorCode::NotNow,
            Self::NoAccount | Self::NoDevice | Self::NoTransfer => ErrorCode::NotFound,
            Self::OnlyKept => ErrorCode::OnlyKept,
            Self::BadCode => ErrorCode::BadCode,
            Self::TooManyTries => ErrorCode::Rate,
            Self::WrongName => ErrorCode::BadName,
            Self::Store(_) | Self::Random(_) => ErrorCode::Unavailable,
        }
    }
}

impl People {
    /// The public id of a player's account. `None` for a guest.
    pub(crate) async fn person_of(&self, player: PlayerId) -> Result<Option<PersonId>, StoreError> {
        let account = self.store.accounts().of(player).await?;
        Ok(account.map(|account| account.person))
    }

    /// The player who owns an account. `None` if the account is closed.
    pub async fn player_of(&self, person: PersonId) -> Result<Option<PlayerId>, StoreError> {
        self.store.accounts().player_of(person).await
    }

    /// The preferences of a player. A guest has the default preferences.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError> {
        let account = self.store.accounts().of(player).await?;
        Ok(account
            .map(|account| account.preferences)
            .unwrap_or_default())
    }

    /// A player's account as its owner sees it. `None` for a guest. The result shows which sign-in methods
    /// work at the URL to which the request was sent.
    pub async fn account(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<Option<AccountBody>, StoreError> {
        let Some(account) = self.store.accounts().of(player).await? else {
            return Ok(None);
        };
        Ok(Some(AccountBody {
            person: account.person,
            name: account.name,
            created_ms: account.created.0,
            rename_from_ms: account.named.plus_ms(limits::NAME_CHANGE_MS).0,
            preferences: account.preferences,
            passkeys: self.passkeys(player).await?,
            email: self.store.emails().of(player).await?,
            has_recovery_code: account.has_recovery_code,
            offers_email: self.offers_email(),
            offers_passkeys: self.offers_passkeys(headers),
            moderator: account.role == MODERATOR,
            muted_until_ms: self.muted_until(player).await?.map(|until| until.0),
            warnings: self.warnings(player).await?,
        }))
    }

    /// The account of a player who must have one.
    ///
    /// # Errors
    ///
    /// [`AccountError::NoAccount`] if the player is a guest.
    pub async fn own_account(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<AccountBody, AccountError> {
        let account = self.account(player, headers).await?;
        account.ok_or(AccountError::NoAccount)
    }

    /// Makes an account for a guest. Returns the cookie of the device that sent the request. The guest's
    /// cookie becomes invalid, since other people may have seen it.
    pub async fn keep(
        &self,
        guest: &Visitor,
        raw_name: &str,
        headers: &HeaderMap,
    ) -> Result<(SetCookie, SignedIn), AccountError> {
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
        match self.store.accounts().keep(new, self.clock.now()).await? {
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

    /// Signs a browser in to a player's account, after a sign-in method has proved that the visitor is the
    /// owner. Returns the new cookie and the account. If the browser was signed in to another account, signs
    /// it out there.
    pub async fn signed_in(
        &self,
        player: PlayerId,
        headers: &HeaderMap,
    ) -> Result<(SetCookie, AccountBody), AccountError> {
        let device = new_device(headers);
        let credential = Credential {
            player,
            device: Some(device.device),
        };
        let added = self.store.devices().add(player, device, self.clock.now());
        let too_many = added.await?.ok_or(AccountError::NoAccount)?;
        self.devices_out(player, too_many);
        if let Some((player, device)) = self.identity.device(headers) {
            self.sign_out(player, device).await?;
        }
        self.account_changed(player);
        let account = self.own_account(player, headers).await?;
        Ok((self.identity.cookie(credential), account))
    }

    /// Signs out a device of a player. Returns false if there was no such device.
    pub async fn sign_out(&self, player: PlayerId, device: DeviceId) -> Result<bool, StoreError> {
        let removed = self.store.devices().remove(player, device).await?;
        self.devices_out(player, vec![device]);
        Ok(removed)
    }

    /// Signs out all devices of a player except `own`, the device that sent the request.
    pub async fn sign_others_out(&self, player: PlayerId, own: DeviceId) -> Result<(), StoreError> {
        let others = self.store.devices().remove_others(player, own).await?;
        self.devices_out(player, others);
        Ok(())
    }

    /// Checks that `typed` is the name of the owner's account, before it is closed.
    pub fn confirm(owner: &Visitor, typed: &str) -> Result<(), AccountError> {
        if name::normalise(typed).as_ref() == Ok(&owner.name) {
            Ok(())
        } else {
            Err(AccountError::WrongName)
        }
    }

    /// Closes an account for good. Its name is also removed from the records of matches that have not ended. No
    /// other account can get the name later.
    pub async fn close(&self, player: PlayerId) -> Result<(), StoreError> {
        let devices = self
            .store
            .accounts()
            .close(player, self.clock.now())
            .await?;
        // At tables, the player now has the default name of a guest.
        let name = name::default_name(player);
        self.sockets.rename(player, &name);
        self.tell_nodes(Message::Renamed { player, name });
        self.devices_out(player, devices);
        Ok(())
    }

    /// Closes the sockets of signed-out devices, at every node.
    fn devices_out(&self, player: PlayerId, devices: Vec<DeviceId>) {
        if !devices.is_empty() {
            self.sockets.sign_out(player, &devices);
            self.tell_nodes(Message::SignedOut { player, devices });
        }
    }
}

/// A new id and the name for the device that has sent a request.
fn new_device(headers: &HeaderMap) -> NewDevice {
    NewDevice {
        device: DeviceId::random(),
        name: device_name::of(headers),
    }
}
