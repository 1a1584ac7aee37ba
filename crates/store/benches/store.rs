//! How long the store takes to append rows of different tables that wait together, as on a loaded server:
//! `cargo bench -p boneyard-server --bench store`. The database file is created in the system's temporary
//! directory, or in the one that `TMPDIR` names, which should be on the disk that matters.

use boneyard_base::{TableId, Timestamp};
use boneyard_store::{Append, AppendError, Store};
use divan::counter::ItemsCount;
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Tables in play.
const TABLES: usize = 500;

/// The body of a play.
const BODY: [u8; 6] = [12, 1, 25, 1, 1, 0];

fn main() {
    divan::main();
}

/// A store with tables, and the number of each table's last row.
struct Load {
    runtime: Runtime,
    store: Store,
    tables: Vec<(TableId, i64)>,
    /// The table that is next.
    next: usize,
    _directory: TempDir,
}

impl Load {
    fn open() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("boneyard.db");
        let runtime = Runtime::new().expect("a runtime");
        let address = format!("sqlite://{}", file.display());
        let mut load = Self {
            store: runtime.block_on(Store::open(&address)).expect("a store"),
            runtime,
            tables: (0..TABLES).map(|_| (TableId::random(), 0)).collect(),
            next: 0,
            _directory: directory,
        };
        load.append(TABLES);
        load
    }

    /// Appends a row to each of the next `rows` tables at once.
    fn append(&mut self, rows: usize) {
        let appends: Vec<_> = (self.next..self.next + rows)
            .map(|place| {
                let (table, seq) = &mut self.tables[place % TABLES];
                *seq += 1;
                self.store.append(Append {
                    table: *table,
                    seq: *seq,
                    at: Timestamp(1_700_000_000_000 + *seq),
                    body: BODY.to_vec(),
                    listing: None,
                    players: None,
                    record: None,
                    entries: Vec::new(),
                })
            })
            .collect();
        self.next += rows;
        let results: Result<(), AppendError> = self
            .runtime
            .block_on(join_all(appends))
            .into_iter()
            .collect();
        results.expect("every append is committed");
    }
}

#[divan::bench(args = [1, 16, 64, 256], sample_count = 500, sample_size = 4)]
fn append(bencher: divan::Bencher<'_, '_>, rows: usize) {
    let mut load = Load::open();
    bencher
        .counter(ItemsCount::new(rows))
        .bench_local(|| load.append(rows));
}
