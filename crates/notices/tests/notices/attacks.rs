//! Attackers who want the server to reach inner networks, or keep it from telling others.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{PlayerId, TableId, limits};
use boneyard_notices::{NoticeError, Outside};
use boneyard_testing::{PushAnswer, PushBrowser, PushService};
use tokio::net::TcpListener;

use super::world::{HOST, Hosts, World, sender, wanted};

/// URLs that are none of a service on the internet.
pub(crate) const REFUSED_URLS: [&str; 7] = [
    "http://push.example/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "https://push.example:8080/x",
    "file:///etc/passwd",
];

#[tokio::test]
async fn urls_that_are_none_of_a_push_service_are_refused_at_once() {
    let world = World::new().await;
    let player = PlayerId::random();
    for endpoint in REFUSED_URLS {
        let browser = PushBrowser::at(endpoint);
        let wanted = wanted(&browser, None);
        let put = world.notices.put_browser(sender(player), &wanted);
        let refused = put.await.unwrap_err();
        assert!(
            matches!(refused, NoticeError::WrongField("endpoint")),
            "{endpoint}"
        );
    }
    assert!(
        world
            .notices
            .browsers(player)
            .await
            .unwrap()
            .browsers
            .is_empty()
    );
}

/// A host whose name leads to a listener on this machine, as the name of an attacker may.
pub(crate) async fn led_astray(address: SocketAddr) -> World {
    let service = PushService::start(HOST).await;
    let hosts = Hosts::default();
    hosts.0.lock().insert("inner.example".to_owned(), address);
    hosts.0.lock().insert(HOST.to_owned(), service.address);
    let outside = Outside {
        resolver: Arc::new(hosts),
        // The check of the server, except for the service of the test itself.
        may_connect: Outside::internet().may_connect,
        roots: service.roots.clone(),
        timeout: Duration::from_secs(20),
    };
    World::with(service, outside).await
}

#[tokio::test]
async fn a_name_that_leads_to_an_inner_network_is_never_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let world = led_astray(listener.local_addr().unwrap()).await;
    let player = PlayerId::random();
    let browser = PushBrowser::at("https://inner.example/admin");
    let wanted = wanted(&browser, None);
    world
        .notices
        .put_browser(sender(player), &wanted)
        .await
        .unwrap();
    for refusals in 1..=limits::PUSH_FAILURES_MAX.unsigned_abs() {
        assert!(world.notices.turn(player, TableId::random(), 1));
        world.pass_ms(limits::PUSH_TURN_AFTER_MS);
        world.failed(refusals).await;
    }
    while !world
        .notices
        .browsers(player)
        .await
        .unwrap()
        .browsers
        .is_empty()
    {
        tokio::task::yield_now().await;
    }
    let connected = futures_util::FutureExt::now_or_never(listener.accept());
    assert!(connected.is_none(), "{connected:?}");
}

#[tokio::test]
async fn a_redirection_leads_nowhere() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut world = World::new().await;
    let location = format!("location: https://{}/\r\n", listener.local_addr().unwrap());
    for status in [301, 302, 307, 308] {
        world
            .service
            .answers(PushAnswer::Status(status, location.clone()));
        assert!(world.notices.turn(world.player, TableId::random(), 1));
        world.pass_ms(limits::PUSH_TURN_AFTER_MS);
        world.service.next().await;
        world.nothing_more().await;
    }
    assert!(futures_util::FutureExt::now_or_never(listener.accept()).is_none());
}

#[tokio::test]
async fn a_flood_of_browsers_is_bounded() {
    let world = World::new().await;
    let player = PlayerId::random();
    let mut added = 0;
    for number in 0..200 {
        let browser = PushBrowser::at(&format!("https://push.example/flood/{number}"));
        let wanted = wanted(&browser, None);
        match world.notices.put_browser(sender(player), &wanted).await {
            Ok(_) => added += 1,
            Err(error) => assert!(matches!(error, NoticeError::TooMany), "{error}"),
        }
    }
    assert!(added < 50, "{added}");
    let known = world.notices.browsers(player).await.unwrap().browsers;
    let most = usize::try_from(limits::PUSH_BROWSERS_PER_PLAYER_MAX).unwrap();
    assert_eq!(known.len(), most);
}

#[tokio::test]
async fn a_service_that_never_answers_keeps_nobody_else_from_being_told() {
    let service = PushService::start(HOST).await;
    let slow = PushService::start("slow.test").await;
    slow.answers(PushAnswer::Never);
    let hosts = Hosts::default();
    hosts.0.lock().insert(HOST.to_owned(), service.address);
    hosts.0.lock().insert("slow.test".to_owned(), slow.address);
    let mut roots = service.roots.clone();
    roots.extend(slow.roots.roots.iter().cloned());
    let outside = Outside {
        resolver: Arc::new(hosts),
        may_connect: |address| address.is_loopback(),
        roots,
        timeout: Duration::from_secs(5),
    };
    let mut world = World::with(service, outside).await;
    for number in 0..50 {
        let browser = PushBrowser::at(&format!("https://slow.test/{number}"));
        let player = PlayerId::random();
        let wanted = wanted(&browser, None);
        world
            .notices
            .put_browser(sender(player), &wanted)
            .await
            .unwrap();
        assert!(world.notices.turn(player, TableId::random(), 1));
    }
    // All of them are due, and the service holds as many connections as one service may.
    world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    world.nothing_more().await;
    world.failed(1).await;
}
