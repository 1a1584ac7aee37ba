//! Reports, and the moderators' acts.

use boneyard_base::limits::{self, Bound};
use boneyard_base::{
    Address, PlayerId, Requester, TableId, Timestamp, TournamentId, Visitor, text,
};
use boneyard_protocol::people::{
    Act, ActBody, ReportBody, ReportReason, ReportsBody, SaidLine, TakeAct,
};
use boneyard_store::{
    ActRefused, AddedReport, Closes, Conduct, NewAct, NewReport, ReportPage, StoreError, StoredAct,
    StoredReport,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::Instant;

use crate::People;
use crate::refusal::PeopleRefusal;

/// A chat line in the form in which it is stored with a report.
#[derive(Serialize, Deserialize)]
struct StoredLine {
    name: String,
    text: String,
    by_reported: bool,
}

/// A reported player, and the data from the table that is stored with the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported {
    /// The reported player.
    pub player: PlayerId,
    /// The player's name at the table.
    pub name: String,
    /// The table; `None` if the report is about a tournament.
    pub table: Option<TableId>,
    /// The tournament; `None` if the report is about a table.
    pub tournament: Option<TournamentId>,
    /// The number of the present match of the table, or of the last one. 0 before the first match, and in a tournament.
    pub match_number: u32,
    /// The last lines of the players' chat at the table, or the texts of the tournament.
    pub chat: Vec<SaidLine>,
}

impl People {
    /// Stores a report about a player whom the reporter has met at a table, or who takes part in a tournament.
    pub async fn report(
        &self,
        reporter: &Visitor,
        from: Address,
        (reason, words): (ReportReason, &str),
        about: Reported,
    ) -> Result<(), PeopleRefusal> {
        let words = written(words)?;
        let player = reporter.player;
        let counted = self.bounds.take(
            &[Bound::Reports],
            Requester { player, from },
            Instant::now(),
        );
        let counted = counted.ok_or(PeopleRefusal::TooManyReports)?;
        let chat = about.chat.into_iter().map(|line| StoredLine {
            name: line.name,
            text: line.text,
            by_reported: line.by_reported,
        });
        let now = self.clock.now();
        let report = NewReport {
            at: now,
            reporter: reporter.player,
            reporter_name: reporter.name.clone(),
            reported: about.player,
            reported_name: about.name,
            table: about.table,
            tournament: about.tournament,
            match_number: about.match_number,
            reason: wire_name(&reason),
            words,
            chat: serde_json::to_string(&chat.collect::<Vec<_>>()).unwrap_or_default(),
            network: self.identity.network_hash(from),
        };
        match self
            .store
            .reports()
            .add(report, limits::OPEN_REPORTS)
            .await?
        {
            AddedReport::Added => {
                tracing::info!(?reason, "a player was reported");
                Ok(())
            }
            AddedReport::Again => {
                counted.put_back();
                Ok(())
            }
            AddedReport::TooMany => Err(PeopleRefusal::TooManyReports),
        }
    }

    /// Whether a player is a moderator.
    pub async fn is_moderator(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.store.reports().is_moderator(player).await
    }

    /// A page of reports for a moderator.
    pub async fn reports(&self, page: ReportPage) -> Result<ReportsBody, PeopleRefusal> {
        self.must_moderate(page.moderator).await?;
        let found = self.store.reports().page(page).await?;
        let reports = found.reports.into_iter();
        let reports = reports.map(|report| self.report_body(report));
        Ok(ReportsBody {
            reports: reports.collect::<Result<_, _>>()?,
            open: u32::try_from(found.open).unwrap_or(u32::MAX),
            more: found.more,
        })
    }

    /// Carries out a moderator's act. Returns the changed report.
    pub async fn take_act(
        &self,
        moderator: &Visitor,
        report: i64,
        wanted: TakeAct,
    ) -> Result<ReportBody, PeopleRefusal> {
        self.must_moderate(moderator.player).await?;
        let note = written(&wanted.note)?;
        if note.is_empty() && matches!(wanted.act, Act::Note | Act::Warn) {
            return Err(text::TextError::Empty.into());
        }
        let now = self.clock.now();
        let until = match wanted.act {
            Act::Mute => Some(mute_until(now, wanted.minutes)?),
            _ => None,
        };
        let act = NewAct {
            report,
            at: now,
            moderator: moderator.player,
            moderator_name: moderator.name.clone(),
            act: stored_name(wanted.act),
            until,
            note,
            closes: match wanted.act {
                Act::Warn | Act::Mute | Act::Close | Act::Dismiss => Closes::Report,
                Act::DismissNetwork => Closes::Network,
                Act::Note | Act::Unmute | Act::Reopen => Closes::None,
            },
        };
        let change = move |conduct| changed(conduct, wanted.act, until);
        let about = match self.store.reports().take_act(act, change).await? {
            Ok(about) => about,
            Err(ActRefused::NoReport) => return Err(PeopleRefusal::NoReport),
            Err(ActRefused::Moderator) => return Err(PeopleRefusal::AgainstModerator),
        };
        tracing::info!(report, act = ?wanted.act, "a moderator has acted");
        if !matches!(wanted.act, Act::Note | Act::Dismiss | Act::DismissNetwork) {
            self.status_changed(about).await;
            self.account_changed(about);
        }
        let report = self
            .store
            .reports()
            .get(report, limits::ACTS_PER_REPORT)
            .await?;
        Ok(self.report_body(report.ok_or(PeopleRefusal::NoReport)?)?)
    }

