//! The seats of a table.

use std::sync::Arc;

use boneyard_base::PlayerId;
use boneyard_protocol::Level;
use boneyard_rules::{BySeat, Seat, Seating};

use super::event::TableEvent;
use super::refusal::Refusal;

/// The name of a computer player; in a tournament, its number follows. Clients that can't show a level show this name.
const COMPUTER_NAME: &str = "Computer";

/// The seats of a table, and who sits at them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seats {
    seating: Seating,
    sitters: BySeat<Option<Sitter>>,
    /// The seat of the host: the person who may remove others before the first match, and who seats and
    /// removes computer players.
    host: Seat,
    /// The players whom the host removed. They may not sit at this table again.
    removed: Vec<PlayerId>,
}

/// The person or computer player at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person, or a program that plays through the interface for people.
    Person(Person),
    /// A computer player. It is always connected and always ready.
    Computer { level: Level, name: Arc<str> },
}

/// A person at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub player: PlayerId,
    pub name: Arc<str>,
    /// Whether the person came with the invitation and so takes one of the reserved seats.
    pub invited: bool,
    /// Whether the person is ready for the match, its next round, or a rematch.
    pub ready: bool,
}

impl Sitter {
    fn person(player: PlayerId, name: &str, invited: bool) -> Self {
        Self::Person(Person {
            player,
            name: name.into(),
            invited,
            ready: false,
        })
    }

    fn computer(level: Level, entrant: Option<u32>) -> Self {
        let name = match entrant {
            None => COMPUTER_NAME.into(),
            Some(number) => format!("{COMPUTER_NAME} {number}").into(),
        };
        Self::Computer { level, name }
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Person(person) => &person.name,
            Self::Computer { name, .. } => name,
        }
    }

    pub(crate) const fn player(&self) -> Option<PlayerId> {
        match self {
            Self::Person(person) => Some(person.player),
            Self::Computer { .. } => None,
        }
    }

    pub(crate) fn is_bot(&self) -> bool {
        self.player().is_some_and(|player| player.is_bot())
    }

    pub(crate) const fn level(&self) -> Option<Level> {
        match self {
            Self::Person(_) => None,
            Self::Computer { level, .. } => Some(*level),
        }
    }
}

impl Seats {
    /// The seats of a new table: the host sits at seat 0, and the other seats are free.
    pub(super) fn new(seating: Seating, host: PlayerId, name: &str) -> Self {
        let first = Seat::default();
        let mut sitters = BySeat::from_fn(seating, |_| None);
        sitters[first] = Some(Sitter::person(host, name, false));
        Self {
            seating,
            sitters,
            host: first,
            removed: Vec::new(),
        }
    }

