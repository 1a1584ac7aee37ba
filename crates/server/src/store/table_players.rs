//! Who finds which tables among their own: a copy of what the tables' logs tell, by which a player's tables
//! are found without reading any log.

use super::session::Session;
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PlayerId, TableId};

impl Store {
    /// A player's own tables, those that the player came to last first, so many at most.
    pub async fn tables_of(
        &self,
        player: PlayerId,
        limit: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        let values = [
            player.into(),
            i64::try_from(limit).unwrap_or(i64::MAX).into(),
        ];
        let rows = self.read(move |reader| {
            reader.session().query(
                "SELECT table_id FROM table_players WHERE player_id = $1 \
                 ORDER BY since_ms DESC, table_id LIMIT $2",
                &values,
            )
        });
        let rows = rows.await?.into_iter();
        rows.map(|mut row| row.take(0)).collect()
    }
}

/// Who finds a table among their own.
fn stored(session: &mut dyn Session, table: TableId) -> Result<Vec<PlayerId>, StoreError> {
    let sql = "SELECT player_id FROM table_players WHERE table_id = $1";
    let rows = session.query(sql, &[table.into()])?.into_iter();
    rows.map(|mut row| row.take(0)).collect()
}

/// Has these players find a table from a moment on, and nobody else. Those who did before keep their rows.
pub(super) fn replace(
    session: &mut dyn Session,
    table: TableId,
    players: &[PlayerId],
    at: Timestamp,
) -> Result<(), StoreError> {
    let known = stored(session, table)?;
    for &gone in known.iter().filter(|known| !players.contains(known)) {
        session.execute(
            "DELETE FROM table_players WHERE table_id = $1 AND player_id = $2",
            &[table.into(), gone.into()],
        )?;
    }
    for &new in players.iter().filter(|player| !known.contains(player)) {
        session.execute(
            "INSERT INTO table_players (table_id, player_id, since_ms) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
            &[table.into(), new.into(), at.into()],
        )?;
    }
    Ok(())
}
