//! Placement of things: they move, turn, change their size or are mirrored as wholes, at rest and without stretch.
//!
//! While a gesture moves them their particles are lifted: fixed, whatever pulls at them.

use glam::Vec2;

use crate::aerodynamics::BlowerDef;
use crate::collision::particle_contact::Ball;
use crate::containers::SlotList;
use crate::geometry::{Form, SHAPE_SIZE_RANGE, Shape, Similarity};
use crate::math::{clamp_or, inside_world};
use crate::particles::{BALL_RADIUS_RANGE, ClothFace, ClothFaces, DistanceConstraint};
use crate::world::edit::{MAX_COMPLIANCE, MAX_LENGTH, MIN_LENGTH, Things};
use crate::world::{Stale, World};

impl World {
    /// Transforms things, pins included. Their particles are at rest, fixed from the first call of a gesture to the
    /// `last`, which puts them down. Links between them keep their stretch; masses stay.
    pub fn transform(&mut self, things: &Things, by: &Similarity, last: bool) {
        let (things, by) = (things.within(self), by.sanitised());
        self.lift(&things);
        if !by.is_identity() {
            self.disturb_around(&things);
            self.move_particles(&things, &by);
            self.disturb_around(&things);
            self.transform_shapes(&things.shapes, &by);
            self.bring_anchored(&things, &by);
            for &id in &things.blowers {
                if let Some(blower) = self.state.air.blowers.get_mut(id) {
                    blower.def = blower.def.transformed(&by);
                }
            }
        }
        if last {
            self.put_down();
        }
    }

    /// Fixes the particles of a gesture. Those of an earlier one that never ended are put down.
    fn lift(&mut self, things: &Things) {
        if self.state.lifted.iter().copied().eq(things.particles()) {
            return;
        }
        self.put_down();
        self.state.lifted = things.particles().collect();
        for particle in things.particles() {
            self.disturb(particle);
            self.set_displacement(particle, Vec2::ZERO);
            self.bodies.particles.inv_mass[particle.index()] = 0.0;
        }
        self.derived.stale.mark_constraints();
    }

    /// Ends the gesture: what it lifted starts from rest.
    fn put_down(&mut self) {
        let lifted = std::mem::take(&mut self.state.lifted);
        let at_rest = self.state.rest_displacement();
        for &particle in &lifted {
            let is_pinned = self.bodies.particles.pinned[particle.index()];
            self.set_displacement(particle, if is_pinned { Vec2::ZERO } else { at_rest });
            self.update_inverse_mass(particle);
            self.anchor_here(particle);
            self.disturb(particle);
        }
        self.see_anew(&lifted);
    }

    /// Smallest and largest factor by which things can be scaled before a size reaches the end of its range. A larger
    /// change would be limited, and its inverse would not bring the size back.
    #[must_use]
    pub fn scale_range(&self, things: &Things) -> (f32, f32) {
        let mut range = (0.0_f32, f32::INFINITY);
        let mut limit = |size: f32, (min, max): (f32, f32)| {
            if size > 0.0 {
                range = (range.0.max(min / size), range.1.min(max / size));
            }
        };
        let is_inner = |link: &&DistanceConstraint| things.has_particle(link.a) && things.has_particle(link.b);
        for link in self.bodies.links.iter().filter(is_inner) {
            limit(link.rest_length, (MIN_LENGTH, MAX_LENGTH));
            limit(link.compliance, (0.0, MAX_COMPLIANCE));
        }
        let is_sized = |ball: &&Ball| !ball.follows_weight && things.has_particle(ball.particle);
        let balls = self.state.balls.iter().filter(is_sized);
        balls.for_each(|ball| limit(ball.radius, BALL_RADIUS_RANGE));
        for shape in things.shapes.iter().filter_map(|&id| self.state.colliders.shape(id)) {
            match shape.def.form {
                Form::Circle { radius } => limit(radius, SHAPE_SIZE_RANGE),
                Form::Capsule { half_length, radius } => {
                    limit(half_length, (0.0, SHAPE_SIZE_RANGE.1));
                    limit(radius, SHAPE_SIZE_RANGE);
                }
                Form::Box { half } => half.to_array().into_iter().for_each(|half| limit(half, SHAPE_SIZE_RANGE)),
            }
        }
        for blower in things.blowers.iter().filter_map(|&id| self.blower(id)) {
            limit(blower.def.width, BlowerDef::WIDTH_RANGE);
            limit(blower.def.reach, BlowerDef::REACH_RANGE);
        }
        (range.0.min(1.0), range.1.max(1.0))
    }

