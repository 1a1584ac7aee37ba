//! Tables of quick match. All players have their seats from the start, and no player may act as the host.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::{Access, ClockRule, Invite, TableId};
use boneyard_rules::Rules;
use boneyard_store::{QuickSeat, StoreError};

use crate::state::State;
use crate::state::command::PairedPerson;
use crate::state::event::TableEvent;
use crate::tables::Tables;
use crate::tables::create::{CreateError, draw_seed};
use crate::tables::task::Input;
use crate::tables::task::TableHandle;

/// The last table that quick match opened for a player.
#[derive(Debug)]
pub struct LastQuick {
    /// The table.
    pub table: TableId,
    /// The condition of the table; `None` if its log is gone.
    pub stand: Option<QuickStand>,
    /// The opponents of the player's last match.
    pub met: Vec<PlayerId>,
}

/// The condition of a table of quick match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuickStand {
    /// Whether the first match has begun.
    pub has_begun: bool,
    /// Whether a match is being played.
    pub is_playing: bool,
    /// When the table was closed; `None` while it is open.
    pub closed: Option<Timestamp>,
    /// While a match is played: the players who have not resigned. Otherwise: all players while there is
    /// still time to come to the table, and only the players who have come when that time is over.
    pub came: Vec<PlayerId>,
    /// The rules of the match.
    pub rules: Rules,
    /// Whether the match is rated.
    pub rated: bool,
}

impl QuickStand {
    /// Reads the condition of a table from its state.
    pub fn of(state: &State) -> Self {
        let opened = state.settings.opened.plus_ms(state.moved_ms);
        let in_vain = state.last.ms_since(opened) >= limits::PAIRED_COME_MS;
        let came = if state.matches.is_playing() {
            state.match_players().collect()
        } else {
            let people = state.seats.people();
            let came = people.filter(|person| person.ready || !in_vain);
            came.map(|person| person.player).collect()
        };
        Self {
            has_begun: state.matches.count() > 0,
            is_playing: state.matches.is_playing(),
            closed: state.closed.then_some(state.last),
            came,
            rules: *state.rules(),
            rated: state.settings.rated,
        }
    }

    /// Whether the table still waits for its players.
    pub const fn waits(&self) -> bool {
        !self.has_begun && self.closed.is_none()
    }
}

/// The seats of a quick match, in the form in which they are stored.
fn seats_of(table: TableId, people: &[PairedPerson]) -> Vec<QuickSeat> {
    let seat = |person: &PairedPerson| {
        let others = people.iter().map(|other| other.player);
        QuickSeat {
            player: person.player,
            table,
            others: others.filter(|&other| other != person.player).collect(),
            met_before: person.met.clone(),
        }
    };
    people.iter().map(seat).collect()
}

impl Tables {
    /// Opens a table for a quick match, with these players at its seats in this order. Access is by link
    /// only. The table counts against no player's limit. All nodes are told that the players sit there.
    pub async fn create_paired(
        &self,
        people: &[PairedPerson],
        rules: Rules,
        rated: bool,
        clock: ClockRule,
    ) -> Result<TableId, CreateError> {
        let (host, others) = people.split_first().ok_or(CreateError::Unavailable)?;
        let table = TableId::random();
        let now = self.clock().now();
        let created = TableEvent::Created {
            table,
            host: host.player,
            name: host.name.clone(),
            rules,
            access: Access::Link,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock,
            time_cap: None,
            bots: false,
            rated,
            quick: true,
            seed: draw_seed()?,
        };
        let opened =
            State::open_paired(created, others, now).map_err(|_| CreateError::Unavailable)?;
        // The seats are stored before the table exists, so that no player has a seat that the other nodes
        // can't find.
        let noted = self.store().quick_seats().set(seats_of(table, people), now);
        noted.await.map_err(|error| {
            tracing::error!(%table, %error, "the seats of a quick match can't be noted");
            CreateError::Unavailable
        })?;
        self.append_first(table, opened, now).await?;
        tracing::info!(%table, %rules, rated, "table of a quick match opened");
        Ok(table)
    }

    /// The last table that quick match opened for a player, on any node; `None` if there was none recently.
    pub async fn last_quick(&self, player: PlayerId) -> Result<Option<LastQuick>, StoreError> {
        let Some(seat) = self.store().quick_seats().of(player).await? else {
            return Ok(None);
        };
        let stand = self.quick_stand(&self.open(seat.table), seat.table).await?;
        // If the log is gone, the match ended long ago.
        let has_begun = stand.as_ref().is_none_or(|stand| stand.has_begun);
        Ok(Some(LastQuick {
            table: seat.table,
            met: if has_begun {
                seat.others
            } else {
                seat.met_before
            },
            stand,
        }))
    }

    /// Deletes the stored seats of tables that are too old to be still open.
    pub async fn forget_quick_seats(&self) {
        let before = self.clock().now().plus_ms(-limits::QUICK_SEAT_MS);
        if let Err(error) = self.store().quick_seats().forget_before(before).await {
            tracing::error!(%error, "old seats of quick matches can't be deleted");
        }
    }

    /// The condition of a table of quick match. If the table is closed or can't be loaded, the condition is
    /// read from the log. `None` if the log is gone or damaged.
    ///
    /// # Errors
    ///
    /// When the log can't be read now.
    pub async fn quick_stand(
        &self,
        table: &TableHandle,
        id: TableId,
    ) -> Result<Option<QuickStand>, StoreError> {
        let mut stand = None;
        if table.take(Input::QuickStand(&mut stand)).await.is_ok() && stand.is_some() {
            return Ok(stand);
        }
        let rows = self.log().read(id, 0).await;
        let rows = rows.inspect_err(|error| {
            tracing::error!(table = %id, %error, "the log of a quick match can't be read");
        })?;
        let state = State::from_log(&rows).ok();
        Ok(state.map(|state| QuickStand::of(&state)))
    }
}
