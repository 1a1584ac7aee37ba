//! Limits on how often visitors can try codes and other secrets.

use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{Address, KeyedRates, PlayerId, Rate, Requester, limits};
use parking_lot::Mutex;
use tokio::time::Instant;

/// A subject whose tries are counted: the server, a network, a network address or a visitor. Each subject has
/// its own limit. No subject is the person whose account is tried, so an attacker can't use up the tries of
/// an account's owner.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// All tries at this server together.
    Server,
    /// All tries from one IPv6 network of [`limits::NETWORK_BITS`] bits.
    Network(Address),
    /// All tries from one network address.
    Address(Address),
    /// All tries of one visitor.
    Visitor(PlayerId),
    /// All new accounts from one IPv6 network.
    KeepingOfNetwork(Address),
    /// All new accounts from one network address.
    Keeping(Address),
}

impl Subject {
    /// The subjects whose tries of a code are counted if the code can't be guessed: those that send the tries.
    pub(crate) fn of_sender(requester: Requester) -> Vec<Self> {
        let Requester { player, from } = requester;
        let network = from.network(limits::NETWORK_BITS);
        let address = Self::Address(from);
        vec![Self::Network(network), address, Self::Visitor(player)]
    }

    /// The subjects whose tries of a short code are counted. So short a code could be guessed from many
    /// networks, so the tries of all visitors count together too.
    pub(crate) fn of_short_code(requester: Requester) -> Vec<Self> {
        let mut subjects = Self::of_sender(requester);
        subjects.push(Self::Server);
        subjects
    }

    /// The subjects whose new accounts are counted.
    pub fn of_keeping(from: Address) -> Vec<Self> {
        let network = from.network(limits::NETWORK_BITS);
        vec![Self::KeepingOfNetwork(network), Self::Keeping(from)]
    }

    fn rate(&self, now: Instant) -> Rate {
        let (most, within) = match self {
            Self::Server => limits::TRIES_OF_SERVER,
            Self::Network(_) => of_network(limits::TRIES),
            Self::Address(_) | Self::Visitor(_) => limits::TRIES,
            Self::KeepingOfNetwork(_) => of_network(limits::ACCOUNTS_PER_ADDRESS),
            Self::Keeping(_) => limits::ACCOUNTS_PER_ADDRESS,
        };
        Rate::new(within / most, within, now)
    }
}

/// The limit of an IPv6 network, from the limit of one of its addresses.
fn of_network((most, within): (u32, Duration)) -> (u32, Duration) {
    (most * limits::ADDRESSES_OF_NETWORK, within)
}

/// The error if a try is refused because there were too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Too much has been tried; wait some minutes.")]
pub struct TooManyTries;

/// The recent tries. Clones share the same data.
#[derive(Clone, Debug)]
pub struct Tries(Arc<Mutex<KeyedRates<Subject>>>);

impl Default for Tries {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(KeyedRates::new(
            limits::TRIES_KNOWN_MAX,
        ))))
    }
}

/// A counted try. If the try succeeds, the caller calls [`Self::give_back`], and the try is no longer
/// counted.
#[derive(Debug)]
pub struct Try {
    tries: Tries,
    subjects: Vec<Subject>,
}

impl Tries {
    /// Counts a try before its result is known, so that concurrent tries can't exceed the limit. Counts
    /// nothing if one of the subjects has reached its limit.
    ///
    /// # Errors
    ///
    /// When one of the subjects has reached its limit.
    pub fn take(&self, subjects: Vec<Subject>) -> Result<Try, TooManyTries> {
        let now = Instant::now();
        let full = |subject: &Subject| subject.rate(now);
        if !self.0.lock().allow(&subjects, full, now) {
            return Err(TooManyTries);
        }
        let tries = self.clone();
        Ok(Try { tries, subjects })
    }
}

impl Try {
    /// Called after a successful try: the try is no longer counted.
    pub fn give_back(self) {
        self.tries.0.lock().put_back(&self.subjects);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn requester(number: u32) -> Requester {
        Requester {
            player: PlayerId::random(),
            from: IpAddr::from(Ipv4Addr::from_bits(number)).into(),
        }
    }

    fn wrong(tries: &Tries, subjects: &[Subject]) -> usize {
        let is_taken = || tries.take(subjects.to_vec()).is_ok();
        (0..1_000).take_while(|_| is_taken()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn five_wrong_tries_in_five_minutes_and_right_ones_do_not_count() {
        let tries = Tries::default();
        let one = Subject::of_sender(requester(1));
        for _ in 0..100 {
            tries.take(one.clone()).unwrap().give_back();
        }
        assert_eq!(wrong(&tries, &one), 5);
        assert_eq!(
            wrong(&tries, &Subject::of_sender(requester(1))),
            0,
            "the address"
        );
        let elsewhere = vec![one[2].clone()];
        assert_eq!(wrong(&tries, &elsewhere), 0, "the visitor");
        assert_eq!(wrong(&tries, &Subject::of_sender(requester(2))), 5);
        tokio::time::advance(Duration::from_mins(5)).await;
        assert_eq!(wrong(&tries, &one), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn many_addresses_together_reach_the_limit_of_the_server() {
        let tries = Tries::default();
        let crowd =
            (0..10_000).map(|number| wrong(&tries, &Subject::of_short_code(requester(number))));
        let (most, _) = limits::TRIES_OF_SERVER;
        assert_eq!(crowd.sum::<usize>(), most as usize);
        let owner = Subject::of_sender(requester(10_000));
        assert_eq!(wrong(&tries, &owner), 5, "a long code can still be tried");
    }

    #[tokio::test(start_paused = true)]
    async fn an_ipv6_network_has_the_tries_of_few_addresses() {
        let tries = Tries::default();
        let from = |number: u32| {
            let ip: IpAddr = format!("2001:db8:1:{number:x}::1").parse().unwrap();
            Address::from(ip)
        };
        let most = limits::ADDRESSES_OF_NETWORK as usize;
        let codes = (0..100).map(|number| {
            let requester = Requester {
                player: PlayerId::random(),
                from: from(number),
            };
            wrong(&tries, &Subject::of_short_code(requester))
        });
        assert_eq!(codes.sum::<usize>(), 5 * most);
        let accounts = (0..100).map(|number| wrong(&tries, &Subject::of_keeping(from(number))));
        assert_eq!(accounts.sum::<usize>(), 60 * most);
    }
}
