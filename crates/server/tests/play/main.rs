//! Tests of the server from outside, over real sockets, with a client that knows only the protocol.

#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise, its helpers too"
)]

mod accounts;
mod analysis;
mod backup;
mod bots;
mod budgets;
mod cards;
mod catalogue;
mod chat;
mod cheats;
#[path = "../common/client.rs"]
mod client;
mod computers;
mod demo;
mod departures;
mod dishonest;
mod documents;
mod doors;
mod duplicate;
mod example;
mod fair;
mod faults;
mod games;
mod gate;
mod intruders;
mod jumps;
mod kept_files;
#[path = "../common/known.rs"]
mod known;
#[path = "../common/leaks.rs"]
mod leaks;
mod manuals;
mod nodes;
mod own_tables;
#[path = "../common/person.rs"]
mod person;
#[path = "../common/postgres.rs"]
mod postgres;
mod presets;
mod push;
mod quick;
mod ratings;
mod records;
mod restart;
mod rooms;
mod safety;
mod secrets;
mod seeing;
mod side_by_side;
mod storage;
mod takeover;
mod time;
mod tournament_ends;
mod tournament_formats;
mod tournament_names;
mod tournament_networks;
mod tournaments;
mod transparency;
mod turn_mails;
mod turns;
mod watching;
mod webhooks;
mod world;
mod wrong_requests;
