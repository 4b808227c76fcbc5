//! The settings of a world, each with everything that is said about it: name, unit, range, default, documentation, and
//! its words in a form.
//!
//! - `mod`: the settings
//! - `table`: an entry of their table, and the macro that defines settings together with their entries

mod table;
#[cfg(test)]
mod tests;

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use self::table::{Place, SettingRow, settings};
pub use self::table::{Setting, Switch};
use crate::geometry::MAX_FRICTION;
use crate::math::WORLD_EDGE;
use crate::property::{Property, Words};

/// Gravity of all five published systems, m/s².
pub const GRAVITY: f32 = 9.81;

/// The solver: how constraints move particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Verlet integration with projected distance constraints (Jakobsen 2001, "Advanced Character Physics").
    #[default]
    Jakobsen,
    /// Explicit spring and damper forces, the method of `nehe-40`, with the constants in [`Springs`].
    Springs,
}

/// The order in which a sweep projects the constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SweepOrder {
    /// In order of creation, as most tutorials do. A correction runs down a rope in one sweep, so a rope behaves
    /// differently from its two ends.
    Sequence,
    /// In a new random order each sweep, from the seed of the world.
    Random,
    /// By colour: constraints of one colour share no particle, so their projections are independent.
    #[default]
    Colour,
}

/// Number of substeps in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Substeps {
    /// [`crate::World::substeps`] chooses from the scene; never from the time that a step takes, which would move the
    /// same scene differently on another machine.
    #[default]
    Auto,
    /// This many, 1 to [`Settings::MAX_SUBSTEPS`].
    Count(u32),
}

/// The greatest force of a pointer on what it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Hand {
    /// The force that strains the links at the held particle by little, within 8 to 20 weights of what it holds.
    #[default]
    Auto,
    /// This force, N.
    Newtons(#[serde(deserialize_with = "read_force")] f32),
}

fn read_force<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    let force = f32::deserialize(from)?;
    let is_force = force > 0.0 && force.is_finite();
    is_force.then_some(force).ok_or_else(|| D::Error::custom(format!("a force above 0 N expected, found {force}")))
}

/// When strands are solved directly in each substep, before the sweeps. Applies to [`SweepOrder::Colour`] without give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrandSolver {
    /// Where it pays off: in scenes of ropes alone, and where a strand is too long for the substeps that a frame can
    /// afford.
    #[default]
    Auto,
    /// Wherever it applies, whatever the size of the scene. It does not apply where loops carry most of the load, or
    /// where a strand is taut between two fixed ends.
    On,
    /// Never: sweeps alone, for comparison.
    Off,
}

