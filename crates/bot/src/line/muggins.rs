//! Points that a player didn't announce (crates/rules/RULES.md, Muggins calls).

use boneyard_rules::line::counting::play_points;
use boneyard_rules::line::view::VisibleEvent;
use boneyard_rules::line::{Layout, Rules, View};

/// The points of the last play that an opponent can still take by a call.
pub(crate) fn points_to_take(rules: &Rules, view: &View) -> u16 {
    if !view.board.claim {
        return 0;
    }
    let mut layout = Layout::new(rules.spinner);
    for laid in &view.layout {
        match laid.joint {
            None => layout.lead(laid.tile),
            Some(joint) => {
                let _ = layout.join(laid.tile, joint.arm);
            }
        }
    }
    let last = view.history.iter().rev().find_map(|seen| match seen {
        VisibleEvent::Played { announced, .. } => Some(*announced),
        _ => None,
    });
    let points = play_points(rules, layout.count().total());
    if last == Some(Some(points)) {
        0
    } else {
        points
    }
}
