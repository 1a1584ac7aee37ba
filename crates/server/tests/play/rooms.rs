//! Tests of what people do around a match: taking seats, leaving, removing players, invitations, several
//! tabs, rematches, and the lobby.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::server::ClosedReason;
use boneyard_protocol::{Access, ClientMessage, ErrorCode, Request, Status};
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Seat, Seating};

use crate::client::Client;
use crate::world::{World, dice, public, random_play};

/// Rules with a target so low that nearly always one round decides the match.
fn short() -> Options {
    let mut rules = Options::from(*Preset::BLOCK.rules());
    rules.target = 1;
    rules
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

#[tokio::test]
async fn a_rematch_keeps_the_seats_and_an_old_play_is_stale_in_it() {
    let world = World::new().await;
    let mut table = world.table(&public(short())).await;
    let (id, mut dice) = (table.id, dice(1));
    table.start().await;
    let turn = table.players[0].standing(id).turn.unwrap();
    let old = random_play(&table.players[turn.index()], id, &mut dice);
    table.play_to_the_end(&mut dice).await;
    let last_ply = table.players[0].standing(id).ply;

    table.start().await;
    for (number, player) in table.players.iter().enumerate() {
        assert_eq!(player.seat(id), Seat::new(number as u8));
        assert_eq!(player.table(id).room.match_number, 2);
        assert!(player.standing(id).ply > last_ply);
        assert_eq!(player.standing(id).scores.as_slice(), [0, 0]);
    }
    for player in &mut table.players {
        assert_eq!(player.refused(&old).await, ErrorCode::Stale);
        // The state that the client built during two matches must be equal to a new snapshot.
        player.open(id, None).await;
    }
    table.play_to_the_end(&mut dice).await;
}

#[tokio::test]
async fn several_tabs_of_one_person_are_one_player() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let (id, mut dice) = (table.id, dice(2));
    let mut tabs = Vec::new();
    for person in &table.people {
        let mut tab = person.connect(world.address).await;
        tab.open(id, None).await;
        assert_eq!(tab.table(id).presence.watchers, 0);
        tabs.push(tab);
    }
    table.start().await;
    for _ in 0..6 {
        table.step(&mut dice).await;
        table.sync().await;
        for (tab, player) in tabs.iter_mut().zip(&table.players) {
            tab.until(|tab| tab.v(id) == player.v(id)).await;
            tab.tables[&id].assert_same(&player.tables[&id]);
        }
    }
    // The players close one tab each and still have the other one, so presence must show them as connected.
    let (_, mut watcher) = world.somebody().await;
    table.players.clear();
    watcher.open(id, None).await;
    watcher
        .until(|watcher| {
            let presence = &watcher.table(id).presence;
            presence.seats.as_slice() == [true, true] && presence.watchers == 1
        })
        .await;
    table.players = tabs;
    assert!(table.step(&mut dice).await);
    table.players.clear();
    let gone = |watcher: &Client| watcher.table(id).presence.seats.as_slice() == [false, false];
    watcher.until(gone).await;
}

#[tokio::test]
async fn the_host_removes_a_player_who_cannot_come_back() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    let (host, guest) = (seat(0), seat(1));
    let remove = |seat| {
        Request::Remove {
            seat,
            pseudonym: None,
        }
        .at(id)
    };
    assert_eq!(
        table.players[1].refused(&remove(host)).await,
        ErrorCode::NotHost
    );
    assert_eq!(
        table.players[0].refused(&remove(host)).await,
        ErrorCode::NotNow
    );

    let other = Request::Remove {
        seat: guest,
        pseudonym: Some(table.players[0].table(id).me.pseudonym),
    };
    let other = table.players[0].refused(&other.at(id)).await;
    assert_eq!(other, ErrorCode::Stale, "another player has the seat");
    table.players[0].send(&remove(guest)).await;
    table.players[1]
        .until(|guest| guest.closed.contains_key(&id))
        .await;
    assert_eq!(table.players[1].closed[&id], ClosedReason::Removed);
    table.players[0]
        .until(|host| host.table(id).room.seats[guest].is_none())
        .await;

    table.players[1].open(id, None).await;
    let sit = Request::Sit { seat: None }.at(id);
    assert_eq!(table.players[1].refused(&sit).await, ErrorCode::Removed);
    assert_eq!(
        table.players[0].refused(&remove(guest)).await,
        ErrorCode::NotSeated
    );
}

#[tokio::test]
async fn a_player_who_leaves_frees_the_seat_and_the_last_one_closes_the_table() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    let leave = Request::Leave.at(id);
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    assert_eq!(watcher.refused(&leave).await, ErrorCode::NotSeated);

    table.players[0].send(&leave).await;
    let is_host = |player: &Client| player.table(id).me.host;
    table.players[1].until(is_host).await;
    table.players[0].until(|gone| gone.seat(id).is_none()).await;
    table.players[0].open(id, None).await;
    assert_eq!(table.players[0].table(id).me.invite, None);

    table.players[1].send(&leave).await;
    watcher
        .until(|watcher| watcher.closed.contains_key(&id))
        .await;
    assert_eq!(watcher.closed[&id], ClosedReason::Gone);
    let open = ClientMessage::Open {
        table: id,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    assert_eq!(watcher.refused(&open).await, ErrorCode::NotFound);
}

