//! The bodies of the HTTP requests about accounts, signing in, friends, reports and ratings, under
//! `/api`.

mod account;
mod friends;
mod moderation;
mod ratings;
mod sign_in;

pub use self::account::{
    AccountBody, ChangeName, CloseAccount, DeviceBody, DevicesBody, KeepAccount, PasskeyBody,
    Preferences, RecoveryCode, SignedIn,
};
pub use self::friends::{
    BlockBody, BlocksBody, FriendBody, FriendsBody, Friendship, InviteFriend, TablePeople,
    TablePerson,
};
pub use self::moderation::{
    Act, ActBody, ConductBody, ReportBody, ReportPlayer, ReportReason, ReportsBody, SaidLine,
    TakeAct,
};
pub use self::ratings::{
    ChangeReason, CurvePoint, LeaderboardBody, LeaderboardRow, Opponent, PersonBody, PersonMatch,
    PersonRating, RatingBoard, RatingChange, RatingChanges, ShownRating, UnratedReason,
};
pub use self::sign_in::{
    AnswerTransfer, EmailAddress, PasskeyAnswer, PasskeyChallenge, SignInAttempt, SignInByRecovery,
    SignInCode, SignInState, TransferBody,
};
