//! Updates the schema of a database, in one transaction.
//!
//! A version of the server that needs a change first expands the schema. Only a later version removes what is
//! no longer used. After an expansion, servers of the previous version can still use the schema. So the nodes
//! of a cluster can be replaced one by one, and a server can be replaced by its previous version.
//!
//! From the version 0.1.0 on, every version of the server can open a database of every earlier version, for ever.
//! So a released step never changes: what it lacks is a step of its own. The same holds for the rows of the log,
//! and for transcripts, records and receipts. `server/tests/play/kept_files.rs` opens what each release has
//! written.

use super::StoreError;
use super::connection::Writer;
use super::people::SET_SETTING;
use super::session::Session;

/// The name of a setting. Its value is a schema version: a server that was made for this version or for a
/// later one can use the schema.
const USABLE_FROM: &str = "schema_usable_from";

/// A step from one version of a schema to the next.
pub(super) struct Migration {
    sql: &'static str,
    /// Whether servers of the previous version can use the schema after this step.
    expands: bool,
}

/// The schema of SQLite or of PostgreSQL.
pub(super) struct Schema {
    /// The steps, in order. A released step never changes.
    migrations: &'static [Migration],
    /// Statements to run at the beginning of the transaction.
    begin: &'static str,
    /// Locks the version row: other servers that want to change the schema wait until the transaction ends.
    lock_version: &'static str,
    /// Counts the database tables with the name `$1`.
    count_tables: &'static str,
}

pub(super) static SQLITE: Schema = Schema {
    migrations: &[Migration {
        sql: include_str!("../../../migrations/sqlite/0001_schema.sql"),
        expands: false,
    }],
    begin: "",
    // This process has locked the file, so no other server can change the schema.
    lock_version: "",
    count_tables: "SELECT COUNT(*) FROM sqlite_schema WHERE name = $1",
};

pub(super) static POSTGRES: Schema = Schema {
    migrations: &[Migration {
        sql: include_str!("../../../migrations/postgres/0001_schema.sql"),
        expands: false,
    }],
    // Changing the schema of a large database takes minutes, so this transaction has no timeout.
    begin: "SET LOCAL statement_timeout = 0",
    lock_version: "SELECT version FROM schema_version FOR UPDATE",
    count_tables: "SELECT COUNT(*) FROM pg_tables \
         WHERE tablename = $1 AND schemaname = current_schema()",
};

impl Schema {
    /// The value of [`USABLE_FROM`]: a server that was made for this schema version or for a later one can
    /// use this schema.
    fn usable_from(&self) -> usize {
        let contracts = |migration: &Migration| !migration.expands;
        let last = self.migrations.iter().rposition(contracts);
        last.map_or(0, |index| index + 1)
    }
}

/// Updates a schema, or creates it in an empty database. If several servers call this at the same time, one
/// of them updates the schema, and the others find it up to date. After an error, the schema is as it was
/// before.
pub(super) fn migrate(writer: &mut dyn Writer, schema: &Schema) -> Result<(), StoreError> {
    loop {
        let before = version_or_none(writer.session(), schema)?;
        let Err(failed) = migrate_at_once(writer, schema) else {
            return Ok(());
        };
        // In an empty database there is no row to lock. If two servers create the schema at the same time,
        // one of them fails and tries again. It tries again only if the version has changed, so the loop
        // ends.
        let undone = writer.session().run("ROLLBACK");
        if undone.is_err() || version_or_none(writer.session(), schema)? == before {
            return Err(failed);
        }
    }
}

/// Updates a schema in one transaction. After an error, the transaction is still open.
fn migrate_at_once(writer: &mut dyn Writer, schema: &Schema) -> Result<(), StoreError> {
    writer.begin()?;
    let session = writer.session();
    session.run(schema.begin)?;
    let version = version(session, schema)?;
    let wanted = schema.migrations.len();
    if version >= wanted {
        must_be_usable(session, version, wanted)?;
        return writer.commit();
    }
    for migration in &schema.migrations[version..] {
        session.run(migration.sql)?;
    }
    set_version(session, schema)?;
    writer.commit()
}

/// Checks that this version of the server can use a database. Writes nothing.
pub(super) fn check(session: &mut dyn Session, schema: &Schema) -> Result<(), StoreError> {
    for name in ["tables", "log", "settings", "schema_version"] {
        if !has_table(session, schema, name)? {
            return Err(StoreError::Foreign);
        }
    }
    match stored_version(session)? {
        0 => Err(StoreError::Foreign),
        version => must_be_usable(session, version, schema.migrations.len()),
    }
}

/// Checks that a server that was made for the schema version `server` can use a schema of the version
/// `version`. If the schema is newer than the server, the setting [`USABLE_FROM`] says whether the server can
/// use it.
fn must_be_usable(
    session: &mut dyn Session,
    version: usize,
    server: usize,
) -> Result<(), StoreError> {
    if version <= server {
        return Ok(());
    }
    let sql = "SELECT value FROM settings WHERE name = $1";
    let stored: Option<String> = session.first(sql, &[USABLE_FROM.into()])?;
    match stored.map(|usable_from| usable_from.parse::<usize>()) {
        Some(Ok(usable_from)) if usable_from <= server => Ok(()),
        _ => Err(StoreError::Newer),
    }
}