#[tokio::test]
async fn no_player_sits_down_or_leaves_during_a_match() {
    let world = World::new().await;
    let mut table = world.table(&public(short())).await;
    let id = table.id;
    table.start().await;
    let (_, mut other) = world.somebody().await;
    other.open(id, None).await;
    let sit = Request::Sit { seat: None }.at(id);
    let leave = Request::Leave.at(id);
    let ready = Request::Ready { ready: true }.at(id);
    let next = Request::Next.at(id);
    assert_eq!(other.refused(&sit).await, ErrorCode::MatchRunning);
    assert_eq!(
        table.players[0].refused(&sit).await,
        ErrorCode::AlreadySeated
    );
    assert_eq!(
        table.players[0].refused(&leave).await,
        ErrorCode::MatchRunning
    );
    assert_eq!(
        table.players[0].refused(&ready).await,
        ErrorCode::MatchRunning
    );
    assert_eq!(table.players[0].refused(&next).await, ErrorCode::NotNow);

    // After the match, one player can leave, and another can take the seat and play.
    table.play_to_the_end(&mut dice(3)).await;
    assert_eq!(table.players[0].refused(&next).await, ErrorCode::NoMatch);
    table.players[1].send(&leave).await;
    other
        .until(|other| other.table(id).room.seats[seat(1)].is_none())
        .await;
    other.send(&sit).await;
    other.until(|other| other.seat(id) == Some(seat(1))).await;
    other.open(id, None).await;
    table.players[1] = other;
    table.start().await;
    table.play_to_the_end(&mut dice(4)).await;
}

#[tokio::test]
async fn kept_seats_are_for_those_with_the_invitation() {
    let world = World::new().await;
    let (host, _) = world.somebody().await;
    let wanted = CreateTable {
        kept_seats: 2,
        ..public(Preset::PARTY_DRAW.for_seating(Seating::FOUR))
    };
    let created = host.create(world.address, &wanted).await;
    let id = created.table;
    let sit = Request::Sit { seat: None }.at(id);
    let (_, mut stranger) = world.somebody().await;
    stranger.open(id, None).await;
    stranger.send(&sit).await;
    stranger
        .until(|stranger| stranger.seat(id) == Some(seat(1)))
        .await;
    let (_, mut late) = world.somebody().await;
    late.open(id, None).await;
    assert_eq!(late.refused(&sit).await, ErrorCode::Full);

    for number in [2, 3] {
        let (_, mut friend) = world.somebody().await;
        friend.open(id, Some(created.invite)).await;
        friend.send(&sit).await;
        friend
            .until(|friend| friend.seat(id) == Some(seat(number)))
            .await;
    }
    late.until(|late| late.table(id).room.seats[seat(3)].is_some())
        .await;
    assert_eq!(late.refused(&sit).await, ErrorCode::Full);

    let too_many = CreateTable {
        kept_seats: 4,
        ..wanted
    };
    let answer = host.post_table(world.address, &too_many).await;
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("kept_seats"), "{}", answer.body);
}

#[tokio::test]
async fn a_table_by_link_is_there_for_the_invited_and_played_among_themselves() {
    let world = World::new().await;
    let wanted = CreateTable {
        access: Access::Link,
        ..public(*Preset::QUICK_DRAW.rules())
    };
    let mut table = world.table(&wanted).await;
    let (id, invite) = (table.id, table.invite);
    let (_, mut stranger) = world.somebody().await;
    let open = |invite| ClientMessage::Open {
        table: id,
        invite,
        since: None,
        preview: None,
        replay: None,
    };
    assert_eq!(stranger.refused(&open(None)).await, ErrorCode::NotFound);
    let guessed = Some(boneyard_protocol::Invite::random());
    assert_eq!(stranger.refused(&open(guessed)).await, ErrorCode::NotFound);

    let (_, mut invited) = world.somebody().await;
    invited.open(id, Some(invite)).await;
    table.start().await;
    invited
        .until(|invited| invited.outside.contains_key(&id))
        .await;
    let ready = Request::Ready { ready: true }.at(id);
    assert_eq!(invited.refused(&ready).await, ErrorCode::MatchRunning);
    assert_eq!(stranger.refused(&open(None)).await, ErrorCode::NotFound);

    // A player needs no invitation in a new tab or on another device.
    let mut tab = table.people[1].connect(world.address).await;
    tab.open(id, None).await;
    assert_eq!(tab.seat(id), Some(seat(1)));
}

