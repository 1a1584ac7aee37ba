//! Seats, sides, and containers that hold a value for each of them (RULES.md, Terms).

use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that a table can have.
pub const SEATS_MAX: usize = 8;

macro_rules! small_index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(try_from = "u8", into = "u8")]
        #[cfg_attr(feature = "schema", schemars(extend("maximum" = 7)))]
        pub struct $name(u8);

        impl $name {
            /// The seat or side with this number; `None` from 8 on.
            #[must_use]
            pub const fn new(number: u8) -> Option<Self> {
                if (number as usize) < SEATS_MAX { Some(Self(number)) } else { None }
            }

            /// The number of the seat or side, 0 to 7.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$name> for u8 {
            fn from(it: $name) -> Self {
                it.0
            }
        }

        impl TryFrom<u8> for $name {
            type Error = NoSuchSeat;

            fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
                Self::new(number).ok_or(NoSuchSeat)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_char(char::from(b'0' + self.0))
            }
        }
    };
}

small_index! {
    /// A place at the table, 0 to 7. Turns go in the order of the numbers.
    Seat
}
small_index! {
    /// The seats that score together: one seat, or the two opposite seats of partners.
    Side
}

/// No table has a seat or a side with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seats and sides are numbered from 0 to 7")]
pub struct NoSuchSeat;

/// No seating has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no seating has this name")]
pub struct NoSuchSeating;

/// The number of players, and whether opposite seats are partners. It is written as a name, such as `three` or `partners`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seating {
    count: u8,
    partners: bool,
}

impl Seating {
    /// Two players, each for themselves.
    pub const TWO: Self = Self::alone(2);
    /// Three players, each for themselves.
    pub const THREE: Self = Self::alone(3);
    /// Four players, each for themselves.
    pub const FOUR: Self = Self::alone(4);
    /// Four players; the two who sit opposite each other are partners (0+2 and 1+3).
    pub const PARTNERS: Self = Self::opposite(4);
    /// Eight players, each for themselves: the largest table.
    pub const EIGHT: Self = Self::alone(8);

    /// All seatings.
    pub const ALL: [Self; 10] = [
        Self::TWO,
        Self::THREE,
        Self::FOUR,
        Self::alone(5),
        Self::alone(6),
        Self::alone(7),
        Self::EIGHT,
        Self::PARTNERS,
        Self::opposite(6),
        Self::opposite(8),
    ];

    /// The seating of this many players; `None` unless there are 2 to 8. With partners the number is even, from 4 on.
    #[must_use]
    pub const fn new(count: u8, partners: bool) -> Option<Self> {
        let is_possible = if partners {
            count >= 4 && count.is_multiple_of(2)
        } else {
            count >= 2
        };
        if is_possible && count as usize <= SEATS_MAX {
            Some(Self { count, partners })
        } else {
            None
        }
    }

    const fn alone(count: u8) -> Self {
        let partners = false;
        Self { count, partners }
    }

    const fn opposite(count: u8) -> Self {
        let partners = true;
        Self { count, partners }
    }

    /// The name in JSON and in stored forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.count, self.partners) {
            (2, _) => "two",
            (3, _) => "three",
            (4, false) => "four",
            (5, _) => "five",
            (6, false) => "six",
            (7, _) => "seven",
            (_, false) => "eight",
            (4, true) => "partners",
            (6, true) => "six_partners",
            (_, true) => "eight_partners",
        }
    }

    /// Whether opposite seats are partners.
    #[must_use]
    pub const fn has_partners(self) -> bool {
        self.partners
    }

    /// The number of seats, 2 to 8.
    #[must_use]
    pub const fn seat_count(self) -> usize {
        self.count as usize
    }

    /// The number of sides, 2 to 8.
    #[must_use]
    pub const fn side_count(self) -> usize {
        self.seat_count() / self.side_size()
    }

    /// The number of seats of each side: 2 for partners, 1 for single players.
    #[must_use]
    pub const fn side_size(self) -> usize {
        if self.partners { 2 } else { 1 }
    }

    /// The seats, in turn order from seat 0.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..self.seat_count() as u8).map(Seat)
    }

    /// The sides, by number.
    pub fn sides(self) -> impl ExactSizeIterator<Item = Side> + Clone {
        (0..self.side_count() as u8).map(Side)
    }

    /// The side that a seat belongs to.
    #[must_use]
    pub const fn side(self, seat: Seat) -> Side {
        if self.partners {
            Side(seat.0 % (self.count / 2))
        } else {
            Side(seat.0)
        }
    }

    /// The seat after this one in turn order.
    #[must_use]
    pub const fn next(self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if next as usize == self.seat_count() {
            0
        } else {
            next
        })
    }

    /// All seats in turn order, beginning with this one.
    pub fn from(self, first: Seat) -> impl Iterator<Item = Seat> {
        std::iter::successors(Some(first), move |&seat| Some(self.next(seat)))
            .take(self.seat_count())
    }
}

