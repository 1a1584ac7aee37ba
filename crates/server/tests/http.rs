//! Tests of the HTTP interface from outside: identity, the catalogue, the client's files, and the headers
//! that protect them.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod common;

use std::time::Duration;

use boneyard_base::limits;
use boneyard_protocol::PROTOCOL;
use boneyard_protocol::http::HttpError;
use common::http::TestServer;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_stranger_becomes_a_visitor_and_stays_one() {
    let server = TestServer::start(&[]).await;
    let first = server.get("/api/me", &[]).await;
    assert_eq!(first.status, 200);
    let name = first.json()["name"].clone();
    assert!(name.as_str().unwrap().starts_with("Guest "));
    let set = first.header("set-cookie");
    for part in [
        "boneyard=",
        "; HttpOnly",
        "; SameSite=Lax",
        "; Path=/",
        "; Max-Age=31536000",
    ] {
        assert!(set.contains(part), "{part} in {set}");
    }
    assert!(!set.contains("Secure"));

    let cookie = first.cookie();
    let again = server.get("/api/me", &[("Cookie", &cookie)]).await;
    assert_eq!(again.json()["name"], name);
    assert_eq!(again.cookie(), cookie);

    // The cookie is still valid after a restart, because the signing key is stored in the database.
    let directory = server.stop().await;
    let server = TestServer::start_in(directory, &[]).await;
    let later = server.get("/api/me", &[("Cookie", &cookie)]).await;
    assert_eq!(later.cookie(), cookie);
    server.stop().await;
}

#[tokio::test]
async fn a_cookie_that_we_did_not_sign_is_none() {
    let server = TestServer::start(&[]).await;
    let cookie = server.get("/api/me", &[]).await.cookie();
    let (signed, signature) = cookie.rsplit_once('.').unwrap();
    let player = signed.strip_prefix("boneyard=").unwrap();
    let other = if player.starts_with('0') { "1" } else { "0" };
    let tampered = [
        format!("boneyard={other}{}.{signature}", &player[1..]),
        format!("boneyard-device={player}.{signature}"),
        signed.to_owned(),
        "boneyard=".to_owned(),
        format!("{cookie}0"),
        "boneyard=%00%ff".to_owned(),
    ];
    for tampered in tampered {
        let answer = server.get("/api/me", &[("Cookie", &tampered)]).await;
        assert_eq!(answer.status, 200, "{tampered}");
        let fresh = answer.cookie();
        assert_ne!(fresh, tampered);
        assert_ne!(fresh, cookie);
    }
    // A cookie with the signature of another server isn't valid.
    let key = "a".repeat(64);
    let rival = TestServer::start(&["--signing-key", &key]).await;
    let foreign = rival.get("/api/me", &[]).await.cookie();
    let answer = server.get("/api/me", &[("Cookie", &foreign)]).await;
    assert_ne!(answer.cookie(), foreign);
    server.stop().await;
    rival.stop().await;
}

#[tokio::test]
async fn servers_with_one_key_share_visitors() {
    let key = "0123456789abcdef".repeat(4);
    let flags = ["--signing-key", key.as_str()];
    let (one, two) = (
        TestServer::start(&flags).await,
        TestServer::start(&flags).await,
    );
    let cookie = one.get("/api/me", &[]).await.cookie();
    let answer = two.get("/api/me", &[("Cookie", &cookie)]).await;
    assert_eq!(answer.cookie(), cookie);
    one.stop().await;
    two.stop().await;
}

