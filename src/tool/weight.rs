//! Weight: hangs a weight on a particle and drags it. The wheel changes its mass, a right click removes it.

use super::{
    Behaviour, Context, Gesture, Hovered, IconShape, PointerEvent, Target, ToolInfo, ToolOption, ToolState, Tools,
    grab::ParticleDrag, hit_test,
};
use crate::physics::{MAX_BALLS, MAX_MASS, MIN_MASS, ParticleId, Particles, Weight as Weights};
use crate::sandbox::{Command, Sandbox, is_heavy};

/// Least mass of a weight, as a multiple of its particle's own mass.
const MIN_RATIO: f32 = 0.1;

/// Greatest mass of a weight, kg.
const HEAVIEST: f32 = Weights::MASS.ends.1;

/// Least radius of a weight in hit tests, as a fraction of the pointer's reach.
const MIN_RADIUS: f32 = 0.3;

/// The tool.
pub struct Weight;

impl Behaviour for Weight {
    fn info(&self) -> ToolInfo {
        let tip = "hang one; the mouse wheel over it makes it heavier";
        let options = &[ToolOption::WeightMass];
        let info = ToolInfo { name: "Weight", key: '8', tip, options, ..ToolInfo::default() };
        ToolInfo { has_double_tap: true, takes_particle: true, ..info }
    }

    fn icon(&self) -> Vec<IconShape> {
        // A ring above a block that is wider below.
        let block = [(0.28, 0.36), (0.72, 0.36), (0.92, 0.96), (0.08, 0.96)];
        vec![IconShape::ring(0.5, 0.2, 0.14), IconShape::polygon(block)]
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let Some(particle) = weight_or_nearest(event, context.sandbox) else {
            context.state.say("Weight: nothing here to hang one on");
            return None;
        };
        let weight = hang(particle, context.state.options.weight_mass, context.sandbox);
        if weight.is_some() && context.sandbox.world().balls().len() >= MAX_BALLS {
            context.state.say("Weight: no more weights and balls fit; remove some");
            return None;
        }
        let mut drag = ParticleDrag::start(particle, event, context);
        drag.has_wheel = true;
        // After the hold: the drag and the new weight are one edit.
        context.commands.extend(weight);
        Some(Box::new(drag))
    }

    fn right_click(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        let particle = weight_or_nearest(event, sandbox)?;
        sandbox.world().weight(particle).map(|_| Command::SetWeight { particle, mass: None })
    }

    fn hover(&self, event: PointerEvent, _: &ToolState, sandbox: &Sandbox) -> Option<Hovered> {
        weight_or_nearest(event, sandbox).map(|particle| Hovered::whole(Target::Particle(particle)))
    }

    fn wheel_target(&self, event: PointerEvent, tools: &Tools, sandbox: &Sandbox) -> Option<Target> {
        let held = tools.held().filter(|_| tools.is_busy());
        held.or_else(|| touched(event, tools, sandbox)).or_else(|| weight_under(event, sandbox).map(Target::Particle))
    }
}

/// The weight that is held or was touched last, until the pointer has left it.
pub fn touched(event: PointerEvent, tools: &Tools, sandbox: &Sandbox) -> Option<Target> {
    let target = if tools.is_busy() { tools.held() } else { tools.locked(event) };
    target.filter(|target| target.particle().is_some_and(|particle| is_weight(particle, sandbox)))
}

/// The weight under the pointer, or else the nearest particle.
fn weight_or_nearest(event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
    weight_under(event, sandbox).or_else(|| event.nearest(sandbox))
}

/// The weight whose disc is under the pointer, or else the lightest particle of a heavy rope whose disc would be there.
fn weight_under(event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
    let min = MIN_RADIUS * event.reach();
    hit_test::ball_under(event, min, sandbox).or_else(|| {
        let Particles { position, mass, .. } = sandbox.world().particles();
        let heavy = (0..).zip(mass).filter(|(_, mass)| is_heavy(**mass)).map(|(index, _)| ParticleId(index));
        let radius = |id: &ParticleId| Weights::radius(mass[id.index()]).max(min);
        let is_ball = |id: &ParticleId| sandbox.world().ball(*id).is_some();
        let near = heavy.filter(|id| position[id.index()].distance(event.at) <= radius(id) && !is_ball(id));
        near.min_by(|a, b| mass[a.index()].total_cmp(&mass[b.index()]).then(a.cmp(b)))
    })
}

