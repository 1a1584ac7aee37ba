//! Tests of quick match over real sockets: players search, are paired, and play.

use std::net::Ipv4Addr;

use boneyard_base::{Clock, ManualClock, limits};
use boneyard_protocol::matching::{ListedSeeker, Paired, SeekEnded};
use boneyard_protocol::people::{ChangeReason, ConductBody, Preferences};
use boneyard_protocol::{
    ClientMessage, Commitment, ErrorCode, Invite, PartyId, PersonId, RecordId, Request, Seed,
    Seeking, ServerMessage, Status, TableId,
};
use boneyard_rules::line::Preset;
use boneyard_rules::{GamePreset as _, Seating, trains};
use futures_util::future::join_all;

use crate::bots::make_bot;
use crate::client::Client;
use crate::nodes::Cluster;
use crate::person::Person;
use crate::ratings::{changes, keep, page, reasons, resign as resign_rated};
use crate::safety::{Kept, get};
use crate::world::{Table, World, public};

pub(crate) fn look(presets: &[&str]) -> ClientMessage {
    ClientMessage::Seek {
        presets: presets.iter().map(|&name| name.to_owned()).collect(),
        mixed: false,
        party: None,
        with: None,
    }
}

fn look_with(party: PartyId, preset: &str) -> ClientMessage {
    ClientMessage::Seek {
        presets: vec![preset.to_owned()],
        mixed: false,
        party: Some(party),
        with: None,
    }
}

/// The search for a match of Draw with the player of a listed search.
fn choose(number: u32) -> ClientMessage {
    ClientMessage::Seek {
        presets: vec!["Draw".to_owned()],
        mixed: false,
        party: None,
        with: Some(number),
    }
}

/// Waits for the next message about the client's search.
async fn seeking(client: &mut Client) -> Seeking {
    loop {
        match client.receive().await {
            ServerMessage::Seeking(seeking) => return seeking,
            ServerMessage::Error { code, text, .. } => panic!("{code}: {text}"),
            _ => {}
        }
    }
}

pub(crate) async fn begin(client: &mut Client, message: &ClientMessage) {
    client.send(message).await;
    assert_eq!(seeking(client).await.ended, None);
}

/// Waits until the client's search has ended. Returns the reason.
async fn ended(client: &mut Client) -> SeekEnded {
    loop {
        if let Some(ended) = seeking(client).await.ended {
            return ended;
        }
    }
}

async fn paired(client: &mut Client) -> Paired {
    loop {
        match client.receive().await {
            ServerMessage::Paired(paired) => return paired,
            ServerMessage::Error { code, text, .. } => panic!("{code}: {text}"),
            _ => {}
        }
    }
}

/// Waits until a table is found for all clients. They receive at the same time, since each must answer that it
/// is connected.
pub(crate) async fn all_paired(clients: &mut [&mut Client]) -> Paired {
    let found = join_all(clients.iter_mut().map(|client| paired(client))).await;
    assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
    found[0].clone()
}

/// Opens the table and commits to a seed, as a browser does.
async fn come(client: &mut Client, table: TableId) -> Seed {
    client.open(table, None).await;
    promise(client, table).await
}

/// Commits to a seed for the next match.
async fn promise(client: &mut Client, table: TableId) -> Seed {
    let seed = Seed::from([7; 32]);
    let match_number = client.table(table).room.fairness.match_number;
    let commitment: Commitment = seed.commitment();
    let promise = Request::Commit {
        match_number,
        commitment,
        head: None,
    };
    client.send(&promise.at(table)).await;
    seed
}

/// Lets all players open the table and reveal their seeds. Waits until the match begins.
async fn play(clients: &mut [&mut Client], table: TableId) {
    let mut seeds = Vec::new();
    for client in clients.iter_mut() {
        seeds.push(come(client, table).await);
    }
    for (client, seed) in clients.iter_mut().zip(seeds) {
        reveal(client, table, 1, seed).await;
    }
    for client in clients {
        let playing = |client: &Client| client.table(table).room.status == Status::Playing;
        client.until(playing).await;
    }
}

