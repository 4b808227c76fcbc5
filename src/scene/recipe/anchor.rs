//! The recipe `Anchor`.

use super::*;

/// A particle that moves and turns with an obstacle: the rope of a winch, a crane or a trolley.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The particle.
    pub on: End,
    /// The obstacle: its place among the circles, walls and blocks before it in the file, from 0.
    pub obstacle: u32,
}

impl BuildRecipe for Anchor {
    fn outline(&self) -> Outline<'_> {
        Outline { ends: [Some(&self.on), None], obstacle: Some(self.obstacle), ..Outline::of(Size::of(1, 0)) }
    }

    fn build(&self, world: &mut World, names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let particle = names.endpoint(&self.on)?.particle(world, DEFAULT_MASS);
        let shape = world.colliders().shapes().get(self.obstacle as usize).map(|shape| shape.id);
        let missing = || names.unknown_obstacle(self.obstacle, world.colliders().shapes().len());
        let shape = shape.ok_or_else(missing)?;
        world.set_anchor(particle, Some(shape));
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{build, parse};

    fn scene(obstacle: u32) -> String {
        format!(
            "(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), build: [\
             Circle(at: (0, 0), radius: 0.3, turns: 1), Rope(name: \"r\", from: At(0.3, 0), to: At(0.3, -1), \
             particles: 11), Anchor(on: Of(\"r\", 0), obstacle: {obstacle})])"
        )
    }

    #[test]
    fn anchored_end_turns_with_its_obstacle() {
        let mut world = build(&parse("test", &scene(0)).expect("the scene reads")).expect("the scene builds");
        (0..30).for_each(|_| world.step());
        let end = world.particles().position[0];
        assert!(end.y > 0.1 && (end.length() - 0.3).abs() < 1e-3, "{end}");
    }
}
