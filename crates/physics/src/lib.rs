//! The physics: particles, distance constraints, and the step that moves them.
//!
//! No window, files, clock or host randomness; it cannot fail and does not panic, whatever it is given. In the stepping
//! code only IEEE add, sub, mul, div and sqrt, in a fixed order: the same bits on every machine.
//!
//! [`World::step`] is the way in; [`Settings`] says what can be tuned.

#[cfg(target_arch = "wasm32")]
mod alone;
mod aside;
mod batch;
mod batches;
mod blower;
mod collider;
mod constraint;
mod contact;
mod digest;
mod discs;
mod drag;
mod edit;
mod effort;
mod emerge;
mod faces;
mod gate;
mod gauge;
mod geometry;
mod gust;
mod hand;
mod hang;
mod hash;
mod hold;
mod integrate;
mod lanes;
mod lead;
mod load;
mod measure;
mod near;
mod nets;
mod obstacle;
mod particles;
mod push;
mod random;
mod rounded;
mod rows;
mod sets;
mod settings;
mod shape;
mod slack;
mod slots;
mod snag;
mod snapshot;
mod solve;
mod spring;
mod stamp;
mod state;
mod step;
mod strands;
mod stroke;
mod tear;
mod tether;
mod tile;
mod topology;
mod ways;
mod weight;
mod wind;
mod world;

pub use blower::{Blower, BlowerDef, BlowerId, MOST_BLOWERS};
pub use collider::{Colliders, HalfPlane, MOST_SHAPES, Room};
pub use constraint::{DistanceConstraint, LinkKind};
pub use digest::Digest;
pub use discs::{BALL_SIZES, Ball, MOST_BALLS};
pub use faces::Face;
pub use gauge::Gauge;
pub use hand::{Drive, Hand};
pub use integrate::WORLD_EDGE;
pub use lanes::Lanes;
pub use measure::{Energy, Stretch};
pub use particles::{MASS_RANGE, ParticleId, Particles};
pub use settings::{GRAVITY, Method, Order, Settings, SoftGround, Springs, StrandSolver, Substeps};
pub use shape::{
    FASTEST_SLIDE, FASTEST_SPIN, Form, MOST_FRICTION, Manner, Pose, SHAPE_SIZES, Shape, ShapeDef, ShapeId, Slide,
};
pub use snapshot::Snapshot;
pub use stamp::Stamp;
pub use tile::{MOST_THREADS, Tiling};
pub use weight::Weight;
pub use wind::{FASTEST_WIND, Wind};
pub use world::World;
