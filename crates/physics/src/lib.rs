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

pub use crate::aerodynamics::blower::{Blower, BlowerDef, BlowerId, MAX_BLOWERS};
pub use crate::aerodynamics::wind::{MAX_WIND_SPEED, Wind};
pub use crate::collision::particle_contact::{BALL_RADIUS_RANGE, Ball, MAX_BALLS};
pub use crate::diagnostics::measure::{Energy, Stretch};
pub use crate::diagnostics::tension::TensionGauge;
pub use crate::geometry::colliders::{Aabb, Colliders, HalfPlane, MAX_SHAPES};
pub use crate::geometry::moving_shape::{
    Form, MAX_FRICTION, MAX_SLIDE_SPEED, MAX_SPIN, Pose, SHAPE_SIZE_RANGE, Shape, ShapeDef, ShapeId, ShapeProperties,
    Slide,
};
pub use crate::kinematic::grab::{Drive, Grab};
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
