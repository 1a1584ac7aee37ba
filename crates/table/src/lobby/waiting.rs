//! The clients that wait for the list of tables. Network addresses take turns, so that many clients of one
//! address don't delay the clients of other addresses.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use boneyard_base::{Address, FollowId, Peer};

/// The clients that wait for the list. Each network address has its own queue, first come, first served.
#[derive(Default)]
pub(super) struct Waiting {
    of: BTreeMap<Address, BTreeMap<FollowId, Peer>>,
    /// The network address that was served last.
    last: Option<Address>,
}

impl Waiting {
    /// Adds a client.
    pub(super) fn insert(&mut self, id: FollowId, peer: Peer) {
        let of_address = self.of.entry(peer.requester().from).or_default();
        of_address.insert(id, peer);
    }

    /// Removes a client.
    pub(super) fn remove(&mut self, id: FollowId, peer: &Peer) {
        let address = peer.requester().from;
        if let Some(of_address) = self.of.get_mut(&address) {
            of_address.remove(&id);
            if of_address.is_empty() {
                self.of.remove(&address);
            }
        }
    }

    /// Takes the first client of the next address in turn.
    pub(super) fn pop(&mut self) -> Option<(FollowId, Peer)> {
        let after = self.last.map_or(Unbounded, Excluded);
        let next = self.of.range((after, Unbounded)).next();
        let (&address, _) = next.or_else(|| self.of.first_key_value())?;
        self.last = Some(address);
        let of_address = self.of.get_mut(&address)?;
        let first = of_address.pop_first();
        if of_address.is_empty() {
            self.of.remove(&address);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;
    use boneyard_base::PlayerId;
    use boneyard_base::Requester;

    #[test]
    fn many_clients_of_one_address_do_not_delay_other_addresses() {
        let mut waiting = Waiting::default();
        let mut ask = |address: u8| {
            let from = std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, address)).into();
            let player = PlayerId::random();
            let (peer, _inbox) = Peer::channel(Requester { player, from }, None);
            let id = FollowId::next();
            waiting.insert(id, peer.clone());
            (id, peer)
        };
        let crowd: Vec<_> = (0..100).map(|_| ask(2)).collect();
        let (before, _) = ask(1);
        let (after, _) = ask(3);
        let (gone, peer) = ask(4);
        waiting.remove(gone, &peer);
        let order: Vec<_> = std::iter::from_fn(|| waiting.pop())
            .map(|(id, _)| id)
            .collect();
        assert_eq!(order[..4], [before, crowd[0].0, after, crowd[1].0]);
        assert_eq!(order.len(), 102);
        assert!(waiting.of.is_empty());
    }
}
