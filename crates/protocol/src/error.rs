//! Why something was refused.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)*) => {
        /// Why something was refused. Nothing changed.
        ///
        /// New codes may be added: a client shows the text of one that it doesn't know.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The code as it goes over the wire.
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
    /// The frame isn't a message at all; the connection is closed after this.
    Malformed = "malformed",
    /// The message's `type` is none that the server knows.
    UnknownType = "unknown_type",
    /// A field of the message is missing or holds what it can't hold.
    WrongFields = "wrong_fields",
    /// There is no such table, or it isn't for you to see.
    NotFound = "not_found",
    /// No seat is free, or none that isn't kept for friends.
    Full = "full",
    /// Somebody else has that seat.
    Taken = "taken",
    /// Only players may do this.
    NotSeated = "not_seated",
    /// You sit at this table already.
    AlreadySeated = "already_seated",
    /// Only the host may do this.
    NotHost = "not_host",
    /// This can't be done while a match is played.
    MatchRunning = "match_running",
    /// This can only be done while a match is played.
    NoMatch = "no_match",
    /// It is another seat's turn.
    NotYourTurn = "not_your_turn",
    /// The tile isn't in your hand.
    NotInHand = "not_in_hand",
    /// The tile doesn't fit there.
    DoesNotFit = "does_not_fit",
    /// The round must be led with another tile.
    MustLead = "must_lead",
    /// The match has moved on since you looked.
    Stale = "stale",
    /// The lead is somebody else's, can't be given by these rules, or has been given already.
    MayNotGive = "may_not_give",
    /// There are no points to be taken.
    NothingToTake = "nothing_to_take",
    /// This isn't the time for it.
    NotNow = "not_now",
    /// The name is empty, too long or has characters that names can't have.
    BadName = "bad_name",
    /// The text is no transcript of a match, or of one that can't have happened. Only over HTTP.
    BadTranscript = "bad_transcript",
    /// The options don't go together; `option` names the one that must change.
    BadRules = "bad_rules",
    /// You have as many of these as one visitor can have.
    TooMany = "too_many",
    /// There are no hints at this table.
    NoHints = "no_hints",
    /// You are sending too fast, or asking for hints too fast.
    Rate = "rate",
    /// You, or everybody in your room, are talking too fast.
    ChatRate = "chat_rate",
    /// The text is empty, too long or has characters that can't be said.
    BadText = "bad_text",
    /// The storage, or who thinks of hints, doesn't answer; try again.
    Unavailable = "unavailable",
    /// The host removed you from this table.
    Removed = "removed",
    /// The request needs the identity cookie. Only over HTTP.
    NoIdentity = "no_identity",
    /// Programs may not do this. Only over HTTP.
    OnlyPeople = "only_people",
    /// The table is for people only.
    NoBots = "no_bots",
    /// The request comes from another site's page. Only over HTTP.
    ForeignOrigin = "foreign_origin",
    /// Somebody keeps a name that looks like this one.
    NameTaken = "name_taken",
    /// Only those who keep an account may do this.
    OnlyKept = "only_kept",
    /// The code is wrong, used up or too old, or the passkey isn't known. Only over HTTP.
    BadCode = "bad_code",
    /// A moderator keeps you out, or doesn't let you chat for a time.
    Barred = "barred",
    /// You have left matches, and wait before the next quick match.
    MustWait = "must_wait",
    /// Only moderators may do this. Only over HTTP.
    OnlyModerators = "only_moderators",
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
