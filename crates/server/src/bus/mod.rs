//! How nodes tell each other what has happened. The log decides; what is told here may be lost.

mod message;

pub(crate) use self::message::{Beat, Here, Message, TableMessage, ToldSpeech};
