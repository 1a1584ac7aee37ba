//! Tables of quick match: opened for people who were put together, who all have their seats, and of whom
//! nobody is the host.

use boneyard_protocol::{Access, ClockRule, Invite, TableId};
use boneyard_rules::Rules;

use crate::id::PlayerId;
use crate::table::create::{CreateError, draw_seed};
use crate::table::state::State;
use crate::table::state::event::TableEvent;
use crate::table::state::quick::QuickStand;
use crate::table::task::{Input, Shared};
use crate::table::{TableHandle, Tables};

impl Tables {
    /// Opens a table by link with these people at its seats, in this order. It counts against none of them.
    ///
    /// # Errors
    ///
    /// When there are more people than seats, a node is of an older version, or the storage fails.
    pub(crate) async fn create_paired(
        &self,
        people: &[(PlayerId, String)],
        rules: Rules,
        rated: bool,
        clock: ClockRule,
    ) -> Result<TableId, CreateError> {
        let ((host, name), others) = people.split_first().ok_or(CreateError::Unavailable)?;
        let table = TableId::random();
        let now = self.clock().now();
        let created = TableEvent::Created {
            host: *host,
            name: name.clone(),
            rules,
            access: Access::Link,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock,
            bots: false,
            seed: draw_seed()?,
        };
        let opened = State::open_paired(table, created, rated, others, now)
            .map_err(|_| CreateError::Unavailable)?;
        if TableEvent::format_of(&opened.events) > self.nodes().reads_format() {
            return Err(CreateError::OlderNode);
        }
        self.append_first(table, opened, now).await?;
        tracing::info!(%table, %rules, rated, "table of a quick match opened");
        Ok(table)
    }

    /// The way to a table that is in memory.
    pub(crate) fn in_memory(&self, table: TableId) -> Option<TableHandle> {
        self.loaded().get(&table).map(Shared::handle)
    }

    /// How a table of quick match stands, as this node has it in memory; if it is not in memory, as the log
    /// says, if that matters.
    pub(crate) async fn quick_stand(&self, table: &TableHandle, id: TableId) -> Option<QuickStand> {
        let mut stand = None;
        if table.take(Input::QuickStand(&mut stand)).await.is_ok() && stand.is_some() {
            return stand;
        }
        let rows = self.log().read(id, 0).await;
        let rows = rows.inspect_err(|error| {
            tracing::error!(table = %id, %error, "the log of a quick match can't be read");
        });
        Some(State::from_log(&rows.ok()?).ok()?.quick_stand())
    }
}
