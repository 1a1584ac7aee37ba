//! Tournaments: the bodies of the HTTP requests, and what those who follow one are sent.

use boneyard_fair::Hash;
use boneyard_rules::Options;
use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::computer::Level;
use crate::id::{Invite, TableId, TournamentId};
use crate::people::ReportReason;

/// How opponents are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// Each round pairs players with similar scores; a knockout of the best may follow.
    Swiss,
    /// A player who loses is out.
    Knockout,
    /// Every player plays against every other player once.
    RoundRobin,
    /// Pairs, with other partners in each round.
    Individual,
    /// For a fixed time, a player without a match is paired at once.
    Arena,
    /// In each round all players sit at tables of several, each for themselves, and their places score.
    Tables,
}

/// Who may take part in a tournament. The server can't see who is one person, but it sees the networks from which players
/// enter: 24 bits of an IPv4 address, 48 bits of an IPv6 address. It tells them apart in all tournaments but those with
/// `hall`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentEntries {
    /// Everybody; of one network up to an eighth of the places, and up to four of few places.
    #[default]
    Open,
    /// Everybody. The players sit in one place, so networks tell nothing.
    Hall,
    /// One player of each network.
    Network,
    /// Players with an account.
    Accounts,
    /// Players with an account that is at least 30 days old and has played ten rated matches.
    Known,
}

impl TournamentEntries {
    /// Whether everybody may enter.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

/// The body of `POST /api/tournaments`: the tournament to create. The asker, who needs an account, becomes its
/// organiser.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own, and is a field on the wire"
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreateTournament {
    /// The name, at most 60 characters.
    pub name: String,
    /// How opponents are chosen.
    pub format: TournamentFormat,
    /// The number of rounds, 1 to 15; before the knockout, if one follows. Only for `swiss`, `individual` and `tables`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u8>,
    /// How many of the best play a knockout after the rounds: 2 to 64. Only for `swiss`; absent for no knockout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u16>,
    /// Whether the losers of the semifinals of a knockout play for the third place; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub third_place: bool,
    /// Whether pairs play that stay together; only for `swiss`, `knockout` and `round_robin`, and absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// How the tournament repeats; absent if it takes place once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<TournamentRepeat>,
    /// How many minutes an arena lasts: 10 to 720; absent with the other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u16>,
    /// The options of the rules: for two players, or for partners if the format is `individual` or pairs play. With
    /// the format `tables`, for as many single players as tables are to have, three or more; tables with fewer or more
    /// have the same rules for their number.
    pub rules: Options,
    /// The clock. A tournament must have one.
    pub clock: ClockRule,
    /// The cap on a match's time in minutes: 10, 15, 20, 30, 45 or 60; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// How many boards each match has: 1 to 6. All tables of a round have the same deals, and results are compared
    /// board by board. Absent if each table has its own deals. Only for `swiss` without a knockout, `round_robin` and
    /// `individual`, with at most 128 players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// How many minutes later than the players visitors see the tables: 0 to 10, 0 for at once. Absent if nobody may
    /// watch. Not together with `boards`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_minutes: Option<u8>,
    /// When the tournament begins, in milliseconds since 1970.
    pub starts_ms: i64,
    /// The largest number of players: 2 to 1000; at most 32 in a round robin, 64 if pairs play there, and 41 with
    /// the format `individual`.
    pub players_max: u16,
    /// How many minutes a player has to come to a match before it is forfeited: 1 to 30.
    pub come_minutes: u8,
    /// Whether players must say in the quarter of an hour before the start that they are there; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check_in: bool,
    /// Whether the list of tournaments shows it; absent if only visitors with its link find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Who may take part; absent for `open`.
    #[serde(default, skip_serializing_if = "TournamentEntries::is_open")]
    pub entries: TournamentEntries,
    /// The password that players need, 1 to 60 characters; absent if they need none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Whether matches are rated; absent if not. Then all players need accounts, no computer players take part,
    /// and the rules must be those of a preset.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The level of the computer players that fill up; absent if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computers: Option<Level>,
    /// Up to which number of players computer players fill up: at most 64. Needed with `computers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_to: Option<u16>,
}

/// How a tournament repeats: when it begins or is called off, the server creates the next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentRepeat {
    /// After how many days the next one begins, at the same time of the day: 1 to 28.
    pub days: u8,
    /// The name of the time zone whose time of the day stays the same, such as `Europe/Lisbon`.
    pub zone: String,
    /// How many more follow: 1 to 52.
    pub more: u8,
}

