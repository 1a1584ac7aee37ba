//! What the run costs the machine: CPU time, memory and disk, by Linux's accounting.

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

/// Linux counts a process' CPU time in hundredths of a second, whatever the kernel's own clock.
const TICK: Duration = Duration::from_millis(10);

/// The CPU time that a process has used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cpu {
    pub(crate) user: Duration,
    pub(crate) system: Duration,
}

/// The memory of a process, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// All that is resident.
    pub(super) rss: u64,
    /// Of it, what isn't from files: the heap and the stacks.
    pub(super) anonymous: u64,
}

/// What the server's figures say of its appends so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Appends {
    pub(crate) rows: f64,
    pub(crate) commits: f64,
}

fn read(path: &str) -> Result<String, LoadError> {
    fs::read_to_string(path).map_err(|error| LoadError::Read {
        path: path.to_owned(),
        error,
    })
}

/// What Linux accounts a process.
struct Stat {
    parent: u32,
    cpu: Cpu,
    /// What children used that have ended.
    children: Cpu,
}

fn stat(pid: u32) -> Result<Stat, LoadError> {
    let stat = read(&format!("/proc/{pid}/stat"))?;
    // The process name, in parentheses, may hold spaces; the fields are counted behind it.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let number = |index| {
        let field = fields.split_whitespace().nth(index);
        field.and_then(|field| field.parse().ok()).unwrap_or(0)
    };
    let cpu = |user, system| Cpu {
        user: TICK * number(user),
        system: TICK * number(system),
    };
    Ok(Stat {
        parent: number(1),
        cpu: cpu(11, 12),
        children: cpu(13, 14),
    })
}

/// The CPU time of a process.
pub(crate) fn cpu(pid: u32) -> Result<Cpu, LoadError> {
    Ok(stat(pid)?.cpu)
}

/// The CPU time of a process and of all its children.
pub(crate) fn cpu_with_children(pid: u32) -> Result<Cpu, LoadError> {
    let own = stat(pid)?;
    let processes = fs::read_dir("/proc")?;
    let children = processes
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        // A process may end while it is looked at.
        .filter_map(|process| stat(process).ok())
        .filter(|stat| stat.parent == pid)
        .map(|stat| stat.cpu);
    Ok([own.cpu, own.children]
        .into_iter()
        .chain(children)
        .fold(Cpu::default(), |sum, cpu| Cpu {
            user: sum.user + cpu.user,
            system: sum.system + cpu.system,
        }))
}

/// The CPU time of this process.
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

/// Bytes that a process has had written to disks.
pub(crate) fn written(pid: u32) -> Result<u64, LoadError> {
    let io = read(&format!("/proc/{pid}/io"))?;
    let count = io
        .lines()
        .find_map(|line| line.strip_prefix("write_bytes: "));
    Ok(count.and_then(|count| count.parse().ok()).unwrap_or(0))
}

/// Bytes of a SQLite database, its write-ahead log included.
pub(crate) fn database_size(path: &Path) -> Result<u64, LoadError> {
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

/// Reads the server's histogram of appends that were committed together.
pub(crate) fn appends(metrics: SocketAddr) -> Result<Appends, LoadError> {
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

/// Has the system wake this thread as soon as a wait has ended, and not up to 50 microseconds later: a move
/// that is sent late would count as one that the server was slow with.
pub(super) fn wake_in_time() -> io::Result<()> {
    Ok(set_current_timer_slack(Some(NonZeroU64::MIN))?)
}

/// Allows this process as many open files as there are connections and some more, as far as the
/// system lets it. What isn't allowed shows when a connection fails.
pub(crate) fn allow_open_files(connections: usize) {
    /// Standard streams, the wait, and what is read besides.
    const OTHER_FILES: u64 = 64;
    let wanted = connections as u64 + OTHER_FILES;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    // Only root may raise the maximum.
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
