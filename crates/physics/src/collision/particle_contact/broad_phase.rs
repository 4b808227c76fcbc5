//! Which discs may come to touch: found with a margin, and found anew once two may have come to each other by as much.

use glam::Vec2;

use crate::{
    collision::particle_contact::{
        Ball, ParticleContacts, SleepState, hash_grid, is_fixed, link_contacts::MOST_CARRIED,
    },
    containers::radix_sort,
    geometry::colliders::Colliders,
    particles::storage::Particles,
    simd,
};

/// Most pairs to one disc and those that come after it; six have room around one. Where more are drawn into one place,
/// those that are left out get their turn as the others part.
const MOST_PAIRS: usize = 16;

/// The margin as shares of a disc's radius, at least and at most. More is looked at in vain where it is wide, and found anew
/// more often where it is narrow.
const MARGINS: (f32, f32) = (0.3, 1.0);

/// Two discs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub a: u32,
    pub b: u32,
    /// The sum of their radii, m.
    pub reach: f32,
}

/// What is around discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    pub balls: &'a [Ball],
    pub colliders: &'a Colliders,
    /// Gravity x substep², m.
    pub fall: Vec2,
}

impl ParticleContacts {
    /// Asks for all memory that so many discs and balls will need at rest, and some more.
    pub(crate) fn reserve(&mut self, count: usize, balls: usize) {
        let most = hash_grid::MOST_PAIRS * count + hash_grid::SPARE + balls * count.min(4_096);
        self.grid.reserve(count);
        for (list, most) in [(&mut self.pairs, most), (&mut self.found, most), (&mut self.borders, 4 * count)] {
            list.reserve(most.saturating_sub(list.len()));
        }
        self.contacts.reserve(most / 2);
        self.order.reserve(count);
        self.digits.reserve(count);
        self.rank.reserve(count);
        self.starts.reserve(count + 1);
        self.borne.reserve(count);
        self.crowded.reserve(count);
        self.around.reserve(count);
        self.beside.reserve(2 * count);
        self.pressed.reserve(most);
        self.walls.reserve(count);
        self.found_at.reserve(count);
        self.woken.reserve(4 * count);
        self.group.reserve(count);
        self.stirred.reserve(count);
        self.gathered.reserve(MOST_CARRIED);
    }

    /// Brings the pairs up to date.
    pub(crate) fn find(
        &mut self,
        particles: &Particles,
        rest: &SleepState,
        Surroundings { balls, colliders, fall }: Surroundings,
    ) {
        let position = &particles.position;
        if self.found_at.len() == position.len() && self.are_known(position) {
            return;
        }
        self.found_at.clone_from(position);
        let radius = largest(&self.radius, balls);
        self.largest = radius;
        let fastest = simd::max_length_squared(&particles.displacement);
        // What goes on as fast as now for four substeps is not missed.
        self.margin = (8.0 * fastest.sqrt()).clamp(MARGINS.0 * radius, MARGINS.1 * radius);
        self.grid.fill(position, 2.0 * radius + self.margin);
        self.crowded.clear();
        self.borders.clear();
        // Where most are asleep or pinned there is little to be found around the others.
        let moving = particles.inv_mass.iter().filter(|inv_mass| **inv_mass != 0.0).count();
        let is_worth = balls.is_empty() && !self.in_vain && 2 * moving > position.len();
        let is_found = is_worth && self.find_all(particles, rest);
        self.in_vain |= is_worth && !is_found;
        if !is_found {
            self.find_each(particles, rest, balls);
        }
        self.rank(position, fall);
        if is_found {
            self.sort_by_numbers();
        }
        self.sort();
        if is_found {
            self.put_resting_last(particles, rest);
        }
        self.beside.clear();
        self.walls.clear();
        for (number, plane) in (0..).zip(colliders.planes()) {
            for (index, at) in (0..).zip(position) {
                if plane.normal.dot(*at) < plane.offset + self.radius[index as usize] + self.margin {
                    self.beside.push((number, index));
                }
            }
        }
    }

