//! Requests that are refused because the server, or the proxy in front of it, may be configured wrongly.
//! For each kind, the server logs which setting helps. It logs each kind at most once a minute, because any
//! visitor can cause such a refusal.

use std::sync::Arc;

use boneyard_base::limits;
use parking_lot::Mutex;
use tokio::time::Instant;

macro_rules! mistakes {
    ($($(#[doc = $doc:literal])+ $variant:ident,)*) => {
        /// A configuration mistake that the host may have made.
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
    /// The origin of a page is neither the public URL from the settings nor the address in the request's
    /// header `Host`.
    ForeignOrigin,
    /// A page of the public URL was loaded over plain HTTP.
    PlainHttp,
    /// A client requested a WebSocket, but a proxy has removed the `Upgrade` header.
    NoUpgrade,
    /// A network address has reached a limit, and may be the address of a proxy.
    AddressLimit,
    /// A trusted proxy sets the forwarding header that the server doesn't read, instead of the one that it
    /// reads.
    OtherForwardedHeader,
    /// A trusted proxy's header contains text that is no address.
    UnreadableForwarded,
    /// A request to the host's own listener has a `Host` header with a name that an attacker may own.
    HostsName,
    /// A web page has sent a request to the host's own listener.
    HostsPage,
}

/// The time at which each kind of mistake was last logged. All clones share it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mistakes(Arc<Mutex<[Option<Instant>; Mistake::COUNT]>>);

impl Mistakes {
    /// Whether a mistake of this kind may be logged now. If so, the current time is recorded.
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
