//! Removal of particles. Ids are indices, so all that names particles gets the new ids of those that stay.
//!
//! The order of particles and links stays, and links keep their colours: what is not linked to removed particles steps
//! on as before.

use crate::collision::particle_contact::SleepState;
use crate::collision::{IgnoredPairs, Partner};
use crate::containers::SlotList;
use crate::kinematic::{Anchors, Drive};
use crate::machine::Machines;
use crate::particles::{Bends, ClothFace, ClothFaces, DistanceConstraint, Links, ParticleId, Particles};
use crate::solver::Colouring;
use crate::world::edit::Things;
use crate::world::{Bodies, Derived, Scratch, Stale, State, World};

/// The new ids of the particles that stay.
struct Renumbering {
    /// Number of particles that stay, before each old id and before the end.
    kept_before: Vec<u32>,
}

impl Renumbering {
    fn new(count: usize, removed: &Things) -> Self {
        let mut is_removed = vec![false; count];
        removed.particles().for_each(|particle| is_removed[particle.index()] = true);
        let mut kept_before = Vec::with_capacity(count + 1);
        kept_before.push(0);
        let mut kept = 0;
        kept_before.extend(is_removed.iter().map(|is_removed| {
            kept += u32::from(!is_removed);
            kept
        }));
        Self { kept_before }
    }

    /// Number of old ids.
    fn count(&self) -> u32 {
        self.kept_before.len() as u32 - 1
    }

    /// The new id of a particle that stays.
    fn new_id(&self, particle: ParticleId) -> Option<ParticleId> {
        let [before, after] = [particle.index(), particle.index() + 1].map(|old| self.kept_before.get(old).copied());
        before.filter(|_| before != after).map(ParticleId)
    }

    /// The particles of a range that stay; `None` if there are none.
    fn range(&self, range: [u32; 2]) -> Option<[u32; 2]> {
        let range = range.map(|end| self.kept_before[end.min(self.count()) as usize]);
        (range[0] < range[1]).then_some(range)
    }

    /// Drops the items of removed particles from a list by particle.
    fn retain<T>(&self, list: &mut Vec<T>) {
        let mut ids = (0..).map(ParticleId);
        list.retain(|_| ids.next().is_some_and(|id| self.new_id(id).is_some()));
    }

    /// Gives the items of a list their new ids, and drops those whose particle is removed.
    fn renumber<T>(&self, list: &mut Vec<T>, id: impl Fn(&mut T) -> &mut ParticleId) {
        list.retain_mut(|item| {
            let id = id(item);
            self.new_id(*id).map(|new| *id = new).is_some()
        });
    }

    /// Gives the items of a list their new ranges, and drops those that are empty.
    fn renumber_ranges<T>(&self, list: &mut Vec<T>, range: impl Fn(&mut T) -> &mut [u32; 2]) {
        list.retain_mut(|item| {
            let range = range(item);
            self.range(*range).map(|new| *range = new).is_some()
        });
    }
}

impl World {
    /// Removes particles.
    pub(super) fn remove_particles(&mut self, things: &Things) {
        if things.particles.is_empty() {
            return;
        }
        self.disturb_around(things);
        let numbers = Renumbering::new(self.bodies.particles.len(), things);
        renumber_state(&mut self.state, &numbers);
        renumber_bodies(&mut self.bodies, &numbers);
        self.state.solver.is_stale = true;
        self.forget_derived();
    }

    /// Lets the next step compute all derived data anew, as after a restore.
    pub(super) fn forget_derived(&mut self) {
        self.derived = Derived { stale: Stale::ALL, ..Derived::default() };
        self.scratch = Scratch::default();
    }
}

fn replace_links(bodies: &mut Bodies, links: Vec<DistanceConstraint>, colours: Vec<u8>) {
    bodies.links = Links::replacing(&bodies.links, links);
    bodies.colouring = Colouring::from_colours(&bodies.links, colours, bodies.colouring.highest);
}

fn renumber_state(state: &mut State, numbers: &Renumbering) {
    // Without `..`, so that a new field does not compile until its particles are renumbered.
    let State {
        settings: _,
        colliders: _,
        air: _,
        random: _,
        pin_velocity: _,
        clock: _,
        solver,
        counters: _,
        weights,
        grabs,
        releases,
        drive,
        lifted,
        balls,
        sleep: SleepState { shifted_at, samples, steps },
        ignored: IgnoredPairs(ignored),
        unseen,
        anchors: Anchors(anchors),
        materials: _,
        bends: Bends(bends),
        machines: Machines { driven, motors, held: _, work: _ },
        tags,
    } = state;
    numbers.renumber_ranges(&mut solver.direct, |range| range);
    numbers.renumber(weights, |weight| &mut weight.particle);
    numbers.renumber(grabs, |grab| &mut grab.particle);
    numbers.renumber(releases, |release| &mut release.particle);
    *drive = drive.and_then(|drive| numbers.new_id(drive.particle).map(|particle| Drive { particle, ..drive }));
    numbers.renumber(lifted, |particle| particle);
    numbers.renumber(balls, |ball| &mut ball.particle);
    numbers.renumber(bends, |bend| &mut bend.particle);
    let new = |id: &mut ParticleId| numbers.new_id(*id).map(|new| *id = new).is_some();
    driven.retain_mut(|link| link.ends.iter_mut().all(new));
    motors.retain_mut(|motor| new(&mut motor.axle) && motor.arms.iter_mut().all(new));
    numbers.renumber(anchors, |anchor| &mut anchor.particle);
    numbers.renumber_ranges(&mut tags.particles, |(range, _)| range);
    numbers.retain(shifted_at);
    numbers.retain(samples);
    numbers.retain(steps);
    numbers.renumber(unseen, |particle| particle);
    let renumber = |id: &mut u32| numbers.new_id(ParticleId(*id)).map(|new| *id = new.0).is_some();
    ignored.retain_mut(|pair| {
        let has_partner = if let Partner::Body(body) = &mut pair.partner { renumber(body) } else { true };
        has_partner && renumber(&mut pair.particle)
    });
}

