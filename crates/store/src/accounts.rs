//! The accounts of visitors, and their names. A name belongs to at most one account.

use boneyard_base::{DeviceId, PersonId, PlayerId, Timestamp};
use boneyard_protocol::people::Preferences;

use super::departures::{self, DepartureCause};
use super::devices::NewDevice;
use super::holdings;
use super::people::set_name;
use super::select::select;
use super::session::{Session, Value, WrongType};
use super::{Accounts, StoreError};

/// The stored data of the player and the device that a cookie identifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVisitor {
    /// The player's name, if one was chosen.
    pub name: Option<String>,
    /// The player's account, open or closed.
    pub person: Option<PersonId>,
    /// When the device was last seen. `None` if the device isn't signed in.
    pub seen: Option<Timestamp>,
}

/// An account that isn't closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAccount {
    /// The account's public id.
    pub person: PersonId,
    /// The account's name.
    pub name: String,
    /// When the account was made.
    pub created: Timestamp,
    /// When the name was chosen.
    pub named: Timestamp,
    /// Whether the account has a recovery code.
    pub has_recovery_code: bool,
    /// The role of the account: `moderator`, or empty.
    pub role: String,
    /// Which of the account's data the owner makes public.
    pub preferences: Preferences,
}

/// A name, and its keys. Names are compared by their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, as the player wrote it.
    pub text: String,
    /// The keys: of the name in lower case, and of the name as it is written. Names that share a key look
    /// alike.
    pub keys: [String; 2],
}

/// An account that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// The player who owns the account.
    pub player: PlayerId,
    /// The account's public id.
    pub person: PersonId,
    /// The account's name.
    pub name: Name,
    /// The hash of the account's recovery code.
    pub recovery_hash: String,
    /// The device at which the account is made.
    pub device: NewDevice,
}

/// The result of making an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The account was made.
    Done,
    /// Another account has, or had, a name with the same key.
    NameTaken,
    /// The player has, or had, an account.
    Already,
}

/// The result of changing a player's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The player has the new name now.
    Done,
    /// Another account has, or had, a name with the same key.
    Taken,
    /// The account got its present name at this time, so it is too early for another name.
    Lately(Timestamp),
}

