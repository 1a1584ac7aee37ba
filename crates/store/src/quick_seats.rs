//! The last table that quick match opened for each player. The database stores it, so that all nodes know it,
//! also after a restart.

use boneyard_base::{PlayerId, TableId, Timestamp};

use super::select::select;
use super::session::{Value, WrongType};
use super::{QuickSeats, StoreError};

/// The length of a player's id in bytes.
const ID_BYTES: usize = 16;

/// The last table that quick match opened for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickSeat {
    /// The player.
    pub player: PlayerId,
    /// The table.
    pub table: TableId,
    /// The other players at that table.
    pub others: Vec<PlayerId>,
    /// The other players of the match that the player played before. If the match at `table` never begins,
    /// these players still count as the players whom the player met last.
    pub met_before: Vec<PlayerId>,
}

impl QuickSeats<'_> {
    /// Stores the seats at a table that quick match has just opened. Replaces the earlier seats of the same
    /// players.
    pub async fn set(self, mut seats: Vec<QuickSeat>, at: Timestamp) -> Result<(), StoreError> {
        // All nodes write the rows in the order of the player ids, so two nodes can't deadlock.
        seats.sort_by_key(|seat| seat.player);
        self.0
            .write(move |session| {
                for seat in seats {
                    session.execute(
                    "INSERT INTO quick_seats (player_id, table_id, opened_ms, others, met_before) \
                     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player_id) DO UPDATE SET \
                     table_id = excluded.table_id, opened_ms = excluded.opened_ms, \
                     others = excluded.others, met_before = excluded.met_before",
                    &[
                        seat.player.into(),
                        seat.table.into(),
                        at.into(),
                        seat.others.into(),
                        seat.met_before.into(),
                    ],
                )?;
                }
                Ok(())
            })
            .await
    }

    /// The player's seat at the last table that quick match opened for the player. `None` if no table was
    /// opened for the player recently.
    pub async fn of(self, player: PlayerId) -> Result<Option<QuickSeat>, StoreError> {
        let select = select!(
            QuickSeat {
                player: "player_id",
                table: "table_id",
                others: "others",
                met_before: "met_before",
            },
            "FROM quick_seats WHERE player_id = $1"
        );
        self.0.first(select, [player.into()]).await
    }

    /// Deletes the seats of tables that were opened before this time.
    pub async fn forget_before(self, before: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM quick_seats WHERE opened_ms < $1";
        self.0.execute(sql, [before.into()]).await?;
        Ok(())
    }
}

/// The concatenated ids of the players.
impl From<Vec<PlayerId>> for Value {
    fn from(players: Vec<PlayerId>) -> Self {
        let bytes = players.iter().flat_map(PlayerId::as_bytes);
        Self::Bytes(bytes.copied().collect())
    }
}

impl TryFrom<Value> for Vec<PlayerId> {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        let bytes: Vec<u8> = value.try_into()?;
        let (ids, []) = bytes.as_chunks::<ID_BYTES>() else {
            return Err(WrongType);
        };
        Ok(ids.iter().copied().map(PlayerId::from_bytes).collect())
    }
}
