//! The devices at which accounts are signed in.

use boneyard_base::{DeviceId, PlayerId, Timestamp, limits};

use super::select::select;
use super::session::Session;
use super::{Devices, StoreError, push_browsers};

/// A device at which an account is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDevice {
    /// The id of the device.
    pub device: DeviceId,
    /// The name of the device. Only the account's owner sees it.
    pub name: String,
    /// When the device was signed in.
    pub created: Timestamp,
    /// When the device was last seen. Updated at most once an hour.
    pub seen: Timestamp,
}

/// A device that is about to be signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDevice {
    /// The id of the device.
    pub device: DeviceId,
    /// The name of the device, for its owner.
    pub name: String,
}

impl Devices<'_> {
    /// Signs a device in. Returns `None` if the account is closed. If the account then has too many devices,
    /// signs out those that were not seen for the longest time, and returns them.
    pub async fn add(
        self,
        player: PlayerId,
        new: NewDevice,
        at: Timestamp,
    ) -> Result<Option<Vec<DeviceId>>, StoreError> {
        self.0
            .write(move |session| {
                let sql =
                    "SELECT player_id FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
                if !session.exists(sql, &[player.into()])? {
                    return Ok(None);
                }
                add(session, player, &new, at)?;
                let removed = session.all(
                    "DELETE FROM devices WHERE player_id = $1 AND device_id NOT IN \
                 (SELECT device_id FROM devices WHERE player_id = $1 \
                  ORDER BY seen_ms DESC, created_ms DESC, device_id LIMIT $2) RETURNING device_id",
                    &[player.into(), limits::DEVICES_PER_ACCOUNT_MAX.into()],
                )?;
                push_browsers::remove_signed_out(session, player)?;
                Ok(Some(removed))
            })
            .await
    }

    /// The devices of an account. The device that was seen last comes first.
    pub async fn of(self, player: PlayerId) -> Result<Vec<StoredDevice>, StoreError> {
        let select = select!(
            StoredDevice {
                device: "device_id",
                name: "name",
                created: "created_ms",
                seen: "seen_ms",
            },
            "FROM devices WHERE player_id = $1 ORDER BY seen_ms DESC, created_ms DESC, device_id"
        );
        self.0.all(select, [player.into()]).await
    }

    /// Stores when a device was last seen. Writes at most once an hour.
    pub async fn see(self, device: DeviceId, at: Timestamp) -> Result<(), StoreError> {
        let before = at.plus_ms(-limits::DEVICE_SEEN_MS);
        let sql = "UPDATE devices SET seen_ms = $2 WHERE device_id = $1 AND seen_ms <= $3";
        self.0
            .execute(sql, [device.into(), at.into(), before.into()])
            .await?;
        Ok(())
    }

    /// Signs out a device of an account. Returns whether the device was signed in.
    pub async fn remove(self, player: PlayerId, device: DeviceId) -> Result<bool, StoreError> {
        self.0
            .write(move |session| {
                let sql = "DELETE FROM devices WHERE player_id = $1 AND device_id = $2";
                let removed = session.execute(sql, &[player.into(), device.into()])?;
                push_browsers::remove_signed_out(session, player)?;
                Ok(removed > 0)
            })
            .await
    }

    /// Signs out all devices of an account except `own`, and returns the devices that were signed out.
    pub async fn remove_others(
        self,
        player: PlayerId,
        own: DeviceId,
    ) -> Result<Vec<DeviceId>, StoreError> {
        self.0
            .write(move |session| remove_but(session, player, Some(own)))
            .await
    }
}

/// Signs a device in.
pub(super) fn add(
    session: &mut dyn Session,
    player: PlayerId,
    new: &NewDevice,
    at: Timestamp,
) -> Result<(), StoreError> {
    session.execute(
        "INSERT INTO devices (device_id, player_id, name, created_ms, seen_ms) \
         VALUES ($1, $2, $3, $4, $4)",
        &[
            new.device.into(),
            player.into(),
            new.name.as_str().into(),
            at.into(),
        ],
    )?;
    Ok(())
}

/// Signs out all devices of an account except `own`, and returns the devices that were signed out.
pub(super) fn remove_but(
    session: &mut dyn Session,
    player: PlayerId,
    own: Option<DeviceId>,
) -> Result<Vec<DeviceId>, StoreError> {
    let removed = session.all(
        "DELETE FROM devices WHERE player_id = $1 AND device_id <> $2 RETURNING device_id",
        // No device has the id 0, so with this id all devices are deleted.
        &[player.into(), own.unwrap_or(DeviceId::from_bits(0)).into()],
    )?;
    push_browsers::remove_signed_out(session, player)?;
    Ok(removed)
}
