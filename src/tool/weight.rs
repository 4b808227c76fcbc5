//! Weight: hang one on a point and carry it about; the wheel changes it, a right click takes it off.

use super::{PointerEvent, disc};
use crate::{
    physics::{MASS_RANGE, ParticleId, Particles},
    sandbox::{Command, Sandbox, ball_radius, is_ball},
};

/// Least and greatest mass of a weight, as multiples of the point's own.
const RATIOS: (f32, f32) = (0.1, 1_000.0);

/// Mass of the first weight that is hung, kg, where the point may have it.
pub const FIRST: f32 = 1.0;

/// The weight under the pointer, or else the nearest point.
pub fn nearest(event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
    under(event, sandbox).or_else(|| event.nearest(sandbox))
}

/// The weight whose disc is under the pointer; or else the lightest of those points of a heavy rope that are as near as if
/// they had one.
pub fn under(event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
    let least = 0.3 * event.reach();
    disc::under(event, least, sandbox).or_else(|| {
        let Particles { position, mass, .. } = sandbox.world().particles();
        let heavy = (0..).zip(mass).filter(|(_, mass)| is_ball(**mass)).map(|(index, _)| ParticleId(index));
        let reach = |id: &ParticleId| ball_radius(mass[id.index()]).max(least);
        let is_sized = |id: &ParticleId| sandbox.world().balls().iter().any(|ball| ball.particle == *id);
        let near = heavy.filter(|id| position[id.index()].distance(event.at) <= reach(id) && !is_sized(id));
        near.min_by(|a, b| mass[a.index()].total_cmp(&mass[b.index()]).then(a.cmp(b)))
    })
}

/// Mass of a particle without a weight, kg.
fn own(particle: ParticleId, sandbox: &Sandbox) -> Option<f32> {
    let world = sandbox.world();
    let bare = world.particles().mass.get(particle.index()).copied();
    world.weight(particle).map(|weight| weight.own).or(bare)
}

/// Hangs a weight of `mass` (kg), or the nearest that it may have, on a point that has none.
pub fn hang(particle: ParticleId, mass: f32, sandbox: &Sandbox) -> Option<Command> {
    let is_bare = sandbox.world().weight(particle).is_none();
    let own = own(particle, sandbox).filter(|own| is_bare && !is_ball(*own))?;
    Some(Command::SetWeight { particle, mass: Some(within(mass, own)) })
}

/// The mass that a notch of the wheel up, or down, makes of a particle's, kg: the next of 1, 2, 5, 10 and so on.
pub fn turned(particle: ParticleId, up: bool, sandbox: &Sandbox) -> Option<f32> {
    let now = *sandbox.world().particles().mass.get(particle.index())?;
    Some(within(next(now, up), own(particle, sandbox)?))
}

/// Takes the weight off a particle, if there is one.
pub fn take_off(particle: ParticleId, sandbox: &Sandbox) -> Option<Command> {
    sandbox.world().weight(particle).map(|_| Command::SetWeight { particle, mass: None })
}

/// What a particle weighs, in words, and how many times its own mass that is.
pub fn words(particle: ParticleId, sandbox: &Sandbox) -> Option<String> {
    let mass = *sandbox.world().particles().mass.get(particle.index())?;
    let ratio = mass / own(particle, sandbox)?;
    let ratio = if ratio >= 1.0 { format!("{} : 1", figure(ratio)) } else { format!("1 : {}", figure(1.0 / ratio)) };
    Some(format!("{}   {ratio}", kilograms(mass)))
}

/// A mass in its own unit.
fn kilograms(mass: f32) -> String {
    match mass {
        1_000.0.. => format!("{} t", figure(mass / 1_000.0)),
        0.1.. => format!("{} kg", figure(mass)),
        0.001.. => format!("{} g", figure(mass * 1_000.0)),
        _ => format!("{} mg", figure(mass * 1e6)),
    }
}

/// Three digits, and no zeros behind them.
fn figure(value: f32) -> String {
    let places = if value >= 99.95 { 0 } else { 2 - usize::from(value >= 9.995) };
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn within(mass: f32, own: f32) -> f32 {
    mass.clamp(own * RATIOS.0, own * RATIOS.1).clamp(MASS_RANGE.0, MASS_RANGE.1)
}

/// The next of 1, 2, 5, 10 and so on, kg.
fn next(mass: f32, up: bool) -> f32 {
    let series = (-7..8).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit * 10f64.powi(power)) as f32));
    // What was rounded is not to be met again.
    let mut further = series.filter(|&other| if up { other > 1.001 * mass } else { other < 0.999 * mass });
    (if up { further.next() } else { further.next_back() }).unwrap_or(mass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_goes_by_ones_twos_and_fives() {
        let ups: Vec<f32> = std::iter::successors(Some(0.02), |&mass| Some(next(mass, true))).take(6).collect();
        assert_eq!(ups, [0.02, 0.05, 0.1, 0.2, 0.5, 1.0]);
        assert_eq!([next(1.0, false), next(0.7, false), next(0.7, true)], [0.5, 0.5, 1.0]);
    }

    #[test]
    fn a_mass_is_read_with_its_unit() {
        let masses = [0.000_5, 0.02, 0.1, 1.0, 12.5, 500.0, 2_000.0];
        assert_eq!(masses.map(kilograms), ["500 mg", "20 g", "0.1 kg", "1 kg", "12.5 kg", "500 kg", "2 t"]);
    }
}
