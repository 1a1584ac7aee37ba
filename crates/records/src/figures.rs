//! The numbers of rounds, points and plays of each seat in a match.

use boneyard_protocol::record::Figures;
use boneyard_rules::{BySeat, Event, Match, Noted, Seat};

/// Counts the figures of each seat in a match with these events.
pub(super) fn figures(game: &Match, events: &[Event]) -> BySeat<Figures> {
    let seating = game.rules().seating();
    let mut figures = BySeat::from_fn(seating, |_| Figures {
        rounds: game.round_number().into(),
        ..Figures::default()
    });
    let mut last: Option<Seat> = None;
    for noted in events.iter().filter_map(Event::noted) {
        match noted {
            Noted::Play(seat) => {
                figures[seat].plays += 1;
                last = Some(seat);
            }
            Noted::Points {
                side,
                points,
                by_play,
            } => {
                for seat in seating.seats().filter(|&seat| seating.side(seat) == side) {
                    figures[seat].points += u32::from(points);
                }
                if let (true, Some(seat)) = (by_play, last) {
                    figures[seat].scoring_plays += 1;
                }
            }
            Noted::Out(seat) => figures[seat].outs += 1,
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
        let counted = figures(&match_.replay().unwrap(), &match_.events);
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
