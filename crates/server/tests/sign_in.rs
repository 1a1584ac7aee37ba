//! Tests of passkeys and of codes by email. They use the server as browsers do, and attack it.

#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise, its helpers too"
)]

mod common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;

use boneyard_testing::{Encryption, MailSink, SoftBrowser, SoftPasskey};
use common::http::{self, Response, TestServer};
use rcgen::{CertificateParams, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio_rustls::TlsAcceptor;

const FROM: &str = "Boneyard <boneyard@dominoes.example>";

/// The browser of a visitor on the server's machine. It reaches the server at the name `localhost`.
struct Browser {
    address: SocketAddr,
    /// The values of the cookies, by name.
    cookies: BTreeMap<String, String>,
    /// The network address that a trusted proxy names.
    from: String,
}

impl Browser {
    /// Creates a browser that has not visited the server yet.
    async fn new(server: &TestServer) -> Self {
        Self::at(server.address).await
    }

    /// Creates a browser that has not visited the server at this address yet.
    async fn at(address: SocketAddr) -> Self {
        Self::behind_proxy(address, "198.51.100.1").await
    }

    /// Creates a browser that has not visited the server yet. If the server trusts the proxies of this machine,
    /// `from` is the browser's network address.
    async fn behind_proxy(address: SocketAddr, from: &str) -> Self {
        let mut browser = Self {
            address,
            cookies: BTreeMap::new(),
            from: from.to_owned(),
        };
        browser.request("GET", "/api/me", "").await;
        browser
    }

    /// Creates a browser, and an account that is signed in there.
    async fn of(server: &TestServer, name: &str) -> Self {
        let mut browser = Self::new(server).await;
        let kept = browser.post("/api/account", json!({ "name": name })).await;
        assert_eq!(kept.status, 201, "{}", kept.text());
        browser
    }

    fn host(&self) -> String {
        format!("localhost:{}", self.address.port())
    }

    /// The part of the browser that handles passkeys, on a page of the server.
    fn soft(&self) -> SoftBrowser {
        SoftBrowser::at(&format!("http://{}", self.host()))
    }

    /// All cookies, as the value of a `Cookie` header.
    fn cookie(&self) -> String {
        let all = self.cookies.iter();
        let all: Vec<_> = all.map(|(name, value)| format!("{name}={value}")).collect();
        all.join("; ")
    }

    /// Sends a request, and ignores the cookies in the response.
    async fn ask(&self, method: &str, path: &str, body: &str) -> Response {
        let (host, cookie) = (self.host(), self.cookie());
        let headers = [
            ("Host", host.as_str()),
            ("Cookie", &cookie),
            ("Content-Type", "application/json"),
            ("X-Forwarded-For", &self.from),
        ];
        http::request(self.address, method, path, &headers, body).await
    }

    /// Stores the cookies of a response.
    fn take(&mut self, answer: &Response) {
        if let Some((name, value)) = answer.cookie().split_once('=') {
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    async fn request(&mut self, method: &str, path: &str, body: &str) -> Response {
        let answer = self.ask(method, path, body).await;
        self.take(&answer);
        answer
    }

    async fn post(&mut self, path: &str, body: Value) -> Response {
        self.request("POST", path, &body.to_string()).await
    }

    async fn account(&mut self) -> Value {
        self.request("GET", "/api/account", "").await.json()
    }

    /// Adds a passkey to the account.
    async fn add_passkey(&mut self) -> SoftPasskey {
        let challenge = self.post("/api/account/passkeys/start", json!({})).await;
        let challenge = challenge.json();
        let (passkey, credential) = self.soft().create(&challenge["options"]);
        let answer = json!({ "challenge": challenge["challenge"], "credential": credential });
        let added = self.post("/api/account/passkeys", answer).await;
        assert_eq!(added.status, 200, "{}", added.text());
        passkey
    }

    /// Requests a challenge that any passkey of the site can answer.
    async fn asked(&mut self) -> Value {
        let challenge = self.post("/api/sign-in/passkey/start", json!({})).await;
        assert_eq!(challenge.status, 200, "{}", challenge.text());
        challenge.json()
    }

    /// The request with a passkey's answer to a challenge.
    fn answer(&self, passkey: &mut SoftPasskey, challenge: &Value) -> Value {
        let credential = self.soft().get(passkey, &challenge["options"]);
        json!({ "challenge": challenge["challenge"], "credential": credential })
    }

    async fn sign_in(&mut self, passkey: &mut SoftPasskey) -> Response {
        let challenge = self.asked().await;
        let answer = self.answer(passkey, &challenge);
        self.post("/api/sign-in/passkey", answer).await
    }
}

/// Checks that the request was refused with this status and code, and that the response signs in no account.
fn assert_refused(answer: &Response, status: u16, code: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(answer.json()["code"], code);
    assert_eq!(answer.header("set-cookie"), "");
}

#[tokio::test]
async fn a_passkey_is_a_way_in_until_it_is_removed() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    let mut passkey = home.add_passkey().await;
    let account = home.account().await;
    assert_eq!(account["offers_passkeys"], true);
    assert_eq!(account["passkeys"].as_array().unwrap().len(), 1);

    let mut other = Browser::new(&server).await;
    let signed_in = other.sign_in(&mut passkey).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text());
    assert_eq!(signed_in.json()["account"]["person"], account["person"]);
    assert_ne!(other.cookie(), home.cookie(), "each device has its own");
    assert_eq!(other.account().await["name"], "Ada");

    let path = format!(
        "/api/account/passkeys/{}",
        account["passkeys"][0]["id"].as_str().unwrap()
    );
    let mut stranger = Browser::of(&server, "Eve").await;
    let refused = stranger.request("DELETE", &path, "").await;
    assert_refused(&refused, 404, "not_found");
    let removed = other.request("DELETE", &path, "").await;
    assert_eq!(removed.status, 204);
    let mut third = Browser::new(&server).await;
    let refused = third.sign_in(&mut passkey).await;
    assert_refused(&refused, 422, "bad_code");
    server.stop().await;
}

#[tokio::test]
async fn a_passkey_signs_in_nobody_at_another_sites_page() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    let mut passkey = home.add_passkey().await;

    // A malicious page shows the server's challenge to its visitor, and sends the answer to the server.
    let mut thief = Browser::new(&server).await;
    let challenge = thief.asked().await;
    let page = SoftBrowser::at("https://evil.example");
    let credential = page.get(&mut passkey, &challenge["options"]);
    let answer = json!({ "challenge": challenge["challenge"], "credential": credential });
    let refused = thief.post("/api/sign-in/passkey", answer).await;
    assert_refused(&refused, 422, "bad_code");

    // A malicious page lets its visitor's browser request a challenge from the server.
    let (host, cookie) = (home.host(), home.cookie());
    let headers = [
        ("Host", host.as_str()),
        ("Cookie", &cookie),
        ("Origin", "https://evil.example"),
    ];
    for path in ["/api/account/passkeys/start", "/api/sign-in/passkey/start"] {
        let refused = server.post(path, &headers, &json!({})).await;
        assert_refused(&refused, 403, "foreign_origin");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_answer_is_good_once_and_from_the_browser_that_was_asked() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    let mut passkey = home.add_passkey().await;
    let mut other = Browser::new(&server).await;
    let mut thief = Browser::new(&server).await;

    let challenge = other.asked().await;
    let answer = other.answer(&mut passkey, &challenge);
    let refused = thief.post("/api/sign-in/passkey", answer.clone()).await;
    assert_refused(&refused, 422, "bad_code");
    let guest = other.cookies.clone();
    let signed_in = other.post("/api/sign-in/passkey", answer.clone()).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text());
    other.cookies = guest;
    let refused = other.post("/api/sign-in/passkey", answer.clone()).await;
    assert_refused(&refused, 422, "bad_code");

    // The browser sends its earlier answer again, for a new challenge.
    let challenge = other.asked().await;
    let replayed =
        json!({ "challenge": challenge["challenge"], "credential": answer["credential"] });
    let refused = other.post("/api/sign-in/passkey", replayed).await;
    assert_refused(&refused, 422, "bad_code");
    server.stop().await;
}

