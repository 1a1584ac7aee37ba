//! Reports, and what moderators did about them. Nothing that was done is ever deleted.

use super::conduct::{Conduct, change_conduct, conduct};
use super::friends::kept_account;
use super::select::{columns, select};
use super::session::{Session, Value};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId, RecordId, TableId};

/// The act by which a person takes note of the warnings so far. It stands in the log of acts like those of
/// moderators.
const SEEN: &str = "seen";

/// The act of a warning, as it is stored.
const WARN: &str = "warn";

/// A report that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// When.
    pub at: Timestamp,
    /// Who reports.
    pub reporter: PlayerId,
    /// The reporter's name.
    pub reporter_name: String,
    /// Whom.
    pub reported: PlayerId,
    /// The name of the reported person.
    pub reported_name: String,
    /// The table.
    pub table: TableId,
    /// The number of the match there.
    pub match_number: u32,
    /// What for, by its name on the wire.
    pub reason: String,
    /// What the reporter wrote.
    pub words: String,
    /// The last lines of the chat, as they are written and read elsewhere.
    pub chat: String,
}

columns!(NewReport {
    at,
    reporter,
    reporter_name,
    reported,
    reported_name,
    table,
    match_number,
    reason,
    words,
    chat
});

/// How many reports are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLimits {
    /// Of one reporter since a moment.
    pub of_reporter: (i64, Timestamp),
    /// That are open, of all people.
    pub open_max: i64,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedReport {
    /// It waits for a moderator.
    Added,
    /// The same reporter has reported the same person for the same match already.
    Again,
    /// The reporter has reported too many people lately, or too many reports are open.
    TooMany,
}

/// A report, with what moderators need to know beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReport {
    /// Its number.
    pub number: i64,
    /// What was reported.
    pub report: NewReport,
    /// When it was closed; none while it is open.
    pub closed: Option<Timestamp>,
    /// The kept account of the reported person.
    pub person: Option<PersonId>,
    /// The record of the match, once it has ended.
    pub record: Option<RecordId>,
    /// Reports of the same person before this one.
    pub earlier: i64,
    /// What follows from how the reported person has behaved.
    pub conduct: Conduct,
    /// What moderators did about the person, the last first.
    pub acts: Vec<StoredAct>,
}

/// What a moderator did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAct {
    /// When.
    pub at: Timestamp,
    /// The moderator's name.
    pub moderator: String,
    /// What, by its name on the wire.
    pub act: String,
    /// Until when.
    pub until: Option<Timestamp>,
    /// Why.
    pub note: String,
}

/// Which reports are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportPage {
    /// The moderator who asks: reports about the moderator are left out.
    pub moderator: PlayerId,
    /// Whether closed ones follow the open ones.
    pub with_closed: bool,
    /// Of the open ones only those with greater numbers.
    pub after: Option<i64>,
    /// Closed ones with smaller numbers alone.
    pub before: Option<i64>,
    /// How many at most.
    pub reports_max: i64,
    /// How many acts of each at most.
    pub acts_max: i64,
}

/// Some reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReports {
    /// The reports: the open ones first, the oldest first, and then closed ones, the last first.
    pub reports: Vec<StoredReport>,
    /// How many reports are open in all.
    pub open: i64,
    /// Whether others follow.
    pub more: bool,
}

/// What a moderator is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAct {
    /// The report.
    pub report: i64,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub moderator: PlayerId,
    /// The moderator's name.
    pub moderator_name: String,
    /// What, by its name on the wire.
    pub act: &'static str,
    /// Until when.
    pub until: Option<Timestamp>,
    /// Why.
    pub note: String,
    /// Whether the report is closed by it.
    pub closes: bool,
}

/// Why a moderator can't do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActRefused {
    /// There is no such report, or it is about the moderator.
    NoReport,
    /// It is about another moderator.
    Moderator,
}

/// The open reports about anybody but `$1`, after the number `$2`.
const OPEN: &str = "SELECT number FROM reports WHERE closed_ms IS NULL AND reported_id <> $1 \
     AND number > $2 ORDER BY number LIMIT $3";

/// The closed reports about anybody but `$1`, before the number `$2`.
const CLOSED: &str = "SELECT number FROM reports WHERE closed_ms IS NOT NULL AND reported_id <> $1 \
     AND number < $2 ORDER BY number DESC LIMIT $3";

impl Store {
    /// Keeps a report.
    pub async fn add_report(
        &self,
        report: NewReport,
        limits: ReportLimits,
    ) -> Result<AddedReport, StoreError> {
        self.write(move |session| add_report(session, &report, limits))
            .await
    }

