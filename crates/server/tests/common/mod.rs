//! Helpers that several test programs share.
#![allow(dead_code, reason = "each test program uses a part of this")]

pub(crate) mod http;
