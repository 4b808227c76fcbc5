//! The numbers of the wind.

use glam::Vec2;

use super::{Field, PLAIN};
use crate::physics::{MAX_WIND_SPEED, Settings, Wind};

fn blows(settings: &Settings) -> bool {
    settings.wind.velocity != Vec2::ZERO
}

fn gusts(settings: &Settings) -> bool {
    blows(settings) && settings.wind.gusts > 0.0
}

/// Where the wind goes, degrees: 0 is to the right, 90 up.
fn bearing(velocity: Vec2) -> f32 {
    if velocity == Vec2::ZERO { 0.0 } else { velocity.y.atan2(velocity.x).to_degrees() }
}

/// A wind of some speed, m/s, to a side, degrees as [`bearing`] has them.
fn bound(speed: f32, degrees: f32) -> Vec2 {
    // Quarter turns exactly, as those of gravity.
    let way = match degrees.rem_euclid(360.0) {
        0.0 => Vec2::X,
        90.0 => Vec2::Y,
        180.0 => Vec2::NEG_X,
        270.0 => Vec2::NEG_Y,
        turned => Vec2::from_angle(turned.to_radians()),
    };
    way * speed
}

/// The wind.
pub const WIND: &[Field] = &[
    Field {
        name: "wind.velocity",
        label: "Wind",
        unit: "m/s",
        range: (0.0, |_| MAX_WIND_SPEED),
        decades: Some(0.5),
        tip: "How fast the air moves everywhere. 0: calm, at no cost. 3 m/s: a breeze. 10: flags fly. 30: a storm. 100: \
              everything flies straight out.",
        get: |settings| settings.wind.velocity.length(),
        set: |settings, value| settings.wind.velocity = bound(value, bearing(settings.wind.velocity)),
        ..PLAIN
    },
    Field {
        name: "wind.bearing",
        label: "Blows towards",
        unit: "°",
        range: (-180.0, |_| 180.0),
        tip: "0° to the right, 90° up, 180° to the left, -90° down.",
        get: |settings| bearing(settings.wind.velocity),
        set: |settings, value| settings.wind.velocity = bound(settings.wind.velocity.length(), value),
        acts: blows,
        ..PLAIN
    },
    Field {
        name: "wind.gusts",
        label: "Gusts",
        unit: "%",
        factor: 100.0,
        range: (0.0, |_| Wind::MAX_GUSTS),
        tip: "How much faster and slower than the wind its gusts are. 0 %: as from a fan. 20 %: over a field. From 100 % on \
              the air turns round now and then.",
        get: |settings| settings.wind.gusts,
        set: |settings, value| settings.wind.gusts = value,
        acts: blows,
        ..PLAIN
    },
    Field {
        name: "wind.gust_size",
        label: "Size of gusts",
        unit: "m",
        range: (Wind::GUST_SIZE_RANGE.0, |_| Wind::GUST_SIZE_RANGE.1),
        decades: Some(Wind::GUST_SIZE_RANGE.0),
        tip: "Cloth that is larger than a gust ripples; what is smaller sways as a whole. 0.2 m: a flutter. 50 m: the wind \
              rises and falls for everything at once.",
        get: |settings| settings.wind.gust_size,
        set: |settings, value| settings.wind.gust_size = value,
        acts: gusts,
        ..PLAIN
    },
    Field {
        name: "wind.catch",
        label: "Catch",
        unit: "kg/m²",
        range: (0.0, |_| Wind::MAX_CATCH),
        decades: Some(0.001),
        tip: "How much wind a link catches: the force on a metre of it, in newtons, in a wind of 1 m/s from the side. 0: \
              none. 0.03: a rope as thick as it is drawn. 0.3: a sail. 10: nothing moves but with the air.",
        get: |settings| settings.wind.catch,
        set: |settings, value| settings.wind.catch = value,
        ..PLAIN
    },
];
