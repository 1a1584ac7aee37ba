//! The errors of the store.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::FileError;

/// Why an append was not committed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The log already has a step of this table with the same number. The caller must read the new steps of
    /// the log, and then decide whether to append a step with another number.
    #[error("another append has taken this number")]
    Conflict,
    /// The database failed. The step may be in the log nevertheless, since the database's answer to a commit
    /// can get lost. The caller must read the log before the next append.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

/// Why the store could not do what was requested.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database that this server can use.
    #[error("a database address is sqlite://path/to/file or postgres://user@host/name")]
    Address,
    /// Another server uses the database.
    #[error(
        "another server uses this database, and only one server at a time can use a database: stop the \
         other server, or name another database with --database, or, on PostgreSQL, start both servers with \
         --nats as nodes of one cluster"
    )]
    InUse,
    /// Several servers can't share one SQLite file.
    #[error(
        "only one server can use a SQLite file: --nats needs a PostgreSQL database that all nodes share"
    )]
    Unshared,
    /// The connection to the database can't be encrypted or verified as the address requires.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// A file or folder of the database can't be used.
    #[error("{0}")]
    File(Arc<FileError>),
    /// The file is not a SQLite database, or the database is damaged.
    #[error(
        "{} is not a SQLite database, or a damaged one: name another file with --database, or replace it by \
         a backup with `boneyard-server restore`",
        .0.display()
    )]
    NotSqlite(PathBuf),
    /// The store could not connect to the database.
    #[error(
        "the database can't be reached: {0}. Check that PostgreSQL runs there and accepts connections from \
         this server, and that host, port, user and password in --database are right"
    )]
    Unreachable(String),
    /// A newer version of the server has changed the schema, and this version can't use it.
    #[error("a newer version of the server has used this database; start that version")]
    Newer,
    /// The database was not made by a Boneyard server.
    #[error("this is not a database of this server")]
    Foreign,
    /// The SQLite file was deleted or replaced while the server used it.
    #[error(
        "the database file was deleted or replaced while the server used it: the server writes nothing \
         more. Put the file back, or restart the server with the right file"
    )]
    Replaced,
    /// The database reported an error, or its connection was lost.
    #[error("database: {0}")]
    Database(Arc<dyn Error + Send + Sync>),
    /// The database took too long to answer.
    #[error("the database took too long")]
    Timeout,
    /// A row has a value that this server never writes.
    #[error("a row of the database can't be read")]
    Corrupt,
    /// The work on the database has panicked. Nothing of it was written.
    #[error("the work on the database has panicked")]
    Panicked,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl From<FileError> for StoreError {
    fn from(error: FileError) -> Self {
        Self::File(Arc::new(error))
    }
}

macro_rules! database_error {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> Self {
                Self::Database(Arc::new(error))
            }
        })*
    };
}

database_error!(rusqlite::Error, ::postgres::Error, io::Error);

/// Why no connection to PostgreSQL could be made with the values of `sslmode` and `sslrootcert` in the
/// address.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TlsError {
    /// The value of `sslmode` is unknown.
    #[error(
        "sslmode={0} is unknown: use disable, allow, prefer, require, verify-ca or verify-full"
    )]
    Mode(String),
    /// The value of `sslmode` requires that the certificate is verified, but the address has no
    /// `sslrootcert`.
    #[error(
        "sslmode={0} needs sslrootcert=/path/of/the/authority.crt, or sslrootcert=system with \
         sslmode=verify-full"
    )]
    NoRoots(String),
    /// The address has an `sslrootcert`, but the value of `sslmode` is one with which certificates are not
    /// verified.
    #[error(
        "sslrootcert in the database address needs sslmode=require, verify-ca or verify-full; it has \
         sslmode={0}"
    )]
    RootsUnused(String),
    /// Public authorities sign certificates for any host. So the server must also verify the host name in the
    /// certificate, and only `verify-full` does so.
    #[error(
        "sslrootcert=system needs sslmode=verify-full: public authorities sign certificates for any host"
    )]
    SystemRoots,
    /// The certificates that `sslrootcert` names can't be read.
    #[error("sslrootcert={path}: {reason}")]
    Roots {
        /// The value of `sslrootcert`.
        path: String,
        /// What is wrong with the file.
        reason: String,
    },
    /// The database server doesn't offer TLS.
    #[error(
        "the database server offers no TLS, and sslmode asks for TLS: set `ssl = on` in its \
         postgresql.conf, or set sslmode=disable if no other machine can read the connection"
    )]
    NotOffered,
    /// No trusted authority has signed the database server's certificate.
    #[error(
        "the database server's certificate isn't trusted ({0}): name the certificate of the authority \
         that signed it, or the certificate itself if it is self-signed, with sslrootcert=/path"
    )]
    Untrusted(String),
    /// The certificate is for another host.
    #[error(
        "the database server's certificate is for another host ({0}): connect to a name that is in the \
         certificate, or set sslmode=verify-ca if the authority signs certificates for this server alone"
    )]
    WrongName(String),
    /// The TLS handshake failed.
    #[error("TLS with the database server failed: {0}")]
    Handshake(String),
}
