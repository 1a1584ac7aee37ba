//! Why a connection was closed.

macro_rules! close_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, $reason:literal;)*) => {
        /// Why the server closes a connection, as the code of the WebSocket close frame.
        ///
        /// Those from 4400 on are this protocol's own; where HTTP has a status of the same
        /// meaning, they end like it.
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
                })),*];
                schemars::json_schema!({
                    "description": "Why the server closed a connection.",
                    "oneOf": codes,
                })
            }
        }
    };
}

close_codes! {
    /// The server stops, or needs the place of an idle connection. Connect again.
    GoingAway = 1001, "going away";
    /// A binary frame came; all messages are text.
    BinaryFrame = 1003, "binary frame";
    /// A text frame wasn't valid UTF-8.
    InvalidText = 1007, "invalid UTF-8";
    /// A frame was longer than the server reads.
    TooBig = 1009, "frame too big";
    /// The server restarts. Connect again.
    Restart = 1012, "restart";
    /// A frame wasn't a message at all, or the first wasn't `hello`.
    Malformed = 4400, "malformed";
    /// The request had no valid identity cookie. Ask `GET /api/me` for one and connect again.
    NoIdentity = 4401, "no identity";
    /// No `hello` came in time.
    NoHello = 4408, "no hello";
    /// The client read too slowly. Connect again and open the tables again.
    FellBehind = 4413, "fell behind";
    /// The server doesn't speak the client's version of the protocol. Get a newer client.
    Outdated = 4426, "unsupported protocol version";
    /// The client sent far too many messages, or has too many connections.
    TooMany = 4429, "too many messages";
}

impl CloseCode {
    /// The number in the close frame.
    #[must_use]
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// The code with this number, if the protocol has it.
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
