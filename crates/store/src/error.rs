//! What goes wrong with the store.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::FileError;

/// Why an append was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has taken this number first. The log has grown; read on and judge again.
    #[error("another append has taken this number")]
    Conflict,
    /// The database failed. Whether the step is in the log is not known (a commit may succeed and
    /// its answer get lost): read the log before the next append.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

/// Why the store could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database that this server can use.
    #[error("a database address is sqlite://path/to/file or postgres://user@host/name")]
    Address,
    /// Another server has the database.
    #[error(
        "another server uses this database, and a database is for one server at a time: stop the other \
         server, or give this one a database of its own, or, on PostgreSQL, start both with --nats to have \
         them work together"
    )]
    InUse,
    /// Several servers can't use a SQLite file.
    #[error(
        "a SQLite file is for one server: --nats needs a PostgreSQL database that the servers share"
    )]
    Unshared,
    /// The database can't be reached as safely as its address asks for.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// A file or folder of the database can't be used.
    #[error("{0}")]
    File(Arc<FileError>),
    /// The file is something else than a database, or parts of it are wrong.
    #[error(
        "{} is no SQLite database, or a damaged one: name another file with --database, or put a backup in \
         its place with `boneyard-server restore`",
        .0.display()
    )]
    NotSqlite(PathBuf),
    /// No connection could be made, for this reason.
    #[error(
        "the database can't be reached: {0}. See whether PostgreSQL runs there and lets this server in, and \
         whether host, port, user and password in --database are right"
    )]
    Unreachable(String),
    /// The schema is of a newer version.
    #[error("a newer version of the server has used this database; start that version")]
    Newer,
    /// The database holds something else.
    #[error("this is not a database of this server")]
    Foreign,
    /// The SQLite file isn't there any more, or another one is.
    #[error(
        "the database file was deleted or replaced while it was in use: nothing more is written. Put it \
         back, or stop the server and start it with the file that it is to use"
    )]
    Replaced,
    /// The database refused or could not be reached.
    #[error("database: {0}")]
    Database(Arc<dyn Error + Send + Sync>),
    /// The database took too long.
    #[error("the database took too long")]
    Timeout,
    /// A row holds what this server never wrote.
    #[error("a row of the database can't be read")]
    Corrupt,
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

/// Why there is no connection to PostgreSQL as `sslmode` and `sslrootcert` ask for it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TlsError {
    /// There is no such mode.
    #[error(
        "sslmode={0} is unknown: use disable, allow, prefer, require, verify-ca or verify-full"
    )]
    Mode(String),
    /// A certificate is to be verified, and nothing says by what.
    #[error(
        "sslmode={0} needs sslrootcert=/path/of/the/authority.crt, or sslrootcert=system with \
         sslmode=verify-full"
    )]
    NoRoots(String),
    /// Certificates are named that would not be looked at.
    #[error(
        "sslrootcert in the database address needs sslmode=require, verify-ca or verify-full; it has \
         sslmode={0}"
    )]
    RootsUnused(String),
    /// Without a name a certificate of a public authority proves nothing.
    #[error("sslrootcert=system needs sslmode=verify-full: others get certificates there too")]
    SystemRoots,
    /// The certificates to verify by can't be read.
    #[error("sslrootcert={path}: {reason}")]
    Roots {
        /// What was given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server speaks no TLS.
    #[error(
        "the database server offers no TLS, and sslmode asks for it: set `ssl = on` in its \
         postgresql.conf, or sslmode=disable if nobody else can read what is sent to it"
    )]
    NotOffered,
    /// None of the certificates that are trusted has signed the server's.
    #[error(
        "the database server's certificate isn't trusted ({0}): name the certificate of the authority \
         that signed it, or itself if nobody else did, with sslrootcert=/path"
    )]
    Untrusted(String),
    /// The certificate is for another host.
    #[error(
        "the database server's certificate is for another host ({0}): use a name that is in it, or \
         sslmode=verify-ca if that authority signs for nobody else"
    )]
    WrongName(String),
    /// The two can't agree.
    #[error("TLS with the database server failed: {0}")]
    Handshake(String),
}
