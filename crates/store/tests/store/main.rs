//! Tests of the store on SQLite and on PostgreSQL: if several writers append a step with the same number,
//! only one of them succeeds, nothing is confirmed before its commit, and appends that wait at the same time
//! are committed together.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod accounts;
mod databases;
mod due_tables;
mod finished;
mod footprint;
mod keys;
mod nodes;
mod notices;
mod one_server;
mod public_log;
mod quick;
mod ratings;
mod records;
mod safety;
mod sql;
mod sqlite;
mod table_players;
mod tls;
mod tournaments;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use accounts::{
    a_code_lets_one_device_in_once, a_name_that_was_taken_and_never_used_is_free_again,
    an_account_is_closed_whole_or_not_at_all, an_account_is_kept_once_and_closed_for_good,
    devices_are_signed_in_and_out,
};
use boneyard_base::{PlayerId, TableId, Timestamp};
use boneyard_store::{Append, AppendError, ListingChange, OpenTable, Store, StoreError, StoredBot};
use boneyard_testing::Postgres;
use databases::{change, insert_row};
use due_tables::{
    many_due_tables_are_found_page_by_page, tables_over_days_are_found_when_something_is_due,
    the_last_long_outage_is_known,
};
use finished::logs_of_closed_tables_are_compressed_or_dropped;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use keys::{
    a_challenge_is_answered_once_in_time_and_by_the_visitor_who_got_it,
    a_code_by_email_is_tried_so_often, an_email_address_is_of_one_account,
    passkeys_are_an_accounts_and_counted,
};
use nodes::{
    a_newer_schema_that_an_older_server_can_use_is_used, nodes_read_each_others_rows,
    what_other_servers_changed_is_found,
};
use notices::{
    a_push_is_taken_once_and_kept_until_it_is_sent,
    a_push_of_a_wrong_clock_is_sent_when_it_was_meant,
    a_turn_waits_longer_for_a_mail_and_mails_end,
    a_webhook_is_told_by_the_queue_and_goes_with_its_table,
    browsers_go_with_their_devices_and_accounts,
};
use public_log::entries_are_written_with_their_appends;
use quick::{
    sessions_are_over_as_their_devices_and_tokens_are,
    the_last_quick_match_of_each_is_known_for_some_time,
};
use ratings::{
    a_choice_follows_from_the_preferences_as_they_are_written,
    a_match_is_rated_once_and_three_a_day_of_the_same_two,
    a_match_that_is_given_up_before_each_side_has_played_weighs_nothing,
    a_match_whose_players_have_all_met_new_ones_is_not_rated,
    a_page_lists_what_strangers_may_see_and_names_who_agrees,
    a_partner_who_leaves_a_lost_match_is_spared_once_a_day,
    a_record_that_was_deleted_and_made_again_is_not_rated_again,
    all_ratings_come_out_the_same_when_worked_out_again,
    leaderboards_and_pages_show_what_is_public,
    new_opponents_change_a_rating_three_times_a_day_or_a_week,
};
use records::{
    many_records_are_forgotten_some_at_a_time, matches_are_hidden_and_shown_again, record,
    records_are_kept_found_and_forgotten,
};
use safety::{
    a_player_who_left_is_noted_with_the_match, blocks_part_people_and_have_a_bound,
    conduct_is_changed_in_one_piece, friends_ask_agree_and_part,
    many_reports_of_one_network_are_one_and_are_closed_together,
    reports_wait_for_moderators_whose_acts_stay, the_queue_of_reports_is_read_page_by_page,
};
use table_players::a_players_tables_are_found_the_latest_first;
use tokio::task::JoinSet;
use tournaments::{
    a_network_leaves_places_to_others, a_players_tournaments_are_found,
    each_step_of_a_tournament_is_taken_once,
    tournaments_that_are_created_at_once_are_counted_one_after_the_other,
};

/// How many stories run at the same time on PostgreSQL: most of the time of a story is waiting for the database.
const STORIES_AT_ONCE: usize = 4;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn append(table: TableId, seq: i64, body: &str) -> Append {
    Append {
        table,
        seq,
        at: NOW.plus_ms(seq),
        body: body.into(),
        listing: None,
        players: None,
        record: None,
        entries: Vec::new(),
        due: boneyard_store::Due::NotStored,
    }
}

fn listed(append: Append, listing: &str) -> Append {
    let change = ListingChange {
        listed: !listing.is_empty(),
        listing: listing.to_owned(),
        closed: false,
    };
    Append {
        listing: Some(change),
        ..append
    }
}

