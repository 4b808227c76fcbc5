//! Copying things out of a world, and into one.

use super::{Clip, ClipAnchor, ClipBall, ClipBend, ClipDrive, ClipLink, ClipMotor, ClipParticle, ClipWeight};
use crate::collision::particle_contact::{Ball, BallSurface};
use crate::geometry::{Shape, ShapeDef, ShapeId};
use crate::kinematic::Anchor;
use crate::machine::{DrivenLink, Motor};
use crate::math::clamp_or;
use crate::particles::{Bend, ClothFace, DistanceConstraint, MAX_MATERIALS, Materials, ParticleId, Weight};
use crate::world::World;
use crate::world::edit::{MAX_COMPLIANCE, Things};
use crate::world::tags::Tags;

impl World {
    /// Things as they are now, with the links, faces, balls and weights between and on them.
    #[must_use]
    pub fn clip(&self, things: &Things) -> Clip {
        let things = things.within(self);
        let mut place = vec![None; self.bodies.particles.len()];
        for (index, particle) in (0..).zip(things.particles()) {
            place[particle.index()] = Some(index);
        }
        let place = |particle: ParticleId| -> Option<u32> { place[particle.index()] };
        let particle = |id: ParticleId| {
            let particles = &self.bodies.particles;
            let mass = self.weight(id).map_or(particles.mass[id.index()], |weight| weight.bare_mass);
            ClipParticle { at: particles.position[id.index()], mass, pinned: self.is_pinned(id) }
        };
        let mut materials = Materials::default();
        let mut material = |link: &DistanceConstraint| {
            let material = self.material_of(link)?;
            materials.find(material).or_else(|| materials.push(material.clone()))
        };
        let mut link = |link: &DistanceConstraint| {
            let &DistanceConstraint { a, b, rest_length: length, stiffness, compliance, kind, .. } = link;
            let (a, b) = (place(a)?, place(b)?);
            let material = material(link).unwrap_or(0);
            Some(ClipLink { a, b, length, stiffness, compliance, kind, material })
        };
        let links = self.bodies.links.iter().filter_map(&mut link).collect();
        let face = |face: &ClothFace| {
            let [a, b, c, d] = face.corners.map(place);
            Some([a?, b?, c?, d?])
        };
        let weight = |weight: &Weight| Some(ClipWeight { particle: place(weight.particle)?, mass: weight.mass });
        let bend = |bend: &Bend| Some(ClipBend { particle: place(bend.particle)?, half_turn: bend.half_turn });
        let shape_place = |id: ShapeId| things.shapes.binary_search(&id).ok().map(|place| place as u32);
        let anchor = |&Anchor { particle, shape, local: _ }: &Anchor| {
            Some(ClipAnchor { particle: place(particle)?, shape: shape_place(shape)? })
        };
        let ball = |&Ball { particle, radius, surface, follows_weight }: &Ball| {
            let (radius, BallSurface { friction, restitution }) = ((!follows_weight).then_some(radius), surface);
            Some(ClipBall { particle: place(particle)?, radius, friction, restitution })
        };
        let (drives, motors) = self.clip_machines(place);
        // As it stands: a slide starts where the shape is.
        let shape = |shape: &Shape| ShapeDef { at: shape.pose().at, ..shape.def };
        let (shapes, blowers) = (self.state.colliders.shapes().iter(), self.blowers().iter());
        let tags = Tags::of_places(
            things.particles().map(|id| self.tags().of_particle(id)),
            things.shapes.iter().map(|&id| self.tags().of_shape(id)),
            things.blowers.iter().map(|&id| self.tags().of_blower(id)),
        );
        Clip {
            particles: things.particles().map(particle).collect(),
            links,
            materials: materials.0.to_vec(),
            faces: self.bodies.faces.iter().filter_map(face).collect(),
            balls: (self.state.balls.iter()).filter_map(ball).collect(),
            weights: self.state.weights.iter().filter_map(weight).collect(),
            bends: self.state.bends.0.iter().filter_map(bend).collect(),
            drives,
            motors,
            shapes: shapes.filter(|shape| things.shapes.contains(&shape.id)).map(shape).collect(),
            anchors: self.state.anchors.0.iter().filter_map(anchor).collect(),
            blowers: blowers.filter(|blower| things.blowers.contains(&blower.id)).map(|blower| blower.def).collect(),
            tags,
        }
    }

