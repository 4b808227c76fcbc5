//! What hangs before a shape that was put onto it, and is not pushed out of it.
//!
//! A rope that a shape is put onto goes aside ([`crate::collision::depenetration`]). A web (a net, cloth, a spider's, a bridge) cannot: pushed out, each to the side
//! that is nearer, its particles would be torn from each other for ever, and what is tied to a nail inside, from its nail. These hang before the shape, calm, until
//! they have left it; and so does what goes through the middle of a wall or block with both of its ends outside.

use glam::Vec2;

use crate::{
    collision::swept_contact::{Bodies, Obstacle},
    containers::union_find,
    particles::{distance_constraint::LinkKind, links::Links},
};

/// The ends of a link, and a particle, with the number of a shape that it is near.
pub(crate) type NearLink = ([u32; 2], u32);
pub(crate) type NearParticle = (u32, u32);

/// A particle with so many links is a knot: where there is one, there is more than single ropes.
const KNOT: u8 = 3;

/// In [`Hanging::deep`]: in no shape, and in more than one.
const NONE: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

/// What hangs before shapes: derived, and scratch. Nothing of it is state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hanging {
    /// How many links each particle has.
    degree: Vec<u8>,
    /// For each particle the first of all that it is tied together with ([`sets`]), and whether that is a
    /// web: anything but single ropes.
    first: Vec<u32>,
    is_web: Vec<bool>,
    /// For each particle the shape before which it hangs, being deep in it; and for which there is one.
    deep: Vec<u32>,
    found: Vec<u32>,
    /// Ends of links that go through a shape, with the shape; in order once [`Hanging::sort`] was called.
    through: Vec<NearParticle>,
}

impl Hanging {
    /// Learns what is part of a web. Needed when links or particles have changed.
    pub fn weave(&mut self, links: &Links, particles: usize) {
        let Self { degree, first, is_web, deep, found, through } = self;
        degree.clear();
        degree.resize(particles, 0);
        first.clear();
        first.extend(0..particles as u32);
        for link in links.iter().filter(|link| link.kind != LinkKind::Stop) {
            union_find::union(first, link.a.0, link.b.0);
            for end in [link.a, link.b] {
                degree[end.index()] = degree[end.index()].saturating_add(1);
            }
        }
        is_web.clear();
        is_web.resize(particles, false);
        for index in 0..particles {
            first[index] = first[first[index] as usize];
            is_web[first[index] as usize] |= degree[index] >= KNOT;
        }
        found.clear();
        deep.clear();
        deep.resize(particles, NONE);
        // Room for as much as may hang, so that no step asks for it when it comes to that.
        found.reserve(particles);
        through.reserve(particles.saturating_sub(through.len()));
    }

    /// A substep's contacts begin, between `links` (by their ends) and `particles` and the shapes that each is near.
    pub fn begin(
        &mut self,
        bodies: &Bodies,
        (links, particles): (&[NearLink], &[NearParticle]),
        obstacles: &[Obstacle],
    ) {
        let Self { degree, first, is_web, deep, found, through } = self;
        through.clear();
        found.drain(..).for_each(|index| deep[index as usize] = NONE);
        let is_inside = |index: u32, number: u32| obstacles[number as usize].is_deep(bodies.start[index as usize]);
        let is_web = |index: u32| is_web[first[index as usize] as usize];
        let mut hang = |deep: &mut [u32], index: u32, number: u32| note((deep, found), (index, number));
        let mut is_nailed = false;
        for &(index, number) in particles {
            let is_fixed = bodies.inv_mass[index as usize] == 0.0 && degree[index as usize] > 0;
            if (is_fixed || is_web(index)) && is_inside(index, number) {
                is_nailed |= !is_web(index);
                hang(deep, index, number);
            }
        }
        if !is_nailed {
            return;
        }
        let mut pass_on = |&([a, b], number): &NearLink| {
            let free = match [a, b].map(|end| deep[end as usize] == number) {
                [true, false] => b,
                [false, true] => a,
                _ => return,
            };
            if is_inside(free, number) {
                hang(deep, free, number);
            }
        };
        // What was made one after the other is reached all along in one of these, whichever of its ends is the fixed one.
        links.iter().for_each(&mut pass_on);
        links.iter().rev().for_each(&mut pass_on);
    }

    /// A particle hangs before a shape, for it is deep in that and cannot go aside.
    pub fn hang(&mut self, near: NearParticle) {
        note((&mut self.deep, &mut self.found), near);
    }

    /// Whether a particle is part of a web, or hangs before a shape already because it is deep in that.
    pub fn is_taken(&self, index: u32) -> bool {
        self.is_web(index) || self.deep[index as usize] != NONE
    }

    /// Whether a particle is part of a web.
    pub fn is_web(&self, index: u32) -> bool {
        self.first.get(index as usize).is_some_and(|first| self.is_web[*first as usize])
    }

    /// A link goes through a shape: its ends hang before that.
    pub fn add(&mut self, ends: [u32; 2], obstacle: u32) {
        self.through.extend(ends.map(|end| (end, obstacle)));
    }

    /// All links that go through shapes were added.
    pub fn sort(&mut self) {
        self.through.sort_unstable();
    }

    /// Whether a particle, which was so at the `start` of the substep (m), hangs before a shape because it is deep in that.
    pub fn is_deep(&self, (index, number): NearParticle, start: &[Vec2], obstacles: &[Obstacle]) -> bool {
        match self.deep[index as usize] {
            NONE => false,
            SEVERAL => obstacles[number as usize].is_deep(start[index as usize]),
            only => only == number,
        }
    }

    /// Whether a particle hangs before a shape.
    pub fn hangs(&self, near: NearParticle, start: &[Vec2], obstacles: &[Obstacle]) -> bool {
        self.is_deep(near, start, obstacles) || (!self.through.is_empty() && self.through.binary_search(&near).is_ok())
    }
}

/// Takes down that a particle hangs before a shape, being deep in it: see [`Hanging::deep`] and [`Hanging::found`].
fn note((deep, found): (&mut [u32], &mut Vec<u32>), (index, number): NearParticle) {
    let before = &mut deep[index as usize];
    if *before == NONE {
        found.push(index);
        *before = number;
    } else if *before != number {
        *before = SEVERAL;
    }
}
