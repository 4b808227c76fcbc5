//! What is kept from run to run: a small text file in the platform's own folder for settings.
//!
//! It is for comfort. Whatever is wrong with it, the window opens: with what could not be read at its default, and one
//! sentence about it.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{panel_prefs::PanelPrefs, tutorial::Tutorial};
use crate::{
    host::{self, fs},
    scene,
    view::Style,
};

/// A settings file longer than this, bytes, is not ours.
const LONGEST: u64 = 64 * 1024;

/// Scales of the interface.
pub const SCALES: [f32; 6] = [0.75, 1.0, 1.25, 1.5, 2.0, 2.5];

/// How much memory going back in time may take, MB.
pub const MEMORIES: [u32; 5] = [32, 64, 256, 1_024, 4_096];

/// TouchTargets of a window, pixels.
const WINDOW_RANGE: (u32, u32) = (200, 16_384);

/// What is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Width and height of the window, pixels.
    pub window: (u32, u32),
    /// Theme, colours, view.
    pub style: Style,
    /// Scale of the interface, beside the screen's own.
    pub scale: f32,
    /// The panel: unfolded or not, and which sections are open.
    pub panel: PanelPrefs,
    /// What the user has done once.
    pub learnt: Tutorial,
    /// Ropes go on moving while another window has the keyboard.
    pub background: bool,
    /// Memory for going back in time, MB.
    pub memory: u32,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            window: (1_280, 800),
            style: Style::default(),
            scale: 1.0,
            panel: PanelPrefs::default(),
            learnt: Tutorial::default(),
            background: false,
            memory: 256,
        }
    }
}

impl Prefs {
    /// Every value inside its range.
    fn sanitised(self) -> Self {
        let Self { window: (width, height), style, scale, panel, learnt, background, memory } = self;
        let (low, high) = WINDOW_RANGE;
        Self {
            window: (width.clamp(low, high), height.clamp(low, high)),
            style,
            panel,
            learnt,
            background,
            memory: memory.clamp(MEMORIES[0], MEMORIES[MEMORIES.len() - 1]),
            scale: if scale.is_finite() { scale.clamp(SCALES[0], SCALES[SCALES.len() - 1]) } else { 1.0 },
        }
    }
}

/// The file, and what is in it now.
#[derive(Clone, Debug)]
pub struct PrefsFile {
    /// `None` where the platform names no folder.
    path: Option<PathBuf>,
    written: Prefs,
    /// The file cannot be written, and that was said.
    failed: bool,
}

impl PrefsFile {
    /// Reads the user's own file. What is wrong with it comes back as a sentence.
    #[must_use]
    pub fn open() -> (Self, Prefs, Option<String>) {
        Self::at(host::settings_folder().map(|folder| folder.join("settings.ron")))
    }

    /// Reads this file.
    fn at(path: Option<PathBuf>) -> (Self, Prefs, Option<String>) {
        let (prefs, complaint) = path.as_deref().map_or_else(Default::default, read);
        let keeper = Self { path, written: prefs.clone(), failed: false };
        (keeper, prefs, complaint)
    }

    /// Writes `prefs`, if they are others than those in the file. The first failure comes back as a sentence; later ones
    /// are silent, for they would say the same.
    pub fn keep(&mut self, prefs: &Prefs) -> Option<String> {
        let path = self.path.as_deref().filter(|_| *prefs != self.written)?;
        self.written = prefs.clone();
        let text = match ron::ser::to_string_pretty(prefs, ron::ser::PrettyConfig::new()) {
            Ok(text) => text,
            Err(error) => return self.complain(&error.to_string()),
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let written = fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()));
        let written = written.and_then(|()| scene::write(path, text.as_bytes()).map_err(|error| error.to_string()));
        written.err().and_then(|error| self.complain(&error))
    }

    fn complain(&mut self, error: &str) -> Option<String> {
        let first = !std::mem::replace(&mut self.failed, true);
        first.then(|| format!("settings are not kept: {error}"))
    }
}

