//! How a tournament repeats: when the next one begins, and its id.

use boneyard_base::{Timestamp, TournamentId, limits};
use boneyard_protocol::tournament::TournamentRepeat;
use jiff::tz::TimeZone;
use jiff::{Timestamp as Moment, ToSpan as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How a tournament repeats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Repeat {
    /// After how many days the next one begins.
    days: u8,
    /// The name of the time zone whose time of the day stays the same.
    zone: String,
    /// How many more follow.
    more: u8,
}

impl Repeat {
    /// Checks what an organiser has chosen; `None` if a number or the zone isn't allowed.
    pub(crate) fn new(wanted: &TournamentRepeat) -> Option<Self> {
        let TournamentRepeat { days, zone, more } = wanted;
        let is_possible = (1..=limits::REPEAT_DAYS_MAX).contains(days)
            && (1..=limits::REPEATS_MAX).contains(more)
            && zone.len() <= limits::TIME_ZONE_BYTES_MAX
            && TimeZone::get(zone).is_ok();
        is_possible.then(|| Self {
            days: *days,
            zone: zone.clone(),
            more: *more,
        })
    }

    /// How the next tournament repeats; `None` if none follows it.
    pub(crate) fn of_next(&self) -> Option<Self> {
        let more = self.more.checked_sub(1).filter(|more| *more > 0)?;
        Some(Self {
            more,
            ..self.clone()
        })
    }

    pub(crate) fn shown(&self) -> TournamentRepeat {
        TournamentRepeat {
            days: self.days,
            zone: self.zone.clone(),
            more: self.more,
        }
    }

    /// When the next tournament begins: at the same time of the day, some days after `starts`. Times that have
    /// passed at `now` are left out. `None` if the calendar ends before.
    pub(crate) fn next_start(&self, starts: Timestamp, now: Timestamp) -> Option<Timestamp> {
        // A zone that this version does not know any more is UTC.
        let zone = TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC);
        let first = Moment::from_millisecond(starts.0).ok()?;
        let first = first.to_zoned_datetime(zone);
        let passed = now.ms_since(starts) / (i64::from(self.days) * limits::DAY_MS);
        // A change of the clocks moves the last one by less than a day, so one of three is the next.
        (passed.max(1)..passed.max(1) + 3)
            .filter_map(|times| {
                let days = i64::from(self.days).checked_mul(times)?;
                // A time that a change of the clocks leaves out, or that comes twice, is the one that jiff takes
                // as compatible.
                let next = first.checked_add(days.days()).ok()?;
                Some(Timestamp(next.timestamp().as_millisecond()))
            })
            .find(|&next| next > now)
    }
}

/// The id of the tournament that follows.
pub(crate) fn next_id(tournament: TournamentId) -> TournamentId {
    let mut hash = Sha256::new();
    hash.update(b"boneyard: the next tournament");
    hash.update(tournament.bits().to_be_bytes());
    let [high, low] = [0, 8].map(|at| {
        let bytes = hash.clone().finalize();
        bytes[at..at + 8]
            .iter()
            .fold(0, |bits: u128, byte| bits << 8 | u128::from(*byte))
    });
    TournamentId::from_bits(high << 64 | low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<Moment>().unwrap().as_millisecond())
    }

    fn weekly(zone: &str) -> Repeat {
        let (days, more) = (7, 3);
        let zone = zone.to_owned();
        Repeat::new(&TournamentRepeat { days, zone, more }).unwrap()
    }

    #[test]
    fn the_time_of_the_day_stays_when_the_clocks_change() {
        // Lisbon is at UTC in winter, and an hour later in summer: from 28 March 2027 on.
        let lisbon = weekly("Europe/Lisbon");
        let before = at("2027-03-25T20:00:00Z");
        assert_eq!(
            lisbon.next_start(before, before),
            Some(at("2027-04-01T19:00:00Z"))
        );
        let fixed = weekly("Etc/GMT-3");
        assert_eq!(
            fixed.next_start(before, before),
            Some(at("2027-04-01T20:00:00Z"))
        );
    }

    #[test]
    fn times_that_have_passed_are_left_out() {
        let lisbon = weekly("Europe/Lisbon");
        let before = at("2027-03-18T20:00:00Z");
        let begun = |now| lisbon.next_start(before, at(now));
        assert_eq!(
            begun("2027-03-18T19:00:00Z"),
            Some(at("2027-03-25T20:00:00Z"))
        );
        assert_eq!(
            begun("2027-03-25T19:59:00Z"),
            Some(at("2027-03-25T20:00:00Z"))
        );
        assert_eq!(
            begun("2027-03-25T20:00:00Z"),
            Some(at("2027-04-01T19:00:00Z"))
        );
        assert_eq!(
            begun("2027-04-08T19:30:00Z"),
            Some(at("2027-04-15T19:00:00Z"))
        );
    }

    #[test]
    fn only_zones_and_numbers_within_the_limits_repeat() {
        for (days, zone, more) in [
            (0, "UTC", 1),
            (29, "UTC", 1),
            (7, "Atlantis", 1),
            (7, "UTC", 0),
            (7, "UTC", 53),
        ] {
            let zone = zone.to_owned();
            let wrong = TournamentRepeat { days, zone, more };
            assert_eq!(Repeat::new(&wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn each_tournament_has_one_that_follows() {
        let first = TournamentId::from_bits(7);
        assert_eq!(next_id(first), next_id(first));
        assert_ne!(next_id(first), first);
        assert_ne!(next_id(next_id(first)), next_id(first));
    }
}
