//! Tags: numbers that users of the engine keep with things, such as the order in which they are drawn. No motion depends
//! on them.

use serde::{Deserialize, Serialize};

use crate::aerodynamics::BlowerId;
use crate::geometry::ShapeId;
use crate::particles::ParticleId;
use crate::world::World;
use crate::world::edit::Things;

/// The tags of things that have another than 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tags {
    /// Ranges of particles in rising order: the first, and the first beyond.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) particles: Vec<([u32; 2], i32)>,
    /// In rising order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) shapes: Vec<(ShapeId, i32)>,
    /// In rising order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) blowers: Vec<(BlowerId, i32)>,
}

impl Tags {
    /// The tags of things, by their places in lists.
    pub(crate) fn of_places(
        particles: impl Iterator<Item = i32>,
        shapes: impl Iterator<Item = i32>,
        blowers: impl Iterator<Item = i32>,
    ) -> Self {
        let mut tags = Self::default();
        (0..).zip(particles).for_each(|(place, tag)| tags.push([place, place + 1], tag));
        tags.shapes = (0..).map(ShapeId).zip(shapes).filter(|(_, tag)| *tag != 0).collect();
        tags.blowers = (0..).map(BlowerId).zip(blowers).filter(|(_, tag)| *tag != 0).collect();
        tags
    }

    /// Adds a range of particles beyond the last.
    fn push(&mut self, range: [u32; 2], tag: i32) {
        match self.particles.last_mut() {
            _ if tag == 0 => {}
            Some(([_, end], last)) if *end == range[0] && *last == tag => *end = range[1],
            _ => self.particles.push((range, tag)),
        }
    }

    /// Whether all tags are 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.particles.is_empty() && self.shapes.is_empty() && self.blowers.is_empty()
    }

    /// The tag of a particle.
    #[must_use]
    pub fn of_particle(&self, ParticleId(id): ParticleId) -> i32 {
        let after = self.particles.partition_point(|([first, _], _)| *first <= id);
        self.particles[..after].last().filter(|([_, end], _)| id < *end).map_or(0, |(_, tag)| *tag)
    }

    /// The tag of a shape.
    #[must_use]
    pub fn of_shape(&self, id: ShapeId) -> i32 {
        self.shapes.binary_search_by_key(&id, |(id, _)| *id).map_or(0, |place| self.shapes[place].1)
    }

    /// The tag of a blower.
    #[must_use]
    pub fn of_blower(&self, id: BlowerId) -> i32 {
        self.blowers.binary_search_by_key(&id, |(id, _)| *id).map_or(0, |place| self.blowers[place].1)
    }

    /// All tags of some things.
    pub fn of<'a>(&'a self, things: &'a Things) -> impl Iterator<Item = i32> + 'a {
        let particles = things.particles().map(|id| self.of_particle(id));
        let shapes = things.shapes.iter().map(|&id| self.of_shape(id));
        particles.chain(shapes).chain(things.blowers.iter().map(|&id| self.of_blower(id)))
    }

    /// All tags but 0, in any order, some of them more than once.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        let Self { particles, shapes, blowers } = self;
        let particles = particles.iter().map(|(_, tag)| *tag);
        particles.chain(shapes.iter().map(|(_, tag)| *tag)).chain(blowers.iter().map(|(_, tag)| *tag))
    }

    /// The tag of each of the first `count` particles.
    #[must_use]
    pub fn by_particle(&self, count: usize) -> Vec<i32> {
        let mut list = vec![0; count];
        for &([first, end], tag) in &self.particles {
            let end = (end as usize).min(count);
            if let Some(range) = list.get_mut(first as usize..end) {
                range.fill(tag);
            }
        }
        list
    }

    /// Whether the lists are in rising order, without zeros and overlaps.
    pub(crate) fn is_valid(&self) -> bool {
        let rises = self.particles.windows(2).all(|pair| pair[0].0[1] <= pair[1].0[0])
            && self.shapes.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && self.blowers.windows(2).all(|pair| pair[0].0 < pair[1].0);
        rises && self.particles.iter().all(|([first, end], _)| first < end) && self.values().all(|tag| tag != 0)
    }

    /// Adds the tags of `count` particles from `first` on, which have none yet, and of shapes and blowers. `new` has them
    /// by their places among these.
    pub(crate) fn append(
        &mut self,
        new: &Self,
        [first, count]: [u32; 2],
        shapes: &[Option<ShapeId>],
        blowers: &[Option<BlowerId>],
    ) {
        if !new.is_valid() {
            return;
        }
        for &([from, until], tag) in new.particles.iter().filter(|([from, _], _)| *from < count) {
            self.push([first + from, first + until.min(count)], tag);
        }
        let shape = |&(ShapeId(place), tag): &(ShapeId, i32)| Some(((*shapes.get(place as usize)?)?, tag));
        self.shapes.extend(new.shapes.iter().filter_map(shape));
        let blower = |&(BlowerId(place), tag): &(BlowerId, i32)| Some(((*blowers.get(place as usize)?)?, tag));
        self.blowers.extend(new.blowers.iter().filter_map(blower));
    }
}

