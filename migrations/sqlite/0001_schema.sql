-- The schema on SQLite. The log differs from that on PostgreSQL, where several servers may append:
-- here one process does, and a row costs least when it only goes to the end of the table. The other
-- tables differ in the names of types alone. Ids are 16 bytes; a truth value is 0 or 1.

-- The tables that people play at, and what the lobby says of each. Written with the append that
-- changes it.
CREATE TABLE tables (
    -- What the log calls the table: smaller than its id.
    number INTEGER PRIMARY KEY,
    table_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    -- 1: the lobby shows it; 0: by link only, or closed.
    listed INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    -- JSON.
    listing TEXT NOT NULL,
    -- 1: the table is closed, and its rows are no longer in the log.
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- To find those to which nobody comes back.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;

-- The log of all tables: the truth that everything else is rebuilt from. One row an append, in order
-- of arrival, and no index: the row before it of the same table is `back` rows earlier, so a table's
-- log is read from its last row backward.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    -- 0: there is none before.
    back INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- The last row of each table in the log. The server knows it in memory, and writes it here from time
-- to time.
CREATE TABLE log_ends (
    table_number INTEGER PRIMARY KEY,
    last_id INTEGER NOT NULL
) STRICT;

-- One row: up to which row of the log `log_ends` is complete. What comes after is read at the start.
CREATE TABLE log_ends_complete (
    last_id INTEGER NOT NULL
) STRICT;

INSERT INTO log_ends_complete (last_id) VALUES (0);

-- The logs of tables that are closed, compressed, in pieces as the contents of records are.
CREATE TABLE finished_logs (
    table_id BLOB NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (table_id, piece)
) STRICT, WITHOUT ROWID;

-- The people who find a table among their own: those who have a seat there, as long as it is open and
-- its match hasn't ended for good. Written with the append that changes it.
CREATE TABLE table_players (
    table_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    -- Since when.
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_players_of_player ON table_players (player_id, since_ms, table_id);

-- Visitors with a name of their own choice. Other names are made from the id.
CREATE TABLE players (
    player_id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the server made up once and must remember, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Finished matches. Each can be made again from the log, as long as that is there.
CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    record_id BLOB NOT NULL UNIQUE,
    table_id BLOB NOT NULL,
    -- The number of the match at its table, from 1.
    match_number INTEGER NOT NULL,
    -- 1: the table was open to everybody; 0: by link only, and so is the record.
    public INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    -- 0: isn't rated; -1: waits to be; from 1 on: the number in rated_seats.
    rated INTEGER NOT NULL DEFAULT 0,
    -- 1: quick match brought its people together, so the match may be listed on the pages of those who make
    -- their matches public, though its table was by link.
    quick INTEGER NOT NULL DEFAULT 0,
    UNIQUE (table_id, match_number)
) STRICT;

CREATE INDEX records_ended ON records (ended_ms);
CREATE INDEX records_to_rate ON records (number) WHERE rated = -1;
CREATE INDEX records_rated ON records (rated) WHERE rated > 0;

-- Their contents: a summary, what happened and what proves the deals, compressed, in pieces. Where
-- SQLite has no place left in a page for a whole row, the rest of the page stays empty; rows of a
-- quarter of a page leave nothing.
CREATE TABLE record_pieces (
    record_number INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (record_number, piece)
) STRICT, WITHOUT ROWID;

-- The seats of these matches, with what a player's own list is searched for.
CREATE TABLE record_seats (
    record_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    -- Null for a computer player.
    player_id BLOB,
    -- Empty once its owner has had it deleted.
    name TEXT NOT NULL,
    -- The name in small letters, to be searched; a computer player's level as well.
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

-- Players whose names have been deleted from the records of matches that ended until then: a record
-- that is made again from the log leaves the name out too.
CREATE TABLE deleted_names (
    player_id BLOB PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Matches that players have hidden: others read no name of theirs in the record, and don't find the
-- match by it. Kept apart from the records, so that a record that is made again is hidden too.
CREATE TABLE hidden_matches (
    record_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    PRIMARY KEY (record_id, player_id)
) STRICT, WITHOUT ROWID;

-- Programs that play. Each is a player of its own, with its name among the players, and belongs to a
-- visitor. Its token is a random secret of which only the SHA-256 is kept, in hex.
CREATE TABLE bots (
    bot_id BLOB PRIMARY KEY,
    owner_id BLOB NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_owner ON bots (owner_id);

-- The public log of tables and matches (docs/fair-deal.md). Entries are written with the appends that
-- they tell of.
CREATE TABLE public_log (
    id INTEGER PRIMARY KEY,
    -- Which server process wrote it: the number of its first tree.
    process INTEGER NOT NULL,
    -- The first 8 bytes of the commitment that it names.
    chain INTEGER NOT NULL,
    entry BLOB NOT NULL
) STRICT;

CREATE INDEX public_log_chain ON public_log (chain);
CREATE INDEX public_log_process ON public_log (process);

-- The Merkle trees of the entries, each with its last signed head. A tree holds the entries of its
-- process after one id up to another, in order.
CREATE TABLE public_trees (
    tree INTEGER PRIMARY KEY,
    process INTEGER NOT NULL,
    after_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL,
    -- The first entry, which names the tree before; empty in the first tree.
    link BLOB NOT NULL,
    size INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    root BLOB NOT NULL,
    signature BLOB NOT NULL
) STRICT;

-- Of two processes that go on with a third one's tree only one begins the tree after it.
CREATE UNIQUE INDEX public_trees_process ON public_trees (process, after_id);

-- People who keep themselves, and what is known of them. A visitor's id stays what it was when they
-- decide to stay: an account is something beside it that proves it.

CREATE TABLE accounts (
    player_id BLOB PRIMARY KEY,
    -- By which others know the account; the player's own id is a secret.
    person_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    -- When the name was chosen last.
    named_ms INTEGER NOT NULL,
    -- The SHA-256 of the recovery code, in hex; empty if there is none.
    recovery_hash TEXT NOT NULL,
    -- moderator, or empty.
    role TEXT NOT NULL,
    -- What is public, and whom the person plays with, in JSON.
    preferences TEXT NOT NULL,
    -- Null as long as the account is there.
    closed_ms INTEGER,
    -- The choices that queries ask for; one that can't be read in the preferences is not public.
    ratings_public INTEGER NOT NULL
        GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.ratings_public'), 0)) VIRTUAL,
    matches_public INTEGER NOT NULL
        GENERATED ALWAYS AS (COALESCE(json_extract(preferences, '$.matches_public'), 0)) VIRTUAL
) STRICT;

-- Every name that an account has had. The key is what the name looks like, so that nobody else can take
-- one that can be mistaken for it. The names of closed accounts stay taken; the name itself is gone.
CREATE TABLE account_names (
    name_key TEXT PRIMARY KEY,
    player_id BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX account_names_of_player ON account_names (player_id);

-- Browsers that an account is signed in at. A kept account's cookie names one of these.
CREATE TABLE devices (
    device_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_of_player ON devices (player_id);

-- Codes that let another device in for a few minutes. Only hashes of the codes are kept.
CREATE TABLE sign_in_codes (
    -- What the device that signs in knows the attempt by; a random secret of it.
    attempt_id BLOB PRIMARY KEY,
    -- transfer or email.
    kind TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    player_id BLOB NOT NULL,
    -- The email address that a code was sent to; empty for a transfer.
    email TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    -- What the other device calls itself, once it has given the code.
    device_name TEXT NOT NULL,
    -- offered, asked, approved, declined or used.
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_codes_hash ON sign_in_codes (code_hash);
CREATE INDEX sign_in_codes_of_player ON sign_in_codes (player_id);
CREATE INDEX sign_in_codes_expire ON sign_in_codes (expires_ms);
-- Mails to one address are counted.
CREATE INDEX sign_in_codes_email ON sign_in_codes (email, created_ms) WHERE kind = 'email';

CREATE TABLE passkeys (
    credential_id BLOB PRIMARY KEY,
    player_id BLOB NOT NULL,
    name TEXT NOT NULL,
    -- The public key and what else is checked, in JSON.
    credential TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Questions to passkeys that wait a few minutes for their answers. Each is answered once, on any node.
CREATE TABLE passkey_questions (
    question_id BLOB PRIMARY KEY,
    -- The player whose browser was asked; a guest who wants to sign in.
    player_id BLOB NOT NULL,
    -- What the answer is checked against, in JSON.
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_questions_expire ON passkey_questions (expires_ms);

-- Confirmed addresses. The key is the address in small letters.
CREATE TABLE emails (
    email_key TEXT PRIMARY KEY,
    player_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whom a player, a guest or not, doesn't want to meet.
CREATE TABLE blocks (
    player_id BLOB NOT NULL,
    other_id BLOB NOT NULL,
    -- What the other was called, for the player's own list.
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_other ON blocks (other_id);

-- Friends, and who asked whom to be one: one row for two people, by who asked.
CREATE TABLE friends (
    player_id BLOB NOT NULL,
    other_id BLOB NOT NULL,
    asked_ms INTEGER NOT NULL,
    -- Null until the other agrees.
    since_ms INTEGER,
    PRIMARY KEY (player_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX friends_of_other ON friends (other_id);

-- What follows from how somebody has behaved, a guest or not.
CREATE TABLE conduct (
    player_id BLOB PRIMARY KEY,
    -- No chat until then; 0 if there may be.
    muted_until_ms INTEGER NOT NULL,
    -- 1: kept out by a moderator.
    closed INTEGER NOT NULL,
    -- How often they have left lately, and when last: it is forgotten with time.
    leaves INTEGER NOT NULL,
    left_ms INTEGER NOT NULL,
    -- No quick match until then; 0 if there may be.
    waits_until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    created_ms INTEGER NOT NULL,
    reporter_id BLOB NOT NULL,
    reporter_name TEXT NOT NULL,
    reported_id BLOB NOT NULL,
    reported_name TEXT NOT NULL,
    table_id BLOB NOT NULL,
    match_number INTEGER NOT NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    -- The last lines of the chat, in JSON.
    chat TEXT NOT NULL,
    -- Null as long as it is open.
    closed_ms INTEGER
) STRICT;

CREATE INDEX reports_open ON reports (number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_reported ON reports (reported_id);
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_ms);

-- Everything that moderators, and the host by the command line, have done.
CREATE TABLE moderation_log (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    -- Null for the host.
    moderator_id BLOB,
    moderator_name TEXT NOT NULL,
    -- Whom it concerns.
    player_id BLOB NOT NULL,
    player_name TEXT NOT NULL,
    report_number INTEGER,
    -- note, warn, mute, unmute, close, reopen, dismiss, make_moderator or unmake_moderator.
    act TEXT NOT NULL,
    until_ms INTEGER,
    note TEXT NOT NULL
) STRICT;

CREATE INDEX moderation_log_of_player ON moderation_log (player_id, number);

-- How strong somebody is on one board, such as draw or draw_pairs; a program's is bots_draw or
-- bots_draw_pairs. Millionths of points, so that a rating is the same number wherever it is worked out.
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

-- What each rated match did to each of its people's ratings. The numbers say in which order the
-- matches were rated. From these rows alone all ratings can be worked out again.
CREATE TABLE rated_seats (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    record_id BLOB NOT NULL,
    player_id BLOB NOT NULL,
    board TEXT NOT NULL,
    -- How much of the players' strength such a match shows, in hundredths of what the standard match of
    -- its board does.
    weight INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    -- won, lost, or undecided; or left or spared: who was left by the partner.
    outcome TEXT NOT NULL,
    mean_before INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    mean INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    -- Whether quick match brought the players together (1), or they chose each other (0).
    quick INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_seats_of_player ON rated_seats (player_id, board, number);
CREATE INDEX rated_seats_lately ON rated_seats (player_id, ended_ms);
CREATE INDEX rated_seats_of_record ON rated_seats (record_id);

-- The last table that quick match opened for each player, a guest or not: so every server knows who sits at a
-- quick match, and whom they met last. Rows are deleted once the table can't be open any more.
CREATE TABLE quick_seats (
    player_id BLOB PRIMARY KEY,
    table_id BLOB NOT NULL,
    opened_ms INTEGER NOT NULL,
    -- The other players of the table; and of the match before, in case this one never begins. Ids of 16 bytes,
    -- one after the other.
    others BLOB NOT NULL,
    met_before BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX quick_seats_opened ON quick_seats (opened_ms);
