//! Stored times that are in the future though nothing may be: they were stored while the clock was wrong.

use boneyard_base::{Timestamp, limits};

use super::session::Session;
use super::{Store, StoreError};

/// For each time by which the server decides something later, and that only a clock which was ahead can have stored:
/// the statement that mends it. `$1` is the present time. Times that only tell when something happened stay as they
/// are. A test compares this list with the schema.
const STATEMENTS: [&str; 10] = [
    "UPDATE devices SET seen_ms = $1 WHERE seen_ms > $1",
    "UPDATE accounts SET named_ms = $1 WHERE named_ms > $1",
    "UPDATE quick_seats SET opened_ms = $1 WHERE opened_ms > $1",
    "UPDATE turn_mails SET mailed_ms = $1 WHERE mailed_ms > $1",
    "UPDATE notices SET due_ms = due_ms - created_ms + $1, created_ms = $1 WHERE created_ms > $1",
    // A wait or a lease of an earlier push ends by the wrong time.
    "UPDATE notices SET due_ms = $1 WHERE due_ms - 172800000 > $1",
    "UPDATE conduct SET left_ms = $1, waits_until_ms = $1 WHERE left_ms > $1",
    "UPDATE departures SET due_ms = $1 WHERE due_ms > $1",
    "DELETE FROM sign_in_codes WHERE expires_ms - 3600000 > $1",
    "DELETE FROM passkey_challenges WHERE expires_ms - 3600000 > $1",
];

/// The same for the tables' listings. The log may be in another database than all else.
const LISTINGS: &str = "UPDATE tables SET updated_ms = $1 WHERE updated_ms > $1";

// The statements name these limits, since a statement is one text.
const _: () = {
    assert!(limits::PUSH_RETRY_AFTER_MS_MAX <= 172_800_000);
    assert!(limits::TURN_MAIL_HOURS[limits::TURN_MAIL_HOURS.len() - 1] <= 48);
    assert!(limits::TRANSFER_MS <= 3_600_000);
    assert!(limits::EMAIL_CODE_MS <= 3_600_000);
    assert!(limits::PASSKEY_QUESTION_MS <= 3_600_000);
};

impl Store {
    /// Mends the stored times that are later than now, after the clock was set back: what waits for them would wait as
    /// long as the clock was wrong, and codes would be valid for as long.
    pub async fn forget_future(&self, now: Timestamp) -> Result<(), StoreError> {
        self.execute(LISTINGS, [now.into()]).await?;
        self.write(move |session: &mut dyn Session| {
            for statement in STATEMENTS {
                session.execute(statement, &[now.into()])?;
            }
            Ok(())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times that tell when something happened, and ends that people have chosen: nothing is done by them too early or
    /// too late if they are in the future, or somebody else sees to it.
    const STAY: [(&str, &str); 37] = [
        ("tables", "created_ms"),
        // A row of the log moves a table's times.
        ("log", "at_ms"),
        ("table_players", "since_ms"),
        // All of these tables are loaded after the clock was set back.
        ("due_tables", "due_ms"),
        // `note_uptime` does so.
        ("uptime", "alive_ms"),
        ("uptime", "down_ms"),
        ("uptime", "up_ms"),
        ("players", "created_ms"),
        ("records", "ended_ms"),
        ("record_seats", "ended_ms"),
        ("deleted_names", "until_ms"),
        ("departures", "since_ms"),
        ("bots", "created_ms"),
        ("accounts", "created_ms"),
        ("accounts", "closed_ms"),
        ("devices", "created_ms"),
        ("passkeys", "created_ms"),
        ("passkeys", "used_ms"),
        ("emails", "created_ms"),
        ("blocks", "created_ms"),
        ("friends", "asked_ms"),
        ("friends", "since_ms"),
        // A moderator has set this end, and can set another one.
        ("conduct", "muted_until_ms"),
        ("reports", "created_ms"),
        ("reports", "closed_ms"),
        ("moderation_log", "at_ms"),
        ("moderation_log", "until_ms"),
        ("ratings", "rated_ms"),
        ("rated_seats", "ended_ms"),
        ("tournaments", "listed_ms"),
        // An event of the tournament does so.
        ("tournament_log", "at_ms"),
        ("tournament_players", "entered_ms"),
        ("push_browsers", "created_ms"),
        // A duration.
        ("turn_mails", "after_ms"),
        ("webhooks", "created_ms"),
        ("turn_feeds", "created_ms"),
        // By the database's clock.
        ("nodes", "written_ms"),
    ];

    /// Each time in the schema is mended, or is known to be harmless.
    #[test]
    fn every_stored_time_may_be_in_the_future_or_is_mended() {
        let schema = include_str!("../../../migrations/sqlite/0001_schema.sql");
        let mut table = "";
        let mut unknown = Vec::new();
        for line in schema.lines() {
            if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
                table = rest.trim_end_matches(['(', ' ']);
            }
            let Some(column) = line
                .strip_prefix("    ")
                .and_then(|line| line.split(' ').next())
            else {
                continue;
            };
            if !column.ends_with("_ms") {
                continue;
            }
            let mut statements = STATEMENTS.iter().chain([&LISTINGS]);
            let is_mended = statements.any(|statement| {
                let mut words = statement.split([' ', ',']);
                words.any(|word| word == table) && statement.contains(column)
            });
            if !is_mended && !STAY.contains(&(table, column)) {
                unknown.push((table, column));
            }
        }
        assert_eq!(
            unknown,
            [],
            "is there harm if this time is far in the future?"
        );
    }
}