    /// Whether no two that were not found as a pair can have come to touch since: nothing has gone half of the margin, or
    /// nothing has gone farther beside anything else than all of it, but for what is as good as touching. Where things fall
    /// together, or onto what lies, pairs are found anew up to half as often by the latter.
    fn are_known(&self, position: &[Vec2]) -> bool {
        // Walls stand still: so the span reaches to nothing.
        let simd::DisplacementExtent { max_length_squared: farthest, min: least, max: most } =
            simd::displacement_extent(position, &self.found_at);
        let span = most - least;
        let allowed = self.margin - 2.0 * self.close * self.largest;
        farthest <= 0.25 * self.margin * self.margin || (allowed > 0.0 && span.length_squared() <= allowed * allowed)
    }

    /// Finds all pairs at once, in another order than [`ParticleContacts::find_each`] and for half of what that costs: the same ones, and
    /// what that leaves out where a row of cells is full of discs far smaller than the largest. Returns whether it has: not
    /// where more are around one disc than are looked at.
    fn find_all(&mut self, particles: &Particles, rest: &SleepState) -> bool {
        let mut found = std::mem::take(&mut self.found);
        let farthest = 2.0 * self.largest + self.margin;
        let is_listed = self.grid.list_pairs(farthest, &mut found, |a, b| Pair { a, b, reach: 0.0 });
        if is_listed {
            self.around.clear();
            self.around.resize(particles.len(), 0);
            found.retain_mut(|pair| self.keep(pair, particles, rest));
        }
        self.found = found;
        let is_found = is_listed && self.around.iter().all(|around| *around as usize <= MOST_PAIRS);
        if !is_found {
            self.borders.clear();
        }
        is_found
    }

    /// Completes a pair that is as near as two of the largest discs may be. Returns whether it is to be kept.
    fn keep(&mut self, pair: &mut Pair, particles: &Particles, rest: &SleepState) -> bool {
        let (a, b) = (pair.a.min(pair.b) as usize, pair.a.max(pair.b) as usize);
        let (own, other) = (self.radius[a], self.radius[b]);
        if own != self.largest || other != self.largest {
            let (way, near) = (particles.position[b] - particles.position[a], own + other + self.margin);
            if way.x * way.x + way.y * way.y >= near * near {
                return false;
            }
        }
        self.around[a] += 1;
        self.around[b] += 1;
        if !self.is_active(particles, rest, a) && !self.is_active(particles, rest, b) {
            return false;
        }
        *pair = Pair { a: a as u32, b: b as u32, reach: self.reach(a, b) };
        list_border(*pair, rest, &mut self.borders);
        !(is_fixed(particles, a) && is_fixed(particles, b))
    }

