//! One request to a push service (RFC 8030) or a webhook, and its answer.

use boneyard_base::{Timestamp, limits};
use bytes::Bytes;
use http::header::{
    AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST, HeaderMap, HeaderName, RETRY_AFTER,
};
use http::{Request, StatusCode};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::time::UNIX_EPOCH;
use tokio::time::timeout;

use crate::endpoint::Endpoint;
use crate::outside::{ConnectError, Connector};

/// What is sent to a service.
pub(crate) struct Post {
    pub(crate) endpoint: Endpoint,
    pub(crate) headers: Vec<(HeaderName, String)>,
    pub(crate) body: Vec<u8>,
}

/// What is sent to a browser.
pub(crate) struct Push {
    pub(crate) endpoint: Endpoint,
    /// The token of the server.
    pub(crate) authorization: String,
    /// The encrypted text.
    pub(crate) body: Vec<u8>,
    /// How long the service may keep it, in seconds.
    pub(crate) ttl_s: i64,
    pub(crate) urgency: &'static str,
    pub(crate) topic: String,
}

impl From<Push> for Post {
    fn from(push: Push) -> Self {
        Self {
            endpoint: push.endpoint,
            headers: vec![
                (AUTHORIZATION, push.authorization),
                (CONTENT_TYPE, "application/octet-stream".to_owned()),
                (CONTENT_ENCODING, "aes128gcm".to_owned()),
                (HeaderName::from_static("ttl"), push.ttl_s.to_string()),
                (HeaderName::from_static("urgency"), push.urgency.to_owned()),
                (HeaderName::from_static("topic"), push.topic),
            ],
            body: push.body,
        }
    }
}

/// What has become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The service has taken it.
    Taken,
    /// The service doesn't know the URL any more.
    Gone,
    /// The service will not take it, or the host is none to which the server connects.
    Refused,
    /// The service can't be reached, or takes nothing now. If it says how long, in milliseconds.
    Later(Option<i64>),
}

impl Post {
    /// A request with a body in JSON.
    pub(crate) fn json(endpoint: Endpoint, body: String) -> Self {
        Self {
            endpoint,
            headers: vec![(CONTENT_TYPE, "application/json".to_owned())],
            body: body.into_bytes(),
        }
    }

    /// Sends the request. `now` is the server's time.
    pub(crate) async fn send(self, connector: &Connector, now: Timestamp) -> Answer {
        let host = self.endpoint.host().to_owned();
        let Ok(sent) = timeout(connector.timeout(), self.send_and_wait(connector, now)).await
        else {
            tracing::info!(host, "a service did not answer in time");
            return Answer::Later(None);
        };
        match sent {
            Ok(answer) => answer,
            Err(SendError::Connect(ConnectError::Inner(address))) => {
                tracing::warn!(host, %address, "a request was to go to an inner network");
                Answer::Refused
            }
            Err(error) => {
                tracing::info!(host, %error, "a service can't be reached");
                Answer::Later(None)
            }
        }
    }

    async fn send_and_wait(
        self,
        connector: &Connector,
        now: Timestamp,
    ) -> Result<Answer, SendError> {
        let stream = connector.connect(self.endpoint.host()).await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(limits::PUSH_ANSWER_BYTES_MAX)
            .handshake(TokioIo::new(stream))
            .await?;
        let host = self.endpoint.host().to_owned();
        let mut request = Request::post(self.endpoint.path()).header(HOST, &host);
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(self.body)))?;
        let answer = sender.send_request(request);
        // The connection ends with this function: the body of the answer isn't read.
        tokio::pin!(answer, connection);
        let response = tokio::select! {
            response = &mut answer => response?,
            // The service may close the connection with its answer. If it has sent none, this is the error.
            _ = &mut connection => answer.await?,
        };
        let answer = judge(response.status(), response.headers(), now);
        if answer != Answer::Taken {
            let status = response.status().as_u16();
            tracing::info!(host, status, "a service did not take a request");
        }
        Ok(answer)
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum SendError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Http(#[from] hyper::Error),
    #[error(transparent)]
    Request(#[from] http::Error),
}

/// What an answer means. A redirection isn't followed.
fn judge(status: StatusCode, headers: &HeaderMap, now: Timestamp) -> Answer {
    match status {
        _ if status.is_success() => Answer::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Answer::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Answer::Later(retry_after(headers, now))
        }
        _ if status.is_server_error() => Answer::Later(retry_after(headers, now)),
        _ => Answer::Refused,
    }
}

/// How long the service wants to be left alone, in milliseconds: the header gives seconds or a date.
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<i64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait_ms = if let Ok(seconds) = text.parse::<u32>() {
        i64::from(seconds) * 1_000
    } else {
        let at = httpdate::parse_http_date(text).ok()?;
        let at = at.duration_since(UNIX_EPOCH).ok()?.as_millis();
        Timestamp(i64::try_from(at).ok()?).ms_since(now)
    };
    Some(wait_ms.clamp(0, limits::PUSH_RETRY_AFTER_MS_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_what_rfc_8030_says_and_redirections_lead_nowhere() {
        let none = HeaderMap::new();
        let now = Timestamp(1_700_000_000_000);
        for (status, answer) in [
            (201, Answer::Taken),
            (200, Answer::Taken),
            (404, Answer::Gone),
            (410, Answer::Gone),
            (400, Answer::Refused),
            (401, Answer::Refused),
            (413, Answer::Refused),
            (301, Answer::Refused),
            (307, Answer::Refused),
            (429, Answer::Later(None)),
            (500, Answer::Later(None)),
            (503, Answer::Later(None)),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(judge(status, &none, now), answer, "{status}");
        }
        for (said, wait_ms) in [
            ("120", Some(120_000)),
            ("4294967295", Some(limits::PUSH_RETRY_AFTER_MS_MAX)),
            ("Tue, 14 Nov 2023 22:14:20 GMT", Some(60_000)),
            ("Tue, 14 Nov 2023 22:13:20 GMT", Some(0)),
            ("Tue, 14 Nov 2000 22:13:20 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            let headers = [(RETRY_AFTER, said.parse().unwrap())].into_iter().collect();
            let status = StatusCode::TOO_MANY_REQUESTS;
            assert_eq!(
                judge(status, &headers, now),
                Answer::Later(wait_ms),
                "{said}"
            );
        }
    }
}
