//! How a stop reaches everybody, and how it is known that all of them have finished.

use std::time::Duration;

use tokio::sync::watch;

/// The end that stops.
#[derive(Debug)]
pub(crate) struct Stop(watch::Sender<bool>);

/// The end that is told. Whoever has work to finish keeps one until it is done.
#[derive(Clone, Debug)]
pub(crate) struct Stopping(watch::Receiver<bool>);

/// A stop that has not happened yet.
pub(crate) fn channel() -> (Stop, Stopping) {
    let (stop, stopping) = watch::channel(false);
    (Stop(stop), Stopping(stopping))
}

impl Stop {
    /// Tells everybody and waits until all [`Stopping`]s are gone, but not for longer than the
    /// given time. `true` if all are gone.
    pub(crate) async fn stop(self, timeout: Duration) -> bool {
        self.0.send_replace(true);
        tokio::time::timeout(timeout, self.0.closed()).await.is_ok()
    }
}

impl Stopping {
    /// Returns when the server is to stop; at once if it was told before.
    pub(crate) async fn wait(&mut self) {
        // An error means that the other end is gone, which is a stop as well.
        let _ = self.0.wait_for(|&stopped| stopped).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stop_waits_for_everybody_but_not_for_ever() {
        let (stop, stopping) = channel();
        let worker = tokio::spawn({
            let mut stopping = stopping.clone();
            async move { stopping.wait().await }
        });
        drop(stopping);
        assert!(stop.stop(Duration::from_mins(1)).await);
        worker.await.unwrap();

        let (stop, stopping) = channel();
        assert!(!stop.stop(Duration::ZERO).await);
        drop(stopping);
    }
}
