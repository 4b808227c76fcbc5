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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::{WheelContacts, Wheels};
    use crate::plane_contact::Surface;

    const SURFACE: Surface =
        Surface { restitution: 0.0, friction: 0.0, fall: Vec2::ZERO, substep: 0.001, max_lift: f32::INFINITY };

    /// A rim of four particles of 1 kg about a hub at the origin, which moves and turns, and particles at its edge.
    fn hit(hub_is_fixed: bool, friction: f32) -> (Particles, Particles) {
        let rim = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
        let on_edge = [Vec2::new(0.6, 0.8), Vec2::new(-0.8, 0.6), Vec2::new(0.96, -0.28)].map(|at| at * 0.995);
        let position: Vec<Vec2> = [Vec2::ZERO].into_iter().chain(rim).chain(on_edge).collect();
        let moved = |at: &Vec2| if hub_is_fixed { at.perp() * 0.01 } else { Vec2::new(0.0, 0.01) + at.perp() * 0.01 };
        let mut displacement: Vec<Vec2> = position[..5].iter().map(moved).collect();
        displacement.extend([Vec2::new(-0.02, -0.02), Vec2::new(0.03, -0.02), Vec2::new(-0.02, 0.0)]);
        let mass = vec![1.0, 1.0, 1.0, 1.0, 1.0, 0.3, 2.0, 0.1];
        let mut inv_mass: Vec<f32> = mass.iter().map(|mass| 1.0 / mass).collect();
        if hub_is_fixed {
            inv_mass[0] = 0.0;
        }
        let before = Particles { position, displacement, inv_mass, mass, pinned: vec![false; 8] };
        let mut after = before.clone();
        assert_eq!(resolve(&mut after, friction), 3);
        (before, after)
    }

    /// Resolves a substep. Returns the number of contacts.
    fn resolve(particles: &mut Particles, friction: f32) -> usize {
        let mut contacts = WheelContacts::of(Wheels::of_first(5, 8, 1.0), 8, &[]);
        let surface = Surface { friction, ..SURFACE };
        contacts.resolve(particles, (&mut [Vec2::ZERO; 8], &[]), surface.into());
        contacts.count()
    }

    fn sum(particles: &Particles, of: impl Fn(Vec2, Vec2) -> f32) -> f32 {
        (0..particles.position.len())
            .map(|i| particles.mass[i] * of(particles.position[i], particles.displacement[i]))
            .sum()
    }

    #[test]
    fn hit_keeps_momentum_and_takes_energy() {
        for (is_fixed, friction) in [(false, 0.0), (false, 0.5), (false, 5.0), (true, 0.0), (true, 0.5)] {
            let (before, after) = hit(is_fixed, friction);
            let of = |of: fn(Vec2, Vec2) -> f32| {
                [sum(&before, of), sum(&Particles { position: before.position.clone(), ..after.clone() }, of)]
            };
            let [was, is] = of(|at, by| at.perp_dot(by));
            assert!((is - was).abs() < 2e-3 * was.abs(), "{is_fixed}, {friction}: angular momentum {was} to {is}");
            let [was, is] = of(|_, by| by.length_squared());
            assert!(is < was, "{is_fixed}, {friction}: energy {was} to {is}");
            if !is_fixed {
                for axis in [|_, by: Vec2| by.x, |_, by: Vec2| by.y] {
                    let [was, is] = of(axis);
                    assert!((is - was).abs() < 1e-6, "{friction}: momentum {was} to {is}");
                }
            }
        }
    }

    /// Displacement of a rim along its edge.
    fn turn(particles: &Particles) -> f32 {
        particles.displacement[1].y - particles.displacement[0].y
    }

    #[test]
    fn link_that_hits_a_wheel_keeps_momentum_and_takes_energy() {
        for (friction, ends) in [(0.0, [-1.0, 1.0]), (0.5, [-1.0, 1.0]), (0.5, [-3.0, 0.5]), (5.0, [-0.5, 2.0])] {
            let (mut before, _) = hit(false, 0.0);
            before.position.truncate(7);
            for (index, x) in [5, 6].into_iter().zip(ends) {
                before.position[index] = Vec2::new(x, 0.97);
                before.displacement[index] = Vec2::new(0.0, -0.02);
            }
            let mut after = before.clone();
            let mut contacts = WheelContacts::of(Wheels::of_first(5, 7, 1.0), 7, &[[5, 6]]);
            let surface = Surface { friction, ..SURFACE };
            contacts.resolve(&mut after, (&mut [Vec2::ZERO; 7], &[]), surface.into());
            let moved = after.displacement[5].y * ends[1] - after.displacement[6].y * ends[0];
            let edge = after.displacement[0].y * (ends[1] - ends[0]);
            assert!(moved > edge - 1e-3, "{friction}, {ends:?}: {moved} and {edge}");
            assert_eq!(contacts.count(), 1, "{friction}, {ends:?}");
            let change = |of: fn(Vec2, Vec2) -> f32| {
                let after = Particles { position: before.position.clone(), ..after.clone() };
                (sum(&after, of) - sum(&before, of)).abs()
            };
            assert!(change(|_, by| by.x) < 1e-6 && change(|_, by| by.y) < 1e-6, "{friction}, {ends:?}");
            let turned = change(|at, by| at.perp_dot(by));
            assert!(turned < 5e-4, "{friction}, {ends:?}: angular momentum changes by {turned}");
            let [was, is] = [&before, &after].map(|particles| sum(particles, |_, by| by.length_squared()));
            assert!(is < was, "{friction}, {ends:?}: energy {was} to {is}");
        }
    }

    #[test]
    fn friction_turns_the_wheel() {
        assert!((turn(&hit(true, 0.0).1) - 0.01).abs() < 1e-6);
        // The heaviest particle slides clockwise where it comes down, and the wheel turns the other way.
        assert!(turn(&hit(true, 0.5).1) < 0.009, "{}", turn(&hit(true, 0.5).1));
    }

    #[test]
    fn fixed_particle_turns_no_wheel_that_is_held() {
        for step in 0..100 {
            let cos = 1.0 - 0.02 * step as f32;
            let sin = (1.0 - cos * cos).sqrt();
            for (friction, fixed) in [(0.0, &[0][..]), (0.5, &[0]), (0.5, &[1, 2]), (0.0, &[1]), (0.5, &[1])] {
                let (mut particles, _) = hit(true, 0.0);
                particles.position.iter_mut().for_each(|at| *at += Vec2::new(3.3, 1.7));
                particles.displacement[..5].fill(Vec2::ZERO);
                particles.inv_mass[..5].fill(1.0);
                fixed.iter().for_each(|&index| particles.inv_mass[index] = 0.0);
                let out = Vec2::new(cos, sin);
                particles.position[5] = Vec2::new(3.3, 1.7) + out * 0.995;
                particles.inv_mass[5] = 0.0;
                particles.displacement[5] = out * -0.02;
                resolve(&mut particles, friction);
                assert!(particles.position.iter().all(|at| at.is_finite()), "{out}, {friction}");
                let turn = turn(&particles);
                let other: Vec<Vec2> = particles.displacement[6..].to_vec();
                assert!(turn.abs() < 0.05, "{out}, {friction}: turns by {turn}, {other:?}");
            }
        }
    }

    #[test]
    fn point_touches_a_disc_from_outside_alone() {
        let wheel = Wheel { hub: 0, members: 0..0, radius: 1.0, is_corner: false };
        let touch = |before: (f32, f32), now: (f32, f32)| touch(before.into(), now.into(), &wheel);
        assert_eq!(touch((2.0, 0.0), (0.5, 0.0)), Some(Touch { normal: Vec2::X, gap: 1.0 }));
        assert_eq!(touch((2.0, 0.0), (-2.0, 0.0)), Some(Touch { normal: Vec2::X, gap: 1.0 }), "it would pass through");
        assert_eq!(touch((2.0, 0.0), (1.5, 0.0)), None);
        assert_eq!(touch((0.5, 0.0), (0.4, 0.0)), None, "the wheel was put onto it");
        let Touch { normal, gap } = touch((0.0, 0.995), (0.0, 0.9)).expect("it is pressed");
        assert!(normal == Vec2::Y && (gap + 0.005).abs() < 1e-6);
        assert_eq!(touch((0.0, 0.995), (0.0, 0.996)), None, "it leaves");
        assert_eq!(touch((1.0, 0.0), (1.0, 0.0)), None, "it lies on the edge at rest");
        assert_eq!(touch((2.0, 0.0), (2.0, 0.0)), None);
    }

    #[test]
    fn normal_of_a_small_disc_is_a_unit_vector_after_a_long_way() {
        let wheel = Wheel { hub: 0, members: 0..0, radius: 0.02, is_corner: true };
        for step in 0..160 {
            let (before, offset) = (Vec2::new(-120.0, -70.0), Vec2::new(-0.6, 1.0) * (0.0001 * step as f32));
            let Touch { normal, gap } = touch(before + offset, -before + offset, &wheel).expect("it passes through");
            assert!((normal.length() - 1.0).abs() < 1e-5, "{step}: {normal}");
            assert!(normal.dot(before) > 0.0 && gap > 0.0, "{step}: {normal}, {gap} m");
        }
    }

    #[test]
    fn link_touches_a_disc_between_its_ends_alone() {
        let wheel = Wheel { hub: 0, members: 0..0, radius: 1.0, is_corner: false };
        let along = |y: f32| [Vec2::new(-1.0, y), Vec2::new(3.0, y)];
        let (touch, shares) = touch_link(along(1.5), along(0.5), &wheel).expect("it comes to the disc");
        assert_eq!((touch, shares), (Touch { normal: Vec2::Y, gap: 0.5 }, [0.75, 0.25]));
        let (touch, _) = touch_link(along(1.5), along(-1.5), &wheel).expect("it would pass through");
        assert_eq!(touch, Touch { normal: Vec2::Y, gap: 0.5 });
        assert_eq!(touch_link(along(1.5), along(1.2), &wheel), None);
        assert_eq!(touch_link(along(0.5), along(0.4), &wheel), None, "the wheel was put onto it");
        let end = |y: f32| [Vec2::new(0.2, y), Vec2::new(3.0, y)];
        assert_eq!(touch_link(end(1.01), end(0.99), &wheel), None, "its end meets the disc");
    }
}