/// The answer to [`CreateTournament`], with status 201.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentCreated {
    /// The new tournament.
    pub tournament: TournamentId,
}

/// The body of `PUT /api/tournaments/{tournament}/entry`: the asker takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnterTournament {
    /// The password; absent if the tournament needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The invitation of the asker's partner in a tournament of pairs; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<Invite>,
}

/// What an organiser does, or a moderator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OrganiserAction {
    /// Begins now instead of at the given time.
    Start,
    /// Pairs no more rounds until `resume`. Matches that are being played go on.
    Pause,
    /// Goes on after a pause.
    Resume,
    /// Withdraws the player with the number `entrant`.
    Withdraw,
    /// Withdraws all players of the network from which the player with the number `entrant` entered.
    WithdrawNetwork,
    /// Decides a match that has no result, or changes the result of one, with a `note`.
    Result,
    /// Ends the tournament before its last round.
    CallOff,
    /// Makes partners of the players with the numbers `entrant` and `partner`.
    Partners,
    /// Ends the repetition: no further tournament follows this one.
    StopRepeating,
    /// Gives the tournament another `name`. This and the following only by moderators, who can also call off each
    /// tournament and withdraw its players.
    Rename,
    /// Shows the name of the player with the number `entrant` no more.
    DeleteName,
    /// Shows the note of a result no more.
    DeleteNote,
    /// Calls the tournament off if it has not ended, lists it no more, and shows no text in it that its organiser and its
    /// players have chosen.
    Delete,
}

/// How the organiser decides a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DecidedResult {
    /// The first side wins.
    First,
    /// The second side wins.
    Second,
    /// Nobody wins, and each side scores a tie. Not in a knockout.
    Tie,
    /// Both sides lose.
    Neither,
}

/// The body of `POST /api/tournaments/{tournament}/actions`, for the organiser and for moderators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeOrganiserAction {
    /// The action.
    pub action: OrganiserAction,
    /// The number of the player; only for `withdraw`, `withdraw_network`, `partners` and `delete_name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<u32>,
    /// The number of the other player; only for `partners`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<u32>,
    /// The round of the match, from 1; only for `result` and `delete_note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The number of the match in its round, from 1; only for `result` and `delete_note`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The result; only for `result`, of a match of two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<DecidedResult>,
    /// The place of each player, in the order of the match's sides, 0 for a player who is behind all others and gets
    /// nothing; only for `result`, of a match at a table of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// Whether the match has a result, which this one corrects; only for `result`. If that isn't so, or isn't so any
    /// more, the action is refused (`stale`). Absent: the match may have a result or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<bool>,
    /// The reason of a result, at most 200 characters. All visitors see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The name of the tournament; only for `rename`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl OrganiserAction {
    /// The action without what some actions name besides.
    #[must_use]
    pub const fn alone(self) -> TakeOrganiserAction {
        TakeOrganiserAction {
            action: self,
            entrant: None,
            partner: None,
            round: None,
            number: None,
            result: None,
            places: None,
            corrects: None,
            note: None,
            name: None,
        }
    }
}

/// The body of `POST /api/tournaments/{tournament}/reports`: reports a tournament to the moderators. The server adds its
/// name and the notes of its results. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportTournament {
    /// The number of the player who is reported. Absent: the organiser is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<u32>,
    /// The reason.
    pub reason: ReportReason,
    /// The reporter's words.
    pub words: String,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// It has not begun.
    Coming,
    /// Rounds are being played.
    Running,
    /// It has ended.
    Ended,
    /// The organiser has called it off, or too few players came.
    CalledOff,
}

