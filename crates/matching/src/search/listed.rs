//! What clients are told of all searches: which players search alone.

use boneyard_base::{Frame, Timestamp, limits};
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
        let mut seekers: Vec<&Seeker> = seekers.collect();
        seekers.sort_unstable_by_key(|seeker| (seeker.since, seeker.player));
        let listed = seekers.into_iter().take(limits::LISTED_SEEKERS_MAX);
        let listed = listed.map(|seeker| {
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
