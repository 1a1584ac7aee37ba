//! Compressed contents. The database stores them in pieces. The contents are the texts of a record (the
//! summary, the transcript, and the proof of the deals), or the log of a closed table.

use std::cell::RefCell;
use std::io::Read as _;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::session::{Session, Value};

/// The length of a piece in bytes: a page of a SQLite file holds four pieces.
pub(super) const PIECE_BYTES: usize = 464;

thread_local! {
    /// A compressor needs about 256 KiB of memory, so each thread has one for all records.
    static COMPRESSOR: RefCell<Compress> =
        RefCell::new(Compress::new(Compression::default(), false));
}

/// The three texts of a record, compressed together.
pub(super) struct Content(Vec<u8>);

impl Content {
    pub(super) fn new(texts: [&str; 3]) -> Self {
        Self(deflated(&texts))
    }

    fn texts(&self) -> Result<[String; 3], StoreError> {
        inflated(&self.0)
    }

    /// Writes the content of a new record.
    pub(super) fn insert(
        &self,
        session: &mut dyn Session,
        record_number: i64,
    ) -> Result<(), StoreError> {
        insert_pieces(
            session,
            "INSERT INTO record_pieces (record_number, piece, bytes) VALUES ($1, $2, $3)",
            &record_number.into(),
            &self.0,
        )
    }

    /// Reads the texts of a record.
    pub(super) fn read(
        session: &mut dyn Session,
        record_number: i64,
    ) -> Result<[String; 3], StoreError> {
        let sql = "SELECT bytes FROM record_pieces WHERE record_number = $1 ORDER BY piece";
        Self(read_pieces(session, sql, record_number.into())?).texts()
    }
}

/// Writes bytes in pieces. The parameters of the statement `sql` are the key, the number of the piece, and
/// the piece.
pub(super) fn insert_pieces(
    session: &mut dyn Session,
    sql: &'static str,
    key: &Value,
    bytes: &[u8],
) -> Result<(), StoreError> {
    for (number, piece) in (0_i64..).zip(bytes.chunks(PIECE_BYTES)) {
        let values = [key.clone(), number.into(), piece.to_vec().into()];
        session.execute(sql, &values)?;
    }
    Ok(())
}

/// Reads all pieces with this key, and joins them. The result is empty if there is no such piece.
pub(super) fn read_pieces(
    session: &mut dyn Session,
    sql: &'static str,
    key: Value,
) -> Result<Vec<u8>, StoreError> {
    Ok(session.all::<Vec<u8>>(sql, &[key])?.concat())
}

/// Serializes a value, and compresses the bytes.
pub(super) fn deflated<T: Serialize>(value: &T) -> Vec<u8> {
    let plain = postcard::to_stdvec(value).expect("lists of texts and numbers can be serialized");
    COMPRESSOR.with_borrow_mut(|compressor| compressed(compressor, &plain))
}

/// Restores a value from the result of [`deflated`].
pub(super) fn inflated<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    let mut plain = Vec::new();
    DeflateDecoder::new(bytes)
        .read_to_end(&mut plain)
        .map_err(|_| StoreError::Corrupt)?;
    postcard::from_bytes(&plain).map_err(|_| StoreError::Corrupt)
}

fn compressed(compressor: &mut Compress, plain: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(plain.len() / 2);
    compressor.reset();
    loop {
        let rest = &plain[compressor.total_in() as usize..];
        let status = compressor.compress_vec(rest, &mut packed, FlushCompress::Finish);
        if status.expect("a compressor that was reset takes any bytes") == Status::StreamEnd {
            return packed;
        }
        packed.reserve(PIECE_BYTES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back_and_a_part_of_them_is_an_error() {
        let texts = ["{}", "1 plays 6-6 🁫", ""];
        let content = Content::new(texts);
        assert_eq!(content.texts().unwrap(), texts);
        let part = Content(content.0[..content.0.len() - 2].to_vec());
        assert!(part.texts().is_err());
        assert!(Content(Vec::new()).texts().is_err());
    }

    #[test]
    fn long_texts_are_read_back_one_after_another() {
        for length in [0_u64, 1, 1_000, 100_000] {
            let digits = (0..length).map(|n| char::from(b"0123456789"[(n * n % 97 % 10) as usize]));
            let text: String = digits.collect();
            let texts = [text.as_str(), "", &text];
            assert_eq!(Content::new(texts).texts().unwrap(), texts);
        }
    }
}
