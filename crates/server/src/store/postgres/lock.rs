//! The lock that keeps servers apart that don't hear of each other's appends: a server that is alone holds
//! it exclusively, the nodes of a cluster share it. The session that writes holds it, so what a server
//! writes after another one has taken the database is never committed: to write again it needs the lock.

use std::thread;
use std::time::{Duration, Instant};

use postgres::error::SqlState;

use super::{Address, Connection};
use crate::limits;
use crate::store::session::{Session, only};
use crate::store::{Sharing, StoreError};

/// The key of the lock, among PostgreSQL's advisory ones: the letters BONE. docs/operating.md names it.
const KEY: i64 = 1_112_493_637;

/// How often a lock that is taken is tried again.
const RETRY: Duration = Duration::from_millis(20);

/// The session that holds the lock, if one does. Another one may have its number by now, so its start is
/// compared.
macro_rules! of_holder {
    ($what:literal) => {
        concat!(
            "SELECT ",
            $what,
            " FROM pg_stat_activity JOIN pg_locks USING (pid) \
             WHERE pid = CAST($2 AS BIGINT) \
             AND (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT = $3 \
             AND granted AND locktype = 'advisory' \
             AND classid = 0 AND objid::BIGINT = $1 AND objsubid = 1 AND pg_locks.database = \
             (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    };
}

/// A session of the database's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    pid: i64,
    /// When it began, in microseconds since 1970.
    began: i64,
}

/// What a server has of the lock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Lock {
    /// Nothing yet.
    #[default]
    Untried,
    /// This session of the server holds it, or held it last.
    Held(Holder),
    /// The database has no such locks, or they do nothing: nodes go on without.
    Unsupported,
}

/// Takes the lock. Waits a little for a server that is about to end, and for the session of this server
/// that held the lock before: the last transaction of that one ends before this one writes.
pub(super) fn take(connection: &mut Connection, address: &Address) -> Result<(), StoreError> {
    let before = *address.lock.lock();
    let taken = match try_to_take(connection, address.sharing, before) {
        Err(error) if address.sharing == Sharing::Nodes && is_missing(&error) => Lock::Unsupported,
        taken => taken?,
    };
    if matches!(taken, Lock::Unsupported) && !matches!(before, Lock::Unsupported) {
        tracing::warn!(
            "this database has no advisory locks: nothing keeps a server without --nats from it, \
             whose players would be shown old boards"
        );
    }
    *address.lock.lock() = taken;
    Ok(())
}

fn try_to_take(
    connection: &mut Connection,
    sharing: Sharing,
    before: Lock,
) -> Result<Lock, StoreError> {
    let until = Instant::now() + limits::LOCK_TIMEOUT;
    // After a lost connection the database may take that for alive, for hours.
    if let Lock::Held(former) = before {
        let end = of_holder!("pg_terminate_backend(pid)::INT::BIGINT");
        connection.query(end, &[KEY.into(), former.pid.into(), former.began.into()])?;
        wait(until, || Ok(!holds(connection, former)?))?;
    }
    wait(until, || try_lock(connection, sharing))?;
    let session = only(connection.query(
        "SELECT pid::BIGINT, (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT \
         FROM pg_stat_activity WHERE pid = pg_backend_pid()",
        &[],
    )?);
    let holder = session.map(|mut session| {
        Ok::<_, StoreError>(Holder {
            pid: session.take(0)?,
            began: session.take(1)?,
        })
    });
    match (holder.transpose()?, sharing) {
        (Some(holder), Sharing::Alone) => Ok(Lock::Held(holder)),
        (Some(holder), Sharing::Nodes) if holds(connection, holder)? => Ok(Lock::Held(holder)),
        (None, Sharing::Alone) => Err(StoreError::Corrupt),
        (_, Sharing::Nodes) => Ok(Lock::Unsupported),
    }
}

/// Waits until something is so.
fn wait(
    until: Instant,
    mut is_so: impl FnMut() -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    while !is_so()? {
        if Instant::now() >= until {
            return Err(StoreError::InUse);
        }
        thread::sleep(RETRY);
    }
    Ok(())
}

fn try_lock(connection: &mut Connection, sharing: Sharing) -> Result<bool, StoreError> {
    let sql = match sharing {
        Sharing::Alone => "SELECT pg_try_advisory_lock($1)::INT::BIGINT",
        Sharing::Nodes => "SELECT pg_try_advisory_lock_shared($1)::INT::BIGINT",
    };
    let locked = only(connection.query(sql, &[KEY.into()])?);
    let locked: i64 = locked.ok_or(StoreError::Corrupt)?.take(0)?;
    Ok(locked == 1)
}

/// Whether a session holds the lock.
fn holds(connection: &mut Connection, holder: Holder) -> Result<bool, StoreError> {
    let values = [KEY.into(), holder.pid.into(), holder.began.into()];
    let held = only(connection.query(of_holder!("COUNT(*)"), &values)?);
    let held: i64 = held.ok_or(StoreError::Corrupt)?.take(0)?;
    Ok(held > 0)
}

/// Whether a database lacks what was asked for.
fn is_missing(error: &StoreError) -> bool {
    let StoreError::Database(error) = error else {
        return false;
    };
    let error = error.downcast_ref::<postgres::Error>();
    let code = error.and_then(postgres::Error::code);
    code.is_some_and(|code| {
        [
            SqlState::UNDEFINED_FUNCTION,
            SqlState::UNDEFINED_TABLE,
            SqlState::UNDEFINED_COLUMN,
            SqlState::FEATURE_NOT_SUPPORTED,
        ]
        .contains(code)
    })
}

/// Makes sure, on any connection, that this server's writing session still holds the lock.
pub(super) fn check(connection: &mut Connection, lock: Lock) -> Result<(), StoreError> {
    match lock {
        Lock::Unsupported => Ok(()),
        Lock::Held(holder) if holds(connection, holder)? => Ok(()),
        Lock::Held(_) | Lock::Untried => Err(StoreError::InUse),
    }
}