#[tokio::test]
async fn a_copy_of_a_passkey_is_refused_once_the_passkey_was_used() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    let mut passkey = home.add_passkey().await;
    let mut copy = passkey.copy();
    let mut other = Browser::new(&server).await;
    assert_eq!(other.sign_in(&mut passkey).await.status, 200);
    let mut thief = Browser::new(&server).await;
    let refused = thief.sign_in(&mut copy).await;
    assert_refused(&refused, 422, "bad_code");
    server.stop().await;
}

#[tokio::test]
async fn passkeys_are_for_accounts_and_ten_at_most() {
    let server = TestServer::start(&[]).await;
    let mut guest = Browser::new(&server).await;
    let refused = guest.post("/api/account/passkeys/start", json!({})).await;
    assert_refused(&refused, 403, "only_kept");

    let mut home = Browser::of(&server, "Ada").await;
    let early = home.post("/api/account/passkeys/start", json!({})).await;
    let early = early.json();
    for _ in 0..10 {
        home.add_passkey().await;
    }
    let refused = home.post("/api/account/passkeys/start", json!({})).await;
    assert_refused(&refused, 429, "too_many");
    let (_, credential) = home.soft().create(&early["options"]);
    let answer = json!({ "challenge": early["challenge"], "credential": credential });
    let refused = home.post("/api/account/passkeys", answer).await;
    assert_refused(&refused, 429, "too_many");
    server.stop().await;
}

