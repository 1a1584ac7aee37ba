//! Chooses the tables that the lobby shows. Tables with a connected player come first. Among these tables,
//! each network and each host gets a fair share of the places in the list.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use boneyard_base::{Address, Frame, PlayerId, Requester, Timestamp, limits, rank};
use boneyard_cluster::NodeId;
use boneyard_protocol::{Listing, ServerMessage, Status, TableId};
use tokio::time::Instant;

/// A listed table.
#[derive(Debug)]
pub(super) struct Entry {
    created: Timestamp,
    /// The visitor who opened the table; `None` if this node doesn't know it.
    host: Option<PlayerId>,
    listing: Listing,
    /// A player who is connected to the table through this node.
    here: Option<Requester>,
    /// Players who are connected to the table through other nodes, one for each node.
    elsewhere: Vec<(NodeId, Requester)>,
    /// When the last connected player disconnected, or else when the table was listed.
    gone_since: Instant,
}

impl Entry {
    /// A player who is connected to the table, through any node.
    fn somebody(&self) -> Option<Requester> {
        let elsewhere = self.elsewhere.iter().map(|&(_, somebody)| somebody);
        self.here.into_iter().chain(elsewhere).next()
    }

    /// Changes which players are connected. Returns whether [`Self::somebody`] has changed.
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

/// A public table that waits for its first match and for more people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenTable {
    /// The table.
    pub table: TableId,
    /// The rules on one line, as the lobby lists them.
    pub notation: String,
}

/// All listed tables, and which of them are shown.
#[derive(Debug, Default)]
pub(super) struct List {
    tables: HashMap<TableId, Entry>,
    /// The shown tables, in the order in which they are shown.
    shown: Vec<TableId>,
    /// The tables whose listing has changed since `shown` was computed.
    changed: HashSet<TableId>,
    /// Whether a player has connected to or disconnected from a table since `shown` was computed.
    moved: bool,
    /// When `shown` was computed.
    chosen: Option<Instant>,
    /// The message for new followers; `None` until it is encoded, and again after each change of `shown`.
    snapshot: Option<Frame>,
}

impl List {
    /// Lists a table, or changes its listing.
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

    /// Removes a table. Returns whether it was listed.
    pub(super) fn remove(&mut self, table: TableId) -> bool {
        let was_listed = self.tables.remove(&table).is_some();
        if was_listed {
            self.changed.insert(table);
        }
        was_listed
    }

    /// Sets which player is connected to a table through this node; `None` if no player is. Returns whether
    /// this has changed.
    pub(super) fn set_here(&mut self, table: TableId, here: Option<Requester>) -> bool {
        let Some(entry) = self.tables.get_mut(&table) else {
            return false;
        };
        let is_new = entry.change(|entry| entry.here = here);
        self.moved |= is_new;
        is_new
    }

    /// Sets which player is connected to a table through another node; `None` if no player is. Returns
    /// whether this has changed.
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

    /// Removes the players who are connected through the nodes for which `is_one` holds. Returns whether
    /// [`Entry::somebody`] has changed for any table.
    pub(super) fn forget_nodes(&mut self, is_one: impl Fn(NodeId) -> bool) -> bool {
        let forget = |entry: &mut Entry| entry.elsewhere.retain(|&(node, _)| !is_one(node));
        let entries = self.tables.values_mut();
        let moved = entries.map(|entry| entry.change(forget));
        let is_new = moved.fold(false, std::ops::BitOr::bitor);
        self.moved |= is_new;
        is_new
    }

    /// A player who is connected to a table, through any node.
    pub(super) fn somebody_at(&self, table: TableId) -> Option<Requester> {
        self.tables.get(&table)?.somebody()
    }

    /// Whether a table is listed.
    pub(super) fn lists(&self, table: TableId) -> bool {
        self.tables.contains_key(&table)
    }

    /// The tables to which players are connected through this node. Each comes with one of these players.
    pub(super) fn here(&self) -> Vec<(TableId, Option<Requester>)> {
        let tables = self.tables.iter();
        tables
            .filter(|(_, entry)| entry.here.is_some())
            .map(|(&table, entry)| (table, entry.here))
            .collect()
    }