#[tokio::test]
async fn behind_tls_cookies_and_browsers_stay_there() {
    let flags = ["--public-url", "https://dominoes.example"];
    let server = TestServer::start(&flags).await;
    let answer = server.get("/api/me", &[]).await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-boneyard="), "{cookie}");
    assert!(cookie.contains("; Secure") && cookie.contains("; Path=/"));
    assert!(!cookie.contains("Domain"), "{cookie}");
    // A cookie without the prefix `__Host-` could be set by another site under the same domain, so the
    // server ignores it.
    let value = answer.cookie().split_once('=').unwrap().1.to_owned();
    let name = answer.json()["name"].clone();
    let kept = format!("__Host-boneyard={value}");
    let known = server.get("/api/me", &[("Cookie", &kept)]).await;
    assert_eq!(known.json()["name"], name);
    let planted = format!("boneyard={value}");
    let stranger = server.get("/api/me", &[("Cookie", &planted)]).await;
    assert_ne!(stranger.cookie(), kept, "somebody new");
    assert_eq!(
        answer.header("strict-transport-security"),
        "max-age=31536000"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_cookie_that_was_planted_later_takes_no_ones_place() {
    let server = TestServer::start(&[]).await;
    let [own, planted] = [(); 2].map(|()| server.get("/api/me", &[]));
    let (own, planted) = (own.await.cookie(), planted.await.cookie());
    assert_ne!(own, planted);
    for cookies in [
        format!("{own}; {planted}"),
        format!("junk; {own}; {planted}; {own}"),
    ] {
        let answer = server.get("/api/me", &[("Cookie", &cookies)]).await;
        assert_eq!(answer.cookie(), own);
    }
    server.stop().await;
}

#[tokio::test]
async fn the_catalogue_names_every_preset() {
    let server = TestServer::start(&[]).await;
    let answer = server.get("/api/presets", &[]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/json");
    let catalogue = answer.json();
    assert_eq!(catalogue["line"]["presets"].as_array().unwrap().len(), 25);
    assert_eq!(catalogue["line"]["presets"][3]["name"], "Five-Up");
    assert_eq!(catalogue["line"]["options"].as_array().unwrap().len(), 30);
    server.stop().await;
}

#[tokio::test]
async fn health_is_told() {
    let server = TestServer::start(&[]).await;
    let answer = server.get("/healthz", &[]).await;
    assert_eq!((answer.status, answer.text()), (200, "ok"));
    let address = server.address;
    tokio::task::spawn_blocking(move || boneyard_server::health::check(address))
        .await
        .unwrap()
        .unwrap();
    server.stop().await;
    let gone = tokio::task::spawn_blocking(move || boneyard_server::health::check(address)).await;
    assert!(gone.unwrap().is_err());
}

#[tokio::test]
async fn the_page_is_served_at_all_its_addresses() {
    let server = TestServer::start(&[]).await;
    let page = server.get("/", &[]).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.text().to_lowercase().starts_with("<!doctype html>"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let plain = server.get("/index.html", &[]).await;
    for path in ["/rules", "/rules/Five-Up", "/friends", "/account"] {
        assert_eq!(server.get(path, &[]).await.body, plain.body, "{path}");
    }
    let table = format!("/t/{}?invite={}", "5".repeat(32), "6".repeat(32));
    for path in [table.as_str(), "/draw", "/fives-and-threes"] {
        let page = server.get(path, &[]).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains("<script type=\"module\""), "{path}");
    }
    for path in ["/nothing", "/js/../../Cargo.toml", "/%2e%2e/x", "//"] {
        let asks: [&[(&str, &str)]; 2] = [&[], &[("accept", "text/html")]];
        for headers in asks {
            let answer = server.get(path, headers).await;
            assert_eq!(answer.status, 404, "{path}");
            assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        }
    }
    let answer = server.request("POST", "/", &[], "").await;
    assert_eq!(answer.status, 405);
    server.stop().await;
}

#[tokio::test]
async fn every_refusal_of_the_api_has_a_code_that_the_page_has_words_for() {
    let server = TestServer::start(&[]).await;
    let json = ("Content-Type", "application/json");
    let long = format!("{{\"name\":\"{}\"}}", "x".repeat(100_000));
    let foreign = ("Origin", "https://dominoes.example");
    let cookie = server.get("/api/me", &[]).await.cookie();
    for (status, method, path, headers, body) in [
        (404, "GET", "/api/nothing", &[][..], ""),
        (405, "DELETE", "/api/presets", &[], ""),
        (403, "POST", "/api/me", &[foreign], ""),
        (401, "GET", "/api/bots", &[], ""),
        (401, "POST", "/api/bots", &[json], "{"),
        (422, "POST", "/api/replay", &[json], "{}"),
        (400, "POST", "/api/replay", &[json], "{"),
        (415, "POST", "/api/replay", &[], "{}"),
        (
            413,
            "POST",
            "/api/bots",
            &[json, ("Cookie", &cookie)],
            &long,
        ),
    ] {
        let answer = server.request(method, path, headers, body).await;
        assert_eq!(answer.status, status, "{method} {path}");
        let refusal: Result<HttpError, _> = serde_json::from_value(answer.json());
        assert!(refusal.is_ok(), "{method} {path}: {}", answer.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_drawn_whether_or_not_there_is_such_a_table() {
    let flags = ["--public-url", "https://dominoes.example"];
    let (server, public) = (
        TestServer::start(&[]).await,
        TestServer::start(&flags).await,
    );
    let made_up = format!("/t/{}/qr.svg?invite={}", "5".repeat(32), "6".repeat(32));
    let cookie = server.get("/api/me", &[]).await.cookie();
    let wanted = table_request(&server).await;
    let created = server
        .post("/api/tables", &[("Cookie", &cookie)], &wanted)
        .await
        .json();
    let real = format!(
        "/t/{}/qr.svg?invite={}",
        created["table"].as_str().unwrap(),
        created["invite"].as_str().unwrap()
    );
    let tournament = format!("/e/{}/qr.svg", "5".repeat(32));
    for path in [made_up.as_str(), &real, &tournament] {
        let answer = server.get(path, &[]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        assert_eq!(answer.header("cache-control"), "private, max-age=86400");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").contains("'none'"));
        assert!(answer.text().starts_with("<svg "), "{}", answer.text());
    }
    // The QR code contains the public URL from the settings or, without this setting, the `Host` of the
    // request.
    let asked_as = |host| [("Host", host)];
    let drawn = server.get(&made_up, &asked_as("one.example")).await;
    let other = server.get(&made_up, &asked_as("two.example:80")).await;
    assert_ne!(drawn.text(), other.text());
    let drawn = public.get(&made_up, &asked_as("one.example")).await;
    let other = public.get(&made_up, &asked_as("two.example")).await;
    assert_eq!(drawn.text(), other.text());

    let long = "x".repeat(5_000);
    for host in ["one.example/path", "a b", "\u{e9}", &long] {
        let answer = server.get(&made_up, &asked_as(host)).await;
        assert_eq!(answer.status, 400, "{host:.20}");
    }
    let short = format!("/t/{}/qr.svg", "5".repeat(32));
    assert_eq!(server.get(&short, &[]).await.status, 200);
    for path in [
        "/t/5/qr.svg",
        "/e/5/qr.svg",
        "/t/%2e%2e/qr.svg",
        &format!("{short}?invite=6"),
    ] {
        assert_eq!(server.get(path, &[]).await.status, 404, "{path}");
    }
    server.stop().await;
    public.stop().await;
}

#[tokio::test]
async fn the_picture_of_a_card_is_made_for_other_sites() {
    let server = TestServer::start(&[]).await;
    let game = server.get("/cards/six-love.png", &[]).await;
    let table = "/cards/six-love.png?seating=partners&taken=1";
    let table = server.get(table, &[]).await;
    assert_ne!(game.body, table.body);
    for picture in [game, table] {
        assert_eq!(&picture.body[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(picture.header("content-type"), "image/png");
        assert_eq!(picture.header("cache-control"), "public, max-age=86400");
        let policy = picture.header("cross-origin-resource-policy");
        assert_eq!(policy, "cross-origin");
    }
    for (path, status) in [
        ("/cards/chess.png", 404),
        ("/cards/draw", 404),
        ("/cards/draw.png?seating=nine", 422),
        ("/cards/draw.png?seating=two&taken=-1", 422),
    ] {
        assert_eq!(server.get(path, &[]).await.status, status, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn files_of_a_build_are_kept_for_ever_and_what_leads_to_them_is_not() {
    let server = TestServer::start(&[]).await;
    let page = server.get("/", &[]).await;
    let quoted: Vec<&str> = page.text().split('"').collect();
    let is_ours = |path: &&&str| path.contains("/js/") || path.contains("/css/");
    let files: Vec<&str> = quoted.iter().filter(is_ours).copied().collect();
    assert_eq!(files.len(), 3, "{files:?}");
    let (build, _) = files[0][1..].split_once('/').unwrap();
    assert_eq!(build.len(), 16);
    for path in &files {
        assert!(path.starts_with(&format!("/{build}/")), "{path}");
        let file = server.get(path, &[]).await;
        assert_eq!(file.status, 200, "{path}");
        assert_eq!(
            file.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
        // A URL with another build or without a build must not return a file of this build.
        for other in ["0123456789abcdef/", ""] {
            let path = path.replace(&format!("{build}/"), other);
            let gone = server.get(&path, &[]).await;
            assert_eq!(gone.status, 404, "{path}");
            assert_eq!(gone.header("cache-control"), "no-store");
        }
    }
    for path in ["/sw.js", "/offline.html", "/manifest.webmanifest"] {
        let file = server.get(path, &[]).await;
        assert_eq!(file.header("cache-control"), "no-cache", "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_server_and_every_page_tell_the_version() {
    let server = TestServer::start(&[]).await;
    let told = server.get("/api/version", &[]).await;
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("BONEYARD_COMMIT");
    let expected = json!({"version": version, "commit": commit, "protocol": PROTOCOL});
    assert_eq!(told.json(), expected);
    assert_eq!(told.header("cache-control"), "no-store");
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    let named = format!("<meta name=\"generator\" content=\"Boneyard {version}{commit}\">");
    for path in ["/", "/six-love", "/me", "/games", "/rules", "/t/5"] {
        let page = server.get(path, &[]).await;
        assert!(page.text().contains(&named), "{path}: {}", page.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn files_are_compressed_and_not_sent_twice() {
    let server = TestServer::start(&[]).await;
    let plain = server.get("/index.html", &[]).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert_eq!(plain.header("vary"), "accept-encoding");
    let cases = [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", ""),
    ];
    for (accept, coding) in cases {
        let packed = server
            .get("/index.html", &[("Accept-Encoding", accept)])
            .await;
        assert_eq!(packed.header("content-encoding"), coding, "{accept}");
        assert_eq!(packed.header("etag"), plain.header("etag"));
        assert_eq!(packed.body.len() < plain.body.len(), !coding.is_empty());
    }
    let etag = plain.header("etag");
    assert!(etag.starts_with("W/\""));
    let known = server.get("/index.html", &[("If-None-Match", etag)]).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(known.header("etag"), etag);
    let changed = server
        .get("/index.html", &[("If-None-Match", "W/\"old\"")])
        .await;
    assert_eq!(changed.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn every_answer_is_protected() {
    let server = TestServer::start(&[]).await;
    for path in ["/", "/sw.js", "/api/me", "/healthz", "/nothing"] {
        let answer = server.get(path, &[]).await;
        // By this header, the client recognises that the response comes from the server and not from a
        // proxy.
        assert_eq!(answer.header("x-boneyard"), "1");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"));
        assert!(policy.contains("frame-ancestors 'none'"));
        // The client needs these parts of the policy when it is installed as an app.
        assert!(policy.contains("manifest-src 'self'; worker-src 'self'"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
    }
    assert_eq!(
        server.get("/api/me", &[]).await.header("cache-control"),
        "no-store"
    );
    server.stop().await;
}

/// A request for a table with the options of a preset, as `GET /api/presets` lists them.
async fn table_request(server: &TestServer) -> serde_json::Value {
    let catalogue = server.get("/api/presets", &[]).await.json();
    let rules = catalogue["line"]["presets"][3]["rules"].clone();
    json!({"rules": {"line": rules}, "access": "public", "kept_seats": 0})
}

#[tokio::test]
async fn a_visitor_opens_tables_with_any_good_options() {
    let server = TestServer::start(&[]).await;
    let cookie = server.get("/api/me", &[]).await.cookie();
    let origin = format!("http://{}", server.address);
    let visitor = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
    let wanted = table_request(&server).await;

    let answer = server.post("/api/tables", &visitor, &wanted).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let (table, invite) = (&answer.json()["table"], &answer.json()["invite"]);
    assert_eq!(table.as_str().unwrap().len(), 32);
    assert_ne!(table, invite);

    for (option, value) in [
        ("hand_size", json!(15)),
        ("hand_size", json!(300)),
        ("hand_size", json!(-1)),
        ("target", json!(0)),
        ("target", json!(-1)),
        ("target", json!(70_000)),
        ("reserve", json!(-1)),
    ] {
        let mut bad = wanted.clone();
        bad["rules"]["line"][option] = value;
        let answer = server.post("/api/tables", &visitor, &bad).await;
        assert_eq!(answer.status, 422);
        assert_eq!(answer.json()["code"], "bad_rules");
        assert_eq!(answer.json()["option"], option);
    }
    let mut good = wanted.clone();
    good["rules"]["line"]["hand_size"] = json!(7.0);
    good["kept_seats"] = json!(0.0);
    let answer = server.post("/api/tables", &visitor, &good).await;
    assert_eq!(answer.status, 201, "{}", answer.text());

    for (field, value) in [("kept_seats", json!(-1)), ("kept_seats", json!(0.5))] {
        let mut bad = wanted.clone();
        bad[field] = value;
        let answer = server.post("/api/tables", &visitor, &bad).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (422, &json!("wrong_fields"))
        );
        assert!(answer.text().contains(field), "{}", answer.text());
    }

    let mut bad = wanted.clone();
    bad["rules"]["line"]["variant"] = json!("poker");
    let answer = server.post("/api/tables", &visitor, &bad).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (422, &json!("wrong_fields"))
    );
    server.stop().await;
}

#[tokio::test]
async fn one_visitor_opens_only_so_many_tables() {
    let server = TestServer::start(&[]).await;
    let cookie = server.get("/api/me", &[]).await.cookie();
    let visitor = [("Cookie", cookie.as_str())];
    let wanted = table_request(&server).await;
    for _ in 0..limits::TABLES_PER_VISITOR_MAX {
        let answer = server.post("/api/tables", &visitor, &wanted).await;
        assert_eq!(answer.status, 201);
    }
    let answer = server.post("/api/tables", &visitor, &wanted).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (429, &json!("too_many"))
    );
    server.stop().await;
}

#[tokio::test]
async fn a_write_needs_an_identity_our_own_page_and_json() {
    let server = TestServer::start(&[]).await;
    let wanted = table_request(&server).await;
    let cookie = server.get("/api/me", &[]).await.cookie();
    let known = ("Cookie", cookie.as_str());

    let answer = server.post("/api/tables", &[], &wanted).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (401, &json!("no_identity"))
    );

    let foreign = [known, ("Origin", "https://evil.example")];
    let answer = server.post("/api/tables", &foreign, &wanted).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (403, &json!("foreign_origin"))
    );

    // A form of another site could send this request without asking the server first (CORS preflight).
    let form = [known, ("Content-Type", "text/plain")];
    let body = wanted.to_string();
    let answer = server.request("POST", "/api/tables", &form, &body).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (415, &json!("malformed"))
    );

    let json = [known, ("Content-Type", "application/json")];
    let deep = "[".repeat(5_000);
    let large = format!("\"{}\"", "x".repeat(limits::HTTP_BODY_BYTES_MAX));
    for (body, status) in [
        ("", 400),
        ("{", 400),
        (&deep, 400),
        (&large, 413),
        ("{}", 422),
    ] {
        let answer = server.request("POST", "/api/tables", &json, body).await;
        assert_eq!(answer.status, status, "{body:.20}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_a_request_too_slowly_is_cut_off() {
    let server = TestServer::start(&[]).await;
    let head = "POST /api/replay HTTP/1.1\r\nHost: x\r\n";
    let json = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    // This route needs no identity, so the server doesn't read the database. With the paused clock below,
    // reading the database would cause a timeout.
    let cases = [
        ("a request line", "GET /".to_owned(), ""),
        ("headers", head.to_owned(), ""),
        ("a body", format!("{head}{json}"), "HTTP/1.1 408"),
    ];
    // From here on, the paused clock jumps forward whenever all tasks wait.
    tokio::time::pause();
    for (part, request, expected) in cases {
        let started = tokio::time::Instant::now();
        let mut slow = TcpStream::connect(server.address).await.unwrap();
        slow.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        slow.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with(expected), "{part}: {answer}");
        assert!(started.elapsed() < Duration::from_mins(1), "{part}");
    }
    tokio::time::resume();
    server.stop().await;
}

#[tokio::test]
async fn a_stop_answers_what_was_asked_and_hangs_up() {
    let server = TestServer::start(&[]).await;
    // An idle connection that waits for its next request must not delay the shutdown.
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        .await
        .unwrap();
    let mut start = [0; 12];
    idle.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
    server.stop().await;
    let mut rest = Vec::new();
    idle.read_to_end(&mut rest).await.unwrap();
    assert!(rest.ends_with(b"ok"));
}
