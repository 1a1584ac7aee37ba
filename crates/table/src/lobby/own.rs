//! The lists of the tables at which a visitor has a seat. Only the lists that visitors follow are kept up
//! to date.

use std::collections::HashSet;
use std::sync::Arc;

use boneyard_base::{Frame, Peer, PlayerId, limits};
use boneyard_protocol::{About, ErrorCode, OwnTable, ServerMessage, TableId};
use foldhash::HashMap;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::task::yield_now;
use tokio::time::sleep;

/// The lists of the visitors who follow their own tables. Clones share one state.
#[derive(Clone, Default)]
pub struct OwnTables {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    lists: Mutex<Lists>,
    /// Notified when a list has changed.
    changed: Notify,
}

#[derive(Default)]
struct Lists {
    by_player: HashMap<PlayerId, OwnList>,
    /// The visitors whose lists have changed since they were last sent.
    changed: HashSet<PlayerId>,
}

/// The list of one visitor.
#[derive(Default)]
struct OwnList {
    peers: Vec<Peer>,
    /// The visitor's tables. A table that the visitor joined later comes earlier.
    tables: Vec<OwnTable>,
    /// Whether all of the visitor's tables have reported their state. The list is not sent before that.
    complete: bool,
}

impl OwnTables {
    /// Sends a socket its visitor's list, and each change after that. Returns whether the visitor's tables
    /// must be asked for their state first.
    pub fn follow(&self, peer: &Peer) -> bool {
        let mut lists = self.lists();
        let is_new = !lists.by_player.contains_key(&peer.player);
        let list = lists.by_player.entry(peer.player).or_default();
        if !list.peers.iter().any(|known| known.is(peer)) {
            list.peers.push(peer.clone());
        }
        if list.complete {
            // If the socket is closed, no message is needed.
            let _ = peer.send(&list.frame());
        }
        is_new
    }

    /// Stops sending a socket its visitor's list.
    pub fn unfollow(&self, peer: &Peer) {
        let mut lists = self.lists();
        if let Some(list) = lists.by_player.get_mut(&peer.player) {
            list.peers.retain(|known| !known.is(peer));
        }
        lists.forget_if_unused(peer.player);
    }

    /// Whether a visitor follows the list of own tables through a socket for which `is_such` holds.
    pub fn is_followed_by(&self, player: PlayerId, is_such: impl Fn(&Peer) -> bool) -> bool {
        let lists = self.lists();
        let list = lists.by_player.get(&player);
        list.is_some_and(|list| list.peers.iter().any(is_such))
    }

    /// Sets a table's entry in a visitor's list; `None` removes the table.
    pub fn set(&self, player: PlayerId, table: TableId, own: Option<OwnTable>) {
        let mut lists = self.lists();
        let Some(list) = lists.by_player.get_mut(&player) else {
            return;
        };
        if list.set(table, own) && list.complete {
            lists.changed.insert(player);
            self.inner.changed.notify_one();
        }
    }

    /// Sends a visitor's list. Called when all of the visitor's tables have reported their state.
    pub fn tell_all(&self, player: PlayerId) {
        let mut lists = self.lists();
        if let Some(list) = lists.by_player.get_mut(&player) {
            list.complete = true;
            list.tell();
        }
        lists.forget_if_unused(player);
    }

    /// Tells a visitor's sockets that the list can't be read now. The clients may ask again.
    pub fn fail(&self, player: PlayerId) {
        let list = self.lists().by_player.remove(&player);
        let text = "The storage does not answer; try again soon.".to_owned();
        let error = Frame::from(&ServerMessage::Error {
            about: Some(About::OwnTables),
            table: None,
            code: ErrorCode::Unavailable,
            reason: None,
            text,
        });
        for peer in list.iter().flat_map(|list| &list.peers) {
            // If the socket is closed, no message is needed.
            let _ = peer.send(&error);
        }
    }

    /// Sends changed lists to their visitors, until the process ends.
    pub(super) async fn tell_for_ever(&self) {
        loop {
            self.inner.changed.notified().await;
            self.tell_changes().await;
            sleep(limits::OWN_TABLES_INTERVAL).await;
        }
    }

    /// Sends the changed lists one after the other. After each one other tasks may run, so that players'
    /// moves are not delayed.
    async fn tell_changes(&self) {
        let changed = std::mem::take(&mut self.lists().changed);
        for player in changed {
            if let Some(list) = self.lists().by_player.get(&player) {
                list.tell();
            }
            yield_now().await;
        }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.inner.lists.lock()
    }
}

