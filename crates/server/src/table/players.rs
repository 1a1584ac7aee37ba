//! Computer players by the rules that they know. What they work out from the rules takes some
//! tenths of a second, so tables with the same rules share one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use boneyard_bot::Player;
use boneyard_rules::Rules;

/// The computer players that loaded tables share.
#[derive(Debug, Default)]
pub(super) struct Players(Mutex<HashMap<Rules, Weak<Player>>>);

impl Players {
    /// One that knows these rules. It is forgotten with the last table that has it.
    pub(super) fn who_know(&self, rules: &Rules) -> Arc<Player> {
        // Nothing that runs under the lock leaves the map half changed.
        let mut players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(player) = players.get(rules).and_then(Weak::upgrade) {
            return player;
        }
        players.retain(|_, player| player.strong_count() > 0);
        let player = Arc::new(Player::new(rules));
        players.insert(*rules, Arc::downgrade(&player));
        player
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Preset;

    use super::*;

    #[test]
    fn tables_with_the_same_rules_share_a_player_as_long_as_there_are_any() {
        let players = Players::default();
        let (draw, block) = (Preset::DRAW.rules(), Preset::BLOCK.rules());
        let first = players.who_know(draw);
        assert!(Arc::ptr_eq(&first, &players.who_know(draw)));
        drop(first);
        players.who_know(block);
        assert_eq!(players.0.lock().unwrap().len(), 1, "nobody plays Draw");
    }
}
