//! Accounts that visitors keep, and the names that only their owners may have.

use boneyard_protocol::people::Preferences;

use super::people::set_name;
use super::select::select;
use super::session::{Session, Value, WrongType};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{DeviceId, PersonId, PlayerId};

/// What a cookie says is true of a visitor, or not any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVisitor {
    /// The name, if they chose one.
    pub name: Option<String>,
    /// The account, open or closed.
    pub person: Option<PersonId>,
    /// When the device was seen last; none if it isn't signed in.
    pub seen: Option<Timestamp>,
}

/// An account that isn't closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAccount {
    /// By which others know it.
    pub person: PersonId,
    /// Its name.
    pub name: String,
    /// Since when it is kept.
    pub created: Timestamp,
    /// When the name was chosen.
    pub named: Timestamp,
    /// Whether there is a recovery code.
    pub has_recovery_code: bool,
    /// What its owner may do besides: `moderator`, or nothing.
    pub role: String,
    /// The owner's choices.
    pub preferences: Preferences,
}

/// A name, and what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// What it looks like: names with one key can be mistaken for each other.
    pub key: String,
}

/// A device that is about to be signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDevice {
    /// Its id.
    pub device: DeviceId,
    /// What it is.
    pub name: String,
}

/// An account that is about to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// Whose it is.
    pub player: PlayerId,
    /// By which others will know it.
    pub person: PersonId,
    /// Its name.
    pub name: Name,
    /// The hash of its recovery code.
    pub recovery_hash: String,
    /// The device that keeps it.
    pub device: NewDevice,
}

/// What came of the wish to keep an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    Done,
    /// Somebody has, or had, an account of a name that looks like it.
    NameTaken,
    /// The player has, or had, one.
    Already,
}

/// What came of the wish for another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The name is theirs.
    Done,
    /// Somebody has, or had, an account of a name that looks like it.
    Taken,
    /// The name of the account was chosen a short while ago, at that moment.
    Lately(Timestamp),
}

impl Store {
    /// What is known of the bearer of a cookie, or of a program.
    pub async fn visitor(
        &self,
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
        let found = self.first(select, [player.into(), device.into()]).await?;
        found.ok_or(StoreError::Corrupt)
    }

    /// Keeps an account, and signs its first device in.
    pub async fn keep_account(&self, new: NewAccount, at: Timestamp) -> Result<Kept, StoreError> {
        let preferences = written(&Preferences::default());
        self.write(move |session| {
            let player = new.player;
            if account_state(session, player)?.is_some() {
                return Ok(Kept::Already);
            }
            if !take_key(session, player, &new.name.key)? {
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
            // Another node may have been as fast.
            if added == 0 {
                return Ok(Kept::Already);
            }
            set_name(session, player, &new.name.text, at)?;
            super::devices::add(session, player, &new.device, at)?;
            Ok(Kept::Done)
        })
        .await
    }

    /// A player's account, unless they keep none or it is closed.
    pub async fn account(&self, player: PlayerId) -> Result<Option<StoredAccount>, StoreError> {
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
        self.first(select, [player.into()]).await
    }

    /// Whose account it is, unless it is closed.
    pub async fn player_of(&self, person: PersonId) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT player_id FROM accounts WHERE person_id = $1 AND closed_ms IS NULL";
        self.first(sql, [person.into()]).await
    }

    /// Gives a player, who keeps an account or doesn't, another name, unless it looks like that of somebody
    /// else's account or the account got its name after a moment.
    pub async fn take_name(
        &self,
        player: PlayerId,
        name: Name,
        last_named: Timestamp,
        at: Timestamp,
    ) -> Result<Named, StoreError> {
        self.write(move |session| {
            if let Some(named) = account_state(session, player)? {
                if named > last_named {
                    return Ok(Named::Lately(named));
                }
                if !take_key(session, player, &name.key)? {
                    return Ok(Named::Taken);
                }
                let sql = "UPDATE accounts SET named_ms = $2 WHERE player_id = $1";
                session.execute(sql, &[player.into(), at.into()])?;
            } else if owner_of_key(session, &name.key)?.is_some() {
                return Ok(Named::Taken);
            }
            set_name(session, player, &name.text, at)?;
            Ok(Named::Done)
        })
        .await
    }

