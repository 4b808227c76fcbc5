//! Solid bodies: sets of particles that rigid links join.

use crate::containers::NONE;
use crate::containers::{Refill, union_find};
use crate::particles::{Components, LinkKind, Links};

/// The solid bodies, found once after each change of links.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolidBodies {
    /// The solid body of each particle, named by its lowest particle, or [`NONE`]: particles joined by rigid beams,
    /// braces and stops, with at least one beam.
    pub body: Vec<u32>,
    /// The particles of solid bodies, in rising order.
    pub particles: Vec<u32>,
    /// Whether beams and braces close a loop in each component, which is then stiff both ways.
    pub has_stiff_loop: Vec<bool>,
    /// Whether each component consists of beams, braces and stops alone.
    pub is_all_body: Vec<bool>,
    /// Scratch: whether a beam is part of the body of each particle.
    is_solid: Vec<bool>,
}

impl SolidBodies {
    /// Finds the bodies. Required when `components` changed.
    pub fn rebuild(&mut self, links: &Links, components: &Components) {
        self.find_stiff_loops(links, components);
        let Self { body, particles, is_all_body, is_solid, .. } = self;
        let count = components.numbers().len();
        components.refill(is_all_body, true);
        for link in links.iter().filter(|link| !link.kind.is_part_of_body()) {
            is_all_body[components.number(link.a.0)] = false;
        }
        body.refill_with(0..count as u32);
        let rigid = links.iter().filter(|link| link.is_solid());
        rigid.clone().for_each(|link| union_find::union(body, link.a.0, link.b.0));
        is_solid.refill(count, false);
        for link in rigid.filter(|link| link.kind.is_bar()) {
            is_solid[union_find::find_root(body, link.a.0) as usize] = true;
        }
        particles.clear();
        particles.reserve(count);
        for index in 0..count {
            // The root of a set is its lowest member, whose entry is final by now.
            let root = body[index];
            let root = if root as usize == index { root } else { body[root as usize] };
            body[index] = if root != NONE && is_solid[root as usize] { root } else { NONE };
            particles.extend((body[index] != NONE).then_some(index as u32));
        }
    }

    /// Finds the components in which beams and braces close a loop.
    fn find_stiff_loops(&mut self, links: &Links, components: &Components) {
        let Self { body: root, has_stiff_loop, .. } = self;
        components.refill(has_stiff_loop, false);
        root.refill_with(0..components.numbers().len() as u32);
        for link in links.iter().filter(|link| link.is_solid() && link.kind != LinkKind::Stop) {
            let closes_loop = union_find::find_root(root, link.a.0) == union_find::find_root(root, link.b.0);
            has_stiff_loop[components.number(link.a.0)] |= closes_loop;
            union_find::union(root, link.a.0, link.b.0);
        }
    }
}