settings! {
    /// The settings of a world. [`Settings::sanitised`] clamps values to their ranges.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    Settings at "", |settings| Some(settings);

    /// Length of a step. Longer steps cost less and stretch more.
    step: f32 = 1.0 / 60.0, Number "s" [1e-4, 0.1] =>
        SettingRow::new("Step", "Simulated time per step. Shorter steps are exact, and slow").shown(1e3, "ms").decades(1e-4);
    /// Substeps in a step under `Jakobsen`: `Auto` chooses from the scene, `Count(n)` is n from 1 to 1000. Twice as
    /// many cost twice as much and stretch a quarter as much.
    substeps: Substeps = Substeps::Auto, Count "" [1.0, Self::MAX_SUBSTEPS as f32] =>
        SettingRow::new("Number of substeps", "Twice as many: a quarter of the stretch, at twice the cost")
            .switch("Count", 0.0, Words { label: "Substeps", tooltip: "" }).whole().acts(is_jakobsen);
    /// Sweeps over all constraints in a substep; at most 10 000 in a step, which is 10 000 / n with `substeps:
    /// Count(n)`.
    ///
    /// More substeps do better for the same cost (Macklin et al. 2019, "Small steps in physics simulation"); the
    /// published systems use sweeps.
    sweeps: u32 = 1, Whole "" [1.0, Self::MAX_SWEEPS as f32] =>
        SettingRow::new("Sweeps per substep", "More sweeps stretch less, cost more, and lose more energy")
            .at_most(max_sweeps).whole().acts(is_jakobsen);
    /// `Jakobsen`: position Verlet with iterated distance constraints. `Springs`: explicit spring-damper forces, with
    /// the constants under `springs`.
    method: Method = Method::Jakobsen => SettingRow::new("Method", "");
    /// Order of a sweep: as the links were made, in random order, or by colour.
    order: SweepOrder = SweepOrder::Colour => SettingRow::new("Order", "").acts(is_jakobsen);
    /// Whether long strands are solved directly in each substep, before the sweeps. `Auto` decides by the scene.
    strands: StrandSolver = StrandSolver::Auto => SettingRow::new("Strands", "").acts(is_our_own);
    /// Share of its error that a projection leaves: 0 is a steel bar, 1 does not hold at all.
    give: f32 = 0.0, Number "" [0.0, 1.0] =>
        SettingRow::new("Give", "Error that a sweep leaves. 0 %: a steel cable; 50 %: rubber")
            .shown(100.0, "%").acts(is_jakobsen);
    /// Gravity.
    gravity: Vec2 = Vec2::new(0.0, -GRAVITY), Vector "m/s²" [-1_000.0, 1_000.0] =>
        SettingRow::new("Size", "Size of gravity. 0: everything floats");
    /// Rate at which a particle loses its speed to still air. 0 swings for ever, 0.3 comes to rest, 10 is honey. Nets
    /// of rubber, and rubber that lies on something, lose their swing all the same.
    drag: f32 = 0.0, Number "1/s" [0.0, 1_000.0] =>
        SettingRow::new("Air drag", "0: swings on, rubber nets less; 0.3: rests. Not for springs").decades(0.01);
    /// Share of the inward speed that comes back from ground, walls and obstacles.
    ///
    /// Shapes with a restitution of their own have that.
    restitution: f32 = 0.3, Number "" [0.0, 1.0] =>
        SettingRow::new("Bounce", "Share of speed kept at a bounce. 1: bounces for ever");
    /// Coulomb's coefficient at ground, walls and obstacles. 0 is ice.
    ///
    /// Shapes with a friction of their own have that.
    friction: f32 = 0.5, Number "" [0.0, MAX_FRICTION] =>
        SettingRow::new("Friction", "Friction of surfaces. 0: ice; 1: rubber; 10: sticks").decades(0.01);
    /// Highest speed of a particle. Faster ones are slowed down and counted.
    ///
    /// The count is [`crate::World::clamped_speed_count`].
    max_speed: f32 = 200.0, Number "m/s" [1.0, 10_000.0] =>
        SettingRow::new("Speed limit", "Slows down whatever is faster").decades(1.0);
    /// Greatest force of a pointer on what it holds: `Auto` lifts and throws everything, and strains no link by much;
    /// `Newtons(n)` is n. A thread that bears less tears.
    ///
    /// The method `Springs`, give, and the orders `Sequence` and `Random` move a held particle with an unlimited force.
    hand: Hand = Hand::Auto, Force "N" [0.01, 1e6] =>
        SettingRow::new("Force", "What is heavier stays where it is; links that bear less tear").decades(0.01)
            .switch("Newtons", 50.0, Words { label: "Force of a hand", tooltip: "" }).acts(is_our_own);
    /// Highest speed at which a pointer moves a held particle.
    ///
    /// Lower values lag behind the pointer.
    hand_speed: f32 = 15.0, Number "m/s" [0.1, 1_000.0] =>
        SettingRow::new("Speed of a hand", "Fastest drag. 0.1 m/s: lags behind the pointer").decades(0.1);
    /// Constants of the method `Springs`.
    springs: Springs = Springs::DEFAULT => SettingRow::new("Springs", "");
    /// Stretch at which a link tears, as a share of its rest length; nothing tears if left out.
    ///
    /// Low values tear hanging bodies where substeps are few; 10 is rubber.
    tear: Option<f32> = None, Optional "" [0.05, 10.0] =>
        SettingRow::new("Tears at a stretch of", "A link that stretches more breaks. 5 %: paper").shown(100.0, "%")
            .switch("stretch", 0.6, Words {
                label: "Tearing", tooltip: "Overstretched links break. A drag pulls until one tears",
            }).decades(0.05);
    /// The wind.
    wind: Wind = Wind::DEFAULT => SettingRow::new("Wind", "");
    /// Radius of the disc of each particle, with which ropes meet each other; they pass through each other if left out.
    /// A disc is never larger than the shortest link at it.
    ///
    /// Ropes with links longer than four radii slip through each other, and thin discs need more substeps in high
    /// piles. While contacts are on, bodies at rest sleep.
    rope_contact: Option<f32> = None, Optional "m" [0.002, 1.0] =>
        SettingRow::new("Radius of ropes", "Ropes slip through where links are longer than four radii").shown(1e3, "mm")
            // As thick as ropes are drawn.
            .switch("radius", 0.02, Words {
                label: "Rope against rope", tooltip: "Ropes collide instead of passing through. Costs more",
            }).decades(0.002);
}

