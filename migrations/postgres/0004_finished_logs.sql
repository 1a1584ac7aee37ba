-- The logs of tables that are closed, compressed, in pieces as the contents of records are.
CREATE TABLE finished_logs (
    table_id BYTEA NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (table_id, piece)
);

-- 1: the table is closed, and its rows are no longer in the log.
ALTER TABLE tables ADD COLUMN finished BIGINT NOT NULL DEFAULT 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;
