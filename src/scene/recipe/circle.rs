//! The recipe `Circle`.

use super::*;

/// A round obstacle: a post, or a wheel with a motor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// Centre, m; where a sliding obstacle starts.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Radius, m.
    #[serde(deserialize_with = "validate::obstacle_radius")]
    pub radius: f32,
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

impl BuildRecipe for Circle {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of_shape())
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { at, radius, turns: spin, slides: slide, friction, restitution } = *self;
        let still = ShapeDef::still(Form::Circle { radius }, at);
        world.add_shape(ShapeDef { spin, slide, friction, restitution, ..still });
        Ok(Vec::new())
    }
}
