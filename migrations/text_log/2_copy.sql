-- What needs no program to be read. `unhex` is SQLite's own; PostgreSQL is given one first.
INSERT INTO tables (table_id, created_ms, updated_ms, listed, closed, listing)
    SELECT unhex(table_id), created_ms, updated_ms, listed, closed, listing FROM text_tables
    ORDER BY created_ms;
INSERT INTO players (player_id, name, created_ms)
    SELECT unhex(player_id), name, created_ms FROM text_players;
INSERT INTO settings (name, value) SELECT name, value FROM text_settings;
INSERT INTO record_seats
    (record_id, seat, side, player_id, name, name_key, computer, result, variant, ended_ms)
    SELECT unhex(record_id), seat, side,
    CASE WHEN player_id = '' THEN NULL ELSE unhex(player_id) END,
    name, name_key, computer, result, variant, ended_ms FROM text_record_seats;
INSERT INTO deleted_names (player_id, until_ms)
    SELECT unhex(player_id), until_ms FROM text_deleted_names;
INSERT INTO bots (bot_id, owner_id, token_hash, created_ms)
    SELECT unhex(bot_id), unhex(owner_id), token_hash, created_ms FROM text_bots;