    /// The drives and motors among the particles that have a place in a clip.
    fn clip_machines(&self, place: impl Fn(ParticleId) -> Option<u32>) -> (Vec<ClipDrive>, Vec<ClipMotor>) {
        let drive = |link: &DrivenLink| {
            let [a, b] = link.ends.map(&place);
            Some(ClipDrive { ends: [a?, b?], drive: link.drive, rest_length: link.rest_length })
        };
        let motor = |&Motor { axle, arms, drive, is_on: _ }: &Motor| {
            let [turning, carrying] = arms.map(&place);
            Some(ClipMotor { axle: place(axle)?, arms: [turning?, carrying?], drive })
        };
        let machines = &self.state.machines;
        (machines.driven.iter().filter_map(drive).collect(), machines.motors.iter().filter_map(motor).collect())
    }

    /// Adds the things of a clip, at rest. What names a particle that the clip does not have is left out, and so are
    /// shapes, blowers and balls beyond the most that a world may have.
    pub fn insert(&mut self, clip: &Clip) {
        let first = self.bodies.particles.len() as u32;
        let count = clip.particles.len() as u32;
        let id = |place: u32| (place < count).then(|| ParticleId(first + place));
        for &ClipParticle { at, mass, pinned } in &clip.particles {
            self.add_particle(at, mass, pinned);
        }
        let blowers: Vec<_> = clip.blowers.iter().map(|&blower| self.add_blower(blower)).collect();
        let mut numbers = [None; MAX_MATERIALS];
        for &ClipLink { a, b, length, stiffness, compliance, kind, material } in &clip.links {
            if let (Some(a), Some(b)) = (id(a), id(b))
                && a != b
            {
                let stiffness = clamp_or(stiffness, 0.0, 1.0, 1.0);
                let compliance = clamp_or(compliance, 0.0, MAX_COMPLIANCE, 0.0);
                // Added when the first link has it: a number that no link has yet would go to the next material.
                let material = usize::from(material).checked_sub(1).and_then(|place| {
                    let (number, material) = (numbers.get_mut(place)?, clip.materials.get(place)?);
                    *number = number.or_else(|| Some(self.add_material(material).unwrap_or(0)));
                    *number
                });
                let material = material.unwrap_or(0);
                let link = DistanceConstraint { a, b, rest_length: length, stiffness, compliance, kind, material };
                self.push_link_among(link);
            }
        }
        for corners in &clip.faces {
            if let [Some(a), Some(b), Some(c), Some(d)] = corners.map(id) {
                self.add_face([a, b, c, d]);
            }
        }
        self.insert_weights_and_balls(clip, id);
        let bend = |bend: &ClipBend| Some(Bend { particle: id(bend.particle)?, half_turn: bend.half_turn });
        self.state.bends.replace(clip.bends.iter().filter_map(bend).collect());
        self.insert_machines(clip, id);
        let old = self.state.colliders.shapes().len();
        let shapes: Vec<_> = clip.shapes.iter().map(|&shape| self.add_shape_among(shape)).collect();
        let [old, new] = [0..old, old..self.state.colliders.shapes().len()].map(Vec::from_iter);
        // New links and old shapes; new shapes and everything.
        self.ignore_overlaps(&old, |[a, b]| a != b && a.0 >= first);
        self.ignore_overlaps(&new, |_| true);
        let new: Vec<_> = (first..self.bodies.particles.len() as u32).map(ParticleId).collect();
        self.state.unseen.extend(new);
        let mut anchors = clip.anchors.clone();
        anchors.sort_by_key(|anchor| anchor.particle);
        for anchor in anchors {
            if let (Some(particle), Some(shape)) = (id(anchor.particle), shapes.get(anchor.shape as usize)) {
                self.set_anchor(particle, *shape);
            }
        }
        self.state.tags.append(&clip.tags, [first, count], &shapes, &blowers);
    }

    /// Adds the drives and motors of a clip; `id` finds a particle by its place in the clip.
    fn insert_machines(&mut self, clip: &Clip, id: impl Fn(u32) -> Option<ParticleId>) {
        for &ClipDrive { ends, drive, rest_length } in &clip.drives {
            if let [Some(a), Some(b)] = ends.map(&id) {
                self.set_link_drive(a, b, Some(drive));
                self.set_driven_length(a, b, rest_length);
            }
        }
        for &ClipMotor { axle, arms, drive } in &clip.motors {
            if let (Some(axle), [Some(turning), Some(carrying)]) = (id(axle), arms.map(&id)) {
                self.set_motor(axle, [turning, carrying], Some(drive));
            }
        }
    }

