//! What players and the organiser may do: a state, a request and the time give events, or a refusal.

use boneyard_base::text::{self, TextError};
use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::Invite;
use boneyard_protocol::tournament::{DecidedResult, OrganiserAction, TakeOrganiserAction};
use boneyard_tournaments::{Decision, MatchOutcome, Pairing, PairingId, Placed, Placing, Winner};

use crate::event::{Entrant, EntryId, Event, Source};
use crate::networks::network;
use crate::refusal::Refusal;
use crate::state::{Match, Stage, State, Stop, are_places, ranked};

/// A player who wants to take part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntrant {
    /// The player.
    pub player: PlayerId,
    /// The display name.
    pub name: String,
    /// Whether the player has an account.
    pub kept: bool,
    /// Whether the account is old enough and has played enough for a tournament of known accounts.
    pub known: bool,
    /// A keyed hash of the network from which the request came; `None` if the network tells nothing.
    pub network: Option<String>,
    /// The rating by the tournament's rules, by which players are seeded; `None` without one.
    pub rating: Option<i32>,
    /// The password; `None` if the player sent none.
    pub password: Option<String>,
    /// The invitation of the partner; `None` without one.
    pub partner: Option<Invite>,
    /// The invitation that the player gets for a partner, in a tournament of pairs.
    pub invite: Invite,
}

impl State {
    /// Decides whether a player may enter. A player who has entered already changes nothing.
    pub(crate) fn decide_entry(
        &self,
        entrant: &NewEntrant,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.is_over() {
            return Err(Refusal::Ended);
        }
        let known = self.entry_of(entrant.player);
        match known {
            Some((id, entry)) if !entry.withdrawn => return self.partnered(id, entrant.partner),
            Some((_, entry)) if entry.member.is_some() => return Err(Refusal::Withdrawn),
            // A player who was withdrawn at the start has not been paired, and can't be any more.
            Some(_) if self.stage != Stage::Coming => return Err(Refusal::EntryClosed),
            _ => {}
        }
        let is_late = self.is_arena() && self.tournament.is_over(now.0);
        if !self.is_open() || is_late {
            return Err(Refusal::EntryClosed);
        }
        let password = entrant.password.as_deref();
        if !self.settings.is_opened_by(password) {
            return Err(Refusal::WrongPassword);
        }
        let network = entrant.network.as_deref().map(|of| network(self.id, of));
        self.must_be_a_person(entrant.kept, entrant.known, network)?;
        let entry = known.map(|(id, _)| id).or_else(|| self.next_entry());
        let is_full = self.active_count() >= usize::from(self.settings.players_max);
        let entry = entry.filter(|_| !is_full).ok_or(Refusal::Full)?;
        let mut events = vec![Event::Entered {
            player: entrant.player,
            name: entrant.name.clone(),
            rating: entrant.rating.unwrap_or(limits::SEEK_RATING),
            network,
        }];
        if self.settings.pairs {
            let invite = entrant.invite;
            events.push(Event::Invited { entry, invite });
            events.extend(self.partnered(entry, entrant.partner)?);
        }
        Ok(events)
    }

    /// Decides a player's word to be there.
    pub(crate) fn decide_check_in(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let (entry, known) = self.entry_of(player).ok_or(Refusal::NotEntered)?;
        if known.withdrawn {
            return Err(Refusal::Withdrawn);
        }
        let from = self.check_in_from().ok_or(Refusal::NoCheckIn)?;
        if now < from || self.stage != Stage::Coming {
            return Err(Refusal::NoCheckIn);
        }
        if known.here {
            return Ok(Vec::new());
        }
        Ok(vec![Event::CheckedIn { entry }])
    }

    /// Decides that a player of an arena takes a break (`away`), or that a player is back, in each format. What is so
    /// already changes nothing.
    pub(crate) fn decide_break(&self, player: PlayerId, away: bool) -> Result<Vec<Event>, Refusal> {
        let (entry, known) = self.entry_of(player).ok_or(Refusal::NotEntered)?;
        if away && !self.is_arena() {
            return Err(Refusal::NoBreaks);
        }
        match self.stage {
            Stage::Coming => Err(Refusal::NotBegun),
            Stage::Ended { .. } | Stage::CalledOff { .. } => Err(Refusal::Ended),
            Stage::Running { .. } if known.withdrawn => Err(Refusal::Withdrawn),
            Stage::Running { .. } if known.away == away => Ok(Vec::new()),
            Stage::Running { .. } if away => Ok(vec![Event::WentAway { entry }]),
            Stage::Running { .. } => Ok(vec![Event::CameBack { entry }]),
        }
    }

