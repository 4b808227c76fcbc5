//! A contact of two discs, with accumulated impulses.

use glam::Vec2;

/// A contact of two discs in a substep. Impulses are in units of relative displacement, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscRow {
    /// The lower and the upper disc.
    pub a: u32,
    pub b: u32,
    /// Contact normal: a unit vector from the lower to the upper disc.
    pub normal: Vec2,
    /// Separation at the beginning of the substep, m; 0 if they overlapped. A speculative contact: they may approach by
    /// this.
    pub gap: f32,
    /// Penetration at the beginning of the substep, m; 0 if they were apart.
    pub depth: f32,
    /// Whether the penetration is deeper than [`PRESSED`](crate::tuning::PRESSED).
    pub is_deep: bool,
    /// Whether one is a ball. Its overlaps are removed at once, or nets would slip into it instead of tearing; but for
    /// deep ones, whose sudden recovery would turn into speed.
    pub is_hard: bool,
    /// Displacement of the upper relative to the lower disc when the contact was detected, m.
    pub relative: Vec2,
    /// Fraction of an impulse by which each disc moves.
    pub shares: [f32; 2],
    /// Accumulated normal and friction impulse.
    pub normal_impulse: f32,
    pub friction_impulse: f32,
}

impl DiscRow {
    /// Whether discs with this relative displacement (m) are apart and no impulse has acted.
    #[inline]
    pub fn is_inactive(&self, relative: Vec2) -> bool {
        self.normal_impulse <= 0.0 && relative.dot(self.normal) + self.gap >= 0.0
    }

    /// Updates the accumulated impulses for a relative displacement (m): non-penetration, and Coulomb friction inside
    /// its cone. Returns the change of the relative displacement. A second call changes nothing more.
    ///
    /// Friction uses the tangential displacement before the normal impulse, which does not change it. This shortens the
    /// dependency chain of the floating-point operations, which dominates the cost of contacts.
    #[inline]
    pub fn solve(&mut self, relative: Vec2, friction: f32) -> Vec2 {
        let tangent = self.normal.perp();
        let wanted_friction = self.friction_impulse - relative.dot(tangent);
        let normal = self.normal_impulse - self.gap - relative.dot(self.normal);
        let normal = if normal > 0.0 { normal } else { 0.0 };
        let max_friction = friction * normal;
        let friction = if wanted_friction > max_friction { max_friction } else { wanted_friction };
        let friction = if friction < -max_friction { -max_friction } else { friction };
        let change = self.normal * (normal - self.normal_impulse) + tangent * (friction - self.friction_impulse);
        (self.normal_impulse, self.friction_impulse) = (normal, friction);
        change
    }
}

/// The contact normal of two discs at one position. It differs between pairs, so that a crowd at one position does not
/// part along a line. It depends on the difference of their numbers alone, and not on what else was added before.
pub(crate) fn arbitrary_normal(a: u32, b: u32) -> Vec2 {
    const NORMALS: [Vec2; 5] =
        [Vec2::new(0.8, 0.6), Vec2::new(-0.6, 0.8), Vec2::new(-0.96, 0.28), Vec2::new(0.28, 0.96), Vec2::X];
    NORMALS[(a.abs_diff(b) % 5) as usize]
}

/// The contact normal of two discs, and their distance along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NormalDistance {
    pub normal: Vec2,
    /// m; negative where fast discs have passed each other.
    pub distance: f32,
}

/// Whether two discs move relative to each other by less than half their reach (m) in a substep, so that they cannot
/// have passed through each other.
#[inline]
pub(crate) fn is_slow(relative: Vec2, reach: f32) -> bool {
    4.0 * (relative.x * relative.x + relative.y * relative.y) < reach * reach
}

/// The swept test of two discs by their offset and relative displacement (m): the normal at their first contact in this
/// substep, and their distance along it now. `None` if they did not touch, or moved by less than half their reach.
#[inline]
pub(crate) fn swept_contact(offset: Vec2, relative: Vec2, reach: f32) -> Option<NormalDistance> {
    let moved = relative.x * relative.x + relative.y * relative.y;
    if is_slow(relative, reach) {
        return None;
    }
    let at_contact = offset - relative * fraction_since_contact(offset, relative, moved, reach)?;
    let size = (at_contact.x * at_contact.x + at_contact.y * at_contact.y).sqrt();
    (size > 1e-6).then(|| {
        let normal = at_contact / size;
        NormalDistance { normal, distance: normal.dot(offset) }
    })
}

/// The first contact in a substep of two discs that approach each other, by their offset at its beginning and their
/// relative displacement (m): its time, 0 to 1, and its normal.
pub(crate) fn first_contact(start: Vec2, relative: Vec2, reach: f32) -> Option<(f32, Vec2)> {
    let squared = start.length_squared();
    let time = if squared > reach * reach {
        1.0 - fraction_since_contact(start + relative, relative, relative.length_squared(), reach)?
    } else {
        0.0
    };
    let offset = start + relative * time;
    let distance = (offset.x * offset.x + offset.y * offset.y).sqrt();
    (distance > 1e-6).then(|| (time, offset / distance))
}

/// Fraction of the relative displacement (`moved` is its square) since the first contact; `None` if there was none.
#[inline]
fn fraction_since_contact(offset: Vec2, relative: Vec2, moved: f32, reach: f32) -> Option<f32> {
    let start = offset - relative;
    let along = start.dot(relative);
    let outside = start.dot(start) - reach * reach;
    let discriminant = along * along - moved * outside;
    // They overlapped before, move apart, or pass beside each other.
    if outside <= 0.0 || along >= 0.0 || discriminant <= 0.0 {
        return None;
    }
    let time = (-along - discriminant.sqrt()) / moved;
    (time <= 1.0).then_some(1.0 - time)
}
