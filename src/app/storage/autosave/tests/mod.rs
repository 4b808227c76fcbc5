mod folder;
mod windows;

use super::{slot::MAX_ASIDE, *};
use crate::sandbox::{Command, Sandbox};
use crate::timeline::{Document, Hash};

fn session(edits: u32) -> Timeline {
    let scene = scene::named("first-rope").expect("a scene of the gallery");
    let mut timeline = Timeline::new(Sandbox::new(scene).expect("the scene builds"), false);
    for _ in 0..edits {
        timeline.apply(Command::PinAtRandom);
        timeline.step();
    }
    timeline
}

fn wait(autosave: &mut Autosave) {
    while autosave.writing.is_some() {
        assert_eq!(autosave.take_news(), None);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn unclosed_session_is_offered_and_closed_one_is_the_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    assert!(!autosave.has_offer() && autosave.last_session().is_none());
    autosave.keep(&session(3));
    wait(&mut autosave);
    // The process is killed: the lock is free, and nothing was closed.
    drop(autosave);
    let mut next = Autosave::open(Some(folder.path()));
    assert!(next.has_offer());
    // The saves of this window do not overwrite it.
    next.keep(&session(1));
    wait(&mut next);
    let Ok(Document::Session(found)) = Document::read(&next.accept_offer().expect("a session")) else {
        panic!("no session")
    };
    assert_eq!(found.commands.len(), 3);
    next.close(&session(5)).expect("the session is saved");
    drop(next);
    let after = Autosave::open(Some(folder.path()));
    assert!(!after.has_offer(), "it was closed");
    let Ok(Document::Session(last)) = Document::read(&after.last_session().expect("a session")) else {
        panic!("no session")
    };
    assert_eq!(last.commands.len(), 5);
}

#[test]
fn number_of_sessions_moved_aside_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..3 * MAX_ASIDE {
        let session = folder.path().join("session.ron");
        fs::write(&session, "x").expect("the file is written");
        move_aside(&session, EARLIER).expect("the session is moved");
    }
    assert_eq!(aside_files(folder.path(), EARLIER).len(), MAX_ASIDE);
}

#[test]
fn unchanged_session_does_not_replace_the_last_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    autosave.close(&session(2)).expect("the session is saved");
    autosave.keep(&session(0));
    assert!(autosave.writing.is_none());
    autosave.close(&session(0)).expect("there is nothing to write");
    let Ok(Document::Session(last)) = Document::read(&autosave.last_session().expect("a session")) else {
        panic!("no session")
    };
    assert_eq!(last.commands.len(), 2);
}

#[test]
fn edit_that_replaces_an_undone_one_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut autosave, mut timeline) = (Autosave::open(Some(folder.path())), session(1));
    let set_weight = |particle| Command::SetWeight { particle: crate::physics::ParticleId(particle), mass: Some(1.0) };
    timeline.apply(set_weight(3));
    autosave.keep(&timeline);
    wait(&mut autosave);
    assert!(timeline.undo());
    timeline.apply(set_weight(4));
    autosave.keep(&timeline);
    wait(&mut autosave);
    // The process is killed.
    drop(autosave);
    let left = Autosave::open(Some(folder.path())).accept_offer().expect("a session");
    let Ok(Document::Session(found)) = Document::read(&left) else { panic!("no session") };
    assert_eq!(found.commands.last().map(|command| &command.1), Some(&set_weight(4)));
}

#[test]
fn session_closed_long_after_its_save_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut old, shown) = (Autosave::open(Some(folder.path())), session(3));
    old.close(&session(1)).expect("the session is saved");
    old.continue_last();
    std::thread::sleep(Duration::from_millis(30));
    old.keep(&shown);
    wait(&mut old);
    std::thread::sleep(Duration::from_millis(30));
    let mut young = Autosave::open(Some(folder.path()));
    young.continue_last();
    old.close(&shown).expect("the session was saved");
    young.close(&session(5)).expect("the session is saved");
    let commands = |path: &PathBuf| match Document::read(path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(young.last_session().as_ref().map(commands), Some(5));
    assert!(young.earlier_sessions().iter().map(commands).any(|commands| commands == 3), "among the earlier sessions");
}

