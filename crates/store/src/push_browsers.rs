//! The browsers that are told something by Web Push while their pages are closed.

use boneyard_base::{DeviceId, PlayerId, RecipientId, Timestamp, limits};

use super::select::{Select, columns, select};
use super::session::{Session, Value};
use super::{PushBrowsers, StoreError};

/// What a browser is told, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushChoice {
    /// The sum of the numbers of the kinds that the browser is told.
    pub kinds: u8,
    /// The minute of the day at which the quiet hours begin; `None` without quiet hours.
    pub quiet_from: Option<u16>,
    /// The minute of the day at which the quiet hours end.
    pub quiet_until: Option<u16>,
}

columns!(PushChoice {
    kinds,
    quiet_from,
    quiet_until
});

/// Where a browser is reached, and who is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushAddress {
    /// The player who uses the browser.
    pub player: PlayerId,
    /// The account's device; `None` for a guest's browser.
    pub device: Option<DeviceId>,
    /// The name of the browser, for its owner.
    pub name: String,
    /// The browser's secret URL at its push service.
    pub endpoint: String,
    /// The browser's public key, an uncompressed point of P-256.
    pub public_key: Vec<u8>,
    /// The secret that the browser shares with the server.
    pub auth_secret: Vec<u8>,
    /// The origin of the page in the browser.
    pub origin: String,
    /// The language in which the browser is told.
    pub language: String,
    /// The browser's time zone; empty if the browser has told none.
    pub time_zone: String,
}

columns!(PushAddress {
    player,
    device,
    name,
    endpoint,
    public_key,
    auth_secret,
    origin,
    language,
    time_zone
});

/// A browser that is told something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPushBrowser {
    /// The browser's id.
    pub id: RecipientId,
    /// Where the browser is reached.
    pub address: PushAddress,
    /// What the browser is told.
    pub choice: PushChoice,
    /// When the browser was added.
    pub created: Timestamp,
}

/// The select of browsers with a condition.
macro_rules! browsers {
    ($rest:literal) => {
        select!(
            StoredPushBrowser {
                id: "recipient_id",
                address: "player_id, device_id, name, endpoint, public_key, auth_secret, origin, \
                          language, time_zone",
                choice: "kinds, quiet_from, quiet_until",
                created: "created_ms",
            },
            concat!("FROM push_browsers ", $rest)
        )
    };
}

/// The browser with an id.
pub(super) fn by_id() -> Select<StoredPushBrowser> {
    browsers!("WHERE recipient_id = $1")
}

