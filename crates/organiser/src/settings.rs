//! What an organiser chooses when a tournament is created.

use boneyard_base::text::{self, TextError};
use boneyard_base::{Timestamp, TournamentId, limits};
use boneyard_bot::Level;
use boneyard_protocol::ClockRule;
use boneyard_protocol::tournament::{CreateTournament, TournamentEntries, TournamentFormat};
use boneyard_rules::{Rules, RulesError, Seating};
use boneyard_table::log_form;
use boneyard_tournaments::{Cut, Format, Pairing, SEATS_MAX, Tournament};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::repeat::Repeat;

/// What an organiser chooses when a tournament is created.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The first of the tournaments that follow each other by repetition, with which passwords are hashed.
    series: TournamentId,
    /// The name.
    pub(crate) name: String,
    pub(crate) format: Format,
    /// Whether pairs play that stay together.
    pub(crate) pairs: bool,
    pub(crate) repeat: Option<Repeat>,
    #[serde(with = "log_form::notation")]
    pub(crate) rules: Rules,
    #[serde(with = "log_form::Clock")]
    pub(crate) clock: ClockRule,
    /// The cap on a match's time, in minutes.
    pub(crate) time_cap: Option<u16>,
    /// How many boards each match has, if all tables of a round have the same deals.
    pub(crate) boards: Option<u8>,
    pub(crate) starts: Timestamp,
    pub(crate) players_max: u16,
    pub(crate) come_minutes: u8,
    pub(crate) check_in: bool,
    pub(crate) listed: bool,
    /// Who may take part.
    pub(crate) entries: TournamentEntries,
    /// The hash of the password; `None` if players need none.
    pub(crate) password: Option<[u8; 32]>,
    pub(crate) rated: bool,
    /// The level of the computer players that fill up, and up to which number of players they do.
    pub(crate) computers: Option<(Level, u16)>,
    /// How many minutes later than the players visitors see the matches; `None` if nobody may watch.
    pub(crate) watch_delay_minutes: Option<u8>,
}

/// Why a tournament can't have these settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrongSettings {
    /// The name isn't allowed.
    #[error("name: {0}")]
    Name(TextError),
    /// The password isn't allowed.
    #[error("password: {0}")]
    Password(TextError),
    /// The options of the rules contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The number of players at a table doesn't fit the format.
    #[error(
        "seating: partners for the format individual and for pairs, three or more single players for tables, by rules for \
         every smaller number of them too, two players otherwise"
    )]
    Seating,
    /// Pairs don't fit the format.
    #[error("pairs: only for swiss, knockout and round_robin")]
    Pairs,
    /// The tournament can't repeat like this.
    #[error("repeat: 1 to 28 days, the name of a time zone, and 1 to 52 more")]
    Repeat,
    /// The number of rounds doesn't fit the format.
    #[error("rounds: 1 to 15 for swiss, individual and tables, none for the other formats")]
    Rounds,
    /// The time that an arena lasts doesn't fit.
    #[error("minutes: 10 to 720 for an arena, none for the other formats")]
    Minutes,
    /// The knockout doesn't fit the format.
    #[error("cut: 2 to 64, and only for swiss")]
    Cut,
    /// There is no clock, or it isn't offered.
    #[error("clock: 15, 30, 60 or 120 seconds a move, or a bank of 30 to 3600 and 60 a move")]
    Clock,
    /// The cap on a match's time isn't offered.
    #[error("time_cap: 10, 15, 20, 30, 45 or 60 minutes")]
    TimeCap,
    /// All tables of a round can't have the same deals with these settings.
    #[error(
        "boards: 1 to 6, not rated, for at most 128 players, and only for swiss without a knockout, round_robin and \
         individual"
    )]
    Boards,
    /// The start is in the past, or too far in the future.
    #[error("starts_ms: within the next half year")]
    Start,
    /// The number of players is too small or too large.
    #[error("players_max: 2 to {most} with this format")]
    Players {
        /// The largest number of players of this format.
        most: u16,
    },
    /// Too few or too many minutes to come to a match.
    #[error("come_minutes: 1 to 30")]
    ComeMinutes,
    /// The number up to which computer players fill up is wrong.
    #[error("fill_to: 2 to 64, at most players_max, and only with computers")]
    FillTo,
    /// Visitors can't watch like this.
    #[error("watch_delay_minutes: 0 to 10, and not with boards")]
    WatchDelay,
    /// Matches with these settings can't be rated.
    #[error("rated: for a preset's own rules and target, and without computer players")]
    NotRated,
}

