//! Ropes and cloth that do not stretch: a deterministic 2D engine of position Verlet and distance constraints.
//!
//! ```
//! use ropewalk_physics::{Colliders, LinkKind, Settings, World, glam::Vec2};
//!
//! let mut world = World::new(Settings::default(), Colliders::new(Some(-2.0), None), 0);
//! // A rope of 20 links, 1 m long, horizontal, pinned at its first particle.
//! let rope: Vec<_> =
//!     (0..=20).map(|i| world.add_particle(Vec2::new(0.05 * i as f32, 0.0), 0.01, i == 0)).collect();
//! for ends in rope.windows(2) {
//!     world.add_link(ends[0], ends[1], None, 1.0, LinkKind::Rope);
//! }
//! for _ in 0..60 {
//!     world.step(); // 1/60 s
//! }
//! let end = world.particles().position[rope[20].index()];
//! assert!(end.length() <= 1.001 && end.y < 0.0);
//! ```
//!
//! # What is promised
//! - **Determinism**: the same calls give the same bits, on every run, number of threads, instruction set and platform,
//!   in debug and release. The stepping code uses IEEE add, sub, mul, div and sqrt only, sums in a fixed order, and
//!   takes randomness from a seed in the state. [`World::state_hash`] tells states apart.
//! - **No panics, no errors**: [`World::step`] and every other method accept any argument. Values outside their range
//!   are clamped, ids of particles that do not exist are ignored, positions and speeds stay finite: a speed limit and
//!   the edge of the world ([`WORLD_EDGE`]) hold what would fly off.
//! - **Units**: metres, seconds, kilograms, newtons, radians; y points up.
//! - **Snapshots**: [`World::snapshot`] and [`World::restore`] return to any moment and step on to the same bits; a
//!   [`Snapshot`] serialises with serde.
//!
//! # What is not
//! - Equal bits between versions of this crate: a better solver moves otherwise.
//! - 3D, and bodies other than particles and links.
//! - Speed in debug builds: set `opt-level = 3` for this package in your `dev` profile.
//!
//! # In a game
//! Keep one [`World`] per independent scene. Call [`World::step`] once per [`Settings::step`] of simulated time (a
//! fixed timestep: accumulate frame time, cap it, and step as often as it takes), read [`World::particles`] to draw,
//! and interpolate between the last two positions if the screen is faster than the steps. Pointers hold particles by
//! [`World::grab`], [`World::move_grab`] and [`World::release`]; [`World::cut`] cuts. [`World::set_threads`] shares
//! large scenes among threads.
//!
//! # Folders, in import order
//! Each folder imports only folders listed before it.
//!
//! | Folder | Holds |
//! |---|---|
//! | `tuning` | the numbers that several parts share |
//! | `math`, `containers` | vectors, random numbers, line segments; lists with gaps, compressed rows, disjoint sets |
//! | `property` | names, units, ranges and texts of what a user can see and change |
//! | `geometry` | shapes, their pose and motion, ground and walls |
//! | `particles` | particles, links, cloth faces, weights; the graph that they make, and its partitions |
//! | `simd` | the kernels that project many links at once, with the same bits at every width |
//! | `settings`, `aerodynamics` | everything that can be tuned; wind, gusts, blowers, drag |
//! | `kinematic` | particles that pointers, keys and shapes move |
//! | `machine` | links whose rest length a drive moves, motors, and the keys that work them |
//! | `attachment` | long-range attachments: they hold heavy particles within geodesic distance of what is fixed |
//! | `plane_contact` | contact of particles with ground and walls |
//! | `solver` | Verlet integration, coloured sweeps, direct solves of trees of links, tiling |
//! | `collision` | contact with shapes (broad phase, swept narrow phase, friction) and of particles with each other |
//! | `fracture` | links that tear, by strain and by tension |
//! | `world` | the [`World`]: its state, every change to it, and the step |
//! | `state`, `diagnostics` | snapshots, text and hashes of the state; energy, stretch and tension for display |

mod aerodynamics;
mod attachment;
mod collision;
mod containers;
mod diagnostics;
mod fracture;
mod geometry;
mod kinematic;
mod machine;
mod math;
mod particles;
mod plane_contact;
#[macro_use]
mod property;
mod settings;
mod simd;
mod solver;
mod state;
mod tuning;
mod world;

pub use crate::aerodynamics::{Blower, BlowerDef, BlowerId, MAX_BLOWERS};
pub use crate::collision::particle_contact::{Ball, BallSurface, MAX_BALLS};
pub use crate::diagnostics::{Energy, Stretch, TensionGauge};
pub use crate::geometry::{
    Aabb, Colliders, Form, HalfPlane, MAX_FRICTION, MAX_SHAPES, MAX_SLIDE_SPEED, MAX_SPIN, MotorLag, Pose, SCALE_RANGE,
    SHAPE_SIZE_RANGE, Separation, Shape, ShapeDef, ShapeId, ShapeProperties, Similarity, Slide,
};
pub use crate::kinematic::{Anchor, Drive, Grab};
pub use crate::machine::{
    Control, DRIVE_FORCE_RANGE, DrivenLink, LinkDrive, MAX_AMPLITUDE, MAX_DRIVEN_LENGTH, MAX_MOTOR_SPEED,
    MAX_STROKE_SPEED, MIN_DRIVEN_LENGTH, MIN_PERIOD, Motor, MotorDrive, SPRING_STIFFNESS_RANGE, Stroke, TORQUE_RANGE,
};
pub use crate::math::WORLD_EDGE;
pub use crate::particles::{
    BALL_RADIUS_RANGE, ClothFace, DistanceConstraint, LinkKind, MAX_MASS, MAX_MATERIAL_NAME, MAX_MATERIALS, MIN_MASS,
    Material, MaterialChange, MaterialLook, PARTICLE_MASS, ParticleId, Particles, Weight,
};
pub use crate::property::{Described, Lack, Property, Row, Words};
pub use crate::settings::{
    GRAVITY, Hand, Method, Setting, Settings, SoftGround, Springs, StrandSolver, Substeps, SweepOrder, Switch, Wind,
};
pub use crate::simd::{Lanes, widest_lanes};
pub use crate::solver::tiling::{MAX_THREADS, Tiling};
pub use crate::state::{Digest, Snapshot};
pub use crate::world::World;
pub use crate::world::edit::{
    Clip, ClipAnchor, ClipBall, ClipBend, ClipDrive, ClipLink, ClipMotor, ClipParticle, ClipWeight, Things,
};
pub use crate::world::motor_limits::Obstruction;
pub use crate::world::revision::Revision;
pub use crate::world::tags::Tags;
pub use crate::world::work::WorkCounts;
pub use glam;
