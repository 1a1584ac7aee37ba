//! People: accounts, and how they deal with each other.

use std::time::Duration;

use crate::Pace;

/// Characters (Unicode scalar values, after normalisation) of a display name: it must fit beside a
/// hand on a phone.
pub const NAME_CHARS_MAX: usize = 24;

/// Columns of a display name as a terminal counts them: East Asian letters and emoji take two.
pub const NAME_COLUMNS_MAX: usize = 32;

/// Combining marks on one letter of a text: as many as any language uses.
pub const MARKS_PER_LETTER_MAX: usize = 4;

/// Directional marks and isolates in a text before those without effect are removed. Each of them costs one
/// computation of the order of the whole text; a line in two directions needs only a few.
pub const DIRECTING_MARKS_MAX: usize = 16;

/// Bytes of a text before normalisation, for each character that the text may have: normalisation costs time.
/// A character has at most 4 bytes, and may arrive as a letter with some combining marks.
pub const TEXT_BYTES_PER_CHARACTER_MAX: usize = 20;

/// How long an identity cookie lives. A visitor who comes back after a year is a new one.
pub const COOKIE_LIFE: Duration = Duration::from_hours(365 * 24);

/// How often an account may change its name, in milliseconds: friends must recognise each other, and each
/// name that an account has had stays taken for ever.
pub const NAME_CHANGE_MS: i64 = 30 * 24 * 60 * 60_000;

/// Devices at which an account may be signed in: the device that was seen longest ago is signed out first.
pub const DEVICES_PER_ACCOUNT_MAX: i64 = 32;

/// How long a transfer code can be used, in milliseconds: enough to type eight characters at another device,
/// and to confirm at the first.
pub const TRANSFER_MS: i64 = 5 * 60_000;

/// Wrong codes that an address, and a visitor, may enter in a time: people mistype one, rarely two.
pub const TRIES: (u32, Duration) = (5, Duration::from_mins(5));

/// Wrong codes that may be entered for the account of one name: many, so that an attacker who guesses from
/// several addresses doesn't keep its owner out. The code has 100 bits.
pub const TRIES_OF_ACCOUNT: (u32, Duration) = (30, Duration::from_mins(5));

/// Wrong codes that all visitors together may enter at one server: docs/security.md says how long it takes to
/// guess a transfer code at this rate.
pub const TRIES_OF_SERVER: (u32, Duration) = (3_000, Duration::from_mins(5));

/// Accounts that may be created from one address in a time: a school class at once. Each takes a name for
/// ever.
pub const ACCOUNTS_PER_ADDRESS: (u32, Duration) = (60, Duration::from_hours(1));

/// Addresses, visitors and accounts whose tries are held; beyond this number, those with no try used are
/// dropped. It is more than [`TRIES_OF_SERVER`] allows, at some 100 bytes each.
pub const TRIES_KNOWN_MAX: usize = 20_000;

/// How often expired codes are deleted.
pub const FORGET_CODES_INTERVAL: Duration = Duration::from_mins(5);

/// Rows of each kind in an export of an account, the latest ones: 20,000 rated matches are ten years of five
/// a day, and some MB.
pub const EXPORT_ROWS_MAX: i64 = 20_000;

/// How precisely the last visit of a device is stored, in milliseconds: a visit within an hour of the stored
/// one writes nothing.
pub const DEVICE_SEEN_MS: i64 = 60 * 60_000;

/// Tables that one visitor may have open as their host. It is more than a tournament desk needs.
pub const TABLES_PER_VISITOR_MAX: usize = 16;

/// Bots that one visitor may create. Each is a row in the database and a name that other visitors see.
pub const BOTS_PER_VISITOR_MAX: usize = 8;

/// Passkeys that one account may have: one for each device or password manager, and spare ones.
pub const PASSKEYS_PER_ACCOUNT_MAX: usize = 10;

/// How long a passkey may take to answer, in milliseconds: long enough to find the phone that holds it.
pub const PASSKEY_QUESTION_MS: i64 = 5 * 60 * 1000;

/// Bytes of a passkey's id, as `WebAuthn` bounds it.
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1023;

/// How long a code that was sent by email can be used, in milliseconds: some mails take minutes.
pub const EMAIL_CODE_MS: i64 = 10 * 60 * 1000;

/// How often one code of six digits may be tried. An attacker who has a code sent to one address three times
/// in every hour of a year (26,280 mails), and tries each code five times, gets in with a chance of one in
/// eight.
pub const EMAIL_CODE_TRIES: i64 = 5;

/// The time in which codes sent by email are counted, in milliseconds.
pub const EMAIL_CODES_COUNTED_MS: i64 = 60 * 60 * 1000;

/// Codes that may be sent to one email address in [`EMAIL_CODES_COUNTED_MS`]: one for a mail that got lost,
/// and another one.
pub const EMAIL_CODES_PER_EMAIL: usize = 3;

