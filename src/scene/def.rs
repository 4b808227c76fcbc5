//! What a scene file says. Written by hand in a minute; see `assets/scenes` for examples.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{names, number, recipe::Recipe, rival::Rival};
use crate::physics::{Room, Settings, Snapshot};

/// The version of scene files that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// A scene: settings, surroundings, and the recipes that build it, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneDef {
    /// Must be [`VERSION`].
    #[serde(deserialize_with = "version")]
    pub version: u32,
    /// What the status line calls it.
    pub title: String,
    /// One line that says what to try.
    pub hint: String,
    /// What has to be in view, m.
    #[serde(deserialize_with = "number::room")]
    pub view: Room,
    /// Height of the ground's surface, m; none if left out.
    #[serde(default, deserialize_with = "number::height")]
    pub ground: Option<f32>,
    /// Walls around the scene.
    #[serde(default)]
    pub walls: Walls,
    /// Every particle is shown, white where it is free and red where it is pinned.
    #[serde(default)]
    pub show_points: bool,
    /// What the keys do.
    #[serde(default)]
    pub keys: KeyScheme,
    /// The end that keys move, if `keys` is `HeldEnd`.
    #[serde(default)]
    pub held_end: Option<End>,
    /// Starts the world's own randomness.
    #[serde(default)]
    pub seed: u64,
    /// Physics settings; those left out have their defaults.
    #[serde(default, deserialize_with = "number::settings")]
    pub settings: Settings,
    /// What to build, in order.
    #[serde(deserialize_with = "names::recipes")]
    pub build: Vec<Recipe>,
    /// The exact state to begin with, in place of `build`, `ground`, `seed` and `held_end`: what is written when a scene
    /// is saved as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Snapshot>,
    /// A second world, shown behind this one, that another method moves.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "number::rival")]
    pub ghost: Option<Rival>,
    /// The exact state of the second world, beside `state`; it begins as a copy of the first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost_state: Option<Snapshot>,
}

fn version<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!("version {VERSION} expected, found {other}"))),
    }
}

/// Walls around a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Walls {
    /// None: what falls, falls out of sight.
    #[default]
    Open,
    /// At the edges of the window, wherever these are; without a window, at those of the scene's `view`.
    Window,
    /// Here.
    Room(#[serde(deserialize_with = "number::room")] Room),
}

/// Which keys a scene has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyScheme {
    /// Those of the table of controls.
    #[default]
    Standard,
    /// Arrows, Home and End move the held end, as in `nehe-40`.
    HeldEnd,
    /// R random anchors, G reverse, left and right arrows set the gravity's x, up clears it, as in `gravity-lab`.
    GravityLab,
}

/// Where a rope ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// At a new particle here (x, y), m.
    At(f32, f32),
    /// At a particle of something built before: its name, and which of its particles, from 0.
    Of(String, u32),
}

/// Which particles of a rope are pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RopePins {
    /// None of them.
    #[default]
    Free,
    /// Its first particle.
    First,
    /// Its last particle.
    Last,
    /// Both.
    Both,
}

/// Which particles of a net or cloth are pinned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GridPins {
    /// None of them.
    #[default]
    Free,
    /// The two upper corners.
    TopCorners,
    /// The whole upper row.
    TopRow,
    /// Every so many of the upper row, and its last.
    TopEvery(#[serde(deserialize_with = "number::some")] u32),
    /// All four corners.
    Corners,
    /// The left column: a flag on its pole.
    LeftColumn,
}

/// The grid of a net or cloth. Particle `row * columns + column`, row 0 on top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// For [`End::Of`].
    #[serde(default)]
    pub name: Option<String>,
    /// Upper left corner, m.
    #[serde(deserialize_with = "number::point")]
    pub at: Vec2,
    /// Particles across.
    #[serde(deserialize_with = "number::row")]
    pub columns: u32,
    /// Particles down.
    #[serde(deserialize_with = "number::row")]
    pub rows: u32,
    /// Distance between neighbours, m.
    #[serde(deserialize_with = "number::length")]
    pub spacing: f32,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "number::mass")]
    pub mass: f32,
    /// Which are pinned.
    #[serde(default)]
    pub pins: GridPins,
    /// How much narrower than its width it hangs, as a share of it: 0 is flat, 0.2 sags between its upper pins.
    #[serde(default, deserialize_with = "number::gather")]
    pub gather: f32,
}

/// Mass of a particle for which a recipe names none, kg.
pub const DEFAULT_MASS: f32 = 0.02;

pub(super) const fn default_mass() -> f32 {
    DEFAULT_MASS
}
