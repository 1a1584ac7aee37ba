//! What those who follow a tournament are shown, and what has changed in it.

use std::collections::HashMap;

use boneyard_base::{Peer, PlayerId, limits};
use boneyard_protocol::RoomTournament;
use boneyard_protocol::tournament::{
    MatchResult, ResultSource, TournamentChange, TournamentEntrant, TournamentFormat,
    TournamentHead, TournamentMatch, TournamentMatches, TournamentOwn, TournamentPhase,
    TournamentState,
};
use boneyard_tournaments::duplicate::hundredths;
use boneyard_tournaments::{Decision, EntrantId, Format, MatchOutcome, PairingId, Placed, Side};

use crate::event::{Entrant, EntryId, Source};
use crate::repeat::{Repeat, next_id};
use crate::state::{Match, Stage, State};

/// The standing of an entrant, as it is shown.
#[derive(Default)]
struct Shown {
    place: Option<u32>,
    share: Option<u32>,
    margin: i64,
    knockout: u32,
    points: u32,
    missed: u32,
    difference: i32,
    buchholz: u32,
}

impl State {
    /// All but the players and the matches.
    pub(crate) fn head(&self) -> TournamentHead {
        let settings = &self.settings;
        let (format, rounds, cut) = match settings.format {
            Format::Swiss { rounds, cut } => {
                let cut = cut.map(|cut| cut.size);
                (TournamentFormat::Swiss, Some(rounds), cut)
            }
            Format::Individual { rounds } => (TournamentFormat::Individual, Some(rounds), None),
            Format::Tables { rounds, .. } => (TournamentFormat::Tables, Some(rounds), None),
            Format::RoundRobin => (TournamentFormat::RoundRobin, None, None),
            Format::Knockout { .. } => (TournamentFormat::Knockout, None, None),
            Format::Arena { .. } => (TournamentFormat::Arena, None, None),
        };
        let last = self.last_round();
        TournamentHead {
            name: settings.name.clone(),
            organiser: self.organiser_name.to_string(),
            format,
            phase: match self.stage {
                Stage::Coming => TournamentPhase::Coming,
                Stage::Running { .. } => TournamentPhase::Running,
                Stage::Ended { .. } => TournamentPhase::Ended,
                Stage::CalledOff { .. } => TournamentPhase::CalledOff,
            },
            rounds,
            cut,
            pairs: settings.pairs,
            repeat: self.repeat().map(Repeat::shown),
            next: self
                .repeat()
                .filter(|_| self.stage != Stage::Coming)
                .map(|_| next_id(self.id)),
            notation: settings.rules.to_string(),
            clock: settings.clock,
            time_cap: settings.time_cap,
            boards: settings.boards,
            watch_delay_minutes: settings.watch_delay_minutes,
            starts_ms: self.began().unwrap_or(settings.starts).0,
            round: self.round_count() as u32,
            round_ms: last.map(|(paired, _)| paired.0),
            come_by_ms: last
                .filter(|_| !self.is_arena())
                .map(|(_, come_by)| come_by.0),
            ends_ms: self.ends().map(|ends| ends.0),
            ended_ms: match self.stage {
                Stage::Ended { at, .. } | Stage::CalledOff { at } => Some(at.0),
                Stage::Coming | Stage::Running { .. } => None,
            },
            paused: self.paused && !self.is_over(),
            open: self.is_open(),
            players: self.active_count() as u32,
            players_max: settings.players_max,
            lacking: self.lacking(),
            come_minutes: settings.come_minutes,
            check_in_ms: self.check_in_from().map(|from| from.0),
            entries: settings.entries,
            password: settings.password.is_some(),
            rated: settings.rated,
            computers: settings.computers.map(|(level, _)| level),
        }
    }

    /// The place of a match in the tournament, as the match's table shows it.
    pub(crate) fn place_of(&self, one: &Match) -> RoomTournament {
        let round = (one.id.round as u32).saturating_add(1);
        RoomTournament {
            id: self.id,
            name: self.settings.name.clone(),
            round: (!self.is_arena()).then_some(round),
            rounds: match self.settings.format {
                Format::Swiss { rounds, .. }
                | Format::Individual { rounds }
                | Format::Tables { rounds, .. } => Some(rounds),
                Format::RoundRobin | Format::Knockout { .. } | Format::Arena { .. } => None,
            },
        }
    }