async fn bodies(store: &Store, table: TableId, after_seq: i64) -> Vec<(i64, String)> {
    let rows = store.read_log(table, after_seq).await.unwrap();
    let text = |body| String::from_utf8(body).unwrap();
    rows.into_iter()
        .map(|row| (row.seq, text(row.body)))
        .collect()
}

/// Makes a test of each story on SQLite, and one test that runs all stories on PostgreSQL.
macro_rules! stories {
    ($($story:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test]
                async fn $story() {
                    let directory = tempfile::tempdir().unwrap();
                    let file = directory.path().join("new/directory/boneyard.db");
                    super::$story(format!("sqlite://{}", file.display())).await;
                }
            )*
        }

        #[tokio::test]
        async fn all_on_postgres() {
            let postgres = Postgres::start();
            let postgres = &postgres;
            let stories: Vec<BoxFuture<'_, ()>> = vec![$(
                async move { $story(postgres.create_database(stringify!($story))).await }.boxed()
            ),*];
            let running = stream::iter(stories);
            running.for_each_concurrent(STORIES_AT_ONCE, |story| story).await;
        }
    };
}

stories![
    a_log_is_read_in_order,
    tables_over_days_are_found_when_something_is_due,
    many_due_tables_are_found_page_by_page,
    the_last_long_outage_is_known,
    one_writer_wins,
    each_append_of_a_batch_is_judged_by_itself,
    a_flood_is_committed_whole,
    a_flood_of_names_holds_up_no_append,
    logs_of_closed_tables_are_compressed_or_dropped,
    what_was_answered_is_there_after_reopening,
    the_lobby_sees_what_won,
    a_players_tables_are_found_the_latest_first,
    each_step_of_a_tournament_is_taken_once,
    tournaments_that_are_created_at_once_are_counted_one_after_the_other,
    a_network_leaves_places_to_others,
    a_players_tournaments_are_found,
    names_are_remembered,
    an_account_is_kept_once_and_closed_for_good,
    an_account_is_closed_whole_or_not_at_all,
    devices_are_signed_in_and_out,
    a_code_lets_one_device_in_once,
    a_bot_is_its_owners_and_known_by_its_token,
    records_are_kept_found_and_forgotten,
    many_records_are_forgotten_some_at_a_time,
    matches_are_hidden_and_shown_again,
    a_match_is_rated_once_and_three_a_day_of_the_same_two,
    a_partner_who_leaves_a_lost_match_is_spared_once_a_day,
    a_record_that_was_deleted_and_made_again_is_not_rated_again,
    all_ratings_come_out_the_same_when_worked_out_again,
    leaderboards_and_pages_show_what_is_public,
    a_page_lists_what_strangers_may_see_and_names_who_agrees,
    a_choice_follows_from_the_preferences_as_they_are_written,
    new_opponents_change_a_rating_three_times_a_day_or_a_week,
    a_match_whose_players_have_all_met_new_ones_is_not_rated,
    a_match_that_is_given_up_before_each_side_has_played_weighs_nothing,
    entries_are_written_with_their_appends,
    blocks_part_people_and_have_a_bound,
    friends_ask_agree_and_part,
    reports_wait_for_moderators_whose_acts_stay,
    the_queue_of_reports_is_read_page_by_page,
    many_reports_of_one_network_are_one_and_are_closed_together,
    conduct_is_changed_in_one_piece,
    a_player_who_left_is_noted_with_the_match,
    the_last_quick_match_of_each_is_known_for_some_time,
    sessions_are_over_as_their_devices_and_tokens_are,
    browsers_go_with_their_devices_and_accounts,
    a_push_is_taken_once_and_kept_until_it_is_sent,
    a_push_of_a_wrong_clock_is_sent_when_it_was_meant,
    a_turn_waits_longer_for_a_mail_and_mails_end,
    a_webhook_is_told_by_the_queue_and_goes_with_its_table,
    the_first_value_of_a_setting_stays,
    a_newer_schema_that_an_older_server_can_use_is_used,
    a_failed_batch_leaves_nothing_and_the_store_goes_on,
    what_fails_beside_an_append_fails_alone,
    tables_are_found_at_which_nothing_happens,
    what_other_servers_changed_is_found,
    nodes_read_each_others_rows,
    passkeys_are_an_accounts_and_counted,
    a_challenge_is_answered_once_in_time_and_by_the_visitor_who_got_it,
    a_code_by_email_is_tried_so_often,
    a_name_that_was_taken_and_never_used_is_free_again,
    an_email_address_is_of_one_account,
    a_closed_store_commits_what_waits_and_takes_no_more,
];