    /// The warnings that a player has not confirmed yet.
    pub async fn warnings(&self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        self.store.reports().warnings(player).await
    }

    /// Stores that a player has confirmed all warnings.
    pub async fn see_warnings(&self, visitor: &Visitor) -> Result<(), StoreError> {
        let Visitor { player, name, .. } = visitor;
        let now = self.clock.now();
        if self
            .store
            .reports()
            .see_warnings(*player, name, now)
            .await?
        {
            self.account_changed(*player);
        }
        Ok(())
    }

    async fn must_moderate(&self, player: PlayerId) -> Result<(), PeopleRefusal> {
        let is_moderator = self.is_moderator(player).await?;
        is_moderator
            .then_some(())
            .ok_or(PeopleRefusal::OnlyModerators)
    }

    fn report_body(&self, stored: StoredReport) -> Result<ReportBody, StoreError> {
        let StoredReport {
            report, conduct, ..
        } = stored;
        let chat: Vec<StoredLine> =
            serde_json::from_str(&report.chat).map_err(|_| StoreError::Corrupt)?;
        let line = |line: StoredLine| SaidLine {
            name: line.name,
            text: line.text,
            by_reported: line.by_reported,
        };
        let now = self.clock.now();
        let muted_until = Some(conduct.muted_until).filter(|&until| until > now);
        Ok(ReportBody {
            number: stored.number,
            created_ms: report.at.0,
            reporter: report.reporter_name,
            reported: report.reported_name,
            person: stored.person,
            reason: from_wire(&report.reason).ok_or(StoreError::Corrupt)?,
            words: report.words,
            chat: chat.into_iter().map(line).collect(),
            table: report.table,
            tournament: report.tournament,
            match_number: report.match_number,
            record: stored.record,
            earlier_reports: u32::try_from(stored.earlier).unwrap_or(u32::MAX),
            muted_until_ms: muted_until.map(|until| until.0),
            closed_out: conduct.closed,
            acts: stored.acts.into_iter().filter_map(act_body).collect(),
            closed_ms: stored.closed.map(|closed| closed.0),
            from_network: Some(stored.open_of_network)
                .filter(|&many| stored.closed.is_none() && many > limits::REPORTS_LISTED_OF_NETWORK)
                .and_then(|many| u32::try_from(many).ok()),
        })
    }
}

/// The consequences of a player's conduct after a moderator's act.
fn changed(conduct: Conduct, act: Act, until: Option<Timestamp>) -> Conduct {
    match act {
        Act::Note | Act::Warn | Act::Dismiss | Act::DismissNetwork => conduct,
        Act::Mute => Conduct {
            muted_until: until.unwrap_or_default(),
            ..conduct
        },
        Act::Unmute => Conduct {
            muted_until: Timestamp::default(),
            ..conduct
        },
        Act::Close => Conduct {
            closed: true,
            ..conduct
        },
        Act::Reopen => Conduct {
            closed: false,
            ..conduct
        },
    }
}

fn mute_until(now: Timestamp, minutes: Option<u32>) -> Result<Timestamp, PeopleRefusal> {
    let minutes = minutes.filter(|minutes| (1..=limits::MUTE_MINUTES_MAX).contains(minutes));
    let minutes = minutes.ok_or(PeopleRefusal::Minutes)?;
    Ok(now.plus_ms(i64::from(minutes) * 60_000))
}

/// Checks a text that a visitor has written, and returns its normal form. The text may be empty.
fn written(raw: &str) -> Result<String, PeopleRefusal> {
    if raw.trim().is_empty() {
        return Ok(String::new());
    }
    Ok(text::normalise(raw, limits::REPORT_CHARS_MAX)?)
}

/// Converts a stored act for the moderators' page. `None` for an act of the host, or of the reported player.
fn act_body(stored: StoredAct) -> Option<ActBody> {
    Some(ActBody {
        at_ms: stored.at.0,
        moderator: stored.moderator,
        act: from_wire(&stored.act)?,
        until_ms: stored.until.map(|until| until.0),
        note: stored.note,
    })
}

const fn stored_name(act: Act) -> &'static str {
    match act {
        Act::Note => "note",
        Act::Warn => "warn",
        Act::Mute => "mute",
        Act::Unmute => "unmute",
        Act::Close => "close",
        Act::Reopen => "reopen",
        Act::Dismiss => "dismiss",
        Act::DismissNetwork => "dismiss_network",
    }
}

/// The name of a variant in the protocol.
fn wire_name(variant: &impl Serialize) -> String {
    match serde_json::to_value(variant) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The variant with this name in the protocol.
fn from_wire<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(Value::String(name.to_owned())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_stored_by_their_names_on_the_wire() {
        for act in [
            Act::Note,
            Act::Warn,
            Act::Mute,
            Act::Unmute,
            Act::Close,
            Act::Reopen,
            Act::Dismiss,
            Act::DismissNetwork,
        ] {
            assert_eq!(wire_name(&act), stored_name(act));
            assert_eq!(from_wire::<Act>(stored_name(act)), Some(act));
        }
    }

    #[test]
    fn a_mute_has_an_end() {
        let now = Timestamp(5);
        assert_eq!(mute_until(now, Some(1)).unwrap(), Timestamp(60_005));
        for minutes in [None, Some(0), Some(limits::MUTE_MINUTES_MAX + 1)] {
            assert!(mute_until(now, minutes).is_err(), "{minutes:?}");
        }
    }
}