    /// Whether there is, or was, an account of a name that looks like this.
    pub async fn is_name_kept(&self, key: &str) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.read(move |reader| Ok(owner_of_key(reader.session(), &key)?.is_some()))
            .await
    }

    /// Writes down what somebody who keeps an account wants to be public.
    pub async fn set_preferences(
        &self,
        player: PlayerId,
        preferences: &Preferences,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET preferences = $2 WHERE player_id = $1";
        self.execute(sql, [player.into(), written(preferences).into()])
            .await?;
        Ok(())
    }

    /// Another recovery code takes the place of the last.
    pub async fn set_recovery(&self, player: PlayerId, hash: &str) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET recovery_hash = $2 \
                   WHERE player_id = $1 AND closed_ms IS NULL";
        self.execute(sql, [player.into(), hash.into()]).await?;
        Ok(())
    }

    /// Uses the recovery code of the account that has, or had, a name, and puts another one in its place;
    /// whose account it is. A name that nobody has is looked for in the same way.
    pub async fn use_recovery(
        &self,
        name_key: &str,
        hash: &str,
        next_hash: &str,
    ) -> Result<Option<PlayerId>, StoreError> {
        let name_key = name_key.to_owned();
        let (hash, next_hash): (Value, Value) = (hash.into(), next_hash.into());
        self.write(move |session| {
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

    /// Closes an account for good: its devices and all other ways in are gone, and its name with whatever
    /// else was about its owner, from records of matches that still run as well; nobody gets the name. All of
    /// it happens in one transaction. The devices that were signed in.
    pub async fn close_account(
        &self,
        player: PlayerId,
        at: Timestamp,
    ) -> Result<Vec<DeviceId>, StoreError> {
        self.write(move |session| {
            let devices = super::devices::remove_but(session, player, None)?;
            session.execute(
                "UPDATE accounts SET closed_ms = $2, recovery_hash = '', role = '' \
                 WHERE player_id = $1 AND closed_ms IS NULL",
                &[player.into(), at.into()],
            )?;
            for sql in FORGOTTEN_WITH_ACCOUNT {
                session.execute(sql, &[player.into()])?;
            }
            super::forget::delete_every_name(session, player)?;
            Ok(devices)
        })
        .await
    }
}

/// What goes when an account is closed. Its moments in the moderators' log stay, without its name.
const FORGOTTEN_WITH_ACCOUNT: [&str; 12] = [
    "DELETE FROM players WHERE player_id = $1",
    "DELETE FROM sign_in_codes WHERE player_id = $1",
    "DELETE FROM passkeys WHERE player_id = $1",
    "DELETE FROM emails WHERE player_id = $1",
    "DELETE FROM friends WHERE player_id = $1 OR other_id = $1",
    "DELETE FROM blocks WHERE player_id = $1 OR other_id = $1",
    "DELETE FROM ratings WHERE player_id = $1",
    "DELETE FROM quick_seats WHERE player_id = $1",
    "DELETE FROM bots WHERE owner_id = $1",
    "UPDATE reports SET reporter_name = '' WHERE reporter_id = $1",
    "UPDATE reports SET reported_name = '' WHERE reported_id = $1",
    "UPDATE moderation_log SET player_name = '' WHERE player_id = $1",
];

/// When the account of a player, open or closed, got its name; none if they never kept one.
fn account_state(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Option<Timestamp>, StoreError> {
    let sql = "SELECT named_ms FROM accounts WHERE player_id = $1";
    session.first(sql, &[player.into()])
}

/// Who has, or had, an account of a name that looks like this.
fn owner_of_key(session: &mut dyn Session, key: &str) -> Result<Option<PlayerId>, StoreError> {
    let sql = "SELECT player_id FROM account_names WHERE name_key = $1";
    session.first(sql, &[key.into()])
}

/// Makes names that look like this a player's; whether they are.
fn take_key(session: &mut dyn Session, player: PlayerId, key: &str) -> Result<bool, StoreError> {
    session.execute(
        "INSERT INTO account_names (name_key, player_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[key.into(), player.into()],
    )?;
    Ok(owner_of_key(session, key)? == Some(player))
}

impl TryFrom<Value> for Preferences {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        serde_json::from_str(&String::try_from(value)?).map_err(|_| WrongType)
    }
}

fn written(preferences: &Preferences) -> String {
    serde_json::to_string(preferences).expect("choices have no keys but the names of their fields")
}
