//! The tables of each player. This copies data from the logs of the tables, so that a player's tables can be
//! found without reading the logs.

use boneyard_base::{PlayerId, TableId, Timestamp};

use super::session::Session;
use super::{StoreError, Tables};

impl Tables<'_> {
    /// A player's own tables, the last joined table first. Returns at most `limit` tables.
    pub async fn of(self, player: PlayerId, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT table_id FROM table_players WHERE player_id = $1 \
                   ORDER BY since_ms DESC, table_id LIMIT $2";
        self.0.all(sql, [player.into(), limit.into()]).await
    }
}

/// Makes exactly these players the players of a table. Players who were already players of the table keep
/// their rows, which contain the time of joining. The other players get rows with the time `at`.
pub(super) fn replace(
    session: &mut dyn Session,
    table: TableId,
    players: &[PlayerId],
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "SELECT player_id FROM table_players WHERE table_id = $1";
    let known: Vec<PlayerId> = session.all(sql, &[table.into()])?;
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
