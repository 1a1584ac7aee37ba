//! The names of players, and the settings of the database.

use boneyard_base::{PlayerId, Timestamp};

use super::session::Session;
use super::{Players, Settings, StoreError};

/// Inserts or replaces a setting.
pub(super) const SET_SETTING: &str = "INSERT INTO settings (name, value) VALUES ($1, $2) \
     ON CONFLICT (name) DO UPDATE SET value = excluded.value";

impl Players<'_> {
    /// The name that a player has chosen.
    pub async fn name(self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT name FROM players WHERE player_id = $1";
        self.0.first(sql, [player.into()]).await
    }

    /// Stores the name that a player has chosen.
    pub async fn set_name(
        self,
        player: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.0
            .write(move |session| set_name(session, player, &name, at))
            .await
    }
}

impl Settings<'_> {
    /// Reads a setting. If the setting is missing, stores the given value first. If several servers start at
    /// the same time, all of them get the same value.
    pub async fn get_or_insert(self, name: &str, value: &str) -> Result<String, StoreError> {
        let values = [name.into(), value.into()];
        self.0
            .write(move |session| {
                session.execute(
                    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    &values,
                )?;
                session.one("SELECT value FROM settings WHERE name = $1", &values[..1])
            })
            .await
    }
}

/// Stores the name that a player has chosen.
pub(super) fn set_name(
    session: &mut dyn Session,
    player: PlayerId,
    name: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    session.execute(
        "INSERT INTO players (player_id, name, created_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (player_id) DO UPDATE SET name = excluded.name",
        &[player.into(), name.into(), at.into()],
    )?;
    Ok(())
}
