//! The server's data about a connected visitor.

use std::collections::HashSet;
use std::sync::Arc;

use crate::Timestamp;
use crate::{PersonId, PlayerId};

/// The blocks and restrictions of a connected visitor.
#[derive(Clone, Debug, Default)]
pub struct VisitorStatus {
    /// The players whom the visitor has blocked.
    pub blocked: Arc<HashSet<PlayerId>>,
    /// The visitor may not chat until this time.
    pub muted_until: Timestamp,
    /// Whether a moderator has excluded the visitor.
    pub is_kept_out: bool,
    /// The visitor's account. `None` for a guest.
    pub person: Option<PersonId>,
}
