//! The list of moderators. The host changes it on the command line. A server may use the database at the same
//! time, since it reads the role of an account each time it needs the role.

use std::fmt;
use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp};

use super::conduct::MODERATOR;
use super::reports::{LoggedAct, log_act};
use super::session::Session;
use super::{Sharing, StoreError, migration, postgres, sqlite};

/// The name of the host in the log of moderation.
const HOST: &str = "host";

/// Why a role could not be changed.
#[derive(Debug, thiserror::Error)]
pub enum ModeratorError {
    /// The database file doesn't exist.
    #[error("there is no database file {0}; start the server once to create it")]
    Missing(String),
    /// No open account has this name.
    #[error("no account has the name {0}; guests can't be moderators")]
    NoAccount(String),
    /// The owner of this account is not a moderator.
    #[error("{0} is not a moderator")]
    NoModerator(String),
    /// The owner of this account is already a moderator.
    #[error("{0} is a moderator already")]
    AlreadyModerator(String),
    /// The database can't be opened or used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A connection to the database, for the command line.
pub struct Moderators {
    session: Box<dyn Session>,
    /// The statement that begins a transaction.
    begin: &'static str,
}

impl fmt::Debug for Moderators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moderators").finish_non_exhaustive()
    }
}

impl Moderators {
    /// Opens an existing database. A server may use the database at the same time.
    pub fn open(address: &str) -> Result<Self, ModeratorError> {
        if let Some(path) = address.strip_prefix("sqlite://") {
            let path = sqlite::lasting(path)?;
            if !path.exists() {
                return Err(ModeratorError::Missing(path.display().to_string()));
            }
            let mut session = sqlite::open_beside(&path)?;
            migration::check(&mut session, &migration::SQLITE)?;
            return Ok(Self {
                session: Box::new(session),
                begin: "BEGIN IMMEDIATE",
            });
        }
        if !postgres::Address::is_postgres(address) {
            return Err(StoreError::Address.into());
        }
        let address = postgres::Address::parse(address, Sharing::Nodes)?;
        let mut session = postgres::Connection::open(&Arc::new(address))?;
        migration::check(&mut session, &migration::POSTGRES)?;
        Ok(Self {
            session: Box::new(session),
            begin: "BEGIN",
        })
    }

    /// The names of all moderators.
    pub fn list(&mut self) -> Result<Vec<String>, ModeratorError> {
        let names = self.session.all(
            "SELECT players.name FROM accounts JOIN players \
             ON players.player_id = accounts.player_id \
             WHERE accounts.role = $1 AND accounts.closed_ms IS NULL ORDER BY players.name",
            &[MODERATOR.into()],
        )?;
        Ok(names)
    }

    /// Makes the owner of an account a moderator, and logs the change.
    pub fn add(&mut self, name: &str, at: Timestamp) -> Result<(), ModeratorError> {
        self.set(name, MODERATOR, at)
    }

    /// Removes the role of a moderator, and logs the change.
    pub fn remove(&mut self, name: &str, at: Timestamp) -> Result<(), ModeratorError> {
        self.set(name, "", at)
    }

    fn set(&mut self, name: &str, role: &'static str, at: Timestamp) -> Result<(), ModeratorError> {
        self.session.run(self.begin)?;
        let done = set_role(&mut *self.session, name, role, at);
        let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.session.run(end)?;
        done
    }
}

fn set_role(
    session: &mut dyn Session,
    name: &str,
    role: &'static str,
    at: Timestamp,
) -> Result<(), ModeratorError> {
    let found: Option<(PlayerId, String)> = session.first(
        "SELECT accounts.player_id, accounts.role FROM accounts JOIN players \
         ON players.player_id = accounts.player_id \
         WHERE players.name = $1 AND accounts.closed_ms IS NULL",
        &[name.into()],
    )?;
    let (player, before) = found.ok_or_else(|| ModeratorError::NoAccount(name.to_owned()))?;
    let makes = role == MODERATOR;
    match (before == MODERATOR, makes) {
        (true, true) => return Err(ModeratorError::AlreadyModerator(name.to_owned())),
        (false, false) => return Err(ModeratorError::NoModerator(name.to_owned())),
        _ => {}
    }
    let sql = "UPDATE accounts SET role = $2 WHERE player_id = $1";
    session.execute(sql, &[player.into(), role.into()])?;
    let act = LoggedAct {
        at,
        by: None,
        by_name: HOST,
        about: player,
        about_name: name,
        report: None,
        act: if makes {
            "make_moderator"
        } else {
            "unmake_moderator"
        },
        until: None,
        note: "",
    };
    log_act(session, &act)?;
    Ok(())
}