    /// The tournament, with its players and the matches of its last round.
    pub(crate) fn shown(&self) -> TournamentState {
        let standings: HashMap<EntrantId, Shown> = if self.round_count() == 0 {
            HashMap::new()
        } else {
            self.shown_standings()
        };
        let entrants = self.entries().map(|(id, entry)| {
            let standing = entry.member.and_then(|member| standings.get(&member));
            TournamentEntrant {
                n: id.number(),
                name: entry.name.to_string(),
                computer: match entry.entrant {
                    Entrant::Person(_) => None,
                    Entrant::Computer(level) => Some(level),
                },
                here: entry.here,
                withdrawn: entry.withdrawn,
                away: entry.away,
                partner: entry.partner.map(EntryId::number),
                place: standing.and_then(|of| of.place),
                share: standing.and_then(|of| of.share),
                margin: standing.map_or(0, |of| of.margin),
                knockout: standing.map_or(0, |of| of.knockout),
                points: standing.map_or(0, |of| of.points),
                missed: standing.map_or(0, |of| of.missed),
                difference: standing.map_or(0, |of| of.difference),
                buchholz: standing.map_or(0, |of| of.buchholz),
            }
        });
        let entrants = entrants.collect();
        let matches = self.current_matches().into_iter();
        let matches = matches.map(|one| self.shown_match(one)).collect();
        TournamentState {
            tournament: self.id,
            v: self.version.unsigned_abs(),
            head: self.head(),
            entrants,
            matches,
        }
    }

    /// The standings by match points, or by the boards.
    fn shown_standings(&self) -> HashMap<EntrantId, Shown> {
        if let Some(standings) = self.board_standings() {
            let shown = standings.into_iter().map(|(entrant, of, share)| {
                let shown = Shown {
                    place: share.map(|_| of.place as u32),
                    share,
                    margin: hundredths(of.margin),
                    missed: of.missed,
                    ..Shown::default()
                };
                (entrant, shown)
            });
            return shown.collect();
        }
        let shown = self.tournament.standings().into_iter().map(|of| {
            let shown = Shown {
                place: Some(of.place as u32),
                share: None,
                margin: 0,
                knockout: of.knockout,
                points: of.points,
                missed: of.missed,
                difference: of.difference,
                buchholz: of.buchholz,
            };
            (of.entrant, shown)
        });
        shown.collect()
    }

    /// A page of the matches of all rounds.
    pub(crate) fn page_of_matches(&self, page: u32) -> TournamentMatches {
        let most = limits::TOURNAMENT_MATCHES_PER_PAGE;
        let mut ids = self.match_ids().skip((page as usize).saturating_mul(most));
        let matches = ids.by_ref().take(most).filter_map(|id| self.match_at(id));
        TournamentMatches {
            matches: matches.map(|one| self.shown_match(one)).collect(),
            more: ids.next().is_some(),
        }
    }

    /// The matches of an arena that were being played before, and have ended among more than are shown. Followers are
    /// told of them too: they would take them for matches that are being played.
    pub(crate) fn ended_unshown(
        &self,
        before: &TournamentState,
        now: &TournamentState,
    ) -> Vec<TournamentMatch> {
        if now.head.format != TournamentFormat::Arena {
            return Vec::new();
        }
        let shown = |one: &TournamentMatch| {
            let mut all = now.matches.iter();
            all.any(|other| (other.round, other.number) == (one.round, one.number))
        };
        let played = before.matches.iter().filter(|one| one.result.is_none());
        let gone = played.filter(|one| !shown(one)).filter_map(|one| {
            self.match_at(PairingId {
                round: one.round.checked_sub(1)? as usize,
                number: one.number.checked_sub(1)? as usize,
            })
        });
        gone.map(|one| self.shown_match(one)).collect()
    }

    fn shown_match(&self, one: Match) -> TournamentMatch {
        use boneyard_tournaments::Pairing;
        let numbers = |side: Side| {
            let members = self.side(side).into_iter();
            members.map(|(id, _)| id.number()).collect()
        };
        let sides = match one.pairing {
            Pairing::Match(sides) | Pairing::ThirdPlace(sides) => sides.map(numbers).to_vec(),
            Pairing::Bye(entrant) => vec![numbers(Side::one(entrant))],
            Pairing::Table(seated) => {
                let entrants = seated.entrants().iter();
                entrants.map(|&of| numbers(Side::one(of))).collect()
            }
        };
        TournamentMatch {
            round: one.id.round as u32 + 1,
            number: one.id.number as u32 + 1,
            sides,
            third_place: matches!(one.pairing, Pairing::ThirdPlace(_)),
            table: one
                .open_table()
                .filter(|_| self.settings.watch_delay_minutes.is_some() && one.outcome.is_none()),
            over: one.outcome.is_some() && !self.is_result_shown(one.id),
            result: one
                .outcome
                .filter(|_| self.is_result_shown(one.id))
                .map(|outcome| self.result(one.id, outcome, one.source)),
        }
    }

