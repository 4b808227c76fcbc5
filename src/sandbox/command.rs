//! The commands: the only way to change a [`Sandbox`](super::Sandbox).
//!
//! World units and particles' ids, never pixels or seconds: a recording of them replays to the same bits on any screen.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{
    physics::{Aabb, BlowerDef, BlowerId, ParticleId, Settings, ShapeDef, ShapeId, ShapeProperties},
    scene::{NamedScene, Rival},
};

/// One change. Applying it cannot fail: what it names may be gone, and then it does nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// A pointer takes hold of a particle.
    Hold {
        /// Which pointer: 0 the mouse, others a finger each.
        hand: u32,
        /// What it holds.
        particle: ParticleId,
        /// Where the pointer is, m.
        at: Vec2,
    },
    /// A pointer that holds something has moved.
    MoveHand {
        /// Which pointer.
        hand: u32,
        /// Where it is now, m.
        to: Vec2,
    },
    /// A pointer lets go.
    Release {
        /// Which pointer.
        hand: u32,
    },
    /// Pins a particle where it is, or takes its pin out.
    SetPinned {
        /// Which.
        particle: ParticleId,
        /// In, or out.
        pinned: bool,
    },
    /// Hangs a weight on a particle, or changes the one that is there, or takes it off.
    SetWeight {
        /// Where.
        particle: ParticleId,
        /// Mass of the particle from now on, kg; none: its own again.
        mass: Option<f32>,
    },
    /// Moves the scissors' disc in a straight line and cuts every link that it touches.
    Cut {
        /// From here, m.
        from: Vec2,
        /// To here, m.
        to: Vec2,
        /// Radius of the disc, m; below 0 the scissors are lifted, and cut nothing on this way.
        radius: f32,
    },
    /// Ties a rope between two places.
    AddRope {
        /// Its start.
        from: RopeEnd,
        /// Its end.
        to: RopeEnd,
        /// Longest link, m.
        spacing: f32,
    },
    /// Hangs a net into a rectangle, by its upper corners.
    AddNet {
        /// One corner of the rectangle, m.
        from: Vec2,
        /// The opposite corner, m.
        to: Vec2,
        /// Width of a mesh, m.
        spacing: f32,
    },
    /// Adds a circle, a wall or a box.
    AddCollider(ShapeDef),
    /// Leads a shape somewhere, as fast as a hand leads a point.
    MoveCollider {
        /// Which.
        shape: ShapeId,
        /// Where its place shall be, m.
        to: Vec2,
        /// The gesture ends with this: what comes next is another edit.
        last: bool,
    },
    /// Turns a shape.
    TurnCollider {
        /// Which.
        shape: ShapeId,
        /// Where its own x axis shall point: a vector of any length.
        to: Vec2,
        /// As in `MoveCollider`.
        last: bool,
    },
    /// Changes what a shape does by itself, and its surface.
    SetManner {
        /// Which.
        shape: ShapeId,
        /// How it is from now on.
        manner: ShapeProperties,
    },
    /// Takes a shape away.
    RemoveCollider {
        /// Which.
        shape: ShapeId,
    },
    /// Adds a blower.
    AddBlower(BlowerDef),
    /// Puts a blower somewhere.
    MoveBlower {
        /// Which.
        blower: BlowerId,
        /// Where its mouth shall be, m.
        to: Vec2,
        /// As in `MoveCollider`.
        last: bool,
    },
    /// Turns a blower.
    TurnBlower {
        /// Which.
        blower: BlowerId,
        /// Where it shall blow: a vector of any length.
        to: Vec2,
        /// As in `MoveCollider`.
        last: bool,
    },
    /// Changes how hard a blower blows.
    SetJet {
        /// Which.
        blower: BlowerId,
        /// How fast the air comes out, m/s.
        speed: f32,
        /// How far it is to be felt, m.
        reach: f32,
    },
    /// Takes a blower away.
    RemoveBlower {
        /// Which.
        blower: BlowerId,
    },
    /// Changes gravity, m/s².
    SetGravity(Vec2),
    /// Changes all settings.
    SetSettings(Box<Settings>),
    /// Takes all pins out and pins two particles at random.
    PinAtRandom,
    /// Moves the scene's held end at this velocity, m/s, until another is given.
    DriveHeldEnd(Vec2),
    /// Compares the world with what another method makes of it, from now on, or no more. One of the same name as before
    /// goes on from where it is with other settings.
    SetGhost(Option<Box<Rival>>),
    /// The window's walls are here now; for scenes whose walls are the window's.
    SetRoom(Aabb),
    /// The scene from its start.
    Reset,
    /// Another scene.
    Open(Box<NamedScene>),
}

/// Where a rope that is drawn begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RopeEnd {
    /// Here, m.
    pub at: Vec2,
    /// At this particle, if it is there.
    pub particle: Option<ParticleId>,
    /// A new particle here is pinned.
    pub pinned: bool,
}
