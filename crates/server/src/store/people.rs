//! Names that visitors chose, and what the server made up once.

use super::session::{Session, only};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::PlayerId;

impl Store {
    /// The name that a player chose, if they did.
    pub async fn player_name(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        self.read(move |reader| {
            let sql = "SELECT name FROM players WHERE player_id = $1";
            let found = only(reader.session().query(sql, &[player.into()])?);
            found.map(|mut row| row.take(0)).transpose()
        })
        .await
    }

    /// Remembers the name that a player chose.
    pub async fn set_player_name(
        &self,
        player: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.write(move |session| set_name(session, player, &name, at))
            .await
    }

    /// The value of a setting; where there is none yet, the given one becomes it. Several servers
    /// that start at once agree on one value.
    pub async fn setting_or_insert(&self, name: &str, value: &str) -> Result<String, StoreError> {
        let values = [name.into(), value.into()];
        self.write(move |session| {
            session.execute(
                "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                &values,
            )?;
            let found =
                session.query("SELECT value FROM settings WHERE name = $1", &values[..1])?;
            only(found).ok_or(StoreError::Corrupt)?.take(0)
        })
        .await
    }
}

/// Remembers the name that a player chose.
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
