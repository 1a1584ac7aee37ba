//! Makes all ratings in a database as certain as ratings after about a hundred matches, so that leaderboards
//! show them. A developer can then look at a leaderboard without playing so many matches. The server must be
//! stopped. The command `ratings recompute` restores the ratings.
//!
//! ```sh
//! cargo run -p boneyard-server --example sure_ratings -- sqlite://boneyard.db
//! ```

use std::env;
use std::error::Error;

use boneyard_ratings::LEADERBOARD_TO;
use boneyard_store::Store;

/// The highest number of ratings that are changed. A test database has fewer.
const RATINGS_MAX: i64 = 1_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let database = env::args().nth(1).ok_or("which database?")?;
    let store = Store::open(&database).await?;
    for (player, board, mut rating_row) in store.ratings().rows(None, RATINGS_MAX).await? {
        rating_row.rating.deviation = LEADERBOARD_TO;
        store
            .ratings()
            .put_row(player, board, Some(rating_row))
            .await?;
    }
    store.close().await;
    Ok(())
}
