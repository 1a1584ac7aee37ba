//! Limits of accounts, and of what players can do to each other.

use std::time::Duration;

use crate::Pace;

/// The greatest length of a display name in characters (Unicode scalar values, after normalisation). On a
/// phone, it must fit next to a hand.
pub const NAME_CHARS_MAX: usize = 24;

/// The greatest width of a display name in columns of a terminal. East Asian letters and emoji need two
/// columns.
pub const NAME_COLUMNS_MAX: usize = 32;

/// The greatest number of combining marks on one letter of a text. No language uses more.
pub const MARKS_PER_LETTER_MAX: usize = 4;

/// The greatest number of directional marks and isolates in a text, before those without an effect are
/// removed. For each of them, the order of the whole text is computed once. A line in two directions needs
/// only a few.
pub const DIRECTING_MARKS_MAX: usize = 16;

/// The greatest size of a text before normalisation, in bytes for each character that the text may have.
/// Normalisation takes time. A character has at most 4 bytes, but may arrive as a letter with some combining
/// marks.
pub const TEXT_BYTES_PER_CHARACTER_MAX: usize = 20;

/// How long browsers keep an identity cookie. A visitor who returns later is a new visitor.
pub const COOKIE_LIFE: Duration = Duration::from_hours(365 * 24);

/// The shortest time between two changes of an account's name, in milliseconds. Friends must recognise each
/// other, and every name that an account has had stays reserved for ever.
pub const NAME_CHANGE_MS: i64 = 30 * 24 * 60 * 60_000;

/// The greatest number of devices at which an account is signed in. If there are more, the device that was
/// not seen for the longest time is signed out.
pub const DEVICES_PER_ACCOUNT_MAX: i64 = 32;

/// How long a transfer code is valid, in milliseconds. That is enough to type eight characters on another
/// device, and to confirm on the first device.
pub const TRANSFER_MS: i64 = 5 * 60_000;

/// How often expired codes are deleted.
pub const FORGET_CODES_INTERVAL: Duration = Duration::from_mins(5);

/// An account that was never used and has not been seen for this time is deleted, in milliseconds: 30 days.
pub const UNUSED_ACCOUNT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// The greatest number of rows of each kind in an export of an account. If the account has more reports or
/// rated matches, the latest ones are exported. Five rated matches a day for ten years are about 20,000 rows,
/// which take a few MB.
pub const EXPORT_ROWS_MAX: i64 = 20_000;

/// The shortest time between two updates of the time when a device was last seen, in milliseconds. A visit
/// less than an hour after the stored time isn't written.
pub const DEVICE_SEEN_MS: i64 = 60 * 60_000;

/// The greatest number of open tables with the same host. A tournament desk needs fewer.
pub const TABLES_PER_VISITOR_MAX: usize = 16;

/// The greatest number of bots of one visitor. Each bot is a row in the database, and a name that other
/// visitors see.
pub const BOTS_PER_VISITOR_MAX: usize = 8;

/// The time after which the server checks a second time, in milliseconds, that a person whose account is closed, or
/// who is kept out, holds nothing. A request that was accepted before the account was closed has ended by then.
pub const DEPARTURE_AGAIN_MS: i64 = 60_000;

/// The number of these people whom the server checks together.
pub const DEPARTURES_AT_ONCE: i64 = 32;

/// How often a node looks whether one of them is due.
pub const DEPARTURES_INTERVAL: Duration = Duration::from_secs(1);

/// The greatest number of passkeys of one account: one for each device or password manager, and a few more.
pub const PASSKEYS_PER_ACCOUNT_MAX: usize = 10;

/// The time limit for answering with a passkey, in milliseconds: long enough to find the phone that stores
/// the passkey.
pub const PASSKEY_QUESTION_MS: i64 = 5 * 60 * 1000;

/// The greatest length of a passkey's id in bytes, defined by `WebAuthn`.
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1023;

/// How long a code that was sent by email is valid, in milliseconds. Some mails take minutes.
pub const EMAIL_CODE_MS: i64 = 10 * 60 * 1000;

/// How many times a code of eight digits may be tried. A node sends at most 24 codes an hour to one address, which
/// makes 210,240 in a year. With five tries for each, the chance to find a right code is then one in a hundred.
pub const EMAIL_CODE_TRIES: i64 = 5;