/// Codes that one visitor may ask for in [`EMAIL_CODES_COUNTED_MS`], whatever the email address.
pub const EMAIL_CODES_PER_VISITOR: usize = 5;

/// Average time between two codes that are asked for from one network address: with [`EMAIL_CODES_BURST`]
/// that makes twenty in an hour, for a class that signs in. So few don't fill a stranger's mailbox.
pub const EMAIL_CODE_INTERVAL: Duration = Duration::from_mins(3);

/// How long an address may save codes up: the hour by which they are counted.
pub const EMAIL_CODES_BURST: Duration = Duration::from_hours(1);

/// Average time between two mails of one node: as often as providers let a small sender send.
pub const MAIL_INTERVAL: Duration = Duration::from_secs(5);

/// How long a node may save mails up: 120 of them.
pub const MAILS_BURST: Duration = Duration::from_mins(10);

/// Mails that wait to be sent. [`MAILS_BURST`] allows no more at once.
pub const MAILS_QUEUED_MAX: usize = 128;

/// Mails that are sent at once, each over its own connection: a slow one delays few others.
pub const MAILS_AT_ONCE: usize = 4;

/// How long each step of sending a mail may take. The HTTP answer doesn't wait for it.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of an email address (RFC 5321, 4.5.3.1.3, without the brackets).
pub const EMAIL_BYTES_MAX: usize = 254;

/// Sockets that one visitor may have open, in tabs and on devices.
pub const SOCKETS_PER_VISITOR_MAX: usize = 12;

/// Tables that one socket may follow at once.
pub const TABLES_PER_SOCKET_MAX: usize = 16;

/// Players whom one visitor may block. The server holds the list in memory while the visitor is connected, at
/// 8 KB.
pub const BLOCKS_MAX: i64 = 500;

/// Friends of one account, together with accounts that were asked: more than a person plays with.
pub const FRIENDS_MAX: i64 = 200;

/// Open friend requests to one account. Further requests have no effect: a crowd must not fill the list.
pub const FRIENDS_ASKING_MAX: i64 = 200;

/// How often one account may ask others to be friends: twenty after a tournament, then one a minute.
pub const FRIEND_QUESTIONS: Pace = Pace {
    what: "friend questions",
    interval: Duration::from_mins(1),
    burst: Duration::from_mins(20),
};

/// How often one account may invite friends to tables: a table full of friends at once, several times.
pub const INVITATIONS: Pace = Pace {
    what: "invitations",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(2),
};

/// How often one account may invite the same friend: again if the friend overlooked it, without becoming a
/// nuisance.
pub const INVITATIONS_OF_FRIEND: Pace = Pace {
    what: "invitations of a friend",
    interval: Duration::from_secs(30),
    burst: Duration::from_mins(1),
};

/// How often friends are told that an account has come or gone. A page that reloads does both.
pub const PRESENCE_NEWS: Pace = Pace {
    what: "presence",
    interval: Duration::from_secs(10),
    burst: Duration::from_secs(40),
};

/// Visitors, pairs and addresses whose rates are held; beyond this number, those with nothing used are
/// dropped.
pub const PEOPLE_RATES_MAX: usize = 65_536;

/// Reports of one visitor in [`REPORTS_MS`]: one for each other player of a table, and some more.
pub const REPORTS_MAX: i64 = 5;

/// The time in which a visitor's reports are counted, in milliseconds: an hour.
pub const REPORTS_MS: i64 = 60 * 60 * 1000;

/// How often reports come from one address. Visitors cost nothing to make up; a family has one address.
pub const REPORTS_OF_ADDRESS: Pace = Pace {
    what: "reports",
    interval: Duration::from_mins(3),
    burst: Duration::from_hours(1),
};

/// Open reports: moderators who are this far behind need no more of them.
pub const REPORTS_OPEN_MAX: i64 = 10_000;

/// Characters of the text that comes with a report, or that a moderator writes: a paragraph.
pub const REPORT_CHARS_MAX: usize = 500;

/// Lines of chat that are stored with a report.
pub const REPORT_LINES: usize = 20;

/// Reports in one answer to a moderator.
pub const REPORTS_PER_PAGE: i64 = 50;

/// Acts of moderators that are shown with a report, the last ones.
pub const ACTS_PER_REPORT: i64 = 50;

/// The longest mute, in minutes: thirty days. A moderator bans an account for longer.
pub const MUTE_MINUTES_MAX: u32 = 30 * 24 * 60;

/// How long a player who has left a match waits before the next quick match, in minutes, by the number of
/// matches left: a warning first, then longer each time.
pub const WAITS_MINUTES: [i64; 7] = [0, 2, 5, 15, 60, 240, 1440];

/// How long it takes until one left match is forgotten, in milliseconds: a day.
pub const LEAVE_FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

/// Lines that are kept of a table's room. A visitor who is blocked doesn't get some of them, and must find as
/// many lines as other visitors, or the visitor would notice.
pub const ROOM_LINES_MAX: usize = 2 * boneyard_protocol::chat::LINES_MAX;