    /// Ranks all by their heights, and turns the pairs that were found so that the lower disc comes first. Where nothing
    /// falls, by their numbers.
    fn rank(&mut self, position: &[Vec2], fall: Vec2) {
        let Self { found, order, digits, rank, .. } = self;
        order.clear();
        order.extend((0..).zip(position).map(|(index, at)| (ascending(-fall.dot(*at)), index)));
        radix_sort::sort_pairs(order, digits);
        rank.clear();
        rank.resize(order.len(), 0);
        (0..).zip(&*order).for_each(|(number, &(_, index))| rank[index as usize] = number);
        for pair in found {
            if rank[pair.a as usize] > rank[pair.b as usize] {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
        }
    }

    /// Sorts the pairs that were found by the heights of their upper discs, so that all that a disc lies on comes before
    /// what lies on it.
    fn sort(&mut self) {
        let Self { pairs, found, rank, starts, .. } = self;
        radix_sort::counting_sort_by(|pair| rank[pair.b as usize], rank.len(), (found, pairs), starts);
    }

    /// Sorts the pairs that were found by the numbers of their lower discs: those of one upper disc then are in the order in
    /// which they are found around each, or the same pile would go another way once half of it is asleep.
    fn sort_by_numbers(&mut self) {
        let Self { pairs, found, rank, starts, .. } = self;
        radix_sort::counting_sort_by(|pair| pair.a, rank.len(), (found, pairs), starts);
        std::mem::swap(pairs, found);
    }

    /// What is found from the side of what moves, for it rests itself, is found after what moves too and has a lower number.
    fn put_resting_last(&mut self, particles: &Particles, rest: &SleepState) {
        let mut pairs = std::mem::take(&mut self.pairs);
        let is_active = |index: u32| self.is_active(particles, rest, index as usize);
        for group in pairs.chunk_by_mut(|one, other| one.b == other.b) {
            if group.iter().any(|pair| !is_active(pair.a)) {
                group.sort_unstable_by_key(|&Pair { a, b, .. }| {
                    let (first, second) = (a.min(b), a.max(b));
                    if is_active(first) { (first, second) } else { (second, first) }
                });
            }
        }
        self.pairs = pairs;
    }

    /// Whether a disc may move, by itself or led: what is asleep does not, nor what is pinned and stays there.
    fn is_active(&self, particles: &Particles, rest: &SleepState, index: usize) -> bool {
        !is_fixed(particles, index) || (!rest.is_asleep(index) && particles.displacement[index] != Vec2::ZERO)
    }

    /// Finds the pairs around each disc that may move.
    fn find_each(&mut self, particles: &Particles, rest: &SleepState, balls: &[Ball]) {
        self.found.clear();
        for index in 0..particles.len() {
            if self.is_active(particles, rest, index) && !balls.iter().any(|ball| ball.particle.index() == index) {
                self.find_around(particles, rest, (index, balls));
            }
        }
        for (number, ball) in balls.iter().enumerate() {
            self.find_at_ball(particles, rest, (ball.particle.index(), &balls[..number]));
        }
    }

    /// Finds what is near a disc that may move: of two that do, the first finds the second. In the order of their numbers,
    /// whatever cells they are in: a pile whose contacts are parted in another order every now and then shivers.
    fn find_around(&mut self, particles: &Particles, rest: &SleepState, (index, balls): (usize, &[Ball])) {
        let (column, row) = self.grid.cell(index);
        let (at, own, margin) = (particles.position[index], self.radius[index], self.margin);
        // A ball may be farther away, and is found by itself.
        let farthest = own + self.largest + margin;
        let mut found = [0; MOST_PAIRS];
        let (mut count, mut crowd) = (0, 0);
        for rows in -1..=1 {
            for entry in self.grid.discs_around((column, row.wrapping_add(rows))) {
                let way = entry.at - at;
                let squared = way.x * way.x + way.y * way.y;
                if squared >= farthest * farthest {
                    continue;
                }
                let (other, there) = (entry.index, entry.index as usize);
                let near = own + self.radius[there] + margin;
                if squared >= near * near || there == index {
                    continue;
                }
                crowd += 1;
                if (there < index && self.is_active(particles, rest, there))
                    || (!balls.is_empty() && balls.iter().any(|ball| ball.particle.0 == other))
                    || count == MOST_PAIRS
                {
                    continue;
                }
                found[count] = other;
                count += 1;
            }
        }
        if crowd > MOST_PAIRS {
            self.crowded.push(index as u32);
        }
        found[..count].sort_unstable();
        for &other in &found[..count] {
            let pair = Pair { a: index as u32, b: other, reach: self.reach(index, other as usize) };
            push(pair, (particles, rest), &mut self.found, &mut self.borders);
        }
    }

    /// Finds what is near a ball: anything but `earlier` balls, which have found it.
    fn find_at_ball(&mut self, particles: &Particles, rest: &SleepState, (index, earlier): (usize, &[Ball])) {
        let at = particles.position[index];
        let is_active = self.is_active(particles, rest, index);
        for (other, &there) in particles.position.iter().enumerate() {
            let near = self.radius[index] + self.radius[other] + self.margin;
            let way = there - at;
            if way.x * way.x + way.y * way.y >= near * near
                || other == index
                || earlier.iter().any(|ball| ball.particle.index() == other)
                || !(is_active || self.is_active(particles, rest, other))
                || self.hangs_inside(index, other)
            {
                continue;
            }
            let pair = Pair { a: index as u32, b: other as u32, reach: self.reach(index, other) };
            push(pair, (particles, rest), &mut self.found, &mut self.borders);
        }
    }

    /// How near two discs may come, m.
    #[inline]
    fn reach(&self, one: usize, other: usize) -> f32 {
        let reach = self.radius[one] + self.radius[other];
        self.link_contacts.closest(one, other).map_or(reach, |closest| reach.min(closest))
    }
}

/// A number that is larger for larger numbers.
fn ascending(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 0x8000_0000 } else { !bits }
}