impl Lists {
    /// Drops a list that no socket follows. A list whose tables are being asked for their state is kept, so
    /// that a new follower does not make the tables be asked again.
    fn forget_if_unused(&mut self, player: PlayerId) {
        if let Some(list) = self.by_player.get(&player)
            && list.complete
            && list.peers.is_empty()
        {
            self.by_player.remove(&player);
        }
    }
}

impl OwnList {
    /// Sets a table's entry. Returns whether the list has changed.
    fn set(&mut self, table: TableId, own: Option<OwnTable>) -> bool {
        let place = self
            .tables
            .iter()
            .position(|known| known.listing.table == table);
        match (place, own) {
            (Some(place), Some(own)) => {
                let is_new = self.tables[place] != own;
                self.tables[place] = own;
                is_new
            }
            (Some(place), None) => {
                self.tables.remove(place);
                true
            }
            (None, Some(own)) => {
                self.tables.insert(0, own);
                self.tables.truncate(limits::OWN_TABLES_MAX);
                true
            }
            (None, None) => false,
        }
    }

    fn tell(&self) {
        let frame = self.frame();
        for peer in &self.peers {
            // If the socket is closed, no message is needed.
            let _ = peer.send(&frame);
        }
    }

    fn frame(&self) -> Frame {
        let tables = self.tables.clone();
        Frame::from(&ServerMessage::OwnTables { tables })
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Seat;

    use super::super::list::tests::listing;
    use super::*;
    use boneyard_base::Inbox;

    fn own_table(table: u128, since_ms: i64) -> OwnTable {
        OwnTable {
            boards: None,
            listing: listing(table, 1),
            seat: Seat::default(),
            turn: None,
            waits: false,
            until_ms: None,
            since_ms,
        }
    }

    fn set(own: &OwnTables, player: PlayerId, table: u128, since_ms: i64) {
        let id = TableId::from_bits(table);
        own.set(player, id, Some(own_table(table, since_ms)));
    }

    /// The number of tables in each message that waits in the inbox.
    fn told(inbox: &Inbox) -> Vec<usize> {
        let counts = std::iter::from_fn(|| inbox.try_next()).map(|text| {
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            match message {
                ServerMessage::OwnTables { tables } => tables.len(),
                other => panic!("{other:?}"),
            }
        });
        counts.collect()
    }

    #[test]
    fn tables_are_asked_once_for_all_windows_of_a_visitor_and_forgotten_with_the_last() {
        let own = OwnTables::default();
        let player = PlayerId::random();
        let window = || Peer::channel(boneyard_testing::here(player), None);
        let ((first, first_inbox), (second, second_inbox)) = (window(), window());
        assert!(own.follow(&first));
        // While the tables are being asked for their state, tabs that open and close don't cause another
        // request.
        own.unfollow(&first);
        assert!(!own.follow(&first) && !own.follow(&second));
        set(&own, player, 1, 0);
        assert!(told(&first_inbox).is_empty(), "the list is not complete");
        own.tell_all(player);
        assert_eq!(
            (told(&first_inbox), told(&second_inbox)),
            (vec![1], vec![1])
        );
        own.unfollow(&first);
        assert!(!own.follow(&second));
        assert_eq!(told(&second_inbox), [1]);
        own.unfollow(&second);
        set(&own, player, 1, 1);
        assert!(own.lists().by_player.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_visitor_with_many_tables_is_sent_a_bounded_list_once_a_second() {
        let own = OwnTables::default();
        tokio::spawn({
            let own = own.clone();
            async move { own.tell_for_ever().await }
        });
        let (peer, inbox) = Peer::channel(boneyard_testing::anybody(), None);
        own.follow(&peer);
        own.tell_all(peer.player);
        assert_eq!(told(&inbox), [0]);
        for second in 0..3 {
            for table in 0..100 {
                set(&own, peer.player, table, second);
                yield_now().await;
            }
            sleep(limits::OWN_TABLES_INTERVAL).await;
        }
        sleep(limits::OWN_TABLES_INTERVAL).await;
        let told = told(&inbox);
        assert!(told.len() <= 4, "{told:?}");
        assert_eq!(told.last(), Some(&limits::OWN_TABLES_MAX));
        // An unchanged entry is not sent again.
        set(&own, peer.player, 99, 2);
        assert!(own.lists().changed.is_empty());
    }
}