impl WrongSettings {
    /// The option that must change, as the protocol names it.
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Self::Name(_) => "name",
            Self::Password(_) => "password",
            Self::Rules(error) => error.option(),
            Self::Seating => "seating",
            Self::Pairs => "pairs",
            Self::Repeat => "repeat",
            Self::Rounds => "rounds",
            Self::Minutes => "minutes",
            Self::Cut => "cut",
            Self::Clock => "clock",
            Self::TimeCap => "time_cap",
            Self::Boards => "boards",
            Self::Start => "starts_ms",
            Self::Players { .. } => "players_max",
            Self::ComeMinutes => "come_minutes",
            Self::FillTo => "fill_to",
            Self::WatchDelay => "watch_delay_minutes",
            Self::NotRated => "rated",
        }
    }
}

impl Settings {
    /// Checks what an organiser has chosen for a new tournament.
    pub(crate) fn new(
        tournament: TournamentId,
        wanted: &CreateTournament,
        now: Timestamp,
    ) -> Result<Self, WrongSettings> {
        let name = text::normalise(&wanted.name, limits::TOURNAMENT_NAME_CHARS_MAX);
        let password = wanted.password.as_deref();
        let password = password
            .map(|password| hash(tournament, password))
            .transpose();
        let repeat = wanted.repeat.as_ref();
        let repeat = repeat.map(|repeat| {
            Repeat::new(repeat, Timestamp(wanted.starts_ms)).ok_or(WrongSettings::Repeat)
        });
        let repeat = repeat.transpose()?;
        let rules = Rules::try_from(wanted.rules)?;
        let format = format(wanted, &rules)?;
        check_rules(wanted, &rules)?;
        check_times(wanted, now)?;
        check_players(wanted)?;
        let computers = computers(wanted)?;
        check_boards(wanted, &rules, format)?;
        let has_board = boneyard_ratings::leaderboard_of(&rules).is_some();
        if wanted.rated && (!has_board || computers.is_some()) {
            return Err(WrongSettings::NotRated);
        }
        Ok(Self {
            series: tournament,
            name: name.map_err(WrongSettings::Name)?,
            format,
            pairs: wanted.pairs,
            repeat,
            rules,
            clock: wanted.clock,
            time_cap: wanted.time_cap,
            boards: wanted.boards,
            starts: Timestamp(wanted.starts_ms),
            players_max: wanted.players_max,
            come_minutes: wanted.come_minutes,
            check_in: wanted.check_in,
            listed: wanted.listed,
            entries: wanted.entries,
            password: password.map_err(WrongSettings::Password)?,
            rated: wanted.rated,
            computers,
            watch_delay_minutes: wanted.watch_delay_minutes,
        })
    }

    /// Whether a password opens the tournament to players.
    pub(crate) fn is_opened_by(&self, password: Option<&str>) -> bool {
        let Some(wanted) = self.password else {
            return true;
        };
        password.and_then(|password| hash(self.series, password).ok()) == Some(wanted)
    }

    /// Whether the networks of players tell something about who is one person.
    pub(crate) fn tells_networks(&self) -> bool {
        self.entries != TournamentEntries::Hall
    }

    /// The same settings for a tournament that begins at another time, and how it repeats.
    pub(crate) fn moved_to(&self, starts: Timestamp, repeat: Option<Repeat>) -> Self {
        Self {
            repeat,
            format: self.format_from(starts),
            starts,
            ..self.clone()
        }
    }

    /// The format of a tournament that began at this time: an arena lasts as long as it was planned.
    pub(crate) const fn format_from(&self, began: Timestamp) -> Format {
        match self.format {
            Format::Arena { ends } => Format::Arena {
                ends: ends + (began.0 - self.starts.0),
            },
            format => format,
        }
    }

    /// A tournament of this format without entrants.
    pub(crate) fn tournament(&self, format: Format) -> Tournament {
        Tournament::new(format).of_game(self.rules.fewest_win())
    }

