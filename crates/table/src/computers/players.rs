//! Shares computer players between tables with the same rules, because the preparation of a computer player
//! takes some tenths of a second.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};

use boneyard_base::limits;
use boneyard_bot::Player;
use boneyard_rules::Rules;
use parking_lot::Mutex;

/// The computer players that loaded tables use. Tables with the same rules share one.
#[derive(Debug, Default)]
pub(crate) struct Players(Mutex<PlayerCache>);

#[derive(Debug, Default)]
struct PlayerCache {
    by_rules: HashMap<Rules, Weak<Player>>,
    /// The computer players that were requested last, the latest at the end. They are kept even when no
    /// table uses them any more.
    recent: VecDeque<Arc<Player>>,
}

impl Players {
    /// The computer player for these rules. It is kept as long as a table uses it, and for some time after
    /// that.
    pub(crate) fn who_know(&self, rules: &Rules) -> Arc<Player> {
        let mut known = self.0.lock();
        let player = known.find_or_add(rules);
        known.keep(&player);
        player
    }
}

impl PlayerCache {
    fn find_or_add(&mut self, rules: &Rules) -> Arc<Player> {
        if let Some(player) = self.by_rules.get(rules).and_then(Weak::upgrade) {
            return player;
        }
        self.by_rules.retain(|_, player| player.strong_count() > 0);
        // Creating the computer player is cheap: it computes the odds that it needs only when a thread first
        // asks it.
        let player = Arc::new(Player::new(rules));
        self.by_rules.insert(*rules, Arc::downgrade(&player));
        player
    }

    fn keep(&mut self, player: &Arc<Player>) {
        self.recent.retain(|other| !Arc::ptr_eq(other, player));
        self.recent.push_back(Arc::clone(player));
        if self.recent.len() > limits::PLAYERS_KEPT {
            self.recent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line::Preset;
    use boneyard_rules::line::rules::Options;

    use super::*;

    #[test]
    fn tables_with_the_same_rules_share_a_player_even_one_after_another() {
        let players = Players::default();
        let first = Arc::downgrade(&players.who_know(&Preset::DRAW.rules().into()));
        assert_eq!(first.strong_count(), 1, "no table has it");
        let again = players.who_know(&Preset::DRAW.rules().into());
        assert!(Arc::ptr_eq(&first.upgrade().unwrap(), &again));
        assert!(!Arc::ptr_eq(
            &again,
            &players.who_know(&Preset::BLOCK.rules().into())
        ));
    }

    #[test]
    fn of_rules_that_nobody_plays_by_only_so_many_are_kept() {
        let players = Players::default();
        let held = players.who_know(&Preset::DRAW.rules().into());
        for target in 1..=2 * limits::PLAYERS_KEPT {
            let mut options = Options::from(*Preset::BLOCK.rules());
            options.target = u16::try_from(target).unwrap();
            players.who_know(&Rules::try_from(options).unwrap());
        }
        let again = players.who_know(&Preset::DRAW.rules().into());
        assert!(Arc::ptr_eq(&held, &again), "a table has it");
        let known = players.0.lock();
        assert_eq!(known.recent.len(), limits::PLAYERS_KEPT);
        assert!(known.by_rules.len() <= limits::PLAYERS_KEPT + 2);
    }
}
