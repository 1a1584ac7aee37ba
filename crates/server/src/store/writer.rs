//! The one writer of a process. It takes all appends that wait, commits them in one transaction,
//! each judged by itself, and answers each waiter directly.

use std::sync::Arc;
use std::time::Instant;

use sqlx::any::AnyRow;
use sqlx::pool::PoolConnection;
use sqlx::{Acquire as _, Any, AnyConnection, AnyPool, Row as _};
use tokio::sync::{Notify, mpsc, oneshot};

use super::statements::{INSERT_LOG, UPSERT_TABLES};
use super::{Append, AppendError, Meters, StoreError, records};
use crate::id::TableId;
use crate::limits;

/// An append on its way, and who waits for it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) answer: oneshot::Sender<Result<(), AppendError>>,
    /// When it was asked for.
    pub(super) since: Instant,
}

/// What became of one append of a batch that was committed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Committed,
    Conflict,
}

/// The writer's side of the queue.
pub(super) struct Writer {
    pool: AnyPool,
    /// The writer's own connection, with its prepared statements. None at first and after an
    /// error: whatever state it was in, a new one is clean.
    connection: Option<PoolConnection<Any>>,
    queue: mpsc::Receiver<Waiting>,
    stop: Arc<Notify>,
    meters: Meters,
}

impl Writer {
    pub(super) fn new(
        pool: AnyPool,
        queue: mpsc::Receiver<Waiting>,
        stop: Arc<Notify>,
        meters: Meters,
    ) -> Self {
        Self {
            pool,
            connection: None,
            queue,
            stop,
            meters,
        }
    }

    /// Works until it is stopped or nobody can append any more, and then until the queue is empty.
    pub(super) async fn run(mut self) {
        let mut batch = Vec::with_capacity(limits::APPEND_BATCH_MAX);
        loop {
            let stop = Arc::clone(&self.stop);
            tokio::select! {
                biased;
                received = self.queue.recv_many(&mut batch, limits::APPEND_BATCH_MAX) => {
                    if received == 0 {
                        return;
                    }
                    self.commit_and_answer(&mut batch).await;
                }
                () = stop.notified() => self.queue.close(),
            }
        }
    }

    /// Commits a batch and empties it by answering everybody.
    async fn commit_and_answer(&mut self, batch: &mut Vec<Waiting>) {
        // In one order everywhere: two nodes that insert the same keys then never wait for each
        // other in a circle. The sort is stable, so of two equal keys the first to come is first.
        batch.sort_by_key(|waiting| key(&waiting.append));
        let started = Instant::now();
        let committed = tokio::time::timeout(limits::COMMIT_TIMEOUT, self.commit(batch)).await;
        let committed = committed.unwrap_or(Err(StoreError::Timeout));
        match committed {
            Ok(verdicts) => {
                tracing::trace!(
                    appends = batch.len(),
                    micros = started.elapsed().as_micros(),
                    "committed"
                );
                self.meters
                    .committed(batch.iter().map(|waiting| waiting.since.elapsed()));
                for (waiting, verdict) in batch.drain(..).zip(verdicts) {
                    let result = match verdict {
                        Verdict::Committed => Ok(()),
                        Verdict::Conflict => Err(AppendError::Conflict),
                    };
                    // A waiter that is gone needs no answer; its append stays in the log.
                    let _ = waiting.answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(appends = batch.len(), %error, "appends failed");
                self.meters.failed(batch.len());
                if let Some(connection) = self.connection.take() {
                    // Its transaction may still be open; closing rolls it back.
                    drop(connection.detach());
                }
                for waiting in batch.drain(..) {
                    let failed = Err(AppendError::Unavailable(error.clone()));
                    let _ = waiting.answer.send(failed);
                }
            }
        }
    }

    /// Commits a sorted batch in one transaction; a verdict for each append, in the same order.
    async fn commit(&mut self, batch: &[Waiting]) -> Result<Vec<Verdict>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.pool.acquire().await?),
        };
        let mut transaction = connection.begin().await?;
        let verdicts = insert_log(&mut transaction, batch).await?;
        upsert_tables(&mut transaction, batch, &verdicts).await?;
        insert_records(&mut transaction, batch, &verdicts).await?;
        transaction.commit().await?;
        Ok(verdicts)
    }
}

/// The primary key of the log.
fn key(append: &Append) -> (TableId, i64) {
    (append.table, append.seq)
}

/// Inserts each append of a sorted batch unless its key is taken, by the log or by an equal key
/// before it.
async fn insert_log(
    connection: &mut AnyConnection,
    batch: &[Waiting],
) -> Result<Vec<Verdict>, StoreError> {
    let mut verdicts = vec![Verdict::Conflict; batch.len()];
    let first_of_key: Vec<usize> = (0..batch.len())
        .filter(|&i| i == 0 || key(&batch[i - 1].append) != key(&batch[i].append))
        .collect();
    for (sql, run) in INSERT_LOG.runs(&first_of_key) {
        let mut query = sqlx::query(sql);
        for &index in run {
            let append = &batch[index].append;
            query = query
                .bind(append.table.to_string())
                .bind(append.seq)
                .bind(append.at.0)
                .bind(append.body.as_str());
        }
        for row in query.fetch_all(&mut *connection).await? {
            let inserted = row_key(&row)?;
            if let Ok(place) =
                run.binary_search_by_key(&inserted, |&index| key(&batch[index].append))
            {
                verdicts[run[place]] = Verdict::Committed;
            }
        }
    }
    Ok(verdicts)
}

fn row_key(row: &AnyRow) -> Result<(TableId, i64), StoreError> {
    let table: &str = row.try_get(0)?;
    let table = table.parse().map_err(|_| StoreError::Corrupt)?;
    Ok((table, row.try_get(1)?))
}

/// Keeps the matches that ended with the appends that won. Few do, so each is a statement.
async fn insert_records(
    connection: &mut AnyConnection,
    batch: &[Waiting],
    verdicts: &[Verdict],
) -> Result<(), StoreError> {
    for (waiting, verdict) in batch.iter().zip(verdicts) {
        if let (Some(record), Verdict::Committed) = (&waiting.append.record, verdict) {
            records::insert(connection, record).await?;
        }
    }
    Ok(())
}

/// Writes what the lobby is to say after the appends that won.
async fn upsert_tables(
    connection: &mut AnyConnection,
    batch: &[Waiting],
    verdicts: &[Verdict],
) -> Result<(), StoreError> {
    let won = batch
        .iter()
        .zip(verdicts)
        .filter(|&(_, &verdict)| verdict == Verdict::Committed)
        .map(|(waiting, _)| &waiting.append);
    let mut changes: Vec<_> = won
        .filter_map(|append| Some((append, append.listing.as_ref()?)))
        .collect();
    // One statement may touch a row only once: of several changes of a table the last one stays.
    changes.reverse();
    changes.dedup_by_key(|(append, _)| append.table);
    for (sql, run) in UPSERT_TABLES.runs(&changes) {
        let mut query = sqlx::query(sql);
        for (append, change) in run {
            query = query
                .bind(append.table.to_string())
                .bind(append.at.0)
                .bind(append.at.0)
                .bind(i64::from(change.listed))
                .bind(change.listing.as_str())
                .bind(i64::from(change.closed));
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}
