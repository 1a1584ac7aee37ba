//! What clients are told of all searches: which players search alone.

use boneyard_base::{Frame, Timestamp, limits, rank};
use boneyard_cluster::Seeker;
use boneyard_protocol::ServerMessage;
use boneyard_protocol::matching::ListedSeeker;

use super::{Searches, requester};

impl Searches {
    /// The seekers whom others can choose. Seekers who have been absent are not listed.
    fn listed(&self, now: Timestamp) -> Vec<ListedSeeker> {
        let seekers = self.heard_of.values().map(|heard| &heard.seeker);
        let seekers = seekers.filter(|seeker| {
            let is_absent = self.absences.of(requester(seeker), now) > 0;
            seeker.is_free && seeker.party.is_none() && !is_absent
        });
        let listed = fairly(seekers.collect()).into_iter().map(|seeker| {
            let presets = seeker.wants.iter();
            ListedSeeker {
                number: seeker.number,
                name: seeker.name.clone(),
                presets: presets.map(|(preset, _)| preset.clone()).collect(),
                kept: seeker.kept,
                mixed: seeker.mixed,
                since_ms: seeker.since.0,
            }
        });
        listed.collect()
    }

    /// Sends the list to the clients that follow it, if it has changed.
    pub(crate) fn tell_listed(&mut self, now: Timestamp) {
        let seekers = self.listed(now);
        if seekers == self.told {
            return;
        }
        self.told.clone_from(&seekers);
        let frame = Frame::from(&ServerMessage::Seekers { seekers });
        self.followers.retain(|peer| peer.send(&frame).is_ok());
    }
}

/// The seekers to list, the one who has searched longest first. If there are more than the list has places, each network
/// gets one place before any gets another: so one network doesn't fill the list.
fn fairly(seekers: Vec<&Seeker>) -> Vec<&Seeker> {
    let longest = |seeker: &Seeker| (seeker.since, seeker.player);
    let mut places: Vec<(usize, &Seeker)> = seekers.into_iter().map(|seeker| (0, seeker)).collect();
    places.sort_unstable_by_key(|(_, seeker)| longest(seeker));
    let network = |(_, seeker): &(usize, &Seeker)| seeker.from.network(limits::NETWORK_BITS);
    rank(&mut places, network, |(before, _)| before);
    places.sort_by_key(|&(before, _)| before);
    places.truncate(limits::LISTED_SEEKERS_MAX);
    places.sort_unstable_by_key(|(_, seeker)| longest(seeker));
    places.into_iter().map(|(_, seeker)| seeker).collect()
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use boneyard_base::PlayerId;

    use super::*;

    fn seeker(network: u8, since: i64) -> Seeker {
        Seeker {
            number: 1,
            with: None,
            player: PlayerId::random(),
            from: IpAddr::from([203, 0, 113, network]).into(),
            name: String::new(),
            wants: Vec::new(),
            kept: false,
            mixed: true,
            party: None,
            since: Timestamp(since),
            met: Vec::new(),
            is_free: true,
        }
    }

    #[test]
    fn one_network_with_many_searches_does_not_fill_the_list() {
        let crowd = (0..100).map(|since| seeker(0, since));
        let others = (1..=3).map(|network| seeker(network, 1_000 + i64::from(network)));
        let all: Vec<Seeker> = crowd.chain(others).collect();
        let since = |seekers: Vec<&Seeker>| -> Vec<i64> {
            seekers.into_iter().map(|seeker| seeker.since.0).collect()
        };
        let listed = since(fairly(all.iter().collect()));
        assert_eq!(listed, (0..27).chain(1_001..=1_003).collect::<Vec<i64>>());
        let few = since(fairly(all[90..].iter().collect()));
        assert_eq!(few, (90..100).chain(1_001..=1_003).collect::<Vec<i64>>());
    }
}
