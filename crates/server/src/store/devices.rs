//! The browsers that accounts are signed in at.

use super::accounts::NewDevice;
use super::session::{Row, Session};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{DeviceId, PlayerId};
use crate::limits;

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDevice {
    /// Its id.
    pub device: DeviceId,
    /// What it is.
    pub name: String,
    /// Since when it is signed in.
    pub created: Timestamp,
    /// When it was seen last, to the hour.
    pub seen: Timestamp,
}

impl Store {
    /// Signs a device in; none if the account is closed. Those that weren't seen for longest are signed out if
    /// there are too many: which they were.
    pub async fn add_device(
        &self,
        player: PlayerId,
        new: NewDevice,
        at: Timestamp,
    ) -> Result<Option<Vec<DeviceId>>, StoreError> {
        self.write(move |session| {
            let sql = "SELECT player_id FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
            if session.query(sql, &[player.into()])?.is_empty() {
                return Ok(None);
            }
            add(session, player, &new, at)?;
            let rows = session.query(
                "DELETE FROM devices WHERE player_id = $1 AND device_id NOT IN \
                 (SELECT device_id FROM devices WHERE player_id = $1 \
                  ORDER BY seen_ms DESC, created_ms DESC, device_id LIMIT $2) RETURNING device_id",
                &[player.into(), limits::DEVICES_PER_ACCOUNT_MAX.into()],
            )?;
            ids(rows).map(Some)
        })
        .await
    }

    /// The devices of an account, the last seen first.
    pub async fn devices_of(&self, player: PlayerId) -> Result<Vec<StoredDevice>, StoreError> {
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT device_id, name, created_ms, seen_ms FROM devices WHERE player_id = $1 \
                 ORDER BY seen_ms DESC, created_ms DESC, device_id",
                &[player.into()],
            )
        });
        let device = |mut row: Row| {
            Ok(StoredDevice {
                device: row.take(0)?,
                name: row.take(1)?,
                created: row.take(2)?,
                seen: row.take(3)?,
            })
        };
        rows.await?.into_iter().map(device).collect()
    }

    /// Writes down when a device was seen, unless that is known to the hour.
    pub async fn see_device(&self, device: DeviceId, at: Timestamp) -> Result<(), StoreError> {
        let before = at.plus_ms(-limits::DEVICE_SEEN_MS);
        let values = [device.into(), at.into(), before.into()];
        let sql = "UPDATE devices SET seen_ms = $2 WHERE device_id = $1 AND seen_ms <= $3";
        self.write(move |session| session.execute(sql, &values))
            .await?;
        Ok(())
    }

    /// Signs one device of an account out; whether there was one.
    pub async fn remove_device(
        &self,
        player: PlayerId,
        device: DeviceId,
    ) -> Result<bool, StoreError> {
        let values = [player.into(), device.into()];
        let sql = "DELETE FROM devices WHERE player_id = $1 AND device_id = $2";
        let removed = self.write(move |session| session.execute(sql, &values));
        Ok(removed.await? > 0)
    }

    /// Signs all devices of an account out but one; which they were.
    pub async fn remove_other_devices(
        &self,
        player: PlayerId,
        own: DeviceId,
    ) -> Result<Vec<DeviceId>, StoreError> {
        self.write(move |session| remove_but(session, player, Some(own)))
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

/// Signs all devices out, but for one if it is given; which they were.
pub(super) fn remove_but(
    session: &mut dyn Session,
    player: PlayerId,
    own: Option<DeviceId>,
) -> Result<Vec<DeviceId>, StoreError> {
    let rows = session.query(
        "DELETE FROM devices WHERE player_id = $1 AND device_id <> $2 RETURNING device_id",
        // No device has the id of nothing but zeros.
        &[player.into(), own.unwrap_or(DeviceId::from_bits(0)).into()],
    )?;
    ids(rows)
}

fn ids(rows: Vec<Row>) -> Result<Vec<DeviceId>, StoreError> {
    rows.into_iter().map(|mut row| row.take(0)).collect()
}
