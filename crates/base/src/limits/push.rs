//! Limits of Web Push and of webhooks: what browsers with a closed page and chats are told, and by which services.

use std::time::Duration;

use crate::Pace;

/// The greatest number of browsers that are told something for one visitor. A new one takes the place of the
/// oldest. People have a phone, a tablet and two computers, with two browsers each.
pub const PUSH_BROWSERS_PER_PLAYER_MAX: i64 = 8;

/// The greatest length of a browser's URL at its push service, in bytes. Those of the known services have 150 to 600
/// bytes.
pub const PUSH_ENDPOINT_BYTES_MAX: usize = 1_024;

/// The greatest number of tables that tell a chat or a program for one account. A player of many tables over days has
/// fewer.
pub const WEBHOOKS_PER_PLAYER_MAX: i64 = 32;

/// The greatest length of a time zone's name, in bytes. The longest name has 32.
pub const TIME_ZONE_BYTES_MAX: usize = 48;

/// How long a player on turn, or of a tournament's match that begins, must be away from the table before the player's
/// browsers are told, in milliseconds. A page that is loaded again, or a phone that changes its network, is back
/// earlier.
pub const PUSH_TURN_AFTER_MS: i64 = 10_000;

/// How long a player of a new quick match must be away from the table before the player's browsers are told, in
/// milliseconds. The table waits for [`PAIRED_COME_MS`](super::PAIRED_COME_MS) in all.
pub const PUSH_FOUND_AFTER_MS: i64 = 2_000;

/// How long a push service may keep what it can't deliver, and how long the server tries to send it, in
/// milliseconds. A player who has not come for a day knows by then that it is their turn.
pub const PUSH_TURN_MS: i64 = 24 * 60 * 60 * 1_000;

/// The same for an invitation. A friend who invites has gone on after that time.
pub const PUSH_INVITATION_MS: i64 = 10 * 60 * 1_000;

/// The same for a quick match that was found: as long as the table waits.
pub const PUSH_FOUND_MS: i64 = super::PAIRED_COME_MS;

/// How often a player's turns and invitations are stored to be told: thirty at once, and then one every ten seconds.
/// Nobody has more tables at which the others play so fast.
pub const PUSH_STORED: Pace = Pace {
    what: "stored pushes",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(5),
};

/// How many turns and invitations wait for the storage. Those of a thousand tables at the same moment fit. What
/// doesn't fit is offered again by its table.
pub const PUSH_STORED_QUEUE_MAX: usize = 1_024;

/// How often the database is asked for what is due. In a cluster another node may have stored it.
pub const PUSH_POLL: Duration = Duration::from_secs(1);

/// How many pushes are sent at the same time. Each has a connection and some 50 KB of memory.
pub const PUSH_AT_ONCE: usize = 32;

/// How many of them are sent to one push service, so that a slow one leaves room for the others.
pub const PUSH_AT_ONCE_PER_SERVICE: usize = 8;

/// How many of them are sent for one visitor, so that a visitor with slow services leaves room for the others.
pub const PUSH_AT_ONCE_PER_PLAYER: usize = 2;

/// How long a push may take, from the name's resolution to the answer.
pub const PUSH_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a node has for a push that it has taken, in milliseconds. Then any node may take it: the first one is
/// gone. Longer than [`PUSH_TIMEOUT`] and the question to the table.
pub const PUSH_LEASE_MS: i64 = 60_000;

/// How long a push waits that can't be sent now although nothing has failed, in milliseconds.
pub const PUSH_WAIT_MS: i64 = 2_000;

/// The wait after the first failure, in milliseconds. It doubles with each failure, up to [`PUSH_RETRY_MS_MAX`].
pub const PUSH_RETRY_MS: i64 = 15_000;

/// The longest wait between two tries, in milliseconds. A service that comes back is noticed within this time.
pub const PUSH_RETRY_MS_MAX: i64 = 30 * 60 * 1_000;

/// The longest wait that a push service may ask for, in milliseconds.
pub const PUSH_RETRY_AFTER_MS_MAX: i64 = 24 * 60 * 60 * 1_000;

/// How many pushes to a browser may fail for good, one after the other, until the browser is forgotten.
pub const PUSH_FAILURES_MAX: i64 = 5;

/// The size of what is encrypted for a browser, in bytes. All pushes have this size, so that a push service can't
/// tell them apart. Push services take 4,096 bytes (RFC 8030, 7.2).
pub const PUSH_PLAIN_BYTES: usize = 1_024;

/// The greatest size of the head of a push service's answer, in bytes. The body isn't read.
pub const PUSH_ANSWER_BYTES_MAX: usize = 16 * 1_024;

/// How long it is remembered that a browser was told of a turn, in milliseconds: longer than any turn.
pub const PUSH_REMEMBERED_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// How often what is older than that is deleted.
pub const PUSH_FORGET_INTERVAL: Duration = Duration::from_hours(1);

/// After how many hours of a turn a player can be told by mail. A turn over days lasts one to seven days.
pub const TURN_MAIL_HOURS: [u16; 4] = [6, 12, 24, 48];

/// How long after that time a mail is still sent, in milliseconds: the mail server may be away for a night.
pub const TURN_MAIL_LIFE_MS: i64 = 12 * 60 * 60 * 1_000;

/// The shortest time between two mails about turns to a player, in milliseconds. A player with tables over days plays at
/// all of them when a mail has come; a mail that waits this long is often not needed any more.
pub const TURN_MAIL_INTERVAL_MS: i64 = 6 * 60 * 60 * 1_000;

/// How many mails about turns a node sends: sixty at once, and then six a minute. Mail providers let a small sender send
/// some hundred an hour, and codes for signing in come first.
pub const TURN_MAILS: Pace = Pace {
    what: "mails about turns",
    interval: Duration::from_secs(10),
    burst: Duration::from_mins(10),
};
