//! Reports, and the moderators' acts. The log of acts is never deleted.

use boneyard_base::limits::OpenMax;
use boneyard_base::{PersonId, PlayerId, RecordId, TableId, Timestamp, TournamentId};

use super::bots::responsible_for;
use super::conduct::{Conduct, MODERATOR, change_conduct, conduct, is_moderator};
use super::departures::{self, DepartureCause};
use super::friends::kept_account;
use super::holdings;
use super::select::{columns, select};
use super::session::{Session, Value};
use super::{Reports, StoreError};

/// The act by which a player confirms all earlier warnings. The log of moderation contains it like an act of
/// a moderator.
const SEEN: &str = "seen";

/// The act by which a moderator warns a player.
const WARN: &str = "warn";

/// A new report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// When the player was reported.
    pub at: Timestamp,
    /// The player who reports.
    pub reporter: PlayerId,
    /// The reporter's name.
    pub reporter_name: String,
    /// The player who is reported. For a bot the report is stored about its owner.
    pub reported: PlayerId,
    /// The name of the reported player.
    pub reported_name: String,
    /// The table at which the reporter and the reported player played; `None` if the report is about a tournament.
    pub table: Option<TableId>,
    /// The tournament; `None` if the report is about a table.
    pub tournament: Option<TournamentId>,
    /// The number of the match at this table; 0 in a tournament.
    pub match_number: u32,
    /// The reason, by its name in the protocol.
    pub reason: String,
    /// The text that the reporter has written.
    pub words: String,
    /// The last lines of the chat, in the format of the chat.
    pub chat: String,
    /// The network of the reporter's address, in a form that tells nothing of the address. Closing the report
    /// deletes it.
    pub network: String,
}

impl NewReport {
    /// The id of the table or of the tournament.
    fn place(&self) -> Value {
        let tournament = || self.tournament.into();
        self.table.map_or_else(tournament, Value::from)
    }
}

columns!(NewReport {
    at,
    reporter,
    reporter_name,
    reported,
    reported_name,
    table,
    tournament,
    match_number,
    reason,
    words,
    chat,
    network
});

/// The result of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedReport {
    /// The report was stored.
    Added,
    /// The reporter has already reported this player for this match.
    Again,
    /// Not stored: too many reports are open.
    TooMany,
}

/// A report, with the other data that moderators need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReport {
    /// The number of the report.
    pub number: i64,
    /// The report.
    pub report: NewReport,
    /// When the report was closed. `None` while the report is open.
    pub closed: Option<Timestamp>,
    /// The number of open reports from the same network, this one included.
    pub open_of_network: i64,
    /// The account of the reported player.
    pub person: Option<PersonId>,
    /// The record of the match. `None` if the match has no record yet.
    pub record: Option<RecordId>,
    /// The number of earlier reports about the same player.
    pub earlier: i64,
    /// The consequences of the reported player's conduct.
    pub conduct: Conduct,
    /// The moderators' acts about the reported player, the last act first.
    pub acts: Vec<StoredAct>,
}

/// An act of a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAct {
    /// When the moderator acted.
    pub at: Timestamp,
    /// The moderator's name.
    pub moderator: String,
    /// The act, by its name in the protocol.
    pub act: String,
    /// When the effect of the act ends.
    pub until: Option<Timestamp>,
    /// The moderator's note.
    pub note: String,
}

/// Which page of reports a moderator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportPage {
    /// The moderator. Reports about this moderator are left out.
    pub moderator: PlayerId,
    /// Whether closed reports follow after the open reports.
    pub with_closed: bool,
    /// If set, only open reports with greater numbers than this.
    pub after: Option<i64>,
    /// If set, only closed reports with smaller numbers than this.
    pub before: Option<i64>,
    /// If more reports from one network are open than this, only the oldest of them is on a page.
    pub of_network_max: i64,
    /// The greatest number of reports on the page.
    pub reports_max: i64,
    /// The greatest number of acts for each report.
    pub acts_max: i64,
}

/// A page of reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReports {
    /// The open reports, the oldest first. Closed reports follow, the latest first.
    pub reports: Vec<StoredReport>,
    /// The number of open reports that the moderator may see, without those that stand behind another one of
    /// their network.
    pub open: i64,
    /// Whether there is a next page.
    pub more: bool,
}

