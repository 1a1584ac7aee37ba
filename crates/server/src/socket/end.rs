//! How a WebSocket connection ends.

use boneyard_base::{Inbox, limits};
use boneyard_protocol::CloseCode;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error as WsError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::link::WebSocket;
use crate::gate::{Reject, Rejects};

/// The reason why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The connection was lost.
    Gone,
    /// The client has closed the connection. The library responds with a close frame.
    Closed,
    /// The server closes the connection. Frames that the client still sends are read and ignored.
    Close(CloseCode),
    /// The server closes the connection in the middle of a frame, after which no other frame can be read.
    Break(CloseCode),
}

impl End {
    /// Counts the end in the metrics if it means that the client was refused.
    pub(super) fn count(self, rejects: &Rejects) {
        if let Self::Close(code) | Self::Break(code) = self
            && let Some(reject) = Reject::of_close(code)
        {
            rejects.count(reject);
        }
    }

    /// Sends the close frame, if the client is still connected. If the server closes, then waits a moment for
    /// the client's close frame: if the server dropped a connection that has unread bytes, the client would
    /// not receive the close frame.
    pub(super) async fn say(self, mut socket: WebSocket, inbox: &Inbox) {
        let goodbye = async {
            match self {
                Self::Gone => return Ok(()),
                Self::Closed => socket.flush().await?,
                Self::Close(code) | Self::Break(code) => {
                    let frame = CloseFrame {
                        code: code.code().into(),
                        reason: Utf8Bytes::from_static(code.reason()),
                    };
                    socket.send(Message::Close(Some(frame))).await?;
                }
            }
            inbox.flush().await?;
            if matches!(self, Self::Close(_)) {
                for _ in 0..limits::CLOSING_FRAMES_MAX {
                    match socket.next().await {
                        Some(received) => socket.get_mut().heard(&received?, Instant::now()),
                        None => return Ok(()),
                    }
                }
                // The client has sent too many frames. The socket stays open without being read until the
                // timeout, which costs the server nothing.
                std::future::pending::<()>().await;
            }
            Ok::<(), WsError>(())
        };
        // It is no problem if the client doesn't receive the close frame.
        let _ = tokio::time::timeout(limits::CLOSE_TIMEOUT, goodbye).await;
    }
}

impl From<WsError> for End {
    /// Converts an error of reading or writing to the end that it causes.
    fn from(error: WsError) -> Self {
        match error {
            WsError::Capacity(CapacityError::MessageTooLong { .. }) => {
                Self::Break(CloseCode::TooBig)
            }
            WsError::Utf8(_) => Self::Break(CloseCode::InvalidText),
            _ => Self::Gone,
        }
    }
}
