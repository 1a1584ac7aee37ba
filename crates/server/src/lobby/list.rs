//! Which tables the lobby shows: those with players who are there before the others, and of these fairly
//! over the networks and the visitors that they come from.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use boneyard_base::{Address, Frame, PlayerId, Requester, Timestamp, limits};
use boneyard_cluster::NodeId;
use boneyard_protocol::{Listing, ServerMessage, Status, TableId};
use tokio::time::Instant;

/// A listed table.
#[derive(Debug)]
pub(super) struct Entry {
    created: Timestamp,
    /// The visitor who opened it, once that is known.
    host: Option<PlayerId>,
    listing: Listing,
    /// A player who is there.
    here: Option<Requester>,
    /// Players who are there through other nodes.
    elsewhere: Vec<(NodeId, Requester)>,
    /// Since when no player is there.
    gone_since: Instant,
}

impl Entry {
    /// A player who is there, through whatever node.
    fn somebody(&self) -> Option<Requester> {
        let elsewhere = self.elsewhere.iter().map(|&(_, somebody)| somebody);
        self.here.into_iter().chain(elsewhere).next()
    }

    /// Changes who is there; whether that makes a difference.
    fn change(&mut self, change: impl FnOnce(&mut Self)) -> bool {
        let before = self.somebody();
        change(self);
        let after = self.somebody();
        if before.is_some() && after.is_none() {
            self.gone_since = Instant::now();
        }
        before != after
    }
}

/// All listed tables, and which of them are shown.
#[derive(Debug, Default)]
pub(super) struct List {
    tables: HashMap<TableId, Entry>,
    /// In the order in which they are shown.
    shown: Vec<TableId>,
    /// Tables whose listing has changed since `shown` was made.
    changed: HashSet<TableId>,
    /// Whether a player has come to a table since, or has left it.
    moved: bool,
    /// When `shown` was made.
    chosen: Option<Instant>,
    /// What a new follower is sent, until `shown` is made anew.
    snapshot: Option<Frame>,
}

impl List {
    /// Lists a table, or changes what is said of it.
    pub(super) fn set(&mut self, created: Timestamp, host: Option<PlayerId>, listing: Listing) {
        let table = listing.table;
        let known = self.tables.remove(&table);
        let is_new = known.as_ref().is_none_or(|known| known.listing != listing);
        let entry = match known {
            Some(known) => Entry {
                host: host.or(known.host),
                listing,
                ..known
            },
            None => Entry {
                created,
                host,
                listing,
                here: None,
                elsewhere: Vec::new(),
                gone_since: Instant::now(),
            },
        };
        self.tables.insert(table, entry);
        if is_new {
            self.changed.insert(table);
        }
    }

    /// Lists a table no longer; whether it was listed.
    pub(super) fn remove(&mut self, table: TableId) -> bool {
        let was_listed = self.tables.remove(&table).is_some();
        if was_listed {
            self.changed.insert(table);
        }
        was_listed
    }

    /// A player is at a table, or nobody is any more; whether that is new.
    pub(super) fn set_here(&mut self, table: TableId, here: Option<Requester>) -> bool {
        let Some(entry) = self.tables.get_mut(&table) else {
            return false;
        };
        let is_new = entry.change(|entry| entry.here = here);
        self.moved |= is_new;
        is_new
    }

    /// The same, of players who are there through another node.
    pub(super) fn set_at_node(
        &mut self,
        table: TableId,
        node: NodeId,
        here: Option<Requester>,
    ) -> bool {
        let Some(entry) = self.tables.get_mut(&table) else {
            return false;
        };
        let is_new = entry.change(|entry| {
            entry.elsewhere.retain(|(known, _)| *known != node);
            entry.elsewhere.extend(here.map(|here| (node, here)));
        });
        self.moved |= is_new;
        is_new
    }

    /// Forgets who is at tables through some other nodes; whether that makes a difference.
    pub(super) fn forget_nodes(&mut self, is_one: impl Fn(NodeId) -> bool) -> bool {
        let forget = |entry: &mut Entry| entry.elsewhere.retain(|&(node, _)| !is_one(node));
        let entries = self.tables.values_mut();
        let moved = entries.map(|entry| entry.change(forget));
        let is_new = moved.fold(false, std::ops::BitOr::bitor);
        self.moved |= is_new;
        is_new
    }

    /// A player who is at a table, through whatever node.
    #[cfg(test)]
    pub(super) fn somebody_at(&self, table: TableId) -> Option<Requester> {
        self.tables.get(&table)?.somebody()
    }

    /// Whether a table is listed.
    #[cfg(test)]
    pub(super) fn lists(&self, table: TableId) -> bool {
        self.tables.contains_key(&table)
    }

    /// The tables at which players are through this node.
    pub(super) fn here(&self) -> Vec<(TableId, Option<Requester>)> {
        let tables = self.tables.iter();
        tables
            .filter(|(_, entry)| entry.here.is_some())
            .map(|(&table, entry)| (table, entry.here))
            .collect()
    }