/// The greatest number of mails that wait to be sent. [`Bound::Mails`](super::Bound::Mails) allows no more at
/// once.
pub const MAILS_QUEUED_MAX: usize = 480;

/// The number of mails that are sent at the same time, each over its own connection. A slow connection delays
/// only few mails.
pub const MAILS_AT_ONCE: usize = 4;

/// The time limit of each step of sending a mail. The HTTP answer doesn't wait for the mail.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// The greatest length of an email address in bytes (RFC 5321, 4.5.3.1.3, without the brackets).
pub const EMAIL_BYTES_MAX: usize = 254;

/// The greatest number of open sockets of one visitor, in all tabs and on all devices.
pub const SOCKETS_PER_VISITOR_MAX: usize = 12;

/// The greatest number of tables that one socket may follow at the same time.
pub const TABLES_PER_SOCKET_MAX: usize = 16;

/// The greatest number of players whom one visitor may block. While the visitor is connected, the list is in
/// memory, and needs 8 KB.
pub const BLOCKS_MAX: i64 = 500;

/// The greatest number of an account's friends and sent friend requests together. A person plays with fewer
/// people.
pub const FRIENDS_MAX: i64 = 200;

/// The greatest number of unanswered friend requests to one account. Further requests have no effect, so a
/// large group can't fill the list.
pub const FRIENDS_ASKING_MAX: i64 = 200;

/// How often one account may send friend requests: twenty at once, for example after a tournament, and then
/// one a minute.
pub const FRIEND_QUESTIONS: Pace = Pace {
    what: "friend questions",
    interval: Duration::from_mins(1),
    burst: Duration::from_mins(20),
};

/// How often one account may invite friends to tables: twelve times at once, which fills a few tables, and
/// then once every ten seconds.
pub const INVITATIONS: Pace = Pace {
    what: "invitations",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(2),
};

/// How often one account may invite the same friend: twice at once, and then once every thirty seconds. A
/// friend who has not noticed the first invitation can be invited again, but too many invitations would
/// disturb the friend.
pub const INVITATIONS_OF_FRIEND: Pace = Pace {
    what: "invitations of a friend",
    interval: Duration::from_secs(30),
    burst: Duration::from_mins(1),
};

/// How often friends get a message that an account has connected or disconnected: four messages at once, and
/// then one every ten seconds. A page that reloads causes two messages.
pub const PRESENCE_NEWS: Pace = Pace {
    what: "presence",
    interval: Duration::from_secs(10),
    burst: Duration::from_secs(40),
};

/// The greatest number of visitors, pairs of visitors, and addresses whose rates are in memory. If it is
/// reached, those without recent actions are dropped.
pub const PEOPLE_RATES_MAX: usize = 65_536;

/// If more reports from one network are open than this, moderators see only the oldest of them, and can close all
/// together: one for each other player of a table, and a few more.
pub const REPORTS_LISTED_OF_NETWORK: i64 = 5;

/// The greatest length of a reporter's or a moderator's text, in characters: a paragraph.
pub const REPORT_CHARS_MAX: usize = 500;

/// The number of chat lines that are stored with a report.
pub const REPORT_LINES: usize = 20;

/// The number of reports in one answer to a moderator.
pub const REPORTS_PER_PAGE: i64 = 50;

/// The number of moderators' acts that are shown with a report. These are the last acts.
pub const ACTS_PER_REPORT: i64 = 50;

/// The longest mute in minutes: thirty days. To exclude a player for longer, a moderator closes the account.
pub const MUTE_MINUTES_MAX: u32 = 30 * 24 * 60;

/// How long a player who has left matches waits before the next quick match, in minutes. The index is the
/// number of left matches: first a warning without a wait, then longer and longer waits.
pub const WAITS_MINUTES: [i64; 7] = [0, 2, 5, 15, 60, 240, 1440];

/// The time after which one left match is forgotten, in milliseconds: a day.
pub const LEAVE_FORGOTTEN_MS: i64 = 24 * 60 * 60 * 1000;

/// The number of chat lines that a table remembers. A blocked visitor doesn't get some lines, but must get as
/// many lines as other visitors. Otherwise the visitor would notice the block.
pub const ROOM_LINES_MAX: usize = 2 * boneyard_protocol::chat::LINES_MAX;
