//! The folder of sessions: missing, full, or with leftovers in it.

use super::*;

#[cfg(unix)]
#[test]
fn pipe_in_the_place_of_a_lock_does_not_hold_up_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("session-0.lock");
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().expect("every Unix has it").success());
    let autosave = Autosave::open(Some(folder.path()));
    assert!(autosave.slot.is_some_and(|slot| slot.path.ends_with("session-1.ron")));
}

#[test]
fn removed_folder_is_created_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut autosave = Autosave::open(Some(&folder.path().join("data")));
    fs::remove_dir_all(folder.path().join("data")).expect("the file is removed");
    autosave.keep(&session(2));
    wait(&mut autosave);
    assert!(autosave.slot.as_ref().is_some_and(|slot| slot.path.exists()));
    fs::remove_dir_all(folder.path().join("data")).expect("the file is removed");
    autosave.close(&session(2)).expect("the session is saved");
    assert!(autosave.last_session().is_some());
}

#[test]
fn folder_that_cannot_be_created_is_reported_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("the file is written");
    let mut autosave = Autosave::open(Some(&file.join("data")));
    assert!(matches!(autosave.take_news(), Some(Err(wrong)) if wrong.contains("not saved")));
    autosave.keep(&session(2));
    assert_eq!(autosave.take_news(), None);
    assert!(autosave.failure().is_some_and(|why| why.contains("not saved")), "the status line goes on saying it");
    assert_eq!(autosave.close(&session(2)), Ok(()));
}

#[test]
fn full_disk_at_the_end_costs_no_session() {
    let folder = tempfile::tempdir().expect("a folder");
    Autosave::open(Some(folder.path())).close(&session(2)).expect("the session is saved");
    let mut autosave = Autosave::open(Some(folder.path()));
    let slot = autosave.slot.as_ref().expect("a slot").path.clone();
    // A folder in the place of the file: the session cannot be written.
    fs::create_dir(&slot).expect("the file is created");
    let error = autosave.close(&session(3)).expect_err("there is no room");
    assert!(error.contains("session-0.ron"), "{error}");
    let commands = |path: &PathBuf| match Document::read(path) {
        Ok(Document::Session(found)) => found.commands.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(autosave.last_session().as_ref().map(commands), Some(2), "it opens next");
    assert!(autosave.earlier_sessions().is_empty());
    fs::remove_dir(&slot).expect("the file is removed");
    autosave.close(&session(3)).expect("there is room again");
    assert_eq!(autosave.last_session().as_ref().map(commands), Some(3));
    assert_eq!(autosave.earlier_sessions().iter().map(commands).collect::<Vec<_>>(), [2]);
}

#[test]
fn leftovers_of_a_killed_process_are_removed_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let left = folder.path().join(".ropewalk-x1y2z3.tmp");
    fs::write(&left, "(version: 1, st").expect("the file is written");
    let mut autosave = Autosave::open(Some(folder.path()));
    assert!(!left.exists());
    autosave.close(&session(2)).expect("the session is saved");
    let names = fs::read_dir(folder.path()).expect("the folder exists").flatten().map(|file| file.file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["last.lock", "last.ron", "session-0.lock"]);
}