/// Waits until the client is told of so many players who search.
async fn listed(client: &mut Client, count: usize) -> Vec<ListedSeeker> {
    loop {
        if let ServerMessage::Seekers { seekers } = client.receive().await
            && seekers.len() == count
        {
            return seekers;
        }
    }
}

#[tokio::test]
async fn two_seekers_who_fit_are_paired_and_their_match_begins_once_both_have_come() {
    let world = World::new().await;
    let (_, mut watcher) = world.somebody().await;
    watcher.send(&ClientMessage::Seekers { follow: true }).await;
    let (_, mut ann) = world.somebody().await;
    let (_, mut ben) = world.somebody().await;
    begin(&mut ann, &look(&["Draw", "Block"])).await;
    listed(&mut watcher, 1).await;
    begin(&mut ben, &look(&["Block", "Fives"])).await;
    let found = all_paired(&mut [&mut ann, &mut ben]).await;
    assert_eq!((found.preset.as_str(), found.rated), ("Block", false));
    let table = found.table;

    play(&mut [&mut ann, &mut ben], table).await;
    let room = &ann.table(table).room;
    assert!(room.quick && !room.rated && !room.hints && !room.bots);
    assert!(
        room.seats
            .as_slice()
            .iter()
            .flatten()
            .all(|seat| !seat.host)
    );

    // A player can't search for another match during a match.
    assert_eq!(ann.refused(&look(&["Draw"])).await, ErrorCode::NotNow);
    ann.send(&Request::Resign.at(table)).await;
    ann.until(|ann| ann.table(table).room.status == Status::Over)
        .await;
    begin(&mut ann, &look(&["Draw"])).await;

    // A table of quick match has no host, so no player can remove another one before a rematch.
    let free = boneyard_rules::Seat::new(1).unwrap();
    let remove = Request::Remove {
        seat: free,
        pseudonym: None,
    }
    .at(table);
    assert_eq!(ben.refused(&remove).await, ErrorCode::NotHost);
}

/// Waits until a match waits for its seeds, and reveals the seed.
async fn reveal(client: &mut Client, table: TableId, match_number: u32, seed: Seed) {
    let asks = |client: &Client| {
        let shown = client.table(table).room.fairness;
        shown.revealing && shown.match_number == match_number
    };
    client.until(asks).await;
    let reveal = Request::Reveal { match_number, seed };
    client.send(&reveal.at(table)).await;
}

#[tokio::test]
async fn a_quick_match_that_is_called_off_begins_anew_even_after_the_time_to_come() {
    let (clock, hand) = Clock::manual(Clock::system().now());
    let world = World::by(clock, &[]).await;
    let (_, mut ann) = world.somebody().await;
    let (_, mut ben) = world.somebody().await;
    begin(&mut ann, &look(&["Block"])).await;
    begin(&mut ben, &look(&["Block"])).await;
    let table = all_paired(&mut [&mut ann, &mut ben]).await.table;
    let seed = come(&mut ann, table).await;
    hand.advance_ms(limits::PAIRED_COME_MS - 1);
    come(&mut ben, table).await;
    reveal(&mut ann, table, 1, seed).await;
    let own = ann.seat(table).unwrap();
    ann.until(|ann| ann.table(table).room.fairness.told[own])
        .await;
    hand.advance_ms(limits::REVEAL_MS_MAX);
    // The table looks at the clock after each message.
    ann.send(&Request::Back.at(table)).await;
    for client in [&mut ann, &mut ben] {
        client
            .until(|client| client.table(table).room.fairness.called_off == 1)
            .await;
        promise(client, table).await;
    }
    for client in [&mut ann, &mut ben] {
        reveal(client, table, 2, seed).await;
    }
    for client in [&mut ann, &mut ben] {
        let playing = |client: &Client| client.table(table).room.status == Status::Playing;
        client.until(playing).await;
    }
}

