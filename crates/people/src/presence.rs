//! Which accounts are connected to any node. Each node knows its own sockets. It sends the other nodes a
//! message when the first socket of an account opens and when the last one closes. A node that has just
//! started asks the other nodes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use boneyard_base::{PlayerId, limits};
use boneyard_cluster::{Message, NodeId};
use parking_lot::Mutex;

use crate::People;

/// The connected accounts. Clones share the same data.
#[derive(Clone, Debug, Default)]
pub struct Presence(Arc<Mutex<Connected>>);

#[derive(Debug, Default)]
struct Connected {
    /// The number of open sockets of each account at this node.
    here: HashMap<PlayerId, u32>,
    /// The accounts that are connected to other nodes.
    elsewhere: HashMap<NodeId, HashSet<PlayerId>>,
}

/// Counts one socket of an account as open, until this value is dropped.
#[derive(Debug)]
pub struct Present {
    people: People,
    player: PlayerId,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut known = self.people.presence.0.lock();
        let Some(sockets) = known.here.get_mut(&self.player) else {
            return;
        };
        *sockets -= 1;
        if *sockets == 0 {
            known.here.remove(&self.player);
            drop(known);
            self.people.tell_presence(self.player, false);
        }
    }
}

impl Presence {
    /// Applies a message from another node about accounts that have connected to that node or disconnected
    /// from it.
    pub fn set_at_node(&self, node: NodeId, changes: Vec<(PlayerId, bool)>) {
        let mut known = self.0.lock();
        let at_node = known.elsewhere.entry(node).or_default();
        for (player, is_here) in changes {
            if is_here {
                at_node.insert(player);
            } else {
                at_node.remove(&player);
            }
        }
    }

    /// Forgets all accounts that are connected to these nodes.
    pub fn forget_nodes(&self, which: impl Fn(NodeId) -> bool) {
        self.0.lock().elsewhere.retain(|node, _| !which(*node));
    }

    /// Whether an account is connected to any node.
    pub fn is_online(&self, player: PlayerId) -> bool {
        let known = self.0.lock();
        let mut elsewhere = known.elsewhere.values();
        known.here.contains_key(&player) || elsewhere.any(|here| here.contains(&player))
    }

    fn all_here(&self) -> Vec<(PlayerId, bool)> {
        let known = self.0.lock();
        known.here.keys().map(|&player| (player, true)).collect()
    }
}

impl People {
    /// Counts a new socket of an account. Drop the result when the socket closes.
    pub fn come(&self, player: PlayerId) -> Present {
        let mut known = self.presence.0.lock();
        let sockets = known.here.entry(player).or_default();
        *sockets += 1;
        let is_first = *sockets == 1;
        drop(known);
        if is_first {
            self.tell_presence(player, true);
        }
        Present {
            people: self.clone(),
            player,
        }
    }

    /// Sends the other nodes the accounts that are connected to this node.
    pub fn tell_who_is_online(&self) {
        for some in self.presence.all_here().chunks(limits::TOLD_TABLES_MAX) {
            self.tell_nodes(Message::Online(some.to_vec()));
        }
    }

    /// Sends the other nodes and the account's friends a message: the account has connected or disconnected.
    fn tell_presence(&self, player: PlayerId, is_here: bool) {
        self.tell_nodes(Message::Online(vec![(player, is_here)]));
        // A visitor who reloads the page disconnects and connects again. The limit keeps friends from getting
        // a message each time.
        if self.rates.allow(player, limits::PRESENCE_NEWS)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let people = self.clone();
            runtime.spawn(async move { people.tell_friends(player).await });
        }
    }
}
