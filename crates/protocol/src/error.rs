//! Why a message or a request was refused.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)*) => {
        /// Why a message or a request was refused. A refused message changes nothing.
        ///
        /// New codes may be added: a client shows the text of an error whose code it doesn't know.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The code as it is sent.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

error_codes! {
    /// The frame is not a message. The connection is closed after this.
    Malformed = "malformed",
    /// The server doesn't know the message's `type`.
    UnknownType = "unknown_type",
    /// A field of the message is missing, or has a value that it can't have.
    WrongFields = "wrong_fields",
    /// There is no such table, or the visitor may not see it.
    NotFound = "not_found",
    /// No seat is free, or all free seats are kept for friends.
    Full = "full",
    /// Another player has that seat.
    Taken = "taken",
    /// Only players may do this.
    NotSeated = "not_seated",
    /// The visitor has a seat at this table already.
    AlreadySeated = "already_seated",
    /// Only the host may do this.
    NotHost = "not_host",
    /// This can't be done while a match is played.
    MatchRunning = "match_running",
    /// This can only be done while a match is played.
    NoMatch = "no_match",
    /// The rules don't allow the move; `reason` says why.
    Illegal = "illegal",
    /// The message is for an earlier position: the match has moved on.
    Stale = "stale",
    /// This can't be done now.
    NotNow = "not_now",
    /// The name is empty, is too long, or contains characters that names can't contain.
    BadName = "bad_name",
    /// The text is not a transcript, or the transcript breaks the rules. Only for HTTP requests.
    BadTranscript = "bad_transcript",
    /// The options contradict each other; `option` names the option that must change.
    BadRules = "bad_rules",
    /// The visitor has reached a limit, such as the number of open tables.
    TooMany = "too_many",
    /// The table doesn't allow hints.
    NoHints = "no_hints",
    /// The client sends messages, or asks for hints, too fast.
    Rate = "rate",
    /// The visitor, or all visitors in the chat room together, write too fast.
    ChatRate = "chat_rate",
    /// The text is empty, is too long, or contains characters that can't be shown.
    BadText = "bad_text",
    /// The storage, or the computer player that gives hints, doesn't answer. The client may try again.
    Unavailable = "unavailable",
    /// The host removed the visitor from this table.
    Removed = "removed",
    /// The request needs the identity cookie. Only for HTTP requests.
    NoIdentity = "no_identity",
    /// Programs may not do this. Only for HTTP requests.
    OnlyPeople = "only_people",
    /// Programs may not take seats at this table.
    NoBots = "no_bots",
    /// The request comes from a page of another site. Only for HTTP requests.
    ForeignOrigin = "foreign_origin",
    /// Another account's name looks like this name.
    NameTaken = "name_taken",
    /// Only visitors with an account may do this.
    OnlyKept = "only_kept",
    /// The code is wrong, used up or too old, or the passkey is unknown. Only for HTTP requests.
    BadCode = "bad_code",
    /// A moderator has barred or muted the visitor.
    Barred = "barred",
    /// The visitor has left matches, and must wait before the next quick match.
    MustWait = "must_wait",
    /// Only moderators may do this. Only for HTTP requests.
    OnlyModerators = "only_moderators",
    /// The tournament takes no more players. This and the following codes are only for HTTP requests.
    EntryClosed = "entry_closed",
    /// The tournament is for accounts that are older and have played more.
    OnlyKnown = "only_known",
    /// As many players of the visitor's network take part in the tournament as may.
    NetworkFull = "network_full",
    /// Players of the tournament need not say that they are there, or not yet.
    NoCheckIn = "no_check_in",
    /// The tournament has no breaks: it is no arena.
    NoBreaks = "no_breaks",
    /// The tournament has no pairs.
    NoPairs = "no_pairs",
    /// One of the two players has a partner already, or both are the same player.
    HasPartner = "has_partner",
    /// The player has withdrawn from the tournament.
    Withdrawn = "withdrawn",
    /// The tournament has not begun.
    NotBegun = "not_begun",
    /// The tournament has begun.
    Begun = "begun",
    /// The tournament has ended.
    Ended = "ended",
    /// Too few players take part in the tournament.
    TooFew = "too_few",
    /// What the organiser wants is so already.
    AlreadySo = "already_so",
    /// A match of a knockout needs a winner.
    NeedsWinner = "needs_winner",
    /// The next round of the knockout has been paired with the result.
    TooLate = "too_late",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_prints_as_it_is_sent() {
        for &code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.to_string());
        }
    }
}
