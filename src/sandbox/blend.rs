//! Pictures between two steps: positions blended from before the last step to after it.

use glam::Vec2;

use super::{Ghost, Sandbox};
use crate::physics::{Particles, Pose, Shape};

impl Sandbox {
    /// Writes the positions of all particles, m, to `to`. `blend` runs from 0, before the last step, to 1, after it.
    pub fn blend_positions(&self, blend: f32, to: &mut Vec<Vec2>) {
        blend_positions(&self.previous_positions, self.world.particles(), blend, to);
    }

    /// The shapes, each with its pose blended as by [`Sandbox::blend_positions`].
    pub fn blended_shapes(&self, blend: f32) -> impl Iterator<Item = (&Shape, Pose)> + '_ {
        self.world.colliders().shapes().iter().map(move |shape| {
            let now = shape.pose();
            let previous = self.previous_shapes.iter().find(|previous| previous.id == shape.id);
            let before = previous.map_or(now, Shape::pose);
            let turn = before.turn.lerp(now.turn, blend).try_normalize().unwrap_or(now.turn);
            (shape, Pose { at: before.at.lerp(now.at, blend), turn })
        })
    }
}

impl Ghost {
    /// Writes the positions of all its particles, m, to `to`, as [`Sandbox::blend_positions`] does.
    pub fn blend_positions(&self, blend: f32, to: &mut Vec<Vec2>) {
        blend_positions(&self.previous_positions, self.world.particles(), blend, to);
    }
}

fn blend_positions(previous: &[Vec2], particles: &Particles, blend: f32, to: &mut Vec<Vec2>) {
    let now = &particles.position;
    to.clear();
    to.extend(previous.iter().zip(now).map(|(previous, &now)| previous.lerp(now, blend)));
    // Particles that were added since the last step have no previous position.
    to.extend_from_slice(now.get(to.len()..).unwrap_or_default());
}
