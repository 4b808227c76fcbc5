//! Connected components of the particles by links.
//!
//! Links of every kind join. Components either go on through pinned particles, and change with links alone, or end at
//! them, since what is fixed passes nothing on. Sleep changes neither.

use crate::containers::{Refill, sort_pairs, union_find};
use crate::particles::{DistanceConstraint, Links};

/// The connected components, numbered in the order of their lowest particles. Derived from the links, and from the
/// pinned particles at which they end.
///
/// A pinned end is part of one of the components that are tied to it: that with the lowest free particle. The others are
/// `ties`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    /// Number of each particle's component.
    number: Vec<u32>,
    /// Whether components end at each particle.
    is_end: Vec<bool>,
    /// Lowest particle of each component, and the lowest that is no end, if it has any.
    lowest: Vec<u32>,
    lowest_free: Vec<u32>,
    /// Highest particle of each component.
    highest: Vec<u32>,
    /// Number of links of each component, those between two ends left out.
    links: Vec<u32>,
    /// Number of particles of each component, with all ends that it is tied to.
    particles: Vec<u32>,
    /// The ends of components that are part of another one, and these components.
    ties: Vec<[u32; 2]>,
    /// Scratch: disjoint sets ([`union_find`]).
    root: Vec<u32>,
    /// Scratch: the root of the first component tied to each end.
    home: Vec<u32>,
}

impl Components {
    /// Finds the components of a number of particles, of which some are ends. Required when particles or links were
    /// added, links removed, or ends changed.
    pub fn rebuild(&mut self, particles: usize, all: &Links, is_end: impl Fn(usize) -> bool) {
        self.is_end.refill_with((0..particles).map(is_end));
        self.join(all);
        self.number_components();
        self.count_members(all);
    }

    /// Whether the components end at these particles, as they were found.
    pub fn end_at(&self, is_end: &[bool]) -> bool {
        self.is_end == is_end
    }

    /// Joins the particles that are no ends, then each end to the first component that is tied to it.
    fn join(&mut self, all: &Links) {
        let Self { is_end, root, home, .. } = self;
        root.refill_with(0..is_end.len() as u32);
        let ends = |link: &DistanceConstraint| [link.a.0, link.b.0].map(|end| (end, is_end[end as usize]));
        for link in all.iter() {
            if let [(a, false), (b, false)] = ends(link) {
                union_find::union(root, a, b);
            }
        }
        if !is_end.contains(&true) {
            return;
        }
        home.refill(is_end.len(), u32::MAX);
        for link in all.iter() {
            if let [(end, true), (free, false)] | [(free, false), (end, true)] = ends(link) {
                let first = &mut home[end as usize];
                *first = (*first).min(union_find::find_root(root, free));
            }
        }
        let tied = (0..).zip(home).filter(|(_, first)| **first != u32::MAX);
        tied.for_each(|(end, first)| union_find::union(root, end, *first));
    }

    fn number_components(&mut self) {
        let Self { number, is_end, lowest, lowest_free, highest, root, .. } = self;
        let particles = root.len();
        number.refill(particles, 0);
        lowest.clear();
        // Memory for the worst case, so that no step after a cut allocates.
        lowest.reserve(particles);
        lowest_free.clear();
        lowest_free.reserve(particles);
        highest.clear();
        highest.reserve(particles);
        for particle in 0..particles as u32 {
            let root = union_find::find_root(root, particle);
            // The root is the lowest member, which was numbered first.
            if root == particle {
                number[particle as usize] = lowest.len() as u32;
                lowest.push(particle);
                lowest_free.push(particle);
                highest.push(particle);
            } else {
                let component = number[root as usize] as usize;
                number[particle as usize] = component as u32;
                highest[component] = particle;
                if is_end[lowest_free[component] as usize] && !is_end[particle as usize] {
                    lowest_free[component] = particle;
                }
            }
        }
    }

    fn count_members(&mut self, all: &Links) {
        let Self { number, is_end, lowest, links, particles: members, ties, .. } = self;
        for list in [&mut *links, &mut *members] {
            list.clear();
            list.reserve(number.len());
            list.resize(lowest.len(), 0);
        }
        number.iter().for_each(|&component| members[component as usize] += 1);
        ties.clear();
        for link in all.iter() {
            let (a, b) = (link.a.index(), link.b.index());
            let (free, end) = if is_end[a] { (b, a) } else { (a, b) };
            links[number[free] as usize] += u32::from(!is_end[free]);
            if is_end[end] && !is_end[free] {
                ties.push([end as u32, number[free]]);
            }
        }
        sort_pairs(ties);
        ties.dedup();
        ties.retain(|&[end, component]| number[end as usize] != component);
        ties.iter().for_each(|&[_, component]| members[component as usize] += 1);
    }