#[tokio::test]
async fn three_and_four_are_put_together_and_pairs_stay_pairs() {
    let world = World::new().await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(world.somebody().await.1);
    }
    let [ann, ben, eve, joe] = &mut clients[..] else {
        panic!("four came")
    };
    for client in [&mut *ann, &mut *ben, &mut *eve] {
        begin(client, &look(&["Cochon"])).await;
    }
    let table = all_paired(&mut [ann, ben, eve]).await.table;
    play(&mut [ann, ben, eve], table).await;
    for client in [&mut *ann, &mut *ben, &mut *eve] {
        client.send(&Request::Resign.at(table)).await;
    }
    ann.until(|ann| ann.table(table).room.status == Status::Over)
        .await;

    let party = PartyId::random();
    begin(ben, &look_with(party, "Latin Pairs")).await;
    begin(joe, &look_with(party, "Latin Pairs")).await;
    assert_eq!(seeking(ben).await.partner, Some(joe.name.clone()));
    let (_, mut kim) = world.somebody().await;
    let full = kim.refused(&look_with(party, "Latin Pairs")).await;
    assert_eq!(full, ErrorCode::Full);
    begin(&mut kim, &look(&["Latin Pairs"])).await;
    begin(ann, &look(&["Latin Pairs"])).await;
    let table = all_paired(&mut [ann, ben, joe, &mut kim]).await.table;
    play(&mut [ann, ben, joe, &mut kim], table).await;
    let seat = |client: &Client| client.seat(table).unwrap().index();
    assert_eq!(seat(ben) % 2, seat(joe) % 2);
    assert_eq!(seat(ann) % 2, seat(&kim) % 2);
}

#[tokio::test]
async fn a_company_begins_with_as_many_as_have_come_after_a_wait() {
    let (clock, hand) = Clock::manual(Clock::system().now());
    let world = World::by(clock, &[]).await;
    let mut clients = Vec::new();
    for _ in 0..3 {
        let (_, mut client) = world.somebody().await;
        begin(&mut client, &look(&["Mexican Train"])).await;
        clients.push(client);
    }
    hand.advance_ms(limits::SEEK_FEWEST_MS);
    let [ann, ben, eve] = &mut clients[..] else {
        panic!("three came")
    };
    let found = all_paired(&mut [ann, ben, eve]).await;
    assert_eq!(found.preset, "Mexican Train");
    play(&mut [ann, ben, eve], found.table).await;
    let room = &ann.table(found.table).room;
    let rules = trains::Preset::MEXICAN_TRAIN.for_seating(Seating::THREE);
    assert_eq!(room.notation, rules.to_string());
    assert!(room.seats.iter().all(|(_, seat)| seat.is_some()));
}

#[tokio::test]
async fn a_search_ends_when_the_partner_leaves_or_searches_elsewhere() {
    let world = World::new().await;
    let (person, mut ann) = world.somebody().await;
    let (_, mut ben) = world.somebody().await;
    let party = PartyId::random();
    begin(&mut ann, &look_with(party, "Latin Pairs")).await;
    begin(&mut ben, &look_with(party, "Latin Pairs")).await;
    drop(ben);
    assert_eq!(ended(&mut ann).await, SeekEnded::PartnerGone);

    begin(&mut ann, &look(&["Draw"])).await;
    let mut tab = person.connect(world.address).await;
    begin(&mut tab, &look(&["Draw"])).await;
    assert_eq!(ended(&mut ann).await, SeekEnded::Withdrawn);
    tab.send(&ClientMessage::Unseek {}).await;
    assert_eq!(ended(&mut tab).await, SeekEnded::Withdrawn);
}

