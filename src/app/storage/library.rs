//! The user's folder for what he saves: the platform's own for data.

use std::path::{Path, PathBuf};

use crate::host::{self, SystemTime, fs};

/// Most files that are listed.
const MOST: usize = 500;

/// Longest name that is given to a file, bytes: most file systems end at 255.
const LONGEST: usize = 120;

/// What a file's name ends in.
const ENDING: &str = "ron";

/// A file in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name without the ending.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// When it was written; none where the system does not say.
    pub written: Option<SystemTime>,
    /// Bytes.
    pub bytes: u64,
}

/// The folder.
#[derive(Clone, Debug)]
pub struct Library {
    /// `None` where the platform names none.
    folder: Option<PathBuf>,
}

impl Library {
    /// The platform's.
    #[must_use]
    pub fn open() -> Self {
        Self { folder: host::data_folder() }
    }

    /// This one.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder: Some(folder) }
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The folder for what is saved under a name.
    fn saves(&self) -> Option<PathBuf> {
        self.folder().map(|folder| folder.join("saves"))
    }

    /// What is in it, the newest first.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        // A folder that is not there yet is empty.
        let files = self.saves().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let entry = |file: fs::DirEntry| {
            let (path, about) = (file.path(), file.metadata().ok()?);
            let named = path.extension().is_some_and(|ending| ending == ENDING) && about.is_file();
            let name = path.file_stem()?.to_string_lossy().into_owned();
            named.then(|| Entry { name, written: about.modified().ok(), bytes: about.len(), path })
        };
        let mut entries: Vec<Entry> = files.filter_map(entry).collect();
        entries.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.name.cmp(&b.name)));
        entries.truncate(MOST);
        entries
    }

    /// The file for what was typed as a name: in the folder, or wherever a path says. The folder is made.
    ///
    /// # Errors
    /// With a sentence when that cannot be a file's name, or the folder cannot be made.
    pub fn place(&self, typed: &str) -> Result<PathBuf, String> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err("a name is needed".to_owned());
        }
        if is_path(typed) {
            return Ok(self.path(typed));
        }
        let typed = typed.strip_suffix(".ron").unwrap_or(typed);
        if typed.len() > LONGEST || typed.starts_with('.') || typed.chars().any(is_odd) {
            return Err(format!("\"{typed}\" cannot be the name of a file"));
        }
        let folder = self.saves().ok_or("the system names no folder for files: give a whole path")?;
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder.join(format!("{typed}.{ENDING}")))
    }

    /// The file that was typed as a path, or as a name in the folder.
    #[must_use]
    pub fn path(&self, typed: &str) -> PathBuf {
        let typed = typed.trim();
        let path = match typed.strip_prefix("~/").zip(host::home_folder()) {
            Some((rest, home)) => home.join(rest),
            None => PathBuf::from(typed),
        };
        let name = typed.strip_suffix(".ron").unwrap_or(typed);
        let named = self.saves().map(|folder| folder.join(format!("{name}.{ENDING}")));
        named.filter(|named| !is_path(typed) && host::exists(named)).unwrap_or(path)
    }

    /// A name for something with this title that nothing has yet.
    #[must_use]
    pub fn free_name(&self, title: &str) -> String {
        let name = tame(title);
        let taken =
            |name: &str| self.saves().is_some_and(|folder| host::exists(&folder.join(format!("{name}.{ENDING}"))));
        let numbered = (2..1_000).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or(name)
    }

    /// Whether a file is one of those that are kept by themselves.
    #[must_use]
    pub fn is_kept(&self, path: &Path) -> bool {
        self.folder().is_some_and(|folder| path.parent() == Some(folder))
    }
}

/// Whether it is a path rather than a name.
fn is_path(typed: &str) -> bool {
    typed.contains(['/', std::path::MAIN_SEPARATOR])
}

/// Letters that some system does not allow in names.
fn is_odd(letter: char) -> bool {
    letter.is_control() || r#"<>:"|?*\"#.contains(letter)
}

/// What a scene's title becomes as a name of a file.
#[must_use]
pub fn tame(title: &str) -> String {
    let tame: String =
        title.chars().map(|letter| if is_odd(letter) || "/\\.".contains(letter) { ' ' } else { letter }).collect();
    let mut length = 0;
    let short = tame.trim().chars().take_while(|letter| {
        length += letter.len_utf8();
        length <= 60
    });
    short.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_in_the_folder_and_a_path_is_where_it_says() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().join("deep"));
        assert!(library.entries().is_empty(), "there is no folder yet");
        let path = library.place(" My rope ").expect("a good name");
        assert_eq!(path, folder.path().join("deep/saves/My rope.ron"));
        fs::write(&path, "x").expect("the folder was made");
        fs::write(path.with_file_name("other.txt"), "x").expect("it is written");
        let names: Vec<_> = library.entries().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["My rope"]);
        assert_eq!((library.path("My rope"), library.path("My rope.ron")), (path.clone(), path.clone()));
        assert_eq!(library.place("My rope.ron"), Ok(path.clone()));
        assert_eq!(library.free_name("My rope"), "My rope 2");
        assert_eq!(library.place("/tmp/x.ron"), Ok(PathBuf::from("/tmp/x.ron")));
        for bad in ["", "  ", "a\nb", "..", ".hidden", "what?", "a\\b", &"x".repeat(300)] {
            assert!(library.place(bad).is_err(), "{bad:?}");
        }
        assert!(library.place(&tame("nehe 40: ropes/springs...")).is_ok());
    }
}
