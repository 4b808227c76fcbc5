//! Properties in words: name, unit, range, documentation and row in a form, in one entry beside the definition.
//!
//! Rows of the panel, messages about typed numbers and the tables of the documentation read them from here.

/// Words of a form beside a property, or a value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Label, or text of a button.
    pub label: &'static str,
    /// Effect, and effect of the extremes, in at most 60 characters.
    pub tooltip: &'static str,
}

impl Words {
    /// A label with its tooltip.
    pub const fn new(label: &'static str, tooltip: &'static str) -> Self {
        Self { label, tooltip }
    }
}

/// A type with few values, with the words of each in a form.
pub trait Described: Copy + 'static {
    /// The values, in the order of a form.
    const VALUES: &'static [Self];

    /// The words of a value in a form.
    fn words(self) -> Words;
}

/// Implements [`Described`] for types from a table: of each value the label and the tooltip.
#[macro_export]
macro_rules! describe {
    ($($Type:ident { $($value:ident => $label:literal, $tooltip:literal;)+ })+) => {
        $(impl $crate::Described for $Type {
            const VALUES: &'static [Self] = &[$(Self::$value),+];

            fn words(self) -> $crate::Words {
                match self {
                    $(Self::$value => $crate::Words::new($label, $tooltip),)+
                }
            }
        })+
    };
}

/// The lack of a number that may be left out, in a form.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// Word in place of the number.
    pub word: &'static str,
    /// The number to which it amounts: at this end of a slider the number is left out. `None` if it amounts to none.
    pub number: Option<f32>,
}

/// How a form shows a number. Everything but `factor` and `unit` counts in the unit of files.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its words.
    pub words: Words,
    /// The number in a form is that of files times this.
    pub factor: f64,
    /// Unit in a form.
    pub unit: &'static str,
    /// On a logarithmic slider, the smallest number above zero.
    pub decades: Option<f32>,
    /// Whole numbers only.
    pub is_whole: bool,
    /// The lack of the number, if it may be left out.
    pub lack: Option<Lack>,
}

impl Row {
    /// A number on a linear slider, in the unit of files.
    pub const fn new(label: &'static str, tooltip: &'static str) -> Self {
        Self { words: Words::new(label, tooltip), factor: 1.0, unit: "", decades: None, is_whole: false, lack: None }
    }

    /// In another unit than in files, which is the number times a factor.
    pub const fn shown(self, factor: f64, unit: &'static str) -> Self {
        Self { factor, unit, ..self }
    }

    /// On a logarithmic slider.
    pub const fn decades(self, least: f32) -> Self {
        Self { decades: Some(least), ..self }
    }

    /// Whole numbers on a logarithmic slider.
    pub const fn whole(self) -> Self {
        Self { is_whole: true, ..self.decades(1.0) }
    }

    /// With a word where the number is left out, which amounts to a number or to none.
    pub const fn lacking(self, word: &'static str, number: Option<f32>) -> Self {
        Self { lack: Some(Lack { word, number }), ..self }
    }

    /// With the unit of files, unless another one is shown.
    pub const fn or_unit(self, unit: &'static str) -> Self {
        if self.factor == 1.0 { Self { unit, ..self } } else { self }
    }
}

/// A number of a thing, such as the friction of an obstacle.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Name in scene files.
    pub name: &'static str,
    /// Unit of the number, empty without one.
    pub unit: &'static str,
    /// Range of the number.
    pub range: (f32, f32),
    /// Ends of its row in a form, where the whole range would make a slider coarse.
    pub ends: (f32, f32),
    /// Its row in a form.
    pub row: Row,
}

impl Property {
    /// A property with its whole range in a form.
    pub const fn new(name: &'static str, unit: &'static str, range: (f32, f32), row: Row) -> Self {
        Self { name, unit, range, ends: range, row: row.or_unit(unit) }
    }

    /// With a part of its range in a form.
    pub const fn within(self, ends: (f32, f32)) -> Self {
        Self { ends, ..self }
    }

    /// The direction of a vector, as a form shows it.
    pub const fn direction(name: &'static str, label: &'static str) -> Self {
        let row = Row::new(label, "0° to the right, 90° up, 180° to the left, -90° down");
        Self::new(name, "°", (-180.0, 180.0), row)
    }
}

/// Defines the properties of types: of each the documentation and the entry, as a constant and in a table.
macro_rules! properties {
    ($($Type:ident { $($(#[doc = $docs:literal])+ $NAME:ident = $property:expr;)+ })+) => {
        $(impl $Type {
            $($(#[doc = $docs])+ pub const $NAME: Property = $property;)+

            /// Its properties.
            pub const TABLE: &'static [Property] = &[$(Self::$NAME),+];

            /// Documentation of the properties in [`Self::TABLE`], in Markdown, for the description of scene files. It
            /// stands apart, because the program does not contain what it does not use.
            pub const DOCS: &'static [&'static str] = &[$(concat!($($docs, "\n"),+)),+];
        })+
    };
}

pub(crate) use properties;
