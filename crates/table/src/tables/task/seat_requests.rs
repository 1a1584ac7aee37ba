//! The requests for computer players' seats at one table. They exist only in memory, as connections do: a
//! restart ends them, and the visitor must ask again. Only a granted request is written to the log, before
//! it is shown.

use boneyard_base::{Address, KeyedRates, PlayerId, Rate, Requester, Timestamp, limits};
use boneyard_cluster::NodeId;
use tokio::time::Instant;

use crate::state::refusal::Refusal;
use crate::state::takeover::OpenRequest;

/// The requests for computer players' seats at one table. Only one can be open at a time.
#[derive(Debug)]
pub(crate) struct SeatRequests {
    open: Option<OpenRequest>,
    /// The node through which the open request was made; `None` for this node.
    from: Option<NodeId>,
    /// When the last request was made. No two requests have the same time.
    last: Timestamp,
    /// The rate limit of all visitors together.
    rate: Rate,
    /// The rate limit of each visitor who has asked recently.
    visitors: KeyedRates<PlayerId>,
    /// The rate limit of all visitors of one network together.
    networks: KeyedRates<Address>,
}

impl SeatRequests {
    /// The requests at a table where no visitor has asked.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            open: None,
            from: None,
            last: Timestamp(0),
            rate: Rate::new(
                limits::SEAT_REQUESTS_INTERVAL,
                limits::SEAT_REQUESTS_BURST,
                now,
            ),
            visitors: KeyedRates::new(limits::TABLE_RATES_MANY),
            networks: KeyedRates::new(limits::TABLE_RATES_MANY),
        }
    }

    /// The open request.
    pub(crate) const fn open(&self) -> Option<&OpenRequest> {
        self.open.as_ref()
    }

    /// The open request, if it was made through this node.
    pub(super) fn own(&self) -> Option<&OpenRequest> {
        self.open.as_ref().filter(|_| self.from.is_none())
    }

    /// The node through which the open request was made; `None` for this node.
    pub(crate) const fn from(&self) -> Option<NodeId> {
        self.from
    }

    /// When the open request expires.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.open.as_ref().map(OpenRequest::until)
    }

    /// The time for a request that is made now; later than that of any earlier request.
    pub(super) fn next_time(&self, now: Timestamp) -> Timestamp {
        now.max(self.last.plus_ms(1))
    }

    /// Forgets when the last request was made, because the table's time was moved.
    pub(super) const fn forget_times(&mut self) {
        self.last = Timestamp(0);
    }

    /// Opens a request that was made through this node. Refuses it if seats are requested too often.
    pub(super) fn ask(
        &mut self,
        requester: Requester,
        request: OpenRequest,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.let_ask(requester, now)?;
        self.put(None, request);
        Ok(())
    }

    /// Opens a request and replaces the open one. `from` is the node through which it was made; `None` for
    /// this node.
    pub(super) fn put(&mut self, from: Option<NodeId>, request: OpenRequest) {
        self.last = self.last.max(request.asked);
        self.open = Some(request);
        self.from = from;
    }

    /// Whether the open request stays when the node `from` reports another one. If two requests were made
    /// at the same time, every node keeps the earlier one. A node's new request always replaces that node's
    /// old one.
    pub(super) fn stays(&self, from: NodeId, other: &OpenRequest) -> bool {
        let order = |request: &OpenRequest| (request.asked, request.asker.player);
        let open = self.open.as_ref().filter(|_| self.from != Some(from));
        open.is_some_and(|open| order(open) < order(other))
    }

    /// Ends the open request, and returns it.
    pub(super) const fn end(&mut self) -> Option<OpenRequest> {
        self.from = None;
        self.open.take()
    }

    /// Changes the name of the asker in the open request. Also changes the time of the request: an answer
    /// names the request by its time, so an answer to the old name no longer counts. Returns whether the name
    /// has changed.
    pub(crate) fn rename(&mut self, player: PlayerId, name: &str) -> bool {
        let open = self.open.as_mut().filter(|one| one.asker.player == player);
        let renamed = open.filter(|one| one.asker.name != name);
        let is_renamed = renamed.is_some();
        if let Some(request) = renamed {
            name.clone_into(&mut request.asker.name);
            request.asked = request.asked.plus_ms(1);
            self.last = self.last.max(request.asked);
        }
        is_renamed
    }

    /// Counts a request against the limits of the asker and of the asker's network and, only if both allow
    /// it, against the limit of all visitors.
    fn let_ask(&mut self, asker: Requester, now: Instant) -> Result<(), Refusal> {
        let of_visitor = |_: &_| {
            Rate::new(
                limits::SEAT_REQUEST_INTERVAL,
                limits::SEAT_REQUEST_BURST,
                now,
            )
        };
        let of_network = |_: &_| {
            Rate::new(
                limits::SEAT_REQUESTS_OF_NETWORK_INTERVAL,
                limits::SEAT_REQUESTS_BURST,
                now,
            )
        };
        let network = asker.from.network(limits::NETWORK_BITS);
        if self.visitors.allow(asker.player, of_visitor, now)
            && self.networks.allow(network, of_network, now)
            && self.rate.allows(now)
        {
            Ok(())
        } else {
            Err(Refusal::RequestsTooOften)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use boneyard_rules::Seat;

    use super::*;
    use crate::state::takeover::Asker;

    #[test]
    fn nobody_agrees_to_a_name_that_they_have_not_read() {
        let mut requests = SeatRequests::new(Instant::now());
        let asker = Asker {
            player: PlayerId::random(),
            name: "Ada".to_owned(),
            invited: false,
        };
        let time = Timestamp(1_000);
        let request = OpenRequest {
            asker: asker.clone(),
            seat: Seat::new(0).unwrap(),
            asked: time,
        };
        requests.put(None, request);
        requests.rename(asker.player, "Ada");
        requests.rename(PlayerId::random(), "Eve");
        assert_eq!(requests.open.as_ref().unwrap().asked, time);
        requests.rename(asker.player, "Eve");
        let open = requests.open.as_ref().unwrap();
        assert_eq!(open.asker.name, "Eve");
        assert_ne!(open.asked, time, "an answer names the request by its time");
        assert_eq!(requests.last, open.asked);
    }

    #[test]
    fn strangers_of_one_network_leave_room_for_others() {
        let now = Instant::now();
        let mut requests = SeatRequests::new(now);
        let mut asks = |from: &str| {
            let from: IpAddr = from.parse().unwrap();
            let asker = Requester {
                player: PlayerId::random(),
                from: from.into(),
            };
            requests.let_ask(asker, now).is_ok()
        };
        let strangers = (0..100).filter(|number| asks(&format!("2001:db8:1:{number:x}::1")));
        assert_eq!(strangers.count(), 3);
        assert!(asks("192.0.2.1"));
    }
}