/// Lists a pair: what touches something asleep is looked at once more, for whether it wakes it.
fn push(pair: Pair, (particles, rest): (&Particles, &SleepState), pairs: &mut Vec<Pair>, borders: &mut Vec<Pair>) {
    list_border(pair, rest, borders);
    let (a, b) = (pair.a as usize, pair.b as usize);
    if !(is_fixed(particles, a) && is_fixed(particles, b)) {
        pairs.push(pair);
    }
}

/// Lists a pair of which one is asleep.
fn list_border(pair: Pair, rest: &SleepState, borders: &mut Vec<Pair>) {
    let (a, b) = (pair.a as usize, pair.b as usize);
    if rest.is_asleep(a) != rest.is_asleep(b) {
        // What is asleep comes second.
        borders.push(if rest.is_asleep(a) { Pair { a: pair.b, b: pair.a, ..pair } } else { pair });
    }
}

/// The largest radius of what is no ball, m.
pub(crate) fn largest(radius: &[f32], balls: &[Ball]) -> f32 {
    let is_ball = |index: usize| balls.iter().any(|ball| ball.particle.index() == index);
    let discs = radius.iter().enumerate().filter(|(index, _)| balls.is_empty() || !is_ball(*index));
    discs.fold(0.001, |largest, (_, &radius)| if radius > largest { radius } else { largest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::data::{Bodies, Derived, State};
    use crate::{Aabb, LinkKind, Settings, World};

    /// A heap of loose discs, ropes of long and of short links, and some that are pinned.
    fn heap() -> World {
        let room = Aabb { min: Vec2::new(-1.0, 0.0), max: Vec2::new(1.0, 50.0) };
        let settings = Settings { rope_contact: Some(0.05), ..Settings::default() };
        let mut world = World::new(settings, Colliders::new(None, Some(room)), 1);
        let mut before = None;
        for number in 0..400 {
            let at = Vec2::new((number % 17) as f32 * 0.11 - 0.9, 0.06 + (number / 17) as f32 * 0.12);
            let now = world.add_particle(at + Vec2::X * (number % 3) as f32 * 0.01, 0.1, number % 41 == 7);
            if let Some(before) = before.filter(|_| number % 17 != 0 && number % 60 < 20) {
                let length = if number % 60 < 10 { 0.11 } else { 0.03 };
                world.add_link(before, now, Some(length), 1.0, LinkKind::Rope);
            }
            before = Some(now);
        }
        world
    }

    #[test]
    fn pairs_are_known_until_two_may_have_come_together() {
        let found_at = vec![Vec2::ZERO, Vec2::X, Vec2::Y];
        let mut discs =
            ParticleContacts { found_at: found_at.clone(), margin: 0.1, largest: 0.1, ..ParticleContacts::default() };
        let moved = |ways: [Vec2; 3]| -> Vec<Vec2> { found_at.iter().zip(ways).map(|(at, way)| *at + way).collect() };
        for way in [Vec2::X, Vec2::Y, -Vec2::X, Vec2::new(0.6, -0.8)] {
            let way = 0.09 * way;
            discs.close = 0.0;
            assert!(discs.are_known(&moved([way, Vec2::ZERO, 0.5 * way])), "less than all of it beside each other");
            assert!(!discs.are_known(&moved([way, -0.2 * way, Vec2::ZERO])), "towards each other");
            assert!(!discs.are_known(&moved([way, 0.2 * way.perp(), -0.3 * way.perp()])), "across each other");
            assert!(!discs.are_known(&moved([5.0 * way; 3])), "together, but they may have come to walls");
            discs.close = 0.15;
            assert!(!discs.are_known(&moved([0.85 * way, Vec2::ZERO, Vec2::ZERO])), "as good as touching");
            assert!(discs.are_known(&moved([0.5 * way, -0.5 * way, Vec2::ZERO])), "less than half of it each");
            discs.close = 0.9;
            assert!(!discs.are_known(&moved([0.7 * way, Vec2::ZERO, Vec2::ZERO])), "all are as good as touching");
        }
    }

    #[test]
    fn whatever_touches_is_known() {
        let mut world = heap();
        let (mut looked, mut touching) = (0, 0);
        for step in 0..240 {
            // What slept through the step is not looked at, though it may be awake after it.
            let slept: Vec<bool> =
                (0..world.bodies.particles.len()).map(|one| world.state.sleep.is_asleep(one)).collect();
            world.step();
            let World { derived: Derived { particle_contacts: discs, .. }, bodies: Bodies { particles, .. }, .. } =
                &world;
            let position = &particles.position;
            if !discs.are_known(position) {
                continue;
            }
            looked += 1;
            let known: std::collections::BTreeSet<(u32, u32)> =
                discs.pairs.iter().map(|pair| (pair.a.min(pair.b), pair.a.max(pair.b))).collect();
            for (a, b) in (0..position.len()).flat_map(|a| (a + 1..position.len()).map(move |b| (a, b))) {
                if position[a].distance(position[b]) < discs.reach(a, b)
                    && [a, b].iter().any(|&one| !particles.pinned[one] && !slept[one])
                {
                    touching += 1;
                    assert!(known.contains(&(a as u32, b as u32)), "step {step}: {a} and {b}");
                }
            }
        }
        assert!(looked > 100 && touching > 10_000, "{looked} {touching}");
    }

    #[test]
    fn pairs_are_the_same_found_all_at_once_or_one_by_one() {
        let mut world = heap();
        let mut seen = (0, 0);
        for step in 0..240 {
            world.step();
            let World {
                derived: Derived { particle_contacts: discs, .. },
                bodies: Bodies { particles, .. },
                state: State { sleep: rest, settings, .. },
                ..
            } = &mut world;
            // Where nothing falls, too; and what is pinned may be led.
            let fall = if step % 3 == 0 { Vec2::ZERO } else { settings.gravity };
            let led = particles.pinned.iter().position(|pinned| *pinned).expect("one is");
            particles.displacement[led] = Vec2::new(0.0, (step % 2) as f32 * 1e-3);
            discs.grid.fill(&particles.position, 2.0 * discs.largest + discs.margin);
            let list = |pairs: &[Pair]| -> Vec<(u32, u32, f32)> {
                pairs.iter().map(|pair| (pair.a, pair.b, pair.reach)).collect()
            };
            discs.borders.clear();
            if !discs.find_all(particles, rest) {
                continue;
            }
            discs.rank(&particles.position, fall);
            discs.sort_by_numbers();
            discs.sort();
            discs.put_resting_last(particles, rest);
            let (together, mut borders) = (list(&discs.pairs), list(&discs.borders));
            discs.borders.clear();
            discs.find_each(particles, rest, &[]);
            discs.rank(&particles.position, fall);
            discs.sort();
            assert!(together == list(&discs.pairs) && discs.crowded.is_empty(), "step {step}");
            let mut expected = list(&discs.borders);
            for list in [&mut borders, &mut expected] {
                list.sort_unstable_by_key(|pair| (pair.0, pair.1));
            }
            assert!(borders == expected, "step {step}");
            seen = (seen.0 + together.len(), seen.1 + borders.len());
        }
        assert!(seen.0 > 50_000 && seen.1 > 100, "{seen:?}");
    }
}
