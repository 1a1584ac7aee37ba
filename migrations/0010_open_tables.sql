-- Which tables are still open, so that those to which nobody comes back are found and closed without
-- reading the log of every table that there ever was.
ALTER TABLE tables ADD COLUMN closed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX tables_open ON tables (closed, updated_ms);