#[test]
fn session_of_another_build_opens_as_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let last = folder.path().join(LAST);
    let mut kept = session(3).session().with_state();
    // Of the same state, another build computes another hash.
    kept.end.1 = Hash(1);
    fs::write(&last, kept.to_text()).expect("the file is written");
    let OpenedSession { timeline, recording } = read_session(&last).expect("its state is whole");
    assert!(!timeline.lacks_past() && !timeline.can_undo());
    assert_eq!(timeline.sandbox().steps(), recording.end.0);
    let now = recording.now.as_ref().expect("a state");
    assert_eq!(timeline.sandbox().world().snapshot(None), *now);
}

#[test]
fn damaged_last_session_is_set_aside_in_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let last = folder.path().join(LAST);
    let whole = session_text(&session(2).session());
    let (newer, half) = (whole.replacen("version: 1", "version: 9", 1), &whole[..whole.len() / 2]);
    let signed = crate::timeline::sign_text(newer.split_once("// checksum").expect("a checksum").0.to_owned());
    // Larger than a last session that is read before the window opens.
    let long = format!("{}{half}", " ".repeat(3 << 20));
    let cases =
        [(half, "damaged-1"), (&long, "damaged-2"), ("", "damaged-3"), (&newer, "damaged-4"), (&signed, "earlier-1")];
    for (text, name) in cases {
        let autosave = Autosave::open(Some(folder.path()));
        fs::write(&last, text).expect("the file is written");
        let fault = read_session(&last).expect_err("it does not open");
        let sentence = autosave.set_last_aside(&fault);
        assert!(sentence.contains(&format!("\"{name}\"")), "{sentence}");
        assert!(autosave.last_session().is_none(), "{name}");
        let listed = [autosave.damaged_sessions(), autosave.earlier_sessions()].concat();
        let found = listed.iter().find(|path| path.ends_with(format!("{name}.ron")));
        assert_eq!(found.and_then(|path| fs::read_to_string(path).ok()).as_deref(), Some(text), "{name}");
    }
}

#[test]
fn damaged_interrupted_session_is_named_and_set_aside() {
    let whole = session_text(&session(2).session());
    let long = format!("{}{}", " ".repeat(3 << 20), &whole[..whole.len() / 2]);
    for text in [&whole[..whole.len() / 2], "", "\0\0\0\0", &long] {
        let folder = tempfile::tempdir().expect("a folder");
        // An older one is whole.
        fs::write(folder.path().join("interrupted-1.ron"), &whole).expect("the file is written");
        age(&folder.path().join("interrupted-1.ron"));
        fs::write(folder.path().join("session-0.ron"), text).expect("the file is written");
        let mut autosave = Autosave::open(Some(folder.path()));
        assert_eq!(autosave.damaged_offer(), Some("damaged-1"));
        assert!(matches!(autosave.take_news(), Some(Err(said)) if said.contains("damaged: it is \"damaged-1\"")));
        let damaged = fs::read_to_string(folder.path().join("damaged-1.ron")).expect("the file exists");
        assert_eq!((damaged.as_str(), autosave.damaged_sessions().len()), (text, 1));
        let restored = autosave.accept_offer().expect("the older one is offered");
        assert_eq!(fs::read_to_string(restored).expect("the file exists"), whole);
        assert_eq!(autosave.damaged_offer(), None, "the user has seen it");
    }
}

#[test]
fn interrupted_session_that_does_not_open_is_named_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let newer = session_text(&session(2).session()).replacen("version: 1", "version: 9", 1);
    let signed = crate::timeline::sign_text(newer.split_once("// checksum").expect("a checksum").0.to_owned());
    fs::write(folder.path().join("session-0.ron"), &signed).expect("the file is written");
    let path = Autosave::open(Some(folder.path())).accept_offer().expect("it is as it was written");
    let sentence = set_interrupted_aside(&path, &read_session(&path).expect_err("it does not open"));
    assert!(sentence.starts_with("the session that was not closed was made by another version: it is"), "{sentence}");
}

