use super::*;
use crate::{
    sandbox::{Command, Sandbox},
    timeline::Document,
};

fn session(edits: u32) -> Timeline {
    let scene = scene::named("first-rope").expect("it is in the gallery");
    let mut timeline = Timeline::new(Sandbox::new(scene).expect("it builds"), false);
    for _ in 0..edits {
        timeline.apply(Command::PinAtRandom);
        timeline.step();
    }
    timeline
}

fn wait(autosave: &mut Autosave) {
    while autosave.writing.is_some() {
        assert_eq!(autosave.news(), None);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_did_not_end_by_itself_is_offered_and_what_did_is_the_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    assert!(!autosave.has_offer() && autosave.last().is_none());
    autosave.keep(&session(3));
    wait(&mut autosave);
    // The process ends: the lock is free, and nothing was closed.
    drop(autosave);
    let mut next = Autosave::open(Some(folder.path()));
    assert!(next.has_offer());
    // Nothing that this window keeps is written over it.
    next.keep(&session(1));
    wait(&mut next);
    let Ok(Document::Session(found)) = Document::read(&next.accept().expect("a session")) else { panic!("no session") };
    assert_eq!(found.commands.len(), 3);
    next.close(&session(5)).expect("it is written");
    drop(next);
    let after = Autosave::open(Some(folder.path()));
    assert!(!after.has_offer(), "it was closed");
    let Ok(Document::Session(last)) = Document::read(&after.last().expect("a session")) else { panic!("no session") };
    assert_eq!(last.commands.len(), 5);
}

#[test]
fn what_two_windows_left_is_all_there_and_so_is_what_was_not_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut windows = [1, 2].map(|edits| (Autosave::open(Some(folder.path())), session(edits)));
    for (autosave, session) in &mut windows {
        autosave.keep(session);
        wait(autosave);
    }
    drop(windows);
    // Nobody answers the offer, and that window is killed, too.
    let mut third = Autosave::open(Some(folder.path()));
    assert!(third.has_offer());
    // File systems tell times apart by some milliseconds.
    std::thread::sleep(Duration::from_millis(30));
    third.keep(&session(3));
    wait(&mut third);
    drop(third);
    let mut last = Autosave::open(Some(folder.path()));
    let edits = |path: &PathBuf| match Document::read(path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(edits(last.left.as_ref().expect("the newest")), 3);
    let mut all: Vec<usize> = last.earlier().iter().map(edits).collect();
    all.sort_unstable();
    assert_eq!(all, [1, 2, 3]);
    // What was brought back is not offered again, and not lost.
    assert_eq!(edits(&last.accept().expect("it is there")), 3);
    assert!(!last.has_offer() && last.earlier().len() == 3);
}

#[test]
fn of_two_windows_that_are_closed_both_sessions_are_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let windows = [1, 2].map(|edits| (Autosave::open(Some(folder.path())), session(edits)));
    for (mut autosave, session) in windows {
        std::thread::sleep(Duration::from_millis(30));
        autosave.close(&session).expect("it is written");
    }
    let next = Autosave::open(Some(folder.path()));
    assert!(next.last().is_some() && next.earlier().len() == 1 && !next.has_offer());
}

#[test]
fn many_that_are_put_aside_are_not_without_end() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..3 * MOST_ASIDE {
        fs::write(place_aside(folder.path(), EARLIER), "x").expect("it is written");
    }
    assert_eq!(aside(folder.path(), EARLIER).len(), MOST_ASIDE);
}

#[test]
fn two_windows_do_not_write_over_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut one = Autosave::open(Some(folder.path()));
    one.keep(&session(1));
    wait(&mut one);
    let two = Autosave::open(Some(folder.path()));
    assert!(!two.has_offer(), "the other is still running");
    assert_ne!(one.slot.map(|slot| slot.path), two.slot.map(|slot| slot.path));
}

#[test]
fn a_session_in_which_nobody_did_anything_takes_no_other_ones_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    autosave.close(&session(2)).expect("it is written");
    autosave.keep(&session(0));
    assert!(autosave.writing.is_none());
    autosave.close(&session(0)).expect("there is nothing to write");
    let Ok(Document::Session(last)) = Document::read(&autosave.last().expect("a session")) else {
        panic!("no session")
    };
    assert_eq!(last.commands.len(), 2);
}

