//! The work of the owner of the pool: it proposes groups, and opens a table when all players of a group
//! have agreed.

use std::collections::{BTreeMap, HashMap};

use boneyard_base::{Amount, Peer, PlayerId, Timestamp, limits};
use boneyard_cluster::{MatchMessage, Message, Proposal, Seeker};
use boneyard_protocol::{ClockRule, PartyId, TableId};
use boneyard_rules::Preset;
use boneyard_rules::Seating;
use boneyard_store::StoreError;
use boneyard_table::{Action, CreateError, PairedPerson};
use tokio::time::Instant;

use super::Matching;
use super::pool::{Group, Pool, Sizes, Ticket, TicketKind, Want};
use super::proposals::Proposed;
use super::search::{Searches, requester};

/// The clock of a quick match.
const CLOCK: ClockRule = ClockRule::PerMove { seconds: 30 };

/// The reason why no table was opened for a group.
#[derive(Debug, thiserror::Error)]
enum OpenError {
    #[error("a block keeps two players of the group apart")]
    Blocked,
    #[error("there is no such preset")]
    NoPreset,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Create(#[from] CreateError),
}

impl Matching {
    /// Proposes a group for a new search at once, if a group is possible and this node owns the pool.
    pub(super) fn arrive(&self, searches: &mut Searches, player: PlayerId) {
        if !self.is_owner() || searches.proposals.holds(player) {
            return;
        }
        let now = self.now();
        let tickets = tickets(searches, now);
        let new = tickets
            .iter()
            .position(|ticket| ticket.players.contains(&player));
        let group = new.and_then(|new| {
            let pool = Pool {
                tickets: &tickets,
                sizes: &sizes(),
                apart: &searches.proposals.apart,
                now,
            };
            pool.arrive(new)
        });
        if let Some(group) = group {
            self.propose(searches, group);
        }
    }

    /// Proposes the groups of a wave, if this node owns the pool. Sessions wait only while the searches are
    /// collected, not while the groups are formed.
    pub(super) fn wave(&self) {
        if !self.is_owner() {
            return;
        }
        let now = self.now();
        let (tickets, apart) = {
            let mut searches = self.searches();
            let known = searches.known();
            let apart = &mut searches.proposals.apart;
            apart.retain(|(one, other)| known.contains(one) && known.contains(other));
            let apart = apart.clone();
            (tickets(&searches, now), apart)
        };
        let pool = Pool {
            tickets: &tickets,
            sizes: &sizes(),
            apart: &apart,
            now,
        };
        for group in pool.wave() {
            self.propose(&mut self.searches(), group);
        }
    }

    /// Asks the nodes of a group's players to keep their seats. Does nothing if a player no longer searches,
    /// is part of another proposal, or has got more absences since the group was formed: the wave may have
    /// put many seekers of one address into groups.
    fn propose(&self, searches: &mut Searches, group: Group) {
        let now = self.now();
        let people = group.seats.iter().map(|player| {
            let seeker = &searches.heard_of.get(player)?.seeker;
            let is_free = seeker.is_free && !searches.proposals.holds(*player);
            let absences = searches.absences.of(requester(seeker), now);
            (is_free && absences <= group.absences).then(|| seeker.clone())
        });
        let Some(people) = people.collect::<Option<Vec<_>>>() else {
            return;
        };
        let Some(preset) = Preset::all().nth(usize::from(group.preset)) else {
            return;
        };
        let proposal = Proposal {
            group: rand::random(),
            preset: preset.name().to_owned(),
            seats: group.seats,
        };
        let proposed = Proposed {
            waits_for: proposal.seats.iter().copied().collect(),
            proposal: proposal.clone(),
            people,
            until: Instant::now() + limits::PROPOSAL_TIMEOUT,
        };
        searches.proposals.open.insert(proposal.group, proposed);
        self.tell(searches, MatchMessage::Proposed(proposal));
    }