    /// Whether more tables are listed than can be shown.
    pub(super) fn is_long(&self) -> bool {
        self.tables.len() > limits::LOBBY_TABLES_MAX
    }

    /// Whether `shown` must be computed again before a client gets the list. If the lobby is crowded this
    /// is expensive, so it is done only a few times a second.
    pub(super) fn is_stale(&self, now: Instant, is_crowded: bool) -> bool {
        let is_old = |chosen: Instant| now - chosen >= limits::LOBBY_INTERVAL;
        (self.moved || !self.changed.is_empty()) && (!is_crowded || self.chosen.is_none_or(is_old))
    }

    /// The tables that wait for their first match with one person, and to which no player has been connected
    /// for [`limits::LONE_TABLE_LIFE`].
    pub(super) fn lapsed(&self, now: Instant) -> Vec<TableId> {
        let is_lapsed = |entry: &Entry| {
            let seats = entry.listing.seats.iter();
            let people = seats.filter(|(_, seat)| {
                let sitter = seat.as_ref();
                sitter.is_some_and(|sitter| sitter.computer.is_none())
            });
            entry.somebody().is_none()
                && !entry.listing.clock.is_over_days()
                && entry.listing.status == Status::Open
                && now - entry.gone_since >= limits::LONE_TABLE_LIFE
                && people.count() == 1
        };
        let lapsed = self.tables.iter().filter(|(_, entry)| is_lapsed(entry));
        lapsed.map(|(table, _)| *table).collect()
    }

    /// The tables at which people alone sit, of whom one is connected, and which wait for more. The table that
    /// was opened first comes first.
    pub(super) fn open_tables(&self) -> Vec<OpenTable> {
        let open = self.tables.values().filter(|entry| {
            let listing = &entry.listing;
            let mut sitters = listing.seats.iter().filter_map(|(_, seat)| seat.as_ref());
            listing.status == Status::Open
                && listing.open_seats > 0
                // Seekers play now, and by a preset's own rules, to which a cap on the time does not belong.
                && listing.time_cap.is_none()
                && !listing.clock.is_over_days()
                && entry.somebody().is_some()
                && sitters.all(|sitter| sitter.computer.is_none() && !sitter.bot)
        });
        let mut open: Vec<&Entry> = open.collect();
        open.sort_unstable_by_key(|entry| (entry.created, entry.listing.table));
        let open = open.into_iter().map(|entry| {
            let listing = &entry.listing;
            OpenTable {
                table: listing.table,
                notation: listing.notation.clone(),
            }
        });
        open.collect()
    }

    /// The message for new followers.
    pub(super) fn snapshot(&mut self) -> Frame {
        let tables = &self.tables;
        let frame = self.snapshot.get_or_insert_with(|| {
            let shown = self.shown.iter().filter_map(|table| tables.get(table));
            let tables = shown.map(|entry| entry.listing.clone()).collect();
            Frame::from(&ServerMessage::Lobby { tables })
        });
        frame.clone()
    }

    /// Computes the shown tables again. Returns one message for each change.
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
        // The first table is sent last, because clients put a new table before all others.
        let new = self.shown.iter().rev().filter(is_new);
        let new = new.filter_map(|table| self.tables.get(table));
        let new = new.map(|entry| ServerMessage::Listed {
            table: entry.listing.clone(),
        });
        gone.chain(new)
            .map(|message| Frame::from(&message))
            .collect()
    }

    /// The tables to show, in the order in which they are shown.
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

/// A table that may get a place in the list.
struct Place<'a> {
    entry: &'a Entry,
    /// Whether no player is connected.
    is_gone: bool,
    visitor: Option<PlayerId>,
    /// The network of the table's connected player, or the host if no player is connected.
    network: Result<Address, Option<PlayerId>>,
    /// The number of newer tables of the same visitor. Only tables with the same `is_gone` are counted.
    of_visitor: usize,
    /// The number of tables of the same network that come before this one. Only tables with the same
    /// `is_gone` are counted.
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

