//! The searches that a node knows: its own searches, which only this node changes, and the searches that
//! other nodes have reported. `seats` holds the seats that this node keeps for its players, and `listed` what
//! clients are told of all searches.

mod listed;
mod seats;

use std::collections::{HashMap, HashSet};

use boneyard_base::{Held, Peer, PlayerId, Requester, Timestamp, Visitor, limits};
use boneyard_cluster::{AskedSeat, MatchMessage, NodeId, Seeker};
use boneyard_protocol::matching::{ListedSeeker, Paired, SeekEnded};
use boneyard_protocol::{PartyId, Seeking, ServerMessage, TableId};
use tokio::time::Instant;

pub(super) use self::seats::AfterAnswer;
use super::Wanted;
use super::absences::Absences;
use super::proposals::Proposals;
use super::tables::QuickTables;

/// A search through a connection to this node.
pub(super) struct Search {
    number: u32,
    peer: Peer,
    name: String,
    wanted: Wanted,
    /// The wanted presets by name, and the player's rating for each.
    wants: Vec<(String, i32)>,
    kept: bool,
    since: Timestamp,
    /// The opponents of the player's last match.
    met: Vec<PlayerId>,
    stage: Stage,
    /// The open tables that did not fit the player.
    unfit: HashSet<TableId>,
    /// The name of the partner, if the client was told that the partner searches too.
    partner: Option<String>,
    /// Whether the client was offered a match against a computer player.
    offers_computer: bool,
    /// The search counts until it ends.
    _held: Held,
}

/// The proposal for which a player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AskedFor {
    /// The number of the proposal.
    group: u64,
    asked: Timestamp,
}

/// A question whether a client is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ConnectionCheck {
    number: u32,
    /// The proposal; `None` if an open table may fit.
    proposal: Option<AskedFor>,
    until: Instant,
}

/// The stage of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Looking,
    /// The client was asked whether it is connected, since opponents are found.
    Asked(ConnectionCheck),
    /// The client did not answer the question with this number in time. It searches again when it answers.
    Silent(u32),
    /// The player's seat is kept for a proposal, at most until this time.
    Promised(AskedFor, Instant),
    /// The player is being seated at an open table.
    SittingDown,
    /// A table was opened for the player, and its match has not begun.
    Paired(TableId),
}

/// A player who searches: the last report of the player's node about the search.
pub(super) struct HeardOf {
    pub(super) seeker: Seeker,
    node: NodeId,
    until: Instant,
}

/// All searches that a node knows.
#[derive(Default)]
pub(super) struct Searches {
    own: HashMap<PlayerId, Search>,
    pub(super) heard_of: HashMap<PlayerId, HeardOf>,
    /// The proposals that this node has made as the owner of the pool.
    pub(super) proposals: Proposals,
    /// How often seekers did not come to their tables.
    pub(super) absences: Absences,
    /// The tables that wait for players of this node.
    pub(super) tables: QuickTables,
    /// The seats at open tables of seekers of this node who may not have come yet.
    pub(super) sat: Vec<(TableId, AskedSeat)>,
    /// The clients that are told which players search.
    pub(super) followers: Vec<Peer>,
    /// The players of whom these clients were told last.
    pub(super) told: Vec<ListedSeeker>,
}

impl Search {
    pub(super) fn new(
        peer: &Peer,
        visitor: &Visitor,
        wanted: Wanted,
        wants: Vec<(String, i32)>,
        met: Vec<PlayerId>,
        since: Timestamp,
        held: Held,
    ) -> Self {
        Self {
            number: rand::random(),
            peer: peer.clone(),
            name: visitor.name.clone(),
            wanted,
            wants,
            kept: visitor.person.is_some(),
            since,
            met,
            stage: Stage::Looking,
            unfit: HashSet::new(),
            partner: None,
            offers_computer: false,
            _held: held,
        }
    }

    /// The search in the form that is sent to the player's client.
    pub(super) fn seeking(&self, ended: Option<SeekEnded>) -> Seeking {
        Seeking {
            number: self.number,
            presets: ended.map_or_else(|| self.wanted.presets.clone(), |_| Vec::new()),
            since_ms: self.since.0,
            mixed: self.wanted.mixed,
            party: self.wanted.party,
            partner: self.partner.clone(),
            offers_computer: self.offers_computer,
            ended,
        }
    }

    pub(super) const fn party(&self) -> Option<PartyId> {
        self.wanted.party
    }

    /// The proposal for which the player is asked, or the player's seat is kept.
    const fn asked_for(&self) -> Option<AskedFor> {
        match self.stage {
            Stage::Asked(ConnectionCheck { proposal, .. }) => proposal,
            Stage::Promised(proposal, _) => Some(proposal),
            Stage::Looking | Stage::Silent(_) | Stage::SittingDown | Stage::Paired(_) => None,
        }
    }

