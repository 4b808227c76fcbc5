//! Several windows, one after the other or at the same time.

use super::*;

#[test]
fn unanswered_offers_of_several_windows_are_all_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut windows = [1, 2].map(|edits| (Autosave::open(Some(folder.path())), session(edits)));
    for (autosave, session) in &mut windows {
        autosave.keep(session);
        wait(autosave);
    }
    drop(windows);
    // The offer is not answered, and that window is killed, too.
    let mut third = Autosave::open(Some(folder.path()));
    assert!(third.has_offer());
    // File times have a resolution of some milliseconds.
    std::thread::sleep(Duration::from_millis(30));
    third.keep(&session(3));
    wait(&mut third);
    drop(third);
    let mut last = Autosave::open(Some(folder.path()));
    let edits = |path: &PathBuf| match Document::read(path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(edits(last.offer.as_ref().expect("the newest")), 3);
    let mut all: Vec<usize> = last.earlier_sessions().iter().map(edits).collect();
    all.sort_unstable();
    assert_eq!(all, [1, 2, 3]);
    // A restored session is not offered again, and not lost.
    assert_eq!(edits(&last.accept_offer().expect("it is there")), 3);
    assert!(!last.has_offer() && last.earlier_sessions().len() == 3);
}

#[test]
fn sessions_of_two_closed_windows_are_both_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let windows = [1, 2].map(|edits| (Autosave::open(Some(folder.path())), session(edits)));
    for (mut autosave, session) in windows {
        std::thread::sleep(Duration::from_millis(30));
        autosave.close(&session).expect("the session is saved");
    }
    let next = Autosave::open(Some(folder.path()));
    assert!(next.last_session().is_some() && next.earlier_sessions().len() == 1 && !next.has_offer());
}

#[test]
fn window_with_another_session_moves_the_last_one_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let close = |edits, continues| {
        let mut autosave = Autosave::open(Some(folder.path()));
        if continues {
            autosave.continue_last();
        }
        autosave.close(&session(edits)).expect("the session is saved");
        autosave.earlier_sessions().len()
    };
    assert_eq!([close(3, false), close(4, true)], [0, 0], "no last session, then the same one continued");
    assert_eq!(close(5, false), 1, "started with a link, or with a scene");
    let earlier = Autosave::open(Some(folder.path())).earlier_sessions().pop().expect("one");
    let Ok(Document::Session(found)) = Document::read(&earlier) else { panic!("no session") };
    assert_eq!(found.commands.len(), 4);
}

#[test]
fn seventeenth_window_is_told_and_keeps_its_session_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut windows: Vec<Autosave> = (0..SLOTS).map(|_| Autosave::open(Some(folder.path()))).collect();
    let mut crowded = Autosave::open(Some(folder.path()));
    assert!(matches!(crowded.take_news(), Some(Err(news)) if news.contains("16 others")));
    crowded.keep(&session(1));
    assert!(crowded.writing.is_none());
    crowded.close(&session(1)).expect("the session is saved");
    assert!(crowded.last_session().is_some());
    // Once another window is closed, the session is kept as usual.
    drop(windows.pop());
    crowded.keep(&session(2));
    while crowded.is_writing() {
        match crowded.take_news() {
            None => std::thread::sleep(Duration::from_millis(5)),
            news => assert_eq!(news, Some(Ok("the session is kept again".to_owned()))),
        }
    }
    assert!(crowded.slot.is_some_and(|slot| slot.path.exists()));
}

#[test]
fn late_slot_gives_back_the_session_of_a_killed_window() {
    for (edits, expected) in [(0, vec![3]), (4, vec![3, 4])] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut windows: Vec<Autosave> = (0..SLOTS).map(|_| Autosave::open(Some(folder.path()))).collect();
        let mut crowded = Autosave::open(Some(folder.path()));
        windows[5].keep(&session(3));
        wait(&mut windows[5]);
        // The process is killed.
        drop(windows.remove(5));
        crowded.close(&session(edits)).expect("the session is saved");
        assert_eq!(kept_commands(folder.path()), expected);
    }
}

#[test]
fn windows_closed_at_the_same_time_keep_all_sessions() {
    for _ in 0..3 {
        let folder = tempfile::tempdir().expect("a folder");
        Autosave::open(Some(folder.path())).close(&session(1)).expect("the session is saved");
        let barrier = std::sync::Barrier::new(2);
        let close = |edits| {
            let (mut autosave, shown) = (Autosave::open(Some(folder.path())), session(edits));
            autosave.continue_last();
            barrier.wait();
            autosave.close(&shown).expect("the session is saved");
        };
        std::thread::scope(|scope| {
            for edits in [2, 3] {
                scope.spawn(move || close(edits));
            }
        });
        let kept = kept_commands(folder.path());
        assert!(kept.ends_with(&[2, 3]), "{kept:?}");
    }
}

#[test]
fn restored_session_is_not_deleted_as_the_oldest() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(folder.path()));
    autosave.keep(&session(3));
    wait(&mut autosave);
    age(&autosave.slot.as_ref().expect("a slot").path);
    drop(autosave);
    for number in 1..=MAX_ASIDE {
        fs::write(folder.path().join(format!("{EARLIER}-{number}.ron")), "x").expect("the file is written");
    }
    let mut next = Autosave::open(Some(folder.path()));
    let restored = next.accept_offer().expect("a session");
    assert!(restored.exists());
    assert_eq!(next.earlier_sessions().len(), MAX_ASIDE);
    next.set_aside(&session(4));
    while next.is_writing() {
        assert_eq!(next.take_news(), None);
    }
    assert!(restored.exists(), "the window has not kept it yet");
    next.keep(&session(3));
    wait(&mut next);
    assert_eq!(next.earlier_sessions().len(), MAX_ASIDE);
}

#[test]
fn window_that_is_stopped_while_it_is_closed_holds_up_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    Autosave::open(Some(folder.path())).close(&session(1)).expect("the session is saved");
    let lock = wait_for_lock(&folder.path().join(LAST_LOCK)).expect("the folder has locks").expect("nobody holds it");
    let mut autosave = Autosave::open(Some(folder.path()));
    autosave.continue_last();
    autosave.close(&session(2)).expect("the session is saved");
    drop((lock, autosave));
    assert_eq!(kept_commands(folder.path()), [1, 2]);
    assert!(Autosave::open(Some(folder.path())).has_offer());
}
