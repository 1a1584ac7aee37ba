//! Attacks with pictures and replays, which cost the server more than the request costs the
//! attacker.

use std::sync::Arc;

use boneyard_rules::{Match, Need, Order, Play, Preset, Transcript};
use rand::RngExt as _;
use rand::seq::IteratorRandom as _;
use serde::Serialize;

use super::attacker::{Attacker, Target};
use super::counts::Counts;
use super::honest::{Fixture, picture};
use crate::error::LoadError;

/// Connections that send requests; every second one asks for replays.
const CONNECTIONS: usize = 900;

/// Connections in a quick run.
const CONNECTIONS_QUICK: usize = 60;

/// The number of random matches of which the longest is replayed. Their lengths differ by a third.
const MATCHES: usize = 20;

/// The body of a request for a replay.
#[derive(Serialize)]
struct ReplayRequest {
    transcript: String,
}

/// Asks for pictures and replays.
pub(super) async fn pictures(target: &Target) {
    let Fixture::Record(record) = target.fixture else {
        return;
    };
    let Ok(replay) = serde_json::to_string(&ReplayRequest {
        transcript: long_match().to_string(),
    }) else {
        return;
    };
    let (picture, replay): (Arc<str>, Arc<str>) = (picture(record).into(), replay.into());
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, number: usize| {
        let (picture, replay) = (Arc::clone(&picture), Arc::clone(&replay));
        let what = if number.is_multiple_of(2) {
            What::Picture(picture)
        } else {
            What::Replay(replay)
        };
        ask(attacker, what, Arc::clone(&counts))
    };
    let count = target.count(CONNECTIONS, CONNECTIONS_QUICK);
    target.run(count, target.address(0), attack).await;
}

/// What an attacker asks for.
enum What {
    /// The picture at this path.
    Picture(Arc<str>),
    /// A replay of this match, in JSON.
    Replay(Arc<str>),
}

async fn ask(attacker: Attacker, what: What, counts: Arc<Counts>) -> Result<(), LoadError> {
    loop {
        let request = match &what {
            What::Picture(path) => attacker.http.get(attacker.url(path)),
            What::Replay(body) => attacker
                .http
                .post(attacker.url("/api/replay"))
                .header("content-type", "application/json")
                .header("cookie", attacker.identity.cookie())
                .body(body.to_string()),
        };
        counts.tries();
        counts.answers(request.send().await?).await;
    }
}

/// The longest of some random matches.
fn long_match() -> Transcript {
    let matches = (0..MATCHES).map(|_| random_match(&Preset::FIVES));
    let longest = matches.max_by_key(|transcript| transcript.events.len());
    longest.unwrap_or_else(|| random_match(&Preset::FIVES))
}

/// A random match by a preset's rules, to its highest target.
fn random_match(preset: &Preset) -> Transcript {
    let mut random = rand::rng();
    let target = preset.targets().iter().copied().max().unwrap_or(100);
    let notation = format!("{} {target}", preset.name());
    let rules = notation.parse().unwrap_or(*preset.rules());
    let mut game = Match::new(&rules);
    let mut events = Vec::new();
    loop {
        let more = match game.needs() {
            Need::Lots => game.lots(shuffled().lots(rules.seating)).ok(),
            Need::Deal => game.deal(&shuffled()).ok(),
            Need::Play(seat) => {
                let choice = game.placements().choose(&mut random);
                choice.and_then(|choice| game.play(seat, Play::from(choice)).ok())
            }
            Need::Nothing => None,
        };
        let Some(more) = more else { break };
        events.extend(more);
    }
    Transcript { rules, events }
}

fn shuffled() -> Order {
    let mut order = Order::SORTED;
    for last in (1..28).rev() {
        order.swap(last, rand::rng().random_range(0..=last));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_match_to_be_replayed_is_long_and_reads_back() {
        let transcript = long_match();
        let text = transcript.to_string();
        assert!(transcript.events.len() > 50, "{text}");
        assert_eq!(text.parse::<Transcript>().unwrap(), transcript);
    }
}
