//! The two tokio runtimes. One serves the players, who have a seat at a table. The other serves all
//! other visitors, who request pages and pictures, follow the lobby, or watch. It has one thread with a
//! lower priority, so that many visitors at once don't delay moves.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use boneyard_base::{Inbox, limits};
use tokio::runtime::{Builder, Handle, Runtime};

/// Creates the runtime for players.
pub fn players() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .event_interval(limits::TASKS_BETWEEN_LOOKS)
        .build()
}

/// Creates the runtime for all other visitors.
pub fn visitors() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("visitors")
        .on_thread_start(give_way)
        .enable_all()
        .event_interval(limits::TASKS_BETWEEN_LOOKS)
        .build()
}

/// Lowers the priority of the current thread. This happens only on Linux; other systems would lower the
/// priority of the whole process.
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

/// Serves a socket on the current runtime until its visitor takes a seat at a table. After that, the
/// players' runtime serves it.
pub(crate) struct UntilSeated<F> {
    /// The future that serves the socket; `None` after the players' runtime has taken it over.
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