    /// Whether there are more tables than are shown.
    pub(super) fn is_long(&self) -> bool {
        self.tables.len() > limits::LOBBY_TABLES_MAX
    }

    /// Whether the list must be chosen again before a client gets it. In a crowd that costs time, and happens a
    /// few times a second only.
    pub(super) fn is_stale(&self, now: Instant, is_crowded: bool) -> bool {
        let is_old = |chosen: Instant| now - chosen >= limits::LOBBY_INTERVAL;
        (self.moved || !self.changed.is_empty()) && (!is_crowded || self.chosen.is_none_or(is_old))
    }

    /// Tables with a single person and no match yet, where nobody has been for long.
    pub(super) fn lapsed(&self, now: Instant) -> Vec<TableId> {
        let is_lapsed = |entry: &Entry| {
            let seats = entry.listing.seats.iter();
            let people = seats.filter(|(_, seat)| {
                let sitter = seat.as_ref();
                sitter.is_some_and(|sitter| sitter.computer.is_none())
            });
            entry.somebody().is_none()
                && entry.listing.status == Status::Open
                && now - entry.gone_since >= limits::LONE_TABLE_LIFE
                && people.count() < 2
        };
        let lapsed = self.tables.iter().filter(|(_, entry)| is_lapsed(entry));
        lapsed.map(|(table, _)| *table).collect()
    }

    /// What a new follower is sent.
    pub(super) fn snapshot(&mut self) -> Frame {
        let tables = &self.tables;
        let frame = self.snapshot.get_or_insert_with(|| {
            let shown = self.shown.iter().filter_map(|table| tables.get(table));
            let tables = shown.map(|entry| entry.listing.clone()).collect();
            Frame::from(&ServerMessage::Lobby { tables })
        });
        frame.clone()
    }

    /// Makes the list anew; a message for each table that has changed in it.
    pub(super) fn choose(&mut self, now: Instant) -> Vec<Frame> {
        let before: HashSet<TableId> = self.shown.drain(..).collect();
        self.shown = self.fairly();
        self.chosen = Some(now);
        self.snapshot = None;
        self.moved = false;
        let changed = std::mem::take(&mut self.changed);
        let shown: HashSet<TableId> = self.shown.iter().copied().collect();
        let gone = before
            .difference(&shown)
            .map(|&table| ServerMessage::Unlisted { table });
        let is_new = |table: &&TableId| changed.contains(table) || !before.contains(table);
        // The first table is told last: clients put a new table in front of the others.
        let new = self.shown.iter().rev().filter(is_new);
        let new = new.filter_map(|table| self.tables.get(table));
        let new = new.map(|entry| ServerMessage::Listed {
            table: entry.listing.clone(),
        });
        gone.chain(new)
            .map(|message| Frame::from(&message))
            .collect()
    }

    /// As many tables as are shown, in their order.
    fn fairly(&self) -> Vec<TableId> {
        let mut all: Vec<Place<'_>> = self.tables.values().map(Place::of).collect();
        if self.is_long() {
            all.sort_unstable_by_key(Place::newest);
            rank(
                &mut all,
                |place| (place.is_gone, place.visitor),
                |place| &mut place.of_visitor,
            );
            all.sort_unstable_by_key(|place| (place.of_visitor, place.newest()));
            rank(
                &mut all,
                |place| (place.is_gone, place.network),
                |place| &mut place.of_network,
            );
            all.sort_unstable_by_key(|place| {
                (
                    place.is_gone,
                    place.of_network,
                    place.of_visitor,
                    place.newest(),
                )
            });
            all.truncate(limits::LOBBY_TABLES_MAX);
        }
        all.sort_unstable_by_key(|place| (place.is_gone, place.newest()));
        all.into_iter()
            .map(|place| place.entry.listing.table)
            .collect()
    }
}

/// A table among those that may be shown.
struct Place<'a> {
    entry: &'a Entry,
    /// Whether no player is there.
    is_gone: bool,
    visitor: Option<PlayerId>,
    /// The network that the table's player comes from; of a table where nobody is, nothing is known.
    network: Result<Address, Option<PlayerId>>,
    /// How many newer tables the visitor has.
    of_visitor: usize,
    /// How many tables the network has that come before this one.
    of_network: usize,
}

impl<'a> Place<'a> {
    fn of(entry: &'a Entry) -> Self {
        let somebody = entry.somebody();
        let here = somebody.map(|here| here.from.network(limits::NETWORK_BITS));
        Self {
            entry,
            is_gone: here.is_none(),
            visitor: entry.host,
            network: here.ok_or(entry.host),
            of_visitor: 0,
            of_network: 0,
        }
    }

    fn newest(&self) -> Reverse<(Timestamp, TableId)> {
        Reverse((self.entry.created, self.entry.listing.table))
    }
}

