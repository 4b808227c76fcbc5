//! The physics: particles, distance constraints, and the step that moves them.
//!
//! No window, files, clock or host randomness; it cannot fail and does not panic, whatever it is given. In the stepping
//! code only IEEE add, sub, mul, div and sqrt, in a fixed order: the same bits on every machine.
//!
//! [`World::step`] is the way in; [`Settings`] says what can be tuned.

mod aerodynamics;
mod attachment;
mod collision;
mod containers;
mod diagnostics;
mod fracture;
mod geometry;
mod kinematic;
mod math;
mod particles;
mod plane_contact;
mod settings;
mod simd;
mod solver;
mod state;
mod world;

pub use crate::aerodynamics::blower::{Blower, BlowerDef, BlowerId, MOST_BLOWERS};
pub use crate::aerodynamics::wind::{FASTEST_WIND, Wind};
pub use crate::collision::particle_contact::{BALL_SIZES, Ball, MOST_BALLS};
pub use crate::diagnostics::measure::{Energy, Stretch};
pub use crate::diagnostics::tension::Gauge;
pub use crate::geometry::colliders::{Colliders, HalfPlane, MOST_SHAPES, Room};
pub use crate::geometry::moving_shape::{
    FASTEST_SLIDE, FASTEST_SPIN, Form, MOST_FRICTION, Manner, Pose, SHAPE_SIZES, Shape, ShapeDef, ShapeId, Slide,
};
pub use crate::kinematic::grab::{Drive, Hand};
pub use crate::math::bounds::WORLD_EDGE;
pub use crate::particles::cloth_faces::Face;
pub use crate::particles::distance_constraint::{DistanceConstraint, LinkKind};
pub use crate::particles::storage::{MASS_RANGE, ParticleId, Particles};
pub use crate::particles::weight::Weight;
pub use crate::settings::{GRAVITY, Method, Order, Settings, SoftGround, Springs, StrandSolver, Substeps};
pub use crate::simd::Lanes;
pub use crate::solver::tiling::{MOST_THREADS, Tiling};
pub use crate::state::digest::Digest;
pub use crate::state::snapshot::Snapshot;
pub use crate::world::World;
pub use crate::world::revision::Stamp;