    /// Applies an event to the seats. Refuses an event that needs a person at the seat if no person sits
    /// there.
    pub(super) fn apply(self: &mut Arc<Self>, event: &TableEvent) -> Result<(), Refusal> {
        match event {
            TableEvent::Sat {
                seat,
                player,
                name,
                invited,
            } => self.sit(*seat, Sitter::person(*player, name, *invited))?,
            TableEvent::ComputerSat {
                seat,
                level,
                entrant,
            } => self.sit(*seat, Sitter::computer(*level, *entrant))?,
            TableEvent::TookOver {
                seat,
                player,
                name,
                invited,
            } => {
                self.computer_at(*seat).ok_or(Refusal::EmptySeat(*seat))?;
                if self.seat_of(*player).is_some() {
                    return Err(Refusal::AlreadySeated);
                }
                let person = Sitter::person(*player, name, *invited);
                Arc::make_mut(self).sitters[*seat] = Some(person);
            }
            TableEvent::Left { seat } => {
                self.stand_up(*seat)?;
            }
            TableEvent::Removed { seat } => {
                if let Sitter::Person(person) = self.stand_up(*seat)? {
                    Arc::make_mut(self).removed.push(person.player);
                }
            }
            TableEvent::Renamed { seat, name } => {
                self.person_mut(*seat)?.name = name.as_str().into();
            }
            TableEvent::Readied { seat, ready } => self.person_mut(*seat)?.ready = *ready,
            TableEvent::Continued { seat } => self.person_mut(*seat)?.ready = true,
            TableEvent::Committed { seat, .. }
            | TableEvent::Revealed { seat, .. }
            | TableEvent::MovedFor { seat, .. }
            | TableEvent::Returned { seat }
            | TableEvent::Lent { seat, .. }
            | TableEvent::Resigned { seat }
            | TableEvent::OfferedEnd { seat } => {
                self.must_exist(*seat)?;
                self.person_at(*seat).ok_or(Refusal::EmptySeat(*seat))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn sit(self: &mut Arc<Self>, seat: Seat, sitter: Sitter) -> Result<(), Refusal> {
        self.must_be_free(seat)?;
        Arc::make_mut(self).sitters[seat] = Some(sitter);
        Ok(())
    }

    /// Frees a seat. If it was the host's, the next person clockwise becomes the host.
    fn stand_up(self: &mut Arc<Self>, seat: Seat) -> Result<Sitter, Refusal> {
        self.must_exist(seat)?;
        let seats = Arc::make_mut(self);
        let sitter = seats.sitters[seat].take();
        let sitter = sitter.ok_or(Refusal::EmptySeat(seat))?;
        if seats.host == seat {
            let mut others = seats.seating.from(seat);
            let next = others.find(|&other| seats.person_at(other).is_some());
            seats.host = next.unwrap_or(seat);
        }
        Ok(sitter)
    }

    fn person_mut(self: &mut Arc<Self>, seat: Seat) -> Result<&mut Person, Refusal> {
        self.must_exist(seat)?;
        match &mut Arc::make_mut(self).sitters[seat] {
            Some(Sitter::Person(person)) => Ok(person),
            Some(Sitter::Computer { .. }) | None => Err(Refusal::EmptySeat(seat)),
        }
    }

    /// Marks all people as not ready.
    pub(super) fn reset_ready(self: &mut Arc<Self>) {
        if !self.people().any(|person| person.ready) {
            return;
        }
        let seats = Arc::make_mut(self);
        for seat in seats.seating.seats() {
            if let Some(Sitter::Person(person)) = &mut seats.sitters[seat] {
                person.ready = false;
            }
        }
    }

    /// All seats, clockwise.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        self.seating.seats()
    }

    /// Who sits at each seat; `None` for a free seat.
    pub(crate) const fn sitters(&self) -> &BySeat<Option<Sitter>> {
        &self.sitters
    }

    /// The host's seat.
    pub(crate) const fn host(&self) -> Seat {
        self.host
    }

    /// The seat at which a player sits.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let mut seats = self.all();
        seats.find(|&seat| {
            let person = self.person_at(seat);
            person.is_some_and(|person| person.player == player)
        })
    }

    /// The person at a seat, if there is one.
    pub(crate) fn person_at(&self, seat: Seat) -> Option<&Person> {
        match self.sitters.get(seat)?.as_ref()? {
            Sitter::Person(person) => Some(person),
            Sitter::Computer { .. } => None,
        }
    }

    /// The level of the computer player at a seat, if there is one.
    pub(crate) fn computer_at(&self, seat: Seat) -> Option<Level> {
        self.sitters.get(seat)?.as_ref()?.level()
    }

    /// The people at the table, in the order of their seats.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Person> {
        self.all().filter_map(|seat| self.person_at(seat))
    }

    /// The free seats.
    pub(crate) fn free(&self) -> impl Iterator<Item = Seat> {
        let free = self.sitters.iter().filter(|(_, sitter)| sitter.is_none());
        free.map(|(seat, _)| seat)
    }

    /// The players whom the host removed, in the order of removal.
    pub(crate) fn removed(&self) -> &[PlayerId] {
        &self.removed
    }

    /// Checks that the table has this seat.
    pub(crate) fn must_exist(&self, seat: Seat) -> Result<(), Refusal> {
        let sitter = self.sitters.get(seat);
        sitter.map(|_| ()).ok_or(Refusal::NoSuchSeat(seat))
    }

