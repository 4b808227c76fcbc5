//! Energy that a direct solve takes from a strand, or gives it: handed back along the strand's motion.
//!
//! Where links turn far within a substep, as in a rope that cracks like a whip, neither a projection nor its spin keeps
//! energy, at any number of substeps that a step can afford. But the impulses of links between fixed particles do no
//! work. So the velocities of all particles are scaled by one factor close to 1 that makes up for it. Scaled velocities
//! obey the links as well as those before, and most of the energy returns to where most of it is.

use glam::Vec2;
use multiversion::multiversion;

use crate::simd::ParticleView;
use crate::solver::direct::Strands;

/// Greatest change of the velocities in a substep, as a share. What a link does that flips round at the end of a whip
/// takes up to 0.14.
const MAX_SHARE: f64 = 0.25;

/// Particles whose energies are added to sums of their own, so that every width of the lanes gives the same bits.
const LANES: usize = 8;

/// Displacements of particles in a substep, and the parts of their corrections, m.
#[derive(Clone, Copy)]
struct Moved<'a> {
    before: &'a [Vec2],
    corrections: &'a [Vec2],
    spin: &'a [Vec2],
}

/// Sums over particles: energy x substep², kg m², and numbers of particles.
#[derive(Clone, Copy, Debug, Default)]
struct EnergySums {
    /// Change of the kinetic and potential energy by the solve.
    change: f64,
    /// Kinetic energy after it.
    kinetic: f64,
    fixed: u32,
    /// Fixed particles that are moved.
    led: u32,
}

/// Scales the motion of a group after its solve by adding to `spin`, so that it has the energy of before.
/// `gravity` is the displacement by gravity in a substep, m.
///
/// Only where a strand hangs from one fixed particle that stands still. One that is moved works on the strand; between two
/// a slack strand loses energy as it becomes taut; and a factor would change the momentum of a free piece.
pub(crate) fn restore(strands: Strands, view: &ParticleView, spin: &mut [Vec2], gravity: Vec2) {
    let ranges = strands.schedule.particles_of(strands.group);
    let mut sums = EnergySums::default();
    for range in ranges {
        let (before, corrections) = (&view.displacement[range.clone()], &view.corrections[range.clone()]);
        let moved = Moved { before, corrections, spin: &spin[range.clone()] };
        sums = add_energies(&view.inv_mass[range.clone()], moved, gravity, sums);
    }
    let EnergySums { change, kinetic, fixed, led } = sums;
    let share = change / kinetic;
    if fixed != 1 || led > 0 || !share.is_finite() {
        return;
    }
    let gain = ((1.0 - share).max(0.0).sqrt() - 1.0).clamp(-MAX_SHARE, MAX_SHARE) as f32;
    for range in ranges {
        let (before, corrections) = (&view.displacement[range.clone()], &view.corrections[range.clone()]);
        add_share(&view.inv_mass[range.clone()], (before, corrections), gain, &mut spin[range.clone()]);
    }
}

/// Adds the energies of particles to `sums`. They are those in the middle of the substep, as in
/// [`crate::Energy`].
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_energies(inv_mass: &[f32], moved: Moved, gravity: Vec2, sums: EnergySums) -> EnergySums {
    let count = inv_mass.len();
    let before = &moved.before[..count];
    let (corrections, spin) = (&moved.corrections[..count], &moved.spin[..count]);
    let (mut change, mut kinetic) = ([0.0; LANES], [0.0; LANES]);
    let whole = count - count % LANES;
    for start in (0..whole).step_by(LANES) {
        let (mut changes, mut kinetics) = ([0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let k = start + lane;
            (changes[lane], kinetics[lane]) = energies(inv_mass[k], [before[k], corrections[k], spin[k]], gravity);
        }
        for lane in 0..LANES {
            change[lane] += f64::from(changes[lane]);
            kinetic[lane] += f64::from(kinetics[lane]);
        }
    }
    for k in whole..count {
        let (by, of) = energies(inv_mass[k], [before[k], corrections[k], spin[k]], gravity);
        change[k - whole] += f64::from(by);
        kinetic[k - whole] += f64::from(of);
    }
    let (mut fixed, mut led) = (0, 0);
    for k in 0..count {
        let is_fixed = inv_mass[k] == 0.0;
        fixed += u32::from(is_fixed);
        led += u32::from(is_fixed & ((before[k].x != 0.0) | (before[k].y != 0.0)));
    }
    EnergySums {
        change: change.iter().fold(sums.change, |sum, part| sum + part),
        kinetic: kinetic.iter().fold(sums.kinetic, |sum, part| sum + part),
        fixed: sums.fixed + fixed,
        led: sums.led + led,
    }
}

/// The change of the energy of a particle, and its kinetic energy: see [`EnergySums`]. `moved` is its displacement, its
/// correction and its spin, m. 0 for fixed particles.
#[inline(always)]
fn energies(inv_mass: f32, moved: [Vec2; 3], gravity: Vec2) -> (f32, f32) {
    let [d, c, s] = moved;
    let mass = if inv_mass == 0.0 { 0.0 } else { 1.0 / inv_mass };
    let by = Vec2::new(c.x + s.x, c.y + s.y);
    let to = Vec2::new(d.x + by.x, d.y + by.y);
    let work = by.x * (d.x + to.x) + by.y * (d.y + to.y);
    let fall = gravity.x * (c.x - s.x) + gravity.y * (c.y - s.y);
    (0.5 * mass * (work - fall), 0.5 * mass * (to.x * to.x + to.y * to.y))
}

/// Adds a share of the displacements (`before` the corrections, and these) and of the spin to the spin.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_share(inv_mass: &[f32], moved: (&[Vec2], &[Vec2]), share: f32, spin: &mut [Vec2]) {
    let count = inv_mass.len();
    let (before, corrections, spin) = (&moved.0[..count], &moved.1[..count], &mut spin[..count]);
    for k in 0..count {
        let share = if inv_mass[k] == 0.0 { 0.0 } else { share };
        let s = spin[k];
        spin[k].x = s.x + share * (before[k].x + corrections[k].x + s.x);
        spin[k].y = s.y + share * (before[k].y + corrections[k].y + s.y);
    }
}
