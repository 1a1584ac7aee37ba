//! The numbers of rounds, points and plays of each seat in a match.

use boneyard_protocol::record::Figures;
use boneyard_rules::{BySeat, Event, Outcome, Reason, Rules, Seat, Side};

/// Counts the figures of each seat.
pub(super) fn figures(rules: &Rules, events: &[Event]) -> BySeat<Figures> {
    let seating = rules.seating;
    let mut figures = BySeat::from_fn(seating, |_| Figures::default());
    let mut last: Option<Seat> = None;
    let seats_of = |side: Side| {
        seating
            .seats()
            .filter(move |&seat| seating.side(seat) == side)
    };
    for event in events {
        match *event {
            Event::Deal {
                leader: Some(_), ..
            } => {
                for seat in seating.seats() {
                    figures[seat].rounds += 1;
                }
            }
            Event::Played { seat, .. } => {
                figures[seat].plays += 1;
                last = Some(seat);
            }
            Event::Scored {
                side,
                points,
                reason,
            } => {
                for seat in seats_of(side) {
                    figures[seat].points += u32::from(points);
                }
                if let (Reason::Count, Some(seat)) = (reason, last) {
                    figures[seat].scoring_plays += 1;
                }
            }
            Event::RoundOver(Outcome::Domino { by, .. }) => figures[by].outs += 1,
            _ => {}
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Transcript;

    use super::*;

    #[test]
    fn a_short_match_in_numbers() {
        // The transcript is the example in docs/record.md.
        let text = include_str!("../../../docs/record.md");
        let text = text.split("```transcript\n").nth(1).unwrap();
        let match_: Transcript = text.split("```").next().unwrap().parse().unwrap();
        let counted = figures(&match_.rules, &match_.events);
        let first = Figures {
            rounds: 1,
            points: 35,
            outs: 0,
            plays: 3,
            scoring_plays: 2,
        };
        let second = Figures {
            rounds: 1,
            plays: 2,
            ..Figures::default()
        };
        assert_eq!(counted.as_slice(), [first, second]);
    }
}
