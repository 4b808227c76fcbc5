//! The user's folder of saved files, in the platform's folder for data.

use std::path::{Path, PathBuf};

use crate::host::{self, SystemTime, fs, text};

/// Most files in the list.
const MAX_ENTRIES: usize = 500;

/// Longest name of a file, bytes: most file systems end at 255.
const MAX_NAME: usize = 120;

/// Extension of a saved file.
const EXTENSION: &str = "ron";

/// A file in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name without the extension.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// Time of the last change; `None` if the system does not tell.
    pub written: Option<SystemTime>,
    /// Size, bytes.
    pub bytes: u64,
}

/// The user's folder.
#[derive(Clone, Debug)]
pub struct Library {
    /// `None` if the platform names no folder.
    folder: Option<PathBuf>,
}

impl Library {
    /// The platform's folder.
    #[must_use]
    pub fn open() -> Self {
        Self { folder: host::data_folder() }
    }

    /// This folder.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    /// The folder, which also has the sessions of the autosave.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The folder for named saves.
    fn saves(&self) -> Option<PathBuf> {
        self.folder().map(|folder| folder.join("saves"))
    }

    /// Removes what killed processes have left in the folder for named saves.
    pub fn remove_abandoned_drafts(&self) {
        if let Some(folder) = self.saves() {
            host::remove_abandoned_drafts(&folder);
        }
    }

    /// The saved files, newest first.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        // A missing folder is empty.
        let files = self.saves().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut entries: Vec<Entry> = files.filter_map(|file| entry(&file)).collect();
        entries.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.name.cmp(&b.name)));
        entries.truncate(MAX_ENTRIES);
        entries
    }

    /// The folders in a folder and the saved files in it, by name. Hidden folders are left out.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn browse(folder: &Path) -> std::io::Result<(Vec<PathBuf>, Vec<Entry>)> {
        let (mut folders, mut files) = (Vec::new(), Vec::new());
        for found in fs::read_dir(folder)?.flatten() {
            let is_hidden = found.path().file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if is_folder(&found.path()) && !is_hidden {
                folders.push(found.path());
            }
            files.extend(entry(&found));
        }
        folders.sort();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        folders.truncate(MAX_ENTRIES);
        files.truncate(MAX_ENTRIES);
        Ok((folders, files))
    }

    /// The name of the file for a typed name.
    ///
    /// # Errors
    /// A sentence when it cannot be that of a file.
    pub fn file_name(typed: &str) -> Result<String, String> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err("a name is needed".to_owned());
        }
        let name = typed.strip_suffix(".ron").unwrap_or(typed);
        if name.len() > MAX_NAME || name.starts_with('.') || name.chars().any(text::is_forbidden_in_file_names) {
            return Err(format!("\"{name}\" cannot be the name of a file"));
        }
        Ok(format!("{name}.{EXTENSION}"))
    }

    /// Whether a typed text is a path and not a name.
    #[must_use]
    pub fn is_path(typed: &str) -> bool {
        typed.contains(['/', std::path::MAIN_SEPARATOR])
    }

    /// The path to save under a typed name, or the typed path. Creates the folder.
    ///
    /// # Errors
    /// A sentence when the name cannot be that of a file, or the folder cannot be created.
    pub fn save_path(&self, typed: &str) -> Result<PathBuf, String> {
        if Self::is_path(typed) {
            return Ok(self.path(typed));
        }
        let name = Self::file_name(typed)?;
        let folder = self.saves().ok_or("the system names no folder for files: give a whole path")?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder.join(name))
    }

    /// The file of a typed name, if it exists in the folder; else the typed path.
    #[must_use]
    pub fn path(&self, typed: &str) -> PathBuf {
        let typed = typed.trim();
        let path = match typed.strip_prefix("~/").zip(host::home_folder()) {
            Some((rest, home)) => home.join(rest),
            None => PathBuf::from(typed),
        };
        let name = typed.strip_suffix(".ron").unwrap_or(typed);
        let named = self.saves().map(|folder| folder.join(format!("{name}.{EXTENSION}")));
        named.filter(|named| !Self::is_path(typed) && host::exists(named)).unwrap_or(path)
    }

    /// A name that is made from a title and that no file has yet.
    #[must_use]
    pub fn free_name(&self, title: &str) -> String {
        let name = text::file_name(title);
        let is_taken =
            |name: &str| self.saves().is_some_and(|folder| host::exists(&folder.join(format!("{name}.{EXTENSION}"))));
        let numbered = (2..1_000).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or(name)
    }

    /// Whether a file is a session of the autosave.
    #[must_use]
    pub fn is_autosave(&self, path: &Path) -> bool {
        self.folder().is_some_and(|folder| path.parent() == Some(folder))
    }
}

/// A saved file, if it is one.
fn entry(file: &fs::DirEntry) -> Option<Entry> {
    let (path, about) = (file.path(), file.metadata().ok()?);
    let is_save = path.extension().is_some_and(|extension| extension == EXTENSION) && about.is_file();
    let name = path.file_stem()?.to_string_lossy().into_owned();
    is_save.then(|| Entry { name, written: about.modified().ok(), bytes: about.len(), path })
}

/// Whether a path is that of a folder. A browser has none.
fn is_folder(path: &Path) -> bool {
    !host::IN_BROWSER && path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_a_file_in_the_folder_and_path_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().join("deep"));
        assert!(library.entries().is_empty(), "there is no folder yet");
        let path = library.save_path(" My rope ").expect("a good name");
        assert_eq!(path, folder.path().join("deep/saves/My rope.ron"));
        fs::write(&path, "x").expect("the folder was made");
        fs::write(path.with_file_name("other.txt"), "x").expect("the file is written");
        let names: Vec<_> = library.entries().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["My rope"]);
        assert_eq!((library.path("My rope"), library.path("My rope.ron")), (path.clone(), path.clone()));
        assert_eq!(library.save_path("My rope.ron"), Ok(path.clone()));
        assert_eq!(library.free_name("My rope"), "My rope 2");
        assert_eq!(library.save_path("/tmp/x.ron"), Ok(PathBuf::from("/tmp/x.ron")));
        for bad in ["", "  ", "a\nb", "..", ".hidden", "what?", "a\\b", &"x".repeat(300)] {
            assert!(library.save_path(bad).is_err(), "{bad:?}");
        }
        assert!(library.save_path(&text::file_name("nehe 40: ropes/springs...")).is_ok());
    }
}
