//! Which discs may come to touch: found with a margin, and found anew once something has gone half of it.

use glam::Vec2;

use super::{Ball, Discs, Rest, is_fixed};
use crate::physics::{collider::Colliders, particles::Particles};

/// Most pairs to one disc and those that come after it; six have room around one. Where more are drawn into one place,
/// those that are left out get their turn as the others part.
const MOST_PAIRS: usize = 16;

/// The margin as shares of a disc's radius, at least and at most. More is looked at in vain where it is wide, and found anew
/// more often where it is narrow.
const MARGINS: (f32, f32) = (0.3, 1.0);

/// Two discs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pair {
    pub a: u32,
    pub b: u32,
    /// The sum of their radii, m.
    pub reach: f32,
}

/// What is around discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub balls: &'a [Ball],
    pub colliders: &'a Colliders,
    /// Gravity x substep², m.
    pub fall: Vec2,
}

impl Discs {
    /// Asks for all memory that so many discs and balls will need at rest, and some more.
    pub(super) fn reserve(&mut self, count: usize, balls: usize) {
        let most = 10 * count + balls * count.min(4_096);
        self.grid.reserve(count);
        for (list, most) in [(&mut self.pairs, most), (&mut self.found, most), (&mut self.borders, 4 * count)] {
            list.reserve(most.saturating_sub(list.len()));
        }
        self.touches.reserve(most / 2);
        self.order.reserve(count);
        self.rank.reserve(count);
        self.starts.reserve(count + 1);
        self.borne.reserve(count);
        self.crowded.reserve(count);
        self.beside.reserve(2 * count);
        self.pressed.reserve(most);
        self.walls.reserve(count);
        self.found_at.reserve(count);
        self.woken.reserve(4 * count);
        self.group.reserve(count);
        self.stirred.reserve(count);
    }

    /// Brings the pairs up to date.
    pub(super) fn find(&mut self, particles: &Particles, rest: &Rest, Around { balls, colliders, fall }: Around) {
        let position = &particles.position;
        if self.found_at.len() == position.len() {
            let allowed = 0.25 * self.margin * self.margin;
            let mut farthest = 0.0f32;
            for (now, then) in position.iter().zip(&self.found_at) {
                let way = *now - *then;
                farthest = farthest.max(way.x * way.x + way.y * way.y);
            }
            if farthest <= allowed {
                return;
            }
        }
        self.found_at.clone_from(position);
        let radius = largest(&self.radius, balls);
        self.largest = radius;
        let mut fastest = 0.0f32;
        for by in &particles.displacement {
            fastest = fastest.max(by.x * by.x + by.y * by.y);
        }
        // What goes on as fast as now for four substeps is not missed.
        self.margin = (8.0 * fastest.sqrt()).clamp(MARGINS.0 * radius, MARGINS.1 * radius);
        self.grid.fill(position, 2.0 * radius + self.margin);
        self.found.clear();
        self.crowded.clear();
        self.borders.clear();
        for index in 0..position.len() {
            if self.is_active(particles, rest, index) && !balls.iter().any(|ball| ball.particle.index() == index) {
                self.find_around(particles, rest, (index, balls));
            }
        }
        for (number, ball) in balls.iter().enumerate() {
            self.find_at_ball(particles, rest, (ball.particle.index(), &balls[..number]));
        }
        self.sort(position, fall);
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

    /// Sorts the pairs that were found by the heights of their upper discs, so that all that a disc lies on comes before
    /// what lies on it. Where nothing falls, by their numbers.
    fn sort(&mut self, position: &[Vec2], fall: Vec2) {
        let Self { pairs, found, order, rank, starts, .. } = self;
        order.clear();
        order.extend((0..).zip(position).map(|(index, at)| (ascending(-fall.dot(*at)), index)));
        order.sort_unstable();
        rank.clear();
        rank.resize(order.len(), 0);
        (0..).zip(&*order).for_each(|(number, &(_, index))| rank[index as usize] = number);
        starts.clear();
        starts.resize(order.len() + 1, 0);
        for pair in &mut *found {
            let (a, b) = (rank[pair.a as usize], rank[pair.b as usize]);
            if a > b {
                (pair.a, pair.b) = (pair.b, pair.a);
            }
            starts[a.max(b) as usize] += 1;
        }
        let mut total = 0;
        for start in &mut *starts {
            total += *start;
            *start = total;
        }
        pairs.clear();
        pairs.resize(found.len(), Pair::default());
        for pair in found.iter().rev() {
            let start = &mut starts[rank[pair.b as usize] as usize];
            *start -= 1;
            pairs[*start as usize] = *pair;
        }
    }

    /// Whether a disc may move, by itself or led: what is asleep does not, nor what is pinned and stays there.
    fn is_active(&self, particles: &Particles, rest: &Rest, index: usize) -> bool {
        !is_fixed(particles, index) || (!rest.is_asleep(index) && particles.displacement[index] != Vec2::ZERO)
    }

    /// Finds what is near a disc that may move: of two that do, the first finds the second. In the order of their numbers,
    /// whatever cells they are in: a pile whose contacts are parted in another order every now and then shivers.
    fn find_around(&mut self, particles: &Particles, rest: &Rest, (index, balls): (usize, &[Ball])) {
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
    fn find_at_ball(&mut self, particles: &Particles, rest: &Rest, (index, earlier): (usize, &[Ball])) {
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
        self.threads.closest(one, other).map_or(reach, |closest| reach.min(closest))
    }
}

/// A number that is larger for larger numbers.
fn ascending(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 0x8000_0000 } else { !bits }
}

/// Lists a pair: what touches something asleep is looked at once more, for whether it wakes it.
fn push(pair: Pair, (particles, rest): (&Particles, &Rest), pairs: &mut Vec<Pair>, borders: &mut Vec<Pair>) {
    let (a, b) = (pair.a as usize, pair.b as usize);
    if rest.is_asleep(a) != rest.is_asleep(b) {
        // What is asleep comes second.
        borders.push(if rest.is_asleep(a) { Pair { a: pair.b, b: pair.a, ..pair } } else { pair });
    }
    if !(is_fixed(particles, a) && is_fixed(particles, b)) {
        pairs.push(pair);
    }
}

/// The largest radius of what is no ball, m.
pub(super) fn largest(radius: &[f32], balls: &[Ball]) -> f32 {
    let is_ball = |index: usize| balls.iter().any(|ball| ball.particle.index() == index);
    let discs = radius.iter().enumerate().filter(|(index, _)| balls.is_empty() || !is_ball(*index));
    discs.fold(0.001, |largest, (_, &radius)| if radius > largest { radius } else { largest })
}
