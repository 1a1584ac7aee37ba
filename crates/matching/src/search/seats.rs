//! The seats that a node keeps for its players: those of proposals, of quick match's tables, and at open
//! tables.

use std::collections::BTreeSet;

use boneyard_base::{Peer, PlayerId, Timestamp, limits};
use boneyard_cluster::{AskedSeat, MatchMessage, Proposal};
use boneyard_protocol::matching::{Paired, SeekEnded};
use boneyard_protocol::{ServerMessage, TableId};
use boneyard_table::{OpenTable, Tables};
use tokio::time::Instant;

use super::{AskedFor, ConnectionCheck, Search, Searches, Stage};
use crate::open_tables::TableWish;
use crate::tables::InVain;

/// What follows from a client's answer.
pub(crate) enum AfterAnswer {
    /// The nodes must be told.
    Tell(MatchMessage),
    /// The player must be seated at an open table.
    SitDown(TableWish),
}

impl Search {
    /// Asks whether the client is connected. `proposal` is `None` if an open table may fit.
    fn ask(&mut self, proposal: Option<AskedFor>) {
        let number = rand::random();
        self.stage = Stage::Asked(ConnectionCheck {
            number,
            proposal,
            until: Instant::now() + limits::SEEK_ANSWER,
        });
        // If the socket is closed, there will be no answer.
        let _ = self.peer.tell(&ServerMessage::SeekQuestion { number });
    }

    fn table_wish(&self) -> TableWish {
        TableWish {
            peer: self.peer.clone(),
            name: self.name.clone(),
            presets: self.wanted.presets.clone(),
            kept: self.kept,
            mixed: self.wanted.mixed,
            met: self.met.clone(),
            unfit: self.unfit.clone(),
        }
    }
}

impl Searches {
    /// Asks a player of this node for a proposal whether the client is connected. Returns what the nodes must be
    /// told if the node refuses the seat at once, which is not the player's absence.
    pub(crate) fn ask(
        &mut self,
        proposal: &Proposal,
        player: PlayerId,
        asked: Timestamp,
    ) -> Option<[MatchMessage; 2]> {
        let search = self.own.get_mut(&player)?;
        let wants = search
            .wants
            .iter()
            .any(|(preset, _)| *preset == proposal.preset);
        let group = proposal.group;
        if search.stage != Stage::Looking || !wants {
            let refused = MatchMessage::Answered {
                group,
                player,
                agrees: false,
            };
            let seeker = search.peer.requester();
            return Some([
                refused,
                MatchMessage::Came(vec![AskedSeat { seeker, asked }]),
            ]);
        }
        search.ask(Some(AskedFor { group, asked }));
        None
    }

    /// Handles a client's answer to the question with this number. If it is in time, keeps the player's seat.
    /// If it is late, the player searches again.
    pub(crate) fn answer(
        &mut self,
        peer: &Peer,
        number: u32,
        may_write: impl FnOnce(&Peer) -> bool,
    ) -> Option<AfterAnswer> {
        let player = peer.player;
        let search = self.own.get_mut(&player)?;
        if !search.peer.is(peer) {
            return None;
        }
        match search.stage {
            Stage::Asked(question) if question.number == number => {
                let Some(proposal) = question.proposal else {
                    search.stage = Stage::SittingDown;
                    return Some(AfterAnswer::SitDown(search.table_wish()));
                };
                let agrees = may_write(peer);
                let until = Instant::now() + limits::SEAT_PROMISE;
                search.stage = if agrees {
                    Stage::Promised(proposal, until)
                } else {
                    Stage::Looking
                };
                Some(AfterAnswer::Tell(MatchMessage::Answered {
                    group: proposal.group,
                    player,
                    agrees,
                }))
            }
            Stage::Silent(silent) if silent == number => {
                search.stage = Stage::Looking;
                let seeker = self.seeker(player)?;
                Some(AfterAnswer::Tell(MatchMessage::Look(vec![seeker])))
            }
            _ => None,
        }
    }

    /// Frees all seats that this node keeps for a proposal, because the proposal was dropped. Returns the
    /// seats, which must not count as absences.
    pub(crate) fn release(&mut self, group: u64) -> Vec<AskedSeat> {
        let own = self.own.values_mut();
        let own = own.filter(|search| search.group() == Some(group));
        own.filter_map(Search::look_again).collect()
    }

    /// Tells the players of this node whose seat is kept for the proposal that their table was opened. A
    /// player whose seat is no longer kept is not told; the table will be closed without that player.
    pub(crate) fn seat(
        &mut self,
        proposal: &Proposal,
        (table, rated): (TableId, bool),
        tables: &Tables,
    ) {
        let mut here = Vec::new();
        for player in &proposal.seats {
            self.heard_of.remove(player);
            if let Some(search) = self.own.get_mut(player)
                && let Stage::Promised(AskedFor { group, asked }, _) = search.stage
                && group == proposal.group
            {
                let seeker = search.peer.requester();
                search.be_paired(Paired {
                    table,
                    preset: proposal.preset.clone(),
                    rated,
                    open: false,
                });
                here.push(AskedSeat { seeker, asked });
            }
        }
        if !here.is_empty() {
            self.tables.add(table, here, tables.open(table));
        }
    }