    /// Checks that this seat exists and is free.
    pub(crate) fn must_be_free(&self, seat: Seat) -> Result<(), Refusal> {
        match self.sitters.get(seat) {
            Some(None) => Ok(()),
            Some(Some(_)) => Err(Refusal::Taken(seat)),
            None => Err(Refusal::NoSuchSeat(seat)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn sat(at: u8) -> TableEvent {
        TableEvent::Sat {
            seat: seat(at),
            player: PlayerId::random(),
            name: format!("Guest {at}"),
            invited: false,
        }
    }

    #[test]
    fn the_hosts_place_passes_to_the_next_person_and_never_to_a_computer_player() {
        let mut seats = Arc::new(Seats::new(Seating::FOUR, PlayerId::random(), "Host"));
        let level = Level::Club;
        let computer = TableEvent::ComputerSat {
            seat: seat(1),
            level,
            entrant: None,
        };
        seats.apply(&computer).unwrap();
        seats.apply(&sat(2)).unwrap();
        seats.apply(&TableEvent::Left { seat: seat(0) }).unwrap();
        assert_eq!(seats.host(), seat(2));
        assert_eq!(seats.free().collect::<Vec<_>>(), [seat(0), seat(3)]);
    }

    #[test]
    fn a_computer_player_of_a_tournament_is_named_by_its_number_there() {
        let name = |entrant| {
            let mut seats = Arc::new(Seats::new(Seating::TWO, PlayerId::random(), "Host"));
            let (seat, level) = (seat(1), Level::Club);
            let sits = TableEvent::ComputerSat {
                seat,
                level,
                entrant,
            };
            seats.apply(&sits).unwrap();
            let sitter = seats.sitters()[seat].as_ref();
            sitter.map(|sitter| sitter.name().to_owned()).unwrap()
        };
        assert_eq!(name(None), "Computer");
        assert_eq!(name(Some(3)), "Computer 3");
    }

    #[test]
    fn eight_people_sit_at_a_table_and_the_host_follows_the_order_of_the_seats() {
        let mut seats = Arc::new(Seats::new(Seating::EIGHT, PlayerId::random(), "Host"));
        for at in 1..8 {
            seats.apply(&sat(at)).unwrap();
        }
        assert_eq!((seats.people().count(), seats.free().count()), (8, 0));
        for at in 0..7 {
            seats.apply(&TableEvent::Left { seat: seat(at) }).unwrap();
            assert_eq!(seats.host(), seat(at + 1));
        }
        seats.apply(&sat(3)).unwrap();
        seats.apply(&TableEvent::Left { seat: seat(7) }).unwrap();
        assert_eq!(seats.host(), seat(3));
    }

    #[test]
    fn a_seat_is_taken_once_and_only_a_person_can_be_ready() {
        let mut seats = Arc::new(Seats::new(Seating::TWO, PlayerId::random(), "Host"));
        assert_eq!(seats.apply(&sat(0)), Err(Refusal::Taken(seat(0))));
        assert_eq!(seats.apply(&sat(2)), Err(Refusal::NoSuchSeat(seat(2))));
        let ready = |at| TableEvent::Readied {
            seat: seat(at),
            ready: true,
        };
        assert_eq!(seats.apply(&ready(1)), Err(Refusal::EmptySeat(seat(1))));
        seats.apply(&ready(0)).unwrap();
        assert!(seats.people().all(|person| person.ready));
        seats.reset_ready();
        assert!(!seats.people().any(|person| person.ready));
    }

    #[test]
    fn what_does_not_concern_the_seats_copies_nothing() {
        let before = Arc::new(Seats::new(Seating::TWO, PlayerId::random(), "Host"));
        let mut after = Arc::clone(&before);
        after
            .apply(&TableEvent::Moved {
                seat: seat(0),
                chosen: boneyard_rules::line::Move::Call.into(),
            })
            .unwrap();
        after
            .apply(&TableEvent::Resigned { seat: seat(0) })
            .unwrap();
        after.reset_ready();
        assert!(Arc::ptr_eq(&before, &after));
    }
}