    /// Decides a player's withdrawal.
    pub(crate) fn decide_withdrawal(&self, player: PlayerId) -> Result<Vec<Event>, Refusal> {
        let (entry, _) = self.entry_of(player).ok_or(Refusal::NotEntered)?;
        self.withdrawn(entry)
    }

    /// The events of a withdrawal. A match that the player has not finished is lost: its table ends it.
    pub(crate) fn withdrawn(&self, id: EntryId) -> Result<Vec<Event>, Refusal> {
        let entry = self.entry(id).ok_or(Refusal::NotEntered)?;
        if self.is_over() {
            return Err(Refusal::Ended);
        }
        if entry.withdrawn {
            return Err(Refusal::Withdrawn);
        }
        let mut events = vec![Event::Withdrawn { entry: id }];
        if let Some(one) = self.match_of(entry)
            && one.table.is_none()
            && !self.has_tables()
        {
            events.push(Event::Reported {
                pairing: one.id,
                outcome: self.judged(&one, unplayed(Decision::Won(self.opponent(&one, id)))),
                source: Source::Forfeited,
            });
        }
        Ok(events)
    }

    /// The side of a match for which the player of an entry does not play.
    pub(crate) fn opponent(&self, one: &Match, id: EntryId) -> Winner {
        let is_first = one.pairing.sides().is_some_and(|[first, _]| {
            let mut players = self.side(first).into_iter();
            players.any(|(of, _)| of == id)
        });
        if is_first {
            Winner::Second
        } else {
            Winner::First
        }
    }

    /// Decides an action of the organiser.
    pub(crate) fn decide_action(
        &self,
        player: PlayerId,
        wanted: &TakeOrganiserAction,
    ) -> Result<Vec<Event>, Refusal> {
        if player != self.organiser {
            return Err(Refusal::NotOrganiser);
        }
        let is_of_any_time = matches!(
            wanted.action,
            OrganiserAction::Result
                | OrganiserAction::Rename
                | OrganiserAction::DeleteName
                | OrganiserAction::DeleteNote
                | OrganiserAction::Delete
        );
        if self.is_over() && !is_of_any_time {
            return Err(Refusal::Ended);
        }
        match wanted.action {
            OrganiserAction::Start => self.started(),
            OrganiserAction::Pause if self.paused => Err(Refusal::AlreadySo),
            OrganiserAction::Pause => Ok(vec![Event::Paused]),
            OrganiserAction::Resume if !self.paused => Err(Refusal::AlreadySo),
            OrganiserAction::Resume => Ok(vec![Event::Resumed]),
            OrganiserAction::Withdraw => {
                let entrant = wanted.entrant.ok_or(Refusal::Missing("entrant"))?;
                self.withdrawn(entry_named(entrant)?)
            }
            OrganiserAction::WithdrawNetwork => {
                let entrant = wanted.entrant.ok_or(Refusal::Missing("entrant"))?;
                self.network_withdrawn(entry_named(entrant)?)
            }
            OrganiserAction::Result => self.decided(wanted),
            OrganiserAction::CallOff => Ok(vec![Event::CalledOff]),
            OrganiserAction::Partners => self.made_partners(wanted),
            OrganiserAction::StopRepeating if self.repeat().is_none() => Err(Refusal::AlreadySo),
            // The next one exists already: there it can be ended.
            OrganiserAction::StopRepeating if self.stage != Stage::Coming => Err(Refusal::Begun),
            OrganiserAction::StopRepeating => Ok(vec![Event::RepeatStopped]),
            OrganiserAction::Rename => {
                let name = wanted.name.as_deref().ok_or(Refusal::Missing("name"))?;
                let name = text::normalise(name, limits::TOURNAMENT_NAME_CHARS_MAX)?;
                Ok(vec![Event::Renamed { name }])
            }
            OrganiserAction::DeleteName => {
                let entrant = wanted.entrant.ok_or(Refusal::Missing("entrant"))?;
                let (player, _) = self.person_named(entrant)?;
                Ok(self.decide_no_name(player).into_iter().collect())
            }
            OrganiserAction::DeleteNote => {
                let round = wanted.round.ok_or(Refusal::Missing("round"))?;
                let number = wanted.number.ok_or(Refusal::Missing("number"))?;
                let one = self
                    .match_named(round, number)
                    .ok_or(Refusal::NoSuchMatch)?;
                Ok(vec![Event::NoteDeleted { pairing: one.id }])
            }
            OrganiserAction::Delete if self.is_over() => Ok(vec![Event::Deleted]),
            OrganiserAction::Delete => Ok(vec![Event::CalledOff, Event::Deleted]),
        }
    }