async fn a_log_is_read_in_order(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (table, other) = (TableId::random(), TableId::random());
    for seq in 1..=3 {
        store
            .append(append(table, seq, &format!("step {seq} ♠ \"quoted\"")))
            .await
            .unwrap();
        store.append(append(other, seq, "other")).await.unwrap();
    }
    let rows = store.read_log(table, 1).await.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].seq, rows[1].seq), (2, 3));
    assert_eq!(rows[0].body, "step 2 ♠ \"quoted\"".as_bytes());
    assert_eq!(rows[0].at, NOW.plus_ms(2));
    assert_eq!(bodies(&store, TableId::random(), 0).await, []);
    store.close().await;
}

async fn one_writer_wins(address: String) {
    let store = Store::open(&address).await.unwrap();
    // On PostgreSQL, another program may write too, so the test adds rows without the store.
    let has_rival = !address.starts_with("sqlite");
    let table = TableId::random();
    let mut tries = JoinSet::new();
    for number in 0..40 {
        let (store, address) = (store.clone(), address.clone());
        tries.spawn(async move {
            let body = number.to_string();
            if has_rival && number % 2 == 1 {
                let won = insert_row(&address, table, 1, &body).await;
                return (body, won);
            }
            match store.append(append(table, 1, &body)).await {
                Ok(()) => (body, true),
                Err(AppendError::Conflict) => (body, false),
                Err(error) => panic!("{error}"),
            }
        });
    }
    let results = tries.join_all().await;
    let won: Vec<_> = results.iter().filter(|(_, won)| *won).collect();
    assert_eq!(won.len(), 1);
    // The row of the caller that got the confirmation is stored, and no other row.
    assert_eq!(bodies(&store, table, 0).await, [(1, won[0].0.clone())]);
    if has_rival {
        assert!(insert_row(&address, table, 2, "rival").await);
        let late = store.append(append(table, 2, "late")).await;
        assert!(matches!(late, Err(AppendError::Conflict)));
        store.append(append(table, 3, "next")).await.unwrap();
    }
    store.close().await;
}

async fn each_append_of_a_batch_is_judged_by_itself(address: String) {
    let store = Store::open(&address).await.unwrap();
    let taken = TableId::random();
    store.append(append(taken, 1, "first")).await.unwrap();
    let mut tries = JoinSet::new();
    for number in 0..30 {
        let table = if number % 3 == 0 {
            taken
        } else {
            TableId::random()
        };
        let store = store.clone();
        tries.spawn(async move {
            let result = store.append(append(table, 1, "late")).await;
            (table, result)
        });
    }
    for (table, result) in tries.join_all().await {
        if table == taken {
            assert!(matches!(result, Err(AppendError::Conflict)));
        } else {
            result.unwrap();
            assert_eq!(bodies(&store, table, 0).await.len(), 1);
        }
    }
    assert_eq!(bodies(&store, taken, 0).await, [(1, "first".to_owned())]);
    store.close().await;
}

async fn a_flood_is_committed_whole(address: String) {
    const TABLES: usize = 700;
    let store = Store::open(&address).await.unwrap();
    let mut tables = JoinSet::new();
    for _ in 0..TABLES {
        let store = store.clone();
        tables.spawn(async move {
            let table = TableId::random();
            for seq in 1..=5 {
                store.append(append(table, seq, "step")).await.unwrap();
            }
            table
        });
    }
    for table in tables.join_all().await {
        assert_eq!(bodies(&store, table, 0).await.len(), 5);
    }
    store.close().await;
}

async fn a_flood_of_names_holds_up_no_append(address: String) {
    const NAMES: usize = 1_000;
    let store = Store::open(&address).await.unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let mut names = JoinSet::new();
    for _ in 0..NAMES {
        let (store, written) = (store.clone(), Arc::clone(&written));
        names.spawn(async move {
            let player = PlayerId::random();
            store.players().set_name(player, "Ada", NOW).await.unwrap();
            written.fetch_add(1, Ordering::Relaxed);
        });
    }
    // At this point, all names are already in the queue of the thread that writes. The append comes after
    // them.
    tokio::task::yield_now().await;
    let table = TableId::random();
    store.append(append(table, 1, "one")).await.unwrap();
    let before_it = written.load(Ordering::Relaxed);
    assert!(before_it < NAMES / 2, "{before_it} names came first");
    names.join_all().await;
    assert_eq!(written.load(Ordering::Relaxed), NAMES);
    store.close().await;
}

