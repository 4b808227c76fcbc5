//! Sizes of outlines, and coordinates of variations, of which the font has none.

use font_types::{F2Dot14, Tag};

use crate::string::StringId;

/// A size of the em, pixels; without one, outlines are in font units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size(pub(crate) Option<f32>);

impl Size {
    pub const fn new(pixels: f32) -> Self {
        Self(Some(pixels))
    }

    pub const fn unscaled() -> Self {
        Self(None)
    }
}

/// No coordinates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Location;

impl Location {
    pub fn coords(&self) -> &[F2Dot14] {
        &[]
    }
}

/// No coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocationRef<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> LocationRef<'a> {
    pub fn coords(&self) -> &'a [F2Dot14] {
        &[]
    }
}

impl<'a> From<&'a Location> for LocationRef<'a> {
    fn from(_: &'a Location) -> Self {
        Self::default()
    }
}

/// No axes.
pub struct Axes;

/// An axis, of which there is none.
pub enum Axis {}

impl Axes {
    pub fn iter(&self) -> impl Iterator<Item = Axis> + use<> {
        std::iter::empty()
    }

    pub fn location<T>(&self, _: impl IntoIterator<Item = T>) -> Location {
        Location
    }
}

impl Axis {
    pub fn tag(&self) -> Tag {
        match *self {}
    }

    pub fn name_id(&self) -> StringId {
        match *self {}
    }

    pub fn min_value(&self) -> f32 {
        match *self {}
    }

    pub fn max_value(&self) -> f32 {
        match *self {}
    }

    pub fn default_value(&self) -> f32 {
        match *self {}
    }

    pub fn is_hidden(&self) -> bool {
        match *self {}
    }
}
