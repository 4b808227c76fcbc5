//! The definition of a scene, as its file holds it. `docs/scene-format.md` describes it for authors.

use serde::{Deserialize, Deserializer, Serialize};

use super::file::{FileError, from_text};
use super::goal::Goal;
use super::material::OwnMaterials;
use super::recipe::{End, Recipe, Size};
use super::rival::Rival;
use super::surroundings::Walls;
use super::{material, names, validate};
use crate::host::text;
use crate::physics::{Aabb, Settings, Snapshot};

/// The version of scene files that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// A scene: settings, surroundings, and the recipes that build it, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneDef {
    /// Version of the format; must be [`VERSION`].
    #[serde(deserialize_with = "version")]
    pub version: u32,
    /// Title in the status line.
    pub title: String,
    /// One line that says what to try.
    #[serde(default)]
    pub hint: String,
    /// What holds once it is built as the hint says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// Rectangle that the camera shows at the start, m.
    #[serde(deserialize_with = "validate::room")]
    pub view: Aabb,
    /// Height of the ground's surface, m; no ground if left out.
    #[serde(default, deserialize_with = "validate::optional_height")]
    pub ground: Option<f32>,
    /// Walls around the scene.
    #[serde(default)]
    pub walls: Walls,
    /// Whether every particle is shown: white if free, red if pinned.
    #[serde(default)]
    pub show_points: bool,
    /// Meaning of some keys.
    #[serde(default)]
    pub keys: KeyScheme,
    /// The end that keys move, if `keys` is `HeldEnd`.
    pub held_end: Option<End>,
    /// Seed of the world's random numbers.
    #[serde(default)]
    pub seed: u64,
    /// Physics settings; those left out have their defaults.
    #[serde(default, deserialize_with = "validate::settings")]
    pub settings: Settings,
    /// Materials that recipes name, beside the presets.
    #[serde(default, skip_serializing_if = "OwnMaterials::is_empty", deserialize_with = "material::own")]
    pub materials: OwnMaterials,
    /// The things to build, in order.
    #[serde(deserialize_with = "names::recipes")]
    pub build: Vec<Recipe>,
    /// The exact state to start with, in place of `build`, `ground`, `seed`, `held_end` and `goal`. A scene that is saved
    /// as it is holds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Snapshot>,
    /// A second world, shown behind this one, that another method moves.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "validate::optional_rival")]
    pub ghost: Option<Rival>,
    /// The exact state of the ghost, beside `state`; a copy of the world if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghost_state: Option<Snapshot>,
}

/// A scene with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedScene {
    /// Name in the gallery, or name of a file without folder and extension, because recordings and links that contain
    /// it are given to others.
    #[serde(deserialize_with = "without_folders")]
    pub name: String,
    /// Its definition.
    pub scene: SceneDef,
}

/// Reads a name; of a path, its stem, so that no name in a file is a path.
fn without_folders<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    Ok(if name.contains(['/', '\\']) { text::file_stem(&name).to_owned() } else { name })
}

/// Most links of a scene that is not large.
const LARGE: u64 = 100_000;

impl SceneDef {
    /// Whether it takes a noticeable time to build.
    pub fn is_large(&self) -> bool {
        self.size().links > LARGE
    }

    /// Whether both scenes move alike: title, hint and goal may differ.
    pub fn moves_like(&self, other: &Self) -> bool {
        let Self { title, hint, goal, .. } = self.clone();
        *self == Self { title, hint, goal, ..other.clone() }
    }

    /// Height of the ground at its start, m.
    pub fn own_ground(&self) -> Option<f32> {
        self.state.as_ref().map_or(self.ground, |state| state.colliders().ground)
    }

    /// An upper bound of what it adds to a world.
    pub fn size(&self) -> Size {
        let states = self.state.iter().map(Snapshot::size).map(|(particles, links)| Size::of(particles, links));
        self.build.iter().map(|recipe| recipe.outline().size).chain(states).fold(Size::default(), std::ops::Add::add)
    }
}

fn version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!("version {VERSION} expected, found {other}"))),
    }
}

/// Reads a scene from text; `file` is what errors call it.
///
/// # Errors
/// As [`from_text`].
pub fn parse(file: &str, text: &str) -> Result<SceneDef, FileError> {
    from_text(file, text)
}

/// The meaning of some keys in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyScheme {
    /// As in the table of controls.
    #[default]
    Standard,
    /// Arrows, Home and End move the held end, as in `nehe-40`.
    HeldEnd,
    /// R picks random anchors, G reverses gravity, the left and right arrows set its x component, up clears that, as in
    /// `gravity-lab`.
    GravityLab,
}