impl Accounts<'_> {
    /// Reads the stored data of a player and a device.
    pub async fn visitor(
        self,
        player: PlayerId,
        device: Option<DeviceId>,
    ) -> Result<StoredVisitor, StoreError> {
        let select = select!(
            StoredVisitor {
                name: "(SELECT name FROM players WHERE player_id = $1)",
                person: "(SELECT person_id FROM accounts WHERE player_id = $1)",
                seen: "(SELECT seen_ms FROM devices WHERE device_id = $2 AND player_id = $1)",
            },
            ""
        );
        let found = self.0.first(select, [player.into(), device.into()]).await?;
        found.ok_or(StoreError::Corrupt)
    }

    /// Makes an account, and signs its first device in.
    pub async fn keep(self, new: NewAccount, at: Timestamp) -> Result<Kept, StoreError> {
        let preferences = written(&Preferences::default());
        self.0
            .write(move |session| {
                let player = new.player;
                if account_state(session, player)?.is_some() {
                    return Ok(Kept::Already);
                }
                if !take_keys(session, player, &new.name.keys)? {
                    return Ok(Kept::NameTaken);
                }
                let added = session.execute(
                    "INSERT INTO accounts (player_id, person_id, created_ms, named_ms, \
                 recovery_hash, role, preferences) VALUES ($1, $2, $3, $3, $4, '', $5) \
                 ON CONFLICT DO NOTHING",
                    &[
                        player.into(),
                        new.person.into(),
                        at.into(),
                        new.recovery_hash.into(),
                        preferences.into(),
                    ],
                )?;
                // Another node may have made an account for this player since the check above.
                if added == 0 {
                    return Ok(Kept::Already);
                }
                set_name(session, player, &new.name.text, at)?;
                super::devices::add(session, player, &new.device, at)?;
                super::push_browsers::give_to_device(session, player, new.device.device)?;
                Ok(Kept::Done)
            })
            .await
    }

    /// The account of a player. `None` if the player has no account or has closed it.
    pub async fn of(self, player: PlayerId) -> Result<Option<StoredAccount>, StoreError> {
        let select = select!(
            StoredAccount {
                person: "a.person_id",
                name: "p.name",
                created: "a.created_ms",
                named: "a.named_ms",
                has_recovery_code: "CAST(LENGTH(a.recovery_hash) AS BIGINT)",
                role: "a.role",
                preferences: "a.preferences",
            },
            "FROM accounts a JOIN players p ON p.player_id = a.player_id \
             WHERE a.player_id = $1 AND a.closed_ms IS NULL"
        );
        self.0.first(select, [player.into()]).await
    }

    /// The player who owns this account. `None` if the account is closed.
    pub async fn player_of(self, person: PersonId) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player_id FROM accounts WHERE person_id = $1 AND closed_ms IS NULL";
        self.0.first(sql, [person.into()]).await
    }

    /// Changes the name of a player, with or without an account. Doesn't change the name if another account
    /// has, or had, a name that shares a key, or if the player's account got its present name after
    /// `last_named`.
    pub async fn take_name(
        self,
        player: PlayerId,
        name: Name,
        last_named: Timestamp,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        self.0
            .write(move |session| {
                if let Some(named) = account_state(session, player)? {
                    if named > last_named {
                        return Ok(Named::Lately(named));
                    }
                    if !take_keys(session, player, &name.keys)? {
                        return Ok(Named::Taken);
                    }
                    let sql = "UPDATE accounts SET named_ms = $2 WHERE player_id = $1";
                    session.execute(sql, &[player.into(), at.into()])?;
                } else if is_any_kept(session, &name.keys)? {
                    return Ok(Named::Taken);
                }
                set_name(session, player, &name.text, at)?;
                Ok(Named::Done)
            })
            .await
    }

    /// Whether an account has, or had, a name with one of these keys.
    pub async fn is_name_kept(self, keys: [String; 2]) -> Result<bool, StoreError> {
        self.0
            .read(move |reader| is_any_kept(reader.session(), &keys))
            .await
    }

    /// Stores which data the owner of an account makes public.
    pub async fn set_preferences(
        self,
        player: PlayerId,
        preferences: &Preferences,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET preferences = $2 WHERE player_id = $1";
        self.0
            .execute(sql, [player.into(), written(preferences).into()])
            .await?;
        Ok(())
    }

    /// Replaces the recovery code of an account.
    pub async fn set_recovery(self, player: PlayerId, hash: &str) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET recovery_hash = $2 \
                   WHERE player_id = $1 AND closed_ms IS NULL";
        self.0.execute(sql, [player.into(), hash.into()]).await?;
        Ok(())
    }

    /// Finds the open account that has, or had, a name with this key. If `hash` is the hash of the account's
    /// recovery code, replaces that hash by `next_hash` and returns the account's player. Otherwise returns
    /// `None`. The same statements run in all cases.
    pub async fn use_recovery(
        self,
        name_key: &str,
        hash: &str,
        next_hash: &str,
    ) -> Result<Option<PlayerId>, StoreError> {
        let name_key = name_key.to_owned();
        let (hash, next_hash): (Value, Value) = (hash.into(), next_hash.into());
        self.0
            .write(move |session| {
                let used = session.execute(
                    "UPDATE accounts SET recovery_hash = $3 \
                 WHERE player_id = (SELECT player_id FROM account_names WHERE name_key = $1) \
                 AND recovery_hash = $2 AND closed_ms IS NULL",
                    &[name_key.as_str().into(), hash, next_hash],
                )?;
                let owner = owner_of_key(session, &name_key)?;
                Ok(owner.filter(|_| used == 1))
            })
            .await
    }

    /// Closes an account for good, in one transaction. Signs out all its devices. Deletes all its sign-in
    /// methods, its name, and the other data about its owner, also in the records of matches that have not
    /// ended. No other account can get the name later. Returns the devices that were signed in.
    pub async fn close(self, player: PlayerId, at: Timestamp) -> Result<Vec<DeviceId>, StoreError> {
        self.0
            .write(move |session| {
                let devices = super::devices::remove_but(session, player, None)?;
                session.execute(
                    "UPDATE accounts SET closed_ms = $2, recovery_hash = '', role = '' \
                 WHERE player_id = $1 AND closed_ms IS NULL",
                    &[player.into(), at.into()],
                )?;
                departures::add(session, player, DepartureCause::Closed, at)?;
                holdings::close(session, player)?;
                super::forget::delete_every_name(session, player)?;
                Ok(devices)
            })
            .await
    }
}

/// When a player's account, open or closed, got its present name. `None` if the player never had an account.
fn account_state(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Option<Timestamp>, StoreError> {
    let sql = "SELECT named_ms FROM accounts WHERE player_id = $1";
    session.first(sql, &[player.into()])
}

/// The player whose account has, or had, a name with this key.
fn owner_of_key(session: &mut dyn Session, key: &str) -> Result<Option<PlayerId>, StoreError> {
    let sql = "SELECT player_id FROM account_names WHERE name_key = $1";
    session.first(sql, &[key.into()])
}

/// Whether an account has, or had, a name with one of these keys.
fn is_any_kept(session: &mut dyn Session, keys: &[String; 2]) -> Result<bool, StoreError> {
    for key in keys {
        if owner_of_key(session, key)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reserves the keys of a name for a player. Returns false, and reserves nothing, if another player has one of
/// them.
fn take_keys(
    session: &mut dyn Session,
    player: PlayerId,
    keys: &[String; 2],
) -> Result<bool, StoreError> {
    for key in keys {
        if owner_of_key(session, key)?.is_some_and(|owner| owner != player) {
            return Ok(false);
        }
    }
    for key in keys {
        session.execute(
            "INSERT INTO account_names (name_key, player_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            &[key.as_str().into(), player.into()],
        )?;
        // Another node may have reserved the key since the check above. Then a key that was reserved before
        // it stays the player's: that keeps one name from others, and harms nobody.
        if owner_of_key(session, key)? != Some(player) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl TryFrom<Value> for Preferences {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        serde_json::from_str(&String::try_from(value)?).map_err(|_| WrongType)
    }
}

fn written(preferences: &Preferences) -> String {
    serde_json::to_string(preferences).expect("all keys of preferences are names of fields")
}
