//! Seats, sides, and containers that hold a value for each of them (RULES.md, Terms).

use std::fmt::{self, Write as _};
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that a table can have.
pub const SEATS_MAX: usize = 4;

macro_rules! small_index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(try_from = "u8", into = "u8")]
        #[cfg_attr(feature = "schema", schemars(extend("maximum" = 3)))]
        pub struct $name(u8);

        impl $name {
            /// The seat or side with this number; `None` from 4 on.
            #[must_use]
            pub const fn new(number: u8) -> Option<Self> {
                if (number as usize) < SEATS_MAX { Some(Self(number)) } else { None }
            }

            /// The number of the seat or side, 0 to 3.
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
    /// A place at the table, 0 to 3. Turns go in the order of the numbers.
    Seat
}
small_index! {
    /// The seats that score together: one seat, or the two opposite seats of partners.
    Side
}

/// No table has a seat or a side with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("seats and sides are numbered from 0 to 3")]
pub struct NoSuchSeat;

/// The number of players, and which of them score together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    /// Two players, each for themselves.
    Two,
    /// Three players, each for themselves.
    Three,
    /// Four players, each for themselves.
    Four,
    /// Four players; the two who sit opposite each other are partners (0+2 and 1+3).
    Partners,
}

impl Seating {
    /// All seatings.
    pub const ALL: [Self; 4] = [Self::Two, Self::Three, Self::Four, Self::Partners];

    /// The number of seats, 2 to 4.
    #[must_use]
    pub const fn seat_count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four | Self::Partners => 4,
        }
    }

    /// The number of sides, 2 to 4.
    #[must_use]
    pub const fn side_count(self) -> usize {
        match self {
            Self::Two | Self::Partners => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
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
        match self {
            Self::Partners => Side(seat.0 % 2),
            Self::Two | Self::Three | Self::Four => Side(seat.0),
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

macro_rules! by_key {
    ($(#[$doc:meta])* $name:ident, $key:ident, $count:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name<T> {
            items: [T; SEATS_MAX],
            len: u8,
        }

        impl<T> $name<T> {
            /// Calls the function for each seat or side, and collects the results.
            pub fn from_fn(seating: Seating, mut make: impl FnMut($key) -> T) -> Self
            where
                T: Default,
            {
                let len = seating.$count() as u8;
                let items = std::array::from_fn(|i| {
                    if i < len as usize { make($key(i as u8)) } else { T::default() }
                });
                Self { items, len }
            }

            /// The values of the list, by number; `None` unless the list has 2 to 4 values.
            #[must_use]
            pub fn from_list(list: Vec<T>) -> Option<Self>
            where
                T: Default,
            {
                let len = list.len();
                let mut list = list.into_iter();
                let items = std::array::from_fn(|_| list.next().unwrap_or_default());
                (2..=SEATS_MAX).contains(&len).then_some(Self { items, len: len as u8 })
            }

            /// The number of values, 2 to 4.
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
                &self.items[..self.len as usize]
            }

            /// The seats or sides with their values, in order.
            pub fn iter(&self) -> impl ExactSizeIterator<Item = ($key, &T)> + Clone {
                self.as_slice().iter().enumerate().map(|(i, item)| ($key(i as u8), item))
            }

            /// Calls the function for each value, and collects the results.
            pub fn map<U: Default>(&self, mut change: impl FnMut(&T) -> U) -> $name<U> {
                let items = std::array::from_fn(|i| {
                    if i < self.len as usize { change(&self.items[i]) } else { U::default() }
                });
                $name { items, len: self.len }
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.items[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.items[key.index()]
            }
        }

        impl<T: Serialize> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.as_slice())
            }
        }

        impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for $name<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let list = Vec::<T>::deserialize(deserializer)?;
                let len = list.len();
                let invalid = || serde::de::Error::invalid_length(len, &"2 to 4 values");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_sit_opposite_each_other() {
        let sides: Vec<_> = Seating::Partners
            .seats()
            .map(|seat| Seating::Partners.side(seat).0)
            .collect();
        assert_eq!(sides, [0, 1, 0, 1]);
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
        let list = BySeat::from_fn(Seating::Three, |seat| seat.0 * 10);
        let json = serde_json::to_string(&list).unwrap();
        assert_eq!(json, "[0,10,20]");
        assert_eq!(serde_json::from_str::<BySeat<u8>>(&json).unwrap(), list);
        assert!(serde_json::from_str::<BySeat<u8>>("[1]").is_err());
    }
}