fn renumber_bodies(bodies: &mut Bodies, numbers: &Renumbering) {
    let Bodies { particles, links, colouring, faces } = bodies;
    let Particles { position, displacement, inv_mass, mass, pinned } = particles;
    [position, displacement].into_iter().for_each(|list| numbers.retain(list));
    [inv_mass, mass].into_iter().for_each(|list| numbers.retain(list));
    numbers.retain(pinned);
    let corners = |&ClothFace { corners: [a, b, c, d] }: &ClothFace| {
        let [a, b, c, d] = [a, b, c, d].map(|corner| numbers.new_id(corner));
        Some(ClothFace { corners: [a?, b?, c?, d?] })
    };
    let kept_faces = faces.iter().filter_map(corners).collect();
    *faces = ClothFaces::from_slots(SlotList::replacing(faces.slots(), kept_faces));
    let link = |(slot, link): (usize, &DistanceConstraint)| {
        let (a, b) = (numbers.new_id(link.a)?, numbers.new_id(link.b)?);
        Some((DistanceConstraint { a, b, ..*link }, colouring.colours[slot]))
    };
    let (kept_links, colours) = links.enumerate().filter_map(link).unzip();
    replace_links(bodies, kept_links, colours);
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use crate::particles::{LinkKind, ParticleId};
    use crate::world::World;
    use crate::world::edit::Things;
    use crate::{Colliders, Form, Settings, ShapeDef, Substeps};

    /// A rope of ten particles that hangs from its first, 1 m long.
    fn add_rope(world: &mut World, at: Vec2) -> Vec<ParticleId> {
        let ids: Vec<_> = (0..10).map(|i| world.add_particle(at + Vec2::X * (0.1 * i as f32), 0.02, i == 0)).collect();
        ids.windows(2).for_each(|pair| world.add_link(pair[0], pair[1], None, 1.0, LinkKind::Rope));
        ids
    }

    fn world(contact: Option<f32>) -> World {
        let settings = Settings { rope_contact: contact, substeps: Substeps::Count(8), ..Settings::default() };
        World::new(settings, Colliders::new(Some(-3.0), None), 7)
    }

    #[test]
    fn removed_rope_leaves_the_motion_of_others_as_it_was() {
        for contact in [None, Some(0.02)] {
            let mut both = world(contact);
            let first = add_rope(&mut both, Vec2::ZERO);
            let second = add_rope(&mut both, Vec2::new(5.0, 0.0));
            both.set_weight(second[9], Some(0.5));
            both.add_ball(second[9], 0.1);
            both.grab(3, second[5], Vec2::new(5.5, 0.0));
            both.add_shape(ShapeDef::still(Form::Circle { radius: 0.3 }, Vec2::new(5.4, -0.2)));
            (0..20).for_each(|_| both.step());
            let mut one = both.clone();
            one.remove(&Things::of_particles(first));
            for _ in 0..40 {
                both.step();
                one.step();
            }
            assert_eq!((one.particles().len(), one.link_count()), (10, 9));
            assert_eq!(one.particles().position[..], both.particles().position[10..], "{contact:?}");
            assert_eq!(one.weights()[0].particle, ParticleId(9));
            assert_eq!(one.balls()[0].particle, ParticleId(9));
            assert_eq!(one.grabs()[0].particle, ParticleId(5));
        }
    }

    #[test]
    fn removal_takes_what_hangs_on_the_particles() {
        let mut world = world(Some(0.02));
        let rope = add_rope(&mut world, Vec2::ZERO);
        world.set_weight(rope[9], Some(0.5));
        world.add_ball(rope[9], 0.1);
        world.set_drive(rope[0]);
        world.grab(3, rope[5], Vec2::ZERO);
        (0..20).for_each(|_| world.step());
        let everything = world.all_things();
        world.remove(&everything);
        assert!(world.particles().is_empty() && world.weights().is_empty() && world.balls().is_empty());
        assert!(world.grabs().is_empty() && world.drive().is_none() && world.link_count() == 0);
        (0..20).for_each(|_| world.step());
    }

    #[test]
    fn ids_that_are_gone_remove_nothing() {
        let mut world = world(None);
        add_rope(&mut world, Vec2::ZERO);
        let before = world.state_hash();
        world.remove(&Things { particles: vec![[10, u32::MAX], [4, 2]], ..Things::default() });
        assert_eq!(world.state_hash(), before);
        world.remove(&Things { particles: vec![[8, u32::MAX], [0, 9]], ..Things::default() });
        assert!(world.particles().is_empty());
    }
}
