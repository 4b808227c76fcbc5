//! The way back to what was built before time ran.

use glam::Vec2;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene::{self, NamedScene};
use ropewalk::timeline::{Recording, Timeline};

use crate::script;

fn hash(session: &Timeline) -> u64 {
    session.sandbox().state_hash()
}

fn steps(session: &mut Timeline, count: usize) {
    (0..count).for_each(|_| session.step());
}

/// A part, as a tool builds it.
fn part(x: f32) -> Command {
    let text = format!("Rope(from: At({x}, 0.3), to: At({x}, -0.7), particles: 8, pins: First)");
    Command::Build(Box::new(scene::from_text("part", &text).expect("it reads")))
}

/// A session in which a part was built, and then time ran. Returns the hash of what was built.
fn built() -> (Timeline, u64) {
    let mut session = Timeline::new(script::sandbox("first-rope"), false);
    session.apply(part(0.5));
    let built = hash(&session);
    assert!(session.sandbox().design().is_none(), "the present is what is built");
    steps(&mut session, 40);
    (session, built)
}

#[test]
fn way_back_leads_to_the_build_and_can_be_undone() {
    let (mut session, built) = built();
    assert_eq!(session.later_edits(), 0);
    session.apply(part(0.7));
    session.apply(Command::Grab { grab: 0, particle: ropewalk::physics::ParticleId(9), at: Vec2::new(0.4, 0.0) });
    steps(&mut session, 5);
    assert_eq!(session.later_edits(), 1, "a drag is none");
    session.apply(Command::BackToBuild);
    assert!(session.sandbox().world().grabs().is_empty());
    assert!(session.undo());
    steps(&mut session, 5);
    let later = hash(&session);
    session.apply(Command::BackToBuild);
    assert_eq!((hash(&session), session.later_edits()), (built, 0));
    assert!(session.sandbox().design().is_none());
    assert!(session.undo() && hash(&session) == later);
    assert!(session.redo() && hash(&session) == built);
    // What is built there belongs to it.
    session.apply(part(0.9));
    let more = hash(&session);
    steps(&mut session, 30);
    session.apply(Command::BackToBuild);
    assert_eq!(hash(&session), more);
}

#[test]
fn undo_goes_to_the_build_where_time_alone_has_run() {
    let (mut session, built) = built();
    let run = hash(&session);
    assert!(session.undo() && hash(&session) == built);
    assert!(session.redo() && hash(&session) == run);
    session.apply(part(0.7));
    steps(&mut session, 10);
    let later = hash(&session);
    assert!(session.undo() && hash(&session) == run, "before the later part");
    assert!(session.redo() && hash(&session) == later);
    let start = Timeline::new(script::sandbox("first-rope"), false);
    while session.undo() {}
    assert_eq!(hash(&session), hash(&start));
    while session.redo() {}
    assert_eq!(hash(&session), later);
}

#[test]
fn kept_moment_is_the_build_from_then_on() {
    let (mut session, built) = built();
    let kept = hash(&session);
    session.apply(Command::KeepAsBuild);
    steps(&mut session, 20);
    session.apply(Command::BackToBuild);
    assert_eq!(hash(&session), kept);
    while session.undo() && hash(&session) != built {}
    assert_eq!(hash(&session), built, "undo knows the build before");
}

#[test]
fn reset_opens_the_scene_again_as_it_was() {
    let (mut session, _) = built();
    assert!(session.is_edited());
    session.apply(Command::Reset);
    assert_eq!(hash(&session), script::sandbox("first-rope").state_hash());
    assert!(!session.is_edited() && session.sandbox().design().is_none());
}

#[test]
fn saved_session_and_scene_have_the_build() {
    let (mut session, built) = built();
    let text = session.session().with_state().to_text();
    let recording = Recording::parse("s.ron", &text).expect("written text is valid");
    let mut resumed = Timeline::resume(&recording).expect("it has a state");
    assert_eq!(hash(&resumed), hash(&session));
    resumed.apply(Command::BackToBuild);
    assert_eq!(hash(&resumed), built);
    // A session of which only the state is kept, too.
    let recording = Recording::parse("s.ron", &session.session().state_only().to_text()).expect("it reads");
    let mut resumed = Timeline::resume(&recording).expect("it has a state");
    resumed.apply(Command::BackToBuild);
    assert_eq!(hash(&resumed), built);
    let scene = NamedScene { name: "s".to_owned(), scene: session.sandbox().export_design() };
    assert_eq!(Sandbox::new(scene).expect("it opens").state_hash(), built);
    session.apply(Command::BackToBuild);
    assert_eq!(session.sandbox().export(), session.sandbox().export_design());
}
