-- The first schema had ids in hex and a log of JSON, and its versions were kept by another program.
-- Its tables make way for those of the new schema, which are filled from them.
ALTER TABLE log RENAME TO text_log;
ALTER TABLE tables RENAME TO text_tables;
ALTER TABLE records RENAME TO text_records;
ALTER TABLE record_seats RENAME TO text_record_seats;
ALTER TABLE players RENAME TO text_players;
ALTER TABLE settings RENAME TO text_settings;
ALTER TABLE deleted_names RENAME TO text_deleted_names;
ALTER TABLE bots RENAME TO text_bots;
DROP INDEX tables_listed;
DROP INDEX tables_open;
DROP INDEX records_ended;
DROP INDEX record_seats_of_player;
DROP INDEX bots_owner;
