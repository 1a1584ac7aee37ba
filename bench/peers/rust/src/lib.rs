//! Shared by the bare servers: the messages of their minimal game, and its storage.
//!
//! Two players sit at each table and play in turn. The server checks which seat is on turn, stores
//! the play, and sends the same update to both.

pub mod frame;
pub mod play;
pub mod storage;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// The settings of a bare server.
#[derive(Parser, Debug)]
pub struct Settings {
    /// Address to serve on
    #[arg(long)]
    pub listen: SocketAddr,
    /// The SQLite file that plays are stored in; it is created
    #[arg(long)]
    pub database: PathBuf,
    /// Size of an update in bytes
    #[arg(long, default_value_t = 400)]
    pub update_bytes: usize,
}
