//! All limits of the server, each with its reason. Every number that prevents a visitor from using too much
//! memory, CPU time or attention of other visitors is in this module.

mod bounds;
mod connections;
mod matching;
mod nodes;
mod people;
mod push;
mod records;
mod storage;
mod tables;
mod tasks;
mod time;
mod tournaments;

pub use self::bounds::*;
pub use self::connections::*;
pub use self::matching::*;
pub use self::nodes::*;
pub use self::people::*;
pub use self::push::*;
pub use self::records::*;
pub use self::storage::*;
pub use self::tables::*;
pub use self::tasks::*;
pub use self::time::*;
pub use self::tournaments::*;
