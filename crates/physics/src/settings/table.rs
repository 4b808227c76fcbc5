//! The table of settings: of each its name in files, unit, range, default, documentation, and its row in a form.
//!
//! The macro `settings!` defines a struct of settings together with its part of the table, so that no setting lacks an
//! entry. Clamping, the checks of files, sliders and the tables of the documentation read them from here.

use glam::Vec2;

use super::{Hand, Settings, SoftGround, Springs, Substeps, Wind};
use crate::math::clamp_or;
use crate::property::{Row, Words};

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Path in [`Settings`], and in files: `springs.stiffness`.
    pub name: &'static str,
    /// Unit of the number, empty without one.
    pub unit: &'static str,
    /// Range of the number, or of each component of a vector.
    pub range: Option<(f32, f32)>,
    /// Its row in a form.
    pub row: Row,
    /// Whether the setting has an effect under these settings.
    pub acts: fn(&Settings) -> bool,
    /// Largest number under these settings, if they lower the end of the range.
    pub max: Option<fn(&Settings) -> f32>,
    /// The switch of a number that can be off.
    pub switch: Option<Switch>,
    pub(super) place: Place,
    pub(super) differs: fn(&Settings, &Settings) -> bool,
}

/// The row of a setting in a form, with the rules that depend on other settings. A part of the macro `settings!`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettingRow {
    pub row: Row,
    pub acts: fn(&Settings) -> bool,
    pub max: Option<fn(&Settings) -> f32>,
    pub switch: Option<Switch>,
}

/// Switches a number on.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its words.
    pub words: Words,
    /// Name of the number below the setting's.
    pub number: &'static str,
    /// The number where nothing else says one.
    pub usual: f32,
}

impl SettingRow {
    /// A number on a linear slider, in the unit of files.
    pub const fn new(label: &'static str, tooltip: &'static str) -> Self {
        Self { row: Row::new(label, tooltip), acts: |_| true, max: None, switch: None }
    }

    /// In another unit than in files, which is the number times a factor.
    pub const fn shown(self, factor: f64, unit: &'static str) -> Self {
        Self { row: self.row.shown(factor, unit), ..self }
    }

    /// On a logarithmic slider.
    pub const fn decades(self, least: f32) -> Self {
        Self { row: self.row.decades(least), ..self }
    }

    /// Whole numbers on a logarithmic slider.
    pub const fn whole(self) -> Self {
        Self { row: self.row.whole(), ..self }
    }

    /// With an effect under some settings only.
    pub const fn acts(self, acts: fn(&Settings) -> bool) -> Self {
        Self { acts, ..self }
    }

    /// With an upper end that other settings lower.
    pub const fn at_most(self, max: fn(&Settings) -> f32) -> Self {
        Self { max: Some(max), ..self }
    }

    /// With a switch.
    pub const fn switch(self, number: &'static str, usual: f32, words: Words) -> Self {
        Self { switch: Some(Switch { words, number, usual }), ..self }
    }
}

/// The place of a number of each type. There is none in an optional struct that is off.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Number(fn(&mut Settings) -> Option<&mut f32>),
    Whole(fn(&mut Settings) -> Option<&mut u32>),
    Optional(fn(&mut Settings) -> Option<&mut Option<f32>>),
    /// As a number, zero is `Auto`.
    Count(fn(&mut Settings) -> Option<&mut Substeps>),
    Force(fn(&mut Settings) -> Option<&mut Hand>),
    Vector(fn(&mut Settings) -> Option<&mut Vec2>),
    /// No number.
    Other,
}

