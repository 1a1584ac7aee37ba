-- The logs of tables that are closed, compressed, in pieces as the contents of records are.
CREATE TABLE finished_logs (
    table_id BLOB NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (table_id, piece)
) STRICT, WITHOUT ROWID;

-- 1: the table is closed, and its rows are no longer in the log.
ALTER TABLE tables ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;
