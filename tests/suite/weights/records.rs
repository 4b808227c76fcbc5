//! Weights in commands, states and files.

use super::*;
use crate::timeline::{play_edits, undo_and_redo_edits};

#[test]
fn removed_weight_restores_the_particles_mass() {
    let mut sandbox = gallery("welcome");
    let (mass, hash) = (sandbox.world().particles().mass[30], sandbox.world().digest());
    for mass in [3.0, 5.0] {
        sandbox.apply(&Command::SetWeight { particle: ParticleId(30), mass: Some(mass) });
        assert_eq!(sandbox.world().particles().mass[30], mass);
    }
    sandbox.apply(&Command::SetWeight { particle: ParticleId(30), mass: None });
    assert_eq!((sandbox.world().particles().mass[30], sandbox.world().digest()), (mass, hash));
    assert!(sandbox.world().weights().is_empty());
    // Invalid commands do nothing.
    let hash = sandbox.world().state_hash();
    for (particle, mass) in [(30, Some(f32::NAN)), (u32::MAX, Some(1.0)), (30, None)] {
        sandbox.apply(&Command::SetWeight { particle: ParticleId(particle), mass });
    }
    assert_eq!(sandbox.world().state_hash(), hash);
}

#[test]
fn states_with_weights_survive_text() {
    for name in ["welcome", "rope-bridge"] {
        let mut sandbox = gallery(name);
        (0..20).for_each(|_| sandbox.step());
        let text = scene::to_text(&sandbox.world().snapshot(None), 9);
        assert_eq!(text.contains("weights"), !sandbox.world().weights().is_empty(), "{name}: older files have none");
        sandbox.apply(&Command::SetWeight { particle: ParticleId(5), mass: Some(7.0) });
        sandbox.step();
        sandbox.apply(&Command::SetWeight { particle: ParticleId(9), mass: Some(2.0) });
        let state = sandbox.world().snapshot(None);
        let read: Snapshot = scene::from_text("state", &scene::to_text(&state, 9)).expect("written text is valid");
        assert_eq!(read, state);
        let (mut one, mut other) = (sandbox.world().clone(), read.world());
        for step in 0..60 {
            // Both have their own masses behind the weights.
            if step == 30 {
                one.set_weight(ParticleId(5), None);
                other.set_weight(ParticleId(5), None);
            }
            one.step();
            other.step();
            assert_eq!(one.state_hash(), other.state_hash(), "{name} differs in step {step}");
        }
    }
}

#[test]
fn weights_in_a_file_are_checked() {
    let mut sandbox = gallery("first-rope");
    sandbox.apply(&Command::SetWeight { particle: ParticleId(3), mass: Some(7.0) });
    let text = scene::to_text(&sandbox.world().snapshot(None), 9);
    assert!(text.contains("(3, 7.0)"), "{text}");
    for bad in ["(99, 7.0)", "(3, -1.0)", "(3, 1e9)", "(3, 7.0), (3, 8.0)", "(3, 7.0), (2, 8.0)"] {
        let read = scene::from_text::<Snapshot>("state", &text.replace("(3, 7.0)", bad));
        assert!(read.is_err(), "{bad} was taken");
    }
}

#[test]
fn weights_are_undone_and_redone_to_the_bit() {
    let mut session = Timeline::new(gallery("welcome"), false);
    let hang = |mass| Command::SetWeight { particle: ParticleId(300), mass };
    let hold = Command::Grab { grab: 0, particle: ParticleId(300), at: Vec2::ZERO };
    let script = [
        (10, hold),
        (10, hang(Some(1.0))),
        (12, Command::Release { grab: 0 }),
        (30, hang(Some(2.0))),
        (33, hang(Some(5.0))),
        (50, hang(None)),
    ];
    let hashes = play_edits(&mut session, &script);
    let undone = undo_and_redo_edits(&mut session, &hashes);
    assert_eq!(undone, [50, 30, 10], "the wheel's notches are one edit, and so is hanging and carrying");
}