impl FromStr for Seating {
    type Err = NoSuchSeating;

    fn from_str(name: &str) -> Result<Self, NoSuchSeating> {
        let mut all = Self::ALL.into_iter();
        all.find(|seating| seating.name() == name)
            .ok_or(NoSuchSeating)
    }
}

impl Serialize for Seating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Seating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::deserialize(deserializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Seating {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seating".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The number of players. In the seatings with partners, opposite seats score together (of four: 0+2 and 1+3).",
            "type": "string",
            "enum": Self::ALL.map(Self::name),
        })
    }
}

/// Where the values of a [`BySeat`] or a [`BySide`] are: in place, or in a block of memory of their own.
pub trait Items<T>: AsRef<[T]> + AsMut<[T]> {
    /// Takes the values from an iterator, which has at most [`SEATS_MAX`]. An array takes at most its length.
    fn collect(values: impl Iterator<Item = T>) -> Self;
}

impl<T: Default, const N: usize> Items<T> for [T; N] {
    fn collect(mut values: impl Iterator<Item = T>) -> Self {
        std::array::from_fn(|_| values.next().unwrap_or_default())
    }
}

impl<T> Items<T> for Box<[T]> {
    fn collect(values: impl Iterator<Item = T>) -> Self {
        values.collect()
    }
}

macro_rules! by_key {
    ($(#[$doc:meta])* $name:ident, $key:ident, $count:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name<T, S = [T; SEATS_MAX]> {
            items: S,
            len: u8,
            of: PhantomData<T>,
        }

        impl<T, S: Items<T>> $name<T, S> {
            fn collect(values: impl ExactSizeIterator<Item = T>) -> Self {
                let len = values.len() as u8;
                let items = S::collect(values);
                Self { items, len, of: PhantomData }
            }

            /// Calls the function for each seat or side, and collects the results.
            pub fn from_fn(seating: Seating, mut make: impl FnMut($key) -> T) -> Self {
                Self::collect((0..seating.$count()).map(|i| make($key(i as u8))))
            }

            /// The values of the list, by number; `None` unless the list has 2 to 8 values and there is space for them.
            #[must_use]
            pub fn from_list(list: Vec<T>) -> Option<Self> {
                let is_possible = (2..=SEATS_MAX).contains(&list.len());
                let found = is_possible.then(|| Self::collect(list.into_iter()));
                found.filter(|found| found.len() <= found.items.as_ref().len())
            }

            /// The number of values, 2 to 8.
            #[must_use]
            #[expect(clippy::len_without_is_empty, reason = "a table without seats doesn't exist")]
            pub const fn len(&self) -> usize {
                self.len as usize
            }

            /// The value for this seat or side; `None` if the table doesn't have it.
            #[must_use]
            pub fn get(&self, key: $key) -> Option<&T> {
                self.as_slice().get(key.index())
            }

            /// The values, ordered by number.
            #[must_use]
            pub fn as_slice(&self) -> &[T] {
                &self.items.as_ref()[..self.len()]
            }

            /// The seats or sides with their values, in order.
            pub fn iter(&self) -> impl ExactSizeIterator<Item = ($key, &T)> + Clone {
                self.as_slice().iter().enumerate().map(|(i, item)| ($key(i as u8), item))
            }

            /// Calls the function for each value, and collects the results.
            pub fn map<U, R: Items<U>>(&self, change: impl FnMut(&T) -> U) -> $name<U, R> {
                $name::collect(self.as_slice().iter().map(change))
            }
        }

        impl<T, S: Items<T>> Index<$key> for $name<T, S> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.items.as_ref()[key.index()]
            }
        }

        impl<T, S: Items<T>> IndexMut<$key> for $name<T, S> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.items.as_mut()[key.index()]
            }
        }

        impl<T: Serialize, S: Items<T>> Serialize for $name<T, S> {
            fn serialize<R: Serializer>(&self, serializer: R) -> Result<R::Ok, R::Error> {
                serializer.collect_seq(self.as_slice())
            }
        }

        impl<'de, T: Deserialize<'de>, S: Items<T>> Deserialize<'de> for $name<T, S> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let list = Vec::<T>::deserialize(deserializer)?;
                let len = list.len();
                let invalid = || serde::de::Error::invalid_length(len, &"2 to 8 values");
                Self::from_list(list).ok_or_else(invalid)
            }
        }
    };
}