    /// The event with which an entry gets the partner whose invitation this is; none without an invitation.
    fn partnered(&self, entry: EntryId, invite: Option<Invite>) -> Result<Vec<Event>, Refusal> {
        let Some(invite) = invite else {
            return Ok(Vec::new());
        };
        if !self.settings.pairs {
            return Err(Refusal::NoPairs);
        }
        let mut entries = self.entries();
        let inviting = entries.find(|(_, other)| other.invite == Some(invite));
        let (partner, known) = inviting.ok_or(Refusal::NoSuchInvite)?;
        if known.partner == Some(entry) {
            return Ok(Vec::new());
        }
        // A new entry, and one that comes back, are alone.
        let has_partner = self.entry(entry).is_some_and(|of| of.partner.is_some());
        if partner == entry || !self.is_alone(partner) {
            return Err(Refusal::NoSuchInvite);
        }
        if has_partner {
            return Err(Refusal::HasPartner);
        }
        let entries = [partner, entry];
        Ok(vec![Event::Partnered { entries }])
    }

    /// The event with which the organiser makes two players partners.
    fn made_partners(&self, wanted: &TakeOrganiserAction) -> Result<Vec<Event>, Refusal> {
        let first = wanted.entrant.ok_or(Refusal::Missing("entrant"))?;
        let second = wanted.partner.ok_or(Refusal::Missing("partner"))?;
        let entries = [entry_named(first)?, entry_named(second)?];
        if !self.settings.pairs {
            return Err(Refusal::NoPairs);
        }
        if !self.is_open() {
            return Err(Refusal::EntryClosed);
        }
        if entries.iter().any(|&id| self.entry(id).is_none()) {
            return Err(Refusal::NotEntered);
        }
        if entries[0] == entries[1] || !entries.iter().all(|&id| self.is_alone(id)) {
            return Err(Refusal::HasPartner);
        }
        Ok(vec![Event::Partnered { entries }])
    }

    /// The event with which the tournament begins.
    pub(crate) fn started(&self) -> Result<Vec<Event>, Refusal> {
        if self.stage != Stage::Coming {
            return Err(Refusal::Begun);
        }
        let computers = self.computers_with(self.ready_count());
        let computers = computers.ok_or(Refusal::TooFew)? as u16;
        Ok(vec![Event::Started { computers }])
    }

    /// How many more players the tournament needs before it can begin; `None` if it needs none, or has begun.
    pub(crate) fn lacking(&self) -> Option<u16> {
        let people = self.ready_count();
        let mut more = 0..=limits::TOURNAMENT_PLAYERS_MAX;
        let more = more.find(|&more| self.computers_with(people + usize::from(more)).is_some());
        more.filter(|&more| more > 0 && self.stage == Stage::Coming)
    }

    /// How many computer players take part with so many people; `None` if all together are too few.
    fn computers_with(&self, people: usize) -> Option<usize> {
        let fill_to = self.settings.computers.map_or(0, |(_, to)| usize::from(to));
        let pairs = self.settings.pairs;
        let computers = fill_to.saturating_sub(people);
        // A computer player is the partner of a player who is left over.
        let odd = pairs && fill_to > 0 && (people + computers) % 2 == 1;
        let computers = computers + usize::from(odd);
        let least = if pairs { 4 } else { self.at_a_table() };
        (people > 0 && people + computers >= least).then_some(computers)
    }

