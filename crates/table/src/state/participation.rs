//! How players take part in the running match: a player may be away, be replaced by a computer player for a
//! time, resign, or offer to end the match.

use boneyard_base::limits;
use boneyard_protocol::{Care, Level, TookOver};
use boneyard_rules::{BySeat, Seat, Seating};

use super::event::TableEvent;

/// The level of the computer player that stands in for a person: about as strong as people who play
/// regularly, so that a stand-in neither loses the match nor wins it.
pub(crate) const STAND_IN: Level = Level::Club;

/// How the person at each seat takes part in the running match. The entry of a seat without a person has no
/// meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Participation {
    seats: BySeat<Part>,
}

/// How one person takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Part {
    /// How many turns in a row the server has ended for the player because the time had run out.
    missed: u8,
    /// The level of the computer player that stands in, if one does.
    lent: Option<Level>,
    /// Whether the player has resigned from the match.
    resigned: bool,
    /// Whether the player wants the match to end without a winner.
    offers_end: bool,
    /// Whether the player has offered in this round to end the match.
    has_offered: bool,
    /// The computer player whose seat this player took over during this match; `None` if the player took over
    /// no seat.
    took_over: Option<TookOver>,
}

impl Participation {
    /// The participation at the start of a match. Nothing is kept from the last match.
    pub(super) fn new(seating: Seating) -> Self {
        Self {
            seats: BySeat::from_fn(seating, |_| Part::default()),
        }
    }

    /// Applies an event to the participation of the players. `goes_on` says whether the seat on turn has moved in this
    /// turn already: a turn that the server has played for a player counts once.
    pub(super) fn apply(&mut self, event: &TableEvent, goes_on: bool) {
        match event {
            TableEvent::Sat { seat, .. }
            | TableEvent::ComputerSat { seat, .. }
            | TableEvent::Left { seat }
            | TableEvent::Removed { seat } => self.seats[*seat] = Part::default(),
            TableEvent::MovedFor { seat, .. } if !goes_on => {
                let missed = &mut self.seats[*seat].missed;
                *missed = missed.saturating_add(1);
            }
            TableEvent::Returned { seat } => {
                let part = &mut self.seats[*seat];
                part.missed = 0;
                part.lent = None;
            }
            TableEvent::Lent { seat, level, .. } => {
                let part = &mut self.seats[*seat];
                part.lent = Some(*level);
                part.offers_end = false;
            }
            TableEvent::Resigned { seat } => {
                let part = &mut self.seats[*seat];
                part.resigned = true;
                part.offers_end = false;
                part.lent = Some(STAND_IN);
            }
            TableEvent::OfferedEnd { seat } => {
                let part = &mut self.seats[*seat];
                part.offers_end = true;
                part.has_offered = true;
            }
            TableEvent::DeclinedEnd { .. } => {
                self.each(|part| part.offers_end = false);
            }
            // In a new round the players may make their offers again.
            TableEvent::Dealt { .. } => self.each(|part| {
                part.offers_end = false;
                part.has_offered = false;
            }),
            _ => {}
        }
    }

    /// Records that a person has taken over a computer player's seat.
    pub(super) fn take_over(&mut self, seat: Seat, took_over: TookOver) {
        self.seats[seat] = Part {
            took_over: Some(took_over),
            ..Part::default()
        };
    }

    fn each(&mut self, change: impl Fn(&mut Part)) {
        self.seats = self.seats.map(|part| {
            let mut part = *part;
            change(&mut part);
            part
        });
    }

    fn part(&self, seat: Seat) -> Part {
        self.seats.get(seat).copied().unwrap_or_default()
    }

    /// Whether the person at a seat counts as away: the server has played for that person too often in a
    /// row.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.part(seat).missed >= limits::MISSED_MAX
    }

    /// Whether the server has just played for the person at a seat, or a computer player stands in.
    pub(crate) fn is_missed(&self, seat: Seat) -> bool {
        let part = self.part(seat);
        part.missed > 0 || part.lent.is_some()
    }

    /// The level of the computer player that stands in for the person at a seat.
    pub(crate) fn stand_in(&self, seat: Seat) -> Option<Level> {
        self.part(seat).lent
    }

    /// Whether the person at a seat has resigned from the match.
    pub(crate) fn has_resigned(&self, seat: Seat) -> bool {
        self.part(seat).resigned
    }

    /// Whether the person at a seat has resigned, or a computer player or the clock now plays for that
    /// person.
    pub(super) fn has_left(&self, seat: Seat) -> bool {
        let part = self.part(seat);
        part.lent.is_some() || part.resigned || self.is_away(seat)
    }

    /// Whether the person at a seat wants the match to end without a winner.
    pub(crate) fn offers_end(&self, seat: Seat) -> bool {
        self.part(seat).offers_end
    }

    /// Whether the person at a seat has offered in this round to end the match.
    pub(crate) fn has_offered(&self, seat: Seat) -> bool {
        self.part(seat).has_offered
    }

    /// The computer player whose seat the person at this seat took over during this match.
    pub(crate) fn took_over(&self, seat: Seat) -> Option<TookOver> {
        self.part(seat).took_over
    }

    /// The participation of the person at a seat, as all visitors see it.
    pub(crate) fn shown(&self, seat: Seat) -> Care {
        let part = self.part(seat);
        Care {
            away: self.is_away(seat),
            lent: part.lent,
            resigned: part.resigned,
            offers_end: part.offers_end,
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_player_is_away_after_some_missed_turns_and_back_by_coming_back() {
        let seat = Seat::default();
        let mut participation = Participation::new(Seating::TWO);
        let missed = TableEvent::MovedFor {
            seat,
            chosen: boneyard_rules::line::Move::Call.into(),
        };
        for _ in 0..limits::MISSED_MAX {
            assert!(!participation.is_away(seat));
            participation.apply(&missed, false);
        }
        assert!(participation.is_away(seat));
        participation.apply(&TableEvent::Returned { seat }, false);
        assert_eq!(participation, Participation::new(Seating::TWO));
    }

    #[test]
    fn an_offer_to_end_holds_until_it_is_declined_and_counts_until_the_next_deal() {
        let seat = Seat::default();
        let mut participation = Participation::new(Seating::TWO);
        participation.apply(&TableEvent::OfferedEnd { seat }, false);
        assert!(participation.offers_end(seat) && participation.has_offered(seat));
        participation.apply(&TableEvent::DeclinedEnd { seat }, false);
        assert!(!participation.offers_end(seat) && participation.has_offered(seat));
        let order = boneyard_rules::Order::sorted(28);
        participation.apply(&TableEvent::Dealt { order }, false);
        assert!(!participation.has_offered(seat));
    }

    #[test]
    fn a_computer_player_stands_in_for_a_player_who_resigned() {
        let seat = Seat::default();
        let mut participation = Participation::new(Seating::THREE);
        participation.apply(&TableEvent::OfferedEnd { seat }, false);
        participation.apply(&TableEvent::Resigned { seat }, false);
        assert_eq!(participation.stand_in(seat), Some(STAND_IN));
        assert!(participation.has_resigned(seat) && !participation.offers_end(seat));
    }
}
