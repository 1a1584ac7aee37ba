//! The resources that a measurement uses: the difference between two readings.

use std::time::Duration;

use super::SpeedArgs;
use super::host::{self, Appends, Cpu, Memory};
use super::sample::Frames;
use super::watchers::Watchers;
use crate::error::LoadError;

/// The resources used since the processes started. A field is `None` if the program was started
/// without the argument that this field needs, such as the server's process id. Sizes are in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    pub(super) server_cpu: Option<Cpu>,
    pub(super) own_cpu: Duration,
    /// The number of bytes that the server has written to disks.
    pub(super) written: Option<u64>,
    /// The size of the database. The difference between two sizes can be negative.
    pub(super) database: Option<i128>,
    pub(super) appends: Option<Appends>,
    /// The updates that watchers have received.
    pub(super) watched: Frames,
}

/// The server's memory at three times.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryUse {
    /// The memory before any table was set up.
    pub(super) before: Memory,
    /// The memory when all players were seated and none had played.
    pub(super) seated: Memory,
    /// The memory after the measurement.
    pub(super) played: Memory,
}

impl Usage {
    /// The resources used until now.
    pub(super) fn now(args: &SpeedArgs, watchers: Option<&Watchers>) -> Result<Self, LoadError> {
        let database = args.database.as_deref().map(host::database_size);
        Ok(Self {
            server_cpu: args.server_pid.map(host::cpu).transpose()?,
            own_cpu: host::own_cpu(),
            written: args.server_pid.map(host::written).transpose()?,
            database: database.transpose()?.map(i128::from),
            appends: args.metrics.map(host::appends).transpose()?,
            watched: watchers.map(Watchers::frames).unwrap_or_default(),
        })
    }

    /// The resources used since an earlier reading.
    pub(super) fn since(&self, before: &Self) -> Self {
        Self {
            server_cpu: between(before.server_cpu, self.server_cpu, |before, now| Cpu {
                user: now.user.saturating_sub(before.user),
                system: now.system.saturating_sub(before.system),
            }),
            own_cpu: self.own_cpu.saturating_sub(before.own_cpu),
            written: between(before.written, self.written, |before, now| now - before),
            database: between(before.database, self.database, |before, now| now - before),
            appends: between(before.appends, self.appends, |before, now| Appends {
                rows: now.rows - before.rows,
                commits: now.commits - before.commits,
            }),
            watched: Frames {
                count: self.watched.count - before.watched.count,
                bytes: self.watched.bytes - before.watched.bytes,
            },
        }
    }
}

fn between<T>(before: Option<T>, now: Option<T>, difference: impl Fn(T, T) -> T) -> Option<T> {
    Some(difference(before?, now?))
}
