//! What a browser is told, and in which words. The texts are those of the client, which tells the same while its page
//! is open.

use boneyard_base::{PlayerId, TableId, Timestamp, limits, text};
use boneyard_protocol::Invite;
use boneyard_protocol::push::{PushNotice, PushWishes, QuietHours, WebhookScore};
use boneyard_rules::Preset;
use boneyard_store::{PushChoice, StoredNotice};
use boneyard_words::Language;
use data_encoding::BASE64URL_NOPAD;
use futures_util::future::BoxFuture;
use sha2::{Digest as _, Sha256};

/// The kinds of notices. Their numbers are stored, and are bits, so that their sum says which ones a browser is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoticeKind {
    /// It is the player's turn.
    Turn = 1,
    /// A friend invites the player to a table.
    Invited = 2,
    /// A quick match was found.
    Found = 4,
    /// A match has ended. Webhooks alone are told.
    Over = 8,
    /// The table of a tournament's match waits for the player. The number has the bit of [`Self::Found`], so a browser
    /// is told of both or of neither.
    Match = 16 | Self::Found as isize,
}

impl NoticeKind {
    const ALL: [Self; 5] = [
        Self::Turn,
        Self::Invited,
        Self::Found,
        Self::Over,
        Self::Match,
    ];

    pub(crate) const fn number(self) -> u8 {
        self as u8
    }

    pub(crate) fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// Until when a notice means something.
    pub(crate) fn ends(self, notice: &StoredNotice) -> Timestamp {
        let life_ms = match self {
            Self::Turn | Self::Over => limits::PUSH_TURN_MS,
            Self::Invited => limits::PUSH_INVITATION_MS,
            Self::Found => limits::PUSH_FOUND_MS,
            // The number is the time until which the table waits.
            Self::Match => return Timestamp(notice.number),
        };
        notice.created.plus_ms(life_ms)
    }

    /// How soon a browser must be woken (RFC 8030, 5.3): a phone that saves power is woken for `high` alone.
    pub(crate) const fn urgency(self) -> &'static str {
        match self {
            Self::Turn | Self::Found | Self::Match => "high",
            Self::Invited | Self::Over => "normal",
        }
    }
}

/// What a browser is told, in the form that is stored.
pub(crate) fn choice_of(wishes: PushWishes) -> PushChoice {
    let kinds = [
        (wishes.turn, NoticeKind::Turn),
        (wishes.invited, NoticeKind::Invited),
        (wishes.found, NoticeKind::Found),
    ];
    let kinds = kinds.iter().filter(|(wanted, _)| *wanted);
    let quiet = Some(wishes.quiet).filter(|quiet| quiet.from != quiet.until);
    PushChoice {
        kinds: kinds.map(|(_, kind)| kind.number()).sum(),
        quiet_from: quiet.map(|quiet| quiet.from),
        quiet_until: quiet.map(|quiet| quiet.until),
    }
}

/// What a browser is told, in the form of the protocol.
pub(crate) fn wishes_of(choice: &PushChoice) -> PushWishes {
    let has = |kind: NoticeKind| choice.kinds & kind.number() != 0;
    let quiet = choice.quiet_from.zip(choice.quiet_until);
    PushWishes {
        turn: has(NoticeKind::Turn),
        invited: has(NoticeKind::Invited),
        found: has(NoticeKind::Found),
        quiet: quiet.map_or_else(QuietHours::default, |(from, until)| QuietHours {
            from,
            until,
        }),
    }
}

/// A question to a table: whether what is to be told is still so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableQuestion {
    /// Whether the position with this number is the player's turn.
    Turn(u32),
    /// Whether the table of a quick match waits for the player to come.
    Found,
    /// Whether the table of a tournament's match waits for the player to come.
    Match {
        /// Until when it waits.
        come_by: Timestamp,
    },
    /// Whether the player may come to the table, with an invitation.
    Invited,
    /// Whether the match with this number has ended, and no other was begun.
    Over(u32),
    /// Whether the player is the host of a table over days, and may set its webhook.
    Host,
}

