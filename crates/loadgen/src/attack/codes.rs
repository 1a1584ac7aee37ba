//! An attack on what all visitors share: wrong codes and requests from one network, each time from another of its
//! addresses. Honest visitors sign in with a transfer code meanwhile.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Instant;

use boneyard_protocol::people::{SignInCode, TransferBody};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::attacker::{Attacker, Target, http_client};
use super::honest::{Tried, Visitors};
use crate::client::{FORWARDED_FOR, Identity};
use crate::error::LoadError;

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
        let (http, _) = client_of_network(attacker.from)?;
        let identity = Identity::fetch(&http, attacker.server).await?;
        let attacker = Attacker {
            http,
            identity,
            from: attacker.from,
            server: attacker.server,
            counts: Arc::clone(&attacker.counts),
        };
        let code = SignInCode {
            attempt: None,
            code: "0000-0000".to_owned(),
        };
        attacker.ask(Method::POST, ENTER, &code).await?;
    }
}

/// An HTTP client behind a trusted proxy with the address `from`. The proxy says that the client has another address,
/// at random, of one IPv6 network of 48 bits. Returns that address too.
pub(super) fn client_of_network(from: IpAddr) -> Result<(reqwest::Client, IpAddr), LoadError> {
    let network = u128::from(rand::random::<u16>()) << 64;
    let client = IpAddr::from(Ipv6Addr::from_bits(NETWORK | network | 1));
    let mut headers = HeaderMap::new();
    if let Ok(value) = client.to_string().parse() {
        headers.insert(FORWARDED_FOR, value);
    }
    let http = http_client(from).default_headers(headers).build()?;
    Ok((http, client))
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
        let (guest, http) = self.guest().await?;
        let name = format!("Honest {}", rand::random::<u32>());
        let account = guest.keep(&http, self.server, name).await?;
        let transfer = (Method::POST, "/api/account/transfer");
        let offered = account.ask(&http, self.server, transfer, &Value::Null);
        let offered: TransferBody = offered.await?.json().await?;

        let (guest, http) = self.guest().await?;
        let code = SignInCode {
            attempt: None,
            code: offered.code.unwrap_or_default(),
        };
        let entered = guest.ask(&http, self.server, (Method::POST, ENTER), &code);
        entered.await.map(|_| ())
    }
}
