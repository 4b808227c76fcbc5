//! Numbers checked while a file is read, so that a bad one is reported with its line and column.

use glam::Vec2;
use serde::{Deserialize, Deserializer, de::Error};

use super::text::to_text;
use crate::physics::{
    BlowerDef, FASTEST_SLIDE, FASTEST_SPIN, MASS_RANGE, Room, SHAPE_SIZES, Settings, Slide, WORLD_EDGE,
};

/// Most rows, columns or particles that one recipe may ask for; what all ask for together is checked before building.
pub const MOST_COUNT: u32 = 2_000_000;

/// A point inside the world, m.
pub fn point<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let point = Vec2::deserialize(from)?;
    let inside = point.x.abs() <= WORLD_EDGE && point.y.abs() <= WORLD_EDGE;
    if inside {
        Ok(point)
    } else {
        Err(D::Error::custom(format!("a point within {WORLD_EDGE} m of the origin expected")))
    }
}

/// A height inside the world, m, or none.
pub fn height<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let height = Option::<f32>::deserialize(from)?;
    match height {
        Some(height) if height.is_nan() || height.abs() > WORLD_EDGE => {
            Err(D::Error::custom(format!("a height within {WORLD_EDGE} m of the origin expected, found {height}")))
        }
        height => Ok(height),
    }
}

/// A length above 0, m.
pub fn length<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, 1e-4, WORLD_EDGE, "a length in metres")
}

/// A length above 0, m, or none.
pub fn some_length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    let length = Option::<f32>::deserialize(from)?;
    length.map(|length| checked(length, 1e-4, WORLD_EDGE, "a length in metres")).transpose()
}

/// A mass, kg.
pub fn mass<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, MASS_RANGE.0, MASS_RANGE.1, "a mass in kilograms")
}

/// The radius of an obstacle, m.
pub fn size<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, SHAPE_SIZES.0, SHAPE_SIZES.1, "a radius in metres")
}

/// The thickness, width or height of an obstacle, m.
pub fn thickness<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, 2.0 * SHAPE_SIZES.0, 2.0 * SHAPE_SIZES.1, "a length in metres")
}

/// How fast an obstacle turns, rad/s.
pub fn spin<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, -FASTEST_SPIN, FASTEST_SPIN, "radians a second")
}

/// An angle, rad: a turn to either side at the most.
pub fn angle<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, -std::f32::consts::TAU, std::f32::consts::TAU, "an angle in radians")
}

/// Where an obstacle slides, or nowhere.
pub fn slide<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Slide>, D::Error> {
    let slide = Option::<Slide>::deserialize(from)?;
    if let Some(Slide { by, speed }) = slide {
        checked::<D::Error>(by.length(), 1e-2, WORLD_EDGE, "a way (x, y) in metres, as long as")?;
        checked::<D::Error>(speed, 0.0, FASTEST_SLIDE, "metres a second")?;
    }
    Ok(slide)
}

/// A direction: a vector that has one.
pub fn way<'de, D: Deserializer<'de>>(from: D) -> Result<Vec2, D::Error> {
    let way = Vec2::deserialize(from)?;
    checked::<D::Error>(way.length(), 1e-4, WORLD_EDGE, "a way (x, y), as long as")?;
    Ok(way)
}

/// How fast a blower blows, m/s.
pub fn blow<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, 0.0, BlowerDef::FASTEST, "metres a second")
}

/// The width of a blower's mouth, m.
pub fn mouth<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, BlowerDef::WIDTHS.0, BlowerDef::WIDTHS.1, "a width in metres")
}

/// How far a blower is to be felt, m.
pub fn reach<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, BlowerDef::REACHES.0, BlowerDef::REACHES.1, "a reach in metres")
}

/// A share from 0 to 1.
pub fn share<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, 0.0, 1.0, "a share")
}

/// A share from 0 to 0.9: what is gathered to nothing has no width to hang in.
pub fn gather<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    checked(f32::deserialize(from)?, 0.0, 0.9, "a share")
}

/// A number of particles in a row, at least two.
pub fn row<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 2)
}

/// A number of things, at least one.
pub fn some<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 1)
}

/// A number of spokes, at least three.
pub fn spokes<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    count(u32::deserialize(from)?, 3)
}

/// A rectangle with an inside.
pub fn room<'de, D: Deserializer<'de>>(from: D) -> Result<Room, D::Error> {
    let room = Room::deserialize(from)?;
    if room.is_valid() {
        Ok(room)
    } else {
        Err(D::Error::custom(format!(
            "a rectangle (min: (x, y), max: (x, y)) within {WORLD_EDGE} m expected, min below max"
        )))
    }
}

/// Settings inside their ranges. The world would hold a value outside at the nearer end; who wrote a file wants to know.
pub fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
    let given = Settings::deserialize(from)?;
    let (asked, held) = (to_text(&given, 9), to_text(&given.sanitised(), 9));
    match asked.lines().zip(held.lines()).find(|(asked, held)| asked != held) {
        None => Ok(given),
        Some((asked, held)) => Err(D::Error::custom(format!(
            "`{}` is out of range; the nearest possible value is `{}`",
            asked.trim().trim_end_matches(','),
            held.trim().trim_end_matches(',')
        ))),
    }
}

fn checked<E: Error>(value: f32, least: f32, most: f32, what: &str) -> Result<f32, E> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(E::custom(format!("{what} from {least} to {most} expected, found {value}")))
    }
}

fn count<E: Error>(value: u32, least: u32) -> Result<u32, E> {
    if (least..=MOST_COUNT).contains(&value) {
        Ok(value)
    } else {
        Err(E::custom(format!("a number from {least} to {MOST_COUNT} expected, found {value}")))
    }
}