/// Whether a particle has a weight, or is a ball.
pub fn is_weight(particle: ParticleId, sandbox: &Sandbox) -> bool {
    let world = sandbox.world();
    world.weight(particle).is_some() || world.ball(particle).is_some()
}

/// Mass of a particle without its weight, kg.
fn own_mass(particle: ParticleId, sandbox: &Sandbox) -> Option<f32> {
    let world = sandbox.world();
    let bare = world.particles().mass.get(particle.index()).copied();
    world.weight(particle).map(|weight| weight.bare_mass).or(bare)
}

/// Hangs a weight of `mass` (kg, clamped) on a particle, unless it has one or is heavy by itself.
fn hang(particle: ParticleId, mass: f32, sandbox: &Sandbox) -> Option<Command> {
    let is_bare = sandbox.world().weight(particle).is_none();
    let own = own_mass(particle, sandbox).filter(|own| is_bare && !is_heavy(*own))?;
    Some(Command::SetWeight { particle, mass: Some(clamp(mass, own)) })
}

/// Changes the mass of a particle to the next of 1, 2, 5, 10 and so on, kg. The next weight gets the same mass.
pub fn turn_wheel(particle: ParticleId, notches: f32, state: &mut ToolState, sandbox: &Sandbox) -> Option<Command> {
    let now = *sandbox.world().particles().mass.get(particle.index())?;
    let mass = clamp(next_in_series(now, notches > 0.0), own_mass(particle, sandbox)?);
    state.options.set(ToolOption::WeightMass, mass);
    Some(Command::SetWeight { particle, mass: Some(mass) })
}

/// Mass of a particle in words; that of a weight also as a multiple of the mass of the point that it hangs on.
pub fn label(particle: ParticleId, sandbox: &Sandbox) -> Option<String> {
    let mass = *sandbox.world().particles().mass.get(particle.index())?;
    let ratio = mass / own_mass(particle, sandbox)?;
    let hung = sandbox.world().weight(particle).map(|_| format!(": {} × the point it hangs on", three_digits(ratio)));
    Some(with_unit(mass) + &hung.unwrap_or_default())
}

/// A mass (kg) in a fitting unit.
pub fn with_unit(mass: f32) -> String {
    match mass {
        1_000.0.. => format!("{} t", three_digits(mass / 1_000.0)),
        0.1.. => format!("{} kg", three_digits(mass)),
        0.001.. => format!("{} g", three_digits(mass * 1_000.0)),
        _ => format!("{} mg", three_digits(mass * 1e6)),
    }
}

/// A number with three digits and no trailing zeros.
fn three_digits(value: f32) -> String {
    let places = if value >= 99.95 { 0 } else { 2 - usize::from(value >= 9.995) };
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Clamps the mass of a weight to the limits for a particle of `own` mass and to those of the world, kg.
fn clamp(mass: f32, own: f32) -> f32 {
    mass.min(HEAVIEST).max(own * MIN_RATIO).clamp(MIN_MASS, MAX_MASS)
}

/// The next of 1, 2, 5, 10 and so on above or below a mass, kg.
fn next_in_series(mass: f32, up: bool) -> f32 {
    let series = (-7..8).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit * 10f64.powi(power)) as f32));
    // With a margin, so that a rounded member is not found again.
    let mut further = series.filter(|&other| if up { other > 1.001 * mass } else { other < 0.999 * mass });
    (if up { further.next() } else { further.next_back() }).unwrap_or(mass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheel_steps_through_1_2_5_series() {
        let ups: Vec<f32> =
            std::iter::successors(Some(0.02), |&mass| Some(next_in_series(mass, true))).take(6).collect();
        assert_eq!(ups, [0.02, 0.05, 0.1, 0.2, 0.5, 1.0]);
        assert_eq!(
            [next_in_series(1.0, false), next_in_series(0.7, false), next_in_series(0.7, true)],
            [0.5, 0.5, 1.0]
        );
    }
}
