//! The visitor and the address that a request comes from.

use serde::{Deserialize, Serialize};

use crate::PlayerId;
use crate::address::Address;

/// The visitor and the address whose budgets a row is written from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Requester {
    /// The visitor who asked for it.
    pub player: PlayerId,
    /// The address that the visitor came from.
    pub from: Address,
}
