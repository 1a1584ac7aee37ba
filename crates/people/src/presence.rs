//! Which of those who keep an account are connected, at any node. Each node knows its own sockets, and is
//! told of the others' when the first socket of a person opens and the last one closes; a node that has
//! just come asks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use boneyard_base::{PlayerId, limits};
use boneyard_cluster::{Message, NodeId};
use parking_lot::Mutex;

use crate::People;

/// Who is connected. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Presence(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// How many sockets each has at this node.
    here: HashMap<PlayerId, u32>,
    /// Who is connected to other nodes.
    elsewhere: HashMap<NodeId, HashSet<PlayerId>>,
}

/// A socket of somebody who keeps an account, until it is dropped.
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
    /// What another node tells of who is connected to it.
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

    /// Forgets what some nodes have told.
    pub fn forget_nodes(&self, which: impl Fn(NodeId) -> bool) {
        self.0.lock().elsewhere.retain(|node, _| !which(*node));
    }

    /// Whether somebody who keeps an account is connected, to whatever node.
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
    /// A socket of somebody who keeps an account has opened.
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

    /// Tells the other nodes who is connected to this one.
    pub fn tell_who_is_online(&self) {
        for some in self.presence.all_here().chunks(limits::TOLD_TABLES_MAX) {
            self.tell_nodes(Message::Online(some.to_vec()));
        }
    }

    /// Tells the other nodes, and friends.
    fn tell_presence(&self, player: PlayerId, is_here: bool) {
        self.tell_nodes(Message::Online(vec![(player, is_here)]));
        // Who reloads a page comes and goes: friends needn't hear of each time.
        if self.rates.allow(player, limits::PRESENCE_NEWS)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let people = self.clone();
            runtime.spawn(async move { people.tell_friends(player).await });
        }
    }
}
