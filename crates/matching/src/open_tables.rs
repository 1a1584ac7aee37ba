//! Seats seekers at public tables that wait for players, so that seekers and hosts find each other.

use std::collections::HashSet;

use boneyard_base::{Peer, PlayerId, Requester, limits};
use boneyard_cluster::{AskedSeat, MatchMessage};
use boneyard_protocol::TableId;
use boneyard_protocol::matching::Paired;
use boneyard_rules::Preset;
use boneyard_store::StoreError;
use boneyard_table::{Action, Input, OpenTable, Sitting};

use super::pool::Sizes;
use super::{Matching, QUICK_MATCH};

/// What a seeker accepts, as far as open tables are concerned.
#[derive(Clone, Debug)]
pub(super) struct TableWish {
    pub(super) peer: Peer,
    pub(super) name: String,
    /// The names of the wanted presets.
    pub(super) presets: Vec<String>,
    pub(super) kept: bool,
    pub(super) mixed: bool,
    /// The opponents whom the seeker must not meet again yet.
    pub(super) met: Vec<PlayerId>,
    /// The tables that did not fit before.
    pub(super) unfit: HashSet<TableId>,
}

impl TableWish {
    /// The preset of an open table by its own rules, if the seeker wants it and the table may fit.
    fn preset_of(&self, open: &OpenTable) -> Option<&'static str> {
        let wanted = self.presets.iter();
        let wanted = wanted.filter_map(|name| Preset::by_name(name));
        let is_played = |preset: &Preset| {
            let mut rules = Sizes::of(*preset).all_rules(*preset);
            rules.any(|rules| rules.to_string() == open.notation)
        };
        let mut wanted = wanted.filter(is_played);
        let is_new = !self.unfit.contains(&open.table);
        wanted.next().filter(|_| is_new).map(Preset::name)
    }

    /// Whether one of these tables may fit.
    pub(super) fn fits_any(&self, open: &[OpenTable]) -> bool {
        open.iter().any(|open| self.preset_of(open).is_some())
    }
}

impl Matching {
    /// Asks the clients of this node's seekers whether they are connected, if an open table may fit.
    pub(super) fn ask_for_open_tables(&self) {
        let open = self.inner.tables.lobby().open_tables();
        if open.is_empty() {
            return;
        }
        let mut searches = self.searches();
        for player in searches.ask_for_open_tables(&open, self.now()) {
            self.tell_own(&mut searches, player);
        }
    }

    /// Seats a seeker in a task of its own, since the database is asked.
    pub(super) fn spawn_sit_down(&self, wish: TableWish) {
        let matching = self.clone();
        tokio::spawn(async move {
            let supervisor = &matching.inner.supervisor;
            let sits = matching.sit_down(&wish);
            if supervisor
                .contain(QUICK_MATCH, "an open table", sits)
                .await
                .is_none()
            {
                // The search goes on, and is offered none of these tables again.
                let open = matching.inner.tables.lobby().open_tables();
                let unfit = open.iter().map(|open| open.table).collect();
                matching.look_again_after(&wish, unfit);
            }
        });
    }

    /// Seats a seeker, whose search is held meanwhile, at an open table that fits. If there is none any more,
    /// the search goes on.
    async fn sit_down(&self, wish: &TableWish) {
        let open = self.inner.tables.lobby().open_tables();
        let mut unfit = Vec::new();
        for open in &open {
            let Some(preset) = wish.preset_of(open) else {
                continue;
            };
            match self.sit_at(open.table, wish).await {
                Ok(Some(rated)) => {
                    let paired = Paired {
                        table: open.table,
                        preset: preset.to_owned(),
                        rated,
                        open: true,
                    };
                    return self.has_sat(wish, paired).await;
                }
                Ok(None) => unfit.push(open.table),
                Err(error) => {
                    tracing::error!(%error, "whom a seeker may meet can't be read");
                    break;
                }
            }
        }
        self.look_again_after(wish, unfit);
    }

    /// Lets a search go on that was held while the seeker was to be seated.
    fn look_again_after(&self, wish: &TableWish, unfit: Vec<TableId>) {
        let mut searches = self.searches();
        if searches.look_again_after(&wish.peer, unfit) {
            self.tell_own(&mut searches, wish.peer.player);
        }
    }

    /// Seats a seeker at a table, if the seeker fits the people there. Returns whether the table is rated;
    /// `None` if the seeker gets no seat.
    async fn sit_at(&self, table: TableId, wish: &TableWish) -> Result<Option<bool>, StoreError> {
        let (tables, known) = (&self.inner.tables, &self.inner.people);
        let seeker = wish.peer.requester();
        let Some(sitting) = Sitting::at(tables, table, seeker.player, None).await else {
            return Ok(None);
        };
        let people = sitting.seats.iter();
        let people = people.filter_map(|(_, person)| person.as_ref().map(|(player, _)| *player));
        let mut people: Vec<PlayerId> = people.collect();
        if people.is_empty() || people.iter().any(|other| wish.met.contains(other)) {
            return Ok(None);
        }
        if !wish.mixed {
            for &other in &people {
                if known.is_kept(other).await? != wish.kept {
                    return Ok(None);
                }
            }
        }
        people.push(seeker.player);
        if !known.blocked_among(people).await?.is_empty() {
            return Ok(None);
        }
        let action = Action::Sit {
            seat: None,
            name: wish.name.clone(),
        };
        let sat = self.act_at(table, seeker, action).await;
        Ok(sat.then_some(sitting.rated))
    }

    /// Tells a seeker of the seat. If the search has ended meanwhile, the seat is given up.
    async fn has_sat(&self, wish: &TableWish, paired: Paired) {
        let seeker = wish.peer.requester();
        let table = paired.table;
        let is_told = {
            let mut searches = self.searches();
            let asked = self.now();
            let is_told = searches.end_with_open_table(&wish.peer, paired, asked);
            if is_told {
                self.tell(&mut searches, MatchMessage::Gone(vec![seeker.player]));
                self.tell(
                    &mut searches,
                    MatchMessage::Asked(AskedSeat { seeker, asked }),
                );
            }
            is_told
        };
        if !is_told {
            self.act_at(table, seeker, Action::Leave).await;
        }
    }

    /// Frees the seats at open tables to which seekers have not come in time. The seats of the others do not
    /// count as absences.
    pub(super) async fn look_at_open_tables(&self) {
        let now = self.now();
        let due = self
            .searches()
            .sat_until(now.plus_ms(-limits::PAIRED_COME_MS));
        for (table, seat) in due {
            let mut is_away = false;
            let leave = Input::LeaveIfAway {
                player: seat.seeker,
                is_away: &mut is_away,
            };
            // If the table has ended, the seeker has done nothing wrong.
            let _ = self.inner.tables.open(table).take(leave).await;
            if !is_away {
                self.tell_came(&mut self.searches(), vec![seat]);
            }
        }
    }

    /// Acts for a seeker at a table. Returns whether the table allowed it.
    pub(super) async fn act_at(&self, table: TableId, seeker: Requester, action: Action) -> bool {
        let mut is_done = false;
        let act = Input::Act {
            requester: seeker,
            action,
            is_done: &mut is_done,
        };
        // If the table has ended, nothing was done.
        let _ = self.inner.tables.open(table).take(act).await;
        is_done
    }
}
