//! How a connection ends.

use boneyard_base::{Inbox, limits};
use boneyard_protocol::CloseCode;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error as WsError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::link::WebSocket;
use crate::gate::{Reject, Rejects};

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The client has closed it, or is gone.
    Gone,
    /// We close it. The client may have sent more, which is read and thrown away.
    Close(CloseCode),
    /// We close it in the middle of a frame: what follows can't be read.
    Break(CloseCode),
}

impl End {
    /// Counts a peer who is turned away.
    pub(super) fn count(self, rejects: &Rejects) {
        if let Self::Close(code) | Self::Break(code) = self
            && let Some(reject) = Reject::of_close(code)
        {
            rejects.count(reject);
        }
    }

    /// Says goodbye, if there is somebody to say it to, and waits a moment for the answer: a
    /// connection that is dropped with unread bytes takes the close frame with it.
    pub(super) async fn say(self, mut socket: WebSocket, inbox: &Inbox) {
        let (Self::Close(code) | Self::Break(code)) = self else {
            return;
        };
        let frame = CloseFrame {
            code: code.code().into(),
            reason: Utf8Bytes::from_static(code.reason()),
        };
        let goodbye = async {
            socket.send(Message::Close(Some(frame))).await?;
            inbox.flush().await?;
            if matches!(self, Self::Close(_)) {
                for _ in 0..limits::CLOSING_FRAMES_MAX {
                    match socket.next().await {
                        Some(received) => socket.get_mut().heard(&received?, Instant::now()),
                        None => return Ok(()),
                    }
                }
                // A flood: it is left standing, which costs its sender time and us nothing.
                std::future::pending::<()>().await;
            }
            Ok::<(), WsError>(())
        };
        // Whether it arrives is the client's business.
        let _ = tokio::time::timeout(limits::CLOSE_TIMEOUT, goodbye).await;
    }
}

impl From<WsError> for End {
    /// From an error of reading or writing.
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
