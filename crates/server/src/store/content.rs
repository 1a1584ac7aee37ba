//! The texts of a record: a summary, what happened, and what proves the deals.

use std::cell::RefCell;
use std::io::Read as _;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

use super::StoreError;
use super::session::Session;

/// Bytes of a piece of a content: four of them fill a page of SQLite.
pub(super) const PIECE_BYTES: usize = 960;

thread_local! {
    /// Its tables take a quarter of a megabyte: made once, they serve every record.
    static COMPRESSOR: RefCell<Compress> =
        RefCell::new(Compress::new(Compression::default(), false));
}

/// The three texts, each with its length, compressed together. In the database they are in pieces.
pub(super) struct Content(Vec<u8>);

impl Content {
    pub(super) fn new(texts: [&str; 3]) -> Self {
        let plain = postcard::to_stdvec(&texts).expect("texts have a form in bytes");
        let packed = COMPRESSOR.with_borrow_mut(|compressor| compressed(compressor, &plain));
        Self(packed)
    }

    fn texts(&self) -> Result<[String; 3], StoreError> {
        let mut plain = Vec::new();
        DeflateDecoder::new(self.0.as_slice())
            .read_to_end(&mut plain)
            .map_err(|_| StoreError::Corrupt)?;
        postcard::from_bytes(&plain).map_err(|_| StoreError::Corrupt)
    }

    /// Writes the content of a record that has none yet.
    pub(super) fn insert(
        &self,
        session: &mut dyn Session,
        record_number: i64,
    ) -> Result<(), StoreError> {
        for (number, piece) in (0_i64..).zip(self.0.chunks(PIECE_BYTES)) {
            session.execute(
                "INSERT INTO record_pieces (record_number, piece, bytes) VALUES ($1, $2, $3)",
                &[record_number.into(), number.into(), piece.to_vec().into()],
            )?;
        }
        Ok(())
    }

    /// The texts of a record.
    pub(super) fn read(
        session: &mut dyn Session,
        record_number: i64,
    ) -> Result<[String; 3], StoreError> {
        let pieces = session.query(
            "SELECT bytes FROM record_pieces WHERE record_number = $1 ORDER BY piece",
            &[record_number.into()],
        )?;
        let mut content = Vec::new();
        for mut piece in pieces {
            content.extend(piece.take::<Vec<u8>>(0)?);
        }
        Self(content).texts()
    }
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
