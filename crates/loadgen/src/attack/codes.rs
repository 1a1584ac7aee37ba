//! An attack on what all visitors share: wrong codes and requests from one network, each time from another of its
//! addresses. Honest visitors sign in with a transfer code meanwhile.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Instant;

use boneyard_protocol::people::{SignInCode, TransferBody};
use serde_json::Value;

use super::attacker::{Attacker, Target};
use super::honest::{Tried, Visitors};
use crate::client::Identity;
use crate::error::LoadError;
use crate::http::Http;

/// The number of attackers who enter codes at the same time.
const GUESSERS: usize = 64;

/// The number of attackers in a quick run.
const GUESSERS_QUICK: usize = 16;

/// The IPv6 network of 48 bits from which attackers come.
const NETWORK: u128 = 0x2001_0db8_0bad << 80;

/// The path at which a transfer code is entered.
const ENTER: &str = "/api/sign-in/transfer";

/// Enters wrong codes.
pub(super) async fn attack(target: &Target) {
    let count = target.count(GUESSERS, GUESSERS_QUICK);
    target.run(1, count, |attacker, _| guess(attacker)).await;
}

async fn guess(attacker: Attacker) -> Result<(), LoadError> {
    loop {
        let http = Http::from(attacker.from).for_client(address_in_network());
        let attacker = Attacker {
            identity: Identity::fetch(http, attacker.server).await?,
            from: attacker.from,
            server: attacker.server,
            counts: Arc::clone(&attacker.counts),
        };
        let code = SignInCode {
            attempt: None,
            code: "0000-0000".to_owned(),
        };
        attacker.ask(("POST", ENTER), &code).await?;
    }
}

/// A random address of one IPv6 network of 48 bits.
pub(super) fn address_in_network() -> IpAddr {
    let network = u128::from(rand::random::<u16>()) << 64;
    Ipv6Addr::from_bits(NETWORK | network | 1).into()
}

impl Visitors {
    /// Makes an account and a transfer code, and enters the code as another visitor.
    pub(super) async fn enter_code(&self) -> Tried {
        let began = Instant::now();
        let entered = self.try_enter_code().await;
        entered.map_err(|error| error.to_string())?;
        Ok(began.elapsed())
    }

    async fn try_enter_code(&self) -> Result<(), LoadError> {
        let name = format!("Honest {}", rand::random::<u32>());
        let account = self.guest().await?.keep(self.server, name).await?;
        let transfer = ("POST", "/api/account/transfer");
        let offered = account.send(self.server, transfer, &Value::Null).await?;
        let offered: TransferBody = offered.json()?;
        let code = SignInCode {
            attempt: None,
            code: offered.code.unwrap_or_default(),
        };
        let guest = self.guest().await?;
        let entered = guest.send(self.server, ("POST", ENTER), &code).await;
        entered.map(|_| ())
    }
}