    /// Handles a node's answer for one player of a group.
    pub(super) fn take_answer(
        &self,
        searches: &mut Searches,
        group: u64,
        player: PlayerId,
        agrees: bool,
    ) {
        let Some(proposed) = searches.proposals.open.get_mut(&group) else {
            return;
        };
        if !agrees {
            // If the player still searches, the player's node will report the search again within a second.
            searches.heard_of.remove(&player);
            return self.drop_proposal(searches, group);
        }
        let was_waiting = proposed.waits_for.remove(&player);
        if was_waiting && proposed.waits_for.is_empty() {
            // From now on the table is being opened. Opening a table may take longer than collecting the
            // answers, so the proposal gets more time.
            proposed.until += limits::SEAT_PROMISE;
            let (proposal, people) = (proposed.proposal.clone(), proposed.people.clone());
            let matching = self.clone();
            tokio::spawn(async move { matching.open(proposal, people).await });
        }
    }

    fn drop_proposal(&self, searches: &mut Searches, group: u64) {
        if searches.proposals.open.remove(&group).is_some() {
            self.tell(searches, MatchMessage::Dropped { group });
        }
    }

    /// Opens the table of a group whose players have all agreed, unless one of them has blocked another.
    async fn open(&self, proposal: Proposal, people: Vec<Seeker>) {
        let first = people.first().map(requester);
        let opened = self.try_open(&proposal, people).await;
        // The proposal was dropped meanwhile if a player has quit, or if it took too long. The table is the last quick
        // match of its players, and would be offered to those who search again. It closes when a player leaves it.
        if let Some(table) = self.opened(proposal, opened)
            && let Some(seeker) = first
        {
            self.act_at(table, seeker, Action::Leave).await;
        }
    }

    /// Tells all nodes that a table was opened. Returns the table if its proposal was dropped meanwhile.
    fn opened(
        &self,
        proposal: Proposal,
        opened: Result<(TableId, bool), OpenError>,
    ) -> Option<TableId> {
        let mut searches = self.searches();
        let group = proposal.group;
        match opened {
            Ok((table, rated)) if searches.proposals.open.remove(&group).is_some() => {
                let opened = MatchMessage::Opened {
                    proposal,
                    table,
                    rated,
                };
                let until = Instant::now() + limits::OPENED_TOLD_FOR;
                searches.proposals.opened.push((opened.clone(), until));
                self.tell(&mut searches, opened);
            }
            Ok((table, _)) => return Some(table),
            Err(error) => {
                if !matches!(error, OpenError::Blocked) {
                    tracing::warn!(%error, "a quick match can't be opened");
                }
                self.drop_proposal(&mut searches, group);
            }
        }
        None
    }

    async fn try_open(
        &self,
        proposal: &Proposal,
        people: Vec<Seeker>,
    ) -> Result<(TableId, bool), OpenError> {
        let known = &self.inner.people;
        let preset = Preset::by_name(&proposal.preset).ok_or(OpenError::NoPreset)?;
        let seats = proposal.seats.clone();
        let rules = Sizes::of(preset).rules(preset, seats.len());
        let rules = rules.ok_or(OpenError::NoPreset)?;
        let blocked = known.blocked_among(seats.clone()).await?;
        if !blocked.is_empty() {
            self.searches().proposals.apart.extend(blocked);
            return Err(OpenError::Blocked);
        }
        let all_kept = people.iter().all(|seeker| seeker.kept);
        // Players who can choose each other could arrange their results.
        let is_chosen = |other: &Seeker| people.iter().any(|one| one.with == Some(other.number));
        let rated = all_kept
            && !people.iter().any(is_chosen)
            && !are_opponents_near(&people, rules.seating())
            && known.is_rated(seats, rules).await?;
        let people = people.into_iter().map(|seeker| PairedPerson {
            player: seeker.player,
            name: seeker.name,
            met: seeker.met,
        });
        let people: Vec<_> = people.collect();
        let tables = &self.inner.tables;
        let table = tables.create_paired(&people, rules, rated, CLOCK).await?;
        Ok((table, rated))
    }

    /// Drops proposals that weren't answered in time. Sends the messages about opened tables to the other
    /// nodes again.
    pub(super) fn tick_as_owner(&self, searches: &mut Searches) {
        let now = Instant::now();
        let open = searches.proposals.open.iter();
        let late = open.filter(|(_, proposed)| proposed.until <= now);
        let late: Vec<u64> = late.map(|(&group, _)| group).collect();
        for group in late {
            self.drop_proposal(searches, group);
        }
        searches.proposals.opened.retain(|(_, until)| *until > now);
        let bus = self.inner.tables.bus();
        if !bus.is_alone() {
            for (opened, _) in &searches.proposals.opened {
                bus.tell_all(Message::Matching(Box::new(opened.clone())));
            }
        }
    }