#[tokio::test]
async fn no_seeker_is_paired_with_a_closed_connection() {
    let world = World::new().await;
    let (_, mut watcher) = world.somebody().await;
    watcher.send(&ClientMessage::Seekers { follow: true }).await;
    let (_, mut gone) = world.somebody().await;
    begin(&mut gone, &look(&["Draw"])).await;
    listed(&mut watcher, 1).await;
    drop(gone);
    listed(&mut watcher, 0).await;
    let (_, mut ann) = world.somebody().await;
    let (_, mut ben) = world.somebody().await;
    begin(&mut ann, &look(&["Draw"])).await;
    begin(&mut ben, &look(&["Draw"])).await;
    all_paired(&mut [&mut ann, &mut ben]).await;
}

#[tokio::test]
async fn a_player_who_leaves_before_the_match_sends_the_other_back_to_the_search() {
    let world = World::new().await;
    let (_, mut ann) = world.somebody().await;
    let (_, mut ben) = world.somebody().await;
    begin(&mut ann, &look(&["Draw"])).await;
    let since = {
        ben.send(&look(&["Draw"])).await;
        seeking(&mut ben).await.since_ms
    };
    let (Paired { table, .. }, why) = tokio::join!(paired(&mut ann), ended(&mut ben));
    assert_eq!(why, SeekEnded::Paired);
    ann.open(table, None).await;
    ann.send(&Request::Leave.at(table)).await;
    // The search continues with the same presets, and counts the time since its first start.
    let again = seeking(&mut ben).await;
    assert_eq!((again.ended, again.since_ms), (None, since));
    assert_eq!(ended(&mut ann).await, SeekEnded::Withdrawn);
    let (_, mut eve) = world.somebody().await;
    begin(&mut eve, &look(&["Draw"])).await;
    all_paired(&mut [&mut eve, &mut ben]).await;
}

#[tokio::test]
async fn only_people_look_and_only_for_what_there_is() {
    let world = World::new().await;
    let (person, mut ann) = world.somebody().await;
    for presets in [&[][..], &["Chess"], &["Draw"; 17]] {
        assert_eq!(ann.refused(&look(presets)).await, ErrorCode::WrongFields);
    }
    let party = look_with(PartyId::random(), "Draw");
    assert_eq!(ann.refused(&party).await, ErrorCode::WrongFields);
    let (_, bot) = make_bot(&world, &person, "Bot").await;
    let mut bot = bot.connect(world.address).await;
    assert_eq!(bot.refused(&look(&["Draw"])).await, ErrorCode::NoBots);
}

#[tokio::test]
async fn a_seeker_who_changes_the_search_all_the_time_has_to_wait() {
    let world = World::new().await;
    let (_, mut ann) = world.somebody().await;
    for _ in 0..15 {
        ann.send(&look(&["Draw"])).await;
    }
    assert_eq!(ann.refusal().await.code, ErrorCode::Rate);
}

/// A player resigns, which ends the match for both players. Returns the record.
async fn resigned(leaves: &mut Client, stays: &mut Client, table: TableId) -> RecordId {
    leaves.send(&Request::Resign.at(table)).await;
    for client in [leaves, &mut *stays] {
        let over = |client: &Client| client.table(table).room.status == Status::Over;
        client.until(over).await;
    }
    stays.table(table).room.record.unwrap()
}

async fn make_matches_public(world: &World, person: &Person) {
    let choices = Preferences {
        matches_public: true,
        ..Preferences::default()
    };
    let body = serde_json::to_string(&choices).unwrap();
    let path = "/api/account/preferences";
    let answer = person.request(world.address, "PUT", path, &body).await;
    assert!(answer.status < 300, "{}", answer.body);
}