    fn move_particles(&mut self, things: &Things, by: &Similarity) {
        for particle in things.particles() {
            let at = &mut self.bodies.particles.position[particle.index()];
            *at = inside_world(by.point(*at));
        }
        if by.is_mirrored {
            self.reverse_faces(things);
            self.mirror_bends(things);
        }
        self.transform_machines(things, by);
        if by.scale != 1.0 && !things.particles.is_empty() {
            self.scale_links(things, by.scale);
        }
    }

    /// Reverses the cloth faces of mirrored things, so that they show the same side.
    fn reverse_faces(&mut self, things: &Things) {
        let is_mirrored = |face: &ClothFace| face.corners.iter().all(|&corner| things.has_particle(corner));
        if self.bodies.faces.iter().any(is_mirrored) {
            let reversed = |face: &ClothFace| if is_mirrored(face) { face.reversed() } else { *face };
            let faces = self.bodies.faces.iter().map(reversed).collect();
            self.bodies.faces = ClothFaces::from_slots(SlotList::replacing(self.bodies.faces.slots(), faces));
        }
    }

    /// Scales the links between the particles of things, and their balls. Weights keep their masses, and so their discs.
    fn scale_links(&mut self, things: &Things, scale: f32) {
        let is_between = |link: &DistanceConstraint| things.has_particle(link.a) && things.has_particle(link.b);
        let between = self.bodies.links.enumerate().filter(|(_, link)| is_between(link));
        let between: Vec<_> = between.map(|(slot, link)| (slot, *link)).collect();
        for (slot, mut link) in between {
            link.rest_length = clamp_or(link.rest_length * scale, MIN_LENGTH, MAX_LENGTH, link.rest_length);
            // A longer link of the same material gives more.
            link.compliance = clamp_or(link.compliance * scale, 0.0, MAX_COMPLIANCE, link.compliance);
            self.bodies.links.replace(slot, link);
            self.bodies.colouring.update(slot, &link);
        }
        let is_sized = |ball: &&mut Ball| !ball.follows_weight && things.has_particle(ball.particle);
        for ball in self.state.balls.iter_mut().filter(is_sized) {
            ball.radius = clamp_or(ball.radius * scale, BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1, ball.radius);
        }
        self.derived.particle_contacts.is_stale = true;
        self.state.solver.is_stale = true;
        self.derived.stale = Stale::ALL;
    }

    /// Brings along the particles that are anchored to transformed shapes and are not part of what was transformed.
    fn bring_anchored(&mut self, things: &Things, by: &Similarity) {
        for index in 0..self.state.anchors.0.len() {
            let anchor = &mut self.state.anchors.0[index];
            let particle = anchor.particle;
            if things.shapes.binary_search(&anchor.shape).is_err() || things.has_particle(particle) {
                continue;
            }
            let Some(pose) = self.state.colliders.shape(anchor.shape).map(Shape::pose) else { continue };
            anchor.local *= by.scale;
            // A mirrored x axis is one with the other y axis.
            anchor.local.y *= if by.is_mirrored { -1.0 } else { 1.0 };
            self.bodies.particles.position[particle.index()] = anchor.position(pose);
            self.disturb(particle);
        }
    }