/// What is in a file, and what is wrong with it. A damaged one is set aside, so that nothing in it is lost.
#[must_use]
pub fn read(path: &Path) -> (Prefs, Option<String>) {
    match text(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => (Prefs::default(), None),
        Err(error) => (Prefs::default(), Some(format!("settings cannot be read: {}: {error}", path.display()))),
        Ok(text) => match ron::from_str::<Prefs>(&text) {
            Ok(prefs) => (prefs.sanitised(), None),
            Err(error) => (Prefs::default(), Some(set_aside(path, &scene::sentence(&error.to_string())))),
        },
    }
}

fn text(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > LONGEST {
        // As damaged as any: set aside like them.
        return Ok(String::new());
    }
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn set_aside(path: &Path, error: &str) -> String {
    let aside = path.with_extension("ron.damaged");
    let what = format!("the settings in {} are damaged ({error})", path.display());
    match fs::rename(path, &aside) {
        Ok(()) => format!("{what}: they were set aside as {}, and all settings are the usual ones", aside.display()),
        Err(error) => format!("{what} and cannot be set aside ({error}): all settings are the usual ones"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;

    fn light() -> Prefs {
        let style = Style { theme: Theme::Light, ..Style::default() };
        Prefs { window: (900, 700), style, scale: 1.5, ..Prefs::default() }
    }

    #[test]
    fn what_was_kept_is_there_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("settings.ron");
        let (mut keeper, prefs, complaint) = PrefsFile::at(Some(path.clone()));
        assert_eq!((prefs, complaint), (Prefs::default(), None), "no file is no mistake");
        assert_eq!(keeper.keep(&light()), None);
        let (_, prefs, complaint) = PrefsFile::at(Some(path));
        assert_eq!((prefs, complaint), (light(), None));
    }

    #[test]
    fn a_damaged_file_is_set_aside_with_a_sentence() {
        for damage in ["", "(window: (1, ", "\u{0}\u{1}", &"(".repeat(10_000), &"x".repeat(100_000)] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("settings.ron");
            fs::write(&path, damage).expect("it is written");
            let (_, prefs, complaint) = PrefsFile::at(Some(path.clone()));
            assert_eq!(prefs, Prefs::default());
            let complaint = complaint.expect("a sentence");
            assert!(complaint.contains("set aside") && !complaint.contains('\n'), "{complaint}");
            assert!(!path.exists());
            assert_eq!(fs::read_to_string(path.with_extension("ron.damaged")).expect("it is kept"), damage);
        }
    }

    /// A settings file in which words and numbers were put in each other's place, and cut off somewhere.
    fn tampered() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::{collection::vec, prelude::*, sample::select};
        const ODD: [&str; 12] =
            ["", "-1", "NaN", "inf", "1e39", "4294967296", "None", "\"x\"", "(", "[", "18446744073709551616", "\u{0}é"];
        let text = ron::ser::to_string_pretty(&light(), ron::ser::PrettyConfig::new()).expect("it is text");
        let count = text.split(' ').count();
        (vec((0..count, select(&ODD[..]), 0..count), 1..5), prop_oneof![3 => Just(usize::MAX), 1 => 0..text.len()])
            .prop_map(move |(damages, end)| {
                let mut words: Vec<&str> = text.split(' ').collect();
                for (at, odd, other) in damages {
                    words.swap(at, other);
                    words[other] = odd;
                }
                words.join(" ").chars().take(end).collect()
            })
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn tampered_settings_are_read_or_set_aside(text in tampered()) {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("settings.ron");
            fs::write(&path, &text).expect("it is written");
            let (_, prefs, complaint) = PrefsFile::at(Some(path.clone()));
            proptest::prop_assert_eq!(&prefs, &prefs.clone().sanitised());
            let aside = path.with_extension("ron.damaged");
            proptest::prop_assert_eq!(complaint.is_some(), aside.exists());
            proptest::prop_assert!(complaint.is_none_or(|complaint| !complaint.contains('\n')));
        }
    }

    #[test]
    fn absurd_values_come_back_inside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(window: (0, 4000000000), scale: NaN)").expect("it is written");
        let (_, prefs, complaint) = PrefsFile::at(Some(path));
        assert_eq!((prefs.window, prefs.scale, complaint), ((200, 16_384), 1.0, None));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_said_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("it is written");
        let (mut keeper, _, _) = PrefsFile::at(Some(file.join("settings.ron")));
        assert!(keeper.keep(&light()).is_some());
        assert_eq!(keeper.keep(&Prefs::default()), None);
    }
}
