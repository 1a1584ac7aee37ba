//! Whose threads run first. What is measured is what attackers cost the server, not what they cost the
//! players who share its machine here.

/// Has the system run this thread only when no other wants the core: an attacker's.
pub(super) fn give_way() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{NormalThreadSchedulePolicy::Idle, ThreadSchedulePolicy::Normal};

        // Without it an attack costs some more.
        let _ = set(Normal(Idle));
    }
}

/// While it is there, the system runs the thread that made it before all others: the players', who
/// else wait for a core until the server has used up its slice of time, some milliseconds.
pub(super) struct ComesFirst {
    /// Whether the system allows it.
    is_granted: bool,
}

impl ComesFirst {
    /// From now on.
    pub(super) fn new() -> Self {
        #[cfg(target_os = "linux")]
        let is_granted = {
            use thread_priority::{
                RealtimeThreadSchedulePolicy::Fifo, ThreadSchedulePolicy::Realtime,
            };

            set(Realtime(Fifo))
        };
        #[cfg(not(target_os = "linux"))]
        let is_granted = false;
        Self { is_granted }
    }

    /// Whether the system allows it, which takes a privilege.
    pub(super) const fn is_granted(&self) -> bool {
        self.is_granted
    }
}

impl Drop for ComesFirst {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        {
            use thread_priority::{
                NormalThreadSchedulePolicy::Other, ThreadSchedulePolicy::Normal,
            };

            if self.is_granted {
                // Less is always allowed.
                set(Normal(Other));
            }
        }
    }
}

/// Gives this thread a policy; whether the system allows it.
#[cfg(target_os = "linux")]
fn set(policy: thread_priority::ThreadSchedulePolicy) -> bool {
    use thread_priority::{ThreadPriority, unix};

    let this = unix::thread_native_id();
    unix::set_thread_priority_and_policy(this, ThreadPriority::Min, policy).is_ok()
}