#[tokio::test]
async fn the_lobby_is_live_and_survives_a_restart() {
    let world = World::new().await;
    let (_, mut visitor) = world.somebody().await;
    let follow = ClientMessage::Lobby { follow: true };
    visitor.send(&follow).await;
    visitor.until(|visitor| visitor.lobby.is_some()).await;
    assert!(visitor.lobby.as_ref().unwrap().is_empty());

    let status = |visitor: &Client, id| Some(visitor.lobby.as_ref()?.get(&id)?.status);
    let hidden = CreateTable {
        access: Access::Link,
        ..public(short())
    };
    let hidden = world.table(&hidden).await;
    let mut table = world.table(&public(short())).await;
    let id = table.id;
    visitor
        .until(|visitor| {
            let listing = visitor.lobby.as_ref().and_then(|lobby| lobby.get(&id));
            listing.is_some_and(|listing| listing.open_seats == 0)
        })
        .await;
    let listing = &visitor.lobby.as_ref().unwrap()[&id];
    assert_eq!(listing.notation, "Block 1");
    table.start().await;
    visitor
        .until(|visitor| status(visitor, id) == Some(Status::Playing))
        .await;
    assert_eq!(status(&visitor, hidden.id), None);

    let world = world.restarted().await;
    let (_, mut visitor) = world.somebody().await;
    visitor.send(&follow).await;
    visitor.until(|visitor| visitor.lobby.is_some()).await;
    assert_eq!(status(&visitor, id), Some(Status::Playing));
    assert_eq!(status(&visitor, hidden.id), None);

    let mut players = Vec::new();
    for person in &table.people {
        let mut player = person.connect(world.address).await;
        player.open(id, None).await;
        players.push(player);
    }
    table.players = players;
    table.play_to_the_end(&mut dice(5)).await;
    visitor.until(|visitor| status(visitor, id).is_none()).await;
}

#[tokio::test]
async fn a_new_name_is_seen_at_every_table_and_in_every_tab() {
    let world = World::new().await;
    let mut table = world.table(&public(short())).await;
    let id = table.id;
    let mut tab = table.people[0].connect(world.address).await;
    let rename = |name: &str| ClientMessage::Rename {
        name: name.to_owned(),
    };
    tab.send(&rename("  Ada   Lovelace ")).await;
    tab.until(|tab| tab.name == "Ada Lovelace").await;
    for player in &mut table.players {
        player
            .until(|player| {
                let sitter = player.table(id).room.seats[seat(0)].as_ref();
                sitter.is_some_and(|sitter| sitter.name == "Ada Lovelace")
            })
            .await;
    }
    assert_eq!(table.players[0].name, "Ada Lovelace");
    for bad in ["", " \t ", &"x".repeat(25), "a\u{202e}b", "Ann (bot)"] {
        assert_eq!(
            tab.refused(&rename(bad)).await,
            ErrorCode::BadName,
            "{bad:?}"
        );
    }

    // If no tab of the player follows the table, the table gets the new name when the player opens it again.
    table.players.remove(0);
    tab.send(&rename("Grace")).await;
    tab.until(|tab| tab.name == "Grace").await;
    tab.open(id, None).await;
    let sitter = tab.table(id).room.seats[seat(0)].as_ref();
    assert_eq!(sitter.unwrap().name, "Grace");
}

#[tokio::test]
async fn watchers_come_and_go_and_are_counted() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    let mut watchers = Vec::new();
    for _ in 0..3 {
        let (_, mut watcher) = world.somebody().await;
        watcher.open(id, None).await;
        watchers.push(watcher);
    }
    let count = |count| move |player: &Client| player.table(id).presence.watchers == count;
    table.players[0].until(count(3)).await;
    watchers[0].send(&ClientMessage::Close { table: id }).await;
    table.players[0].until(count(2)).await;
    watchers.clear();
    table.players[0].until(count(0)).await;
}

#[tokio::test]
async fn a_visitor_who_sees_a_preview_is_counted_only_once_the_table_is_opened() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::QUICK_DRAW.rules())).await;
    let id = table.id;
    let open = |preview| ClientMessage::Open {
        table: id,
        invite: None,
        since: None,
        preview,
        replay: None,
    };
    let (_, mut visitor) = world.somebody().await;
    visitor.send(&open(Some(true))).await;
    visitor
        .until(|visitor| visitor.tables.contains_key(&id))
        .await;
    assert_eq!(visitor.table(id).presence.watchers, 0);

    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    for (preview, watchers) in [(Some(true), 1), (None, 2), (Some(true), 1)] {
        visitor.send(&open(preview)).await;
        let count = |player: &Client| player.table(id).presence.watchers == watchers;
        table.players[0].until(count).await;
    }
    // A player who only sees a preview is away.
    table.players[1].send(&open(Some(true))).await;
    let away = |player: &Client| player.table(id).presence.seats.as_slice() == [true, false];
    table.players[0].until(away).await;
}
