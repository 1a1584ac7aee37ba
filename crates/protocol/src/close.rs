//! Why a connection was closed.

/// Whether a client connects again after the server closed its connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Retry {
    /// The client connects again automatically, and waits longer before each attempt.
    Automatic,
    /// The next connection would be closed for the same reason. The client stops, and tells its user what to
    /// change.
    Manual,
}

impl Retry {
    /// The name of the value in the JSON Schema.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::Manual => "manual",
        }
    }
}

macro_rules! close_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $reason:literal, $retry:ident;)*) => {
        /// Why the server closes a connection, as the code of the WebSocket close frame.
        ///
        /// The codes from 4400 on are defined by this protocol. If HTTP has a status with the same
        /// meaning, the last three digits of the code are that status.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        pub enum CloseCode {
            $($(#[doc = $doc])+ $variant = $code,)*
        }

        impl CloseCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The close frame's reason, which browsers show in their consoles.
            #[must_use]
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$variant => $reason,)*
                }
            }

            /// Whether the client should connect again.
            #[must_use]
            pub const fn retry(self) -> Retry {
                match self {
                    $(Self::$variant => Retry::$retry,)*
                }
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for CloseCode {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                "CloseCode".into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let codes = [$(schemars::json_schema!({
                    "description": concat!($($doc),+).trim(),
                    "type": "integer",
                    "const": $code,
                    "x-retry": Retry::$retry.as_str(),
                })),*];
                schemars::json_schema!({
                    "description": "Why the server closed a connection. `x-retry` says whether a client may \
                                    connect again by itself (`automatic`), or would be refused again until \
                                    a person has changed something (`manual`).",
                    "oneOf": codes,
                })
            }
        }
    };
}

close_codes! {
    /// The server stops, or closes an idle connection to free its place. The client should connect again.
    GoingAway = 1001, "going away", Automatic;
    /// The client sent a binary frame; all messages are text.
    BinaryFrame = 1003, "binary frame", Manual;
    /// A text frame wasn't valid UTF-8.
    InvalidText = 1007, "invalid UTF-8", Manual;
    /// A frame was longer than the server reads.
    TooBig = 1009, "frame too big", Manual;
    /// The server restarts. The client should connect again.
    Restart = 1012, "restart", Automatic;
    /// A frame was not a message, or the first message was not `hello`.
    Malformed = 4400, "malformed", Manual;
    /// The request had no valid identity cookie. The client should get one by `GET /api/me` and connect
    /// again once. If the server closes that connection with this code too, the client doesn't keep
    /// cookies.
    NoIdentity = 4401, "no identity", Manual;
    /// The client did not send `hello` in time.
    NoHello = 4408, "no hello", Automatic;
    /// The client read too slowly. The client should connect again and open the tables again.
    FellBehind = 4413, "fell behind", Automatic;
    /// The server doesn't speak the client's version of the protocol. The user needs a newer client.
    Outdated = 4426, "unsupported protocol version", Manual;
    /// The client sent far too many messages. The client should connect again, and send fewer.
    TooManyMessages = 4429, "too many messages", Automatic;
    /// The visitor or the network address has too many connections. One of them must be closed first.
    TooManyConnections = 4430, "too many connections", Automatic;
}

impl CloseCode {
    /// The number in the close frame.
    #[must_use]
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// The close code with this number; `None` if the protocol doesn't have it.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_by_its_number() {
        for &code in CloseCode::ALL {
            assert_eq!(CloseCode::from_code(code.code()), Some(code));
            assert!(
                code.reason().len() <= 123,
                "a close frame holds 125 bytes, two of them the code"
            );
        }
        assert_eq!(CloseCode::from_code(1000), None);
    }
}