async fn what_was_answered_is_there_after_reopening(address: String) {
    let table = TableId::random();
    let store = Store::open(&address).await.unwrap();
    store.append(append(table, 1, "one")).await.unwrap();
    // The store is dropped without being closed, as if the process had crashed.
    drop(store);
    let store = Store::open(&address).await.unwrap();
    assert_eq!(bodies(&store, table, 0).await, [(1, "one".to_owned())]);
    assert!(matches!(
        store.append(append(table, 1, "two")).await,
        Err(AppendError::Conflict)
    ));
    store.append(append(table, 2, "two")).await.unwrap();
    store.close().await;
}

async fn the_lobby_sees_what_won(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (shown, hidden) = (TableId::random(), TableId::random());
    let creations = [
        listed(append(shown, 1, "created"), "{\"seats\":1}"),
        listed(append(hidden, 1, "created"), ""),
    ];
    for creation in creations {
        store.append(creation).await.unwrap();
    }
    let (first, second) = tokio::join!(
        store.append(listed(append(shown, 2, "sat"), "{\"seats\":2}")),
        store.append(listed(append(shown, 3, "sat"), "{\"seats\":3}")),
    );
    first.unwrap();
    second.unwrap();
    let lost = store
        .append(listed(append(shown, 2, "late"), "{\"seats\":9}"))
        .await;
    assert!(matches!(lost, Err(AppendError::Conflict)));

    let listings = store.tables().listed().await.unwrap();
    assert_eq!(listings.len(), 1);
    assert_eq!(listings[0].table, shown);
    assert_eq!(listings[0].listing, "{\"seats\":3}");
    assert_eq!(listings[0].created, NOW.plus_ms(1));
    assert_eq!(listings[0].updated, NOW.plus_ms(3));

    store
        .append(listed(append(shown, 4, "closed"), ""))
        .await
        .unwrap();
    assert_eq!(store.tables().listed().await.unwrap(), []);
    store.close().await;
}

async fn tables_are_found_at_which_nothing_happens(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (old, used, closed) = (TableId::random(), TableId::random(), TableId::random());
    for table in [old, used, closed] {
        let created = append(table, 1, "created");
        store.append(listed(created, "{}")).await.unwrap();
    }
    let change = ListingChange {
        listed: false,
        listing: String::new(),
        closed: true,
    };
    let last = Append {
        listing: Some(change),
        ..append(closed, 2, "closed")
    };
    store.append(last).await.unwrap();
    // This append doesn't change the lobby's listing.
    store.append(append(used, 2, "played")).await.unwrap();
    let found = store
        .tables()
        .untouched(NOW.plus_ms(1), OpenTable::NONE)
        .await
        .unwrap();
    let next = store.tables().untouched(NOW.plus_ms(1), found[0]).await;
    assert_eq!(next.unwrap(), [], "each is found once");
    let found: Vec<_> = found.iter().map(|open| open.table).collect();
    assert_eq!(found, [old]);
    let earlier = store.tables().untouched(NOW, OpenTable::NONE).await;
    assert_eq!(earlier.unwrap(), []);
    store.close().await;
}

async fn names_are_remembered(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, bob) = (PlayerId::random(), PlayerId::random());
    assert_eq!(store.players().name(ann).await.unwrap(), None);
    store.players().set_name(ann, "Ann", NOW).await.unwrap();
    store.players().set_name(bob, "Bob", NOW).await.unwrap();
    store
        .players()
        .set_name(ann, "Änne 🁫", NOW.plus_ms(1))
        .await
        .unwrap();
    assert_eq!(
        store.players().name(ann).await.unwrap().as_deref(),
        Some("Änne 🁫")
    );
    assert_eq!(
        store.players().name(bob).await.unwrap().as_deref(),
        Some("Bob")
    );
    store.close().await;
}

