//! Decides what the preview of a link to a table may show. Programs of chats and search engines make previews.
//! These programs have no identity, so every reader of the link may see its preview.

use boneyard_base::PlayerId;
use boneyard_protocol::{Invite, TableId};
use boneyard_rules::Rules;

use crate::Tables;
use crate::state::State;
use crate::tables::task::Input;

/// A table as the preview of its link shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The host and the host's display name. `None` if quick match opened the table.
    pub host: Option<(PlayerId, String)>,
    /// The rules of the matches.
    pub rules: Rules,
    /// The number of seats on which a visitor with this link may sit down now.
    pub free: u8,
}

impl Preview {
    /// Describes a table to anybody who has its link. `None` if there is no such table, or if only people with
    /// the invitation may see it and the link has none or another one.
    pub async fn of_link(tables: &Tables, table: TableId, invite: Option<Invite>) -> Option<Self> {
        // Without an invitation only listed tables are looked at. So the time that an answer takes doesn't tell
        // whether a table by link exists.
        if invite.is_none() && !tables.lobby().lists(table) {
            return None;
        }
        let mut answer = None;
        let describe = Input::Preview {
            invite,
            answer: &mut answer,
        };
        // If the table has ended, the answer stays `None`.
        let _ = tables.open(table).take(describe).await;
        answer
    }

    /// Describes a loaded table.
    pub(super) fn of(state: &State, invite: Option<Invite>) -> Option<Self> {
        let settings = &state.settings;
        let invited = invite == Some(settings.invite) && !state.deals.is_in_section();
        if state.is_link_only() && !invited {
            return None;
        }
        let free = if state.matches.is_playing() {
            0
        } else if invited {
            state.seats.free().count() as u8
        } else {
            state.open_seats()
        };
        let host = state.seats.person_at(state.seats.host());
        let host = host.filter(|_| !settings.is_paired());
        Some(Self {
            host: host.map(|host| (host.player, host.name.to_string())),
            rules: settings.rules,
            free,
        })
    }
}
