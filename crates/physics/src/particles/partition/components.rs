//! Connected components of the particles by links.

use crate::containers::Refill;
use crate::particles::Links;
use crate::particles::partition::join;

/// The connected components, numbered in the order of their lowest particles. Derived from the links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    /// Number of each particle's component.
    number: Vec<u32>,
    /// Lowest and highest particle of each component.
    lowest: Vec<u32>,
    highest: Vec<u32>,
    /// Number of links of each component.
    links: Vec<u32>,
    /// Number of particles of each component.
    particles: Vec<u32>,
    /// Scratch: the lowest particle of each particle's component.
    root: Vec<u32>,
}

impl Components {
    /// Finds the components of a number of particles. Required when particles or links were added, or links removed.
    pub fn rebuild(&mut self, particles: usize, all: &Links) {
        join(&mut self.root, particles, all.iter());
        self.number_components();
        self.count_members(all);
    }

    fn number_components(&mut self) {
        let Self { number, lowest, highest, root, .. } = self;
        let particles = root.len();
        number.refill(particles, 0);
        lowest.clear();
        // Memory for the worst case, so that no step after a cut allocates.
        lowest.reserve(particles);
        highest.clear();
        highest.reserve(particles);
        for (particle, &root) in (0..).zip(&*root) {
            // The lowest particle is numbered first.
            if root == particle {
                number[particle as usize] = lowest.len() as u32;
                lowest.push(particle);
                highest.push(particle);
            } else {
                let component = number[root as usize];
                number[particle as usize] = component;
                highest[component as usize] = particle;
            }
        }
    }

    fn count_members(&mut self, all: &Links) {
        let Self { number, lowest, links, particles: members, .. } = self;
        for list in [&mut *links, &mut *members] {
            list.clear();
            list.reserve(number.len());
            list.resize(lowest.len(), 0);
        }
        number.iter().for_each(|&component| members[component as usize] += 1);
        all.iter().for_each(|link| links[number[link.a.index()] as usize] += 1);
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

    /// Numbers of all particles' components.
    pub fn numbers(&self) -> &[u32] {
        &self.number
    }

    /// Lowest particle of a component.
    pub fn lowest(&self, component: usize) -> u32 {
        self.lowest[component]
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
