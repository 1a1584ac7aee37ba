//! The multi-row statements of the writer. Their texts exist for each power of two of rows, so that
//! a connection prepares each at most once and any number of rows needs few of them.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::limits::ROWS_PER_STATEMENT_MAX;

/// One statement in all its sizes.
pub(super) struct Statement {
    /// The text for 2^index rows.
    by_size: Vec<String>,
}

/// Inserts rows of the log; returns the keys of those that are new.
/// Columns: `table_id`, `seq`, `at_ms`, `body`.
pub(super) static INSERT_LOG: LazyLock<Statement> = LazyLock::new(|| {
    Statement::new(
        "INSERT INTO log (table_id, seq, at_ms, body) VALUES ",
        4,
        " ON CONFLICT DO NOTHING RETURNING table_id, seq",
    )
});

/// Inserts or replaces tables; a table keeps the time of its creation.
/// Columns: `table_id`, `created_ms`, `updated_ms`, `listed`, `listing`, `closed`.
pub(super) static UPSERT_TABLES: LazyLock<Statement> = LazyLock::new(|| {
    Statement::new(
        "INSERT INTO tables (table_id, created_ms, updated_ms, listed, listing, closed) VALUES ",
        6,
        " ON CONFLICT (table_id) DO UPDATE SET updated_ms = excluded.updated_ms, \
         listed = excluded.listed, listing = excluded.listing, closed = excluded.closed",
    )
});

impl Statement {
    fn new(head: &str, columns: usize, tail: &str) -> Self {
        let sizes = ROWS_PER_STATEMENT_MAX.ilog2() + 1;
        let by_size = (0..sizes)
            .map(|power| text(head, 1 << power, columns, tail))
            .collect();
        Self { by_size }
    }

    /// Splits rows into as few runs as there are statements for, each with its statement's text.
    pub(super) fn runs<'a, T>(
        &'static self,
        mut rows: &'a [T],
    ) -> impl Iterator<Item = (&'static str, &'a [T])> {
        std::iter::from_fn(move || {
            let largest = self.by_size.len() - 1;
            let power = (rows.len().checked_ilog2()? as usize).min(largest);
            let (run, rest) = rows.split_at(1 << power);
            rows = rest;
            Some((self.by_size[power].as_str(), run))
        })
    }
}

/// `head ($1,$2),($3,$4) tail`.
fn text(head: &str, rows: usize, columns: usize, tail: &str) -> String {
    let mut text = head.to_owned();
    for parameter in 1..=rows * columns {
        let open = match (parameter, parameter % columns) {
            (1, _) => "(",
            (_, 1) => "),(",
            _ => ",",
        };
        // Writing into a String can't fail.
        let _ = write!(text, "{open}${parameter}");
    }
    text.push(')');
    text + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_through_all_rows() {
        assert_eq!(
            text("INSERT INTO x VALUES ", 2, 3, " END"),
            "INSERT INTO x VALUES ($1,$2,$3),($4,$5,$6) END"
        );
    }

    #[test]
    fn runs_cover_all_rows_in_order_with_few_statements() {
        for count in [0, 1, 2, 3, 255, 256, 257, 512, 1023] {
            let rows: Vec<usize> = (0..count).collect();
            let runs: Vec<_> = INSERT_LOG.runs(&rows).collect();
            let covered: Vec<usize> = runs.iter().flat_map(|(_, run)| run.to_vec()).collect();
            assert_eq!(covered, rows);
            assert!(runs.len() <= 5 + count / ROWS_PER_STATEMENT_MAX, "{count}");
            for (text, run) in runs {
                assert!(text.contains(&format!("${})", run.len() * 4)), "{text}");
            }
        }
    }
}