    /// The rules of the matches. Where all tables have the same deals, each round begins as the first round of a
    /// match, and no points win the match before its last board.
    pub(crate) fn match_rules(&self) -> Rules {
        let same = self.boards.and_then(|boards| self.rules.of_boards(boards));
        same.unwrap_or(self.rules)
    }

    /// The rules of a match with this pairing.
    pub(crate) fn rules_for(&self, pairing: &Pairing) -> Rules {
        match pairing {
            Pairing::Table(seated) => {
                let rules = self.rules.for_players(seated.entrants().len());
                rules.unwrap_or(self.rules)
            }
            _ => self.match_rules(),
        }
    }

    /// How long players have to come to a match, in milliseconds.
    pub(crate) fn come_ms(&self) -> i64 {
        i64::from(self.come_minutes) * 60_000
    }
}

/// The rules must be for as many players as meet at a table.
fn check_rules(wanted: &CreateTournament, rules: &Rules) -> Result<(), WrongSettings> {
    let seating = match wanted.format {
        TournamentFormat::Individual | TournamentFormat::Arena | TournamentFormat::Tables
            if wanted.pairs =>
        {
            return Err(WrongSettings::Pairs);
        }
        TournamentFormat::Tables => {
            let own = rules.seating().side_count();
            let is_right = own > 2 && own <= largest_table(rules);
            return is_right.then_some(()).ok_or(WrongSettings::Seating);
        }
        TournamentFormat::Individual => Seating::PARTNERS,
        _ if wanted.pairs => Seating::PARTNERS,
        _ => Seating::TWO,
    };
    let is_right = rules.seating() == seating;
    is_right.then_some(()).ok_or(WrongSettings::Seating)
}

/// The largest number of players for whom there are rules, for all smaller numbers of players too: a round may need smaller
/// tables than are wanted, and larger ones.
fn largest_table(rules: &Rules) -> usize {
    let sizes = (2..=SEATS_MAX).take_while(|&seats| rules.for_players(seats).is_some());
    sizes.last().unwrap_or(0)
}

fn check_times(wanted: &CreateTournament, now: Timestamp) -> Result<(), WrongSettings> {
    // An evening ends on the same day.
    let is_over_days = matches!(wanted.clock, ClockRule::Days { .. });
    if wanted.clock.is_none() || is_over_days || !wanted.clock.is_offered() {
        return Err(WrongSettings::Clock);
    }
    if !wanted.clock.allows_cap(wanted.time_cap) {
        return Err(WrongSettings::TimeCap);
    }
    let until_start = wanted.starts_ms.saturating_sub(now.0);
    // An organiser who begins at once has filled in the form some time ago.
    if !(-limits::CHECK_IN_MS..=limits::TOURNAMENT_AHEAD_MS).contains(&until_start) {
        return Err(WrongSettings::Start);
    }
    if !(1..=limits::COME_MINUTES_MAX).contains(&wanted.come_minutes) {
        return Err(WrongSettings::ComeMinutes);
    }
    Ok(())
}

fn check_players(wanted: &CreateTournament) -> Result<(), WrongSettings> {
    let (least, most) = match wanted.format {
        TournamentFormat::RoundRobin if wanted.pairs => (4, limits::ROUND_ROBIN_PAIR_PLAYERS_MAX),
        TournamentFormat::RoundRobin => (2, limits::ROUND_ROBIN_PLAYERS_MAX),
        TournamentFormat::Individual => (4, limits::INDIVIDUAL_PLAYERS_MAX),
        TournamentFormat::Swiss
        | TournamentFormat::Knockout
        | TournamentFormat::Arena
        | TournamentFormat::Tables => (2, limits::TOURNAMENT_PLAYERS_MAX),
    };
    let is_right = (least..=most).contains(&wanted.players_max);
    is_right
        .then_some(())
        .ok_or(WrongSettings::Players { most })
}

/// The level of the computer players, and up to how many players they fill up.
fn computers(wanted: &CreateTournament) -> Result<Option<(Level, u16)>, WrongSettings> {
    let fill_max = limits::TOURNAMENT_COMPUTERS_MAX.min(wanted.players_max);
    match (wanted.computers, wanted.fill_to) {
        (None, None) => Ok(None),
        (Some(level), Some(to)) if (2..=fill_max).contains(&to) => Ok(Some((level, to))),
        (None | Some(_), _) => Err(WrongSettings::FillTo),
    }
}

