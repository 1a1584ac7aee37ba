//! Tests of which answers of browsers are accepted.

use boneyard_testing::{SoftBrowser, SoftPasskey};
use http::HeaderValue;

use super::*;

const ORIGIN: &str = "https://dominoes.example";

fn site() -> RelyingParty {
    RelyingParty {
        id: "dominoes.example".to_owned(),
        origin: ORIGIN.to_owned(),
    }
}

/// A new passkey of a person: in the browser, and as the server stores it.
fn registered(person: PersonId) -> (SoftPasskey, Passkey) {
    let challenge = site().start_registration(person, "Ada", &[]).unwrap();
    let (soft, answer) = SoftBrowser::at(ORIGIN).create(&challenge.options);
    let passkey = site().finish_registration(&challenge.state, &answer);
    (soft, passkey.unwrap())
}

#[test]
fn a_passkey_signs_its_person_in_again_and_again() {
    let person = PersonId::random();
    let (mut soft, mut passkey) = registered(person);
    assert_eq!(soft.id, passkey.id);
    assert_eq!(
        soft.user_handle,
        person.bits().to_be_bytes(),
        "the player's id stays a secret"
    );
    for _ in 0..3 {
        let challenge = site().start_sign_in().unwrap();
        let answer = SoftBrowser::at(ORIGIN).get(&mut soft, &challenge.options);
        assert_eq!(claimed_id(&answer).as_ref(), Some(&passkey.id));
        passkey = site()
            .finish_sign_in(&challenge.state, &answer, &passkey, person)
            .unwrap();
    }
}

#[test]
fn a_browser_lists_the_passkey_by_itself_and_makes_no_second_one() {
    let person = PersonId::random();
    let (soft, passkey) = registered(person);
    let challenge = site()
        .start_registration(person, "Ada", &[passkey])
        .unwrap();
    let options = &challenge.options;
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(
        options["authenticatorSelection"]["userVerification"],
        "preferred"
    );
    assert_eq!(options["excludeCredentials"][0]["id"], show_id(&soft.id));
    let challenge = site().start_sign_in().unwrap();
    assert_eq!(challenge.options["allowCredentials"], serde_json::json!([]));
}

#[test]
fn another_sites_page_gets_nothing() {
    let person = PersonId::random();
    let (mut soft, passkey) = registered(person);
    for origin in ["https://evil.example", "http://dominoes.example"] {
        let browser = SoftBrowser::at(origin);
        let challenge = site().start_sign_in().unwrap();
        let answer = browser.get(&mut soft, &challenge.options);
        let refused = site().finish_sign_in(&challenge.state, &answer, &passkey, person);
        assert!(matches!(refused, Err(PasskeyError::Refused(_))), "{origin}");

        let challenge = site().start_registration(person, "Ada", &[]).unwrap();
        let (_, answer) = browser.create(&challenge.options);
        let refused = site().finish_registration(&challenge.state, &answer);
        assert!(matches!(refused, Err(PasskeyError::Refused(_))), "{origin}");
    }
}

#[test]
fn an_answer_to_another_challenge_is_refused() {
    let person = PersonId::random();
    let (mut soft, passkey) = registered(person);
    let (one, other) = (
        site().start_sign_in().unwrap(),
        site().start_sign_in().unwrap(),
    );
    let answer = SoftBrowser::at(ORIGIN).get(&mut soft, &one.options);
    let refused = site().finish_sign_in(&other.state, &answer, &passkey, person);
    assert!(matches!(refused, Err(PasskeyError::Refused(_))));

    let registration = site().start_registration(person, "Ada", &[]).unwrap();
    let refused = site().finish_sign_in(&registration.state, &answer, &passkey, person);
    assert!(matches!(refused, Err(PasskeyError::OtherChallenge)));
}

