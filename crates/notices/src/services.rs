//! How much each push service, and each player, has of what all share. After a failure the
//! server sends nothing to a host for growing times, whichever players its browsers belong to.

use std::collections::HashMap;
use std::hash::Hash;

use boneyard_base::{PlayerId, Timestamp, limits};

use crate::endpoint::Endpoint;

/// What is being sent, and which hosts are left alone.
#[derive(Debug, Default)]
pub(crate) struct Services {
    /// How many pushes are being sent to each domain.
    domains: HashMap<String, usize>,
    /// How many pushes are being sent for each player.
    players: HashMap<PlayerId, usize>,
    /// The hosts that have failed. The domain of a host doesn't count here: a host that doesn't exist would make the
    /// others of its domain wait.
    failing: HashMap<String, Failing>,
}

/// A host that has failed since the last push that it took.
#[derive(Debug, Default)]
struct Failing {
    failures: u32,
    /// The host is left alone until this time. Then one push is sent, to look whether the host works again.
    until: Timestamp,
    /// Whether that push is being sent.
    is_tried: bool,
}

/// What a host has done with a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// The host has answered the request.
    Works,
    /// The host can't be reached, or has an error of its own.
    Fails,
}

impl Services {
    /// Counts a push that is about to be sent. If it must wait, returns until when.
    pub(crate) fn begin(
        &mut self,
        endpoint: &Endpoint,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<(), Timestamp> {
        let soon = now.plus_ms(limits::PUSH_WAIT_MS);
        let of_player = self.players.get(&player).copied().unwrap_or_default();
        let of_domain = self.domains.get(endpoint.service()).copied();
        if of_player >= limits::PUSH_AT_ONCE_PER_PLAYER
            || of_domain.unwrap_or_default() >= limits::PUSH_AT_ONCE_PER_SERVICE
        {
            return Err(soon);
        }
        // That a host has failed is forgotten some time after the longest wait.
        self.failing
            .retain(|_, host| host.is_tried || host.until.plus_ms(limits::PUSH_RETRY_MS_MAX) > now);
        if let Some(host) = self.failing.get_mut(endpoint.host()) {
            if host.until > now {
                return Err(host.until);
            }
            if host.is_tried {
                return Err(soon);
            }
            host.is_tried = true;
        }
        *self.players.entry(player).or_default() += 1;
        *self
            .domains
            .entry(endpoint.service().to_owned())
            .or_default() += 1;
        Ok(())
    }

    /// Counts a push as no longer being sent.
    pub(crate) fn end(
        &mut self,
        endpoint: &Endpoint,
        player: PlayerId,
        service: Service,
        now: Timestamp,
    ) {
        count_down(&mut self.players, &player);
        count_down(&mut self.domains, endpoint.service());
        match service {
            Service::Works => {
                self.failing.remove(endpoint.host());
            }
            Service::Fails => {
                let host = self.failing.entry(endpoint.host().to_owned()).or_default();
                // Pushes that were sent at the same time fail together, and count once.
                if host.until <= now {
                    host.failures += 1;
                    host.until = now.plus_ms(wait_ms(host.failures));
                }
                host.is_tried = false;
            }
        }
    }
}

fn count_down<K, Q>(counts: &mut HashMap<K, usize>, key: &Q)
where
    K: Eq + Hash + std::borrow::Borrow<Q>,
    Q: Eq + Hash + ?Sized,
{
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// How long to wait after so many failures, in milliseconds.
pub(crate) fn wait_ms(failures: u32) -> i64 {
    let doubled = failures.saturating_sub(1).min(20);
    (limits::PUSH_RETRY_MS << doubled).min(limits::PUSH_RETRY_MS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn at(host: &str) -> Endpoint {
        Endpoint::parse(&format!("https://{host}/x")).unwrap()
    }

    #[test]
    fn a_slow_service_and_a_person_with_many_leave_room_for_others() {
        let mut services = Services::default();
        let begun = |services: &mut Services, host: &str, player: &dyn Fn() -> PlayerId| {
            let sent = (0..100).filter(|_| services.begin(&at(host), player(), NOW).is_ok());
            sent.count()
        };
        let attacker = PlayerId::random();
        let mine = || attacker;
        let (most, of_service) = (
            limits::PUSH_AT_ONCE_PER_PLAYER,
            limits::PUSH_AT_ONCE_PER_SERVICE,
        );
        assert_eq!(begun(&mut services, "a.slow.example", &mine), most);
        assert_eq!(begun(&mut services, "b.fast.example", &mine), 0);
        let others = begun(&mut services, "a.slow.example", &PlayerId::random);
        assert_eq!(others + most, of_service);
        assert_eq!(begun(&mut services, "b.slow.example", &PlayerId::random), 0);
        assert_eq!(
            begun(&mut services, "a.fast.test", &PlayerId::random),
            of_service
        );
        services.end(&at("a.slow.example"), attacker, Service::Works, NOW);
        assert_eq!(begun(&mut services, "b.quick.test", &mine), 1);
    }

    #[test]
    fn a_host_that_fails_is_left_alone_for_growing_times_and_alone() {
        let mut services = Services::default();
        let player = PlayerId::random();
        let (host, other) = (at("a.push.example"), at("b.push.example"));
        let mut now = NOW;
        let mut waits = Vec::new();
        for _ in 0..10 {
            services.begin(&host, player, now).unwrap();
            services.end(&host, player, Service::Fails, now);
            let until = services.begin(&host, player, now).unwrap_err();
            waits.push(until.ms_since(now) / 1_000);
            // The other hosts of the domain aren't made to wait.
            services.begin(&other, player, now).unwrap();
            services.end(&other, player, Service::Works, now);
            now = until;
        }
        assert_eq!(waits, [15, 30, 60, 120, 240, 480, 960, 1800, 1800, 1800]);
        // One looks whether it works again, and the others wait.
        services.begin(&host, player, now).unwrap();
        assert!(services.begin(&host, PlayerId::random(), now).is_err());
        services.end(&host, player, Service::Works, now);
        for _ in 0..2 {
            services.begin(&host, PlayerId::random(), now).unwrap();
        }
        services.begin(&at("c.example"), player, now).unwrap();
        services.end(&at("c.example"), player, Service::Fails, now);
        let later = now.plus_ms(2 * limits::PUSH_RETRY_MS_MAX);
        services.begin(&other, player, later).unwrap();
        assert!(services.failing.is_empty(), "what is long ago is forgotten");
    }
}
