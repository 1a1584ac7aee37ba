//! The visitor and the network address of a request.

use serde::{Deserialize, Serialize};

use crate::PlayerId;
use crate::address::Address;

/// The visitor and the network address whose budgets a write uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Requester {
    /// The visitor who sent the request.
    pub player: PlayerId,
    /// The network address from which the request was sent.
    pub from: Address,
}