/// A new act of a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAct {
    /// The number of the report.
    pub report: i64,
    /// When the moderator acts.
    pub at: Timestamp,
    /// The moderator.
    pub moderator: PlayerId,
    /// The moderator's name.
    pub moderator_name: String,
    /// The act, by its name in the protocol.
    pub act: &'static str,
    /// When the effect of the act ends.
    pub until: Option<Timestamp>,
    /// The moderator's note.
    pub note: String,
    /// Which reports the act closes.
    pub closes: Closes,
}

/// Which reports an act of a moderator closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closes {
    /// None.
    None,
    /// The report that the act is about.
    Report,
    /// All open reports from the network of this report, except those about moderators.
    Network,
}

/// Why a moderator's act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActRefused {
    /// There is no report with this number, or the report is about the acting moderator.
    NoReport,
    /// The report is about another moderator.
    Moderator,
}

/// A statement about the open reports that are listed: not those about the player `$1`, and of more than `$2` from
/// one network only the oldest.
macro_rules! listed {
    ($select:literal, $rest:literal) => {
        concat!(
            $select,
            " FROM reports JOIN (SELECT network AS one, MIN(number) AS oldest, COUNT(*) AS many \
             FROM reports WHERE closed_ms IS NULL AND reported_id <> $1 GROUP BY network) \
             AS networks ON network = one WHERE closed_ms IS NULL AND reported_id <> $1 \
             AND (many <= $2 OR number = oldest)",
            $rest
        )
    };
}

/// Selects the listed open reports with greater numbers than `$3`.
const OPEN: &str = listed!("SELECT number", " AND number > $3 ORDER BY number LIMIT $4");

/// Selects the closed reports with smaller numbers than `$2`, but not those about the player `$1`.
const CLOSED: &str = "SELECT number FROM reports WHERE closed_ms IS NOT NULL AND reported_id <> $1 \
     AND number < $2 ORDER BY number DESC LIMIT $3";

impl Reports<'_> {
    /// Stores a report, unless too many reports are open.
    pub async fn add(
        self,
        report: NewReport,
        open_max: OpenMax,
    ) -> Result<AddedReport, StoreError> {
        self.0
            .write(move |session| add_report(session, &report, open_max))
            .await
    }

    /// Reads a page of reports.
    pub async fn page(self, page: ReportPage) -> Result<StoredReports, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let whose = [page.moderator.into(), page.of_network_max.into()];
                let open = session.one(listed!("SELECT COUNT(*)", ""), &whose)?;
                let reports_max = usize::try_from(page.reports_max).unwrap_or(usize::MAX);
                // One report more than requested shows whether there is a next page.
                let most: Value = (page.reports_max + 1).into();
                let mut numbers = Vec::new();
                if page.before.is_none() {
                    let [moderator, of_network] = whose;
                    let after = page.after.unwrap_or(0).into();
                    numbers =
                        session.all::<i64>(OPEN, &[moderator, of_network, after, most.clone()])?;
                }
                if numbers.len() <= reports_max && (page.with_closed || page.before.is_some()) {
                    let before = page.before.unwrap_or(i64::MAX).into();
                    let values = [page.moderator.into(), before, most];
                    numbers.extend(session.all::<i64>(CLOSED, &values)?);
                }
                let more = numbers.len() > reports_max;
                numbers.truncate(reports_max);
                let each = numbers.into_iter();
                let reports = each.map(|number| read_report(session, number, page.acts_max));
                let reports = reports.collect::<Result<Vec<_>, _>>()?;
                Ok(StoredReports {
                    reports: reports.into_iter().flatten().collect(),
                    open,
                    more,
                })
            })
            .await
    }

    /// Reads the report with this number.
    pub async fn get(self, number: i64, acts_max: i64) -> Result<Option<StoredReport>, StoreError> {
        self.0
            .read(move |reader| read_report(reader.session(), number, acts_max))
            .await
    }

    /// Logs a moderator's act, and changes the consequences of the reported player's conduct. Returns the
    /// reported player.
    pub async fn take_act(
        self,
        act: NewAct,
        change: impl FnOnce(Conduct) -> Conduct + Send + 'static,
    ) -> Result<Result<PlayerId, ActRefused>, StoreError> {
        self.0
            .write(move |session| take_act(session, &act, change))
            .await
    }

    /// Whether a player is a moderator.
    pub async fn is_moderator(self, player: PlayerId) -> Result<bool, StoreError> {
        self.0
            .read(move |reader| is_moderator(reader.session(), player))
            .await
    }

    /// The warnings that a player has not confirmed, the oldest first.
    pub async fn warnings(self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        self.0
            .read(move |reader| warnings(reader.session(), player))
            .await
    }

    /// Stores that a player has confirmed all warnings. Returns whether there were unconfirmed warnings.
    pub async fn see_warnings(
        self,
        player: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.0
            .write(move |session| {
                let are_some = !warnings(session, player)?.is_empty();
                if are_some {
                    let seen = LoggedAct {
                        at,
                        by: Some(player),
                        by_name: &name,
                        about: player,
                        about_name: &name,
                        report: None,
                        act: SEEN,
                        until: None,
                        note: "",
                    };
                    log_act(session, &seen)?;
                }
                Ok(are_some)
            })
            .await
    }
}

