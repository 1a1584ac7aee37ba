//! The last table that quick match opened for each player: known so at every node, and after a restart.

use super::select::select;
use super::session::{Value, WrongType};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PlayerId, TableId};

/// Bytes of a player's id.
const ID_BYTES: usize = 16;

/// A player's seat at the last table that quick match opened for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickSeat {
    /// Whose it is.
    pub player: PlayerId,
    /// The table.
    pub table: TableId,
    /// The other players of that table.
    pub others: Vec<PlayerId>,
    /// Those of the match before, in case this one never begins.
    pub met_before: Vec<PlayerId>,
}

impl Store {
    /// Notes the seats of a table of quick match, in place of what was known of its players.
    pub async fn set_quick_seats(
        &self,
        mut seats: Vec<QuickSeat>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        // Two nodes that write rows of the same players wait for each other in one order.
        seats.sort_by_key(|seat| seat.player);
        self.write(move |session| {
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

    /// A player's seat at the last table that quick match opened for them; none if there was none lately.
    pub async fn quick_seat(&self, player: PlayerId) -> Result<Option<QuickSeat>, StoreError> {
        let select = select!(
            QuickSeat {
                player: "player_id",
                table: "table_id",
                others: "others",
                met_before: "met_before",
            },
            "FROM quick_seats WHERE player_id = $1"
        );
        self.first(select, [player.into()]).await
    }

    /// Forgets the seats of tables that were opened before a moment.
    pub async fn forget_quick_seats(&self, before: Timestamp) -> Result<(), StoreError> {
        let sql = "DELETE FROM quick_seats WHERE opened_ms < $1";
        self.execute(sql, [before.into()]).await?;
        Ok(())
    }
}

/// Players are stored as their ids, one after the other.
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