#[test]
fn last_session_of_too_much_is_refused_and_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let autosave = Autosave::open(Some(folder.path()));
    let mut recording = session(2).recording();
    let net = "[Net((at: (0, 0), columns: 1000, rows: 1000, spacing: 0.1))]";
    recording.start.scene.build = scene::from_text("net", net).expect("it reads");
    fs::write(folder.path().join(LAST), recording.to_text()).expect("the file is written");
    let fault = read_session(&folder.path().join(LAST)).expect_err("it does not open");
    let sentence = autosave.set_last_aside(&fault);
    assert!(sentence.starts_with("the last session is refused: it is \"earlier-1\""), "{sentence}");
    assert!(sentence.contains("at most 240 MiB"), "{sentence}");
}

#[test]
fn first_edit_is_kept_within_two_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut autosave, mut timeline) = (Autosave::open(Some(folder.path())), session(0));
    // An untouched session postpones the first save.
    autosave.keep(&timeline);
    timeline.apply(Command::PinAtRandom);
    assert!(!autosave.is_due(&timeline));
    std::thread::sleep(FIRST_INTERVAL);
    assert!(autosave.is_due(&timeline));
    autosave.keep(&timeline);
    assert!(!autosave.is_due(&timeline), "it is being written");
    wait(&mut autosave);
    std::thread::sleep(FIRST_INTERVAL);
    assert!(!autosave.is_due(&timeline) && INTERVAL <= Duration::from_secs(5), "the first save was soon");
    assert!(autosave.is_due(&session(1)), "the first save of another session is soon, too");
}

/// Numbers of commands of the last and the earlier sessions.
fn kept_commands(folder: &Path) -> Vec<usize> {
    let next = Autosave::open(Some(folder));
    let commands = |path: PathBuf| match Document::read(&path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    let mut kept: Vec<usize> = next.last_session().into_iter().chain(next.earlier_sessions()).map(commands).collect();
    kept.sort_unstable();
    kept
}

/// Sets the time of a file's last change back by an hour.
fn age(path: &Path) {
    let file = fs::File::options().append(true).open(path).expect("the file exists");
    file.set_modified(SystemTime::now() - Duration::from_secs(3_600)).expect("the time is set");
}

#[test]
fn replaced_session_stays_in_the_slot_until_it_is_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    autosave.keep(&session(3));
    wait(&mut autosave);
    let kept = |autosave: &Autosave| fs::read_to_string(&autosave.slot.as_ref().expect("a slot").path).ok();
    let before = kept(&autosave);
    autosave.set_aside(&session(4));
    autosave.keep(&session(1));
    assert!(autosave.writing.is_none() && autosave.is_writing() && !autosave.is_due(&session(1)));
    while autosave.is_writing() {
        assert_eq!((autosave.take_news(), kept(&autosave)), (None, before.clone()));
    }
    autosave.keep(&session(1));
    wait(&mut autosave);
    assert_ne!(kept(&autosave), before);
    drop(autosave);
    assert_eq!(kept_commands(folder.path()), [1, 4]);
}

#[test]
fn replaced_session_that_cannot_be_written_leaves_its_last_save() {
    for closes in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut autosave = Autosave::open(Some(folder.path()));
        autosave.keep(&session(3));
        wait(&mut autosave);
        let (sender, receiver) = channel();
        autosave.being_set_aside.push(receiver);
        sender.send(Err("no room".to_owned())).expect("it is awaited");
        if closes {
            autosave.close(&session(1)).expect("the session is saved");
        }
        assert!(matches!(autosave.take_news(), Some(Err(wrong)) if wrong.contains("no room")));
        if !closes {
            autosave.keep(&session(1));
            wait(&mut autosave);
        }
        drop(autosave);
        assert_eq!(kept_commands(folder.path()), [1, 3]);
    }
}
