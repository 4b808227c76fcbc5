//! Energy that a direct solve takes from a strand, or gives it: handed back along the strand's motion.
//!
//! Where links turn far within a substep, as in a rope that cracks like a whip, neither a projection nor its spin keeps
//! energy, at any number of substeps that a step can afford. But the impulses of links between fixed particles do no
//! work. So the velocities of all particles are scaled by one factor close to 1 that makes up for it. Scaled velocities
//! obey the links as well as those before, and most of the energy returns to where most of it is.

use std::ops::Range;

use glam::Vec2;
use multiversion::multiversion;

use crate::simd::ParticleView;
use crate::solver::direct::Strands;

/// Greatest change of the velocities in a substep, as a share. What a link does that flips round at the end of a whip
/// takes up to 0.14.
const MAX_SHARE: f64 = 0.25;

/// Particles whose energies are added to sums of their own, so that every width of the lanes gives the same bits.
const SUMS: usize = 8;

/// Displacements of particles in a substep, and the parts of their corrections, m.
#[derive(Clone, Copy)]
struct Moved<'a> {
    before: &'a [Vec2],
    corrections: &'a [Vec2],
    spin: &'a [Vec2],
}

/// Sums over particles: energy x substep², kg m².
#[derive(Clone, Copy, Debug, Default)]
struct EnergySums {
    /// Change of the kinetic and potential energy by the solve.
    change: f64,
    /// Kinetic energy after it.
    kinetic: f64,
}

/// Scales the motion of a group after its solve by adding to `spin`, so that it has the energy of before.
/// `gravity` is the displacement by gravity in a substep, m.
///
/// Only where a strand hangs from one fixed particle that stands still. One that is moved works on the strand; between two
/// a slack strand loses energy as it becomes taut; and a factor would change the momentum of a free piece.
pub(crate) fn restore(strands: Strands, view: &ParticleView, spin: &mut [Vec2], gravity: Vec2) {
    let only_fixed = strands.forest.groups[strands.group].only_fixed.map(|fixed| fixed as usize);
    let Some(fixed) = only_fixed.filter(|&fixed| view.displacement[fixed] == Vec2::ZERO) else { return };
    // The pin may be part of another group: without it, sums have the same order.
    let ranges = || strands.schedule.particles_of(strands.group).iter().flat_map(|range| beside(range, fixed));
    let mut sums = EnergySums::default();
    for range in ranges() {
        let (before, corrections) = (&view.displacement[range.clone()], &view.corrections[range.clone()]);
        let moved = Moved { before, corrections, spin: &spin[range.clone()] };
        sums = add_energies(&view.inv_mass[range.clone()], moved, gravity, sums);
    }
    let share = sums.change / sums.kinetic;
    if !share.is_finite() {
        return;
    }
    let gain = ((1.0 - share).max(0.0).sqrt() - 1.0).clamp(-MAX_SHARE, MAX_SHARE) as f32;
    for range in ranges() {
        let (before, corrections) = (&view.displacement[range.clone()], &view.corrections[range.clone()]);
        add_share((before, corrections), gain, &mut spin[range.clone()]);
    }
}

/// The parts of a range of particles beside a fixed one.
fn beside(range: &Range<usize>, fixed: usize) -> [Range<usize>; 2] {
    let at = if range.contains(&fixed) { fixed } else { range.end };
    [range.start..at, range.end.min(at + 1)..range.end]
}

/// Adds the energies of particles to `sums`. They are those in the middle of the substep, as in
/// [`crate::Energy`].
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_energies(inv_mass: &[f32], moved: Moved, gravity: Vec2, sums: EnergySums) -> EnergySums {
    let count = inv_mass.len();
    let before = &moved.before[..count];
    let (corrections, spin) = (&moved.corrections[..count], &moved.spin[..count]);
    let moved = |k: usize| [before[k], corrections[k], spin[k]];
    let (mut change, mut kinetic) = ([0.0; SUMS], [0.0; SUMS]);
    let whole = count - count % SUMS;
    for start in (0..whole).step_by(SUMS) {
        let (mut changes, mut kinetics) = ([0.0; SUMS], [0.0; SUMS]);
        for lane in 0..SUMS {
            let k = start + lane;
            (changes[lane], kinetics[lane]) = energies(inv_mass[k], moved(k), gravity);
        }
        for lane in 0..SUMS {
            change[lane] += f64::from(changes[lane]);
            kinetic[lane] += f64::from(kinetics[lane]);
        }
    }
    for k in whole..count {
        let (by, of) = energies(inv_mass[k], moved(k), gravity);
        change[k - whole] += f64::from(by);
        kinetic[k - whole] += f64::from(of);
    }
    EnergySums {
        change: change.iter().fold(sums.change, |sum, part| sum + part),
        kinetic: kinetic.iter().fold(sums.kinetic, |sum, part| sum + part),
    }
}

/// The change of the energy of a particle, and its kinetic energy: see [`EnergySums`]. `moved` is its displacement, its
/// correction and its spin, m.
#[inline(always)]
fn energies(inv_mass: f32, moved: [Vec2; 3], gravity: Vec2) -> (f32, f32) {
    let [d, c, s] = moved;
    let mass = 1.0 / inv_mass;
    let by = Vec2::new(c.x + s.x, c.y + s.y);
    let to = Vec2::new(d.x + by.x, d.y + by.y);
    let work = by.x * (d.x + to.x) + by.y * (d.y + to.y);
    let fall = gravity.x * (c.x - s.x) + gravity.y * (c.y - s.y);
    (0.5 * mass * (work - fall), 0.5 * mass * (to.x * to.x + to.y * to.y))
}

/// Adds a share of the displacements (`before` the corrections, and these) and of the spin to the spin.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_share(moved: (&[Vec2], &[Vec2]), share: f32, spin: &mut [Vec2]) {
    let count = spin.len();
    let (before, corrections) = (&moved.0[..count], &moved.1[..count]);
    for k in 0..count {
        let s = spin[k];
        spin[k].x = s.x + share * (before[k].x + corrections[k].x + s.x);
        spin[k].y = s.y + share * (before[k].y + corrections[k].y + s.y);
    }
}
