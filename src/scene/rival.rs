//! Rivals: methods that a world is compared with.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::physics::{Method, Settings, Springs, StrandSolver, Substeps, SweepOrder, Words};

/// Longest name of a rival, characters, so that it fits in a legend.
const MAX_NAME_LENGTH: usize = 60;

/// A method with a name. Gravity, air, ground and all else are those of the compared world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    /// Name in the legend.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// Settings of the method.
    #[serde(default)]
    pub settings: Technique,
}

impl Rival {
    /// Heading of the choice of a rival, in a form.
    pub const CHOICE: &'static str = "Compare with";
    /// The button that sets the step of a published system, in a form.
    pub const OWN_STEP: Words = Words::new("Step of", "Sets the original step in both worlds");
}

/// The part of the [`Settings`] that decides how links keep their length. Each field is described there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Technique {
    /// The method.
    pub method: Method,
    /// Substeps in a step.
    pub substeps: Substeps,
    /// Sweeps in a substep.
    pub sweeps: u32,
    /// Order of a sweep.
    pub order: SweepOrder,
    /// Whether strands are solved directly.
    pub strands: StrandSolver,
    /// Give of every constraint, 0 to 1.
    pub give: f32,
    /// The constants of the spring method, without its soft ground: both worlds have the same ground.
    pub springs: Springs,
}

impl Default for Technique {
    fn default() -> Self {
        Self::of(&Settings::default())
    }
}

impl Technique {
    /// The technique of a world with these settings.
    pub fn of(settings: &Settings) -> Self {
        let &Settings { method, substeps, sweeps, order, strands, give, springs, .. } = settings;
        Self { method, substeps, sweeps, order, strands, give, springs: Springs { ground: None, ..springs } }
    }

    /// Settings of a world with this technique in place of its own.
    #[must_use]
    pub fn onto(self, settings: &Settings) -> Settings {
        let Self { method, substeps, sweeps, order, strands, give, springs } = self;
        let springs = Springs { ground: settings.springs.ground, ..springs };
        Settings { method, substeps, sweeps, order, strands, give, springs, ..*settings }.sanitised()
    }

    /// Cost of a step, in projections by colour, with the least number of substeps if the scene decides it. A
    /// projection in sequence costs ten times as much, because it waits for the one before; in random order twenty
    /// times.
    pub fn cost(self, step: f32, links: u64) -> u64 {
        /// Fewest substeps of [`Substeps::Auto`].
        const LEAST: u32 = 8;
        let substeps = match (self.method, self.substeps) {
            (Method::Springs, _) => (step / self.springs.max_substep.max(1e-5)).ceil().max(1.0) as u32,
            (Method::Jakobsen, Substeps::Auto) => LEAST,
            (Method::Jakobsen, Substeps::Count(count)) => count.clamp(1, Settings::MAX_SUBSTEPS),
        };
        let (sweeps, weight) = match (self.method, self.order) {
            (Method::Springs, _) => (1, 10),
            (_, SweepOrder::Colour) => (self.sweeps, 1),
            (_, SweepOrder::Sequence) => (self.sweeps, 10),
            (_, SweepOrder::Random) => (self.sweeps, 20),
        };
        links.saturating_mul(weight).saturating_mul(u64::from(substeps).saturating_mul(sweeps.into()))
    }
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let fits = (1..=MAX_NAME_LENGTH).contains(&name.chars().count()) && !name.contains(char::is_control);
    fits.then_some(name)
        .ok_or_else(|| D::Error::custom(format!("a name of 1 to {MAX_NAME_LENGTH} characters in one line expected")))
}
