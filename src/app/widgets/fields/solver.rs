//! The numbers of the solver.

use super::{Field, PLAIN};
use crate::physics::{Method, Settings, Substeps, SweepOrder};

/// Most substeps that `Auto` chooses.
const MAX_AUTO_SUBSTEPS: u32 = 480;

fn is_jakobsen(settings: &Settings) -> bool {
    settings.method == Method::Jakobsen
}

fn max_sweeps(settings: &Settings) -> f32 {
    let substeps = match settings.substeps {
        Substeps::Auto => MAX_AUTO_SUBSTEPS,
        Substeps::Count(count) => count.clamp(1, Settings::MAX_SUBSTEPS),
    };
    (Settings::MAX_SWEEPS / substeps).max(1) as f32
}

/// The number of substeps, where it is fixed.
pub const SUBSTEPS: Field = Field {
    name: "substeps.Count",
    label: "Number of substeps",
    range: (1.0, |_| Settings::MAX_SUBSTEPS as f32),
    decades: Some(1.0),
    whole: true,
    tooltip: "Twice as many cost twice as much and stretch a quarter as much. 1: long ropes are rubber. Beyond 800: slow, \
              and rounding adds energy.",
    // 0 stands for `Auto`: the reset button returns to it, the slider cannot.
    get: |settings| match settings.substeps {
        Substeps::Auto => 0.0,
        Substeps::Count(count) => count as f32,
    },
    set: |settings, value| {
        settings.substeps = if value == 0.0 { Substeps::Auto } else { Substeps::Count(value as u32) };
    },
    acts: is_jakobsen,
    ..PLAIN
};

/// The numbers of the section Solver.
pub const SOLVER: &[Field] = &[
    Field {
        name: "sweeps",
        label: "Sweeps per substep",
        range: (1.0, max_sweeps),
        decades: Some(1.0),
        whole: true,
        tooltip: "How often a substep visits each link. 1 is best with many substeps. More hold better, cost more, and take \
                  energy out. At most 10 000 per step.",
        get: |settings| settings.sweeps as f32,
        set: |settings, value| settings.sweeps = value as u32,
        acts: is_jakobsen,
        ..PLAIN
    },
    Field {
        name: "give",
        label: "Give",
        unit: "%",
        factor: 100.0,
        tooltip: "Share of its error that a sweep leaves to a link. 0 %: a steel cable. 50 %: rubber. 100 %: nothing holds. \
                  Above 0 % strands are not solved as a whole.",
        get: |settings| settings.give,
        set: |settings, value| settings.give = value,
        acts: is_jakobsen,
        ..PLAIN
    },
    Field {
        name: "step",
        label: "Step",
        unit: "ms",
        factor: 1_000.0,
        range: (1e-4, |_| 0.1),
        decades: Some(1e-4),
        tooltip: "Simulated time per step. 16.67 ms suits most screens. 0.1 ms: exact, but play falls behind. 100 ms: cheap, \
                  but ropes stretch and fast things jump.",
        get: |settings| settings.step,
        set: |settings, value| settings.step = value,
        ..PLAIN
    },
];

/// Whether the solver can solve strands as a whole under these settings.
#[must_use]
pub fn can_solve_strands(settings: &Settings) -> bool {
    is_jakobsen(settings) && settings.order == SweepOrder::Colour && settings.give == 0.0
}
