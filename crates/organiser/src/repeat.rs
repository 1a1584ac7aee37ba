//! How a tournament repeats: when the next one begins, and its id.

use boneyard_base::{Timestamp, TournamentId, limits};
use boneyard_protocol::tournament::TournamentRepeat;
use jiff::civil::DateTime;
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
    /// The date and the time of the day in the zone at which this one is wished to begin, as milliseconds since the
    /// beginning of 1970 in the zone. If a change of the clocks leaves that time out, the tournament begins at another
    /// one, and the next again at the wished one.
    wished_ms: i64,
}

impl Repeat {
    /// Checks what an organiser has chosen for a tournament that begins at `starts`; `None` if a number or the zone
    /// isn't allowed.
    pub(crate) fn new(wanted: &TournamentRepeat, starts: Timestamp) -> Option<Self> {
        let TournamentRepeat { days, zone, more } = wanted;
        let is_possible = (1..=limits::REPEAT_DAYS_MAX).contains(days)
            && (1..=limits::REPEATS_MAX).contains(more)
            && zone.len() <= limits::TIME_ZONE_BYTES_MAX;
        let known = TimeZone::get(zone).ok().filter(|_| is_possible)?;
        let wished = known.to_datetime(Moment::from_millisecond(starts.0).ok()?);
        Some(Self {
            days: *days,
            zone: zone.clone(),
            more: *more,
            wished_ms: at_utc(wished)?.0,
        })
    }

    pub(crate) fn shown(&self) -> TournamentRepeat {
        TournamentRepeat {
            days: self.days,
            zone: self.zone.clone(),
            more: self.more,
        }
    }

    /// When the tournament after the one that begins at `starts` begins: at the same time of the day, some days later;
    /// and how it repeats, `None` if none follows it. Times that have passed at `now` are left out. `None` if the
    /// calendar ends before.
    pub(crate) fn next(
        &self,
        starts: Timestamp,
        now: Timestamp,
    ) -> Option<(Timestamp, Option<Self>)> {
        // A zone that this version does not know any more is UTC.
        let zone = TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC);
        let wished = TimeZone::UTC.to_datetime(Moment::from_millisecond(self.wished_ms).ok()?);
        let passed = now.ms_since(starts) / (i64::from(self.days) * limits::DAY_MS);
        // A change of the clocks moves a start by less than two days, so one of four is the next.
        let mut next = (passed.max(1)..passed.max(1) + 4).filter_map(|times| {
            let days = i64::from(self.days).checked_mul(times)?;
            let wished = wished.checked_add(days.days()).ok()?;
            // A time that a change of the clocks leaves out, or that comes twice, is the one that jiff takes as
            // compatible.
            let next = zone.to_timestamp(wished).ok()?;
            Some((Timestamp(next.as_millisecond()), at_utc(wished)?))
        });
        let (next, wished) = next.find(|&(next, _)| next > now.max(starts))?;
        let repeat = (self.more > 1).then(|| Self {
            more: self.more - 1,
            wished_ms: wished.0,
            ..self.clone()
        });
        Some((next, repeat))
    }
}

/// The time at which UTC shows a date and a time of the day.
fn at_utc(shown: DateTime) -> Option<Timestamp> {
    let at = TimeZone::UTC.to_timestamp(shown).ok()?;
    Some(Timestamp(at.as_millisecond()))
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
    use jiff::tz::AmbiguousOffset;

    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<Moment>().unwrap().as_millisecond())
    }

    fn repeat(days: u8, zone: &str, starts: Timestamp) -> Repeat {
        let wanted = TournamentRepeat {
            days,
            zone: zone.to_owned(),
            more: limits::REPEATS_MAX,
        };
        Repeat::new(&wanted, starts).unwrap()
    }

    /// The starts of a tournament and of those that follow it, each of which is created when the one before begins.
    fn starts(days: u8, zone: &str, first: Timestamp, count: usize) -> Vec<Timestamp> {
        let mut last = (first, repeat(days, zone, first));
        let mut all = vec![first];
        while all.len() < count {
            let (next, follows) = last.1.next(last.0, last.0).unwrap();
            all.push(next);
            last = (next, follows.unwrap());
        }
        all
    }

    #[test]
    fn the_time_of_the_day_stays_when_the_clocks_change() {
        // Lisbon is at UTC in winter, and an hour later in summer: from 28 March 2027 on.
        let before = at("2027-03-25T20:00:00Z");
        let after = at("2027-04-01T19:00:00Z");
        assert_eq!(starts(7, "Europe/Lisbon", before, 2), [before, after]);
        let after = at("2027-04-01T20:00:00Z");
        assert_eq!(starts(7, "Etc/GMT-3", before, 2), [before, after]);
    }

    #[test]
    fn a_time_that_the_clocks_leave_out_is_wished_again_on_the_next_day() {
        let evenings = starts(1, "Europe/Lisbon", at("2027-03-27T01:30:00Z"), 4);
        let expected = [
            "2027-03-27T01:30:00Z",
            // 01:30 does not exist on the 28th: the clocks show 02:30.
            "2027-03-28T01:30:00Z",
            "2027-03-29T00:30:00Z",
            "2027-03-30T00:30:00Z",
        ];
        assert_eq!(evenings, expected.map(at));
    }

    #[test]
    fn each_start_shows_the_wished_time_in_every_zone_unless_it_does_not_exist() {
        for zone in [
            "UTC",
            "Europe/Lisbon",
            "America/New_York",
            // The clocks change by half an hour; at midnight; at midnight, in the other half of the year.
            "Australia/Lord_Howe",
            "Atlantic/Azores",
            "America/Santiago",
            "Africa/Casablanca",
            "Asia/Kathmandu",
        ] {
            let known = TimeZone::get(zone).unwrap();
            for days in [1, 7, 14, 28] {
                // Each hour of the day, through a year.
                for step in 0..150 {
                    let first = at("2027-01-01T00:15:00Z").plus_ms(step * 59 * 3_600_000);
                    let shown =
                        |at: Timestamp| known.to_datetime(Moment::from_millisecond(at.0).unwrap());
                    for (times, start) in (0_i64..).zip(starts(days, zone, first, 16)) {
                        let span = (i64::from(days) * times).days();
                        let wished = shown(first).checked_add(span).unwrap();
                        let exists = !matches!(
                            known.to_ambiguous_timestamp(wished).offset(),
                            AmbiguousOffset::Gap { .. }
                        );
                        assert_eq!(shown(start) == wished, exists, "{zone} {wished}");
                        assert_eq!(shown(start).date(), wished.date(), "{zone} {wished}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_day_that_a_zone_leaves_out_has_no_second_tournament() {
        // On Samoa the 29th of December 2011 was followed by the 31st.
        let days = starts(1, "Pacific/Apia", at("2011-12-29T06:00:00Z"), 4);
        assert!(days.is_sorted_by(|one, next| one < next), "{days:?}");
        let called_off_early = repeat(1, "Pacific/Apia", days[0])
            .next(days[0], days[0])
            .unwrap();
        let (start, follows) = called_off_early;
        let (next, _) = follows.unwrap().next(start, start.plus_ms(-1)).unwrap();
        assert!(next > start);
    }

    #[test]
    fn times_that_have_passed_are_left_out() {
        let before = at("2027-03-18T20:00:00Z");
        let lisbon = repeat(7, "Europe/Lisbon", before);
        let begun = |now| lisbon.next(before, at(now)).map(|(next, _)| next);
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
            assert_eq!(Repeat::new(&wrong, Timestamp(0)), None, "{wrong:?}");
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
