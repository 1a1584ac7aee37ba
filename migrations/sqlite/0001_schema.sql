-- The schema on SQLite. The log differs from the log on PostgreSQL, where several servers may append: on
-- SQLite only one process appends, and a row costs least when it is added at the end of the table. The other
-- tables differ only in the names of types. Ids are 16 bytes; a truth value is 0 or 1.

-- The tables, each with the lobby's listing. A row is written together with the append that changes it.
CREATE TABLE tables (
    -- The log names the table by this number, which is smaller than the id.
    number INTEGER PRIMARY KEY,
    table_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    -- 1: the lobby shows the table; 0: the table is open by link only, or closed.
    listed INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    -- JSON.
    listing TEXT NOT NULL,
    -- 1: the table is closed, and its rows are no longer in the log.
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- Finds abandoned tables.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;

-- The log of all tables, from which all tables are rebuilt. Each append is one row, in order of arrival,
-- without an index: the previous row of the same table is `back` rows earlier, so a table's log is read
-- backward from its last row.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    -- 0: the table has no previous row.
    back INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- The last row of each table in the log. The server keeps it in memory, and writes it here from time to time.
CREATE TABLE log_ends (
    table_number INTEGER PRIMARY KEY,
    last_id INTEGER NOT NULL
) STRICT;

-- One row: up to which row of the log `log_ends` is complete. Later rows are read when the server starts.
CREATE TABLE log_ends_complete (
    last_id INTEGER NOT NULL
) STRICT;

INSERT INTO log_ends_complete (last_id) VALUES (0);

-- The logs of closed tables, compressed and in pieces, like the contents of records.
CREATE TABLE finished_logs (
    table_id BLOB NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (table_id, piece)
) STRICT, WITHOUT ROWID;

-- The players of each table, for their lists of own tables: the players with a seat, until the table is closed
-- or its last match has ended. Rows are written together with the append that changes them.
CREATE TABLE table_players (
    table_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    -- When the player joined the table.
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_players_of_player ON table_players (player_id, since_ms, table_id);

-- When something is due at each open table over days, which isn't in memory while it waits. Rows are written
-- together with each append of such a table.
CREATE TABLE due_tables (
    table_id BLOB PRIMARY KEY,
    due_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX due_tables_due ON due_tables (due_ms, table_id);

-- One row: when a server last used the database, and from when to when none did, the last time.
CREATE TABLE uptime (
    alive_ms INTEGER NOT NULL,
    down_ms INTEGER NOT NULL,
    up_ms INTEGER NOT NULL
) STRICT;

INSERT INTO uptime (alive_ms, down_ms, up_ms) VALUES (0, 0, 0);

-- Players who have chosen a name. Other players' names are made from their ids.
CREATE TABLE players (
    player_id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Values that the server has made once and must keep, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Finished matches. A record can be made again from the log until the log is deleted.
CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    record_id BLOB NOT NULL UNIQUE,
    table_id BLOB NOT NULL,
    -- The number of the match at its table, from 1.
    match_number INTEGER NOT NULL,
    -- 1: the table was open to all visitors; 0: the table was open by link only, and so is the record.
    public INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    -- 0: not rated; -1: waits to be rated; -2 to -4: not rated, for a reason; from 1 on: the number in
    -- rated_seats.
    rated INTEGER NOT NULL DEFAULT 0,
    -- 1: quick match chose the players, so the pages of players who make their matches public list the match
    -- although the table was open by link only.
    quick INTEGER NOT NULL DEFAULT 0,
    UNIQUE (table_id, match_number)
) STRICT;

CREATE INDEX records_ended ON records (ended_ms);
CREATE INDEX records_to_rate ON records (number) WHERE rated = -1;
CREATE INDEX records_rated ON records (rated) WHERE rated > 0;

-- The contents of the records: the summary, the transcript and the proof of the deals, compressed and in
-- pieces. If a row doesn't fit into the rest of a page of SQLite, that rest stays empty; rows of a quarter of
-- a page leave no rest.
CREATE TABLE record_pieces (
    record_number INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (record_number, piece)
) STRICT, WITHOUT ROWID;

-- The seats of the matches, with the columns by which a player searches own records.
CREATE TABLE record_seats (
    record_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    -- Null for a computer player.
    player_id BLOB,
    -- Empty after the player has deleted it.
    name TEXT NOT NULL,
    -- The name in lower case, for searches, followed by a computer player's level.
    name_key TEXT NOT NULL,
    -- Empty for a person.
    computer TEXT NOT NULL,
    -- won, lost or undecided.
    result TEXT NOT NULL,
    variant TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (record_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_seats_of_player ON record_seats (player_id, ended_ms, record_id)
    WHERE player_id IS NOT NULL;

-- Players who have deleted their names from the records of matches that ended until `until_ms`. A record that
-- is made again from the log leaves the name out too.
CREATE TABLE deleted_names (
    player_id BLOB PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Matches that players have hidden: the record doesn't show the player's name to other visitors, and a search
-- doesn't find the match by it. The rows are kept apart from the records, so that a record that is made again
-- is hidden too.
CREATE TABLE hidden_matches (
    record_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    PRIMARY KEY (record_id, player_id)
) STRICT, WITHOUT ROWID;

-- Bots: programs that play. Each bot is a player with a name in `players`, and has an owner. Only the SHA-256
-- of the bot's secret token is stored, in hex; null after the owner has withdrawn it.
CREATE TABLE bots (
    bot_id BLOB PRIMARY KEY,
    owner_id BLOB NOT NULL,
    token_hash TEXT UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_owner ON bots (owner_id);

-- The public log of tables and matches (docs/fair-deal.md). An entry is written together with the append that
-- it describes.
CREATE TABLE public_log (
    -- The entry's place in the log, from 0, without gaps.
    position INTEGER PRIMARY KEY,
    -- The first 8 bytes of the table's name in the log.
    table_key INTEGER NOT NULL,
    match_number INTEGER NOT NULL,
    entry BLOB NOT NULL,
    -- The hashes of the nodes of the Merkle tree that this entry completes, 32 bytes each: the entry's own node,
    -- then the nodes above it.
    hashes BLOB NOT NULL
) STRICT;

CREATE INDEX public_log_table ON public_log (table_key, match_number, position);

-- The number of entries. A transaction that adds entries changes this row, so such transactions take turns.
CREATE TABLE public_log_size (
    size INTEGER NOT NULL
) STRICT;

INSERT INTO public_log_size (size) VALUES (0);

-- Accounts. A player's id doesn't change when the player makes an account; the account lets the player prove
-- the id.

CREATE TABLE accounts (
    player_id BLOB PRIMARY KEY,
    -- The public id of the account; the player's own id is a secret.
    person_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    -- When the name was last chosen.
    named_ms INTEGER NOT NULL,
    -- The SHA-256 of the recovery code, in hex; empty without a code.
    recovery_hash TEXT NOT NULL,
    -- moderator, or empty.
    role TEXT NOT NULL,
    -- What the owner makes public, and whom the owner plays with, in JSON.
    preferences TEXT NOT NULL,
    -- Null while the account is open.
    closed_ms INTEGER,
    -- The preferences that queries need. A preference that can't be read counts as not public.
    ratings_public INTEGER NOT NULL
        GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.ratings_public'), 0)) VIRTUAL,
    matches_public INTEGER NOT NULL
        GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.matches_public'), 0)) VIRTUAL
) STRICT;

-- The keys of all names that an account has had, two for each name. Names that look alike share a key, so that
-- no other account can take a similar name. The keys of closed accounts stay reserved, without the names.
CREATE TABLE account_names (
    name_key TEXT PRIMARY KEY,
    player_id BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX account_names_of_player ON account_names (player_id);

-- The devices at which accounts are signed in. The cookie of an account names one of them.
CREATE TABLE devices (
    device_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_of_player ON devices (player_id);

-- Codes for signing in at another device, valid for a few minutes. Only hashes of the codes are stored.
CREATE TABLE sign_in_codes (
    -- The id of the attempt: a random secret of the device that signs in.
    attempt_id BLOB PRIMARY KEY,
    -- transfer or email.
    kind TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    player_id BLOB NOT NULL,
    -- The email address that a code was sent to; empty for a transfer.
    email TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    -- The name of the device at which the code was entered.
    device_name TEXT NOT NULL,
    -- offered, asked, approved, declined or used.
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_codes_hash ON sign_in_codes (code_hash);
CREATE INDEX sign_in_codes_of_player ON sign_in_codes (player_id);
CREATE INDEX sign_in_codes_expire ON sign_in_codes (expires_ms);

CREATE TABLE passkeys (
    credential_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL,
    name TEXT NOT NULL,
    -- The public key and what else is verified, in JSON.
    credential TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Challenges to passkeys, which wait a few minutes for an answer. Each can be answered once, on any
-- node.
CREATE TABLE passkey_challenges (
    challenge_id BLOB PRIMARY KEY,
    -- The player whose browser was asked: the account's, or a guest who wants to sign in.
    player_id BLOB NOT NULL,
    -- What the answer is verified with, in JSON.
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_expire ON passkey_challenges (expires_ms);

-- Confirmed email addresses of accounts. The key is the address in lower case.
CREATE TABLE emails (
    email_key TEXT PRIMARY KEY,
    player_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The players whom a player, with or without an account, has blocked.
CREATE TABLE blocks (
    player_id BLOB NOT NULL,
    other_id BLOB NOT NULL,
    -- The blocked player's name at that time, for the player's own list.
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_other ON blocks (other_id);

-- Friends and friend requests: one row for two players. `player_id` is the player who asked.
CREATE TABLE friends (
    player_id BLOB NOT NULL,
    other_id BLOB NOT NULL,
    asked_ms INTEGER NOT NULL,
    -- Null until the other player accepts.
    since_ms INTEGER,
    PRIMARY KEY (player_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX friends_of_other ON friends (other_id);

-- The consequences of a player's conduct, with or without an account.
CREATE TABLE conduct (
    player_id BLOB PRIMARY KEY,
    -- The player may not chat until this time; 0 without a mute.
    muted_until_ms INTEGER NOT NULL,
    -- 1: a moderator has excluded the player.
    closed INTEGER NOT NULL,
    -- How many matches the player had left lately, when leaving the last one; the number counts less with
    -- time.
    leaves INTEGER NOT NULL,
    left_ms INTEGER NOT NULL,
    -- The player may not look for a quick match until this time; 0 without a wait.
    waits_until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- People who have closed their accounts or are kept out, and bots that were given up, while they may still have a seat,
-- an entry or a tournament.
CREATE TABLE departures (
    player_id BLOB PRIMARY KEY,
    -- closed or kept_out.
    cause TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    -- When what they hold is looked for again.
    due_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX departures_due ON departures (due_ms);

CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    created_ms INTEGER NOT NULL,
    reporter_id BLOB NOT NULL,
    reporter_name TEXT NOT NULL,
    reported_id BLOB NOT NULL,
    reported_name TEXT NOT NULL,
    -- One of the two: the table of the match, or the tournament.
    table_id BLOB,
    tournament_id BLOB,
    match_number INTEGER NOT NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    -- The last lines of the chat, in JSON.
    chat TEXT NOT NULL,
    -- A keyed hash of the network of the reporter's address; empty once the report is closed.
    network TEXT NOT NULL,
    -- Null while the report is open.
    closed_ms INTEGER
) STRICT;

CREATE INDEX reports_open ON reports (number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_network ON reports (network, number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_reported ON reports (reported_id);
CREATE INDEX reports_of_reporter ON reports (reporter_id);

-- The acts of moderators, and of the host on the command line.
CREATE TABLE moderation_log (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    -- Null for the host.
    moderator_id BLOB,
    moderator_name TEXT NOT NULL,
    -- The player whom the act concerns.
    player_id BLOB NOT NULL,
    player_name TEXT NOT NULL,
    report_number INTEGER,
    -- note, warn, mute, unmute, close, reopen, dismiss, make_moderator or unmake_moderator.
    act TEXT NOT NULL,
    until_ms INTEGER,
    note TEXT NOT NULL
) STRICT;

CREATE INDEX moderation_log_of_player ON moderation_log (player_id, number);

-- Players' ratings on each board, such as draw or draw_pairs; a bot's board is bots_draw or bots_draw_pairs.
-- Ratings are whole millionths of points, so that every machine calculates the same numbers.
CREATE TABLE ratings (
    player_id BLOB NOT NULL,
    board TEXT NOT NULL,
    mean INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    -- When the last rated match ended.
    rated_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, board)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_board ON ratings (board, mean, deviation, rated_ms);

-- How each rated match changed the ratings of its players. The numbers give the order in which the matches
-- were rated. All ratings can be calculated again from these rows alone.
CREATE TABLE rated_seats (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    record_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    board TEXT NOT NULL,
    -- How much the match shows of the players' strength, in hundredths of the standard match of its board.
    weight INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    -- won, lost, undecided, left, or spared: the player's partner has left.
    outcome TEXT NOT NULL,
    -- The place of the seat's side, from 1, if its board compares all places; otherwise 0.
    place INTEGER NOT NULL,
    -- 1: a daily limit keeps the rating as it was.
    kept INTEGER NOT NULL,
    mean_before INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    mean INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    -- 1: quick match chose the players; 0: the players chose each other.
    quick INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_seats_of_player ON rated_seats (player_id, board, number);
CREATE INDEX rated_seats_lately ON rated_seats (player_id, ended_ms);
CREATE INDEX rated_seats_of_record ON rated_seats (record_id);

-- The last table that quick match opened for each player, with or without an account: so every node knows
-- which players sit at a quick match, and whom they met last. Rows are deleted when the table can't be open
-- any more.
CREATE TABLE quick_seats (
    player_id BLOB PRIMARY KEY,
    table_id BLOB NOT NULL,
    opened_ms INTEGER NOT NULL,
    -- The other players of the table, and of the match before, in case this match never begins: ids of 16
    -- bytes, one after the other.
    others BLOB NOT NULL,
    met_before BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX quick_seats_opened ON quick_seats (opened_ms);

-- Tournaments. A row is written together with the append that changes it.
CREATE TABLE tournaments (
    tournament_id BLOB PRIMARY KEY,
    organiser_id BLOB NOT NULL,
    -- When the tournament begins, or began; when it ended, once it has.
    listed_ms INTEGER NOT NULL,
    -- coming, running or ended.
    phase TEXT NOT NULL,
    -- 1: the list of tournaments shows it to all visitors; 0: it is open by its link only.
    listed INTEGER NOT NULL,
    -- A keyed hash of the network from which it was created; empty some time after its end.
    network TEXT NOT NULL DEFAULT '',
    -- The number of the last row in its log.
    seq INTEGER NOT NULL,
    -- What the list shows, in JSON.
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tournaments_listed ON tournaments (phase, listed_ms);
CREATE INDEX tournaments_of_organiser ON tournaments (organiser_id, phase);

-- The log of all tournaments, from which all tournaments are rebuilt. Each append is one row.
CREATE TABLE tournament_log (
    tournament_id BLOB NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (tournament_id, seq)
) STRICT, WITHOUT ROWID;

-- Who has entered which tournament: to find a player's tournaments without reading all logs.
CREATE TABLE tournament_players (
    player_id BLOB NOT NULL,
    tournament_id BLOB NOT NULL,
    entered_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, tournament_id)
) STRICT, WITHOUT ROWID;

-- The browsers that are told something while their pages are closed, by Web Push (RFC 8030).
CREATE TABLE push_browsers (
    recipient_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL,
    -- The account's device; null for a guest's browser.
    device_id BLOB,
    -- The name of the browser, for its owner.
    name TEXT NOT NULL,
    -- The browser's secret URL at its push service.
    endpoint TEXT NOT NULL UNIQUE,
    -- The browser's public key and the secret that it shares with the server (RFC 8291).
    public_key BLOB NOT NULL,
    auth_secret BLOB NOT NULL,
    -- The origin of the page in the browser.
    origin TEXT NOT NULL,
    language TEXT NOT NULL,
    -- Empty if the browser has told none.
    time_zone TEXT NOT NULL,
    -- What the browser is told: 1 for the player's turns, 2 for invitations, 4 for quick matches, and their sums.
    kinds INTEGER NOT NULL,
    -- The minutes of the day between which the browser is told nothing; null for never.
    quiet_from INTEGER,
    quiet_until INTEGER,
    -- How many pushes have failed for good since the last one that was sent.
    failures INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_browsers_of_player ON push_browsers (player_id, created_ms);

-- What is, or was, to be sent to a browser, by mail or to a webhook: for each table and kind only the last. A row that
-- was sent stays, so that each turn is told once.
CREATE TABLE notices (
    recipient_id BLOB NOT NULL,
    table_id BLOB NOT NULL,
    -- 1, 2 or 4, as in push_browsers; or 8, which webhooks alone are told.
    kind INTEGER NOT NULL,
    -- For a turn the number of the position, otherwise the time. Rises with each new push.
    number INTEGER NOT NULL,
    -- The name of the player who invites; otherwise empty.
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    -- When it is sent or tried again; null after it was sent or given up.
    due_ms INTEGER,
    -- How many tries have failed.
    tries INTEGER NOT NULL,
    PRIMARY KEY (recipient_id, table_id, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_due ON notices (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX notices_created ON notices (created_ms);

-- The accounts that are told of their turns by mail. A mail waits in `notices`, with `mail_id` as its `recipient_id`.
CREATE TABLE turn_mails (
    mail_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL UNIQUE,
    -- How long it has been the player's turn when the mail is sent.
    after_ms INTEGER NOT NULL,
    language TEXT NOT NULL,
    -- The secret of the links in the mails. It grants ending them, and nothing else.
    end_token BLOB NOT NULL UNIQUE,
    -- When the last mail was sent; 0 before the first.
    mailed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The addresses of chats and programs that are told what happens at a table, set by its host. What is to be told waits
-- in `notices`, with `webhook_id` as its `recipient_id`.
CREATE TABLE webhooks (
    webhook_id BLOB PRIMARY KEY,
    table_id BLOB NOT NULL UNIQUE,
    -- The account that has set it.
    player_id BLOB NOT NULL,
    -- discord, slack, matrix or json.
    form TEXT NOT NULL,
    -- The secret URL.
    url TEXT NOT NULL,
    -- The origin of the page on which it was set, for links to the table.
    origin TEXT NOT NULL,
    language TEXT NOT NULL,
    -- How many posts have failed for good since the last one that was taken.
    failures INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhooks_of_player ON webhooks (player_id);

-- The feeds of turns: programs and calendars read by a secret token which tables wait for a visitor. Only the
-- SHA-256 of the token is stored, in hex. A visitor has at most one feed.
CREATE TABLE turn_feeds (
    player_id BLOB PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When each node of a cluster last wrote to the database, by the database's clock. A node that has written
-- lately isn't gone, also if the other nodes receive no messages from it. A cluster needs PostgreSQL; on SQLite
-- only tests have several nodes.
CREATE TABLE nodes (
    node_id INTEGER PRIMARY KEY,
    written_ms INTEGER NOT NULL
) STRICT;