#[test]
fn a_copy_that_counts_for_itself_is_found_out() {
    let person = PersonId::random();
    let (mut soft, passkey) = registered(person);
    let mut copy = soft.copy();
    let browser = SoftBrowser::at(ORIGIN);
    let challenge = site().start_sign_in().unwrap();
    let answer = browser.get(&mut soft, &challenge.options);
    let passkey = site()
        .finish_sign_in(&challenge.state, &answer, &passkey, person)
        .unwrap();
    let challenge = site().start_sign_in().unwrap();
    let answer = browser.get(&mut copy, &challenge.options);
    let refused = site().finish_sign_in(&challenge.state, &answer, &passkey, person);
    assert!(refused.unwrap_err().is_copy());
}

#[test]
fn a_passkey_that_says_it_is_another_persons_is_refused() {
    let person = PersonId::random();
    let (mut soft, passkey) = registered(person);
    soft.user_handle = PersonId::random().bits().to_be_bytes().to_vec();
    let challenge = site().start_sign_in().unwrap();
    let answer = SoftBrowser::at(ORIGIN).get(&mut soft, &challenge.options);
    let refused = site().finish_sign_in(&challenge.state, &answer, &passkey, person);
    assert!(matches!(refused, Err(PasskeyError::OtherAccount)));
}

#[test]
fn another_key_with_the_same_id_is_refused() {
    let person = PersonId::random();
    let (soft, passkey) = registered(person);
    let (mut thief, _) = registered(person);
    thief.id = soft.id;
    let challenge = site().start_sign_in().unwrap();
    let answer = SoftBrowser::at(ORIGIN).get(&mut thief, &challenge.options);
    let refused = site().finish_sign_in(&challenge.state, &answer, &passkey, person);
    assert!(matches!(
        refused,
        Err(PasskeyError::Refused(
            PasskiError::SignatureVerificationFailed
        ))
    ));
}

#[test]
fn any_part_of_an_answer_that_was_changed_is_refused() {
    let person = PersonId::random();
    let (mut soft, passkey) = registered(person);
    let challenge = site().start_sign_in().unwrap();
    let answer = SoftBrowser::at(ORIGIN).get(&mut soft, &challenge.options);
    for part in ["clientDataJSON", "authenticatorData", "signature"] {
        let text = answer["response"][part].as_str().unwrap();
        for place in [0, text.len() / 2, text.len() - 2] {
            let mut changed = answer.clone();
            let mut bytes = text.as_bytes().to_vec();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            changed["response"][part] = String::from_utf8(bytes).unwrap().into();
            let refused = site().finish_sign_in(&challenge.state, &changed, &passkey, person);
            assert!(refused.is_err(), "{part} at {place}");
        }
    }
}

#[test]
fn browsers_offer_passkeys_over_tls_and_on_the_machine_itself() {
    let cases = [
        (
            Some("https://dominoes.example"),
            "",
            Some(("dominoes.example", "https://dominoes.example")),
        ),
        (
            Some("https://dominoes.example:8443"),
            "",
            Some(("dominoes.example", "https://dominoes.example:8443")),
        ),
        (Some("http://dominoes.example"), "localhost:8080", None),
        (
            Some("http://localhost:8080"),
            "",
            Some(("localhost", "http://localhost:8080")),
        ),
        (Some("https://192.0.2.1"), "", None),
        (Some("https://[2001:db8::1]"), "", None),
        (
            None,
            "localhost:8080",
            Some(("localhost", "http://localhost:8080")),
        ),
        (None, "LOCALHOST", Some(("localhost", "http://localhost"))),
        (None, "127.0.0.1:8080", None),
        (None, "[::1]:8080", None),
        (None, "dominoes.example", None),
        (None, "localhost.evil.example", None),
        (None, "", None),
    ];
    for (public, host, expected) in cases {
        let public: Option<PublicUrl> = public.map(|public| public.parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        let expected = expected.map(|(id, origin)| RelyingParty {
            id: id.to_owned(),
            origin: origin.to_owned(),
        });
        let found = RelyingParty::of(public.as_ref(), &headers);
        assert_eq!(found, expected, "{public:?} {host}");
    }
}