/// A tournament without its players and matches.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own, and is a field on the wire"
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentHead {
    /// The name.
    pub name: String,
    /// The organiser's name; empty once the organiser has deleted it.
    pub organiser: String,
    /// How opponents are chosen.
    pub format: TournamentFormat,
    /// How far it is.
    pub phase: TournamentPhase,
    /// The number of rounds before a knockout; absent if it follows from the number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u8>,
    /// How many of the best play a knockout after the rounds; absent for no knockout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u16>,
    /// Whether pairs play that stay together; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
    /// How it repeats; absent if none follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<TournamentRepeat>,
    /// The tournament that follows; absent before this one begins or is called off, and if none follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TournamentId>,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// The clock.
    pub clock: ClockRule,
    /// The cap on a match's time in minutes; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// How many boards each match has, if all tables of a round have the same deals; absent if each table has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// How many minutes later than the players visitors see the tables, 0 for at once; absent if nobody may watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_minutes: Option<u8>,
    /// When it begins or began, in milliseconds since 1970.
    pub starts_ms: i64,
    /// The number of rounds that were paired.
    pub round: u32,
    /// When the last round was paired; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_ms: Option<i64>,
    /// Until when the players of the last round must come to their matches; absent before the first round, and in
    /// an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub come_by_ms: Option<i64>,
    /// When an arena ends or ended; absent with the other formats. Matches that were paired before are played to
    /// their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<i64>,
    /// When it ended; absent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<i64>,
    /// Whether the organiser has paused it; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// Whether players may still enter; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The number of players who take part.
    pub players: u32,
    /// The largest number of players.
    pub players_max: u16,
    /// How many more players must take part, and say that they are there if they must, before the tournament can
    /// begin; absent for none, and once it has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacking: Option<u16>,
    /// How many minutes a player has to come to a match.
    pub come_minutes: u8,
    /// Since when players can say that they are there, if they must; absent if they need not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_in_ms: Option<i64>,
    /// Who may take part; absent for `open`.
    #[serde(default, skip_serializing_if = "TournamentEntries::is_open")]
    pub entries: TournamentEntries,
    /// Whether players need a password; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub password: bool,
    /// Whether matches are rated; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The level of the computer players that fill up; absent if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computers: Option<Level>,
}

/// A player of a tournament, with the standing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentEntrant {
    /// The number, from 1 in the order of entry.
    pub n: u32,
    /// The display name at the entry; empty for a computer player, and once the player has deleted it.
    pub name: String,
    /// The computer player's level; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// Whether the player has said to be there; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub here: bool,
    /// Whether the player has withdrawn; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// Whether the player is not paired until the player is back: takes a break from an arena, or has missed a match;
    /// absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// The number of the partner in a tournament of pairs; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<u32>,
    /// The place, from 1; that of the pair, if pairs play. Players who are equal share a place. Absent before the first round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The success in the knockout: 2 for each win or bye, 1 for a win in the match for the third place; absent for 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub knockout: u32,
    /// Where all tables have the same deals, the mean share of the boards of all rounds that have ended, in hundredths
    /// of a percent; absent before the first round has ended. It decides the place, and then `margin` does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<u32>,
    /// Where all tables have the same deals, the sum of the margins over the mean of the other tables, in hundredths
    /// of a point; absent for 0.
    #[serde(default, skip_serializing_if = "is_zero_margin")]
    pub margin: i64,
    /// The match points: 2 for a win, 1 for a tie. In an arena, 4 for a win after two wins in a row. At tables of
    /// several, the part of the others there that the player has beaten, in percent; half of those on the same place
    /// count. Where all tables have the same deals, this and the next two are 0.
    pub points: u32,
    /// The number of matches that were lost without a meeting; absent for 0. Among players with equal match points,
    /// or with equal shares, those with fewer stand above.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missed: u32,
    /// The points that were scored in the meetings, less those of the opponents. At tables of several, by how many
    /// points of the table the player was better than the mean of the others.
    pub difference: i32,
    /// The sum of the match points of all opponents in meetings. A bye, and a win without a meeting, counts as an
    /// opponent with the player's own match points.
    pub buchholz: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero_margin(margin: &i64) -> bool {
    *margin == 0
}

/// How a match of a tournament got its result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResultSource {
    /// The players ended it.
    Played,
    /// A side did not come, left the match, or has withdrawn.
    Forfeited,
    /// The organiser decided it.
    Decided,
    /// A side gave up a match between players of one network: it counts for neither.
    Void,
}

