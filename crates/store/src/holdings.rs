//! What a person holds: each column of the schema that names a player, and what becomes of its rows when the person
//! closes the account, and when a moderator keeps the person out. A test reads the schema and fails if a column is
//! missing here.
//!
//! What lives only as long as a connection, such as a search for a quick match, isn't in the schema: it ends with the
//! connection when an account is closed, and when the person's restrictions are read again when the person is kept out.

use boneyard_base::PlayerId;

use super::StoreError;
use super::session::Session;

/// What becomes of the rows of a column that name a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// They are deleted.
    Deleted,
    /// This statement changes them.
    Changed(&'static str),
    /// They follow from logs. This part of the server ends by events what they stand for.
    By(Keeper),
    /// They stay, for this reason.
    Stays(&'static str),
}

/// Defines the keepers, and the list of them.
macro_rules! keepers {
    ($($(#[$doc:meta])* $keeper:ident,)+) => {
        /// A part of the server that ends by events what a person holds.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Keeper {
            $($(#[$doc])* $keeper,)+
        }

        impl Keeper {
            /// All keepers.
            pub const ALL: &[Self] = &[$(Self::$keeper),+];
        }
    };
}

keepers! {
    /// The tables: the person gives up the seats.
    Tables,
    /// The tournaments: the person withdraws, and organises none any more.
    Tournaments,
}

/// A column of the schema that names a player, a person or a bot.
#[derive(Clone, Copy, Debug)]
struct Holding {
    /// The table of the schema.
    #[cfg(test)]
    table: &'static str,
    /// The column.
    #[cfg(test)]
    column: &'static str,
    /// What becomes of the rows when the person closes the account.
    closed: End,
    /// What becomes of the rows when a moderator keeps the person out.
    kept_out: End,
    /// Whether the rows are deleted with an account that was never used. Such an account has no rows elsewhere.
    unused: bool,
    /// The statement that deletes the rows that name the player `$1`.
    delete: &'static str,
}

macro_rules! holdings {
    ($($table:ident.$column:ident: $closed:expr, $kept_out:expr $(, $unused:ident)?;)+) => {
        /// All columns that name a player, a person or a bot.
        const HOLDINGS: &[Holding] = &[$(Holding {
            #[cfg(test)]
            table: stringify!($table),
            #[cfg(test)]
            column: stringify!($column),
            closed: $closed,
            kept_out: $kept_out,
            unused: holdings!(@unused $($unused)?),
            delete: concat!(
                "DELETE FROM ", stringify!($table), " WHERE ", stringify!($column), " = $1"
            ),
        }),+];
    };
    (@unused unused) => { true };
    (@unused) => { false };
}

/// A person who is kept out looks on, and may come back.
const LOOKS_ON: End = End::Stays("a person who is kept out looks on");

/// What others see of matches, or what moderators must know, stays.
const HISTORY: End = End::Stays("others played these matches too");

// Each line: the column, then what becomes of its rows when the account is closed, and when the person is kept out.
holdings! {
    table_players.player_id: End::By(Keeper::Tables), End::By(Keeper::Tables);
    tournament_players.player_id: End::By(Keeper::Tournaments), End::By(Keeper::Tournaments);
    tournaments.organiser_id: End::By(Keeper::Tournaments), End::By(Keeper::Tournaments);
    accounts.player_id: End::Stays("is marked as closed, so that it can't be made again"), LOOKS_ON;
    accounts.person_id: End::Stays("is the public id of the closed account"), LOOKS_ON;
    account_names.player_id: End::Stays("keeps the names reserved"), LOOKS_ON, unused;
    players.player_id: End::Deleted, LOOKS_ON, unused;
    devices.player_id: End::Deleted, LOOKS_ON, unused;
    sign_in_codes.player_id: End::Deleted, LOOKS_ON, unused;
    passkeys.player_id: End::Deleted, LOOKS_ON;
    passkey_challenges.player_id: End::Deleted, LOOKS_ON;
    emails.player_id: End::Deleted, LOOKS_ON;
    friends.player_id: End::Deleted, LOOKS_ON;
    friends.other_id: End::Deleted, LOOKS_ON;
    blocks.player_id: End::Deleted, LOOKS_ON, unused;
    blocks.other_id: End::Deleted, LOOKS_ON, unused;
    bots.owner_id: End::Deleted, End::Stays("a bot may do no more than its owner");
    bots.bot_id: End::Stays("the row is deleted with that of the owner"), LOOKS_ON;
    push_browsers.player_id: End::Deleted, LOOKS_ON, unused;
    turn_mails.player_id: End::Deleted, LOOKS_ON;
    turn_feeds.player_id: End::Deleted, LOOKS_ON, unused;
    webhooks.player_id: End::Deleted, End::Deleted, unused;
    quick_seats.player_id: End::Deleted, End::Stays("is deleted when the table can't be open any more"), unused;
    quick_seats.others: HISTORY, HISTORY;
    quick_seats.met_before: HISTORY, HISTORY;
    ratings.player_id: End::Deleted, LOOKS_ON;
    rated_seats.player_id: HISTORY, HISTORY;
    record_seats.player_id: End::Stays("`delete_every_name` deletes the names"), HISTORY;
    deleted_names.player_id: End::Stays("keeps the names deleted"), LOOKS_ON;
    hidden_matches.player_id: End::Stays("keeps the matches hidden"), LOOKS_ON;
    conduct.player_id: End::Stays("moderators must know it"), End::Stays("holds that the person is kept out");
    reports.reporter_id:
        End::Changed("UPDATE reports SET reporter_name = '' WHERE reporter_id = $1"), LOOKS_ON;
    reports.reported_id:
        End::Changed("UPDATE reports SET reported_name = '' WHERE reported_id = $1"), LOOKS_ON;
    moderation_log.player_id:
        End::Changed("UPDATE moderation_log SET player_name = '' WHERE player_id = $1"), LOOKS_ON;
    moderation_log.moderator_id:
        End::Changed("UPDATE moderation_log SET moderator_name = '' WHERE moderator_id = $1"), LOOKS_ON;
    departures.player_id:
        End::Stays("says what must still be ended"), End::Stays("says what must still be ended");
}

impl Holding {
    fn end(&self, session: &mut dyn Session, end: End, player: PlayerId) -> Result<(), StoreError> {
        let sql = match end {
            End::Deleted => self.delete,
            End::Changed(sql) => sql,
            End::By(_) | End::Stays(_) => return Ok(()),
        };
        session.execute(sql, &[player.into()])?;
        Ok(())
    }
}

/// Ends what a person holds in rows alone, when the account is closed.
pub(super) fn close(session: &mut dyn Session, player: PlayerId) -> Result<(), StoreError> {
    let mut all = HOLDINGS.iter();
    all.try_for_each(|holding| holding.end(session, holding.closed, player))
}

/// Ends what a person holds in rows alone, when the person is kept out.
pub(super) fn keep_out(session: &mut dyn Session, player: PlayerId) -> Result<(), StoreError> {
    let mut all = HOLDINGS.iter();
    all.try_for_each(|holding| holding.end(session, holding.kept_out, player))
}

/// Deletes the rest of an account that was never used. So another account can have its name.
pub(super) fn forget_unused(session: &mut dyn Session, player: PlayerId) -> Result<(), StoreError> {
    let mut all = HOLDINGS.iter().filter(|holding| holding.unused);
    all.try_for_each(|holding| holding.end(session, End::Deleted, player))
}

#[cfg(test)]
mod tests {
    use boneyard_base::{Timestamp, limits};
    use rusqlite::Connection;
    use rusqlite::types::Value;

    use super::*;
    use crate::departures::{self, DepartureCause};
    use crate::{Store, sqlite};

    /// Columns of bytes that never name a player, a person or a bot.
    const OTHER_BYTES: [&str; 17] = [
        "attempt_id",
        "auth_secret",
        "body",
        "bytes",
        "credential_id",
        "device_id",
        "end_token",
        "entry",
        "hashes",
        "mail_id",
        "public_key",
        "recipient_id",
        "challenge_id",
        "record_id",
        "table_id",
        "tournament_id",
        "webhook_id",
    ];

    /// The columns of bytes of a schema, each with its table.
    fn byte_columns(schema: &str) -> Vec<(&str, &str)> {
        let mut table = "";
        let mut found = Vec::new();
        for line in schema.lines() {
            if let Some(name) = line.strip_prefix("CREATE TABLE ") {
                table = name.trim_end_matches(" (");
            }
            let mut words = line.split_whitespace();
            if line.starts_with("    ")
                && let Some(column) = words.next()
                && words
                    .next()
                    .is_some_and(|kind| kind.starts_with("BLOB") || kind.starts_with("BYTEA"))
            {
                found.push((table, column));
            }
        }
        found
    }

    #[test]
    fn each_column_that_can_name_a_person_says_how_it_ends() {
        for schema in [
            include_str!("../../../migrations/sqlite/0001_schema.sql"),
            include_str!("../../../migrations/postgres/0001_schema.sql"),
        ] {
            let columns = byte_columns(schema);
            assert!(columns.contains(&("tournaments", "organiser_id")));
            for &(table, column) in &columns {
                let is_known = HOLDINGS
                    .iter()
                    .any(|one| (one.table, one.column) == (table, column));
                assert!(
                    is_known != OTHER_BYTES.contains(&column),
                    "{table}.{column}: what becomes of it when the person it names closes the account, or is kept out? \
                     Add it to HOLDINGS, or its name to OTHER_BYTES if it names no person"
                );
            }
            for one in HOLDINGS {
                assert!(
                    columns.contains(&(one.table, one.column)),
                    "{}.{}",
                    one.table,
                    one.column
                );
            }
        }
    }

    /// Adds a row that names the player in a column, with any values in the others.
    fn add_row(database: &Connection, holding: &Holding, player: PlayerId) {
        let sql = "SELECT name, type FROM pragma_table_info(?1)";
        let mut statement = database.prepare(sql).unwrap();
        let columns = statement.query_map([holding.table], |row| Ok((row.get(0)?, row.get(1)?)));
        let columns: Vec<(String, String)> = columns.unwrap().map(Result::unwrap).collect();
        let value = |(name, kind): &(String, String)| match kind.as_str() {
            _ if *name == holding.column => Value::Blob(player.as_bytes().to_vec()),
            "BLOB" => Value::Blob(PlayerId::random().as_bytes().to_vec()),
            "INTEGER" => Value::Integer(rand::random::<u32>().into()),
            _ => Value::Text(format!("{{\"n\": {}}}", rand::random::<u32>())),
        };
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let places = vec!["?"; names.len()].join(", ");
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({places})",
            holding.table,
            names.join(", ")
        );
        let values = rusqlite::params_from_iter(columns.iter().map(value));
        database
            .execute(&sql, values)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    fn count(database: &Connection, holding: &Holding, player: PlayerId) -> i64 {
        let sql = format!(
            "SELECT COUNT(*) FROM {} WHERE {} = ?1",
            holding.table, holding.column
        );
        database
            .query_row(&sql, [player.as_bytes()], |row| row.get(0))
            .unwrap()
    }

    /// A database in which a player is named in each column, by a row that names nobody else known.
    async fn full_database(player: PlayerId) -> (tempfile::TempDir, String, Connection) {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let address = format!("sqlite://{}", file.display());
        Store::open(&address).await.unwrap().close().await;
        let database = Connection::open(file).unwrap();
        for holding in HOLDINGS.iter().filter(|one| one.table != "departures") {
            add_row(&database, holding, player);
        }
        (directory, address, database)
    }

    #[tokio::test]
    async fn the_rows_of_a_closed_account_end_as_the_list_says() {
        let player = PlayerId::random();
        let (_directory, address, database) = full_database(player).await;
        let store = Store::open(&address).await.unwrap();
        store.accounts().close(player, Timestamp(5)).await.unwrap();
        for holding in HOLDINGS {
            let stays = !matches!(holding.closed, End::Deleted);
            let rows = count(&database, holding, player);
            assert_eq!(rows > 0, stays, "{}.{}", holding.table, holding.column);
        }
        for (table, name, of) in [
            ("reports", "reporter_name", "reporter_id"),
            ("reports", "reported_name", "reported_id"),
            ("moderation_log", "player_name", "player_id"),
            ("moderation_log", "moderator_name", "moderator_id"),
            ("record_seats", "name", "player_id"),
        ] {
            let sql = format!("SELECT {name} FROM {table} WHERE {of} = ?1");
            let left: String = database
                .query_row(&sql, [player.as_bytes()], |row| row.get(0))
                .unwrap();
            assert_eq!(left, "", "{table}.{name}");
        }
        store.close().await;
    }

    #[tokio::test]
    async fn the_rows_of_a_person_who_is_kept_out_end_as_the_list_says() {
        let player = PlayerId::random();
        let (_directory, _, database) = full_database(player).await;
        let file = database.path().unwrap().to_owned();
        drop(database);
        let mut session = sqlite::open_beside(file.as_ref()).unwrap();
        departures::add(&mut session, player, DepartureCause::KeptOut, Timestamp(5)).unwrap();
        keep_out(&mut session, player).unwrap();
        drop(session);
        let database = Connection::open(file).unwrap();
        for holding in HOLDINGS {
            let stays = !matches!(holding.kept_out, End::Deleted);
            let rows = count(&database, holding, player);
            assert_eq!(rows > 0, stays, "{}.{}", holding.table, holding.column);
        }
    }

    #[tokio::test]
    async fn a_departure_is_due_at_once_and_again_until_it_is_forgotten() {
        let (ann, bot) = (PlayerId::random(), PlayerId::random_bot());
        let (_directory, address, database) = full_database(PlayerId::random()).await;
        let sql =
            "INSERT INTO bots (bot_id, owner_id, token_hash, created_ms) VALUES (?1, ?2, 'a', 0)";
        database
            .execute(sql, [bot.as_bytes(), ann.as_bytes()])
            .unwrap();
        let store = Store::open(&address).await.unwrap();
        let begin = Timestamp(1_000_000);
        store.accounts().close(ann, begin).await.unwrap();
        let due = async |at: Timestamp| store.departures().claim(at).await.unwrap();
        let mut first: Vec<PlayerId> = due(begin).await.iter().map(|one| one.player).collect();
        first.sort();
        let mut both = vec![ann, bot];
        both.sort();
        assert_eq!(first, both, "the bots of the account depart with it");
        assert_eq!(due(begin).await, [], "each is given out once");
        let again = begin.plus_ms(limits::DEPARTURE_AGAIN_MS);
        let second = due(again).await;
        assert_eq!(second.len(), 2);
        store
            .departures()
            .forget(second[0], begin.plus_ms(1))
            .await
            .unwrap();
        assert_eq!(due(again.plus_ms(59_999)).await, []);
        let third = due(again.plus_ms(60_000)).await;
        assert_eq!(
            third.len(),
            2,
            "requests from before may still have been running"
        );
        for one in third {
            store.departures().forget(one, again).await.unwrap();
        }
        assert_eq!(due(again.plus_ms(limits::DAY_MS)).await, []);
        store.close().await;
    }
}
