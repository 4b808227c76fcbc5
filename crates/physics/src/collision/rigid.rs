//! A wheel in contacts: one rigid body.

use glam::Vec2;

use crate::particles::Particles;

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

    /// Levers about the pivot (m) of the normal and of friction along its perpendicular at the edge of a disc about `centre`
    /// in the direction `outward`.
    pub fn levers(&self, centre: Vec2, (outward, normal): (Vec2, Vec2), radius: f32) -> [f32; 2] {
        // Not from the contact point: on an axle the normal's lever is nothing, and its rounding would be all.
        let off = centre - self.pivot;
        [off.perp_dot(normal), off.dot(normal) + radius * outward.dot(normal)]
    }

    /// Displacement by an impulse of 1 kg m with a lever (m), 1/kg.
    pub fn yielding(&self, lever: f32) -> f32 {
        self.inv_mass + lever * lever * self.inv_inertia
    }

    /// The motion (m) and the turn (rad) that an impulse (kg m) along a direction with a lever (m) gives.
    pub fn moved_by(&self, direction: Vec2, lever: f32, impulse: f32) -> (Vec2, f32) {
        (direction * (impulse * self.inv_mass), lever * impulse * self.inv_inertia)
    }
}
