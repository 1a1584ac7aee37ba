//! Asks Linux how much CPU time, memory and disk space a run uses.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::set_current_timer_slack;
use rustix::time::{ClockId, clock_gettime};

use super::http::Http;
use crate::error::LoadError;

/// The unit of CPU time in `/proc`: a hundredth of a second. It doesn't depend on the frequency of
/// the kernel's timer.
const TICK: Duration = Duration::from_millis(10);

/// The CPU time that a process has used.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cpu {
    pub(super) user: Duration,
    pub(super) system: Duration,
}

/// The memory of a process, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// All resident memory.
    pub(super) rss: u64,
    /// The resident memory that isn't backed by files: heap and stacks.
    pub(super) anonymous: u64,
}

/// The server's metrics about the rows that it appended to the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Appends {
    pub(super) rows: f64,
    pub(super) commits: f64,
}

fn read(path: &str) -> Result<String, LoadError> {
    fs::read_to_string(path).map_err(|error| LoadError::Read {
        path: path.to_owned(),
        error,
    })
}

/// The CPU time of a process.
pub(super) fn cpu(pid: u32) -> Result<Cpu, LoadError> {
    let stat = read(&format!("/proc/{pid}/stat"))?;
    // The name of the process is in parentheses and may contain spaces, so the fields are counted
    // from the closing parenthesis.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let time = |index| {
        let field = fields.split_whitespace().nth(index);
        TICK * field.and_then(|field| field.parse().ok()).unwrap_or(0)
    };
    Ok(Cpu {
        user: time(11),
        system: time(12),
    })
}

/// The CPU time of the load generator.
pub(super) fn own_cpu() -> Duration {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(used).unwrap_or_default()
}

/// The memory of a process.
pub(super) fn memory(pid: u32) -> Result<Memory, LoadError> {
    let status = read(&format!("/proc/{pid}/status"))?;
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    };
    Ok(Memory {
        rss: bytes("VmRSS:"),
        anonymous: bytes("RssAnon:"),
    })
}

/// The number of bytes that a process has written to disks.
pub(super) fn written(pid: u32) -> Result<u64, LoadError> {
    let io = read(&format!("/proc/{pid}/io"))?;
    let count = io
        .lines()
        .find_map(|line| line.strip_prefix("write_bytes: "));
    Ok(count.and_then(|count| count.parse().ok()).unwrap_or(0))
}

/// The size of a SQLite database together with its write-ahead log, in bytes.
pub(super) fn database_size(path: &Path) -> Result<u64, LoadError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    [path.to_owned(), PathBuf::from(log)]
        .into_iter()
        .map(|path| match fs::metadata(&path) {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(LoadError::Read {
                path: path.display().to_string(),
                error,
            }),
        })
        .sum()
}

/// Reads the number of appended rows and of commits from the server's metrics.
pub(super) fn appends(metrics: SocketAddr) -> Result<Appends, LoadError> {
    let text = Http::connect(metrics, None)?.get("/metrics")?;
    let figure = |name: &'static str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name));
        value
            .and_then(|value| value.trim().parse().ok())
            .ok_or(LoadError::NoFigure {
                name,
                address: metrics,
            })
    };
    Ok(Appends {
        rows: figure("boneyard_append_batch_sum")?,
        commits: figure("boneyard_append_batch_count")?,
    })
}

/// Sets this thread's timer slack to the minimum. With the default of 50 microseconds, this thread
/// would send moves late, and the delay would be measured as the server's.
pub(super) fn minimise_timer_slack() -> io::Result<()> {
    Ok(set_current_timer_slack(Some(NonZeroU64::MIN))?)
}

/// Raises this process's limit of open files to `connections` plus a few other files, as far as the
/// operating system allows. If the limit stays too low, opening a connection fails later.
pub(crate) fn allow_open_files(connections: usize) {
    /// Files other than connections: standard streams, the epoll instance, and files in `/proc`.
    const OTHER_FILES: u64 = 64;
    let wanted = connections as u64 + OTHER_FILES;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    // Only root may raise the hard limit, so this attempt can fail.
    let raised = Rlimit {
        current: Some(wanted),
        maximum: maximum.map(|maximum| maximum.max(wanted)),
    };
    let highest = Rlimit {
        current: maximum,
        maximum,
    };
    let _ = setrlimit(Resource::Nofile, raised).or_else(|_| setrlimit(Resource::Nofile, highest));
}
