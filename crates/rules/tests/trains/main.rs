//! Mexican Train and Chickenfoot: the crate against its page of rules, RULES-TRAINS.md, and against a second program that
//! was written from that page.

mod both;
#[path = "../common/mod.rs"]
mod common;
mod examples;
mod games;
mod grammar;
mod laws;
mod page;
mod referee;
mod start;
mod views;