    /// Some reports.
    pub async fn reports(&self, page: ReportPage) -> Result<StoredReports, StoreError> {
        self.read(move |reader| {
            let session = reader.session();
            let open = "SELECT COUNT(*) FROM reports WHERE closed_ms IS NULL AND reported_id <> $1";
            let open = session.one(open, &[page.moderator.into()])?;
            let reports_max = usize::try_from(page.reports_max).unwrap_or(usize::MAX);
            let mut numbers_from = |sql, number: i64| {
                // One more than fits on the page tells whether more reports follow.
                let values = [
                    page.moderator.into(),
                    number.into(),
                    (page.reports_max + 1).into(),
                ];
                session.all::<i64>(sql, &values)
            };
            let mut numbers = Vec::new();
            if page.before.is_none() {
                numbers = numbers_from(OPEN, page.after.unwrap_or(0))?;
            }
            if numbers.len() <= reports_max && (page.with_closed || page.before.is_some()) {
                numbers.extend(numbers_from(CLOSED, page.before.unwrap_or(i64::MAX))?);
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

    /// One report.
    pub async fn report(
        &self,
        number: i64,
        acts_max: i64,
    ) -> Result<Option<StoredReport>, StoreError> {
        self.read(move |reader| read_report(reader.session(), number, acts_max))
            .await
    }

    /// Does what a moderator wants, and notes it; whom it concerns.
    pub async fn take_act(
        &self,
        act: NewAct,
        change: impl FnOnce(Conduct) -> Conduct + Send + 'static,
    ) -> Result<Result<PlayerId, ActRefused>, StoreError> {
        self.write(move |session| take_act(session, &act, change))
            .await
    }

    /// Whether somebody is a moderator.
    pub async fn is_moderator(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.read(move |reader| is_moderator(reader.session(), player))
            .await
    }

    /// The warnings that a person has not taken note of yet, the oldest first.
    pub async fn warnings(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        self.read(move |reader| warnings(reader.session(), player))
            .await
    }

    /// A person takes note of the warnings so far; whether there were any.
    pub async fn see_warnings(
        &self,
        player: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.write(move |session| {
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

fn add_report(
    session: &mut dyn Session,
    report: &NewReport,
    limits: ReportLimits,
) -> Result<AddedReport, StoreError> {
    let known = "SELECT number FROM reports WHERE reporter_id = $1 AND reported_id = $2 \
                 AND table_id = $3 AND match_number = $4";
    let values: [Value; 4] = [
        report.reporter.into(),
        report.reported.into(),
        report.table.into(),
        report.match_number.into(),
    ];
    if session.exists(known, &values)? {
        return Ok(AddedReport::Again);
    }
    let (of_reporter, since) = limits.of_reporter;
    let lately = "SELECT COUNT(*) FROM reports WHERE reporter_id = $1 AND created_ms > $2";
    let lately: i64 = session.one(lately, &[report.reporter.into(), since.into()])?;
    let open = "SELECT COUNT(*) FROM reports WHERE closed_ms IS NULL";
    if lately >= of_reporter || session.one::<i64>(open, &[])? >= limits.open_max {
        return Ok(AddedReport::TooMany);
    }
    session.execute(
        "INSERT INTO reports (created_ms, reporter_id, reporter_name, reported_id, reported_name, \
         table_id, match_number, reason, words, chat) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            report.at.into(),
            report.reporter.into(),
            report.reporter_name.as_str().into(),
            report.reported.into(),
            report.reported_name.as_str().into(),
            report.table.into(),
            report.match_number.into(),
            report.reason.as_str().into(),
            report.words.as_str().into(),
            report.chat.as_str().into(),
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
         match_number, reason, words, chat, closed_ms FROM reports WHERE number = $1",
        &[number.into()],
    )?;
    let Some((report, closed)) = found else {
        return Ok(None);
    };
    let about = report.reported;
    let earlier = "SELECT COUNT(*) FROM reports WHERE reported_id = $1 AND number < $2";
    let record = "SELECT record_id FROM records WHERE table_id = $1 AND match_number = $2";
    let match_values = [report.table.into(), report.match_number.into()];
    Ok(Some(StoredReport {
        number,
        closed,
        person: kept_account(session, about)?,
        record: session.first(record, &match_values)?,
        earlier: session.one(earlier, &[about.into(), number.into()])?,
        conduct: conduct(session, about)?,
        acts: acts(session, about, acts_max)?,
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
    let about = "SELECT reported_id, reported_name FROM reports WHERE number = $1";
    let found: Option<(PlayerId, String)> = session.first(about, &[act.report.into()])?;
    let found = found.filter(|(about, _)| *about != act.moderator);
    let Some((about, about_name)) = found else {
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
    change_conduct(session, about, change)?;
    if act.closes {
        let close = "UPDATE reports SET closed_ms = $1 WHERE number = $2 AND closed_ms IS NULL";
        session.execute(close, &[act.at.into(), act.report.into()])?;
    }
    Ok(Ok(about))
}

fn is_moderator(session: &mut dyn Session, player: PlayerId) -> Result<bool, StoreError> {
    let sql = "SELECT role FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
    let role: Option<String> = session.first(sql, &[player.into()])?;
    Ok(role.as_deref() == Some(MODERATOR))
}

/// The role of moderators, as it is stored.
pub(super) const MODERATOR: &str = "moderator";

fn warnings(session: &mut dyn Session, player: PlayerId) -> Result<Vec<String>, StoreError> {
    session.all(
        "SELECT note FROM moderation_log WHERE player_id = $1 AND act = $2 AND number > COALESCE(\
         (SELECT MAX(number) FROM moderation_log WHERE player_id = $1 AND act = $3), 0) \
         ORDER BY number",
        &[player.into(), WARN.into(), SEEN.into()],
    )
}

/// A row of the log of acts.
pub(super) struct LoggedAct<'a> {
    pub(super) at: Timestamp,
    /// None for the host.
    pub(super) by: Option<PlayerId>,
    pub(super) by_name: &'a str,
    pub(super) about: PlayerId,
    pub(super) about_name: &'a str,
    pub(super) report: Option<i64>,
    pub(super) act: &'static str,
    pub(super) until: Option<Timestamp>,
    pub(super) note: &'a str,
}

/// Notes what was done.
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