/// Counts for each table how many of the same group come before it.
fn rank<'a, K: Eq + Hash>(
    places: &mut [Place<'a>],
    group: impl Fn(&Place<'a>) -> K,
    count: impl for<'p> Fn(&'p mut Place<'a>) -> &'p mut usize,
) {
    let mut counts: HashMap<K, usize> = HashMap::new();
    for place in places {
        let before = counts.entry(group(place)).or_default();
        *count(place) = *before;
        *before += 1;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::net::IpAddr;

    use boneyard_protocol::ClockRule;
    use boneyard_protocol::room::ListedSeat;
    use boneyard_rules::{BySeat, Preset};

    use super::*;

    pub(crate) fn listing(table: u128, people: usize) -> Listing {
        let rules = Preset::BLOCK.rules();
        let sitter = || ListedSeat {
            name: "Ada".to_owned(),
            computer: None,
            bot: false,
        };
        Listing {
            table: TableId::from_bits(table),
            notation: rules.to_string(),
            seats: BySeat::from_fn(rules.seating, |seat| (seat.index() < people).then(sitter)),
            open_seats: 1,
            target: 1,
            clock: ClockRule::None,
            status: Status::Open,
        }
    }

    /// Opens a table at a moment, where its host is if an address is given.
    fn open(list: &mut List, number: u128, host: PlayerId, from: Option<&str>) {
        let created = Timestamp(i64::try_from(number).unwrap());
        list.set(created, Some(host), listing(number, 1));
        let here = from.map(|from| Requester {
            player: host,
            from: from.parse::<IpAddr>().unwrap().into(),
        });
        list.set_here(TableId::from_bits(number), here);
    }

    fn shown(list: &mut List) -> Vec<u128> {
        list.choose(Instant::now());
        list.shown.iter().map(|table| table.bits()).collect()
    }

    const MAX: u128 = limits::LOBBY_TABLES_MAX as u128;

    #[test]
    fn a_flood_of_tables_pushes_nobody_else_out() {
        let mut list = List::default();
        // Honest hosts came first, each from a network of their own.
        for number in 0..20 {
            let from = format!("192.0.2.{number}");
            open(&mut list, number, PlayerId::random(), Some(&from));
        }
        // Then one IPv6 network opens as many as it can, at other addresses, as other visitors.
        for number in 20..20 + 2 * MAX {
            let from = format!("2001:db8:7:{number:x}::1");
            open(&mut list, number, PlayerId::random(), Some(&from));
        }
        let all = shown(&mut list);
        assert_eq!(all.len() as u128, MAX);
        assert!((0..20).all(|number| all.contains(&number)), "{all:?}");
        assert_eq!(all[0], 19 + 2 * MAX, "the newest comes first");
    }

    #[test]
    fn of_one_address_each_visitor_gets_a_place_before_anybody_gets_two() {
        let mut list = List::default();
        let (greedy, modest) = (PlayerId::random(), PlayerId::random());
        open(&mut list, 0, modest, Some("192.0.2.1"));
        for number in 1..=2 * MAX {
            open(&mut list, number, greedy, Some("192.0.2.1"));
        }
        assert!(shown(&mut list).contains(&0));
    }

    #[test]
    fn tables_where_somebody_is_come_before_those_where_nobody_is() {
        let mut list = List::default();
        open(&mut list, 0, PlayerId::random(), Some("192.0.2.1"));
        for number in 1..=2 * MAX {
            open(&mut list, number, PlayerId::random(), None);
        }
        assert_eq!(shown(&mut list)[0], 0);
        list.set_here(TableId::from_bits(0), None);
        assert!(!shown(&mut list).contains(&0));
    }

    #[test]
    fn only_what_is_shown_is_told() {
        let mut list = List::default();
        let host = PlayerId::random();
        open(&mut list, 1, host, Some("192.0.2.1"));
        assert_eq!(list.choose(Instant::now()).len(), 1);
        assert!(list.choose(Instant::now()).is_empty());
        for number in 2..=MAX + 1 {
            open(&mut list, number, host, Some("192.0.2.1"));
        }
        // The oldest makes room for the newest.
        assert_eq!(list.choose(Instant::now()).len() as u128, MAX + 1);
        open(&mut list, 1, host, Some("192.0.2.1"));
        assert!(list.choose(Instant::now()).is_empty(), "nobody sees it");
        list.remove(TableId::from_bits(MAX));
        assert_eq!(list.choose(Instant::now()).len(), 2, "one goes, one comes");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_with_one_person_lapses_soon_after_that_person_has_gone() {
        let mut list = List::default();
        for (number, people) in [(1, 1), (2, 2), (3, 1)] {
            open(&mut list, number, PlayerId::random(), Some("192.0.2.1"));
            list.set(Timestamp(0), None, listing(number, people));
        }
        for number in [1, 2] {
            list.set_here(TableId::from_bits(number), None);
        }
        assert!(list.lapsed(Instant::now()).is_empty());
        tokio::time::advance(limits::LONE_TABLE_LIFE).await;
        assert_eq!(list.lapsed(Instant::now()), [TableId::from_bits(1)]);
    }
}