    /// Whether the budgets allow to write the rows of a player's seat at a new table. The rows count
    /// against the player's own budgets, because a table of quick match has no host.
    pub(super) fn may_write_for(&self, peer: &Peer) -> bool {
        let amount = Amount {
            rows: limits::ROWS_OF_A_PAIRED_SEAT,
            bytes: limits::SMALL_ROW_BYTES,
        };
        let spent = self.inner.budgets.spend(peer.requester(), None, amount);
        spent.is_ok()
    }
}

/// Whether two opponents search from one network. They may be accounts of one player.
fn are_opponents_near(people: &[Seeker], seating: Seating) -> bool {
    let seats = || seating.seats().zip(people);
    seats().any(|(seat, own)| {
        let side = seating.side(seat);
        let mut others = seats().filter(|&(seat, _)| seating.side(seat) != side);
        others.any(|(_, other)| own.from.is_near(other.from))
    })
}

/// The tickets of all searches for which no seat is kept and which no proposal contains. The order is the
/// same on every node.
fn tickets(searches: &Searches, now: Timestamp) -> Vec<Ticket> {
    let taken = searches.proposals.players();
    let free = searches.heard_of.values().map(|heard| &heard.seeker);
    let mut free: Vec<&Seeker> = free
        .filter(|seeker| seeker.is_free && !taken.contains(&seeker.player))
        .collect();
    free.sort_by_key(|seeker| (seeker.since, seeker.player));
    let numbers: HashMap<u32, PlayerId> = free
        .iter()
        .map(|seeker| (seeker.number, seeker.player))
        .collect();
    let ticket = |seeker: &Seeker| Ticket {
        with: seeker.with.and_then(|number| numbers.get(&number).copied()),
        ..ticket(seeker, searches.absences.of(requester(seeker), now))
    };
    let mut parties: BTreeMap<PartyId, Vec<&Seeker>> = BTreeMap::new();
    let mut tickets = Vec::new();
    for seeker in free {
        match seeker.party {
            Some(party) => parties.entry(party).or_default().push(seeker),
            None => tickets.push(ticket(seeker)),
        }
    }
    let pairs = parties.values().filter_map(|party| match party[..] {
        [one, other, ..] => Some(together(ticket(one), &ticket(other))),
        _ => None,
    });
    tickets.extend(pairs);
    tickets
}

fn ticket(seeker: &Seeker, absences: u32) -> Ticket {
    let wants = seeker.wants.iter();
    Ticket {
        players: vec![seeker.player],
        wants: wants.filter_map(want).collect(),
        kind: if seeker.kept {
            TicketKind::Accounts
        } else {
            TicketKind::Guests
        },
        mixed: seeker.mixed,
        since: seeker.since,
        met: seeker.met.clone(),
        with: None,
        absences,
    }
}

/// A wanted preset by its place in the catalogue of this node. `None` if this node has no such preset: a node of a newer
/// version may have it.
fn want((name, rating): &(String, i32)) -> Option<Want> {
    let place = Preset::all().position(|preset| preset.name() == name)?;
    Some(Want {
        preset: u8::try_from(place).ok()?,
        rating: *rating,
    })
}

/// The ticket of two partners. The ticket wants the presets that both partners want. The wait of the ticket
/// begins when the second partner begins to search.
fn together(mut one: Ticket, other: &Ticket) -> Ticket {
    one.wants = one
        .wants
        .into_iter()
        .filter_map(|want| {
            let same = other.wants.iter().find(|same| same.preset == want.preset)?;
            let rating = i32::midpoint(want.rating, same.rating);
            Some(Want { rating, ..want })
        })
        .collect();
    one.players.extend(&other.players);
    if one.kind != other.kind {
        one.kind = TicketKind::Both;
    }
    one.mixed &= other.mixed;
    one.since = one.since.max(other.since);
    one.met.extend(&other.met);
    one.absences = one.absences.max(other.absences);
    one
}

fn sizes() -> Vec<Sizes> {
    Preset::all().map(Sizes::of).collect()
}