settings! {
    /// The constants of [`Method::Springs`]. The defaults are those of `nehe-40`.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    Springs at "springs.", |settings| Some(&mut settings.springs);

    /// Force per extension. Stable while 2 √(stiffness / mass) times the substep stays below 2.
    ///
    /// Beyond that the rope explodes up to the speed limit.
    stiffness: f32 = 10_000.0, Number "N/m" [0.0, 1e6] =>
        SettingRow::new("Stiffness", "Force per extension. Too stiff for the substep: explodes").decades(1.0);
    /// Force per relative speed of the two ends.
    inner_friction: f32 = 0.2, Number "N s/m" [0.0, 1e3] =>
        SettingRow::new("Inner friction", "Damps stretching. 0: rings for ever; too much: explodes").decades(0.001);
    /// Force per speed on every mass.
    air_friction: f32 = 0.02, Number "N s/m" [0.0, 1e3] =>
        SettingRow::new("Air friction", "Slows everything. 0: empty space; too much: explodes").decades(0.001);
    /// Longest substep.
    ///
    /// The default is stable for the default constants only.
    max_substep: f32 = 0.002, Number "s" [1e-5, 0.1] =>
        SettingRow::new("Longest substep", "0.01 ms: exact, and slow. Above 2 ms most springs explode")
            .shown(1e3, "ms").decades(1e-5);
    /// A soft ground.
    ground: Option<SoftGround> = None => SettingRow::new("Soft ground", "A force that grows with depth, as in nehe-40");
}

settings! {
    /// The soft ground of `nehe-40`: a force, not a contact. Applies to [`Method::Springs`] alone.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    SoftGround at "springs.ground.", |settings| settings.springs.ground.as_mut();

    /// Height of the surface.
    height: f32 = -1.5, Number "m" [-WORLD_EDGE, WORLD_EDGE] =>
        SettingRow::new("Height", "Height of the surface. Type a number for an exact one").decades(0.01);
    /// Upward force per depth.
    ///
    /// Ropes sink if it is too small and explode if it is too large.
    repulsion: f32 = 100.0, Number "N/m" [0.0, 1e5] =>
        SettingRow::new("Repulsion", "Upward force per depth. Too small: ropes sink in").decades(0.1);
    /// Force per speed along the ground.
    friction: f32 = 0.2, Number "N s/m" [0.0, 1e3] =>
        SettingRow::new("Friction", "Slows motion along the ground. 0: ice; too much: explodes").decades(0.001);
    /// Force per speed into the ground.
    ///
    /// It does not act on outward speed, or ropes would stick to the ground.
    absorption: f32 = 2.0, Number "N s/m" [0.0, 1e3] =>
        SettingRow::new("Absorption", "Slows motion into the ground. 0: bounces; too much: explodes").decades(0.001);
}

settings! {
    /// Wind as a setting.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    Wind at "wind.", |settings| Some(&mut settings.wind);

    /// Mean velocity of the air.
    velocity: Vec2 = Vec2::ZERO, Vector "m/s" [-100.0, 100.0] =>
        SettingRow::new("Wind", "Speed of the air. 3: a breeze; 10: flags fly; 30: a storm").decades(0.5);
    /// Turbulence intensity: the root mean square of the gusts' speed, as a share of the mean speed. Open ground has
    /// 0.15 to 0.3.
    ///
    /// From 1 on the wind reverses now and then.
    gusts: f32 = 0.0, Number "" [0.0, 2.0] =>
        SettingRow::new("Gusts", "Variation of the speed. 0 %: a fan; 20 %: an open field").shown(100.0, "%").acts(is_windy);
    /// Size of a gust.
    ///
    /// Objects smaller than a gust move as a whole, larger ones ripple.
    gust_size: f32 = 2.0, Number "m" [0.2, 50.0] =>
        SettingRow::new("Size of gusts", "Cloth larger than a gust ripples; smaller cloth sways").decades(0.2)
            .acts(|settings| is_windy(settings) && settings.wind.gusts > 0.0);
    /// Seed of the gusts.
    seed: u32 = 0 => SettingRow::new("Gust pattern", "Another pattern of gusts in the same wind");
    /// Force on each metre of a link, N/m, in air that meets it square at 1 m/s.
    ///
    /// Half the air's density (1.2 kg/m³) x drag coefficient (1.2 for a long cylinder, Hoerner 1965,
    /// "Fluid-Dynamic Drag", ch. 3) x width (0.042 m, a rope as drawn). For cloth the width is that of a mesh.
    catch: f32 = 0.03, Number "kg/m²" [0.0, 10.0] =>
        SettingRow::new("Wind force", "How hard the wind pushes. 100 %: a rope; 1000 %: a sail")
            .shown(100.0 / 0.03, "%").decades(0.001);
}

