-- For several servers on one database.

-- To find what the lobby has to hear of other servers' tables.
CREATE INDEX tables_updated ON tables (updated_ms);

-- Entries of several processes lie side by side, and each process's are read alone.
CREATE INDEX public_log_process ON public_log (process, id);

-- Of two processes that go on with a third one's tree only one begins the tree after it.
CREATE UNIQUE INDEX public_trees_process ON public_trees (process, after_id);