by_key! {
    /// One value for each seat. In JSON it is a list in the order of the seats.
    BySeat, Seat, seat_count
}
by_key! {
    /// One value for each side. In JSON it is a list in the order of the sides.
    BySide, Side, side_count
}

/// One value for each seat, without space for seats that the table doesn't have: for large values that are kept.
pub type BoxBySeat<T> = BySeat<T, Box<[T]>>;

/// The sides that win: one, or several that share the win. Serialized as a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Side>", into = "Vec<Side>")]
pub struct Winners(u8);

impl Winners {
    /// The sides, in their order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        let all = (0..u8::BITS as u8).filter_map(Side::new);
        all.filter(move |side| self.0 & 1 << side.index() != 0)
    }

    /// The only side that wins; `None` if none does, or several share the win.
    #[must_use]
    pub fn only(self) -> Option<Side> {
        self.iter().next().filter(|_| self.0.is_power_of_two())
    }
}

impl FromIterator<Side> for Winners {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let bits = sides.into_iter().map(|side| 1 << side.index());
        Self(bits.fold(0, |all, bit: u8| all | bit))
    }
}

impl From<Vec<Side>> for Winners {
    fn from(sides: Vec<Side>) -> Self {
        sides.into_iter().collect()
    }
}

impl From<Winners> for Vec<Side> {
    fn from(winners: Winners) -> Self {
        winners.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_sit_opposite_each_other() {
        for count in [4, 6, 8] {
            let seating = Seating::new(count, true).unwrap();
            assert_eq!(seating.side_count(), usize::from(count) / 2);
            for seat in seating.seats() {
                let mut partners = seating
                    .seats()
                    .filter(|&other| seating.side(other) == seating.side(seat));
                let opposite = (seat.0 + count / 2) % count;
                assert!(partners.clone().any(|other| other.0 == opposite));
                assert!(partners.all(|other| other == seat || other.0 == opposite));
            }
        }
    }

    #[test]
    fn a_seating_is_what_its_name_says() {
        let counts = 0..=SEATS_MAX as u8 + 2;
        let all = counts.flat_map(|count| [false, true].map(|partners| (count, partners)));
        let possible: Vec<_> = all
            .filter_map(|(count, partners)| Seating::new(count, partners))
            .collect();
        assert_eq!(possible.len(), Seating::ALL.len());
        for seating in Seating::ALL {
            assert!(possible.contains(&seating));
            let json = serde_json::to_string(&seating).unwrap();
            assert_eq!(json, format!("\"{}\"", seating.name()));
            assert_eq!(serde_json::from_str::<Seating>(&json).unwrap(), seating);
        }
        assert!(serde_json::from_str::<Seating>("\"nine\"").is_err());
    }

    #[test]
    fn turns_go_clockwise_through_every_seat() {
        for seating in Seating::ALL {
            let last = seating.seats().next_back().unwrap();
            assert_eq!(seating.next(last), Seat(0));
            assert_eq!(seating.from(last).count(), seating.seat_count());
        }
    }

    #[test]
    fn a_list_by_seat_survives_json() {
        let list: BySeat<u8> = BySeat::from_fn(Seating::THREE, |seat| seat.0 * 10);
        let json = serde_json::to_string(&list).unwrap();
        assert_eq!(json, "[0,10,20]");
        assert_eq!(serde_json::from_str::<BySeat<u8>>(&json).unwrap(), list);
        let boxed: BoxBySeat<u8> = serde_json::from_str(&json).unwrap();
        assert_eq!(boxed.map(|&value| value), list);
        assert!(serde_json::from_str::<BySeat<u8>>("[1]").is_err());
        assert!(serde_json::from_str::<BySeat<u8, [u8; 4]>>("[1,2,3,4,5]").is_err());
        assert!(serde_json::from_str::<BoxBySeat<u8>>("[1,2,3,4,5,6,7,8,9]").is_err());
    }
}