    /// Number of components, each lone particle included.
    pub fn count(&self) -> usize {
        self.lowest.len()
    }

    /// Replaces the items of a list by one copy of `value` for each component. The list keeps memory for a component of
    /// each particle.
    pub fn refill<T: Clone>(&self, list: &mut Vec<T>, value: T) {
        list.clear();
        list.reserve(self.number.len());
        list.resize(self.count(), value);
    }

    /// Number of a particle's component.
    pub fn number(&self, particle: u32) -> usize {
        self.number[particle as usize] as usize
    }

    /// Whether components end at a particle.
    pub fn is_end(&self, particle: u32) -> bool {
        self.is_end[particle as usize]
    }

    /// Whether a link between two particles joins two ends: no component is solved by it.
    pub fn joins_ends(&self, link: &DistanceConstraint) -> bool {
        self.is_end(link.a.0) && self.is_end(link.b.0)
    }

    /// Number of the component of a link between two particles.
    pub fn of_link(&self, a: u32, b: u32) -> usize {
        self.number(if self.is_end(a) { b } else { a })
    }

    /// The components of which a particle is part or an end.
    pub fn of(&self, particle: u32) -> impl Iterator<Item = usize> + '_ {
        let first = self.ties.partition_point(|&[end, _]| end < particle);
        let ties = self.ties[first..].iter().take_while(move |[end, _]| *end == particle);
        std::iter::once(self.number(particle)).chain(ties.map(|&[_, component]| component as usize))
    }

    /// Numbers of all particles' components.
    pub fn numbers(&self) -> &[u32] {
        &self.number
    }

    /// Lowest particle of a component.
    pub fn lowest(&self, component: usize) -> u32 {
        self.lowest[component]
    }

    /// Lowest particle of a component that is no end; the lowest of all if all are.
    pub fn lowest_free(&self, component: usize) -> u32 {
        self.lowest_free[component]
    }

    /// Highest particle of a component.
    pub fn highest(&self, component: usize) -> u32 {
        self.highest[component]
    }

    /// Number of links of a component.
    pub fn link_count(&self, component: usize) -> usize {
        self.links[component] as usize
    }

    /// Whether the links of a component close no loop.
    pub fn is_tree(&self, component: usize) -> bool {
        self.links[component] < self.particles[component]
    }

    /// The components that have links.
    pub fn linked(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.count()).filter(|&component| self.links[component] > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkKind, ParticleId};

    #[test]
    fn components_are_numbered_by_their_lowest_particles() {
        let mut links = Links::default();
        for (a, b) in [(4, 2), (1, 5), (5, 3)] {
            let (a, b, kind) = (ParticleId(a), ParticleId(b), LinkKind::Rope);
            links.push(DistanceConstraint::rigid(a, b, 1.0, kind));
        }
        let mut components = Components::default();
        components.rebuild(6, &links, |_| false);
        assert_eq!(components.numbers(), [0, 1, 2, 1, 2, 1]);
        assert_eq!(components.linked().collect::<Vec<_>>(), [1, 2]);
        assert_eq!([1, 2].map(|component| components.highest(component)), [5, 4]);
        assert_eq!((components.lowest(2), components.link_count(1), components.link_count(2)), (2, 2, 1));
        assert!(components.linked().all(|component| components.is_tree(component)));
        links.remove(2);
        components.rebuild(6, &links, |_| false);
        assert_eq!(components.numbers(), [0, 1, 2, 3, 2, 1]);
    }

    #[test]
    fn components_end_at_pinned_particles() {
        let mut links = Links::default();
        // Two ropes from particle 3, the second of which ends at 0, too, and a link between both pins.
        for (a, b) in [(3, 2), (2, 1), (3, 4), (5, 4), (5, 0), (3, 0)] {
            links.push(DistanceConstraint::rigid(ParticleId(a), ParticleId(b), 1.0, LinkKind::Rope));
        }
        let mut components = Components::default();
        components.rebuild(6, &links, |particle| particle % 3 == 0);
        assert_eq!(components.numbers(), [0, 1, 1, 1, 0, 0]);
        assert_eq!(components.ties, [[3, 0]]);
        assert_eq!([0, 1].map(|component| components.lowest_free(component)), [4, 1]);
        assert_eq!(components.of(3).collect::<Vec<_>>(), [1, 0]);
        assert_eq!([(3, 2), (3, 4), (0, 5)].map(|(a, b)| components.of_link(a, b)), [1, 0, 0]);
        assert_eq!([0, 1].map(|component| components.link_count(component)), [3, 2]);
        assert!([0, 1].into_iter().all(|component| components.is_tree(component)));
        components.rebuild(6, &links, |_| false);
        assert_eq!((components.numbers(), components.is_tree(0)), (&[0; 6][..], false));
    }
}
