//! The numbers that several parts of the engine share: from which distance, depth, speed and stretch on something counts.
//!
//! Others stand in the file that uses them, as multiples of these where they are. What a user can set stands in
//! [`crate::settings`].

/// Distance within which things lie on each other, m. It covers what contacts move in a substep, and the rounding of bounds.
pub(crate) const BESIDE: f32 = 0.01;

/// Penetration at which a resting contact of a row, or of what is let out, is kept, m. At zero, rounding would break it in
/// every other substep.
pub(crate) const REST_DEPTH: f32 = 2e-5;

/// A deeper penetration at the beginning of a substep, m, is not due to motion: something was put there. The rim of a net
/// that leaves a surface from less deep slips aside; from deeper, it would be torn off the particles inside.
pub(crate) const PUT_DEPTH: f32 = 2e-3;

/// Overlap of two discs, as a fraction of their reach, from which they are pressed together: they recover slowly, do not
/// sleep, and count as put there when they are first seen.
pub(crate) const PRESSED: f32 = 0.05;

/// Separation up to which discs count as touching, as a fraction of their reach: links or other contacts may have just
/// pulled them apart. Without it, discs in a pile lose their support in every other substep. Two unlinked discs have no
/// slop: nothing pulls them off their support.
pub(crate) const SLOP: f32 = 0.15;

/// Contacts slower than this, m/s, have no restitution; otherwise bounces under gravity would never end.
pub(crate) const REST_SPEED: f32 = 0.05;

/// Approach of bodies, m/s, from which on it is a hit. Heaps come to rest below it.
pub(crate) const HIT_SPEED: f32 = 2.0 * REST_SPEED;

/// The same between discs, and for the next corner of a rim that rolls.
pub(crate) const BOUNCE_SPEED: f32 = 0.33;

/// Speed at which what overlaps is let out, m/s. Links turn some of it into motion, so a faster one would throw.
pub(crate) const RECOVERY_SPEED: f32 = 0.5;

/// Stretch of a link, as a fraction of its length, that a solver may leave: more can be seen.
pub(crate) const SEEN_STRETCH: f32 = 0.002;

/// Least length of a link along which it is pulled, m; contacts have bounds of their own.
pub(crate) const MIN_DIRECTED: f32 = 1e-12;
