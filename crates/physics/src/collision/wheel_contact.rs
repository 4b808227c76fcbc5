//! One contact of a particle or a link with a wheel.
//!
//! In a contact a wheel is one rigid body: an impulse moves and turns all of it, so a load on a rope bends no rim. The
//! contact point of a link shares its impulse between the ends.

use glam::Vec2;

use crate::collision::{MIN_EFFECTIVE_INV_MASS, Wheel, sweep_link};
use crate::particles::Particles;

/// Change of an impulse, as a fraction of the normal impulse, that counts as none.
const ROUNDING: f32 = 1e-5;

/// The motion of a wheel in a substep as a rigid body, and how it yields to impulses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rigid {
    /// Point about which it turns: its centre of mass, or its fixed particle, m.
    pub pivot: Vec2,
    /// Displacement of the pivot, m.
    pub motion: Vec2,
    /// Angle by which it turns, rad.
    pub turn: f32,
    /// 1/kg; 0 for a wheel with a fixed particle.
    inv_mass: f32,
    /// 1/(kg m²); 0 for a wheel with two fixed particles.
    inv_inertia: f32,
}

/// Where a point touches a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// Out of the wheel, a unit vector.
    pub normal: Vec2,
    /// Separation at the beginning of the substep, m, or a whole displacement back after an impact; negative inside.
    pub gap: f32,
}

/// A particle in contacts with a wheel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touching {
    pub particle: u32,
    /// Displacement, m.
    pub motion: Vec2,
    /// Recovery of its overlap, m.
    pub recovery: Vec2,
    /// 1/kg.
    inv_mass: f32,
}

/// A point of a link, or a particle as both its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkPoint {
    /// The ends, as indices of a list.
    pub ends: [usize; 2],
    /// Shares of the ends in the motion of the point.
    pub shares: [f32; 2],
}

/// A point on a wheel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WheelContact {
    pub touch: Touch,
    point: LinkPoint,
    /// Effective inverse mass of the point, 1/kg.
    inv_mass: f32,
    /// Levers of the normal and of friction about the pivot, m.
    levers: [f32; 2],
    friction: f32,
    normal_impulse: f32,
    friction_impulse: f32,
}

impl Touching {
    pub fn new(particle: u32, Particles { displacement, inv_mass, .. }: &Particles) -> Self {
        let index = particle as usize;
        Self { particle, motion: displacement[index], recovery: Vec2::ZERO, inv_mass: inv_mass[index] }
    }
}

impl LinkPoint {
    fn motion(&self, touching: &[Touching]) -> Vec2 {
        touching[self.ends[0]].motion * self.shares[0] + touching[self.ends[1]].motion * self.shares[1]
    }

    /// Effective inverse mass, 1/kg.
    fn inv_mass(&self, touching: &[Touching]) -> f32 {
        let ([a, b], [of_a, of_b]) = (self.shares, self.ends.map(|end| touching[end].inv_mass));
        (a * a * of_a + b * b * of_b).max(MIN_EFFECTIVE_INV_MASS * (of_a + of_b))
    }
}

impl Rigid {
    /// The motion of some particles as a rigid body.
    pub fn of(members: &[u32], Particles { position, displacement, inv_mass, mass, .. }: &Particles) -> Self {
        let indices = || members.iter().map(|member| *member as usize);
        let fixed = indices().filter(|&index| inv_mass[index] == 0.0);
        let (fixed_count, first_fixed) = (fixed.clone().count(), fixed.clone().next());
        let total: f32 = indices().map(|index| mass[index]).sum();
        // About the hub, so that no digits cancel.
        let hub = position[members[0] as usize];
        let mean = |of: &dyn Fn(usize) -> Vec2| indices().map(|index| of(index) * mass[index]).sum::<Vec2>() / total;
        let (pivot, motion) = match first_fixed.filter(|_| fixed_count == 1) {
            Some(fixed) => (position[fixed], displacement[fixed]),
            None => (hub + mean(&|index| position[index] - hub), mean(&|index| displacement[index])),
        };
        let lever = |index: usize| position[index] - pivot;
        let inertia: f32 = indices().map(|index| mass[index] * lever(index).length_squared()).sum();
        let moment: f32 =
            indices().map(|index| mass[index] * lever(index).perp_dot(displacement[index] - motion)).sum();
        Self {
            pivot,
            motion,
            turn: if inertia > 0.0 { moment / inertia } else { 0.0 },
            inv_mass: if fixed_count == 0 { 1.0 / total } else { 0.0 },
            inv_inertia: if fixed_count <= 1 && inertia > 0.0 { 1.0 / inertia } else { 0.0 },
        }
    }

    /// Levers about the pivot (m) of a normal at the edge of a disc about `centre`, and of friction there.
    pub fn levers(&self, centre: Vec2, normal: Vec2, radius: f32) -> [f32; 2] {
        let off = centre - self.pivot;
        [off.perp_dot(normal), radius + off.dot(normal)]
    }
}

impl WheelContact {
    /// The contact of a point with a wheel, with these levers about its pivot (m).
    pub fn new(touch: Touch, (point, touching): (LinkPoint, &[Touching]), levers: [f32; 2], friction: f32) -> Self {
        let inv_mass = point.inv_mass(touching);
        Self { touch, point, inv_mass, levers, friction, normal_impulse: 0.0, friction_impulse: 0.0 }
    }