/// Counts the open reports from the network `$1`.
const OPEN_OF_NETWORK: &str =
    "SELECT COUNT(*) FROM reports WHERE network = $1 AND closed_ms IS NULL";

fn add_report(
    session: &mut dyn Session,
    report: &NewReport,
    open_max: OpenMax,
) -> Result<AddedReport, StoreError> {
    let reported = responsible_for(session, report.reported)?;
    let known = "SELECT number FROM reports WHERE reporter_id = $1 AND reported_id = $2 \
                 AND COALESCE(table_id, tournament_id) = $3 AND match_number = $4";
    let values: [Value; 4] = [
        report.reporter.into(),
        reported.into(),
        report.place(),
        report.match_number.into(),
    ];
    if session.exists(known, &values)? {
        return Ok(AddedReport::Again);
    }
    let all = "SELECT COUNT(*) FROM reports WHERE closed_ms IS NULL";
    let own = "SELECT COUNT(*) FROM reports WHERE reporter_id = $1 AND closed_ms IS NULL";
    let open = OpenMax {
        visitor: session.one(own, &[report.reporter.into()])?,
        network: session.one(OPEN_OF_NETWORK, &[report.network.as_str().into()])?,
        all: session.one(all, &[])?,
    };
    if !open_max.allows(open) {
        return Ok(AddedReport::TooMany);
    }
    session.execute(
        "INSERT INTO reports (created_ms, reporter_id, reporter_name, reported_id, reported_name, \
         table_id, tournament_id, match_number, reason, words, chat, network) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        &[
            report.at.into(),
            report.reporter.into(),
            report.reporter_name.as_str().into(),
            reported.into(),
            report.reported_name.as_str().into(),
            report.table.into(),
            report.tournament.into(),
            report.match_number.into(),
            report.reason.as_str().into(),
            report.words.as_str().into(),
            report.chat.as_str().into(),
            report.network.as_str().into(),
        ],
    )?;
    Ok(AddedReport::Added)
}

fn read_report(
    session: &mut dyn Session,
    number: i64,
    acts_max: i64,
) -> Result<Option<StoredReport>, StoreError> {
    let found: Option<(NewReport, Option<Timestamp>)> = session.first(
        "SELECT created_ms, reporter_id, reporter_name, reported_id, reported_name, table_id, \
         tournament_id, match_number, reason, words, chat, network, closed_ms FROM reports WHERE number = $1",
        &[number.into()],
    )?;
    let Some((report, closed)) = found else {
        return Ok(None);
    };
    let about = report.reported;
    let earlier = "SELECT COUNT(*) FROM reports WHERE reported_id = $1 AND number < $2";
    let record = "SELECT record_id FROM records WHERE table_id = $1 AND match_number = $2";
    let match_values = [report.place(), report.match_number.into()];
    Ok(Some(StoredReport {
        number,
        closed,
        person: kept_account(session, about)?,
        record: session.first(record, &match_values)?,
        earlier: session.one(earlier, &[about.into(), number.into()])?,
        conduct: conduct(session, about)?,
        acts: acts(session, about, acts_max)?,
        open_of_network: session.one(OPEN_OF_NETWORK, &[report.network.as_str().into()])?,
        report,
    }))
}

