//! Bots: programs that play, each with an owner and a token.

use boneyard_base::{PlayerId, Timestamp};

use super::departures::{self, DepartureCause};
use super::select::select;
use super::session::Session;
use super::{Bots, StoreError};

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBot {
    /// The bot's id as a player.
    pub bot: PlayerId,
    /// The bot's name.
    pub name: String,
    /// When the bot was made.
    pub created: Timestamp,
}

impl Bots<'_> {
    /// Adds a bot, unless its owner has `owned_max` bots. Returns whether the bot was added.
    pub async fn add(
        self,
        owner: PlayerId,
        bot: &StoredBot,
        token_hash: &str,
        owned_max: usize,
    ) -> Result<bool, StoreError> {
        let owner_values = [owner.into()];
        let bot_values = [
            bot.bot.into(),
            owner.into(),
            token_hash.into(),
            bot.created.into(),
        ];
        let name_values = [bot.bot.into(), bot.name.as_str().into(), bot.created.into()];
        self.0
            .write(move |session| {
                if session.query(BOTS_OF, &owner_values)?.len() >= owned_max {
                    return Ok(false);
                }
                session.execute(
                    "INSERT INTO bots (bot_id, owner_id, token_hash, created_ms) \
                 VALUES ($1, $2, $3, $4)",
                    &bot_values,
                )?;
                session.execute(
                    "INSERT INTO players (player_id, name, created_ms) VALUES ($1, $2, $3)",
                    &name_values,
                )?;
                Ok(true)
            })
            .await
    }

    /// The bots of an owner, the oldest first.
    pub async fn of(self, owner: PlayerId) -> Result<Vec<StoredBot>, StoreError> {
        let select = select!(
            StoredBot {
                bot: "bots.bot_id",
                name: "players.name",
                created: "bots.created_ms",
            },
            "FROM bots JOIN players ON players.player_id = bots.bot_id \
             WHERE bots.owner_id = $1 AND bots.token_hash IS NOT NULL ORDER BY bots.created_ms, bots.bot_id"
        );
        self.0.all(select, [owner.into()]).await
    }

    /// The bot with this token.
    pub async fn by_token(self, token_hash: &str) -> Result<Option<PlayerId>, StoreError> {
        let sql = "SELECT bot_id FROM bots WHERE token_hash = $1";
        self.0.first(sql, [token_hash.into()]).await
    }

    /// Withdraws a bot's token. Returns false if the owner has no such bot. The bot's name and owner stay in the
    /// database, since the matches that the bot has played show the name, and reports of it concern the owner.
    pub async fn remove(
        self,
        owner: PlayerId,
        bot: PlayerId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0
            .write(move |session| {
                let sql = "UPDATE bots SET token_hash = NULL \
                       WHERE owner_id = $1 AND bot_id = $2 AND token_hash IS NOT NULL";
                let is_removed = session.execute(sql, &[owner.into(), bot.into()])? > 0;
                if is_removed {
                    departures::add(session, bot, DepartureCause::Closed, at)?;
                }
                Ok(is_removed)
            })
            .await
    }

    /// The visitors who share a visitor's restrictions: a person, and the bots of that person.
    pub async fn with_owner(self, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let person = responsible_for(session, player)?;
                let mut all = session.all(BOTS_OF, &[person.into()])?;
                all.push(person);
                Ok(all)
            })
            .await
    }
}

/// Selects the bots of an owner that have a token.
const BOTS_OF: &str = "SELECT bot_id FROM bots WHERE owner_id = $1 AND token_hash IS NOT NULL";

/// The player whose restrictions and blocks a visitor has: a bot's owner, or the visitor.
pub(super) fn responsible_for(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<PlayerId, StoreError> {
    if !player.is_bot() {
        return Ok(player);
    }
    let sql = "SELECT owner_id FROM bots WHERE bot_id = $1";
    Ok(session.first(sql, &[player.into()])?.unwrap_or(player))
}
