//! The recipe `Wall`.

use super::*;

/// A straight obstacle with round ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Centre of one round end, m.
    #[serde(deserialize_with = "validate::point")]
    pub from: Vec2,
    /// Centre of the other round end, m.
    #[serde(deserialize_with = "validate::point")]
    pub to: Vec2,
    /// Thickness, m.
    #[serde(default = "default_thickness", deserialize_with = "validate::obstacle_thickness")]
    pub thickness: f32,
    /// Angular velocity, counter-clockwise, rad/s.
    #[serde(default, deserialize_with = "validate::angular_velocity")]
    pub turns: f32,
    /// Path along which it slides back and forth.
    #[serde(default, deserialize_with = "validate::optional_slide")]
    pub slides: Option<Slide>,
    /// Friction coefficient of its surface; that of the settings if left out.
    #[serde(default, deserialize_with = "validate::friction")]
    pub friction: Option<f32>,
    /// Restitution of its surface; that of the settings if left out.
    #[serde(default, deserialize_with = "validate::share")]
    pub restitution: Option<f32>,
}

const fn default_thickness() -> f32 {
    0.1
}

impl BuildRecipe for Wall {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of_shape())
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { from, to, thickness, turns: spin, slides: slide, friction, restitution } = *self;
        let (half_length, radius) = (0.5 * (to - from).length(), 0.5 * thickness);
        let still = ShapeDef::still(Form::Capsule { half_length, radius }, from.midpoint(to));
        world.add_shape(ShapeDef { turn: to - from, spin, slide, friction, restitution, ..still });
        Ok(Vec::new())
    }
}