describe! {
    Method {
        Jakobsen => "Constraints", "Keeps the length of every link. Never explodes";
        Springs => "Springs", "Spring forces, as in nehe-40: they stretch, may explode";
    }
    SweepOrder {
        Colour => "Colour", "Links without a common particle at once: fast, symmetric";
        Sequence => "Sequence", "First to last, as in tutorials: the two ends differ";
        Random => "Random", "A new order in each sweep: symmetric, and slowest";
    }
    StrandSolver {
        Auto => "Auto", "Solves long strands as a whole in scenes of ropes alone";
        On => "On", "Solves strands as a whole in every scene; loses energy";
        Off => "Off", "Sweeps alone: very long ropes stretch like rubber";
    }
}

impl Hand {
    /// The words of a value in a form.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Auto => Words { label: "Auto", tooltip: "Lifts and throws everything, and strains nothing by much" },
            Self::Newtons(_) => Words { label: "Fixed", tooltip: "A force that you set" },
        }
    }

    /// The force that a user has chosen, N.
    #[must_use]
    pub const fn newtons(self) -> Option<f32> {
        match self {
            Self::Auto => None,
            Self::Newtons(force) => Some(force),
        }
    }
}

impl Substeps {
    /// The words of a value in a form.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Auto => Words { label: "Auto", tooltip: "Chosen from the scene" },
            Self::Count(_) => Words { label: "By hand", tooltip: "A fixed number of substeps" },
        }
    }
}

fn is_jakobsen(settings: &Settings) -> bool {
    settings.method == Method::Jakobsen
}

fn is_our_own(settings: &Settings) -> bool {
    !settings.is_published()
}

fn is_windy(settings: &Settings) -> bool {
    settings.wind.velocity != Vec2::ZERO
}

fn max_sweeps(settings: &Settings) -> f32 {
    let substeps = match settings.substeps {
        Substeps::Auto => Settings::MAX_AUTO_SUBSTEPS,
        Substeps::Count(count) => count.clamp(1, Settings::MAX_SUBSTEPS),
    };
    (Settings::MAX_SWEEPS / substeps).max(1) as f32
}

impl Wind {
    /// The direction of the wind.
    pub const BEARING: Property = Property::direction("wind.velocity", "Blows towards");
}

impl Settings {
    /// Tooltip of a dial for gravity.
    pub const GRAVITY_DIAL: &'static str = "Drag the arrow to turn and scale gravity. Ring: 9.81 m/s²";
    /// Label of the button that restores the gravity of the scene.
    pub const GRAVITY_RESET: &'static str = "Reset gravity";
    /// The direction of gravity.
    pub const GRAVITY_DIRECTION: Property = Property::direction("gravity", "Direction");

    /// Most substeps in a step. Beyond some 800 the rounding of `f32` begins to show as energy.
    pub const MAX_SUBSTEPS: u32 = 1_000;

    /// Most substeps that [`Substeps::Auto`] chooses: beyond, rounding of `f32` shows.
    pub(crate) const MAX_AUTO_SUBSTEPS: u32 = 480;
    /// Most sweeps in a step, over all its substeps. More look as if the program hung.
    pub const MAX_SWEEPS: u32 = 10_000;

    /// Whether the links are solved by a published method: springs, give, or sweeps in sequence or in random order.
    ///
    /// Published methods lead a held particle as one of inverse mass 0, solve no strands directly, and put what is behind a
    /// wall onto it at once.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.method == Method::Springs || self.order != SweepOrder::Colour || self.give > 0.0
    }

    /// The length of a step, s, in double precision. The `f32` nearest to 1/n gives exactly 1/n, so that 60 steps of
    /// 1/60 s last one second.
    #[must_use]
    pub fn step_seconds(&self) -> f64 {
        let step = f64::from(self.step);
        let fraction = 1.0 / (1.0 / step).round();
        if fraction as f32 == self.step { fraction } else { step }
    }

    /// The settings with every value clamped to its range; NaN becomes the default.
    #[must_use]
    pub fn sanitised(mut self) -> Self {
        // In order: the substeps limit the sweeps.
        for setting in Setting::all() {
            setting.clamp(&mut self);
        }
        self
    }
}