#[tokio::test]
async fn a_quick_match_is_on_the_pages_of_those_who_make_theirs_public_and_names_no_one_else() {
    let world = World::new().await;
    let (ann, ann_page) = keep(world.address, "Ann").await;
    let (ben, ben_page) = keep(world.address, "Ben").await;
    let mut ann_client = ann.connect(world.address).await;
    let mut ben_client = ben.connect(world.address).await;
    begin(&mut ann_client, &look(&["Draw"])).await;
    begin(&mut ben_client, &look(&["Draw"])).await;
    let table = all_paired(&mut [&mut ann_client, &mut ben_client])
        .await
        .table;
    play(&mut [&mut ann_client, &mut ben_client], table).await;

    // During the match, the lobby doesn't show the table to other visitors.
    let (stranger, mut visitor) = world.somebody().await;
    visitor.send(&ClientMessage::Lobby { follow: true }).await;
    visitor.until(|visitor| visitor.lobby.is_some()).await;
    assert!(visitor.lobby.as_ref().unwrap().is_empty());
    let record = resigned(&mut ben_client, &mut ann_client, table).await;

    // After a friend has joined by the link, the table is treated like other tables between friends.
    let invite = ann_client.table(table).me.invite;
    ben_client.send(&Request::Leave.at(table)).await;
    let (cleo, _) = keep(world.address, "Cleo").await;
    let mut friend = cleo.connect(world.address).await;
    friend.open(table, invite).await;
    let free = |client: &Client| client.table(table).room.seats.as_slice().contains(&None);
    friend.until(free).await;
    friend.send(&Request::Sit { seat: None }.at(table)).await;
    friend.until(|friend| friend.seat(table).is_some()).await;
    for client in [&mut friend, &mut ann_client] {
        client.send(&Request::Ready { ready: true }.at(table)).await;
    }
    for client in [&mut friend, &mut ann_client] {
        let playing = |client: &Client| client.table(table).room.status == Status::Playing;
        client.until(playing).await;
    }
    let among_friends = resigned(&mut friend, &mut ann_client, table).await;

    let told = async |asker: &Person, person: PersonId| {
        let path = format!("/api/people/{person}");
        asker.request(world.address, "GET", &path, "").await.body
    };
    let secrets = ["Ben".to_owned(), ben_page.to_string(), record.to_string()];
    assert_eq!(page(world.address, &stranger, ann_page).await.matches, None);
    make_matches_public(&world, &ann).await;
    for asker in [&stranger, &ben, &ann] {
        let body = told(asker, ann_page).await;
        for secret in &secrets {
            assert!(!body.contains(secret), "{secret} in {body}");
        }
        assert!(!body.contains(&among_friends.to_string()), "{body}");
    }
    let shown = page(world.address, &stranger, ann_page).await;
    let matches = shown.matches.unwrap();
    assert_eq!((matches.len(), matches[0].won), (1, true));
    assert_eq!(
        (matches[0].record, &matches[0].others[..]),
        (None, &[None][..])
    );
    assert_eq!(shown.opponents.unwrap(), []);

    make_matches_public(&world, &ben).await;
    let shown = page(world.address, &stranger, ann_page).await;
    let matches = shown.matches.unwrap();
    assert_eq!(matches.len(), 1);
    assert_eq!(matches[0].record, Some(record));
    assert_eq!(matches[0].others, [Some("Ben".to_owned())]);
    let opponents = shown.opponents.unwrap();
    assert_eq!(opponents.len(), 1);
    assert_eq!(opponents[0].person, Some(ben_page));
    let of_ben = page(world.address, &stranger, ben_page).await;
    assert_eq!(of_ben.matches.unwrap()[0].record, Some(record));
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;

async fn conduct(world: &World, who: &Person) -> ConductBody {
    get(world, who, "/api/me/conduct").await
}

/// Lets a newcomer and a client at this node play a quick match. Returns the newcomer and the table.
async fn match_with_somebody(world: &World, client: &mut Client) -> (Client, TableId) {
    let (_, mut other) = world.somebody().await;
    begin(client, &look(&["Draw"])).await;
    begin(&mut other, &look(&["Draw"])).await;
    let table = all_paired(&mut [&mut *client, &mut other]).await.table;
    play(&mut [client, &mut other], table).await;
    (other, table)
}

/// The player resigns, which counts as leaving the match.
async fn resign(client: &mut Client, table: TableId) {
    client.send(&Request::Resign.at(table)).await;
    noted(client).await;
}

/// Waits until the server has stored that the player left. The server then sends a message that the
/// visitor's account has changed.
async fn noted(client: &mut Client) {
    while client.receive().await != (ServerMessage::AccountChanged {}) {}
}

/// A player who must wait before the next quick match, and the clock of the test.
struct Waiter<'a> {
    nodes: &'a [World],
    person: &'a Person,
    hand: &'a ManualClock,
}

