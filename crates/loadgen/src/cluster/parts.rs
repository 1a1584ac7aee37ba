//! Records which parts of the cluster are healthy, and since when.

use std::time::Instant;

use parking_lot::Mutex;

/// A part of the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// The server process of the node with this number.
    Node(usize),
    /// The link between this node and PostgreSQL.
    LinkToPostgres(usize),
    /// The link between this node and NATS.
    LinkToNats(usize),
    Nats,
    Postgres,
}

/// The health of all parts of the cluster.
#[derive(Debug)]
pub(super) struct Parts {
    nodes: usize,
    began: Instant,
    /// For each part, the time since which it has been healthy; `None` while it has failed.
    since: Mutex<Vec<Option<Instant>>>,
}

impl Part {
    fn index(self, nodes: usize) -> usize {
        match self {
            Self::Node(number) => number,
            Self::LinkToPostgres(number) => nodes + number,
            Self::LinkToNats(number) => 2 * nodes + number,
            Self::Nats => 3 * nodes,
            Self::Postgres => 3 * nodes + 1,
        }
    }
}

impl Parts {
    /// Creates the list for a cluster with this number of nodes. All parts are healthy from now on.
    pub(super) fn new(nodes: usize) -> Self {
        let began = Instant::now();
        let since = vec![Some(began); 3 * nodes + 2];
        Self {
            nodes,
            began,
            since: Mutex::new(since),
        }
    }

    /// Marks a part as healthy from now on, or as failed.
    pub(super) fn set(&self, part: Part, is_healthy: bool) {
        self.since.lock()[part.index(self.nodes)] = is_healthy.then(Instant::now);
    }

    /// Whether people can be expected to play: PostgreSQL is healthy, and more than half of the
    /// nodes are running and can reach PostgreSQL.
    pub(super) fn can_serve(&self) -> bool {
        let since = self.since.lock();
        let is_healthy = |part: Part| since[part.index(self.nodes)].is_some();
        let can_play =
            |&node: &usize| is_healthy(Part::Node(node)) && is_healthy(Part::LinkToPostgres(node));
        is_healthy(Part::Postgres) && (0..self.nodes).filter(can_play).count() * 2 > self.nodes
    }

    /// The time since which the processes of these nodes have all been running; `None` if one of them is
    /// stopped.
    pub(super) fn running_since(&self, nodes: impl IntoIterator<Item = usize>) -> Option<Instant> {
        let since = self.since.lock();
        let mut nodes = nodes.into_iter().map(Part::Node);
        nodes.try_fold(self.began, |newest, node| {
            Some(newest.max(since[node.index(self.nodes)]?))
        })
    }

    /// The time since which this node has been able to show the others that it runs: over NATS, or by writing to
    /// PostgreSQL. `None` if it can do neither.
    pub(super) fn reachable_since(&self, node: usize) -> Option<Instant> {
        let since = self.since.lock();
        let way = |link: Part, to: Part| {
            let [link, to] = [link, to].map(|part| since[part.index(self.nodes)]);
            Some(link?.max(to?))
        };
        let ways = [
            way(Part::LinkToPostgres(node), Part::Postgres),
            way(Part::LinkToNats(node), Part::Nats),
        ];
        ways.into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_can_play_while_more_than_half_of_the_nodes_reach_postgresql() {
        let parts = Parts::new(3);
        assert!(parts.can_serve());
        parts.set(Part::Node(0), false);
        parts.set(Part::Nats, false);
        assert!(parts.can_serve());
        parts.set(Part::LinkToPostgres(2), false);
        assert!(!parts.can_serve());
        parts.set(Part::Node(0), true);
        assert!(parts.can_serve());
        parts.set(Part::Postgres, false);
        assert!(!parts.can_serve());
    }

    #[test]
    fn nodes_run_since_the_last_of_them_began() {
        let parts = Parts::new(3);
        let began = parts.running_since([0, 1]).unwrap();
        parts.set(Part::Node(1), false);
        parts.set(Part::Postgres, false);
        assert_eq!(parts.running_since([0, 2]), Some(began));
        assert_eq!(parts.running_since([0, 1]), None);
        parts.set(Part::Node(1), true);
        assert!(parts.running_since([0, 1]).unwrap() > began);
    }

    #[test]
    fn a_node_is_reachable_by_either_of_two_ways() {
        let parts = Parts::new(3);
        let began = parts.reachable_since(1).unwrap();
        parts.set(Part::LinkToPostgres(1), false);
        assert_eq!(parts.reachable_since(1), Some(began));
        parts.set(Part::Nats, false);
        assert_eq!(parts.reachable_since(1), None);
        assert_eq!(parts.reachable_since(2), Some(began));
        parts.set(Part::LinkToPostgres(1), true);
        assert!(parts.reachable_since(1).unwrap() > began);
    }
}
