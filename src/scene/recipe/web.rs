//! The recipe `Web`.

use super::*;

/// Excess of a thread's rest length over the distance of its ends, as a share: a web that is taut on all sides would
/// not yield to a pull.
const SLACK: f32 = 0.015;

/// A spider's web. Particles: the hub, then those of each thread outwards, its pin last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Hub, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Radius, m; threads differ in length.
    #[serde(deserialize_with = "validate::length")]
    pub radius: f32,
    /// Number of threads from the hub outwards.
    #[serde(deserialize_with = "validate::at_least_three")]
    pub spokes: u32,
    /// Turns of the spiral.
    #[serde(deserialize_with = "validate::at_least_one")]
    pub turns: u32,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl BuildRecipe for Web {
    fn outline(&self) -> Outline<'_> {
        let (spokes, turns) = (u64::from(self.spokes), u64::from(self.turns));
        let size = Size::of(spokes.saturating_mul(turns + 1) + 1, spokes.saturating_mul(2 * turns + 1));
        Outline::of(size).named(&self.name, size.particles).made_of(&self.material)
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { spokes, turns, .. } = *self;
        let mut ids = vec![world.add_particle(self.at, self.mass, false)];
        for spoke in 0..spokes {
            self.build_thread(world, &mut ids, spoke);
        }
        let place = |spoke: u32, turn: u32| (1 + spoke * (turns + 1) + turn) as usize;
        for step in 0..(spokes * turns - 1) {
            let here = place(step % spokes, step / spokes);
            let next = place((step + 1) % spokes, (step + 1) / spokes);
            add_silk(world, ids[here], ids[next]);
        }
        Ok(ids)
    }
}

impl Web {
    /// Adds the particles and links of a thread from the hub to its pin.
    fn build_thread(&self, world: &mut World, ids: &mut Vec<ParticleId>, spoke: u32) {
        let Self { at, radius, spokes, turns, mass, .. } = *self;
        let around = f64::from(spoke) / f64::from(spokes);
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * (around + 0.25));
        let direction = DVec2::new(cos, sin).as_vec2();
        // Multiples of the golden ratio: irregular lengths, the same on every platform.
        let golden = (f64::from(spoke) * 0.618_033_988_749_895).fract() as f32;
        let first = ids.len();
        for turn in 0..turns {
            let share = (turn as f32 + 1.0 + around as f32) / (turns as f32 + 1.6);
            ids.push(world.add_particle(at + direction * (radius * share), mass, false));
        }
        let end = ids.len();
        ids.push(world.add_particle(at + direction * radius * (1.0 + 0.18 * golden), mass, true));
        add_silk(world, ids[0], ids[first]);
        for i in first..end {
            add_silk(world, ids[i], ids[i + 1]);
        }
    }
}

fn add_silk(world: &mut World, a: ParticleId, b: ParticleId) {
    let length = (1.0 + SLACK) * distance(world, a, b);
    world.add_link(a, b, Some(length), 1.0, LinkKind::Net);
}
