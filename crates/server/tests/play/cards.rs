//! Tests of the cards: what chats and search engines, which have no identity, learn from a link.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{Access, ClientMessage, Invite, Request, TableId};
use boneyard_rules::Seating;
use boneyard_rules::line::Preset;

use crate::client::Client;
use crate::person::{Answer, request};
use crate::world::{Table, World, public};

/// What a program without an identity gets for a link, in a language.
async fn read(world: &World, path: &str, language: &str) -> Answer {
    let headers = format!("Accept-Language: {language}\r\n");
    request(world.address, "GET", path, &headers, "")
        .await
        .unwrap()
}

/// A table in whose first seat is a host with this name, and in whose second seat is another person.
async fn table_of(world: &World, access: Access, name: &str) -> Table {
    let wanted = CreateTable {
        access,
        ..public(Preset::PARTY_DRAW.for_seating(Seating::FOUR))
    };
    let (host, mut player) = world.somebody().await;
    let created = host.create(world.address, &wanted).await;
    let id = created.table;
    player.open(id, None).await;
    let (guest, mut other) = world.somebody().await;
    other.open(id, Some(created.invite)).await;
    other.send(&Request::Sit { seat: None }.at(id)).await;
    other.until(|other| other.seat(id).is_some()).await;
    let rename = ClientMessage::Rename {
        name: name.to_owned(),
    };
    player.send(&rename).await;
    let mut table = Table {
        id,
        invite: created.invite,
        people: vec![host, guest],
        players: vec![player, other],
    };
    let renamed = |player: &Client| {
        let seats = &player.table(id).room.seats;
        let host = seats.as_slice()[0].as_ref();
        host.is_some_and(|seat| seat.name == name)
    };
    for player in &mut table.players {
        player.until(renamed).await;
    }
    table
}

fn link(table: TableId, invite: Invite) -> String {
    format!("/t/{table}?invite={invite}")
}

#[tokio::test]
async fn an_invitation_says_in_the_readers_language_who_invites_to_which_game() {
    let world = World::new().await;
    let table = table_of(&world, Access::Link, "Zoë <b>").await;
    let link = link(table.id, table.invite);
    let page = read(&world, &link, "en").await;
    let text = page.body;
    assert!(
        text.contains("<title>Zoë &lt;b&gt; invites you: Draw, party 100</title>"),
        "{text}"
    );
    assert!(
        text.contains("content=\"Free seats: 2. If you can"),
        "{text}"
    );
    let picture = format!(
        "property=\"og:image\" content=\"http://{}/cards/party-draw.png?seating=four&amp;taken=2\"",
        world.address
    );
    assert!(text.contains(&picture), "{text}");
    assert!(!text.contains("<b>"), "{text}");
    // The preview is repeated to others, so it must not hold the way in.
    let invite = table.invite.to_string();
    assert!(!text.contains(&invite), "{text}");
    assert!(page.headers.contains("x-robots-tag: noindex"));
    assert!(page.headers.contains("cache-control: private, no-cache"));

    let page = read(&world, &link, "de-CH, en;q=0.5").await;
    let text = page.body;
    assert!(text.contains("<html lang=\"de\">"), "{text}");
    assert!(
        text.contains("lädt dich ein: Zieh-Domino, Party 100<"),
        "{text}"
    );
}

#[tokio::test]
async fn a_stranger_learns_nothing_of_a_table_by_link() {
    let world = World::new().await;
    let table = table_of(&world, Access::Link, "Zoë").await;
    let nowhere = TableId::random();
    let answers = async |table: TableId| {
        let mut answers = Vec::new();
        for query in [
            String::new(),
            "?invite=".to_owned(),
            "?invite=x".to_owned(),
            format!("?invite={}", Invite::random()),
            format!("?invite={table}"),
        ] {
            let page = read(&world, &format!("/t/{table}{query}"), "en").await;
            assert!(page.headers.contains("x-robots-tag: noindex"));
            let text = page.body.replace(&table.to_string(), "");
            answers.push((page.status, text));
        }
        answers
    };
    let real = answers(table.id).await;
    assert_eq!(real, answers(nowhere).await);
    for (_, text) in &real {
        assert!(
            !text.contains("Zoë") && !text.contains("party-draw"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_listed_table_has_a_card_until_it_is_gone() {
    let world = World::new().await;
    let mut table = table_of(&world, Access::Public, "Zoë").await;
    let path = format!("/t/{}", table.id);
    let text = read(&world, &path, "fr").await;
    assert!(text.body.contains("Zoë vous invite"), "{}", text.body);
    let leave = Request::Leave.at(table.id);
    let id = table.id;
    for player in table.players.iter_mut().rev() {
        player.send(&leave).await;
    }
    for player in &mut table.players {
        player
            .until(|player| player.closed.contains_key(&id) || player.seat(id).is_none())
            .await;
    }
    table.players[1]
        .until(|other| other.closed.contains_key(&id))
        .await;
    let text = read(&world, &path, "fr").await;
    assert!(!text.body.contains("Zoë"), "{}", text.body);
}

#[tokio::test]
async fn a_host_without_a_name_of_their_own_is_not_named() {
    let world = World::new().await;
    let (host, _) = world.somebody().await;
    let wanted = public(*Preset::QUINIENTOS.rules());
    let created = host.create(world.address, &wanted).await;
    let page = read(&world, &link(created.table, created.invite), "en").await;
    let text = page.body;
    assert!(text.contains("<title>Quinientos 500 · "), "{text}");
    assert!(!text.contains("Guest"), "{text}");
}

#[tokio::test]
async fn every_game_has_an_address_a_sentence_and_a_picture() {
    let world = World::new().await;
    let map = read(&world, "/sitemap.xml", "en").await;
    // The game of the tests has no words.
    let all = boneyard_rules::Preset::all()
        .filter(|preset| !matches!(preset, boneyard_rules::Preset::High(_)));
    for preset in all {
        let slug = preset.slug();
        for language in ["en", "es", "pt", "fr", "de", "it", "pl", "ht"] {
            let page = read(&world, &format!("/{slug}"), language).await;
            let text = page.body;
            let canonical = format!(
                "<link rel=\"canonical\" href=\"http://{}/{slug}\">",
                world.address
            );
            assert!(text.contains(&canonical), "{text}");
            let described = "property=\"og:description\" content=\"";
            let (_, description) = text.split_once(described).unwrap();
            assert!(!description.starts_with('"'), "{language} {slug}");
            assert!(
                page.headers
                    .contains("vary: accept-encoding, accept-language")
            );
        }
        assert!(map.body.contains(&format!("/{slug}</loc>")), "{slug}");
    }
    for path in ["/six_love", "/cards/chess.png", "/cards/draw", "/drawn"] {
        assert_eq!(read(&world, path, "en").await.status, 404, "{path}");
    }
    // A game of a place says which.
    for (language, title, described) in [
        ("en", "Six-Love · ", "Jamaica: Two pairs."),
        ("fr; q=0.9, en; q=0.1", "Six à zéro · ", "Jamaïque\u{a0}: "),
    ] {
        let page = read(&world, "/six-love", language).await.body;
        assert!(page.contains(&format!("<title>{title}")), "{page}");
        let described = format!("property=\"og:description\" content=\"{described}");
        assert!(page.contains(&described), "{page}");
    }
    let robots = read(&world, "/robots.txt", "en").await;
    let sitemap = format!("Sitemap: http://{}/sitemap.xml", world.address);
    assert!(robots.body.contains(&sitemap), "{}", robots.body);
}
