//! Which side of each match sits first, where all tables of a round play the same deals.
//!
//! The players of one network may be one person, who would know all hands with an entrant on each side. So all entrants
//! of a network sit on the same side, or have a bye.

use std::collections::HashMap;

use crate::pairing::{Network, Pairing, Side};
use crate::state::State;
use crate::tournament::Tournament;

/// What must sit on one side: a network, or `None` for what sits first.
type Member = Option<Network>;

/// The groups of members whose sides follow from each other. Each member belongs to the group of its leader.
#[derive(Clone, Default)]
struct Groups {
    /// For each member that is no leader the next one on the way to the leader, and whether they sit on different sides.
    next: HashMap<Member, (Member, bool)>,
}

impl Tournament {
    /// The pairings, with their sides in such an order that no network has entrants on both. Where that is impossible, the
    /// entrants of a match have byes. If no two sides are of different networks, the pairings stay as they are.
    #[must_use]
    pub fn on_same_sides(&self, pairings: Vec<Pairing>) -> Vec<Pairing> {
        let state = &self.0;
        let are_strangers = |sides: &[Side; 2]| !state.are_sides_near(*sides);
        let mut all = pairings.iter().filter_map(Pairing::sides);
        if !all.any(|sides| are_strangers(&sides)) {
            return pairings;
        }
        let mut groups = Groups::default();
        let (mut matches, mut byes) = (Vec::new(), Vec::new());
        for pairing in pairings {
            let sides = pairing.sides().filter(are_strangers);
            let with = sides.and_then(|sides| Some((sides, groups.with(&members(state, sides))?)));
            if let Some((sides, with)) = with {
                groups = with;
                matches.push(sides);
            } else {
                byes.extend(pairing.entrants().map(Pairing::Bye));
            }
        }
        let mut is_second = HashMap::from([(None, false)]);
        let placed = matches.into_iter().map(|[first, second]| {
            let members = members(state, [first, second]);
            let is_right = members.first().is_none_or(|&(member, side)| {
                let (leader, is_other) = groups.leader(member);
                *is_second.entry(leader).or_insert(side != is_other) == (side != is_other)
            });
            Pairing::Match(if is_right {
                [first, second]
            } else {
                [second, first]
            })
        });
        placed.chain(byes).collect()
    }
}

/// The networks of a match, each with whether it is on the second side. Against computer players, people sit first.
fn members(state: &State, sides: [Side; 2]) -> Vec<(Member, bool)> {
    let fills_up = |side: Side| {
        side.entrants()
            .all(|of| state.entrants[of.index()].fills_up)
    };
    let is_second = [false, true];
    let each = sides
        .into_iter()
        .zip(is_second)
        .flat_map(|(side, is_second)| {
            let networks = side.entrants().flat_map(|of| state.networks(of));
            networks.map(move |network| (Some(network), is_second))
        });
    let first = sides
        .into_iter()
        .zip(is_second)
        .filter(|(side, _)| fills_up(*side) && !sides.into_iter().all(fills_up));
    each.chain(first.map(|(_, is_second)| (None, !is_second)))
        .collect()
}

impl Groups {
    /// The leader of a member's group, and whether they sit on different sides.
    fn leader(&self, member: Member) -> (Member, bool) {
        let mut at = (member, false);
        while let Some(&(next, is_other)) = self.next.get(&at.0) {
            at = (next, at.1 != is_other);
        }
        at
    }

    /// The groups with another match; `None` if its members can't sit so.
    fn with(&self, members: &[(Member, bool)]) -> Option<Self> {
        let mut groups = self.clone();
        for pair in members.windows(2) {
            let [(one, of_one), (other, of_other)] = pair else {
                continue;
            };
            let ((one, first), (other, second)) = (groups.leader(*one), groups.leader(*other));
            let are_apart = (of_one != of_other) != (first != second);
            if one == other && are_apart {
                return None;
            }
            if one != other {
                // What sits first leads its group.
                let (from, to) = if one.is_none() {
                    (other, one)
                } else {
                    (one, other)
                };
                groups.next.insert(from, (to, are_apart));
            }
        }
        Some(groups)
    }
}