/// The version of a schema, which is the number of its steps. Locks the version: other servers that want to
/// change the schema wait.
fn version(session: &mut dyn Session, schema: &Schema) -> Result<usize, StoreError> {
    session.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    session.run(schema.lock_version)?;
    stored_version(session)
}

/// The version of a schema, or 0 in an empty database. Takes no lock.
fn version_or_none(session: &mut dyn Session, schema: &Schema) -> Result<usize, StoreError> {
    if has_table(session, schema, "schema_version")? {
        stored_version(session)
    } else {
        Ok(0)
    }
}

fn stored_version(session: &mut dyn Session) -> Result<usize, StoreError> {
    let version: Option<u32> = session.first("SELECT version FROM schema_version", &[])?;
    Ok(version.unwrap_or(0) as usize)
}

/// Stores the version of the schema, and the setting [`USABLE_FROM`].
fn set_version(session: &mut dyn Session, schema: &Schema) -> Result<(), StoreError> {
    let version = i64::try_from(schema.migrations.len()).unwrap_or(i64::MAX);
    // Servers that wait for the lock on this row then read the new version.
    let update = "UPDATE schema_version SET version = $1";
    if session.execute(update, &[version.into()])? == 0 {
        let insert = "INSERT INTO schema_version (version) VALUES ($1)";
        session.execute(insert, &[version.into()])?;
    }
    let usable_from = schema.usable_from().to_string();
    session.execute(SET_SETTING, &[USABLE_FROM.into(), usable_from.into()])?;
    Ok(())
}

fn has_table(session: &mut dyn Session, schema: &Schema, name: &str) -> Result<bool, StoreError> {
    session.one(schema.count_tables, &[name.into()])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sqlite;

    const FIRST: Migration =
        contracting(include_str!("../../../migrations/sqlite/0001_schema.sql"));
    const EXPANDING: Migration = expanding("CREATE TABLE added (id INTEGER)");
    const ANOTHER: Migration = expanding("CREATE TABLE another (id INTEGER)");
    const CONTRACTING: Migration = contracting("DROP TABLE added");
    const BROKEN: Migration = expanding("CREATE TABLE broken (");

    const fn expanding(sql: &'static str) -> Migration {
        let expands = true;
        Migration { sql, expands }
    }

    const fn contracting(sql: &'static str) -> Migration {
        let expands = false;
        Migration { sql, expands }
    }

    fn schema(migrations: &'static [Migration]) -> Schema {
        Schema {
            migrations,
            ..SQLITE
        }
    }

    struct World {
        writer: sqlite::Writer,
        _directory: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("boneyard.db");
            let file = sqlite::File::take(path.to_str().unwrap()).unwrap();
            Self {
                writer: sqlite::Writer::connect(&Arc::new(file)).unwrap(),
                _directory: directory,
            }
        }

        fn start(&mut self, migrations: &'static [Migration]) -> Result<usize, StoreError> {
            let schema = schema(migrations);
            migrate(&mut self.writer, &schema)?;
            version_or_none(self.writer.session(), &schema)
        }
    }

    #[test]
    fn a_server_can_use_a_newer_schema_that_only_expanded() {
        let mut world = World::new();
        assert_eq!(world.start(&[FIRST]).unwrap(), 1);
        assert_eq!(world.start(&[FIRST, EXPANDING, ANOTHER]).unwrap(), 3);
        for _ in 0..2 {
            assert_eq!(
                world.start(&[FIRST]).unwrap(),
                3,
                "an older server changes nothing"
            );
        }
        let all = &[FIRST, EXPANDING, ANOTHER, CONTRACTING];
        assert_eq!(world.start(all).unwrap(), 4);
        let before = world.start(&[FIRST, EXPANDING, ANOTHER]);
        assert!(matches!(before, Err(StoreError::Newer)));
        assert_eq!(world.start(all).unwrap(), 4);
    }

    #[test]
    fn a_schema_without_the_setting_is_for_servers_of_its_version() {
        let mut world = World::new();
        assert_eq!(world.start(&[FIRST, EXPANDING]).unwrap(), 2);
        let session = world.writer.session();
        session.run("DELETE FROM settings").unwrap();
        assert!(matches!(world.start(&[FIRST]), Err(StoreError::Newer)));
        assert_eq!(world.start(&[FIRST, EXPANDING]).unwrap(), 2);
    }

    #[test]
    fn a_migration_that_fails_leaves_the_schema_as_it_was() {
        let mut world = World::new();
        assert_eq!(world.start(&[FIRST]).unwrap(), 1);
        let failed = world.start(&[FIRST, EXPANDING, BROKEN]);
        assert!(matches!(failed, Err(StoreError::Database(_))));
        assert_eq!(world.start(&[FIRST]).unwrap(), 1);
        assert_eq!(world.start(&[FIRST, EXPANDING]).unwrap(), 2);
    }
}