/// Checks whether all tables can have the same deals, and whether visitors can watch.
fn check_boards(
    wanted: &CreateTournament,
    rules: &Rules,
    format: Format,
) -> Result<(), WrongSettings> {
    let is_swiss_alone = matches!(format, Format::Swiss { cut: None, .. });
    let has_rounds = matches!(format, Format::RoundRobin | Format::Individual { .. });
    if let Some(boards) = wanted.boards {
        let is_possible = (1..=limits::BOARDS_MAX).contains(&boards)
            && (is_swiss_alone || has_rounds)
            && !wanted.rated
            && wanted.players_max <= limits::DUPLICATE_PLAYERS_MAX;
        (is_possible && rules.of_boards(boards).is_some())
            .then_some(())
            .ok_or(WrongSettings::Boards)?;
    }
    if let Some(minutes) = wanted.watch_delay_minutes {
        // With the same deals at all tables, a watcher would know the tiles of tables that are being played.
        let is_possible = minutes <= limits::WATCH_DELAY_MINUTES_MAX && wanted.boards.is_none();
        is_possible.then_some(()).ok_or(WrongSettings::WatchDelay)?;
    }
    Ok(())
}

/// The hash of a password, with which the log can't be searched for the passwords of several tournaments. The
/// password keeps strangers out of an evening; organisers are told not to use one of their own.
fn hash(tournament: TournamentId, password: &str) -> Result<[u8; 32], TextError> {
    let password = text::normalise(password, limits::TOURNAMENT_PASSWORD_CHARS_MAX)?;
    let mut hash = Sha256::new();
    hash.update(tournament.bits().to_be_bytes());
    hash.update(password);
    Ok(hash.finalize().into())
}

/// When an arena ends that begins as planned, in milliseconds since 1970.
fn ends(wanted: &CreateTournament) -> Result<i64, WrongSettings> {
    let minutes = wanted.minutes.ok_or(WrongSettings::Minutes)?;
    if !(limits::ARENA_MINUTES_MIN..=limits::ARENA_MINUTES_MAX).contains(&minutes) {
        return Err(WrongSettings::Minutes);
    }
    Ok(wanted.starts_ms.saturating_add(i64::from(minutes) * 60_000))
}

fn format(wanted: &CreateTournament, rules: &Rules) -> Result<Format, WrongSettings> {
    let rounds = || {
        let rounds = wanted.rounds.ok_or(WrongSettings::Rounds)?;
        let is_possible = (1..=limits::TOURNAMENT_ROUNDS_MAX).contains(&rounds);
        is_possible.then_some(rounds).ok_or(WrongSettings::Rounds)
    };
    let third_place = wanted.third_place;
    let cut = match wanted.cut {
        None => None,
        Some(size) if (2..=limits::TOURNAMENT_CUT_MAX).contains(&size) => {
            Some(Cut { size, third_place })
        }
        Some(_) => return Err(WrongSettings::Cut),
    };
    let format = match wanted.format {
        TournamentFormat::Swiss => Format::Swiss {
            rounds: rounds()?,
            cut,
        },
        TournamentFormat::Individual => Format::Individual { rounds: rounds()? },
        TournamentFormat::Arena => Format::Arena {
            ends: ends(wanted)?,
        },
        TournamentFormat::Knockout => Format::Knockout { third_place },
        TournamentFormat::RoundRobin => Format::RoundRobin,
        TournamentFormat::Tables => Format::Tables {
            rounds: rounds()?,
            seats: rules.seating().seat_count() as u8,
            most: largest_table(rules) as u8,
        },
    };
    if wanted.minutes.is_some() && !matches!(format, Format::Arena { .. }) {
        return Err(WrongSettings::Minutes);
    }
    match format {
        Format::Swiss { .. } => Ok(format),
        _ if cut.is_some() => Err(WrongSettings::Cut),
        Format::Knockout { .. } | Format::RoundRobin | Format::Arena { .. }
            if wanted.rounds.is_some() =>
        {
            Err(WrongSettings::Rounds)
        }
        _ => Ok(format),
    }
}