    /// Disturbs the particles of things, and those beside them.
    pub(super) fn disturb_around(&mut self, things: &Things) {
        things.particles().for_each(|particle| self.disturb(particle));
        self.disturb_beside_changed(|particle| things.has_particle(particle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colliders, Form, LinkKind, ParticleId, Settings, ShapeDef};

    fn rope(world: &mut World) -> Things {
        let ids: Vec<_> = (0..10).map(|i| world.add_particle(Vec2::new(0.1 * i as f32, 0.0), 0.02, i == 0)).collect();
        ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
        Things::of_particles(ids)
    }

    fn world() -> World {
        World::new(Settings::default(), Colliders::new(Some(-5.0), None), 0)
    }

    fn lengths(world: &World) -> Vec<f32> {
        let at = &world.particles().position;
        world.links().map(|link| at[link.a.index()].distance(at[link.b.index()]) / link.rest_length).collect()
    }

    #[test]
    fn lifted_things_stay_while_the_world_steps() {
        let mut world = world();
        let things = rope(&mut world);
        (0..10).for_each(|_| world.step());
        world.transform(&things, &Similarity::translation(Vec2::Y), false);
        let at = world.particles().position.clone();
        (0..30).for_each(|_| world.step());
        assert_eq!(world.particles().position, at, "in the hand");
        world.transform(&things, &Similarity::translation(Vec2::Y), true);
        world.step();
        let fallen = at[9] + Vec2::Y - world.particles().position[9];
        assert!(fallen.length() < 0.01 && world.particles().position[0] == at[0] + Vec2::Y, "{fallen}");
        (0..20).for_each(|_| world.step());
        assert!(world.particles().position[9].y < at[9].y + 0.9, "put down it swings");
    }

    #[test]
    fn turned_scaled_and_mirrored_rope_is_not_stretched() {
        let mut world = world();
        let things = rope(&mut world);
        (0..20).for_each(|_| world.step());
        let before = lengths(&world);
        let by = Similarity { about: Vec2::ONE, is_mirrored: true, scale: 2.5, turn: Vec2::new(0.6, 0.8), by: Vec2::X };
        world.transform(&things, &by, true);
        let after = lengths(&world);
        assert!(before.iter().zip(&after).all(|(before, after)| (before - after).abs() < 1e-5), "{before:?} {after:?}");
        assert!((world.links().next().expect("a link").rest_length - 0.25).abs() < 1e-6);
        (0..60).for_each(|_| world.step());
        assert!(lengths(&world).iter().all(|length| *length < 1.001));
    }

    #[test]
    fn lifted_particle_that_is_released_or_unpinned_is_still() {
        let mut world = world();
        let things = rope(&mut world);
        (0..3).for_each(|_| world.step());
        world.transform(&things, &Similarity::translation(Vec2::Y), false);
        world.grab(0, ParticleId(5), Vec2::new(0.5, 1.0));
        world.move_grab(0, Vec2::new(2.0, 1.0));
        world.step();
        world.release(0);
        world.set_pinned(ParticleId(0), false);
        let still = [0, 5].map(|index| world.particles().displacement[index]);
        assert_eq!(still, [Vec2::ZERO; 2]);
    }

    #[test]
    fn sizes_scaled_to_the_end_of_their_range_come_back() {
        let mut world = world();
        let rope = rope(&mut world);
        let post = world.add_shape(ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::ONE)).expect("there is room");
        let things = Things { shapes: vec![post], ..rope.clone() };
        let (least, most) = world.scale_range(&things);
        assert!((least - 0.1).abs() < 1e-6 && most > 100.0, "{least} to {most}");
        for scale in [least, 1.0 / least] {
            world.transform(&things, &Similarity { scale, ..Similarity::default() }, scale > 1.0);
        }
        let Form::Circle { radius } = world.colliders().shapes()[0].def.form else { panic!("it is a circle") };
        assert!((radius - 0.1).abs() < 1e-6, "{radius}");
        assert!(world.scale_range(&rope).0 < 0.1, "the circle is not part of it");
    }
}