async fn a_bot_is_its_owners_and_known_by_its_token(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (owner, other) = (PlayerId::random(), PlayerId::random());
    let bot = |name: &str, number: i64| StoredBot {
        bot: PlayerId::random_bot(),
        name: name.to_owned(),
        created: NOW.plus_ms(number),
    };
    let (first, second, third) = (bot("One", 1), bot("Two", 2), bot("Three", 3));
    assert!(store.bots().add(owner, &first, "1f", 2).await.unwrap());
    assert!(store.bots().add(owner, &second, "2f", 2).await.unwrap());
    assert!(!store.bots().add(owner, &third, "3f", 2).await.unwrap());
    assert!(store.bots().add(other, &third, "3f", 2).await.unwrap());
    assert_eq!(
        store.bots().of(owner).await.unwrap(),
        [first.clone(), second.clone()]
    );
    let known = store.bots().by_token("2f").await.unwrap();
    assert_eq!(known, Some(second.bot));
    assert_eq!(store.bots().by_token("4f").await.unwrap(), None);
    let name = store.players().name(third.bot).await.unwrap();
    assert_eq!(name.as_deref(), Some("Three"));

    assert!(!store.bots().remove(other, first.bot, NOW).await.unwrap());
    assert!(store.bots().remove(owner, first.bot, NOW).await.unwrap());
    assert_eq!(store.bots().by_token("1f").await.unwrap(), None);
    assert!(
        store
            .bots()
            .add(owner, &bot("Four", 4), "4f", 2)
            .await
            .unwrap()
    );
    store.close().await;
}

async fn the_first_value_of_a_setting_stays(address: String) {
    let store = Store::open(&address).await.unwrap();
    assert_eq!(
        store.settings().get_or_insert("key", "a").await.unwrap(),
        "a"
    );
    assert_eq!(
        store.settings().get_or_insert("key", "b").await.unwrap(),
        "a"
    );
    assert_eq!(
        store.settings().get_or_insert("other", "b").await.unwrap(),
        "b"
    );
    store.close().await;
}

async fn a_failed_batch_leaves_nothing_and_the_store_goes_on(address: String) {
    let store = Store::open(&address).await.unwrap();
    let table = TableId::random();
    let lost = Append {
        record: Some(Arc::new(record(
            table,
            1,
            [PlayerId::random(); 2],
            ["Ann", "Ben"],
        ))),
        ..append(table, 1, "lost")
    };
    // The database table `records` is missing, and the append must write to it in the same transaction as to
    // the log.
    change(&address, "ALTER TABLE records RENAME TO hidden").await;
    for _ in 0..3 {
        let result = store.append(lost.clone()).await;
        assert!(matches!(
            result,
            Err(AppendError::Unavailable(StoreError::Database(_)))
        ));
        assert_eq!(bodies(&store, table, 0).await, []);
    }
    // Writes that don't need the missing table still work. After it is back, all writes work.
    let other = TableId::random();
    store.append(append(other, 1, "fine")).await.unwrap();
    change(&address, "ALTER TABLE hidden RENAME TO records").await;
    store.append(lost).await.unwrap();
    assert_eq!(bodies(&store, table, 0).await, [(1, "lost".to_owned())]);
    assert_eq!(store.records().matches_of(table).await.unwrap(), [1]);
    store.append(append(other, 2, "fine")).await.unwrap();
    store.close().await;
    let store = Store::open(&address).await.unwrap();
    assert_eq!(bodies(&store, table, 0).await, [(1, "lost".to_owned())]);
    store.close().await;
}

async fn what_fails_beside_an_append_fails_alone(address: String) {
    let store = Store::open(&address).await.unwrap();
    let table = TableId::random();
    change(&address, "ALTER TABLE players RENAME TO hidden").await;
    let (kept, lost) = tokio::join!(
        store.append(append(table, 1, "kept")),
        store.players().set_name(PlayerId::random(), "Ann", NOW),
    );
    kept.unwrap();
    assert!(matches!(lost, Err(StoreError::Database(_))));
    assert_eq!(bodies(&store, table, 0).await.len(), 1);
    store.close().await;
}

async fn a_closed_store_commits_what_waits_and_takes_no_more(address: String) {
    let store = Store::open(&address).await.unwrap();
    let table = TableId::random();
    let waiting = tokio::spawn({
        let store = store.clone();
        async move { store.append(append(table, 1, "last")).await }
    });
    // Lets the append reach the queue before the store is closed.
    tokio::task::yield_now().await;
    store.close().await;
    assert!(matches!(
        store.append(append(table, 2, "late")).await,
        Err(AppendError::Unavailable(StoreError::Closed))
    ));
    waiting.await.unwrap().unwrap();
    // A store may be closed twice.
    store.close().await;

    let store = Store::open(&address).await.unwrap();
    assert_eq!(bodies(&store, table, 0).await, [(1, "last".to_owned())]);
    store.close().await;
}
