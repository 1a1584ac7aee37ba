//! Every limit of the server, with its reason. A number that keeps a visitor from using up memory, time or
//! the patience of other visitors belongs here and nowhere else.

mod connections;
mod matching;
mod nodes;
mod people;
mod records;
mod storage;
mod tables;

pub use self::connections::*;
pub use self::matching::*;
pub use self::nodes::*;
pub use self::people::*;
pub use self::records::*;
pub use self::storage::*;
pub use self::tables::*;
