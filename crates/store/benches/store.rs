//! Measures how long the store takes to commit appends that wait at the same time. Each append is for another
//! table, as on a server under load. Run it with `cargo bench -p boneyard-store --bench store`. The database
//! file is created in the system's temporary directory, or in the directory that `TMPDIR` names. That
//! directory should be on the disk that is to be measured.

use boneyard_base::{TableId, Timestamp};
use boneyard_store::{Append, AppendError, Store};
use divan::counter::ItemsCount;
use futures_util::future::join_all;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The number of tables with a running match.
const TABLES: usize = 500;

/// The body of a row: a play.
const BODY: [u8; 6] = [12, 1, 25, 1, 1, 0];

fn main() {
    divan::main();
}

/// A store, and its tables with the number of the last row of each table.
struct Load {
    runtime: Runtime,
    store: Store,
    tables: Vec<(TableId, i64)>,
    /// The index of the table that gets the next row.
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

    /// Appends one row to each of the next `rows` tables, all at the same time.
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
                    due: boneyard_store::Due::NotStored,
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
