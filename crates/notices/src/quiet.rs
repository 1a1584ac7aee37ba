//! Quiet hours: times of the day in the browser's time zone.

use boneyard_base::Timestamp;
use jiff::tz::TimeZone;
use jiff::{Timestamp as Moment, civil};

/// The number of minutes of a day.
pub(crate) const DAY_MINUTES: u16 = 24 * 60;

/// Whether there is a time zone of this name.
pub(crate) fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// When the quiet hours end that hold at `now`. `None` if none hold. An unknown zone is UTC.
pub(crate) fn end_of_quiet(
    now: Timestamp,
    zone: &str,
    (from, until): (u16, u16),
) -> Option<Timestamp> {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let local = Moment::from_millisecond(now.0)
        .ok()?
        .to_zoned_datetime(zone.clone());
    let minute =
        u16::from(local.hour().unsigned_abs()) * 60 + u16::from(local.minute().unsigned_abs());
    let holds = if from < until {
        (from..until).contains(&minute)
    } else {
        minute >= from || minute < until
    };
    if !holds {
        return None;
    }
    let is_tomorrow = minute >= until;
    let day = if is_tomorrow {
        local.date().tomorrow().ok()?
    } else {
        local.date()
    };
    let end = day.to_datetime(time_of(until)?);
    // A time that a change of the clocks leaves out, or that comes twice, is the one that jiff takes as compatible.
    let end = end.to_zoned_datetime(zone).ok()?;
    Some(Timestamp(end.timestamp().as_millisecond()))
}

fn time_of(minute: u16) -> Option<civil::Time> {
    let (hour, minute) = (
        i8::try_from(minute / 60).ok()?,
        i8::try_from(minute % 60).ok()?,
    );
    civil::Time::new(hour, minute, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u16 = 60;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<Moment>().unwrap().as_millisecond())
    }

    #[test]
    fn quiet_hours_are_of_the_browsers_day_and_end_on_time() {
        let night = (22 * HOUR, 7 * HOUR + 30);
        let noon = (12 * HOUR, 14 * HOUR);
        let cases = [
            // Lisbon is at UTC in winter, and an hour later in summer.
            ("2026-01-10T21:59:00Z", "Europe/Lisbon", night, None),
            (
                "2026-01-10T22:00:00Z",
                "Europe/Lisbon",
                night,
                Some("2026-01-11T07:30:00Z"),
            ),
            (
                "2026-01-11T07:29:00Z",
                "Europe/Lisbon",
                night,
                Some("2026-01-11T07:30:00Z"),
            ),
            ("2026-01-11T07:30:00Z", "Europe/Lisbon", night, None),
            (
                "2026-07-10T21:30:00Z",
                "Europe/Lisbon",
                night,
                Some("2026-07-11T06:30:00Z"),
            ),
            // The clocks are set forward in this night.
            (
                "2026-03-28T23:00:00Z",
                "Europe/Lisbon",
                night,
                Some("2026-03-29T06:30:00Z"),
            ),
            (
                "2026-01-10T15:00:00Z",
                "Asia/Tokyo",
                night,
                Some("2026-01-10T22:30:00Z"),
            ),
            (
                "2026-01-10T13:00:00Z",
                "Europe/Lisbon",
                noon,
                Some("2026-01-10T14:00:00Z"),
            ),
            ("2026-01-10T23:00:00Z", "Europe/Lisbon", noon, None),
            // All day.
            (
                "2026-01-10T23:00:00Z",
                "",
                (60, 60),
                Some("2026-01-11T01:00:00Z"),
            ),
            (
                "2026-01-10T23:00:00Z",
                "Nowhere/Land",
                night,
                Some("2026-01-11T07:30:00Z"),
            ),
        ];
        for (now, zone, hours, end) in cases {
            assert_eq!(
                end_of_quiet(at(now), zone, hours),
                end.map(at),
                "{now} {zone}"
            );
        }
        assert!(is_zone("America/Sao_Paulo") && !is_zone("Nowhere/Land"));
    }
}
