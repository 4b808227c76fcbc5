//! Files in a store of named texts that may be full at any time: the local storage of a browser.
//!
//! A file is one entry, which the store writes whole or not at all. It is compressed, because stores hold only some 5
//! million characters.

use std::{
    io::{Error, ErrorKind, Result},
    path::{Path, PathBuf},
    time::Duration,
};

use super::pack::{CompressionLevel, pack, unpack};

/// Prefix of the names of entries: other pages of the same origin share the store.
const PREFIX: &str = "ropewalk/";

/// Largest file, bytes.
const MAX_BYTES: usize = 64 << 20;

/// A store of named texts.
pub trait Entries {
    /// Reads an entry.
    fn get(&self, name: &str) -> Option<String>;
    /// Writes an entry, over an existing one. Returns false if it does not fit; the existing one then stays.
    fn set(&self, name: &str, text: &str) -> bool;
    /// Removes an entry, if it exists.
    fn remove(&self, name: &str);
    /// The names of all entries.
    fn names(&self) -> Vec<String>;
}

/// Metadata of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Time of writing, since 1970.
    pub written: Duration,
    /// Length, bytes.
    pub length: u64,
}

fn name(path: &Path) -> String {
    format!("{PREFIX}{}", path.display())
}

fn missing() -> Error {
    Error::new(ErrorKind::NotFound, "there is no such file")
}

fn damaged() -> Error {
    Error::new(ErrorKind::InvalidData, "the copy in the browser is damaged")
}

/// Splits an entry into its metadata and the packed bytes.
fn parts(text: &str) -> Option<(About, &str)> {
    let (written, rest) = text.split_once(' ')?;
    let (length, packed) = rest.split_once(' ')?;
    let about = About { written: Duration::from_millis(written.parse().ok()?), length: length.parse().ok()? };
    Some((about, packed))
}

/// Metadata of the file at a path.
pub fn about(entries: &impl Entries, path: &Path) -> Result<About> {
    let text = entries.get(&name(path)).ok_or_else(missing)?;
    parts(&text).map(|(about, _)| about).ok_or_else(damaged)
}

/// Reads the file at a path.
pub fn read(entries: &impl Entries, path: &Path) -> Result<Vec<u8>> {
    let text = entries.get(&name(path)).ok_or_else(missing)?;
    let bytes = parts(&text).and_then(|(_, packed)| unpack(packed, MAX_BYTES));
    bytes.ok_or_else(damaged)
}

/// Writes a file. If it does not fit, an existing file is left unchanged.
pub fn write(entries: &impl Entries, path: &Path, bytes: &[u8], now: Duration) -> Result<()> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::new(ErrorKind::FileTooLarge, "it is too long for the browser's store"));
    }
    let text = format!("{} {} {}", now.as_millis(), bytes.len(), pack(bytes, CompressionLevel(6)));
    let full = || Error::new(ErrorKind::StorageFull, "the browser's store is full: save to a file, or remove old ones");
    entries.set(&name(path), &text).then_some(()).ok_or_else(full)
}

/// Renames a file, over an existing one. If both entries do not fit, the old one is removed first. If the new one does
/// not fit even then, because another page was faster, the old one is restored.
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

/// Paths of the files of a folder, sorted.
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

    /// A store for a number of characters.
    struct Small(RefCell<BTreeMap<String, String>>, usize);

    impl Small {
        fn new(characters: usize) -> Self {
            Self(RefCell::default(), characters)
        }

        fn characters(&self) -> usize {
            self.0.borrow().iter().map(|(name, text)| name.len() + text.len()).sum()
        }
    }

    impl Entries for Small {
        fn get(&self, name: &str) -> Option<String> {
            self.0.borrow().get(name).cloned()
        }

        fn set(&self, name: &str, text: &str) -> bool {
            let old = self.get(name).map_or(0, |old| name.len() + old.len());
            let fits = self.characters() - old + name.len() + text.len() <= self.1;
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
    fn full_store_keeps_its_files() {
        let (store, path) = (Small::new(2_000), Path::new("session"));
        let first = noise(900);
        write(&store, path, &first, NOW).expect("there is room");
        let full = write(&store, path, &noise(1_800), NOW).expect_err("there is none for that");
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        assert_eq!(read(&store, path).expect("the old text is kept"), first);
        // Two copies do not fit.
        rename(&store, path, Path::new("other")).expect("the text fits once the old text is removed");
        assert_eq!(read(&store, Path::new("other")).expect("it is there"), first);
        assert_eq!(store.names().len(), 1);
    }

    #[test]
    fn damaged_entry_is_an_error() {
        let store = Small::new(10_000);
        for text in ["", "1", "1 2", "x 2 abc", "1 2 a+b", "1 2 AAAA"] {
            store.set("ropewalk/x", text);
            assert_eq!(read(&store, Path::new("x")).expect_err(text).kind(), ErrorKind::InvalidData);
        }
    }
}