fn acts(
    session: &mut dyn Session,
    player: PlayerId,
    acts_max: i64,
) -> Result<Vec<StoredAct>, StoreError> {
    let select = select!(
        StoredAct {
            at: "at_ms",
            moderator: "moderator_name",
            act: "act",
            until: "until_ms",
            note: "note",
        },
        "FROM moderation_log WHERE player_id = $1 ORDER BY number DESC LIMIT $2"
    );
    session.all(select, &[player.into(), acts_max.into()])
}

fn take_act(
    session: &mut dyn Session,
    act: &NewAct,
    change: impl FnOnce(Conduct) -> Conduct,
) -> Result<Result<PlayerId, ActRefused>, StoreError> {
    let about = "SELECT reported_id, reported_name, network FROM reports WHERE number = $1";
    let found: Option<(PlayerId, String, String)> = session.first(about, &[act.report.into()])?;
    let found = found.filter(|(about, ..)| *about != act.moderator);
    let Some((about, about_name, network)) = found else {
        return Ok(Err(ActRefused::NoReport));
    };
    if is_moderator(session, about)? {
        return Ok(Err(ActRefused::Moderator));
    }
    log_act(
        session,
        &LoggedAct {
            at: act.at,
            by: Some(act.moderator),
            by_name: &act.moderator_name,
            about,
            about_name: &about_name,
            report: Some(act.report),
            act: act.act,
            until: act.until,
            note: &act.note,
        },
    )?;
    let was_kept_out = conduct(session, about)?.closed;
    match (was_kept_out, change_conduct(session, about, change)?.closed) {
        (false, true) => {
            departures::add(session, about, DepartureCause::KeptOut, act.at)?;
            holdings::keep_out(session, about)?;
        }
        (true, false) => departures::readmit(session, about)?,
        (true, true) | (false, false) => {}
    }
    if act.closes != Closes::None {
        let close = "UPDATE reports SET closed_ms = $1, network = '' \
                     WHERE number = $2 AND closed_ms IS NULL";
        session.execute(close, &[act.at.into(), act.report.into()])?;
    }
    if act.closes == Closes::Network {
        let close = "UPDATE reports SET closed_ms = $1, network = '' \
                     WHERE network = $2 AND closed_ms IS NULL AND reported_id NOT IN \
                     (SELECT player_id FROM accounts WHERE role = $3)";
        session.execute(close, &[act.at.into(), network.into(), MODERATOR.into()])?;
    }
    Ok(Ok(about))
}

fn warnings(session: &mut dyn Session, player: PlayerId) -> Result<Vec<String>, StoreError> {
    session.all(
        "SELECT note FROM moderation_log WHERE player_id = $1 AND act = $2 AND number > COALESCE(\
         (SELECT MAX(number) FROM moderation_log WHERE player_id = $1 AND act = $3), 0) \
         ORDER BY number",
        &[player.into(), WARN.into(), SEEN.into()],
    )
}

/// A row of the log of moderation.
pub(super) struct LoggedAct<'a> {
    pub at: Timestamp,
    /// The moderator. `None` for the host.
    pub by: Option<PlayerId>,
    pub by_name: &'a str,
    pub about: PlayerId,
    pub(crate) about_name: &'a str,
    pub report: Option<i64>,
    pub act: &'static str,
    pub until: Option<Timestamp>,
    pub note: &'a str,
}

/// Adds a row to the log of moderation.
pub(super) fn log_act(session: &mut dyn Session, act: &LoggedAct<'_>) -> Result<(), StoreError> {
    session.execute(
        "INSERT INTO moderation_log (at_ms, moderator_id, moderator_name, player_id, player_name, \
         report_number, act, until_ms, note) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &[
            act.at.into(),
            act.by.into(),
            act.by_name.into(),
            act.about.into(),
            act.about_name.into(),
            act.report.into(),
            act.act.into(),
            act.until.into(),
            act.note.into(),
        ],
    )?;
    Ok(())
}