    /// The number of the proposal for which the player is asked, or the player's seat is kept.
    pub(super) fn group(&self) -> Option<u64> {
        self.asked_for().map(|proposal| proposal.group)
    }

    /// Searches again after a proposal failed without the player's fault. Returns the seat, which must not
    /// count as an absence.
    fn look_again(&mut self) -> Option<AskedSeat> {
        let asked = self.asked_for()?.asked;
        self.stage = Stage::Looking;
        let seeker = self.peer.requester();
        Some(AskedSeat { seeker, asked })
    }

    /// Tells the client about the table that waits for the player.
    fn be_paired(&mut self, paired: Paired) {
        self.stage = Stage::Paired(paired.table);
        self.tell(Some(SeekEnded::Paired));
        // If the socket is closed, the player can't come to the table, and the table will be closed.
        let _ = self.peer.tell(&ServerMessage::Paired(paired));
    }

    fn tell(&self, ended: Option<SeekEnded>) {
        // If the socket is closed, the client needs no message: the search ends together with the connection.
        let _ = self.peer.tell(&ServerMessage::Seeking(self.seeking(ended)));
    }
}

impl Searches {
    /// Begins a search. If the same connection already searches, replaces that search and keeps its
    /// starting time.
    pub(super) fn begin(&mut self, mut search: Search) {
        let player = search.peer.player;
        if let Some(before) = self.own.remove(&player) {
            let was_paired = matches!(before.stage, Stage::Paired(_));
            if before.peer.is(&search.peer) && !was_paired {
                (search.number, search.since, search.stage) =
                    (before.number, before.since, before.stage);
                search.offers_computer = before.offers_computer;
            } else if !was_paired {
                before.tell(Some(SeekEnded::Withdrawn));
            }
        }
        search.partner = self.partner_of(&search);
        search.tell(None);
        self.own.insert(player, search);
    }

    /// Ends the search of a connection, and returns it.
    pub(super) fn end(&mut self, peer: &Peer) -> Option<Search> {
        let is_own = |search: &Search| search.peer.is(peer);
        self.own
            .get(&peer.player)
            .is_some_and(is_own)
            .then(|| self.own.remove(&peer.player))
            .flatten()
    }

    /// The sockets of those who search although a moderator has come to keep them out. Each is told that its search has
    /// ended.
    pub(super) fn kept_out(&self) -> Vec<Peer> {
        let out = self.own.values();
        let out = out.filter(|search| search.peer.status().restrictions.is_kept_out);
        out.map(|search| {
            search.tell(Some(SeekEnded::Withdrawn));
            search.peer.clone()
        })
        .collect()
    }

    /// Whether two players other than `player` already search as the partners with this id.
    pub(super) fn is_complete_without(&self, party: PartyId, player: PlayerId) -> bool {
        let others = self.heard_of.values().map(|heard| &heard.seeker);
        let others = others.filter(|other| other.party == Some(party) && other.player != player);
        others.count() >= 2
    }

    fn partner_of(&self, search: &Search) -> Option<String> {
        let party = search.wanted.party?;
        let others = self.heard_of.values().map(|heard| &heard.seeker);
        let mut others = others.filter(|other| other.player != search.peer.player);
        let partner = others.find(|other| other.party == Some(party))?;
        Some(partner.name.clone())
    }

    /// The report to other nodes about the search of a player of this node; `None` once a table was opened
    /// for the player.
    pub(super) fn seeker(&self, player: PlayerId) -> Option<Seeker> {
        let search = self.own.get(&player)?;
        if matches!(search.stage, Stage::Paired(_)) {
            return None;
        }
        Some(Seeker {
            number: search.number,
            with: search.wanted.with,
            player,
            from: search.peer.requester().from,
            name: search.name.clone(),
            wants: search.wants.clone(),
            kept: search.kept,
            mixed: search.wanted.mixed,
            party: search.wanted.party,
            since: search.since,
            met: search.met.clone(),
            is_free: search.stage == Stage::Looking,
        })
    }

    /// The reports that this node sends each second. Also frees each seat that was kept for a proposal for
    /// longer than [`limits::SEAT_PROMISE`], and refuses the proposals of players whose clients have not
    /// answered.
    pub(super) fn reports(&mut self) -> Vec<MatchMessage> {
        let now = Instant::now();
        let mut messages = Vec::new();
        let mut free = Vec::new();
        for (&player, search) in &mut self.own {
            match search.stage {
                Stage::Promised(_, until) if until <= now => free.extend(search.look_again()),
                Stage::Asked(question) if question.until <= now => {
                    search.stage = Stage::Silent(question.number);
                    let refused = |AskedFor { group, .. }| MatchMessage::Answered {
                        group,
                        player,
                        agrees: false,
                    };
                    messages.extend(question.proposal.map(refused));
                }
                _ => {}
            }
        }
        if !free.is_empty() {
            messages.push(MatchMessage::Came(free));
        }
        let seekers = self.own.keys().filter_map(|&player| self.seeker(player));
        let seekers: Vec<Seeker> = seekers.collect();
        let some = seekers.chunks(limits::TOLD_SEEKERS_MAX);
        messages.extend(some.map(|some| MatchMessage::Look(some.to_vec())));
        messages
    }

