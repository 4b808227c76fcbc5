//! Weights in commands, states and files.

use super::*;

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
    assert!(sandbox.world().weight(ParticleId(30)).is_none());
    // Invalid commands do nothing.
    let hash = sandbox.world().state_hash();
    for (particle, mass) in [(30, Some(f32::NAN)), (u32::MAX, Some(1.0)), (30, None)] {
        sandbox.apply(&Command::SetWeight { particle: ParticleId(particle), mass });
    }
    assert_eq!(sandbox.world().state_hash(), hash);
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
