//! When a server last used the database, and the last time in which none did.

use boneyard_base::{Timestamp, limits};

use super::select::columns;
use super::session::Session;
use super::{Nodes, StoreError};

/// A time in which no server used the database: all were down, or none reached it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When a server used the database for the last time before.
    pub from: Timestamp,
    /// When a server used it again.
    pub until: Timestamp,
}

columns!(Outage { from, until });

impl Nodes<'_> {
    /// Records that a server uses the database now. Returns the last outage of at least
    /// [`limits::OUTAGE_MS_MIN`]; `None` if there was none. With `is_trusted`, a stored time in the future is forgotten:
    /// otherwise the clock may be behind that tells the time now.
    pub async fn note_uptime(
        self,
        now: Timestamp,
        is_trusted: bool,
    ) -> Result<Option<Outage>, StoreError> {
        self.0.write(move |session: &mut dyn Session| {
            let future = now.plus_ms(limits::CLOCK_STEP_MS);
            if is_trusted {
                session.execute(
                    "UPDATE uptime SET down_ms = 0, up_ms = 0, alive_ms = $1 WHERE alive_ms > $2",
                    &[now.into(), future.into()],
                )?;
            }
            // One statement, so that of several servers only the first finds the outage.
            session.execute(
                "UPDATE uptime SET \
                 down_ms = CASE WHEN alive_ms > 0 AND alive_ms <= $2 THEN alive_ms ELSE down_ms END, \
                 up_ms = CASE WHEN alive_ms > 0 AND alive_ms <= $2 THEN $1 ELSE up_ms END, \
                 alive_ms = $1 WHERE alive_ms < $1",
                &[now.into(), now.plus_ms(-limits::OUTAGE_MS_MIN).into()],
            )?;
            let found: Vec<Outage> = session.all(
                "SELECT down_ms, up_ms FROM uptime WHERE up_ms > 0 AND up_ms <= $1",
                &[future.into()],
            )?;
            Ok(found.first().copied())
        })
        .await
    }
}