#[tokio::test]
async fn a_passkey_whose_algorithm_is_not_its_keys_is_refused_when_it_is_made() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    // The key is one for ES256. -8 is EdDSA, and -9 is an algorithm that the server can't check.
    for (algorithm, status) in [(-8, 422), (-9, 422), (-7, 200)] {
        let challenge = home.post("/api/account/passkeys/start", json!({})).await;
        let challenge = challenge.json();
        let (_, credential) = home.soft().create_as(&challenge["options"], algorithm);
        let answer = json!({ "challenge": challenge["challenge"], "credential": credential });
        let added = home.post("/api/account/passkeys", answer).await;
        assert_eq!(added.status, status, "{algorithm}: {}", added.text());
    }
    let account = home.account().await;
    assert_eq!(account["passkeys"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_passkey_of_one_account_is_not_added_to_another() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    let challenge = home.post("/api/account/passkeys/start", json!({})).await;
    let challenge = challenge.json();
    let (_, credential) = home.soft().create(&challenge["options"]);
    let answer = json!({ "challenge": challenge["challenge"], "credential": credential });
    let mut thief = Browser::of(&server, "Eve").await;
    let refused = thief.post("/api/account/passkeys", answer.clone()).await;
    assert_refused(&refused, 422, "bad_code");
    assert_eq!(home.post("/api/account/passkeys", answer).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn where_browsers_offer_no_passkeys_the_server_offers_none() {
    let server = TestServer::start(&[]).await;
    // Passkeys are not offered at a server that is reached by its IP address.
    let me = server.get("/api/me", &[]).await;
    assert_eq!(me.json().get("offers_passkeys"), None);
    let headers = [("Cookie", me.cookie())];
    let headers = headers
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let refused = server
        .post("/api/sign-in/passkey/start", &headers, &json!({}))
        .await;
    assert_refused(&refused, 409, "not_now");
    let host = format!("localhost:{}", server.address.port());
    let me = server.get("/api/me", &[("Host", &host)]).await;
    assert_eq!(me.json()["offers_passkeys"], true);
    assert_eq!(me.json().get("offers_email"), None);
    server.stop().await;
}

/// Starts a server that sends mails, and the SMTP server that receives them.
async fn with_mail() -> (TestServer, MailSink) {
    with_mail_and(&[]).await
}

/// Starts such a server behind a proxy that tells the addresses of visitors.
async fn with_mail_behind_proxy() -> (TestServer, MailSink) {
    with_mail_and(&["--trusted-proxy", "127.0.0.1"]).await
}

async fn with_mail_and(flags: &[&str]) -> (TestServer, MailSink) {
    let sink = MailSink::start().await;
    let url = sink.url();
    let mail = ["--smtp", &url, "--mail-from", FROM];
    let server = TestServer::start(&[&mail, flags].concat()).await;
    (server, sink)
}

/// Requests a code for an email address. The response must be the same whether or not an account has the
/// address. Returns the id of the attempt.
async fn ask(browser: &mut Browser, path: &str, email: &str) -> Value {
    let asked = browser.post(path, json!({ "email": email })).await;
    assert_eq!(asked.status, 202, "{}", asked.text());
    let body = asked.json();
    let fields: Vec<_> = body.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["attempt", "expires_ms"]);
    body["attempt"].clone()
}

/// Adds an email address to an account.
async fn set_email(browser: &mut Browser, sink: &mut MailSink, email: &str) {
    let attempt = ask(browser, "/api/account/email", email).await;
    let code = sink.next().await.code();
    let answer = json!({ "attempt": attempt, "code": code });
    let set = browser.post("/api/account/email/confirm", answer).await;
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!(set.json()["email"], email.to_lowercase());
}

#[tokio::test]
async fn a_code_by_email_is_a_way_in_until_the_address_is_removed() {
    let (server, mut sink) = with_mail().await;
    let mut home = Browser::of(&server, "Ada").await;
    assert_eq!(home.account().await["offers_email"], true);
    set_email(&mut home, &mut sink, "Ada@Dominoes.Example").await;

    let mut other = Browser::new(&server).await;
    let attempt = ask(&mut other, "/api/sign-in/email", "ada@dominoes.example").await;
    let code = sink.next().await.code();
    let spaced = format!("{} {}", &code[..4], &code[4..]);
    let answer = json!({ "attempt": attempt, "code": spaced });
    let signed_in = other
        .post("/api/sign-in/email/confirm", answer.clone())
        .await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text());
    assert_eq!(signed_in.json()["account"]["name"], "Ada");
    let again = other.post("/api/sign-in/email/confirm", answer).await;
    assert_refused(&again, 422, "bad_code");

    let removed = home.request("DELETE", "/api/account/email", "").await;
    assert_eq!(removed.status, 204);
    assert_eq!(home.account().await.get("email"), None);
    server.stop().await;
}

#[tokio::test]
async fn no_visitor_learns_whether_an_email_address_is_known() {
    let (server, mut sink) = with_mail().await;
    let mut home = Browser::of(&server, "Ada").await;
    set_email(&mut home, &mut sink, "ada@dominoes.example").await;

    let mut thief = Browser::new(&server).await;
    let attempt = ask(&mut thief, "/api/sign-in/email", "bob@dominoes.example").await;
    ask(&mut thief, "/api/sign-in/email", "ada@dominoes.example").await;
    let mail = sink.next().await;
    assert!(mail.envelope.contains("RCPT TO:<ada@dominoes.example>"));
    assert!(sink.is_empty(), "nobody has the other address");
    let answer = json!({ "attempt": attempt, "code": "00000000" });
    let refused = thief.post("/api/sign-in/email/confirm", answer).await;
    assert_refused(&refused, 422, "bad_code");

    // A visitor who enters the email address of another account gets a code too. The server tells the
    // visitor only after the code was entered.
    let mut eve = Browser::of(&server, "Eve").await;
    let attempt = ask(&mut eve, "/api/account/email", "ada@dominoes.example").await;
    let code = sink.next().await.code();
    let answer = json!({ "attempt": attempt, "code": code });
    let refused = eve.post("/api/account/email/confirm", answer).await;
    assert_refused(&refused, 409, "not_now");
    server.stop().await;
}

#[tokio::test]
async fn a_code_is_tried_five_times_and_by_the_browser_that_asked() {
    let (server, mut sink) = with_mail().await;
    let mut home = Browser::of(&server, "Ada").await;
    set_email(&mut home, &mut sink, "ada@dominoes.example").await;
    let mut other = Browser::new(&server).await;
    let mut thief = Browser::new(&server).await;
    let path = "/api/sign-in/email/confirm";

    let attempt = ask(&mut other, "/api/sign-in/email", "ada@dominoes.example").await;
    let code = sink.next().await.code();
    let right = json!({ "attempt": attempt, "code": code });
    for _ in 0..5 {
        let refused = thief.post(path, right.clone()).await;
        assert_refused(&refused, 422, "bad_code");
    }
    let wrong = (0..).map(|number| format!("{number:08}"));
    for code in wrong.filter(|other| *other != code).take(5) {
        let refused = other
            .post(path, json!({ "attempt": attempt, "code": code }))
            .await;
        assert_refused(&refused, 422, "bad_code");
    }
    let refused = other.post(path, right).await;
    assert_refused(&refused, 429, "rate");
    server.stop().await;
}

/// The address of a browser in an attacker's IPv6 network of 48 bits.
fn attackers(network: u32, number: u32) -> String {
    format!("2001:db8:{network:x}:{number:x}::1")
}

/// Sends a request from each of `count` addresses of an attacker's network. Returns how often the server did not
/// answer that there were too many.
async fn flood(
    server: &TestServer,
    (network, count): (u32, u32),
    path: &str,
    body: impl Fn(u32) -> Value,
) -> u32 {
    let mut taken = 0;
    for number in 0..count {
        let mut browser = Browser::behind_proxy(server.address, &attackers(network, number)).await;
        let answer = browser.post(path, body(number)).await;
        taken += u32::from(answer.status != 429);
    }
    taken
}

#[tokio::test]
async fn an_owner_gets_a_code_by_email_beside_strangers_of_five_networks() {
    let (server, mut sink) = with_mail_behind_proxy().await;
    let mut home = Browser::of(&server, "Ada").await;
    set_email(&mut home, &mut sink, "ada@dominoes.example").await;
    let mut mails = 1;
    for network in 1..=5 {
        let body = |_| json!({ "email": "ADA@dominoes.example" });
        mails += flood(&server, (network, 30), "/api/sign-in/email", body).await;
    }
    assert!(mails < 24, "{mails}");
    for _ in 1..mails {
        sink.next().await;
    }
    let mut owner = Browser::behind_proxy(server.address, "203.0.113.5").await;
    let attempt = ask(&mut owner, "/api/sign-in/email", "ada@dominoes.example").await;
    let answer = json!({ "attempt": attempt, "code": sink.next().await.code() });
    let signed_in = owner.post("/api/sign-in/email/confirm", answer).await;
    assert_eq!(signed_in.json()["account"]["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn a_customer_with_an_ipv6_network_keeps_no_code_from_others() {
    let (server, mut sink) = with_mail_behind_proxy().await;
    let mut home = Browser::behind_proxy(server.address, "203.0.113.5").await;
    let kept = home.post("/api/account", json!({ "name": "Ada" })).await;
    let recovery = kept.json()["recovery_code"].clone();
    let offered = home.post("/api/account/transfer", json!({})).await;

    let wrong = "0000-0000-0000-0000-0000";
    let recover = "/api/sign-in/recovery";
    let tries = flood(
        &server,
        (1, 60),
        recover,
        |_| json!({ "name": "Ada", "code": wrong }),
    )
    .await;
    assert!(tries < 60, "{tries}");
    let transfer = "/api/sign-in/transfer";
    let tries = flood(
        &server,
        (1, 60),
        transfer,
        |_| json!({ "code": "0000-0000" }),
    )
    .await;
    assert!(tries < 60, "{tries}");
    let mails = flood(
        &server,
        (1, 100),
        "/api/sign-in/email",
        |number| json!({ "email": format!("{number}@dominoes.example") }),
    );
    let mails = mails.await;
    assert!(mails < 100, "{mails}");

    set_email(&mut home, &mut sink, "ada@dominoes.example").await;
    let mut owner = Browser::behind_proxy(server.address, "203.0.113.6").await;
    let code = offered.json()["code"].clone();
    let given = owner.post(transfer, json!({ "code": code })).await;
    assert_eq!(given.status, 202, "{}", given.text());
    let back = owner
        .post(recover, json!({ "name": "Ada", "code": recovery }))
        .await;
    assert_eq!(back.json()["account"]["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn a_mailbox_is_not_filled() {
    let (server, mut sink) = with_mail().await;
    let mut home = Browser::of(&server, "Ada").await;
    let victim = json!({ "email": "bob@dominoes.example" });
    for _ in 0..3 {
        ask(&mut home, "/api/account/email", "bob@dominoes.example").await;
        sink.next().await;
    }
    let path = "/api/account/email";
    assert_refused(&home.post(path, victim.clone()).await, 429, "rate");
    let mut other = Browser::of(&server, "Eve").await;
    let capitals = json!({ "email": "BOB@dominoes.example" });
    assert_refused(&other.post(path, capitals).await, 429, "rate");

    // Many visitors at one address request codes for different email addresses. The limit for the address
    // refuses some of the requests.
    let mut sent = 0;
    for number in 0..30 {
        let mut visitor = Browser::new(&server).await;
        let email = json!({ "email": format!("victim{number}@dominoes.example") });
        sent += usize::from(visitor.post("/api/sign-in/email", email).await.status == 202);
    }
    assert!((10..20).contains(&sent), "{sent}");
    assert!(sink.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_visitor_asks_for_five_codes_an_hour() {
    let (server, _sink) = with_mail().await;
    let mut visitor = Browser::new(&server).await;
    for number in 0..5 {
        let email = format!("somebody{number}@dominoes.example");
        ask(&mut visitor, "/api/sign-in/email", &email).await;
    }
    let email = json!({ "email": "another@dominoes.example" });
    let refused = visitor.post("/api/sign-in/email", email).await;
    assert_refused(&refused, 429, "rate");
    let email = json!({ "email": "not an address" });
    let refused = visitor.post("/api/sign-in/email", email).await;
    assert_refused(&refused, 422, "bad_text");
    server.stop().await;
}

#[tokio::test]
async fn a_host_who_sends_no_mails_offers_none() {
    let server = TestServer::start(&[]).await;
    let mut home = Browser::of(&server, "Ada").await;
    assert_eq!(home.account().await["offers_email"], false);
    for path in ["/api/account/email", "/api/sign-in/email"] {
        let email = json!({ "email": "ada@dominoes.example" });
        assert_refused(&home.post(path, email).await, 409, "not_now");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_late_answer_takes_no_account_away() {
    let server = TestServer::start(&[]).await;
    let mut browser = Browser::new(&server).await;
    let guest = browser.ask("GET", "/api/me", "").await;
    // A tab sends a request as a guest. Another tab creates an account before the browser receives the
    // response, which still contains the guest's cookie.
    let before = browser.cookies.clone();
    let kept = browser.post("/api/account", json!({ "name": "Ada" })).await;
    assert_eq!(kept.status, 201);
    browser.take(&guest);
    assert_eq!(browser.account().await["name"], "Ada");

    // Another request was sent before the account was created, but the server handles it afterwards. So the
    // response contains the cookie of a new visitor.
    let stranger = Browser {
        address: server.address,
        cookies: before,
        from: browser.from.clone(),
    };
    let stranger = stranger.ask("GET", "/api/me", "").await;
    assert_ne!(stranger.json()["name"], "Ada");
    browser.take(&stranger);
    assert_eq!(browser.account().await["name"], "Ada");
    let me = browser.request("GET", "/api/me", "").await;
    assert_eq!(me.json()["name"], "Ada");

    // After the sign-out, the browser uses the new visitor's cookie, and can create another account.
    let out = browser.post("/api/account/sign-out", json!({})).await;
    assert_eq!(out.status, 204);
    let me = browser.request("GET", "/api/me", "").await;
    assert_eq!(me.json()["name"], stranger.json()["name"]);
    let kept = browser.post("/api/account", json!({ "name": "Eve" })).await;
    assert_eq!(kept.status, 201);
    assert_eq!(browser.account().await["name"], "Eve");
    server.stop().await;
}

/// The program in its own process. It trusts the certificates in a file and sends mails.
struct Program {
    address: SocketAddr,
    _child: Child,
    _directory: TempDir,
}

impl Program {
    async fn start(smtp: &str, trusted: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let certificates = directory.path().join("trusted.pem");
        std::fs::write(&certificates, trusted).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard-server"))
            .args(["--listen", "127.0.0.1:0", "--log", "error"])
            .args(["--smtp", smtp, "--mail-from", FROM])
            .env("SSL_CERT_FILE", certificates)
            .env_remove("SSL_CERT_DIR")
            .current_dir(directory.path())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = lines.next_line().await.unwrap().unwrap();
        let address = line.strip_prefix("http://").unwrap().parse().unwrap();
        Self {
            address,
            _child: child,
            _directory: directory,
        }
    }
}

/// The TLS settings of an SMTP server on this machine, and its certificate in PEM format.
fn certificate() -> (TlsAcceptor, String) {
    let key = KeyPair::generate().unwrap();
    let names = ["127.0.0.1", "127.0.0.2"].map(str::to_owned);
    let certificate = CertificateParams::new(names).unwrap();
    let certificate = certificate.self_signed(&key).unwrap();
    let pem = certificate.pem();
    let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.into()], key)
        .unwrap();
    (TlsAcceptor::from(Arc::new(config)), pem)
}

#[tokio::test]
async fn codes_reach_an_smtp_server_over_tls_and_sign_their_reader_in() {
    let (acceptor, pem) = certificate();
    // The server may send mails to 127.0.0.1 without TLS, so the case with STARTTLS uses another address.
    let ways = [
        ("smtp", "127.0.0.2", Encryption::StartTls(acceptor.clone())),
        ("smtps", "127.0.0.1", Encryption::Tls(acceptor)),
    ];
    for (scheme, host, encryption) in ways {
        let mut sink = MailSink::start_at(host, encryption).await;
        let smtp = format!("{scheme}://ada:secret@{}", sink.address);
        let program = Program::start(&smtp, &pem).await;
        let mut home = Browser::at(program.address).await;
        let kept = home.post("/api/account", json!({ "name": "Ada" })).await;
        assert_eq!(kept.status, 201, "{}", kept.text());
        set_email(&mut home, &mut sink, "ada@dominoes.example").await;

        let mut other = Browser::at(program.address).await;
        let attempt = ask(&mut other, "/api/sign-in/email", "ada@dominoes.example").await;
        let mail = sink.next().await;
        assert!(mail.encrypted, "{scheme}");
        let answer = json!({ "attempt": attempt, "code": mail.code() });
        let signed_in = other.post("/api/sign-in/email/confirm", answer).await;
        assert_eq!(signed_in.json()["account"]["name"], "Ada");
    }
}

#[tokio::test]
async fn nothing_is_told_an_smtp_server_that_has_no_tls_or_cannot_prove_its_name() {
    let (acceptor, _) = certificate();
    let (_, trusted) = certificate();
    let ways = [
        // An attacker on the network has removed STARTTLS from the SMTP server's response.
        ("smtp", "127.0.0.2", Encryption::None),
        ("smtp", "127.0.0.2", Encryption::StartTls(acceptor.clone())),
        ("smtps", "127.0.0.1", Encryption::Tls(acceptor)),
    ];
    for (scheme, host, encryption) in ways {
        let mut sink = MailSink::start_at(host, encryption).await;
        let smtp = format!("{scheme}://ada:secret@{}", sink.address);
        let program = Program::start(&smtp, &trusted).await;
        let mut home = Browser::at(program.address).await;
        let kept = home.post("/api/account", json!({ "name": "Ada" })).await;
        assert_eq!(kept.status, 201, "{}", kept.text());
        ask(&mut home, "/api/account/email", "ada@dominoes.example").await;
        let said = sink.ended().await;
        for line in said.lines() {
            let verb = line.split(' ').next().unwrap();
            assert!(
                ["EHLO", "STARTTLS", "QUIT"].contains(&verb),
                "{scheme}: {said}"
            );
        }
        assert!(sink.is_empty());
    }
}