    /// Tells a player about the table that already waits for the player, instead of beginning a search.
    pub(crate) fn seat_again(&mut self, mut search: Search, paired: Paired, tables: &Tables) {
        let player = search.peer.player;
        let table = paired.table;
        if let Some(before) = self.own.remove(&player) {
            search.since = before.since;
            if !matches!(before.stage, Stage::Paired(_)) && !before.peer.is(&search.peer) {
                before.tell(Some(SeekEnded::Withdrawn));
            }
        }
        search.be_paired(paired);
        self.own.insert(player, search);
        self.tables.add(table, Vec::new(), tables.open(table));
    }

    /// Ends the searches of a table's players, because the match has begun.
    pub(crate) fn begun(&mut self, table: TableId) {
        self.own
            .retain(|_, search| search.stage != Stage::Paired(table));
    }

    /// Handles a table that was closed before its match began. The players who came search again and keep
    /// their starting time; the searches of the other players end.
    pub(crate) fn in_vain(&mut self, table: TableId, came: &[PlayerId]) -> InVain {
        let own = self.own.iter();
        let own = own.filter(|(_, search)| search.stage == Stage::Paired(table));
        let players: BTreeSet<PlayerId> = own.map(|(&player, _)| player).collect();
        let (again, away) = players
            .into_iter()
            .partition(|player| came.contains(player));
        let in_vain = InVain { again, away };
        for player in &in_vain.again {
            if let Some(search) = self.own.get_mut(player) {
                search.stage = Stage::Looking;
                search.tell(None);
            }
        }
        for player in &in_vain.away {
            if let Some(search) = self.own.remove(player) {
                search.tell(Some(SeekEnded::Withdrawn));
            }
        }
        in_vain
    }

    /// Lets all players of this node search again who were told of a table, because its log can't be read.
    /// Returns these players.
    pub(crate) fn unreadable(&mut self, table: TableId) -> Vec<PlayerId> {
        let players: Vec<PlayerId> = self.own.keys().copied().collect();
        self.in_vain(table, &players).again
    }

    /// The table that a player was told of, if the table's match had not begun at the last check.
    pub(crate) fn paired_at(&self, player: PlayerId) -> Option<TableId> {
        match self.own.get(&player)?.stage {
            Stage::Paired(table) => Some(table),
            _ => None,
        }
    }

    /// What a player of this node accepts of open tables; `None` if one of these tables can't be the player's
    /// next: the player searches with a partner, has been absent, or is being seated already.
    fn wish_for(&self, player: PlayerId, open: &[OpenTable], now: Timestamp) -> Option<TableWish> {
        let search = self.own.get(&player)?;
        let absences = self.absences.of(search.peer.requester(), now);
        let may_sit =
            search.stage == Stage::Looking && search.wanted.party.is_none() && absences == 0;
        let wish = may_sit.then(|| search.table_wish())?;
        wish.fits_any(open).then_some(wish)
    }

    /// Holds a player's new search while the player is seated at one of these open tables. Returns `None` if
    /// none may fit, or the player has chosen another seeker. The client has just sent a message, so it is not asked whether it is connected.
    pub(crate) fn begin_sitting(
        &mut self,
        player: PlayerId,
        open: &[OpenTable],
        now: Timestamp,
    ) -> Option<TableWish> {
        let wish = self.wish_for(player, open, now)?;
        let search = self.own.get_mut(&player)?;
        if search.wanted.with.is_some() {
            return None;
        }
        search.stage = Stage::SittingDown;
        Some(wish)
    }

    /// Asks the clients of the players whom one of these open tables may fit whether they are connected.
    /// Returns these players.
    pub(crate) fn ask_for_open_tables(
        &mut self,
        open: &[OpenTable],
        now: Timestamp,
    ) -> Vec<PlayerId> {
        let players = self.own.keys().copied();
        let players = players.filter(|&player| self.wish_for(player, open, now).is_some());
        let players: Vec<PlayerId> = players.collect();
        for player in &players {
            if let Some(search) = self.own.get_mut(player) {
                search.ask(None);
            }
        }
        players
    }

    /// Tells a player about the seat at an open table, and ends the search. Returns whether the search was
    /// held for it.
    pub(crate) fn end_with_open_table(
        &mut self,
        peer: &Peer,
        paired: Paired,
        now: Timestamp,
    ) -> bool {
        if !self.is_sitting_down(peer) {
            return false;
        }
        let table = paired.table;
        if let Some(mut search) = self.own.remove(&peer.player) {
            search.be_paired(paired);
        }
        let (seeker, asked) = (peer.requester(), now);
        self.sat.push((table, AskedSeat { seeker, asked }));
        true
    }

    /// Goes on with a search after no open table fitted. Returns whether the search was held for one.
    pub(crate) fn look_again_after(&mut self, peer: &Peer, unfit: Vec<TableId>) -> bool {
        let was_held = self.is_sitting_down(peer);
        if let Some(search) = self.own.get_mut(&peer.player).filter(|_| was_held) {
            search.stage = Stage::Looking;
            search.unfit.extend(unfit);
        }
        was_held
    }

    fn is_sitting_down(&self, peer: &Peer) -> bool {
        let search = self.own.get(&peer.player);
        search.is_some_and(|own| own.peer.is(peer) && own.stage == Stage::SittingDown)
    }

    /// Takes the seats at open tables that seekers got at this time or before.
    pub(crate) fn sat_until(&mut self, time: Timestamp) -> Vec<(TableId, AskedSeat)> {
        let due = |seat: &mut (TableId, AskedSeat)| seat.1.asked <= time;
        self.sat.extract_if(.., due).collect()
    }
}
