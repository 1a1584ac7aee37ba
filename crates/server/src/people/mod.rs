//! People who keep themselves: accounts and the ways in, whom they want to meet and whom not, how they
//! behave, and how strong they are.

use crate::bus::Bus;
use crate::clock::Clock;
use crate::store::Store;

/// What the server knows of people. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct People {
    store: Store,
    clock: Clock,
    /// The way to the other nodes, if there are any.
    bus: Bus,
}

impl People {
    /// The people in a store.
    pub(crate) const fn new(store: Store, clock: Clock, bus: Bus) -> Self {
        Self { store, clock, bus }
    }
}
