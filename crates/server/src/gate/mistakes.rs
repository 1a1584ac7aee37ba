//! Refusals that come of how the host has set up the server or the proxy in front of it. Each kind is told in
//! the log, with the setting that mends it, at most once a minute: anybody can cause them.

use std::sync::Arc;

use boneyard_base::limits;
use parking_lot::Mutex;
use tokio::time::Instant;

macro_rules! mistakes {
    ($($(#[doc = $doc:literal])+ $variant:ident,)*) => {
        /// What the host may have to set otherwise.
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
    /// The address of a page is neither the public one nor the one in `Host`.
    ForeignOrigin,
    /// A page of the public name came over plain HTTP.
    PlainHttp,
    /// A WebSocket was asked for, and a proxy has taken the `Upgrade` header away.
    NoUpgrade,
    /// One address has reached a limit, and may be that of a proxy.
    AddressLimit,
    /// A trusted proxy names visitors in another header than the one that is read.
    OtherForwardedHeader,
    /// What a trusted proxy names is no address.
    UnreadableForwarded,
    /// The host's own listener was asked by a name that may be a stranger's.
    HostsName,
    /// A page has asked the host's own listener.
    HostsPage,
}

/// When each kind was told last. Clones are the same.
#[derive(Clone, Default, Debug)]
pub(crate) struct Mistakes(Arc<Mutex<[Option<Instant>; Mistake::COUNT]>>);

impl Mistakes {
    /// Whether a mistake is to be told now.
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

/// The beginning of a header's value, for the log.
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
