//! Reads rows into Rust values. In a statement, each column is written next to its field, so columns and
//! fields always have the same order.

use super::session::{Row, Session, Value};
use super::{Store, StoreError};

impl Row {
    /// Reads a value from the next columns.
    pub(super) fn read<T: Columns>(&mut self) -> Result<T, StoreError> {
        T::read(self)
    }
}

/// A type whose values are read from the next columns of a row. Reading fails with [`StoreError::Corrupt`].
pub(super) trait Columns: Sized {
    fn read(row: &mut Row) -> Result<Self, StoreError>;
}

impl<T: TryFrom<Value>> Columns for T {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        let value = row.0.next().ok_or(StoreError::Corrupt)?;
        Self::try_from(value).map_err(|_| StoreError::Corrupt)
    }
}

macro_rules! tuples {
    ($(($($column:ident),+))+) => {
        $(impl<$($column: Columns),+> Columns for ($($column),+) {
            fn read(row: &mut Row) -> Result<Self, StoreError> {
                Ok(($(row.read::<$column>()?),+))
            }
        })+
    };
}

tuples!((A, B)(A, B, C)(A, B, C, D)(A, B, C, D, E));

/// Implements [`Columns`] for a struct. A statement must select the columns in the order of the listed
/// fields. The struct can then be one of several values that are read from a row.
macro_rules! columns {
    ($type:ident { $($field:ident),+ }) => {
        impl $crate::select::Columns for $type {
            fn read(
                row: &mut $crate::session::Row,
            ) -> Result<Self, $crate::StoreError> {
                Ok(Self { $($field: row.read()?),+ })
            }
        }
    };
}
pub(super) use columns;

/// A statement, and a function that reads its rows.
pub(super) struct Select<T> {
    sql: &'static str,
    read: fn(&mut Row) -> Result<T, StoreError>,
}

/// Makes a [`Select`] that reads rows into a struct. Each field is followed by its columns, and the rest of
/// the statement comes last: `select!(Named { name: "p.name" }, "FROM players p WHERE p.player_id = $1")`.
macro_rules! select {
    (
        $type:ident { $field:ident: $column:literal $(, $fields:ident: $columns:literal)* $(,)? },
        $rest:expr
    ) => {
        $crate::select::Select::new(
            concat!("SELECT ", $column $(, ", ", $columns)*, " ", $rest),
            |row| {
                Ok($type { $field: row.read()? $(, $fields: row.read()?)* })
            },
        )
    };
}
pub(super) use select;

impl<T> Select<T> {
    pub(super) const fn new(
        sql: &'static str,
        read: fn(&mut Row) -> Result<T, StoreError>,
    ) -> Self {
        Self { sql, read }
    }

    /// Runs the statement, and reads each row separately: an error in one row doesn't affect the others.
    pub(super) fn each(
        self,
        session: &mut dyn Session,
        values: &[Value],
    ) -> Result<impl Iterator<Item = Result<T, StoreError>>, StoreError> {
        let rows = session.query(self.sql, values)?.into_iter();
        Ok(rows.map(move |mut row| (self.read)(&mut row)))
    }
}

impl<T: Columns> From<&'static str> for Select<T> {
    fn from(sql: &'static str) -> Self {
        Self::new(sql, T::read)
    }
}

impl dyn Session + '_ {
    /// All rows that a statement returns.
    pub(super) fn all<T>(
        &mut self,
        select: impl Into<Select<T>>,
        values: &[Value],
    ) -> Result<Vec<T>, StoreError> {
        select.into().each(self, values)?.collect()
    }

    /// The first row that a statement returns. `None` if there is no row.
    pub(super) fn first<T>(
        &mut self,
        select: impl Into<Select<T>>,
        values: &[Value],
    ) -> Result<Option<T>, StoreError> {
        select.into().each(self, values)?.next().transpose()
    }

    /// The only row of a statement that always returns one row, such as a count.
    pub(super) fn one<T: Columns>(
        &mut self,
        sql: &'static str,
        values: &[Value],
    ) -> Result<T, StoreError> {
        self.first(sql, values)?.ok_or(StoreError::Corrupt)
    }

    /// Whether a statement returns any rows.
    pub(super) fn exists(
        &mut self,
        sql: &'static str,
        values: &[Value],
    ) -> Result<bool, StoreError> {
        Ok(!self.query(sql, values)?.is_empty())
    }
}

impl Store {
    /// Reads all rows that a statement returns.
    pub(super) async fn all<T: Send + 'static, const N: usize>(
        &self,
        select: impl Into<Select<T>>,
        values: [Value; N],
    ) -> Result<Vec<T>, StoreError> {
        let select = select.into();
        self.read(move |reader| reader.session().all(select, &values))
            .await
    }

    /// Reads the first row that a statement returns. `None` if there is no row.
    pub(super) async fn first<T: Send + 'static, const N: usize>(
        &self,
        select: impl Into<Select<T>>,
        values: [Value; N],
    ) -> Result<Option<T>, StoreError> {
        let select = select.into();
        self.read(move |reader| reader.session().first(select, &values))
            .await
    }

    /// Runs one statement that writes. Returns the number of changed rows.
    pub(super) async fn execute<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<u64, StoreError> {
        self.write(move |session| session.execute(sql, &values))
            .await
    }
}
