//! Priorities of threads. The measurement is about what attackers cost the server, not what they
//! cost players who share its machine.

/// Lets this thread of an attacker run only when no other thread wants the core.
pub(super) fn set_idle_priority() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{NormalThreadSchedulePolicy::Idle, ThreadSchedulePolicy::Normal};

        // If this fails, an attack costs a little more.
        let _ = set(Normal(Idle));
    }
}

/// While this value exists, the thread that made it runs before all others. Otherwise the players'
/// thread would wait some milliseconds until the server has used its time slice.
pub(super) struct HighPriority {
    /// Whether the system allows it.
    is_granted: bool,
}

impl HighPriority {
    /// Raises the priority of this thread.
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

    /// Whether the system allowed it, which needs a privilege.
    pub(super) const fn is_granted(&self) -> bool {
        self.is_granted
    }
}

impl Drop for HighPriority {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        {
            use thread_priority::{
                NormalThreadSchedulePolicy::Other, ThreadSchedulePolicy::Normal,
            };

            if self.is_granted {
                // Lowering the priority is always allowed.
                set(Normal(Other));
            }
        }
    }
}

/// Sets the policy of this thread. Returns whether the system allows it.
#[cfg(target_os = "linux")]
fn set(policy: thread_priority::ThreadSchedulePolicy) -> bool {
    use thread_priority::{ThreadPriority, unix};

    let this = unix::thread_native_id();
    unix::set_thread_priority_and_policy(this, ThreadPriority::Min, policy).is_ok()
}
