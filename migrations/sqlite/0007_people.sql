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
    closed_ms INTEGER
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
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_seats_of_player ON rated_seats (player_id, board, number);
CREATE INDEX rated_seats_lately ON rated_seats (player_id, ended_ms);
CREATE INDEX rated_seats_of_record ON rated_seats (record_id);

-- 0: isn't rated; -1: waits to be; from 1 on: the number in rated_seats.
ALTER TABLE records ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE INDEX records_to_rate ON records (number) WHERE rated = -1;
CREATE INDEX records_rated ON records (rated) WHERE rated > 0;
