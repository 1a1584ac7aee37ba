//! The server's data about a connected visitor.

use std::collections::HashSet;
use std::sync::Arc;

use crate::Restrictions;
use crate::{PersonId, PlayerId};

/// The blocks and restrictions of a connected visitor.
#[derive(Clone, Debug, Default)]
pub struct VisitorStatus {
    /// The visitors with whom this one exchanges no lines: those whom the visitor's person has blocked, and
    /// their bots. For a bot, also those who have blocked its owner.
    pub blocked: Arc<HashSet<PlayerId>>,
    /// The restrictions of the visitor's person.
    pub restrictions: Restrictions,
    /// The visitor's account. `None` for a guest.
    pub person: Option<PersonId>,
    /// Whether the visitor was a moderator when this was read. The host may have changed it since then.
    pub is_moderator: bool,
}
