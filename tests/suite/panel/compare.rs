//! The section Compare.

use super::*;

#[test]
fn ghost_is_chosen_tuned_and_removed() {
    let mut desk = Desk::new("first-rope", &[Section::Compare]);
    assert!(place(&desk.context, "ghost.sweeps").is_none(), "there is nothing to tune yet");
    desk.click("ghost.Jakobsen in sequence");
    let ghost = |desk: &Desk| desk.sandbox.ghost().map(ropewalk::sandbox::Ghost::rival);
    let chosen = ghost(&desk).expect("a ghost");
    assert_eq!((chosen.name.as_str(), chosen.settings.sweeps), ("Jakobsen in sequence", 50));
    desk.fill_in("ghost.sweeps.value", "8");
    assert_eq!(ghost(&desk).map(|rival| rival.settings.sweeps), Some(8));
    assert_eq!(desk.sandbox.world().settings().sweeps, 50, "the world keeps its own");
    desk.click("ghost.sweeps.reset");
    assert_eq!(ghost(&desk), Some(chosen));
    assert_eq!(desk.click("ghost.Jakobsen in sequence"), [], "it is that already");
    desk.click("ghost.Springs");
    desk.fill_in("ghost.springs.max_substep.value", "4");
    assert_eq!(ghost(&desk).map(|rival| rival.settings.springs.max_substep), Some(0.004));
    desk.click("ghost.scissor-net");
    assert_eq!(ghost(&desk).map(|rival| rival.settings.sweeps), Some(500));
    desk.click("ghost.none");
    assert_eq!(ghost(&desk), None);
}

#[test]
fn too_slow_ghost_cannot_be_chosen() {
    let mut desk = Desk::new("tearable-curtain", &[Section::Compare]);
    desk.sandbox.apply(&crate::script::build("Net((at: (0, 20), columns: 101, rows: 101, spacing: 0.2))"));
    assert_eq!(desk.click("ghost.scissor-net"), [], "500 random sweeps over 26 000 links");
    desk.click("ghost.Jakobsen by colour");
    assert!(desk.sandbox.ghost().is_some());
}