    /// Solves the contact: non-penetration and Coulomb friction, with impulses (kg m) that add up over the rounds. Returns
    /// whether they have changed by more than rounding.
    pub fn solve(&mut self, rigid: &mut Rigid, touching: &mut [Touching]) -> bool {
        let (Touch { normal, gap }, [normal_lever, lever]) = (self.touch, self.levers);
        let yielding = self.yielding(rigid, normal_lever);
        if yielding <= 0.0 {
            return false;
        }
        let along = normal.perp();
        let approach = -self.relative_motion((rigid, touching), normal, normal_lever) - gap.max(0.0);
        let normal_impulse = (self.normal_impulse + approach / yielding).max(0.0);
        let change = normal_impulse - self.normal_impulse;
        self.push((rigid, touching), normal * change, normal_lever * change);
        self.normal_impulse = normal_impulse;
        let rounding = ROUNDING * normal_impulse;
        let mut has_changed = change.abs() > rounding;
        let yielding = self.yielding(rigid, lever);
        if yielding > 0.0 {
            let sliding = self.relative_motion((rigid, touching), along, lever);
            let limit = self.friction * self.normal_impulse;
            let friction_impulse = (self.friction_impulse - sliding / yielding).clamp(-limit, limit);
            let change = friction_impulse - self.friction_impulse;
            self.push((rigid, touching), along * change, lever * change);
            self.friction_impulse = friction_impulse;
            has_changed |= change.abs() > rounding;
        }
        has_changed
    }

    /// Displacement of the point along a direction relative to the wheel's surface, m.
    fn relative_motion(&self, (rigid, touching): (&Rigid, &[Touching]), direction: Vec2, lever: f32) -> f32 {
        // A fixed particle stops the turn of a wheel that is held, and does not turn it: at a short lever it would fling
        // the wheel round.
        let both_are_held = self.inv_mass + rigid.inv_mass == 0.0;
        let motion = if both_are_held { Vec2::ZERO } else { self.point.motion(touching) - rigid.motion };
        motion.dot(direction) - lever * rigid.turn
    }

    /// Relative displacement by an impulse of 1 kg m with a lever (m), 1/kg.
    fn yielding(&self, rigid: &Rigid, lever: f32) -> f32 {
        self.inv_mass + rigid.inv_mass + lever * lever * rigid.inv_inertia
    }

    /// Share of the point in the recovery of an overlap with a wheel; all of it where both are fixed.
    pub fn share_of_recovery(&self, rigid: Rigid) -> f32 {
        if rigid.inv_mass > 0.0 { self.inv_mass / (self.inv_mass + rigid.inv_mass) } else { 1.0 }
    }

    /// Moves the point out of the wheel by a distance (m).
    pub fn recover(&self, distance: f32, touching: &mut [Touching]) {
        for (end, share) in self.point.ends.into_iter().zip(self.point.shares).filter(|(_, share)| *share > 0.0) {
            let end = &mut touching[end];
            let way = if self.inv_mass > 0.0 { share * end.inv_mass / self.inv_mass } else { 0.0 };
            end.recovery += self.touch.normal * (distance * way);
        }
    }

    /// Gives an impulse to the point, and its reaction, of this moment (kg m²), to the wheel.
    fn push(&mut self, (rigid, touching): (&mut Rigid, &mut [Touching]), impulse: Vec2, moment: f32) {
        for (end, share) in self.point.ends.into_iter().zip(self.point.shares) {
            let end = &mut touching[end];
            end.motion += impulse * (share * end.inv_mass);
        }
        rigid.motion -= impulse * rigid.inv_mass;
        rigid.turn -= moment * rigid.inv_inertia;
    }
}

/// Where a point that moves from one position to another in a substep, relative to the hub (m), touches a wheel; `None`
/// if it does not.
pub(crate) fn touch(before: Vec2, now: Vec2, wheel: &Wheel) -> Option<Touch> {
    let (distance, radius) = (before.length(), wheel.radius);
    if distance <= radius {
        let is_pressed = now.dot(before) < distance * distance;
        let is_shallow = distance > radius - wheel.max_depth();
        return (is_pressed && is_shallow).then(|| Touch { normal: before / distance, gap: distance - radius });
    }
    // In parts along and across the path: beside a long path the square of a small radius would be lost in rounding.
    let path = now - before;
    let length = path.length();
    let direction = path / length;
    let (ahead, across) = (-before.dot(direction), direction.perp_dot(before));
    let half_chord = (radius * radius - across * across).max(0.0).sqrt();
    let way = ahead - half_chord;
    // Also where nothing moves, and no part is a number.
    if !(across.abs() <= radius && ahead > 0.0 && way <= length) {
        return None;
    }
    let normal = (direction.perp() * across - direction * half_chord) / radius;
    Some(Touch { normal, gap: normal.dot(before) - radius })
}

/// Where a link whose ends move from one position to another in a substep, relative to the hub (m), touches a wheel between
/// its ends, with the shares of the ends in that point; `None` if it does not.
pub(crate) fn touch_link(before: [Vec2; 2], now: [Vec2; 2], wheel: &Wheel) -> Option<(Touch, [f32; 2])> {
    let (fraction, normal, _) = sweep_link(wheel.radius, before, now)?;
    let gap = normal.dot(before[0].lerp(before[1], fraction)) - wheel.radius;
    (gap > -wheel.max_depth()).then_some((Touch { normal, gap }, [1.0 - fraction, fraction]))
}
