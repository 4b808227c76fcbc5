//! Pictures between two steps: positions blended from before the last step to after it.

use glam::{DVec2, Vec2};

use super::{Ghost, Sandbox};
use crate::physics::{Particles, Pose, Shape, Things};

impl Sandbox {
    /// Writes the positions of all particles, m, to `to`. `blend` runs from 0, before the last step, to 1, after it.
    pub fn blend_positions(&self, blend: f32, to: &mut Vec<Vec2>) {
        blend_positions(&self.previous_positions, self.world.particles(), blend, to);
    }

    /// The mean place of things, m, blended as by [`Sandbox::blend_positions`]; `None` without any.
    pub fn blended_middle(&self, things: &Things, blend: f32) -> Option<Vec2> {
        let now = &self.world.particles().position;
        let particles = things.particles().filter_map(|particle| {
            let &now = now.get(particle.index())?;
            Some(self.previous_positions.get(particle.index()).map_or(now, |previous| previous.lerp(now, blend)))
        });
        let shapes = self.blended_shapes(blend).filter(|(shape, _)| things.shapes.contains(&shape.id));
        let blowers = things.blowers.iter().filter_map(|&blower| self.world.blower(blower));
        let places = particles.chain(shapes.map(|(_, pose)| pose.at)).chain(blowers.map(|blower| blower.def.at));
        // The f32 sum of the places of a large cloth would tremble.
        let add = |(sum, count): (DVec2, f64), at: Vec2| (sum + at.as_dvec2(), count + 1.0);
        let (sum, count) = places.fold((DVec2::ZERO, 0.0), add);
        (count > 0.0).then(|| (sum / count).as_vec2())
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
