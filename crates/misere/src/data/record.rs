//! Records: values by name, of one shape.

use std::fmt;
use std::sync::Arc;

use super::{Data, Datum, Kind, Plain, Shape, Text};
use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// Several values by name: an answer, or a part of one.
#[derive(Clone)]
pub struct Record(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    shape: &'static Shape,
    fields: Vec<Datum>,
    /// The record in words, where they say more than its fields.
    sentence: Option<Text>,
}

/// The fields of a record while it is made.
pub struct Fields<'a> {
    work: &'a Workspace,
    fields: Vec<Datum>,
    sentence: Option<Text>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(work: &'a Workspace) -> Fields<'a> {
        Fields { work, fields: Vec::new(), sentence: None }
    }

    /// The fields with one more.
    pub(crate) fn and(mut self, value: impl Data) -> Result<Fields<'a>, Error> {
        self.fields.push(value.datum(self.work)?);
        Ok(self)
    }

    /// The fields with one more, which is data already.
    pub(crate) fn and_datum(mut self, datum: Datum) -> Fields<'a> {
        self.fields.push(datum);
        self
    }

    /// The fields, with a sentence that says them.
    pub(crate) fn said(mut self, sentence: Text) -> Fields<'a> {
        self.sentence = Some(sentence);
        self
    }

    /// The data of the fields.
    pub(crate) fn data(&self) -> &[Datum] {
        &self.fields
    }

    /// The record of this shape.
    pub(crate) fn record(self, shape: &'static Shape) -> Record {
        debug_assert_eq!(shape.fields.len(), self.fields.len(), "{shape:?}");
        for (field, datum) in shape.fields.iter().zip(&self.fields) {
            debug_assert!(field.kind.fits(datum) || shape.is_optional, "{field:?} {datum:?}");
        }
        Record(Arc::new(Parts { shape, fields: self.fields, sentence: self.sentence }))
    }
}

/// The record without fields: a null that is an answer, in a field that is left out otherwise.
const NONE: Shape =
    Shape { is_optional: true, plain: Plain::Made(|_, _| Ok(Datum::Nothing)), ..Shape::of(&[]) };

impl Record {
    /// The record that stands for none where it is the answer, and not only left out.
    pub(crate) fn none() -> Record {
        Record(Arc::new(Parts { shape: &NONE, fields: Vec::new(), sentence: None }))
    }

    /// Whether the record stands for none.
    pub(crate) fn is_none(&self) -> bool {
        self.shape().fields.is_empty()
    }

    /// The record of a shape with these fields, if they are of its kinds.
    #[must_use]
    pub fn new(shape: &'static Shape, fields: Vec<Datum>) -> Option<Record> {
        let fits = shape.fields.len() == fields.len()
            && shape.fields.iter().zip(&fields).all(|(field, datum)| field.kind.fits(datum));
        fits.then(|| Record(Arc::new(Parts { shape, fields, sentence: None })))
    }

    /// The shape of the record.
    #[must_use]
    pub fn shape(&self) -> &'static Shape {
        self.0.shape
    }

    /// The values of the fields, in the order of the shape.
    #[must_use]
    pub fn fields(&self) -> &[Datum] {
        &self.0.fields
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.shape().place(name).map(|place| &self.fields()[place])
    }

    /// The games of the first field, if that is a list.
    #[must_use]
    pub fn games(&self) -> Option<Vec<Game>> {
        match self.fields() {
            [Datum::List(list), ..] => Some(list.games()),
            _ => None,
        }
    }

    /// The record in words, where they say more than its fields.
    #[must_use]
    pub fn sentence(&self) -> Option<&Text> {
        self.0.sentence.as_ref()
    }

    /// Whether the record is missing as a whole.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.shape().is_optional && self.fields().iter().all(|field| *field == Datum::Nothing)
    }

    /// Whether the answer is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.shape().unknown.is_none_or(|name| self.get(name) == Some(&Datum::Nothing))
    }

    /// The limit that left a field of the record, or of a record in a list, without its value.
    #[must_use]
    pub fn limit(&self) -> Option<&str> {
        self.shape().fields.iter().zip(self.fields()).find_map(|(field, datum)| match (field.kind, datum) {
            (Kind::WhyNull, Datum::Text(limit)) => limit.as_plain(),
            (_, Datum::List(list)) => list.items().iter().find_map(|item| match item {
                Datum::Record(record) => record.limit(),
                _ => None,
            }),
            _ => None,
        })
    }

    /// The value that the record stands for in an expression.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached, [`Error::Undecided`] where the answer is not
    /// known.
    pub fn plain(&self, work: &Workspace) -> Result<Datum, Error> {
        match self.shape().plain {
            Plain::Itself => Ok(Datum::Record(self.clone())),
            Plain::First => Ok(self.fields()[0].clone()),
            Plain::Made(make) => make(self, work),
        }
    }

    /// Whether the record stands for a list of records, which is read line by line.
    pub(crate) fn lists_records(&self) -> bool {
        matches!(self.shape().plain, Plain::First)
            && matches!(self.shape().fields[0].kind, Kind::List(Kind::Record(_)))
    }

    pub(super) fn depth(&self) -> usize {
        1 + self.fields().iter().map(Datum::depth).max().unwrap_or(0)
    }

    pub(super) fn with_fields(&self, fields: Vec<Datum>) -> Record {
        // A sentence has games of the workspace in which it was made.
        Record(Arc::new(Parts { shape: self.shape(), fields, sentence: None }))
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.shape().fields.iter().map(|field| field.name);
        f.debug_map().entries(names.zip(self.fields())).finish()
    }
}

/// Records are equal if their fields are; their sentences follow from these.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.shape() == other.shape() && self.fields() == other.fields()
    }
}

/// A struct with its shape: the documentation of the struct and of its fields is the help.
macro_rules! record {
    (
        $(#[doc = $help:literal])+
        $(#[allow($($allowed:tt)*)])?
        $vis:vis struct $name:ident {
            $($(#[doc = $line:literal])+ $field_vis:vis $field:ident: $type:ty $(as $kind:expr)?,)+
        }
    ) => {
        $(#[doc = $help])+
        $(#[allow($($allowed)*)])?
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[doc = $line])+ $field_vis $field: $type,)+
        }

        impl $name {
            /// The shape of the record.
            $vis const SHAPE: $crate::data::Shape = $crate::data::Shape {
                name: stringify!($name),
                help: concat!($($help),+),
                plain: $crate::data::Plain::Itself,
                ..$crate::data::Shape::of(&[
                    $($crate::data::Field::new(
                        stringify!($field),
                        $crate::data::record!(@kind $type $(, $kind)?),
                        concat!($($line),+),
                    ),)+
                ])
            };

            /// The fields as data, in their order.
            pub(crate) fn fields(
                self,
                work: &$crate::workspace::Workspace,
            ) -> Result<$crate::data::Fields<'_>, $crate::error::Error> {
                let fields = $crate::data::Fields::new(work);
                $(let fields = fields.and(self.$field)?;)+
                Ok(fields)
            }
        }

        impl $crate::data::Data for $name {
            const KIND: $crate::data::Kind = $crate::data::Kind::Record(&$name::SHAPE);

            fn datum(self, work: &$crate::workspace::Workspace) -> Result<$crate::data::Datum, $crate::error::Error> {
                Ok($crate::data::Datum::Record(self.fields(work)?.record(&$name::SHAPE)))
            }
        }
    };
    (@kind $type:ty) => { <$type as $crate::data::Data>::KIND };
    (@kind $type:ty, $kind:expr) => { $kind };
}
pub(crate) use record;