impl TableQuestion {
    /// Whether it is told only while the player isn't at the table.
    #[must_use]
    pub const fn is_of_absent_player(self) -> bool {
        match self {
            Self::Turn(_) | Self::Found | Self::Match { .. } | Self::Invited => true,
            Self::Over(_) | Self::Host => false,
        }
    }
}

/// The answer of a table to a [`TableQuestion`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableAnswer {
    /// It is so, and the player isn't at the table.
    Awaited(AboutTable),
    /// The player is at the table.
    Here,
    /// It is so no more.
    Over,
    /// This node doesn't know yet which players are at the table through other nodes, or the table can't be loaded.
    Unknown,
}

/// What a notice says about a table: nothing that the page of the table doesn't show to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutTable {
    /// The game.
    pub preset: Preset,
    /// The name of the player whom the question is about; `None` if that player has no seat.
    pub player: Option<String>,
    /// The names of the others at the table.
    pub others: Vec<String>,
    /// The points of the sides, if a match has ended.
    pub scores: Vec<WebhookScore>,
    /// The invitation, for a player who is invited.
    pub invite: Invite,
}

/// Answers for the tables.
pub trait TableAnswers: Send + Sync {
    /// How a table stands for a player; without one, for the player whose turn it is.
    fn ask(
        &self,
        player: Option<PlayerId>,
        table: TableId,
        question: TableQuestion,
    ) -> BoxFuture<'_, TableAnswer>;
}

/// Between two facts on one line, as in the client.
const BETWEEN_FACTS: &str = " · ";

/// The notice of a kind about a table. `name` is the name of the player who invites.
pub(crate) fn push_notice(
    kind: NoticeKind,
    table: TableId,
    about: &AboutTable,
    name: &str,
    language: &Language,
) -> PushNotice {
    let game = game_in(language, about);
    let title = match kind {
        NoticeKind::Turn => language.notice_turn.to_owned(),
        NoticeKind::Over => language.webhook_over.to_owned(),
        NoticeKind::Found => language.notice_found.to_owned(),
        NoticeKind::Match => language.notice_match.to_owned(),
        NoticeKind::Invited => {
            let title = language.invitation_title.replace("{{game}}", game);
            title.replace("{{name}}", &text::without_links(name))
        }
    };
    let (body, path) = match kind {
        NoticeKind::Turn | NoticeKind::Found | NoticeKind::Match | NoticeKind::Over => {
            (facts_in(language, about), format!("/t/{table}"))
        }
        NoticeKind::Invited => {
            let path = format!("/t/{table}?invite={}", about.invite);
            (String::new(), path)
        }
    };
    PushNotice {
        title,
        body,
        table,
        path,
        language: language.code.to_owned(),
    }
}

/// A notice as JSON, with as much text as has room.
pub(crate) fn encode(mut notice: PushNotice) -> String {
    let json = |notice: &PushNotice| {
        serde_json::to_string(notice).expect("a notice has no keys but the names of its fields")
    };
    let whole = json(&notice);
    if whole.len() < limits::PUSH_PLAIN_BYTES {
        return whole;
    }
    notice.body.clear();
    json(&notice)
}

/// The game, and the others at the table.
pub(crate) fn facts_in(language: &Language, about: &AboutTable) -> String {
    let mut facts = game_in(language, about).to_owned();
    if !about.others.is_empty() {
        facts.push_str(BETWEEN_FACTS);
        let others = about.others.iter().map(|name| text::without_links(name));
        facts.push_str(&others.collect::<Vec<_>>().join(", "));
    }
    facts
}

pub(crate) fn game_in<'a>(language: &Language, about: &'a AboutTable) -> &'a str {
    let name = about.preset.name();
    language.game(name).map_or(name, |game| game.name)
}

/// The topic of the pushes to a browser about a table (RFC 8030, 5.4): of two that a push service hasn't delivered,
/// the newer one replaces the older. It is a hash, so the service can't tell which browsers are of one table.
pub(crate) fn topic(endpoint: &str, table: TableId) -> String {
    let hash = Sha256::new()
        .chain_update(endpoint)
        .chain_update(table.bits().to_be_bytes())
        .finalize();
    BASE64URL_NOPAD.encode(&hash[..24])
}