    /// Adds the weights and balls of a clip; `id` finds a particle by its place in the clip.
    fn insert_weights_and_balls(&mut self, clip: &Clip, id: impl Fn(u32) -> Option<ParticleId>) {
        // In rising order each is added at the end of the world's list.
        let mut weights = clip.weights.clone();
        weights.sort_by_key(|weight| weight.particle);
        for weight in weights {
            id(weight.particle).into_iter().for_each(|particle| self.set_mass(particle, Some(weight.mass)));
        }
        for ball in &clip.balls {
            if let Some(particle) = id(ball.particle) {
                match ball.radius {
                    Some(radius) => self.add_ball(particle, radius),
                    None => self.set_solid(particle, true),
                }
                let surface = BallSurface { friction: ball.friction, restitution: ball.restitution };
                if surface != BallSurface::default() {
                    self.set_ball_surface(particle, surface);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::{BlowerDef, Colliders, Control, Form, LinkDrive, LinkKind, MotorDrive, Settings, Stroke};

    fn world() -> World {
        let settings = Settings { rope_contact: Some(0.02), ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(Some(-2.0), None), 0);
        let ids = [0.0, 1.0, 2.0, 3.0].map(|x| world.add_particle(Vec2::new(x, 0.5 * x * x), 0.1, x == 0.0));
        world.add_compliant_link(ids[0], ids[1], 0.01, LinkKind::Rope);
        world.add_link(ids[1], ids[2], Some(0.7), 0.5, LinkKind::Brace);
        world.add_link(ids[2], ids[3], None, 1.0, LinkKind::Net);
        world.add_face(ids);
        world.add_ball(ids[3], 0.2);
        world.set_ball_surface(ids[3], BallSurface { friction: Some(0.1), restitution: None });
        world.set_weight(ids[2], Some(3.0));
        let drive = LinkDrive {
            stroke: Stroke::Linear { min: 0.5, max: 2.0, speed: 0.1 },
            force: 50.0,
            stiffness: None,
            damping: 0.0,
            control: Control::default(),
        };
        world.set_link_drive(ids[3], ids[2], Some(drive));
        let motor = MotorDrive { speed: 2.0, torque: 1.0, brakes: true, one_way: false, control: Control::default() };
        world.set_motor(ids[1], [ids[0], ids[2]], Some(motor));
        world.add_shape(ShapeDef::still(Form::Box { half: Vec2::new(0.3, 0.1) }, Vec2::new(9.0, 0.0)));
        let post = world.add_shape(ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::new(0.0, 0.3)));
        world.set_anchor(ids[0], post);
        world.add_blower(BlowerDef { at: Vec2::Y, turn: Vec2::X, speed: 3.0, width: 0.5, reach: 4.0 });
        world
    }

    #[test]
    fn clip_of_everything_builds_the_same_world() {
        let world = world();
        let mut copy = World::new(*world.settings(), Colliders::new(Some(-2.0), None), 0);
        copy.insert(&world.clip(&world.all_things()));
        assert_eq!(copy.state_hash(), world.state_hash());
    }

    #[test]
    fn clip_with_unusable_values_is_inserted_without_them() {
        let mut world = world();
        let mut clip = world.clip(&world.all_things());
        clip.particles[0] = ClipParticle { at: Vec2::NAN, mass: f32::NAN, pinned: false };
        clip.links.push(ClipLink {
            a: 0,
            b: 77,
            length: 1.0,
            stiffness: 1.0,
            compliance: 0.0,
            kind: LinkKind::Rope,
            material: 0,
        });
        clip.links[1].length = f32::NAN;
        clip.faces.push([0, 1, 2, 4]);
        clip.balls.push(ClipBall { particle: u32::MAX, radius: Some(1.0), friction: None, restitution: None });
        clip.weights.push(ClipWeight { particle: 4, mass: 1.0 });
        clip.shapes[0].at = Vec2::NAN;
        world.insert(&clip);
        assert_eq!((world.particles().len(), world.link_count(), world.face_count()), (8, 6, 2));
        assert_eq!((world.balls().len(), world.weights().len(), world.colliders().shapes().len()), (4, 2, 3));
        (0..30).for_each(|_| world.step());
        assert!(world.particles().position.iter().all(|at| at.is_finite()));
    }
}