    /// The event with which the organiser decides a match.
    fn decided(&self, wanted: &TakeOrganiserAction) -> Result<Vec<Event>, Refusal> {
        let round = wanted.round.ok_or(Refusal::Missing("round"))?;
        let number = wanted.number.ok_or(Refusal::Missing("number"))?;
        let note = wanted.note.as_deref().ok_or(Refusal::Missing("note"))?;
        let note = text::normalise(note, limits::TOURNAMENT_NOTE_CHARS_MAX);
        let note = note.map_err(|error: TextError| Refusal::Note(error))?;
        let one = self
            .match_named(round, number)
            .ok_or(Refusal::NoSuchMatch)?;
        let pairing = one.id;
        // The result comes once the table has ended the match.
        let is_stopped = matches!(one.stop, Some(Stop::Decided(..) | Stop::Ranked(..)));
        let is_decided = one.outcome.is_some() || is_stopped;
        if wanted
            .corrects
            .is_some_and(|corrects| corrects != is_decided)
        {
            return Err(Refusal::Decided);
        }
        if matches!(one.pairing, Pairing::Table(_)) {
            return ranked_by_organiser(&one, wanted, note);
        }
        let result = wanted.result.ok_or(Refusal::Missing("result"))?;
        let decision = match result {
            DecidedResult::First => Decision::Won(Winner::First),
            DecidedResult::Second => Decision::Won(Winner::Second),
            DecidedResult::Tie => Decision::Tie,
            DecidedResult::Neither => Decision::Neither,
        };
        let is_knockout = self.is_knockout(pairing.round);
        if is_knockout && decision == Decision::Tie {
            return Err(Refusal::NeedsWinner);
        }
        let decided = match (one.outcome, one.table) {
            (Some(_), _) if is_knockout && pairing.round + 1 < self.round_count() => {
                return Err(Refusal::TooLate);
            }
            (Some(_), _) => Event::Corrected {
                pairing,
                decision,
                note,
            },
            (None, Some(_)) => Event::Decided {
                pairing,
                decision,
                note,
            },
            (None, None) => Event::Reported {
                pairing,
                outcome: unplayed(decision),
                source: Source::Organiser(note),
            },
        };
        Ok(vec![decided])
    }

    /// The player with this number, which begins with 1, and the name.
    pub(crate) fn person_named(&self, number: u32) -> Result<(PlayerId, String), Refusal> {
        let entry = self.entry(entry_named(number)?);
        let entry = entry.ok_or(Refusal::NotEntered)?;
        match entry.entrant {
            Entrant::Person(player) => Ok((player, entry.name.to_string())),
            Entrant::Computer(_) => Err(Refusal::NotEntered),
        }
    }

    /// The match with these numbers, which begin with 1. A bye is no match.
    fn match_named(&self, round: u32, number: u32) -> Option<Match> {
        let id = PairingId {
            round: round.checked_sub(1)? as usize,
            number: number.checked_sub(1)? as usize,
        };
        let mut matches = self.matches_of(id.round).into_iter();
        matches.find(|one| one.id == id && one.pairing.is_match())
    }
}

/// The event with which the organiser gives the places of a match at a table of several. Without a table, which a match
/// of computer players hasn't, nobody has points.
fn ranked_by_organiser(
    one: &Match,
    wanted: &TakeOrganiserAction,
    note: String,
) -> Result<Vec<Event>, Refusal> {
    let places = wanted.places.clone().ok_or(Refusal::Missing("places"))?;
    if places.len() != one.pairing.entrants().count() || !are_places(&places) {
        return Err(Refusal::Places);
    }
    let pairing = one.id;
    if one.outcome.is_none() && one.table.is_none() {
        let nothing = Placed {
            place: 1,
            points: 0,
            missed: false,
        };
        let placing = Placing(vec![nothing; places.len()]);
        return Ok(vec![Event::Placed {
            pairing,
            placing: ranked(&placing, &places),
            source: Source::Organiser(note),
        }]);
    }
    Ok(vec![Event::Ranked {
        pairing,
        places,
        note,
    }])
}

/// The entry with this number, which begins with 1.
fn entry_named(number: u32) -> Result<EntryId, Refusal> {
    number
        .checked_sub(1)
        .map(EntryId)
        .ok_or(Refusal::NotEntered)
}

/// The outcome of a match without a table.
const fn unplayed(decision: Decision) -> MatchOutcome {
    MatchOutcome {
        decision,
        points: None,
    }
}