impl Setting {
    /// The whole table.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        [Settings::TABLE, Springs::TABLE, SoftGround::TABLE, Wind::TABLE].into_iter().flatten()
    }

    /// The setting of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|setting| setting.name == name)
    }

    /// The words of the setting itself: of its switch, if it has one.
    #[must_use]
    pub fn words(&self) -> Words {
        self.switch.map_or(self.row.words, |switch| switch.words)
    }

    /// The number in some settings; `None` where it is off, and of a setting that is no number.
    #[must_use]
    pub fn number(&self, settings: &Settings) -> Option<f32> {
        let settings = &mut { *settings };
        match self.place {
            Place::Number(place) => place(settings).copied(),
            Place::Whole(place) => place(settings).map(|number| *number as f32),
            Place::Optional(place) => *place(settings)?,
            Place::Count(place) => match *place(settings)? {
                Substeps::Auto => None,
                Substeps::Count(count) => Some(count as f32),
            },
            Place::Force(place) => place(settings)?.newtons(),
            Place::Vector(_) | Place::Other => None,
        }
    }

    /// Sets the number. Returns `None` where it has no place: in an optional struct that is off.
    pub fn set_number(&self, settings: &mut Settings, number: f32) -> Option<()> {
        match self.place {
            Place::Number(place) => *place(settings)? = number,
            Place::Whole(place) => *place(settings)? = number as u32,
            Place::Optional(place) => *place(settings)? = Some(number),
            Place::Count(place) if number == 0.0 => *place(settings)? = Substeps::Auto,
            Place::Count(place) => *place(settings)? = Substeps::Count(number as u32),
            Place::Force(place) => *place(settings)? = Hand::Newtons(number),
            Place::Vector(_) | Place::Other => return None,
        }
        Some(())
    }

    /// The number that stands for one that is off.
    #[must_use]
    pub fn usual_number(&self) -> f32 {
        let mut settings = Settings::DEFAULT;
        settings.springs.ground = Some(SoftGround::DEFAULT);
        self.number(&settings).or(self.switch.map(|switch| switch.usual)).unwrap_or(0.0)
    }

    /// The range under some settings.
    #[must_use]
    pub fn range_under(&self, settings: &Settings) -> Option<(f32, f32)> {
        self.range.map(|(low, high)| (low, self.max.map_or(high, |max| max(settings))))
    }

    /// Whether two settings differ in this one. A struct of settings never differs: its fields do.
    #[must_use]
    pub fn differs(&self, one: &Settings, other: &Settings) -> bool {
        let is_field = |other: &Self| other.name.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('.'));
        (self.differs)(one, other) && !Self::all().any(is_field)
    }

    /// Moves the value into its range; NaN becomes the default, or none.
    pub(super) fn clamp(&self, settings: &mut Settings) -> Option<()> {
        let (low, high) = self.range_under(settings)?;
        match self.place {
            Place::Number(place) => {
                let (number, default) = (place(settings)?, self.number(&Settings::DEFAULT));
                *number = clamp_or(*number, low, high, default.unwrap_or(0.0));
            }
            Place::Vector(place) => {
                let (vector, default) = (place(settings)?, *place(&mut { Settings::DEFAULT })?);
                vector.x = clamp_or(vector.x, low, high, default.x);
                vector.y = clamp_or(vector.y, low, high, default.y);
            }
            Place::Optional(place) => {
                let number = place(settings)?;
                *number = number.filter(|number| !number.is_nan()).map(|number| number.clamp(low, high));
            }
            Place::Whole(place) => *place(settings)? = (*place(settings)?).clamp(low as u32, high as u32),
            Place::Count(place) => {
                if let Substeps::Count(count) = place(settings)? {
                    *count = (*count).clamp(low as u32, high as u32);
                }
            }
            Place::Force(place) => {
                let force = place(settings)?.newtons().filter(|force| !force.is_nan());
                *place(settings)? = force.map_or(Hand::Auto, |force| Hand::Newtons(force.clamp(low, high)));
            }
            Place::Other => {}
        }
        Some(())
    }
}

/// Defines a struct of settings, its default and its part of the table. After its attributes stand its path and its
/// place in [`Settings`], then each field: documentation, `name: type = default, Kind "unit" [low, high] => row;`. The
/// kind is that of [`Place`]; kind, unit and range are left out if it is no number.
macro_rules! settings {
    (
        $(#[$attribute:meta])* $Struct:ident at $path:literal, |$settings:ident| $place:expr;
        $($(#[doc = $docs:literal])+
        $field:ident: $type:ty = $default:expr $(, $kind:ident $unit:literal [$low:expr, $high:expr])? => $row:expr;)+
    ) => {
        $(#[$attribute])*
        pub struct $Struct {
            $($(#[doc = $docs])+
            #[doc = concat!("\n\nDefault `", stringify!($default), "`" $(, ", range ", stringify!($low), " to ",
                stringify!($high), " ", $unit)?)]
            pub $field: $type,)+
        }

        impl Default for $Struct {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $Struct {
            /// The defaults of all fields.
            pub const DEFAULT: Self = Self { $($field: $default),+ };

            /// Its part of the table of settings, in the order of its fields.
            pub const TABLE: &'static [Setting] = &[$(Setting {
                name: concat!($path, stringify!($field)),
                unit: concat!($($unit)?),
                range: settings!(@range $($low, $high)?),
                row: ($row).row.or_unit(concat!($($unit)?)),
                acts: ($row).acts,
                max: ($row).max,
                switch: ($row).switch,
                place: settings!(@place $field $($kind)?),
                differs: |one, other| {
                    let field = |settings: &Settings| Self::within(&mut { *settings }).map(|part| part.$field);
                    field(one) != field(other)
                },
            }),+];

            /// Documentation of the settings in [`Self::TABLE`], in Markdown: the first paragraph stands in the description
            /// of scene files. It stands apart, because the program does not contain what it does not use.
            pub const DOCS: &'static [&'static str] = &[$(concat!($($docs, "\n"),+)),+];

            fn within($settings: &mut Settings) -> Option<&mut Self> {
                $place
            }
        }
    };
    (@place $field:ident) => { Place::Other };
    (@place $field:ident $kind:ident) => { Place::$kind(|settings| Some(&mut Self::within(settings)?.$field)) };
    (@range) => { None };
    (@range $low:expr, $high:expr) => { Some(($low, $high)) };
}

pub(super) use settings;
