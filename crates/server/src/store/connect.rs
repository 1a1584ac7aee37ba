//! How a database is opened: its address, its settings, its migrations.

use std::path::Path;
use std::str::FromStr;
use std::{fs, io};

use sqlx::AnyConnection;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, ConnectOptions as _, Executor as _};

use super::StoreError;
use crate::limits;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// What `SQLite` is told on each connection. WAL lets readers and the writer work side by side;
/// FULL makes a commit wait until the disk has it, so that what was shown survives a power cut.
/// The rest is speed: the log's newest pages stay in memory (32 MiB), what a statement may have to
/// undo does too, and pages that change often go to the database file once in 16 MiB of WAL.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; \
     PRAGMA busy_timeout = 5000; \
     PRAGMA cache_size = -32768; \
     PRAGMA temp_store = MEMORY; \
     PRAGMA wal_autocheckpoint = 4096;";

/// What `PostgreSQL` is told on each connection: the same two promises. A statement that waits on a
/// foreign lock for ever would stop the writer.
const POSTGRES_SETTINGS: &str = "SET synchronous_commit = on; SET statement_timeout = 5000;";

/// Opens the database at an address, `sqlite://path` or `postgres://…`, creates a SQLite file and
/// its directory where they are missing, and brings the schema up to date.
///
/// # Errors
///
/// When the address is neither, or the database can't be opened or brought up to date.
pub(super) async fn connect(address: &str) -> Result<AnyPool, StoreError> {
    sqlx::any::install_default_drivers();
    let address = prepare(address)?;
    let options = AnyConnectOptions::from_str(&address)
        .map_err(StoreError::from)?
        .disable_statement_logging();
    let pool = AnyPoolOptions::new()
        // One for the writer, which keeps its own.
        .max_connections(limits::READ_CONNECTIONS_MAX + 1)
        .acquire_timeout(limits::STORE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(apply_settings(connection)))
        .connect_with(options)
        .await?;
    MIGRATIONS.run(&pool).await?;
    Ok(pool)
}

async fn apply_settings(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let settings = match connection.backend_name() {
        "SQLite" => SQLITE_SETTINGS,
        _ => POSTGRES_SETTINGS,
    };
    connection.execute(sqlx::raw_sql(settings)).await?;
    Ok(())
}

/// Checks the scheme, and for SQLite makes the directory and asks for the file to be created.
fn prepare(address: &str) -> Result<String, StoreError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        return Ok(address.to_owned());
    }
    let Some(rest) = address.strip_prefix("sqlite://") else {
        return Err(StoreError::Address);
    };
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    // A database in memory is one for each connection, and none after a restart.
    if path.is_empty() || path == ":memory:" || query.contains("mode=memory") {
        return Err(StoreError::Address);
    }
    if let Some(directory) = Path::new(path).parent() {
        create_directory(directory).map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
    }
    Ok(match query {
        "" => format!("sqlite://{path}?mode=rwc"),
        query if query.contains("mode=") => address.to_owned(),
        query => format!("sqlite://{path}?mode=rwc&{query}"),
    })
}

/// Makes a directory that is its owner's alone: the database in it holds hands and the key that
/// signs identities.
fn create_directory(directory: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_lasting_databases_are_taken() {
        let refused = [
            "",
            "mysql://host/db",
            "sqlite://",
            "sqlite::memory:",
            "sqlite://:memory:",
            "sqlite://x?mode=memory",
        ];
        for address in refused {
            assert!(
                matches!(prepare(address), Err(StoreError::Address)),
                "{address}"
            );
        }
        let postgres = "postgres://user@host/boneyard";
        assert_eq!(prepare(postgres).unwrap(), postgres);
        assert_eq!(
            prepare("sqlite://boneyard.db").unwrap(),
            "sqlite://boneyard.db?mode=rwc"
        );
        assert_eq!(
            prepare("sqlite://boneyard.db?cache=private").unwrap(),
            "sqlite://boneyard.db?mode=rwc&cache=private"
        );
    }
}
