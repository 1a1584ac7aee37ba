//! Counts how often seekers for whom opponents were found did not come to their table: for each visitor,
//! each network address, and each larger network.
//!
//! A seat counts from the moment at which the seeker is asked for it, and no longer once the seeker has come.
//! So many seekers of one address who are asked at the same time count before it is known who comes.

use std::collections::HashMap;

use boneyard_base::{Address, PlayerId, Requester, Timestamp, limits};

/// The absences that a node knows. All nodes count the same seats.
#[derive(Default, Debug)]
pub struct Absences(HashMap<Counted, Count>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Counted {
    Visitor(PlayerId),
    Address(Address),
    Network(Address),
}

/// A number of absences, which halves in each [`limits::ABSENCE_HALF_LIFE_MS`].
#[derive(Clone, Copy, Debug)]
struct Count {
    number: f64,
    at: Timestamp,
}

impl Count {
    /// What is left of it. A step of the clock, forward or back, lets it be forgotten sooner and never later.
    fn at(self, now: Timestamp) -> f64 {
        self.number * share_left(now.ms_since(self.at) + self.at.ms_since(now))
    }
}

/// The share of an absence that still counts after this time.
fn share_left(ms: i64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a rounded time is precise enough"
    )]
    let half_lives = ms.max(0) as f64 / limits::ABSENCE_HALF_LIFE_MS as f64;
    (-half_lives).exp2()
}

/// What counts the absences of a seeker, each with the number of absences that have no effect.
fn counted(seeker: Requester) -> [(Counted, u32); 3] {
    let network = seeker.from.surroundings();
    [
        (Counted::Visitor(seeker.player), limits::ABSENCES_OF_VISITOR),
        (Counted::Address(seeker.from), limits::ABSENCES_OF_ADDRESS),
        (Counted::Network(network), limits::ABSENCES_OF_NETWORK),
    ]
}

impl Absences {
    /// Counts a seat for which a seeker is asked.
    pub fn add(&mut self, seeker: Requester, now: Timestamp) {
        if self.0.len() >= limits::ABSENCES_MAX {
            // There are more visitors than addresses, and a new visitor costs an attacker nothing.
            self.0.retain(|who, _| !matches!(who, Counted::Visitor(_)));
        }
        for (who, _) in counted(seeker) {
            let before = self.0.get(&who).map_or(0.0, |count| count.at(now));
            let number = before + 1.0;
            self.0.insert(who, Count { number, at: now });
        }
    }

    /// Takes back a seat that was counted at `asked`, because the seeker has come, or has not caused that the
    /// group was given up.
    pub fn take_back(&mut self, seeker: Requester, asked: Timestamp, now: Timestamp) {
        for (who, _) in counted(seeker) {
            if let Some(count) = self.0.get_mut(&who) {
                let number = (count.at(now) - share_left(now.ms_since(asked))).max(0.0);
                *count = Count { number, at: now };
            }
        }
    }

    /// The number of absences that count against a seeker, up to [`limits::SEEK_ABSENCES_MAX`].
    #[must_use]
    pub fn of(&self, seeker: Requester, now: Timestamp) -> u32 {
        /// Smaller numbers are errors of rounding, or the rest of an absence long ago.
        const NEGLIGIBLE: f64 = 0.02;
        let excess = counted(seeker).into_iter().map(|(who, allowed)| {
            let number = self.0.get(&who).map_or(0.0, |count| count.at(now));
            number - f64::from(allowed) - NEGLIGIBLE
        });
        let most = f64::from(limits::SEEK_ABSENCES_MAX);
        let most = excess.fold(0.0, f64::max).ceil().min(most);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is between 0 and the limit"
        )]
        let most = most as u32;
        most
    }

    /// Drops the counts that have no effect any more.
    pub fn forget(&mut self, now: Timestamp) {
        /// The count below which absences are forgotten.
        const FORGOTTEN: f64 = 0.1;
        self.0.retain(|_, count| count.at(now) >= FORGOTTEN);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    fn guest(address: &str) -> Requester {
        Requester {
            player: PlayerId::random(),
            from: address.parse::<IpAddr>().unwrap().into(),
        }
    }

    #[test]
    fn new_guests_of_one_address_or_network_share_their_absences() {
        let mut absences = Absences::default();
        for _ in 0..limits::ABSENCES_OF_ADDRESS {
            absences.add(guest("192.0.2.1"), NOW);
        }
        assert_eq!(absences.of(guest("192.0.2.1"), NOW), 0);
        absences.add(guest("192.0.2.1"), NOW);
        assert_eq!(absences.of(guest("192.0.2.1"), NOW), 1);
        assert_eq!(absences.of(guest("192.0.2.2"), NOW), 0);

        for number in 0..=limits::ABSENCES_OF_NETWORK {
            absences.add(guest(&format!("2001:db8:1:{number}::1")), NOW);
        }
        assert_eq!(absences.of(guest("2001:db8:1:ffff::1"), NOW), 1);
        assert_eq!(absences.of(guest("2001:db8:2:1::1"), NOW), 0);
        for number in 0..100 {
            absences.add(guest(&format!("198.51.100.{number}")), NOW);
        }
        let most = limits::SEEK_ABSENCES_MAX;
        assert_eq!(absences.of(guest("198.51.100.200"), NOW), most);
        assert_eq!(absences.of(guest("198.51.101.1"), NOW), 0);
    }

    #[test]
    fn absences_are_forgotten_and_coming_never_makes_up_for_them() {
        let mut absences = Absences::default();
        let address = "192.0.2.1";
        for _ in 0..8 {
            absences.add(guest(address), NOW);
        }
        assert_eq!(absences.of(guest(address), NOW), 6);
        // Seekers who come late, again and again.
        for _ in 0..1_000 {
            absences.add(guest(address), NOW);
        }
        let later = NOW.plus_ms(limits::PAIRED_COME_MS);
        for _ in 0..1_000 {
            absences.take_back(guest(address), NOW, later);
        }
        assert_eq!(absences.of(guest(address), later), 6);
        let later = NOW.plus_ms(limits::ABSENCE_HALF_LIFE_MS);
        assert_eq!(absences.of(guest(address), later), 2);
        let later = NOW.plus_ms(2 * limits::ABSENCE_HALF_LIFE_MS);
        assert_eq!(absences.of(guest(address), later), 0);
        let later = NOW.plus_ms(8 * limits::ABSENCE_HALF_LIFE_MS);
        absences.forget(later);
        assert!(absences.0.is_empty());
    }
}
