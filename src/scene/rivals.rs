//! The rivals that the program offers.

use std::sync::LazyLock;

use super::gallery;
use super::rival::{Rival, Technique};
use crate::physics::{Method, Springs, StrandSolver, Substeps, SweepOrder};

/// The published systems, as scenes of the gallery.
const PUBLISHED: [&str; 5] = ["first-rope", "scissor-net", "nehe-40", "gravity-lab", "give-playground"];

/// The rivals that the program offers: methods of tutorials, our own, and those of the published systems.
pub fn rivals() -> &'static [Rival] {
    static RIVALS: LazyLock<Vec<Rival>> = LazyLock::new(|| {
        let sweeps = |order| Technique {
            substeps: Substeps::Count(1),
            sweeps: 50,
            order,
            strands: StrandSolver::Off,
            ..Technique::default()
        };
        // Shorter than the author's 0.002 s, at which masses lighter than his explode.
        let springs = Springs { max_substep: 0.0005, ..Springs::default() };
        let named = |name: &str, settings| Rival { name: name.to_owned(), settings };
        let mut rivals = vec![
            named("Jakobsen in sequence", sweeps(SweepOrder::Sequence)),
            named("Jakobsen in random order", sweeps(SweepOrder::Random)),
            named("Jakobsen by colour", sweeps(SweepOrder::Colour)),
            named("Small steps", Technique { strands: StrandSolver::Off, ..Technique::default() }),
            named("Springs", Technique { method: Method::Springs, springs, ..Technique::default() }),
            named("Ropewalk's own", Technique::default()),
        ];
        rivals.extend(PUBLISHED.into_iter().filter_map(|name| {
            let scene = gallery::named(name)?.scene;
            Some(named(name, Technique::of(&scene.settings.sanitised())))
        }));
        rivals
    });
    &RIVALS
}

/// The effect of each rival, in the order of [`rivals`].
pub const RIVAL_TIPS: [&str; 11] = [
    "The loop of tutorials: 50 sweeps in sequence. Ropes stretch",
    "The same 50 sweeps, each in a new random order: slow",
    "The same 50 sweeps by colour: fast, but ropes stretch",
    "Many substeps of one sweep each, without the direct solve",
    "Spring forces in substeps of 0.5 ms; longer ones explode",
    "The default of scenes",
    "The settings of first-rope: 50 sweeps in sequence",
    "The settings of scissor-net: 500 sweeps in random order",
    "The settings of nehe-40: springs, in substeps of 2 ms",
    "The settings of gravity-lab: 40 sweeps in sequence",
    "The settings of give-playground: 3 sweeps, a give of 10 %",
];

/// Length of a step of a published system, s. It is no part of its [`Technique`], since compared worlds share one step.
pub fn own_step(rival: &str) -> Option<f32> {
    static STEPS: LazyLock<Vec<(&str, f32)>> = LazyLock::new(|| {
        let step = |name| Some((name, gallery::named(name)?.scene.settings.sanitised().step));
        PUBLISHED.into_iter().filter_map(step).collect()
    });
    STEPS.iter().find(|(name, _)| *name == rival).map(|&(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Settings;

    #[test]
    fn technique_changes_no_other_setting() {
        let mut settings = Settings { drag: 0.7, friction: 0.1, tear: Some(0.4), ..Settings::default() };
        settings.springs.ground =
            gallery::named("nehe-40").expect("a scene of the gallery").scene.settings.springs.ground;
        for rival in rivals() {
            let changed = rival.settings.onto(&settings);
            assert_eq!(Technique::of(&changed), rival.settings, "{}", rival.name);
            assert_eq!(Technique::of(&settings).onto(&changed), settings, "{}", rival.name);
        }
    }

    #[test]
    fn every_rival_has_a_tip() {
        assert_eq!(rivals().len(), RIVAL_TIPS.len());
        assert!(RIVAL_TIPS.iter().all(|tip| tip.chars().count() <= 60));
        for (rival, tip) in rivals().iter().zip(RIVAL_TIPS).skip(6) {
            assert!(tip.contains(&rival.name), "{}: {tip}", rival.name);
        }
    }

    #[test]
    fn published_systems_keep_their_numbers() {
        let technique = |name: &str| rivals().iter().find(|rival| rival.name == name).map(|rival| rival.settings);
        let sweeps = |name| technique(name).map(|found| (found.order, found.sweeps, found.give));
        assert_eq!(sweeps("first-rope"), Some((SweepOrder::Sequence, 50, 0.0)));
        assert_eq!(sweeps("scissor-net"), Some((SweepOrder::Random, 500, 0.0)));
        assert_eq!(sweeps("gravity-lab"), Some((SweepOrder::Sequence, 40, 0.0)));
        assert_eq!(sweeps("give-playground"), Some((SweepOrder::Sequence, 3, 0.1)));
        assert_eq!(technique("nehe-40").map(|found| found.springs.max_substep), Some(0.002));
        assert_eq!(["first-rope", "Springs"].map(own_step), [Some(0.01), None]);
    }
}
