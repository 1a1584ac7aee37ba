//! Reasons for which clients are turned away, counted.

use boneyard_protocol::CloseCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

macro_rules! rejects {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)*) => {
        /// Why a client was turned away.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Reject {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Reject {
            const ALL: &[Self] = &[$(Self::$variant),*];

            /// The reason as metrics name it.
            const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

rejects! {
    /// A connection: the address has too many.
    AddressConnections = "address_connections",
    /// A connection: the server has too many, and none gives way.
    Full = "full",
    /// A request: too many came from the address.
    AddressRequests = "address_requests",
    /// A WebSocket: the address has too many.
    AddressSockets = "address_sockets",
    /// A table or a bot: too many were created from the address.
    AddressTables = "address_tables",
    /// A change: too much is written for the visitor, the address or the table.
    Writes = "writes",
    /// A WebSocket: the visitor has too many.
    VisitorSockets = "visitor_sockets",
    /// A table: the visitor has too many.
    VisitorTables = "visitor_tables",
    /// A request that another site's page sent.
    ForeignOrigin = "foreign_origin",
    /// A request or a WebSocket without an identity cookie of this server.
    NoIdentity = "no_identity",
    /// A request whose body or answer took too long.
    SlowRequest = "slow_request",
    /// A request whose body can't be read.
    BadBody = "bad_body",
    /// A WebSocket that didn't say hello in time.
    NoHello = "no_hello",
    /// A WebSocket that speaks another version of the protocol.
    Outdated = "outdated",
    /// A frame that is no message.
    Malformed = "malformed",
    /// A binary frame, or text that isn't UTF-8.
    NotText = "not_text",
    /// A frame that is too long.
    TooBig = "too_big",
    /// A WebSocket that sent too many messages.
    MessageRate = "message_rate",
    /// A WebSocket that read too slowly.
    FellBehind = "fell_behind",
}

impl Reject {
    /// The reason behind a close code, if there is one.
    pub(crate) const fn of_close(code: CloseCode) -> Option<Self> {
        Some(match code {
            // The gate has already counted connections that are too many.
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

/// The number of refusals, by reason. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Rejects(pub(crate) Family<ReasonLabel, Counter>);

impl Default for Rejects {
    /// Every reason exists from the start, with a count of 0.
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
