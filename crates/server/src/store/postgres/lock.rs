//! The lock that makes a PostgreSQL database one server's. The session that writes holds it, so what a
//! server writes after another one has taken the database is never committed: to write again it needs
//! the lock.

use std::thread;
use std::time::{Duration, Instant};

use super::{Address, Connection};
use crate::limits;
use crate::store::StoreError;
use crate::store::session::{Session, only};

/// The key of the lock, among PostgreSQL's advisory ones: the letters BONE. docs/operating.md names it.
const KEY: i64 = 1_112_493_637;

/// How often a lock that is taken is tried again.
const RETRY: Duration = Duration::from_millis(20);

/// Ends a session that holds the lock. Another one may have its number by now, so its start is compared.
const END_HOLDER: &str = "SELECT pg_terminate_backend(pid)::INT::BIGINT \
     FROM pg_stat_activity JOIN pg_locks USING (pid) \
     WHERE pid = CAST($2 AS BIGINT) AND (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT = $3 \
     AND locktype = 'advisory' AND classid = 0 AND objid::BIGINT = $1 AND objsubid = 1 \
     AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Whether a session holds it.
const IS_HOLDER: &str = "SELECT COUNT(*) FROM pg_locks \
     WHERE pid = CAST($2 AS BIGINT) AND granted \
     AND locktype = 'advisory' AND classid = 0 AND objid::BIGINT = $1 AND objsubid = 1 \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// A session of the database's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    pid: i64,
    /// When it began, in microseconds since 1970.
    began: i64,
}

/// Takes the lock. Waits a little for a server that is about to end.
///
/// # Errors
///
/// When another server has it, or the database fails.
pub(super) fn take(connection: &mut Connection, address: &Address) -> Result<(), StoreError> {
    // After a lost connection the database may take that for alive, for hours.
    let before = *address.holder.lock();
    if let Some(Holder { pid, began }) = before {
        connection.query(END_HOLDER, &[KEY.into(), pid.into(), began.into()])?;
    }
    let until = Instant::now() + limits::LOCK_TIMEOUT;
    while !try_lock(connection)? {
        if Instant::now() >= until {
            return Err(StoreError::InUse);
        }
        thread::sleep(RETRY);
    }
    let holder = only(connection.query(
        "SELECT pid::BIGINT, (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT \
         FROM pg_stat_activity WHERE pid = pg_backend_pid()",
        &[],
    )?);
    let mut holder = holder.ok_or(StoreError::Corrupt)?;
    *address.holder.lock() = Some(Holder {
        pid: holder.take(0)?,
        began: holder.take(1)?,
    });
    Ok(())
}

fn try_lock(connection: &mut Connection) -> Result<bool, StoreError> {
    let sql = "SELECT pg_try_advisory_lock($1)::INT::BIGINT";
    let locked = only(connection.query(sql, &[KEY.into()])?);
    let locked: i64 = locked.ok_or(StoreError::Corrupt)?.take(0)?;
    Ok(locked == 1)
}

/// Makes sure, on any connection, that this server's writing session still holds the lock.
///
/// # Errors
///
/// When it doesn't, or the database fails.
pub(super) fn check(connection: &mut Connection, holder: Option<Holder>) -> Result<(), StoreError> {
    let pid = holder.map_or(0, |holder| holder.pid);
    let held = only(connection.query(IS_HOLDER, &[KEY.into(), pid.into()])?);
    let held: i64 = held.ok_or(StoreError::Corrupt)?.take(0)?;
    if held == 0 {
        return Err(StoreError::InUse);
    }
    Ok(())
}