    fn result(&self, id: PairingId, outcome: MatchOutcome, source: Option<Source>) -> MatchResult {
        let (source, note) = match source {
            _ if outcome.decision == Decision::Void => (ResultSource::Void, None),
            Some(Source::Organiser(note)) => (ResultSource::Decided, Some(note)),
            Some(Source::Forfeited) => (ResultSource::Forfeited, None),
            Some(Source::Played | Source::Computers) | None => (ResultSource::Played, None),
        };
        let placed = self.tournament.placing(id).map(|placing| &placing.0[..]);
        let placed = placed.unwrap_or_default();
        let points = placed.iter().map(|of| of.points);
        let place = |of: &Placed| if of.missed { 0 } else { of.place };
        MatchResult {
            winner: outcome.winner().map(|winner| winner.index() as u8),
            tie: outcome.decision == Decision::Tie,
            points: outcome
                .points
                .map(|points| points.to_vec())
                .or_else(|| (!placed.is_empty()).then(|| points.collect())),
            places: placed.iter().map(place).collect(),
            boards: self.boards_of(id),
            dealt: outcome.points.and_then(|_| self.dealt(id)),
            source,
            note,
        }
    }

    /// What the tournament is to the visitor of a socket.
    pub(crate) fn own_of_peer(&self, peer: &Peer) -> TournamentOwn {
        self.own_of(peer.player, peer.status().is_moderator)
    }

    /// What the tournament is to a visitor.
    pub(crate) fn own_of(&self, player: PlayerId, moderator: bool) -> TournamentOwn {
        let organiser = self.is_organised_by(player, moderator);
        let sees_networks = organiser || moderator;
        TournamentOwn {
            organiser,
            moderator,
            networks: if sees_networks {
                self.shown_networks()
            } else {
                Vec::new()
            },
            ..self.own(player)
        }
    }

    /// What the tournament is to a visitor who isn't a moderator.
    pub(crate) fn own(&self, player: PlayerId) -> TournamentOwn {
        let entry = self.entry_of(player).filter(|(_, entry)| !entry.withdrawn);
        let running = entry.filter(|_| !self.is_over());
        let open = running.and_then(|(_, entry)| {
            let one = self.match_of(entry)?;
            Some((one.open_table()?, one.come_by))
        });
        TournamentOwn {
            tournament: self.id,
            entrant: entry.map(|(id, _)| id.number()),
            organiser: self.is_organised_by(player, false),
            moderator: false,
            table: open.map(|(table, _)| table),
            come_by_ms: open.map(|(_, come_by)| come_by.0),
            networks: Vec::new(),
            invite: entry
                .filter(|(id, _)| self.is_alone(*id) && self.is_open())
                .and_then(|(_, entry)| entry.invite),
        }
    }
}

/// What has changed since an earlier version.
pub(crate) fn change(before: &TournamentState, now: &TournamentState) -> TournamentChange {
    let entrants = now.entrants.iter().enumerate();
    let entrants = entrants.filter(|(at, entrant)| before.entrants.get(*at) != Some(entrant));
    let place = |one: &TournamentMatch| (one.round, one.number);
    let known: HashMap<_, _> = before.matches.iter().map(|one| (place(one), one)).collect();
    let matches = now.matches.iter();
    let matches = matches.filter(|one| known.get(&place(one)) != Some(one));
    TournamentChange {
        tournament: now.tournament,
        since: before.v,
        v: now.v,
        head: now.head.clone(),
        entrants: entrants.map(|(_, entrant)| entrant.clone()).collect(),
        matches: matches.cloned().collect(),
    }
}

/// What the list of tournaments shows, as it is stored.
pub(crate) fn summary(state: &State) -> String {
    serde_json::to_string(&state.head()).expect("a head has no keys but the names of its fields")
}
