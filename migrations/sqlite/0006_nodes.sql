-- As on PostgreSQL, where several servers may use a database. Here one server writes; it finishes the trees
-- of processes before it.
CREATE INDEX public_log_process ON public_log (process);

CREATE UNIQUE INDEX public_trees_process ON public_trees (process, after_id);