impl Waiter<'_> {
    /// Checks that every search of the player is refused until this time has passed, in every tab and at
    /// every node.
    async fn waits(&self, minutes: i64, tab: &mut Client) {
        let until = conduct(&self.nodes[0], self.person).await.waits_until_ms;
        assert!(until.is_some(), "{minutes} minutes");
        self.hand.advance_ms(minutes * MINUTE - 1);
        assert_eq!(tab.refused(&look(&["Draw"])).await, ErrorCode::MustWait);
        for node in self.nodes {
            let mut again = self.person.connect(node.address).await;
            assert_eq!(again.refused(&look(&["Block"])).await, ErrorCode::MustWait);
        }
        self.hand.advance_ms(1);
        let conduct = conduct(&self.nodes[1], self.person).await;
        assert_eq!(conduct.waits_until_ms, None);
    }
}

#[tokio::test]
async fn a_player_who_leaves_again_and_again_is_warned_and_then_waits_at_every_node() {
    let (clock, hand) = Clock::manual(Clock::system().now());
    let cluster = Cluster::by(clock, 2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let ann = Person::arrive(one.address).await;
    let waiter = |person| Waiter {
        nodes: &cluster.nodes,
        person,
        hand: &hand,
    };

    // After the first left match, the player is only warned and need not wait.
    let mut tab = ann.connect(one.address).await;
    let (_, table) = match_with_somebody(one, &mut tab).await;
    resign(&mut tab, table).await;
    let warned = conduct(one, &ann).await;
    assert_eq!((warned.leaves, warned.waits_until_ms), (1, None));

    // After the next one, the player must wait two minutes: in this tab, in other tabs, and at the other
    // node.
    hand.advance_ms(MINUTE);
    let mut tab = ann.connect(other.address).await;
    let (_, table) = match_with_somebody(other, &mut tab).await;
    resign(&mut tab, table).await;
    assert_eq!(conduct(one, &ann).await.leaves, 2);
    waiter(&ann).waits(2, &mut tab).await;

    // Letting the clock run down and then resigning also counts as leaving.
    let (_, table) = match_with_somebody(other, &mut tab).await;
    hand.advance_ms(25 * SECOND);
    resign(&mut tab, table).await;
    assert_eq!(conduct(one, &ann).await.leaves, 3);
    waiter(&ann).waits(5, &mut tab).await;

    // Not opening the table after being paired also counts as leaving.
    let (_, mut ben) = other.somebody().await;
    begin(&mut tab, &look(&["Draw"])).await;
    begin(&mut ben, &look(&["Draw"])).await;
    let table = all_paired(&mut [&mut ben, &mut tab]).await.table;
    come(&mut ben, table).await;
    hand.advance_ms(25 * SECOND);
    noted(&mut tab).await;
    assert_eq!(conduct(one, &ann).await.leaves, 4);
    while seeking(&mut ben).await.ended.is_some() {}

    // A guest who creates an account remains the same player. A guest with a new cookie is another player.
    let kept = Kept::from_guest(one, ann.clone(), "Ann").await;
    let mut tab = kept.person.connect(other.address).await;
    waiter(&kept.person).waits(15, &mut tab).await;
    let (_, mut stranger) = one.somebody().await;
    begin(&mut stranger, &look(&["Block"])).await;

    // After a day, one of the left matches no longer counts.
    hand.advance_ms(24 * 60 * MINUTE);
    assert_eq!(conduct(one, &kept.person).await.leaves, 3);
}

#[tokio::test]
async fn partners_by_link_at_two_nodes_sit_opposite_each_other() {
    let cluster = Cluster::of(2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let (_, mut ann) = one.somebody().await;
    let (_, mut ben) = other.somebody().await;
    let party = PartyId::random();
    begin(&mut ann, &look_with(party, "Latin Pairs")).await;
    begin(&mut ben, &look_with(party, "Latin Pairs")).await;
    knows_partner(&mut ann, &ben.name.clone()).await;
    knows_partner(&mut ben, &ann.name.clone()).await;
    // A third visitor with the same party is refused, because the party is full.
    let (_, mut third) = one.somebody().await;
    let full = third.refused(&look_with(party, "Latin Pairs")).await;
    assert_eq!(full, ErrorCode::Full);
    let (_, mut eve) = one.somebody().await;
    let (_, mut joe) = other.somebody().await;
    begin(&mut eve, &look(&["Latin Pairs"])).await;
    begin(&mut joe, &look(&["Latin Pairs"])).await;
    let all = &mut [&mut ann, &mut eve, &mut ben, &mut joe];
    let table = all_paired(all).await.table;
    play(all, table).await;
    let seat = |client: &Client| client.seat(table).unwrap().index();
    assert_eq!(seat(&ann) % 2, seat(&ben) % 2);
    assert_eq!(seat(&eve) % 2, seat(&joe) % 2);
}

/// Waits until the client is shown that the partner is searching too.
async fn knows_partner(client: &mut Client, name: &str) {
    while seeking(client).await.partner.as_deref() != Some(name) {}
}

#[tokio::test]
async fn a_player_at_one_node_cannot_search_at_another() {
    let cluster = Cluster::of(2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let (ann, mut anns) = one.somebody().await;
    let (_, table) = match_with_somebody(one, &mut anns).await;
    let mut elsewhere = ann.connect(other.address).await;
    let code = elsewhere.refused(&look(&["Draw"])).await;
    assert_eq!(code, ErrorCode::NotNow);
    elsewhere.open(table, None).await;
    elsewhere.send(&Request::Resign.at(table)).await;
    elsewhere
        .until(|elsewhere| elsewhere.table(table).room.status == Status::Over)
        .await;
    begin(&mut elsewhere, &look(&["Draw"])).await;
}

/// An address of this machine in another network than the usual one.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 1, 1);

#[tokio::test]
async fn a_match_of_two_accounts_of_one_network_is_not_rated() {
    let world = World::with(&["--trusted-proxy", "127.0.0.0/8"]).await;
    let (ann, ben) = (Kept::at(&world, "Ann").await, Kept::at(&world, "Ben").await);
    let [mut anns, mut bens] = [
        ann.person
            .connect_through_proxy("203.0.113.1", world.address)
            .await,
        ben.person
            .connect_through_proxy("203.0.113.200", world.address)
            .await,
    ];
    begin(&mut anns, &look(&["Draw"])).await;
    begin(&mut bens, &look(&["Draw"])).await;
    assert!(!all_paired(&mut [&mut anns, &mut bens]).await.rated);
}

#[tokio::test]
async fn a_rematch_is_played_at_the_same_table_by_the_same_terms() {
    let world = World::new().await;
    let (ann, ben) = (Kept::at(&world, "Ann").await, Kept::at(&world, "Ben").await);
    let mut anns = ann.person.connect(world.address).await;
    let mut bens = ben.person.connect_from(ELSEWHERE, world.address).await;
    begin(&mut anns, &look(&["Draw"])).await;
    begin(&mut bens, &look(&["Draw"])).await;
    let found = all_paired(&mut [&mut anns, &mut bens]).await;
    assert!(found.rated);
    play(&mut [&mut anns, &mut bens], found.table).await;
    let won = anns.seat(found.table).unwrap().index();
    let mut players = vec![(won, anns), (1 - won, bens)];
    players.sort_by_key(|(seat, _)| *seat);
    let mut table = Table {
        id: found.table,
        invite: Invite::random(),
        people: vec![ann.person.clone(), ben.person.clone()],
        players: players.into_iter().map(|(_, player)| player).collect(),
    };
    for is_rematch in [false, true] {
        if is_rematch {
            table.start().await;
        }
        let elsewhere = table.players[won].refused(&look(&["Draw"])).await;
        assert_eq!(elsewhere, ErrorCode::NotNow);
        let record = resign_rated(&mut table, 1 - won).await;
        noted(&mut table.players[won]).await;
        let changes = changes(world.address, &ann.person, record).await.unwrap();
        let mut expected = [ChangeReason::Left; 2];
        expected[won] = ChangeReason::Won;
        assert_eq!(reasons(&changes), expected);
    }
    while conduct(&world, &ben.person).await.leaves < 2 {
        noted(&mut table.players[1 - won]).await;
    }
    // A player who has a seat at a table without a match may search.
    begin(&mut table.players[won], &look(&["Draw"])).await;
}

/// Lets a new visitor open a public table, and wait there.
async fn host(world: &World) -> (Client, TableId) {
    let (person, mut client) = world.somebody().await;
    let wanted = public(*Preset::DRAW.rules());
    let table = person.create(world.address, &wanted).await.table;
    client.open(table, None).await;
    (client, table)
}

#[tokio::test]
async fn a_seeker_is_seated_at_an_open_table_and_the_next_is_listed_and_chosen() {
    let world = World::new().await;
    let (_, mut watcher) = world.somebody().await;
    let follow = ClientMessage::Seekers { follow: true };
    watcher.send(&follow).await;
    let (mut host, table) = host(&world).await;
    let (_, mut ann) = world.somebody().await;
    begin(&mut ann, &look(&["Block", "Draw"])).await;
    let found = paired(&mut ann).await;
    assert_eq!((found.table, found.open), (table, true));
    assert_eq!(found.preset, "Draw");
    ann.open(table, None).await;
    host.until(|host| {
        host.table(table)
            .room
            .seats
            .as_slice()
            .iter()
            .all(Option::is_some)
    })
    .await;

    // The table is full, so the next player searches, and another player chooses that player.
    let (_, mut ben) = world.somebody().await;
    begin(&mut ben, &look(&["Draw"])).await;
    let seeker = listed(&mut watcher, 1).await.remove(0);
    assert_eq!(
        (&*seeker.name, &seeker.presets[..]),
        (&*ben.name, &["Draw".to_owned()][..])
    );
    let (_, mut eve) = world.somebody().await;
    begin(&mut eve, &choose(seeker.number)).await;
    let found = all_paired(&mut [&mut eve, &mut ben]).await;
    assert!(!found.open);
}

#[tokio::test]
async fn seekers_at_two_nodes_race_for_the_last_seat_of_an_open_table_and_the_loser_goes_on() {
    let cluster = Cluster::of(2).await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    let (_, mut watcher) = other.somebody().await;
    watcher.send(&ClientMessage::Lobby { follow: true }).await;
    let (_host, table) = host(one).await;
    let is_listed = |watcher: &Client| watcher.lobby.iter().any(|lobby| lobby.contains_key(&table));
    watcher.until(is_listed).await;
    let (_, mut ann) = one.somebody().await;
    let (_, mut ben) = other.somebody().await;
    ann.send(&look(&["Draw", "Block"])).await;
    ben.send(&look(&["Draw", "Fives"])).await;
    let (won, lost) = tokio::select! {
        found = paired(&mut ann) => (found, &mut ben),
        found = paired(&mut ben) => (found, &mut ann),
    };
    assert_eq!((won.table, won.open), (table, true));
    let (_, mut eve) = one.somebody().await;
    begin(&mut eve, &look(&["Block", "Fives"])).await;
    let found = all_paired(&mut [lost, &mut eve]).await;
    assert!(!found.open);
}
