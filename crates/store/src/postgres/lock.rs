//! The lock on a PostgreSQL database. It prevents two servers from using the same database if they don't
//! receive each other's appends. A server without a cluster holds the lock exclusively. The nodes of a
//! cluster share the lock. The writing session holds the lock, and loses it when the connection is lost. If
//! another server then takes the lock, this server can't take it again, so the next write of this server
//! fails.

use std::thread;
use std::time::{Duration, Instant};

use boneyard_base::limits;
use postgres::error::SqlState;

use super::{Address, Connection};
use crate::select::select;
use crate::session::Session;
use crate::{Sharing, StoreError};

/// The key of the advisory lock: the letters BONE as a number. docs/operating.md names it.
const KEY: i64 = 1_112_493_637;

/// The time between two attempts to take the lock.
const RETRY: Duration = Duration::from_millis(20);

/// A statement that selects data about the session that holds the lock. It finds no row if that session has
/// ended or has lost the lock. PostgreSQL can give the `pid` of an ended session to a new session, so the
/// statement also compares the time when the session began.
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

/// The session that holds the lock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    pid: i64,
    /// When the session began, in microseconds since 1970.
    began: i64,
}

/// The last known state of this server's lock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Lock {
    /// The server has not tried to take the lock.
    #[default]
    Untried,
    /// This session of the server holds the lock, or was the last session of this server that held it.
    Held(Holder),
    /// The database doesn't support advisory locks, or they have no effect. The nodes of a cluster work
    /// without the lock.
    Unsupported,
}

/// Takes the lock. Waits a short time for a server that is stopping. If an earlier session of this server
/// still exists, ends it and waits for its end. So the last transaction of the earlier session ends before
/// this session writes. Fails with [`StoreError::InUse`] if another server holds the lock.
pub(super) fn take(connection: &mut Connection, address: &Address) -> Result<(), StoreError> {
    let before = *address.lock.lock();
    let taken = match try_to_take(connection, address.sharing, before) {
        Err(error) if address.sharing == Sharing::Nodes && is_missing(&error) => Lock::Unsupported,
        taken => taken?,
    };
    if matches!(taken, Lock::Unsupported) && !matches!(before, Lock::Unsupported) {
        tracing::warn!(
            "this database has no advisory locks: a server without --nats could use it too, and would \
             show old boards to its players"
        );
    }
    *address.lock.lock() = taken;
    Ok(())
}

fn try_to_take(
    session: &mut dyn Session,
    sharing: Sharing,
    before: Lock,
) -> Result<Lock, StoreError> {
    let until = Instant::now() + limits::LOCK_TIMEOUT;
    // PostgreSQL may keep the session of a lost connection alive for hours, so this session ends it.
    if let Lock::Held(former) = before {
        let end = of_holder!("pg_terminate_backend(pid)::INT::BIGINT");
        session.query(end, &[KEY.into(), former.pid.into(), former.began.into()])?;
        wait(until, || Ok(!holds(session, former)?))?;
    }
    wait(until, || try_lock(session, sharing))?;
    let own = select!(
        Holder {
            pid: "pid::BIGINT",
            began: "(EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT",
        },
        "FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    );
    match (session.first(own, &[])?, sharing) {
        (Some(holder), Sharing::Alone) => Ok(Lock::Held(holder)),
        (Some(holder), Sharing::Nodes) if holds(session, holder)? => Ok(Lock::Held(holder)),
        (None, Sharing::Alone) => Err(StoreError::Corrupt),
        (_, Sharing::Nodes) => Ok(Lock::Unsupported),
    }
}

/// Waits until `is_so` returns true. Fails with [`StoreError::InUse`] if that takes too long.
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

fn try_lock(session: &mut dyn Session, sharing: Sharing) -> Result<bool, StoreError> {
    let sql = match sharing {
        Sharing::Alone => "SELECT pg_try_advisory_lock($1)::INT::BIGINT",
        Sharing::Nodes => "SELECT pg_try_advisory_lock_shared($1)::INT::BIGINT",
    };
    session.one(sql, &[KEY.into()])
}

/// Whether this session holds the lock.
fn holds(session: &mut dyn Session, holder: Holder) -> Result<bool, StoreError> {
    let values = [KEY.into(), holder.pid.into(), holder.began.into()];
    session.one(of_holder!("COUNT(*)"), &values)
}

/// Whether the error means that the database has no such function, table or column, or doesn't support a
/// feature.
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

/// Checks that this server's writing session still holds the lock. Works on any connection. Fails with
/// [`StoreError::InUse`] if the session has lost the lock.
pub(super) fn check(session: &mut dyn Session, lock: Lock) -> Result<(), StoreError> {
    match lock {
        Lock::Unsupported => Ok(()),
        Lock::Held(holder) if holds(session, holder)? => Ok(()),
        Lock::Held(_) | Lock::Untried => Err(StoreError::InUse),
    }
}