    /// Stores a search that a node has reported. Returns whether a group may be proposed for it at once.
    pub(super) fn hear(&mut self, from: NodeId, me: NodeId, seeker: Seeker) -> bool {
        let player = seeker.player;
        let rank = |since: Timestamp, node: NodeId| (since, node);
        if from != me
            && let Some(own) = self.own.get(&player)
        {
            if rank(seeker.since, from) < rank(own.since, me) {
                return false;
            }
            // The visitor now searches through another connection.
            own.tell(Some(SeekEnded::Withdrawn));
            self.own.remove(&player);
        }
        let known = self.heard_of.get(&player);
        let is_older = |known: &HeardOf| {
            known.node != from && rank(seeker.since, from) < rank(known.seeker.since, known.node)
        };
        if known.is_some_and(is_older) {
            return false;
        }
        let is_news = known.is_none_or(|known| {
            let before = &known.seeker;
            (before.is_free, &before.wants, before.party, before.with)
                != (seeker.is_free, &seeker.wants, seeker.party, seeker.with)
        });
        let party = seeker.party;
        let is_new = is_news && seeker.is_free;
        let heard = HeardOf {
            seeker,
            node: from,
            until: Instant::now() + limits::SEEKER_LEASE,
        };
        self.heard_of.insert(player, heard);
        if party.is_some() && is_news {
            self.tell_partners();
        }
        is_new
    }

    /// Removes a player who no longer searches through the node `from`.
    pub(super) fn hear_gone(&mut self, from: NodeId, player: PlayerId) {
        if let Some(known) = self.heard_of.get(&player)
            && known.node == from
        {
            self.heard_of.remove(&player);
        }
    }

    /// Removes the searches that were not reported for some time, and those that were reported by nodes that
    /// have left the cluster.
    pub(super) fn forget_silent(&mut self, is_gone: impl Fn(NodeId) -> bool) {
        let now = Instant::now();
        self.heard_of
            .retain(|_, known| known.until > now && !is_gone(known.node));
    }

    /// Ends the searches of those players of this node whose partners no longer search. Returns these
    /// players.
    pub(super) fn without_partners(&mut self) -> Vec<PlayerId> {
        let looks = |search: &&Search| !matches!(search.stage, Stage::Paired(_));
        let own = self.own.values().filter(looks);
        let left = own.filter(|own| own.partner.is_some() && self.partner_of(own).is_none());
        let left: Vec<PlayerId> = left.map(|own| own.peer.player).collect();
        for player in &left {
            if let Some(search) = self.own.remove(player) {
                search.tell(Some(SeekEnded::PartnerGone));
            }
        }
        left
    }

    fn tell_partners(&mut self) {
        let found: Vec<(PlayerId, String)> = self
            .own
            .values()
            .filter(|own| own.partner.is_none())
            .filter_map(|own| Some((own.peer.player, self.partner_of(own)?)))
            .collect();
        for (player, partner) in found {
            if let Some(search) = self.own.get_mut(&player) {
                search.partner = Some(partner);
                search.tell(None);
            }
        }
    }

    /// Tells the clients of players who have searched for some time that they may play against a computer
    /// player.
    pub(super) fn tell_changes(&mut self, now: Timestamp) {
        for search in self.own.values_mut() {
            let offers = now.ms_since(search.since) >= limits::SEEK_OFFER_MS;
            if search.stage == Stage::Looking && offers && !search.offers_computer {
                search.offers_computer = true;
                search.tell(None);
            }
        }
    }

    /// Counts a seat for which a player is asked.
    pub(super) fn count_absence(&mut self, player: PlayerId, now: Timestamp) {
        if let Some(heard) = self.heard_of.get(&player) {
            self.absences.add(requester(&heard.seeker), now);
        }
    }

    /// All players who search, on any node. Data about other players can be dropped.
    pub(super) fn known(&self) -> HashSet<PlayerId> {
        self.heard_of.keys().copied().collect()
    }
}

/// The player and the address of a search.
pub(super) const fn requester(seeker: &Seeker) -> Requester {
    Requester {
        player: seeker.player,
        from: seeker.from,
    }
}
