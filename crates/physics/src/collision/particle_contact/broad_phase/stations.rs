//! Stations: positions of discs in the search of pairs, which they keep until they have moved by their own margin.

use glam::Vec2;

use crate::containers::Refill;
use crate::geometry::Aabb;
use crate::particles::Particles;

/// Range of the margin of two discs in their mean radii. A wide margin makes more pairs, a narrow one more searches.
pub(super) const MIN_MARGIN: f32 = 0.3;
pub(super) const MAX_MARGIN: f32 = 1.0;

/// Radius by which the margin of a point is measured, m: of a particle that meets balls alone.
const POINT_RADIUS: f32 = 0.02;

/// Number of discs that are tested together for what few of them do.
pub(super) const STATIONS: usize = 64;

/// The position of a disc in the search of pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Station {
    /// m.
    pub at: Vec2,
    /// Distance from the station up to which the disc keeps it, m: half of a margin.
    pub limit: f32,
    /// Radius with slop and limit, m. The stations of two discs that may touch are within the sum of both.
    pub reach: f32,
}

impl Station {
    /// Bounds of the disc while it keeps its station, m.
    pub fn bounds(&self) -> Aabb {
        Aabb::of(self.at, self.at).dilated(self.reach)
    }

    /// Whether two discs may touch before one of them leaves its station.
    #[inline(always)]
    pub fn may_touch(&self, other: &Self) -> bool {
        let (offset, near) = (other.at - self.at, self.reach + other.reach);
        offset.x * offset.x + offset.y * offset.y < near * near
    }
}

/// The stations of all discs.
#[derive(Clone, Debug, Default)]
pub(super) struct Stations {
    pub list: Vec<Station>,
    /// The discs with a new station since the last search, in rising order.
    pub changed: Vec<u32>,
}

impl Stations {
    /// Reserves memory for a number of discs.
    pub fn reserve(&mut self, count: usize) {
        self.list.reserve(count);
        self.changed.reserve(count);
    }

    /// Gives new stations to the discs that have left theirs: to all at the first search of a step. `slop` is that of
    /// [`BroadPhase`](super::BroadPhase). Returns whether there were any.
    pub fn update(&mut self, particles: &Particles, radius: &[f32], slop: f32, is_first: bool) -> bool {
        let Self { list, changed } = self;
        let Particles { position, displacement, .. } = particles;
        if is_first {
            list.refill(position.len(), Station { limit: -1.0, ..Station::default() });
        }
        let has_left = |station: &Station, at: &Vec2| {
            (station.limit < 0.0) | ((*at - station.at).length_squared() > station.limit * station.limit)
        };
        changed.clear();
        // In blocks: mostly no disc of a block has left its station.
        let discs = list.chunks_mut(STATIONS).zip(position.chunks(STATIONS));
        for (first, (stations, position)) in (0..).step_by(STATIONS).zip(discs) {
            if stations.iter().zip(position).fold(false, |any, (station, at)| any | has_left(station, at)) {
                for ((index, station), at) in (first..).zip(&mut *stations).zip(position) {
                    if has_left(station, at) {
                        changed.push(index as u32);
                        let (speed, radius) = (displacement[index].length(), radius[index]);
                        // The margin lasts four substeps at the present speed.
                        let size = if radius > 0.0 { radius } else { POINT_RADIUS };
                        let margin = (8.0 * speed).clamp(MIN_MARGIN * size, MAX_MARGIN * size);
                        *station =
                            Station { at: *at, limit: 0.5 * margin, reach: (1.0 + slop) * radius + 0.5 * margin };
                    }
                }
            }
        }
        !changed.is_empty()
    }
}
