//! CPU time, memory and open files, from Linux's accounting.

use std::fs;
use std::io;
use std::num::NonZeroU64;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::set_current_timer_slack;
use rustix::time::{ClockId, clock_gettime};

/// Linux reports the CPU time of a process in hundredths of a second, whatever the frequency of the
/// kernel's timer.
const TICK: Duration = Duration::from_millis(10);

/// The CPU time that a process has used.
pub struct Cpu {
    pub user: Duration,
    pub system: Duration,
}

/// The CPU time of a process.
pub fn cpu(pid: u32) -> io::Result<Cpu> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name of the process, in parentheses, may contain spaces, so fields are counted after it.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |index| {
        let field = fields.split_whitespace().nth(index);
        field.and_then(|field| field.parse().ok()).unwrap_or(0)
    };
    Ok(Cpu {
        user: TICK * ticks(11),
        system: TICK * ticks(12),
    })
}

/// The CPU time of this process.
pub fn own_cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// The resident memory of a process, in bytes.
pub fn memory(pid: u32) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    Ok(kib.unwrap_or(0) * 1024)
}

/// Sets this thread's timer slack to the minimum. With the default of 50 microseconds, moves would
/// be sent late, and the delay would count as the server's.
pub fn wake_in_time() -> io::Result<()> {
    Ok(set_current_timer_slack(Some(NonZeroU64::MIN))?)
}

/// Raises this process's limit of open files to the number of connections and some more, as far as
/// the system allows.
pub fn allow_open_files(connections: usize) {
    const OTHER_FILES: u64 = 64;
    let wanted = connections as u64 + OTHER_FILES;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    // Only root may raise the hard limit.
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
