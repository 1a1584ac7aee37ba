//! What clients are told of all searches: how many players search and play, and which players search.

use boneyard_base::{Frame, Timestamp, limits};
use boneyard_cluster::Seeker;
use boneyard_protocol::ServerMessage;
use boneyard_protocol::matching::{ListedSeeker, SeekCounts};

use super::{Searches, requester};
use crate::preset_at;

impl Searches {
    /// How many players search and play, on all nodes together. People who wait at open tables search too.
    fn counts(&self, hosts: u32, now: Timestamp) -> SeekCounts {
        let playing = self.playing.values().map(|&(count, _)| count).sum();
        let searching = u32::try_from(self.heard_of.len()).unwrap_or(u32::MAX);
        SeekCounts {
            searching: searching.saturating_add(hosts),
            playing,
            seekers: self.listed(now),
        }
    }

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
            let presets = presets.filter_map(|&(preset, _)| preset_at(preset));
            ListedSeeker {
                number: seeker.number,
                name: seeker.name.clone(),
                presets: presets.map(|preset| preset.name().to_owned()).collect(),
                kept: seeker.kept,
                mixed: seeker.mixed,
                since_ms: seeker.since.0,
            }
        });
        listed.collect()
    }

    /// Sends the counts to the clients that follow them, if they have changed. `hosts` is the number of people
    /// who wait at open tables.
    pub(crate) fn tell_counts(&mut self, hosts: u32, now: Timestamp) {
        let counts = self.counts(hosts, now);
        if counts == self.told_counts {
            return;
        }
        self.told_counts = counts.clone();
        let frame = Frame::from(&ServerMessage::SeekCounts(counts));
        self.followers.retain(|peer| peer.send(&frame).is_ok());
    }
}
