//! Checks whether the storage works.

use boneyard_base::limits;
use tokio::time::{Instant, timeout};

use super::people::SET_SETTING;
use super::{Store, StoreError};

/// The setting that is written to test whether the database can be written.
const PROBE_SETTING: &str = "last_mended_ms";

/// The result of the last check, and when the check ended. The result is used again for
/// [`limits::READY_FRESH`].
#[derive(Debug, Default)]
pub(super) struct Readiness(Option<(Instant, bool)>);

impl Store {
    /// Whether the storage works: the database can be read, and if the last write failed, it can be written
    /// again. Concurrent calls share one result.
    pub async fn is_ready(&self) -> bool {
        let mut last = self.readiness.lock().await;
        if let Readiness(Some((asked, ready))) = *last
            && asked.elapsed() < limits::READY_FRESH
        {
            return ready;
        }
        let probe = timeout(limits::READY_TIMEOUT, self.probe()).await;
        let ready = match probe {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready");
                false
            }
            Err(_) => false,
        };
        *last = Readiness(Some((Instant::now(), ready)));
        ready
    }

    /// The number of jobs that wait for the thread that writes.
    pub fn waiting(&self) -> usize {
        let queue = self.queue(|queues| &queues.write);
        queue.map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// The metrics of the thread that writes.
    pub fn meters(&self) -> &super::Meters {
        &self.meters
    }

    async fn probe(&self) -> Result<(), StoreError> {
        if !self.meters.is_failing() {
            match self.probe_reading().await {
                // The session that writes has lost the lock on the database. A test write takes the lock
                // again, or fails because another server has the lock.
                Err(StoreError::InUse) => {}
                probed => return probed,
            }
        }
        self.probe_writing().await
    }

    async fn probe_reading(&self) -> Result<(), StoreError> {
        let sql = "SELECT name FROM settings LIMIT 1";
        self.read(move |reader| {
            reader.check()?;
            reader.session().query(sql, &[])
        })
        .await?;
        Ok(())
    }

    async fn probe_writing(&self) -> Result<(), StoreError> {
        let now = boneyard_base::Clock::system().now().0.to_string();
        self.execute(SET_SETTING, [PROBE_SETTING.into(), now.into()])
            .await?;
        self.meters.mended();
        Ok(())
    }
}
