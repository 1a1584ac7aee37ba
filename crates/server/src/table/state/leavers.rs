//! Who has left a match that has ended.

use boneyard_protocol::Ending;
use boneyard_rules::Seat;

use super::State;
use crate::id::PlayerId;

impl State {
    /// The people who have left the match that has ended: who resigned, however long they had waited; whose
    /// win was claimed by others; for whom a computer player or the clock still played at its end; and all
    /// of a match to which nobody came back. Who resigns after the partner has left has not left.
    pub(crate) fn leavers(&self) -> Vec<PlayerId> {
        let ending = self.matches.ending();
        let has_left = |seat: Seat| {
            let last_of_pair = matches!(ending, Some(Ending::Resigned { seat: last, .. }) if last == seat)
                && self.has_partner(seat);
            self.is_person(seat)
                && !last_of_pair
                && (self.participation.stand_in(seat).is_some()
                    || self.participation.has_resigned(seat)
                    || self.participation.is_away(seat)
                    || matches!(ending, Some(Ending::Claimed { seat: left, .. }) if left == seat)
                    || matches!(ending, Some(Ending::Abandoned)))
        };
        let seats = self.seats.all().filter(|&seat| has_left(seat));
        let people = seats.filter_map(|seat| self.seats.person_at(seat));
        people.map(|person| person.player).collect()
    }

    /// Whether another person plays for the same side.
    fn has_partner(&self, seat: Seat) -> bool {
        let seating = self.rules().seating;
        let mut others = self.seats.all().filter(|&other| other != seat);
        others.any(|other| seating.side(other) == seating.side(seat) && self.is_person(other))
    }
}
