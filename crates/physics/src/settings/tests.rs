use super::*;
use crate::property::Described;

#[test]
fn absurd_values_are_clamped_to_their_ranges() {
    assert_eq!(Settings::default().sanitised(), Settings::default());
    let absurd = Settings {
        step: f32::NAN,
        sweeps: 0,
        substeps: Substeps::Count(u32::MAX),
        give: 7.0,
        gravity: Vec2::new(f32::INFINITY, f32::NAN),
        ..Settings::default()
    }
    .sanitised();
    assert_eq!(absurd.step, Settings::default().step);
    assert_eq!(absurd.sweeps, 1);
    assert_eq!(absurd.substeps, Substeps::Count(Settings::MAX_SUBSTEPS));
    assert_eq!(absurd.give, 1.0);
    assert_eq!(absurd.gravity, Vec2::new(1_000.0, -GRAVITY));
}

/// Settings under which every number is on.
fn full(substeps: Substeps) -> Settings {
    let springs = Springs { ground: Some(SoftGround::DEFAULT), ..Springs::DEFAULT };
    Settings {
        substeps,
        springs,
        hand: Hand::Newtons(50.0),
        tear: Some(0.6),
        rope_contact: Some(0.02),
        ..Settings::DEFAULT
    }
}

#[test]
fn numbers_are_clamped_to_the_ranges_of_the_table() {
    for substeps in [Substeps::Auto, Substeps::Count(1), Substeps::Count(7), Substeps::Count(1_000)] {
        let full = full(substeps);
        for setting in Setting::all().filter(|setting| setting.number(&full).is_some()) {
            let Some((low, high)) = setting.range_under(&full) else { continue };
            let sane = |number| {
                let mut settings = full;
                setting.set_number(&mut settings, number);
                setting.number(&settings.sanitised())
            };
            assert_eq!(sane(1e9), Some(high), "{}: upper end with {substeps:?}", setting.name);
            // Zero substeps are automatic ones.
            let least = if setting.name == "substeps" { 0.1 } else { -1e9 };
            assert_eq!(sane(least), Some(low), "{}: lower end with {substeps:?}", setting.name);
        }
    }
}

#[test]
fn number_changes_only_its_setting() {
    let full = full(Substeps::Count(20));
    for setting in Setting::all() {
        let (Some(before), Some((low, high))) = (setting.number(&full), setting.range_under(&full)) else {
            continue;
        };
        let mut settings = full;
        let wanted = if before == low { high } else { low };
        setting.set_number(&mut settings, wanted);
        assert_eq!(setting.number(&settings), Some(wanted), "{}", setting.name);
        let changed: Vec<_> = Setting::all().filter(|other| other.differs(&full, &settings)).collect();
        assert!(matches!(changed[..], [only] if only.name == setting.name), "{}: {changed:?}", setting.name);
    }
}

#[test]
fn words_fit() {
    let mut all: Vec<Words> = Setting::all().flat_map(|setting| [setting.words(), setting.row.words]).collect();
    all.extend([Substeps::Auto, Substeps::Count(1)].map(Substeps::words));
    all.extend([Hand::Auto, Hand::Newtons(1.0)].map(Hand::words));
    all.extend(Method::VALUES.iter().map(|value| value.words()));
    all.extend(SweepOrder::VALUES.iter().map(|value| value.words()));
    all.extend(StrandSolver::VALUES.iter().map(|value| value.words()));
    for Words { label, tooltip } in all {
        assert!(!label.is_empty() && tooltip.chars().count() <= 60, "{label}: {tooltip}");
    }
}
