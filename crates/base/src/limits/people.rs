//! People: accounts, and what they do to each other.

use std::time::Duration;

use crate::Pace;

/// Characters (Unicode scalar values, after normalisation) of a display name: it must fit beside a
/// hand on a phone.
pub const NAME_CHARS_MAX: usize = 24;

/// Columns of a display name as a terminal counts them: letters of East Asia and emoji take two.
pub const NAME_COLUMNS_MAX: usize = 32;

/// Marks on one letter of a text: as many as any language puts there.
pub const MARKS_PER_LETTER_MAX: usize = 4;

/// Directional marks and isolates in a text as it comes in: each costs a look at the order of the whole text,
/// and a line in two directions needs a few.
pub const DIRECTING_MARKS_MAX: usize = 16;

/// Bytes of a text as it comes in for each of the characters that it may have, before it is looked
/// at: normalisation costs time. A character is at most 4 bytes, and composed from combining marks
/// it may come in as a few more.
pub const TEXT_BYTES_PER_CHARACTER_MAX: usize = 20;

/// How long an identity cookie lives. Somebody who comes back after a year is a stranger.
pub const COOKIE_LIFE: Duration = Duration::from_hours(365 * 24);

/// How often an account may get another name, in milliseconds: friends must know each other again, and each
/// name that an account had is taken for good.
pub const NAME_CHANGE_MS: i64 = 30 * 24 * 60 * 60_000;

/// Browsers at which an account may be signed in: those that weren't seen for longest are signed out.
pub const DEVICES_PER_ACCOUNT_MAX: i64 = 32;

/// How long a transfer code can be used, in milliseconds: to type eight characters at another device, and to
/// answer at the first.
pub const TRANSFER_MS: i64 = 5 * 60_000;

/// Wrong codes that an address, and a visitor, may give in a time: people mistype one, rarely two.
pub const TRIES: (u32, Duration) = (5, Duration::from_mins(5));

/// Wrong codes that may be given for the account of one name: its owner gets in beside somebody who guesses from
/// several addresses. The code has 100 bits.
pub const TRIES_OF_ACCOUNT: (u32, Duration) = (30, Duration::from_mins(5));

/// Wrong codes that everybody together may give at one server: docs/security.md says how long it takes to guess
/// a transfer code at this rate.
pub const TRIES_OF_SERVER: (u32, Duration) = (3_000, Duration::from_mins(5));

/// Accounts that may be kept from one address in a time: a school class at once. Each takes a name for good.
pub const ACCOUNTS_PER_ADDRESS: (u32, Duration) = (60, Duration::from_hours(1));

/// Whose tries are known before those are forgotten that may try as much as anybody: more than
/// [`TRIES_OF_SERVER`] are, at some 100 bytes each.
pub const TRIES_KNOWN_MAX: usize = 20_000;

/// How often codes whose time is over are deleted.
pub const FORGET_CODES_INTERVAL: Duration = Duration::from_mins(5);

/// Rows of each kind in an export of an account, the latest: 20,000 rated matches are ten years of five a day,
/// and some MB.
pub const EXPORT_ROWS_MAX: i64 = 20_000;

/// How exactly is known when a device was seen last, in milliseconds: each visit within an hour writes
/// nothing.
pub const DEVICE_SEEN_MS: i64 = 60 * 60_000;

/// Tables that one visitor may have open as their host. More than a tournament desk needs.
pub const TABLES_PER_VISITOR_MAX: usize = 16;

/// Programs that one visitor may let play. Each is a row in the database and a name that others see.
pub const BOTS_PER_VISITOR_MAX: usize = 8;

/// Passkeys that one account may have: one for each device or password manager, and spare ones.
pub const PASSKEYS_PER_ACCOUNT_MAX: usize = 10;

/// How long a passkey may take to answer, in milliseconds: long enough to find the phone that has it.
pub const PASSKEY_QUESTION_MS: i64 = 5 * 60 * 1000;

/// Bytes of a passkey's id, as `WebAuthn` bounds it.
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1023;

/// How long a code that was sent by email can be used, in milliseconds: some mails take minutes.
pub const EMAIL_CODE_MS: i64 = 10 * 60 * 1000;

/// How often one code may be tried, of a million that it could be. Somebody who has a code sent to the same
/// address three times in every hour of a year, 26,280 mails, and tries each five times, is let in with a
/// chance of one in eight.
pub const EMAIL_CODE_TRIES: i64 = 5;

/// For how long codes are counted, in milliseconds.
pub const EMAIL_CODES_COUNTED_MS: i64 = 60 * 60 * 1000;

/// Codes that may be sent to one email address in that time: a mail that got lost, and another one.
pub const EMAIL_CODES_PER_EMAIL: usize = 3;

/// Codes that one visitor may ask for in that time, whatever the email address.
pub const EMAIL_CODES_PER_VISITOR: usize = 5;

