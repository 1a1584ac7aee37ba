//! Who is served first. Two runtimes share the work: that of the players, who sit at tables, and that of
//! all other visitors, who ask for pages and pictures, follow the lobby and watch. It has one thread,
//! which the system has give way to the others, so that a flood of visitors doesn't keep moves waiting.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use boneyard_base::{Inbox, limits};
use tokio::runtime::{Builder, Handle, Runtime};

/// The runtime of the players.
///
/// # Errors
///
/// When the system refuses it what it needs.
pub fn players() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .event_interval(limits::TASKS_BETWEEN_LOOKS)
        .build()
}

/// The runtime of all other visitors.
///
/// # Errors
///
/// As above.
pub fn visitors() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("visitors")
        .on_thread_start(give_way)
        .enable_all()
        .event_interval(limits::TASKS_BETWEEN_LOOKS)
        .build()
}

/// Has the system give this thread less time than others that want the core. Only on Linux is this each
/// thread's own; elsewhere it would slow the whole server down.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Other, ThreadPriority, ThreadSchedulePolicy::Normal, unix,
        };

        let this = unix::thread_native_id();
        let priority = limits::VISITORS_PRIORITY
            .try_into()
            .map(ThreadPriority::Crossplatform);
        let asked = priority
            .map(|priority| unix::set_thread_priority_and_policy(this, priority, Normal(Other)));
        if !matches!(asked, Ok(Ok(()))) {
            tracing::warn!(?asked, "visitors are as urgent as players");
        }
    }
}

/// Serves a socket at the runtime that begins it until its visitor sits at a table, and at the
/// players' runtime from then on.
pub(crate) struct UntilSeated<F> {
    /// None once the players' runtime has it.
    serving: Option<Pin<Box<F>>>,
    inbox: Arc<Inbox>,
    players: Handle,
}

impl<F: Future<Output = ()> + Send + 'static> UntilSeated<F> {
    pub(crate) fn new(serving: F, inbox: Arc<Inbox>, players: Handle) -> Self {
        Self {
            serving: Some(Box::pin(serving)),
            inbox,
            players,
        }
    }
}

impl<F: Future<Output = ()> + Send + 'static> Future for UntilSeated<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(serving) = &mut self.serving else {
            return Poll::Ready(());
        };
        if serving.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        if !self.inbox.is_seated() {
            return Poll::Pending;
        }
        if let Some(serving) = self.serving.take() {
            self.players.spawn(serving);
        }
        Poll::Ready(())
    }
}
