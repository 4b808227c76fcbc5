//! The contact of a wheel, a corner or a link: one row. Finders fill rows, [`crate::collision::RowSolver`] resolves them in a
//! substep, [`crate::collision::Impacts`] the hits among them.

use glam::Vec2;

use crate::plane_contact::Surface;

/// A point of a link, or of a particle as both its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub ends: [u32; 2],
    /// Shares of the ends in the point.
    pub shares: [f32; 2],
}

/// A side of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Point(Point),
    /// The edge of a wheel, by its number.
    Wheel(u32),
    /// A shape or a plane, by the motion of its surface at the contact in the substep, m, and the number of a shape that
    /// moves by a motor.
    Surface {
        motion: Vec2,
        motor: Option<u32>,
    },
}

/// A contact of two sides in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The second side is a surface if one is.
    pub sides: [Side; 2],
    /// Contact normal: a unit vector from the second side to the first.
    pub normal: Vec2,
    /// Separation at the beginning of the substep, m; negative where they overlap.
    pub separation: f32,
    /// Distance along the normal at which they touch, m: from the point of the second side or the hub of a wheel to that
    /// of the first; from the origin where the second side is a surface.
    pub reach: f32,
    /// Coefficient of Coulomb friction.
    pub friction: f32,
    pub restitution: f32,
}

/// A contact that begins in this substep or the next. Motions are in m per substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub contact: Contact,
    /// The points of the first side that the normal impulse and friction act on: the hub of a wheel, and a particle of its
    /// rim.
    pub points: [Point; 2],
    /// The particles of the second side that these act on; `None` of a surface.
    pub base: Option<[u32; 2]>,
    /// Approach of the sides, positive.
    pub approach: f32,
    /// Whether the contact begins in this substep, at a speed of which a part is given back. Other contacts take part in
    /// the impacts of these.
    pub is_impact: bool,
    /// Substeps from the beginning of this one to the contact, 0 to 2. Contacts of the next substep are solved with
    /// those of this one, so that rounding makes no two impacts of one.
    pub time: f32,
}

/// Where contacts of solid bodies are searched, and the list that they are added to.
#[derive(Debug)]
pub(crate) struct HitSearch<'a> {
    /// The solid body of each particle.
    pub body: &'a [u32],
    /// See [`crate::collision::Impacts::before`].
    pub before: &'a [Vec2],
    pub hits: &'a mut Vec<Hit>,
}

impl Point {
    pub fn of_particle(particle: u32) -> Self {
        Self { ends: [particle; 2], shares: [1.0, 0.0] }
    }

    /// The sum of a quantity of the ends by their shares.
    pub fn of(self, of: &[Vec2]) -> Vec2 {
        of[self.ends[0] as usize] * self.shares[0] + of[self.ends[1] as usize] * self.shares[1]
    }

    /// Effective inverse mass, 1/kg. An impulse close to a fixed end would throw the other end, so it has a least value.
    pub fn inv_mass(self, of: &[f32]) -> f32 {
        /// Least value, as a fraction of the ends' sum.
        const MIN_FRACTION: f32 = 0.1;
        let ([a, b], [of_a, of_b]) = (self.shares, self.ends.map(|end| of[end as usize]));
        (a * a * of_a + b * b * of_b).max(MIN_FRACTION * (of_a + of_b))
    }
}

impl Side {
    pub fn particle(particle: u32) -> Self {
        Self::Point(Point::of_particle(particle))
    }

    /// Whether it is a shape or a plane.
    pub fn is_surface(self) -> bool {
        matches!(self, Self::Surface { .. })
    }

    /// Motion of its surface, m; zero of what moves by itself.
    pub fn surface_motion(self) -> Vec2 {
        if let Self::Surface { motion, .. } = self { motion } else { Vec2::ZERO }
    }
}

impl Hit {
    /// A contact at its penetration (m, negative outside) at the end of the substep; `None` if it is not near.
    /// `free_approach` is the approach without the links of this substep, which press a body at rest into the surface.
    pub fn at_end(self, depth: f32, free_approach: f32, surface: Surface) -> Option<Self> {
        (self.approach > 0.0 && depth >= -self.approach).then(|| {
            let time = (1.0 - depth / self.approach).clamp(0.0, 2.0);
            let is_impact = time <= 1.0 && free_approach > surface.rest_approach(self.contact.normal);
            Self { time, is_impact, ..self }
        })
    }

    /// The particles that its normal impulse acts on.
    pub fn particles(&self) -> impl Iterator<Item = u32> {
        self.points[0].ends.into_iter().chain(self.base.map(|[centre, _]| centre))
    }
}