impl World {
    /// The tags of all things.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.state.tags
    }

    /// Gives each of some things the tag that `change` makes of its own.
    pub fn change_tags(&mut self, things: &Things, change: impl Fn(i32) -> i32) {
        let things = things.within(self);
        let mut by_particle = self.state.tags.by_particle(self.bodies.particles.len());
        for &[first, end] in &things.particles {
            by_particle[first as usize..end as usize].iter_mut().for_each(|tag| *tag = change(*tag));
        }
        let tag = |is_changed: bool, tag: i32| if is_changed { change(tag) } else { tag };
        let tags = &self.state.tags;
        let shapes = self.state.colliders.shapes().iter().map(|shape| shape.id);
        let shapes = shapes.map(|id| (id, tag(things.shapes.binary_search(&id).is_ok(), tags.of_shape(id))));
        let blowers = self.state.air.blowers.list.iter().map(|blower| blower.id);
        let blowers = blowers.map(|id| (id, tag(things.blowers.binary_search(&id).is_ok(), tags.of_blower(id))));
        let mut changed = Tags::of_places(by_particle.into_iter(), std::iter::empty(), std::iter::empty());
        changed.shapes = shapes.filter(|(_, tag)| *tag != 0).collect();
        changed.blowers = blowers.filter(|(_, tag)| *tag != 0).collect();
        self.state.tags = changed;
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::aerodynamics::BlowerDef;
    use crate::{Colliders, Form, Settings, ShapeDef};

    /// Six particles, a circle and a blower, all of them with a tag but particles 0 and 3.
    fn world() -> World {
        let mut world = World::new(Settings::default(), Colliders::default(), 0);
        (0..6).for_each(|x| _ = world.add_particle(Vec2::new(x as f32, 0.0), 1.0, false));
        world.add_shape(ShapeDef::still(Form::Circle { radius: 0.1 }, Vec2::Y));
        world.add_blower(BlowerDef { at: Vec2::Y, turn: Vec2::X, speed: 3.0, width: 0.5, reach: 4.0 });
        let all = world.all_things();
        world.change_tags(&Things { particles: vec![[1, 3], [4, 6]], ..all }, |_| 2);
        world
    }

    fn tags(world: &World) -> Vec<i32> {
        world.tags().of(&world.all_things()).collect()
    }

    #[test]
    fn tags_follow_things_that_stay_and_copies() {
        let mut world = world();
        assert_eq!(tags(&world), [0, 2, 2, 0, 2, 2, 2, 2]);
        let clip = world.clip(&Things { particles: vec![[2, 5]], ..world.all_things() });
        world.insert(&clip);
        assert_eq!(tags(&world), [0, 2, 2, 0, 2, 2, 2, 0, 2, 2, 2, 2, 2]);
        let removed = Things { particles: vec![[0, 2]], shapes: vec![ShapeId(0)], ..Things::default() };
        world.remove(&removed);
        assert_eq!(tags(&world), [2, 0, 2, 2, 2, 0, 2, 2, 2, 2]);
        assert_eq!(world.tags().shapes, [(ShapeId(1), 2)]);
    }

    #[test]
    fn wild_tags_of_a_clip_are_left_out() {
        let mut world = world();
        let mut clip = world.clip(&world.all_things());
        for wild in [([4, 4], 1), ([5, 1], 1), ([0, 3], 0), ([0, u32::MAX], 1)] {
            clip.tags.particles = vec![wild];
            world.insert(&clip);
        }
        assert_eq!(world.tags().by_particle(30)[6..], [[0; 6], [0; 6], [0; 6], [1; 6]].concat());
    }
}
