//! Solid bodies: sets of particles that rigid links join.

use crate::containers::{NONE, Refill, union_find};
use crate::particles::partition::join;
use crate::particles::{Components, LinkKind, Links};

/// The solid bodies, found once after each change of links.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolidBodies {
    /// The solid body of each particle, named by its lowest particle, or [`NONE`]: particles joined by rigid bars,
    /// braces and stops, with at least one bar.
    pub body: Vec<u32>,
    /// The particles of solid bodies, in rising order.
    pub particles: Vec<u32>,
    /// Whether bars and braces close a loop in each component, which is then stiff both ways.
    pub has_stiff_loop: Vec<bool>,
    /// Whether each component consists of bars, braces and stops alone.
    pub is_all_body: Vec<bool>,
    /// Scratch: whether a bar is part of the body of each particle.
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
        let rigid = links.iter().filter(|link| link.is_solid());
        join(body, count, rigid.clone());
        is_solid.refill(count, false);
        for link in rigid.filter(|link| link.kind.is_bar()) {
            is_solid[body[link.a.index()] as usize] = true;
        }
        particles.clear();
        particles.reserve(count);
        for (index, body) in (0..).zip(body) {
            if is_solid[*body as usize] {
                particles.push(index);
            } else {
                *body = NONE;
            }
        }
    }

    /// Finds the components in which bars and braces close a loop.
    fn find_stiff_loops(&mut self, links: &Links, components: &Components) {
        let Self { body: root, has_stiff_loop, .. } = self;
        components.refill(has_stiff_loop, false);
        root.refill_with(0..components.numbers().len() as u32);
        for link in links.iter().filter(|link| link.is_solid() && link.kind != LinkKind::Stop) {
            has_stiff_loop[components.number(link.a.0)] |= !union_find::union(root, link.a.0, link.b.0);
        }
    }
}