/// The result of a match of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchResult {
    /// The side that won, 0 or 1; `null` if no side did.
    pub winner: Option<u8>,
    /// Whether each side scores a tie; absent if not. If no side won and this is absent, both have lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tie: bool,
    /// The points that each side had scored at the table. They say that the match is a meeting, whatever ended it;
    /// absent if its tiles were not dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<u16>>,
    /// At a table of several, the place of each side, from 1, and 0 for a player who did not come or left; absent for
    /// other matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// Where all tables have the same deals, the points of the first side less those of the second on each board;
    /// `null` for a board that the match did not finish. Absent if no board was played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Option<i32>>,
    /// The match at its table, where all tables have the same deals; absent if its tiles were not dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt: Option<DealtMatch>,
    /// How the match got its result.
    pub source: ResultSource,
    /// The organiser's reason; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The match at a table whose boards are a result (`docs/fair-deal.md`, The same deals at several tables).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtMatch {
    /// The table.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The hash of the terms of the match: its receipt has them, and the receipts of all other tables of the round name
    /// it in `section`.
    pub terms: Hash,
}

/// A match of a tournament, or a bye.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentMatch {
    /// The round, from 1.
    pub round: u32,
    /// The number in the round, from 1.
    pub number: u32,
    /// The numbers of the players of each side: one or two. A bye has only one side.
    pub sides: Vec<Vec<u32>>,
    /// Whether it is the match for the third place; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub third_place: bool,
    /// The table, while visitors may watch the match: it is being played, and the tournament has
    /// `watch_delay_minutes`. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The result; absent for a bye, and while the match is not decided. Where all tables have the same deals, it is
    /// shown when the last match of the round has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<MatchResult>,
    /// Whether the match is decided, and its result is not shown yet; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

/// A tournament: the answer of `GET /api/tournaments/{tournament}`, and of the message `tournament`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentState {
    /// The tournament.
    pub tournament: TournamentId,
    /// The version.
    pub v: u64,
    /// All but the players and the matches.
    pub head: TournamentHead,
    /// All players, by their numbers.
    pub entrants: Vec<TournamentEntrant>,
    /// The matches of the last round that was paired, by their numbers. In an arena, those that are being played
    /// and of the others the last 20, by round and number.
    pub matches: Vec<TournamentMatch>,
}

/// What has changed in a tournament: the same for all who follow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentChange {
    /// The tournament.
    pub tournament: TournamentId,
    /// The version before the change.
    pub since: u64,
    /// The version after the change.
    pub v: u64,
    /// All but the players and the matches.
    pub head: TournamentHead,
    /// The players who are new or whose entries have changed, by their numbers.
    pub entrants: Vec<TournamentEntrant>,
    /// The matches that are new or have changed, by round and number. A match of a later round than before
    /// replaces all matches that the client knew; but not in an arena, where of those with a result the last 20
    /// stay.
    pub matches: Vec<TournamentMatch>,
}

/// The receiver's own part in a tournament: its entry, its table and its invitation. Each receiver is sent its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentOwn {
    /// The tournament.
    pub tournament: TournamentId,
    /// The receiver's number as a player; absent if the receiver doesn't take part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<u32>,
    /// Whether the receiver is the organiser; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub organiser: bool,
    /// Whether the receiver is a moderator; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moderator: bool,
    /// The table of the receiver's match that is not decided; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// Until when the receiver must come to the table; absent without a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub come_by_ms: Option<i64>,
    /// With this invitation another player becomes the receiver's partner; absent if the receiver needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<Invite>,
    /// For the organiser: the numbers of the players who entered from one network, for each network of several; absent for
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub networks: Vec<Vec<u32>>,
}

/// An entry of the list of tournaments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTournament {
    /// The tournament.
    pub tournament: TournamentId,
    /// What the list shows.
    #[serde(flatten)]
    pub head: TournamentHead,
}

/// The answer of `GET /api/tournaments`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentsBody {
    /// The listed tournaments that are coming or running, the first to begin first; at most 50.
    pub open: Vec<ListedTournament>,
    /// The listed tournaments that have ended, the last one first; at most 20.
    pub ended: Vec<ListedTournament>,
    /// The tournaments that the asker organises, listed or not, the last one first; at most 20.
    pub own: Vec<ListedTournament>,
}

/// The answer of `GET /api/tournaments/{tournament}/matches`: a page of the matches of all rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentMatches {
    /// The matches, by round and number.
    pub matches: Vec<TournamentMatch>,
    /// Whether there is a next page.
    pub more: bool,
}