#[cfg(test)]
pub(super) mod tests {
    use std::net::IpAddr;

    use boneyard_protocol::ClockRule;
    use boneyard_protocol::room::ListedSeat;
    use boneyard_rules::BySeat;
    use boneyard_rules::line::Preset;

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
            clock: ClockRule::None,
            time_cap: None,
            status: Status::Open,
            rated: false,
            opened_ms: 0,
        }
    }

    /// Lists a table that was opened at the time `number` and has this number as its id. If a network address
    /// is given, the host is connected from there.
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
    fn a_flood_of_tables_of_one_network_pushes_no_other_table_out() {
        let mut list = List::default();
        // Honest hosts open tables first, each from a network of their own.
        for number in 0..20 {
            let from = format!("192.0.2.{number}");
            open(&mut list, number, PlayerId::random(), Some(&from));
        }
        // Then visitors of one IPv6 network open twice as many tables as the list holds, each from another
        // address.
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
    fn of_one_address_each_visitor_gets_a_place_before_another_gets_two() {
        let mut list = List::default();
        let (greedy, modest) = (PlayerId::random(), PlayerId::random());
        open(&mut list, 0, modest, Some("192.0.2.1"));
        for number in 1..=2 * MAX {
            open(&mut list, number, greedy, Some("192.0.2.1"));
        }
        assert!(shown(&mut list).contains(&0));
    }

    #[test]
    fn tables_with_a_connected_player_come_before_tables_without() {
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
    fn open_tables_have_a_connected_person_and_a_free_seat_and_no_computer_players() {
        let mut list = List::default();
        for number in 0..5 {
            let from = (number != 1).then_some("192.0.2.1");
            open(&mut list, number, PlayerId::random(), from);
        }
        let mut full = listing(2, 1);
        full.open_seats = 0;
        let mut played = listing(3, 1);
        played.status = Status::Playing;
        for other in [full, played] {
            list.set(Timestamp(0), None, other);
        }
        let open: Vec<u128> = list
            .open_tables()
            .iter()
            .map(|open| open.table.bits())
            .collect();
        assert_eq!(open, [0, 4]);
        let computers = listing(4, 2).seats.map(|seat| {
            let sitter = seat.clone()?;
            let computer = Some(boneyard_protocol::Level::Beginner);
            Some(ListedSeat { computer, ..sitter })
        });
        let with_computers = Listing {
            seats: computers,
            ..listing(4, 2)
        };
        list.set(Timestamp(0), None, with_computers);
        assert_eq!(list.open_tables().len(), 1);
    }

    #[test]
    fn only_changes_of_shown_tables_are_sent() {
        let mut list = List::default();
        let host = PlayerId::random();
        open(&mut list, 1, host, Some("192.0.2.1"));
        assert_eq!(list.choose(Instant::now()).len(), 1);
        assert!(list.choose(Instant::now()).is_empty());
        for number in 2..=MAX + 1 {
            open(&mut list, number, host, Some("192.0.2.1"));
        }
        // The newest table takes the place of the oldest.
        assert_eq!(list.choose(Instant::now()).len() as u128, MAX + 1);
        open(&mut list, 1, host, Some("192.0.2.1"));
        assert!(list.choose(Instant::now()).is_empty(), "nobody sees it");
        list.remove(TableId::from_bits(MAX));
        assert_eq!(list.choose(Instant::now()).len(), 2, "one goes, one comes");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_with_one_person_lapses_soon_after_that_person_has_gone() {
        let mut list = List::default();
        // At table 4 computer players wait for a visitor.
        for (number, people) in [(1, 1), (2, 2), (3, 1), (4, 0)] {
            open(&mut list, number, PlayerId::random(), Some("192.0.2.1"));
            list.set(Timestamp(0), None, listing(number, people));
        }
        for number in [1, 2, 4] {
            list.set_here(TableId::from_bits(number), None);
        }
        assert!(list.lapsed(Instant::now()).is_empty());
        tokio::time::advance(limits::LONE_TABLE_LIFE).await;
        assert_eq!(list.lapsed(Instant::now()), [TableId::from_bits(1)]);
    }
}