/// Between two codes that are asked for from one network address, on average, and for how long they may be
/// saved up: twenty in an hour, for a class that signs in. A stranger's mailbox isn't filled from there.
pub const EMAIL_CODE_INTERVAL: Duration = Duration::from_mins(3);

/// For how long they may be saved up: the hour that they are counted by.
pub const EMAIL_CODES_BURST: Duration = Duration::from_hours(1);

/// Between two mails of one node, on average: what providers let a small sender send.
pub const MAIL_INTERVAL: Duration = Duration::from_secs(5);

/// For how long a node may save mails up: 120.
pub const MAILS_BURST: Duration = Duration::from_mins(10);

/// Mails that wait to be sent. More than [`MAILS_BURST`] allows at once can't come.
pub const MAILS_QUEUED_MAX: usize = 128;

/// Mails that are sent at once, each over a connection of its own: a slow one holds up few others.
pub const MAILS_AT_ONCE: usize = 4;

/// How long each step of sending a mail may take. The answer to whoever waits for the mail doesn't wait.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of an email address (RFC 5321, 4.5.3.1.3, without the brackets).
pub const EMAIL_BYTES_MAX: usize = 254;

/// Sockets that one visitor may have open: tabs and devices.
pub const SOCKETS_PER_VISITOR_MAX: usize = 12;

/// Tables that one socket may follow at once.
pub const TABLES_PER_SOCKET_MAX: usize = 16;

/// People whom one visitor may have blocked. Who is connected has the list in memory, 8 KB of it.
pub const BLOCKS_MAX: i64 = 500;

/// Friends of one person, together with those who were asked: more than anybody plays with.
pub const FRIENDS_MAX: i64 = 200;

/// People who ask one person and have no answer yet. Further ones ask in vain: a crowd must not fill
/// anybody's list.
pub const FRIENDS_ASKING_MAX: i64 = 200;

/// How often one person may ask others to be friends: twenty after a tournament, then one a minute.
pub const FRIEND_QUESTIONS: Pace = Pace {
    what: "friend questions",
    interval: Duration::from_mins(1),
    burst: Duration::from_mins(20),
};

/// How often one person may invite friends to tables: a table's worth of friends at once, several times.
pub const INVITATIONS: Pace = Pace {
    what: "invitations",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(2),
};

/// How often one friend may be invited by another: again if it was overlooked, and not to be a nuisance.
pub const INVITATIONS_OF_FRIEND: Pace = Pace {
    what: "invitations of a friend",
    interval: Duration::from_secs(30),
    burst: Duration::from_mins(1),
};

/// How often friends hear that one person has come or gone. Who reloads a page does both.
pub const PRESENCE_NEWS: Pace = Pace {
    what: "presence",
    interval: Duration::from_secs(10),
    burst: Duration::from_secs(40),
};

/// Visitors, pairs and addresses whose rates are held before those that have rested are forgotten.
pub const PEOPLE_RATES_MAX: usize = 65_536;

/// Reports of one visitor in [`REPORTS_MS`]: a table full of offenders, and one more.
pub const REPORTS_MAX: i64 = 5;

/// The time in which a visitor's reports are counted, in milliseconds: an hour.
pub const REPORTS_MS: i64 = 60 * 60 * 1000;

/// How often reports come from one address. Visitors cost nothing to make up; a family has one address.
pub const REPORTS_OF_ADDRESS: Pace = Pace {
    what: "reports",
    interval: Duration::from_mins(3),
    burst: Duration::from_hours(1),
};

/// Reports that are open: moderators who are this far behind need no more of them.
pub const REPORTS_OPEN_MAX: i64 = 10_000;

/// Characters of what is written with a report, or by a moderator: a paragraph.
pub const REPORT_CHARS_MAX: usize = 500;

/// Lines of the chat that go with a report.
pub const REPORT_LINES: usize = 20;

/// Reports in one answer to a moderator.
pub const REPORTS_PER_PAGE: i64 = 50;

/// Acts of moderators that are shown beside a report, the last ones.
pub const ACTS_PER_REPORT: i64 = 50;

/// The longest mute, in minutes: thirty days. Who shall never chat again is kept out.
pub const MUTE_MINUTES_MAX: u32 = 30 * 24 * 60;

/// How long who has left a match waits before the next quick match, by how often that was: after a warning,
/// longer each time. In minutes.
pub const WAITS_MINUTES: [i64; 7] = [0, 2, 5, 15, 60, 240, 1440];

/// How long it takes until one time of leaving is forgotten, in milliseconds: a day.
pub const LEAVE_FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

/// Lines of a room of a table that are kept. Who is blocked doesn't get some of them, and is to find as many
/// lines as anybody else all the same.
pub const ROOM_LINES_MAX: usize = 2 * boneyard_protocol::chat::LINES_MAX;
