//! Brings the schema of a database up to date, in one transaction.

use super::database::Writer;
use super::session::{Session, only};
use super::{StoreError, text_log};

/// What the schema of a database is made of.
pub(super) struct Schema {
    /// Each brings the schema to the next version. Once released they never change.
    migrations: &'static [&'static str],
    /// What the transaction begins with. No other server does the same meanwhile: the database is this
    /// one's alone.
    begin: &'static str,
    /// How many tables of this name there are.
    count_tables: &'static str,
    /// What has to be there so that the first schema's tables can be copied.
    pub(super) prepare_copy: &'static str,
    /// Takes that away.
    pub(super) finish_copy: &'static str,
}

pub(super) static SQLITE: Schema = Schema {
    migrations: &[
        include_str!("../../../../migrations/sqlite/0001_schema.sql"),
        include_str!("../../../../migrations/sqlite/0002_public_log.sql"),
        include_str!("../../../../migrations/sqlite/0003_hidden_matches.sql"),
        include_str!("../../../../migrations/sqlite/0004_finished_logs.sql"),
        include_str!("../../../../migrations/sqlite/0005_table_players.sql"),
    ],
    begin: "",
    count_tables: "SELECT COUNT(*) FROM sqlite_schema WHERE name = $1",
    prepare_copy: "",
    finish_copy: "",
};

pub(super) static POSTGRES: Schema = Schema {
    migrations: &[
        include_str!("../../../../migrations/postgres/0001_schema.sql"),
        include_str!("../../../../migrations/postgres/0002_public_log.sql"),
        include_str!("../../../../migrations/postgres/0003_hidden_matches.sql"),
        include_str!("../../../../migrations/postgres/0004_finished_logs.sql"),
        include_str!("../../../../migrations/postgres/0005_table_players.sql"),
    ],
    // Copying a large database takes minutes.
    begin: "SET LOCAL statement_timeout = 0",
    count_tables: "SELECT COUNT(*) FROM pg_tables \
         WHERE tablename = $1 AND schemaname = current_schema()",
    prepare_copy: "CREATE FUNCTION unhex(TEXT) RETURNS BYTEA LANGUAGE SQL \
         AS 'SELECT decode($1, ''hex'')'",
    finish_copy: "DROP FUNCTION unhex(TEXT)",
};

/// Brings a schema up to date: makes it in an empty database, and copies what the first schema held.
///
/// # Errors
///
/// When the database fails, or its schema is none that can be brought up to date. It is as it was
/// then.
pub(super) fn migrate(writer: &mut dyn Writer, schema: &Schema) -> Result<(), StoreError> {
    writer.begin()?;
    let session = writer.session();
    session.run(schema.begin)?;
    let version = version(session)?;
    let wanted = schema.migrations.len();
    if version > wanted {
        return Err(StoreError::Newer);
    }
    let is_text_log = version == 0 && has_table(session, schema, text_log::VERSIONS_TABLE)?;
    if is_text_log {
        text_log::make_way(session)?;
    }
    for migration in &schema.migrations[version..] {
        session.run(migration)?;
    }
    if is_text_log {
        text_log::copy(writer, schema)?;
    }
    if version < wanted {
        set_version(writer.session(), wanted)?;
    }
    writer.commit()
}

/// Makes sure that a start can use a database, and writes nothing.
///
/// # Errors
///
/// When the database fails, or is not one of this server, or of a version that can't be brought up to
/// date.
pub(super) fn check(session: &mut dyn Session, schema: &Schema) -> Result<(), StoreError> {
    for name in ["tables", "log", "settings"] {
        if !has_table(session, schema, name)? {
            return Err(StoreError::Foreign);
        }
    }
    if has_table(session, schema, text_log::VERSIONS_TABLE)? {
        return text_log::check_version(session);
    }
    if !has_table(session, schema, "schema_version")? {
        return Err(StoreError::Foreign);
    }
    match stored_version(session)? {
        0 => Err(StoreError::Foreign),
        version if version > schema.migrations.len() => Err(StoreError::Newer),
        _ => Ok(()),
    }
}

/// The version of a schema: how many of its migrations were made.
fn version(session: &mut dyn Session) -> Result<usize, StoreError> {
    session.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    stored_version(session)
}

fn stored_version(session: &mut dyn Session) -> Result<usize, StoreError> {
    let Some(mut row) = only(session.query("SELECT version FROM schema_version", &[])?) else {
        return Ok(0);
    };
    let version: i64 = row.take(0)?;
    usize::try_from(version).map_err(|_| StoreError::Corrupt)
}

fn set_version(session: &mut dyn Session, version: usize) -> Result<(), StoreError> {
    session.run("DELETE FROM schema_version")?;
    let version = i64::try_from(version).unwrap_or(i64::MAX);
    let sql = "INSERT INTO schema_version (version) VALUES ($1)";
    session.execute(sql, &[version.into()])?;
    Ok(())
}

fn has_table(session: &mut dyn Session, schema: &Schema, name: &str) -> Result<bool, StoreError> {
    let count = only(session.query(schema.count_tables, &[name.into()])?);
    let count: i64 = count.ok_or(StoreError::Corrupt)?.take(0)?;
    Ok(count > 0)
}
