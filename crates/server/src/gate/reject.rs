//! The reasons why clients are refused, and how often each one occurred.

use boneyard_protocol::CloseCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

macro_rules! rejects {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)*) => {
        /// The reason why a client was refused.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Reject {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Reject {
            const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the reason in the metrics.
            const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

rejects! {
    /// A connection was refused: its address has too many connections.
    AddressConnections = "address_connections",
    /// A connection was refused: the server has too many connections, and can't close idle ones.
    Full = "full",
    /// A request was refused: its address sends too many requests.
    AddressRequests = "address_requests",
    /// A WebSocket was refused: its address has too many WebSockets.
    AddressSockets = "address_sockets",
    /// A table, a bot or a tournament was refused: too many were created from the client's address.
    AddressTables = "address_tables",
    /// A change was refused: too much is written for the visitor, for the client's address or for the table.
    Writes = "writes",
    /// A WebSocket was refused: its visitor has too many WebSockets.
    VisitorSockets = "visitor_sockets",
    /// A table was refused: the visitor has too many tables.
    VisitorTables = "visitor_tables",
    /// A request was refused: a page of another site sent it.
    ForeignOrigin = "foreign_origin",
    /// A request or a WebSocket was refused: it has no identity cookie of this server.
    NoIdentity = "no_identity",
    /// A request was ended: its body or its response took too long.
    SlowRequest = "slow_request",
    /// A request was refused: its body can't be read.
    BadBody = "bad_body",
    /// A WebSocket was closed: it sent no hello message in time.
    NoHello = "no_hello",
    /// A WebSocket was closed: it uses another version of the protocol.
    Outdated = "outdated",
    /// A WebSocket was closed: it sent a frame that is no valid message.
    Malformed = "malformed",
    /// A WebSocket was closed: it sent a binary frame, or text that isn't UTF-8.
    NotText = "not_text",
    /// A WebSocket was closed: it sent a frame that is too long.
    TooBig = "too_big",
    /// A WebSocket was closed: it sent too many messages.
    MessageRate = "message_rate",
    /// A WebSocket was closed: it read too slowly.
    FellBehind = "fell_behind",
}

impl Reject {
    /// The reason for a close code; `None` if the code doesn't mean a refusal.
    pub(crate) const fn of_close(code: CloseCode) -> Option<Self> {
        Some(match code {
            // The gate counts connections above a limit itself.
            CloseCode::GoingAway | CloseCode::Restart | CloseCode::TooManyConnections => {
                return None;
            }
            CloseCode::BinaryFrame | CloseCode::InvalidText => Self::NotText,
            CloseCode::TooBig => Self::TooBig,
            CloseCode::Malformed => Self::Malformed,
            CloseCode::NoIdentity => Self::NoIdentity,
            CloseCode::NoHello => Self::NoHello,
            CloseCode::FellBehind => Self::FellBehind,
            CloseCode::Outdated => Self::Outdated,
            CloseCode::TooManyMessages => Self::MessageRate,
        })
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct ReasonLabel {
    reason: &'static str,
}

/// The number of refusals for each reason. All clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Rejects(pub(crate) Family<ReasonLabel, Counter>);

impl Default for Rejects {
    /// Every reason has a count from the start, which is 0.
    fn default() -> Self {
        let rejects = Self(Family::default());
        for reject in Reject::ALL {
            rejects.counter(*reject);
        }
        rejects
    }
}

impl Rejects {
    /// Counts one refusal.
    pub(crate) fn count(&self, reject: Reject) {
        self.counter(reject).inc();
        tracing::debug!(reason = reject.as_str(), "turned away");
    }

    fn counter(&self, reject: Reject) -> Counter {
        let reason = reject.as_str();
        self.0.get_or_create_owned(&ReasonLabel { reason })
    }
}
