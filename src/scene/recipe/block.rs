//! The recipe `Block`.

use super::*;

/// A rectangular obstacle (`Box` is made of beams and moves freely).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Centre, m; where a sliding obstacle starts.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Width, m.
    #[serde(deserialize_with = "validate::obstacle_thickness")]
    pub width: f32,
    /// Height, m.
    #[serde(deserialize_with = "validate::obstacle_thickness")]
    pub height: f32,
    /// Angle at the start, counter-clockwise, rad.
    #[serde(default, deserialize_with = "validate::angle")]
    pub angle: f32,
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

impl BuildRecipe for Block {
    fn outline(&self) -> Outline<'_> {
        Outline::of(Size::of_shape())
    }

    fn build(&self, world: &mut World, _names: &Names) -> Result<Vec<ParticleId>, BuildError> {
        let Self { at, width, height, angle, turns: spin, slides: slide, friction, restitution } = *self;
        let half = 0.5 * Vec2::new(width, height);
        // libm gives the same bits on every platform.
        let (sin, cos) = libm::sincos(f64::from(angle));
        let turn = DVec2::new(cos, sin).as_vec2();
        let still = ShapeDef::still(Form::Box { half }, at);
        world.add_shape(ShapeDef { turn, spin, slide, friction, restitution, ..still });
        Ok(Vec::new())
    }
}