#[test]
fn a_folder_that_has_vanished_is_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(&folder.path().join("data")));
    fs::remove_dir_all(folder.path().join("data")).expect("it is removed");
    autosave.keep(&session(2));
    wait(&mut autosave);
    assert!(autosave.slot.as_ref().is_some_and(|slot| slot.path.exists()));
    fs::remove_dir_all(folder.path().join("data")).expect("it is removed");
    autosave.close(&session(2)).expect("it is written");
    assert!(autosave.last().is_some());
}

#[test]
fn a_folder_that_cannot_be_made_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("it is written");
    let mut autosave = Autosave::open(Some(&file.join("data")));
    assert!(matches!(autosave.news(), Some(Err(wrong)) if wrong.contains("not kept")));
    autosave.keep(&session(2));
    assert_eq!(autosave.news(), None);
    assert_eq!(autosave.close(&session(2)), Ok(()));
}

#[test]
fn a_window_that_began_with_something_else_puts_the_last_session_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let close = |edits, goes_on| {
        let mut autosave = Autosave::open(Some(folder.path()));
        if goes_on {
            autosave.go_on();
        }
        autosave.close(&session(edits)).expect("it is written");
        autosave.earlier().len()
    };
    assert_eq!([close(3, false), close(4, true)], [0, 0], "there was none, and then the same went on");
    assert_eq!(close(5, false), 1, "a link, or a scene by its name");
    let earlier = Autosave::open(Some(folder.path())).earlier().pop().expect("one");
    let Ok(Document::Session(found)) = Document::read(&earlier) else { panic!("no session") };
    assert_eq!(found.commands.len(), 4);
}

#[test]
fn what_is_kept_as_it_is_is_not_written_a_second_time_while_one_waits_for_the_window_to_close() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |path: PathBuf| fs::read_to_string(path).expect("it is there");
    for waits in [true, false] {
        let (mut autosave, mut timeline) = (Autosave::open(Some(folder.path())), session(3));
        let path = autosave.slot.as_ref().expect("a slot").path.clone();
        autosave.keep(&timeline);
        if waits {
            wait(&mut autosave);
            // Not what would be written: so it is seen whether anything is.
            fs::write(&path, "as it was kept").expect("it is written");
            autosave.close(&timeline).expect("it is there");
            assert_eq!(text(autosave.last().expect("a session")), "as it was kept");
        } else {
            autosave.close(&timeline).expect("it is there as soon as it is written");
            assert_eq!(autosave.last().map(text), Some(super::text(&timeline.session())));
        }
        assert!(!path.exists(), "nothing is offered to the next window");
        // One step later it is another, and so it is where somebody has removed what was kept.
        timeline.step();
        autosave.close(&timeline).expect("it is written");
        assert_eq!(autosave.last().map(text), Some(super::text(&timeline.session())));
        autosave.keep(&timeline);
        wait(&mut autosave);
        fs::remove_file(&path).expect("it was kept");
        autosave.close(&timeline).expect("it is written");
        assert_eq!(autosave.last().map(text), Some(super::text(&timeline.session())));
    }
}

#[test]
fn another_edit_in_the_place_of_one_that_was_taken_back_is_kept_though_there_are_as_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut autosave, mut timeline) = (Autosave::open(Some(folder.path())), session(1));
    let hang = |particle| Command::SetWeight { particle: crate::physics::ParticleId(particle), mass: Some(1.0) };
    timeline.apply(hang(3));
    autosave.keep(&timeline);
    wait(&mut autosave);
    assert!(timeline.undo());
    timeline.apply(hang(4));
    autosave.keep(&timeline);
    wait(&mut autosave);
    // The process is killed.
    drop(autosave);
    let left = Autosave::open(Some(folder.path())).accept().expect("a session");
    let Ok(Document::Session(found)) = Document::read(&left) else { panic!("no session") };
    assert_eq!(found.commands.last().map(|command| &command.1), Some(&hang(4)));
}

#[test]
fn a_window_that_was_closed_long_after_its_session_was_kept_is_not_written_over_by_a_younger_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut old, shown) = (Autosave::open(Some(folder.path())), session(3));
    old.close(&session(1)).expect("it is written");
    old.go_on();
    std::thread::sleep(Duration::from_millis(30));
    old.keep(&shown);
    wait(&mut old);
    std::thread::sleep(Duration::from_millis(30));
    let mut young = Autosave::open(Some(folder.path()));
    young.go_on();
    old.close(&shown).expect("it was kept");
    young.close(&session(5)).expect("it is written");
    let commands = |path: &PathBuf| match Document::read(path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(young.last().as_ref().map(commands), Some(5));
    assert!(young.earlier().iter().map(commands).any(|commands| commands == 3), "it is in the list of files");
}