impl PushBrowsers<'_> {
    /// Stores a browser, or replaces what is stored of a browser with the same URL: then the id stays, and what the
    /// browser is told changes only if `choice` is given. A new browser is told what `choice` says or else what
    /// `usual` says. A device has one browser, and a player a limited number: the oldest is deleted.
    pub async fn put(
        self,
        address: PushAddress,
        choice: Option<PushChoice>,
        usual: PushChoice,
        at: Timestamp,
    ) -> Result<RecipientId, StoreError> {
        self.0
            .write(move |session| {
                let first = choice.unwrap_or(usual);
                let stored: RecipientId = session.one(
                    "INSERT INTO push_browsers (recipient_id, player_id, device_id, name, endpoint, \
                 public_key, auth_secret, origin, language, time_zone, kinds, quiet_from, \
                 quiet_until, failures, created_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14) \
                 ON CONFLICT (endpoint) DO UPDATE SET player_id = excluded.player_id, \
                 device_id = excluded.device_id, name = excluded.name, \
                 public_key = excluded.public_key, auth_secret = excluded.auth_secret, \
                 origin = excluded.origin, language = excluded.language, \
                 time_zone = excluded.time_zone RETURNING recipient_id",
                    &[
                        RecipientId::random().into(),
                        address.player.into(),
                        address.device.into(),
                        address.name.into(),
                        address.endpoint.into(),
                        address.public_key.into(),
                        address.auth_secret.into(),
                        address.origin.into(),
                        address.language.into(),
                        address.time_zone.into(),
                        first.kinds.into(),
                        first.quiet_from.into(),
                        first.quiet_until.into(),
                        at.into(),
                    ],
                )?;
                if let Some(choice) = choice {
                    choose(session, address.player, stored, choice)?;
                }
                if let Some(device) = address.device {
                    session.execute(
                        "DELETE FROM push_browsers WHERE device_id = $1 AND recipient_id <> $2",
                        &[device.into(), stored.into()],
                    )?;
                }
                session.execute(
                    "DELETE FROM push_browsers WHERE player_id = $1 AND recipient_id <> $2 \
                 AND recipient_id NOT IN (SELECT recipient_id FROM push_browsers WHERE player_id = $1 \
                 AND recipient_id <> $2 ORDER BY created_ms DESC, recipient_id LIMIT $3)",
                    &[
                        address.player.into(),
                        stored.into(),
                        (limits::PUSH_BROWSERS_PER_PLAYER_MAX - 1).into(),
                    ],
                )?;
                Ok(stored)
            })
            .await
    }

    /// The browsers of a player, the newest first.
    pub async fn of(self, player: PlayerId) -> Result<Vec<StoredPushBrowser>, StoreError> {
        let select = browsers!("WHERE player_id = $1 ORDER BY created_ms DESC, recipient_id");
        self.0.all(select, [player.into()]).await
    }

    /// Changes what a browser of a player is told. Returns false if the player has no such browser.
    pub async fn choose(
        self,
        player: PlayerId,
        browser: RecipientId,
        choice: PushChoice,
    ) -> Result<bool, StoreError> {
        self.0
            .write(move |session| choose(session, player, browser, choice))
            .await
    }

    /// Deletes a browser of a player. Returns false if the player has no such browser.
    pub async fn remove(self, player: PlayerId, browser: RecipientId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM push_browsers WHERE player_id = $1 AND recipient_id = $2";
        Ok(self.0.execute(sql, [player.into(), browser.into()]).await? > 0)
    }

    /// Deletes a browser or a webhook that its service doesn't know any more.
    pub async fn forget(self, recipient: RecipientId) -> Result<(), StoreError> {
        self.0
            .write(move |session| {
                for sql in [
                    "DELETE FROM push_browsers WHERE recipient_id = $1",
                    "DELETE FROM webhooks WHERE webhook_id = $1",
                ] {
                    session.execute(sql, &[recipient.into()])?;
                }
                Ok(())
            })
            .await
    }

    /// Counts a push to a browser or a webhook that has failed for good. Deletes the recipient if `failures_max` pushes
    /// have failed one after the other, and returns whether it did.
    pub async fn count_failure(
        self,
        recipient: RecipientId,
        failures_max: i64,
    ) -> Result<bool, StoreError> {
        let values: [Value; 2] = [recipient.into(), failures_max.into()];
        self.0
            .write(move |session| {
                let mut deleted = 0;
                for (count, delete) in [
                    (
                        "UPDATE push_browsers SET failures = failures + 1 WHERE recipient_id = $1",
                        "DELETE FROM push_browsers WHERE recipient_id = $1 AND failures >= $2",
                    ),
                    (
                        "UPDATE webhooks SET failures = failures + 1 WHERE webhook_id = $1",
                        "DELETE FROM webhooks WHERE webhook_id = $1 AND failures >= $2",
                    ),
                ] {
                    session.execute(count, &values[..1])?;
                    deleted += session.execute(delete, &values)?;
                }
                Ok(deleted > 0)
            })
            .await
    }
}

fn choose(
    session: &mut dyn Session,
    player: PlayerId,
    browser: RecipientId,
    choice: PushChoice,
) -> Result<bool, StoreError> {
    let changed = session.execute(
        "UPDATE push_browsers SET kinds = $3, quiet_from = $4, quiet_until = $5 \
         WHERE player_id = $1 AND recipient_id = $2",
        &[
            player.into(),
            browser.into(),
            choice.kinds.into(),
            choice.quiet_from.into(),
            choice.quiet_until.into(),
        ],
    )?;
    Ok(changed > 0)
}

/// Deletes the browsers of an account whose devices are signed out.
pub(super) fn remove_signed_out(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<(), StoreError> {
    session.execute(
        "DELETE FROM push_browsers WHERE player_id = $1 AND device_id IS NOT NULL \
         AND device_id NOT IN (SELECT device_id FROM devices WHERE player_id = $1)",
        &[player.into()],
    )?;
    Ok(())
}

/// Makes the browsers of a guest who has made an account browsers of the account's first device.
pub(super) fn give_to_device(
    session: &mut dyn Session,
    player: PlayerId,
    device: DeviceId,
) -> Result<(), StoreError> {
    session.execute(
        "UPDATE push_browsers SET device_id = $2 WHERE player_id = $1 AND device_id IS NULL",
        &[player.into(), device.into()],
    )?;
    Ok(())
}
