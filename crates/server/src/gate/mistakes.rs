//! Refusals whose cause is how the host has set up the server, or the proxy in front of it. The server logs
//! each kind at most once a minute, with the setting that helps: any visitor can cause them.

use std::sync::Arc;

use boneyard_base::limits;
use parking_lot::Mutex;
use tokio::time::Instant;

macro_rules! mistakes {
    ($($(#[doc = $doc:literal])+ $variant:ident,)*) => {
        /// What the host may have to set differently.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Mistake {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Mistake {
            const COUNT: usize = [$(Self::$variant),*].len();
        }
    };
}

mistakes! {
    /// A page's origin is neither the public address nor the one in `Host`.
    ForeignOrigin,
    /// A page of the public address came over plain HTTP.
    PlainHttp,
    /// A client asked for a WebSocket, and a proxy has removed the `Upgrade` header.
    NoUpgrade,
    /// An address has reached a limit, and may be a proxy's.
    AddressLimit,
    /// A trusted proxy names visitors in another header than the one that the server reads.
    OtherForwardedHeader,
    /// A trusted proxy names something that is no address.
    UnreadableForwarded,
    /// A request to the host's own listener had a name in `Host` that may be an attacker's.
    HostsName,
    /// A page has sent a request to the host's own listener.
    HostsPage,
}

/// When each kind was last logged. Clones share it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mistakes(Arc<Mutex<[Option<Instant>; Mistake::COUNT]>>);

impl Mistakes {
    /// Whether a mistake should be logged now.
    pub(crate) fn is_due(&self, mistake: Mistake) -> bool {
        let now = Instant::now();
        let told = &mut self.0.lock()[mistake as usize];
        let is_due = told.is_none_or(|told| now - told >= limits::MISTAKE_INTERVAL);
        if is_due {
            *told = Some(now);
        }
        is_due
    }
}

/// The beginning of a header's value, short enough for the log.
pub(crate) fn clipped(value: &str) -> &str {
    let end = value.floor_char_boundary(limits::LOGGED_HEADER_BYTES_MAX);
    &value[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_kind_is_told_once_a_minute() {
        let mistakes = Mistakes::default();
        assert!(mistakes.is_due(Mistake::ForeignOrigin));
        assert!(!mistakes.is_due(Mistake::ForeignOrigin));
        assert!(mistakes.is_due(Mistake::HostsPage));
        tokio::time::advance(limits::MISTAKE_INTERVAL).await;
        assert!(mistakes.is_due(Mistake::ForeignOrigin));
    }
}
