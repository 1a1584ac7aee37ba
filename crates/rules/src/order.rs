//! What chance gives to a match: the order of the things that are dealt.

use std::fmt;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most things that an order can have.
pub const THINGS_MAX: usize = 128;

/// What an order is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Lots: each seat draws a thing, and they decide who leads.
    Lots,
    /// A deal.
    Deal,
}

/// What a match needs from chance: an order of so many things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chance {
    /// What the order is used for.
    pub purpose: Purpose,
    /// The number of things.
    pub things: usize,
    /// Whether a round has ended, so that the players rest before the order is made.
    pub rests: bool,
}

/// An order of things, which are numbers from 0 on: a permutation. The game says what each thing is, such as which tile.
///
/// ```
/// use boneyard_rules::Order;
///
/// let mut order = Order::sorted(28);
/// order.swap(0, 27);
/// assert_eq!(order.things()[0], 27);
/// assert!(Order::try_from([0, 1, 1].as_slice()).is_err(), "each thing is there once");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Order(Arc<[u8]>);

/// The list doesn't contain each thing once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an order holds each thing once, and at most 128 things")]
pub struct OrderError;

impl Order {
    /// The things by number. An order has at most [`THINGS_MAX`] things.
    #[must_use]
    pub fn sorted(count: usize) -> Self {
        Self((0..count.min(THINGS_MAX) as u8).collect())
    }

    /// The things in their order.
    #[must_use]
    pub fn things(&self) -> &[u8] {
        &self.0
    }

    /// Exchanges the things at two places. A shuffle needs no other method.
    ///
    /// # Panics
    ///
    /// If a place is not below the number of things.
    pub fn swap(&mut self, one: usize, other: usize) {
        Arc::make_mut(&mut self.0).swap(one, other);
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<&[u8]> for Order {
    type Error = OrderError;

    fn try_from(things: &[u8]) -> Result<Self, OrderError> {
        let named = things.iter().try_fold(0_u128, |named, &thing| {
            let bit = 1_u128.checked_shl(thing.into())?;
            (named & bit == 0).then_some(named | bit)
        });
        let all = u128::MAX.checked_shr((THINGS_MAX - things.len().min(THINGS_MAX)) as u32);
        if named == Some(all.unwrap_or(0)) {
            Ok(Self(things.into()))
        } else {
            Err(OrderError)
        }
    }
}

/// A sequence, one byte a thing.
impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let things = Vec::<u8>::deserialize(deserializer)?;
        Self::try_from(things.as_slice()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_holds_each_thing_once() {
        for count in 0..=THINGS_MAX {
            let sorted = Order::sorted(count);
            assert_eq!(Order::try_from(sorted.things()), Ok(sorted.clone()));
            let things = sorted.things();
            for place in 0..count {
                let mut other = things.to_vec();
                other[place] = (other[place] + 1) % 128;
                let is_sorted = other == things;
                assert_eq!(Order::try_from(other.as_slice()).is_ok(), is_sorted);
            }
        }
        assert!(Order::try_from([0; 129].as_slice()).is_err());
        assert!(Order::try_from([200].as_slice()).is_err());
    }
}
