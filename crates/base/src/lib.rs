//! The base of all crates of the server: ids, time, limits and rates, checks of texts by visitors, and
//! connections to clients. Nothing in this crate depends on tables, accounts or the storage.

mod address;
mod bounds;
mod budget;
mod clock;
mod computer_threads;
mod id;
pub mod limits;
mod open_sockets;
mod peer;
mod rank;
mod rate;
mod requester;
mod restrictions;
mod supervisor;
pub mod text;
mod turns;
mod visitor;
mod visitor_status;

pub use self::address::Address;
pub use self::bounds::{Bounds, Held, Source, Taken};
pub use self::budget::{Amount, Budget, BudgetSpent, Budgets};
pub use self::clock::{Clock, ManualClock, Reading, Timestamp};
pub use self::computer_threads::{Busy, ComputerThreads, Share};
pub use self::id::{
    DeviceId, ParsePlayerIdError, PartyId, PersonId, PlayerId, RecipientId, RecordId, TableId,
    TournamentId,
};
pub use self::open_sockets::{OpenSockets, Registration};
pub use self::peer::{FollowId, Frame, Inbox, Notice, Over, Peer, PeerGone};
pub use self::rank::rank;
pub use self::rate::{KeyedRates, Pace, Rate};
pub use self::requester::Requester;
pub use self::restrictions::{Barred, Door, Restrictions};
pub use self::supervisor::{NotDone, Pieces, Role, Supervisor, TaskLabel};
pub use self::turns::{TooManyWait, Turn, Turns, Work};
pub use self::visitor::{Credential, Visitor};
pub use self::visitor_status::VisitorStatus;
