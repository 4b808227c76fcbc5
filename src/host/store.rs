//! Files in a store of short texts under names, which may be full at any time: the local storage of a browser.
//!
//! A file is one entry, so that it is written whole or not at all: the store itself sees to that. It is compressed, for
//! stores hold some 5 million letters and no more.

use std::{
    io::{Error, ErrorKind, Result},
    path::{Path, PathBuf},
    time::Duration,
};

use super::pack::{Effort, pack, unpack};

/// What names of entries begin with: other pages of the same origin have their own.
const PREFIX: &str = "ropewalk/";

/// Largest file, bytes.
const MOST: usize = 64 << 20;

/// Texts under names.
pub trait Entries {
    /// An entry.
    fn get(&self, name: &str) -> Option<String>;
    /// Writes an entry over what is there. Where that does not fit, the old one stays, and the answer is false.
    fn set(&self, name: &str, text: &str) -> bool;
    /// Removes an entry, if it is there.
    fn remove(&self, name: &str);
    /// The names of all entries.
    fn names(&self) -> Vec<String>;
}

/// What is known of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// When it was written, since 1970.
    pub written: Duration,
    /// Bytes.
    pub length: u64,
}

fn name(path: &Path) -> String {
    format!("{PREFIX}{}", path.display())
}

fn missing() -> Error {
    Error::new(ErrorKind::NotFound, "there is no such file")
}

fn damaged() -> Error {
    Error::new(ErrorKind::InvalidData, "what the browser kept of it is damaged")
}

/// The head of an entry, and the packed bytes after it.
fn parts(text: &str) -> Option<(About, &str)> {
    let (written, rest) = text.split_once(' ')?;
    let (length, packed) = rest.split_once(' ')?;
    let about = About { written: Duration::from_millis(written.parse().ok()?), length: length.parse().ok()? };
    Some((about, packed))
}

/// What is known of the file at a path.
pub fn about(entries: &impl Entries, path: &Path) -> Result<About> {
    let text = entries.get(&name(path)).ok_or_else(missing)?;
    parts(&text).map(|(about, _)| about).ok_or_else(damaged)
}

/// What is in the file at a path.
pub fn read(entries: &impl Entries, path: &Path) -> Result<Vec<u8>> {
    let text = entries.get(&name(path)).ok_or_else(missing)?;
    let bytes = parts(&text).and_then(|(_, packed)| unpack(packed, MOST));
    bytes.ok_or_else(damaged)
}

/// Writes a file; where there is no room, what was there stays.
pub fn write(entries: &impl Entries, path: &Path, bytes: &[u8], now: Duration) -> Result<()> {
    if bytes.len() > MOST {
        return Err(Error::new(ErrorKind::FileTooLarge, "it is too long for the browser's store"));
    }
    let text = format!("{} {} {}", now.as_millis(), bytes.len(), pack(bytes, Effort(6)));
    let full = || Error::new(ErrorKind::StorageFull, "the browser's store is full: save to a file, or remove old ones");
    entries.set(&name(path), &text).then_some(()).ok_or_else(full)
}

/// Gives a file another path, over what is there. There is room for it twice only by chance, so the old entry goes first;
/// where the new one does not fit even then (another page was quicker), it comes back.
pub fn rename(entries: &impl Entries, from: &Path, to: &Path) -> Result<()> {
    let text = entries.get(&name(from)).ok_or_else(missing)?;
    if from == to || entries.set(&name(to), &text) {
        if from != to {
            entries.remove(&name(from));
        }
        return Ok(());
    }
    entries.remove(&name(from));
    if entries.set(&name(to), &text) {
        return Ok(());
    }
    entries.set(&name(from), &text);
    Err(Error::new(ErrorKind::StorageFull, "the browser's store is full"))
}

/// Removes a file.
pub fn remove(entries: &impl Entries, path: &Path) -> Result<()> {
    let name = name(path);
    entries.get(&name).ok_or_else(missing)?;
    entries.remove(&name);
    Ok(())
}

/// The files of a folder.
pub fn list(entries: &impl Entries, folder: &Path) -> Vec<PathBuf> {
    let ours = |name: String| name.strip_prefix(PREFIX).map(PathBuf::from);
    let mut paths: Vec<_> = entries.names().into_iter().filter_map(ours).collect();
    paths.retain(|path| path.parent() == Some(folder));
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeMap};

    use super::*;

    /// A store for so many letters.
    struct Small(RefCell<BTreeMap<String, String>>, usize);

    impl Small {
        fn new(letters: usize) -> Self {
            Self(RefCell::default(), letters)
        }

        fn letters(&self) -> usize {
            self.0.borrow().iter().map(|(name, text)| name.len() + text.len()).sum()
        }
    }

    impl Entries for Small {
        fn get(&self, name: &str) -> Option<String> {
            self.0.borrow().get(name).cloned()
        }

        fn set(&self, name: &str, text: &str) -> bool {
            let old = self.get(name).map_or(0, |old| name.len() + old.len());
            let fits = self.letters() - old + name.len() + text.len() <= self.1;
            if fits {
                self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
            }
            fits
        }

        fn remove(&self, name: &str) {
            self.0.borrow_mut().remove(name);
        }

        fn names(&self) -> Vec<String> {
            self.0.borrow().keys().cloned().collect()
        }
    }

    const NOW: Duration = Duration::from_millis(1_234_567);

    /// Bytes that cannot be compressed.
    fn noise(count: u32) -> Vec<u8> {
        let mut state = 0x9e37_79b9_u32;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 11) as u8
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn files_are_written_listed_renamed_and_removed() {
        let (store, folder) = (Small::new(10_000), Path::new("a"));
        let [one, two, deep] = ["one", "two", "b/three"].map(|name| folder.join(name));
        for path in [&one, &deep] {
            write(&store, path, b"text", NOW).expect("there is room");
        }
        store.set("of another page", "x");
        assert_eq!(list(&store, folder), std::slice::from_ref(&one));
        assert_eq!(about(&store, &one).expect("it is there"), About { written: NOW, length: 4 });
        rename(&store, &one, &two).expect("there is room");
        assert_eq!(list(&store, folder), std::slice::from_ref(&two));
        assert_eq!(read(&store, &two).expect("it is there"), b"text");
        assert_eq!(read(&store, &one).expect_err("it has gone").kind(), ErrorKind::NotFound);
        remove(&store, &two).expect("it is there");
        assert_eq!(remove(&store, &two).expect_err("it has gone").kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_full_store_keeps_what_it_has() {
        let (store, path) = (Small::new(2_000), Path::new("session"));
        let first = noise(900);
        write(&store, path, &first, NOW).expect("there is room");
        let full = write(&store, path, &noise(1_800), NOW).expect_err("there is none for that");
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        assert_eq!(read(&store, path).expect("it is as it was"), first);
        // There is no room for it twice.
        rename(&store, path, Path::new("other")).expect("it fits once it has gone");
        assert_eq!(read(&store, Path::new("other")).expect("it is there"), first);
        assert_eq!(store.names().len(), 1);
    }

    #[test]
    fn a_damaged_entry_is_an_error() {
        let store = Small::new(10_000);
        for text in ["", "1", "1 2", "x 2 abc", "1 2 a+b", "1 2 AAAA"] {
            store.set("ropewalk/x", text);
            assert_eq!(read(&store, Path::new("x")).expect_err(text).kind(), ErrorKind::InvalidData);
        }
    }
}
