//! The settings file: a small text file in the platform's folder for settings.
//!
//! The window opens even if the file is damaged: settings that cannot be read have their defaults, and one sentence
//! says so. A setting is a field of [`Prefs`] with its default and its range; no other place lists them.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{panel_prefs::PanelPrefs, tutorial::Tutorial};
use crate::host::fs;
use crate::physics::Words;
use crate::tool::ToolOptions;
use crate::view::{Style, Theme};
use crate::{host, scene};

/// Longest settings file, bytes. A longer one counts as damaged.
const MAX_BYTES: u64 = 64 * 1024;

/// Scales of the interface that can be chosen.
pub const SCALE_CHOICES: [f32; 6] = [0.75, 1.0, 1.25, 1.5, 2.0, 2.5];

/// Memory limits for rewinding that can be chosen, MB.
pub const MEMORY_CHOICES: [u32; 5] = [32, 64, 256, 1_024, 4_096];

/// Smallest side of a window, pixels.
const MIN_WINDOW: u32 = 200;

/// Largest side of a window, pixels.
const MAX_WINDOW: u32 = 16_384;

/// The settings that are kept between runs. The names of the fields stand in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Width and height of the window, pixels.
    pub window: (u32, u32),
    /// Theme, colours and view.
    pub style: Style,
    /// Scale of the interface, on top of the screen's own.
    pub scale: f32,
    /// The panel and its open sections.
    pub panel: PanelPrefs,
    /// Steps of the tutorial that are done.
    pub tutorial: Tutorial,
    /// The buttons of tools have names.
    pub tool_names: bool,
    /// The simulation continues while another window has the keyboard.
    pub background: bool,
    /// Nothing but the world moves; `None`: as the system asks.
    pub less_motion: Option<bool>,
    /// Memory limit for rewinding, MB.
    pub memory: u32,
    /// The options of tools.
    pub tools: ToolOptions,
    /// Address of a hosted page, with which copied links begin; empty for the one that this was built with. Set by hand.
    pub page: String,
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            window: (1_280, 800),
            style: Style::default(),
            scale: 1.0,
            panel: PanelPrefs::default(),
            tutorial: Tutorial::default(),
            tool_names: true,
            background: false,
            less_motion: None,
            memory: 256,
            tools: ToolOptions::default(),
            page: String::new(),
        }
    }
}

impl Prefs {
    /// The scale, in a form.
    pub const SCALE: Words = Words::new("Size of the interface, %", "Sets the size of the panel and of all text");
    /// The memory limit, in a form.
    pub const MEMORY: Words = Words::new("Memory for rewinding, MB", "More memory rewinds large scenes faster");
    /// The switch of the tools' names, in a form.
    pub const TOOL_NAMES: Words = Words::new("Names of tools", "Off: pictures alone");
    /// The switch of the background, in a form.
    pub const BACKGROUND: Words =
        Words::new("Move in the background", "Continues while another window has the keyboard");

    /// Address of a hosted page: that in the settings, or else that of the environment variable `ROPEWALK_PAGE` when this
    /// was built. Texts that are no address of a page are ignored.
    #[must_use]
    pub fn page(&self) -> Option<&str> {
        let is_page = |page: &str| {
            let rest = page.strip_prefix("https://").or_else(|| page.strip_prefix("http://"));
            rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_graphic() && c != '#'))
        };
        [&self.page, option_env!("ROPEWALK_PAGE").unwrap_or_default()].into_iter().find(|page| is_page(page))
    }

    /// Takes from the system the settings that the user has not chosen: less motion, and on a first run the theme.
    pub fn follow_system(&mut self, is_first_run: bool) {
        self.style.less_motion = self.less_motion.unwrap_or_else(host::prefers_less_motion);
        if is_first_run {
            self.style.theme = match () {
                () if host::prefers_more_contrast() => Theme::Contrast,
                () if host::prefers_light() => Theme::Light,
                () => self.style.theme,
            };
        }
    }

    /// Sets the style. Less motion is kept once the user has chosen it, or not to have it.
    pub fn set_style(&mut self, style: Style) {
        if style.less_motion != self.style.less_motion {
            self.less_motion = Some(style.less_motion);
        }
        self.style = style;
    }

    /// The same settings with every value inside its range.
    fn sanitised(mut self) -> Self {
        let side = |side: u32| side.clamp(MIN_WINDOW, MAX_WINDOW);
        self.window = (side(self.window.0), side(self.window.1));
        let [min, .., max] = SCALE_CHOICES;
        self.scale = if self.scale.is_finite() { self.scale.clamp(min, max) } else { 1.0 };
        let [min, .., max] = MEMORY_CHOICES;
        self.memory = self.memory.clamp(min, max);
        self.tools = self.tools.sanitised();
        self
    }
}

/// The settings file, and its present content.
#[derive(Clone, Debug)]
pub struct PrefsFile {
    /// `None` if the platform names no folder.
    path: Option<PathBuf>,
    written: Prefs,
    /// There was no file.
    is_new: bool,
    /// A failure to write was reported.
    is_failure_reported: bool,
}

impl PrefsFile {
    /// Reads the user's settings. A fault of the file is returned as a sentence.
    #[must_use]
    pub fn open() -> (Self, Prefs, Option<String>) {
        let folder = host::settings_folder();
        if let Some(folder) = &folder {
            host::remove_abandoned_drafts(folder);
        }
        Self::at(folder.map(|folder| folder.join("settings.ron")))
    }

    fn at(path: Option<PathBuf>) -> (Self, Prefs, Option<String>) {
        let is_new = path.as_deref().is_none_or(|path| !host::exists(path));
        let (prefs, complaint) = path.as_deref().map_or_else(Default::default, read);
        let file = Self { path, written: prefs.clone(), is_new, is_failure_reported: false };
        (file, prefs, complaint)
    }

    /// Whether there was no file, as on a first run.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Writes settings that differ from the file. The first failure is returned as a sentence; later ones are not.
    pub fn write(&mut self, prefs: &Prefs) -> Option<String> {
        let path = self.path.as_deref().filter(|_| *prefs != self.written)?;
        self.written = prefs.clone();
        let text = match ron::ser::to_string_pretty(prefs, ron::ser::PrettyConfig::new()) {
            Ok(text) => text,
            Err(error) => return self.report(&error.to_string()),
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let written = fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()));
        let written = written.and_then(|()| scene::write(path, text.as_bytes()).map_err(|error| error.to_string()));
        written.err().and_then(|error| self.report(&error))
    }

    fn report(&mut self, error: &str) -> Option<String> {
        let is_first = !std::mem::replace(&mut self.is_failure_reported, true);
        is_first.then(|| format!("settings are not saved: {error}"))
    }
}

/// Reads a file, with a sentence about its fault. A damaged file is renamed, so that nothing in it is lost.
#[must_use]
pub fn read(path: &Path) -> (Prefs, Option<String>) {
    match read_text(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => (Prefs::default(), None),
        Err(error) => (Prefs::default(), Some(format!("settings cannot be read: {}: {error}", path.display()))),
        Ok(text) => match ron::from_str::<Prefs>(&text) {
            Ok(prefs) => (prefs.sanitised(), None),
            Err(error) => (Prefs::default(), Some(move_aside(path, &scene::sentence(&error.to_string())))),
        },
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    // A file over the limit is not read, and counts as damaged, as an empty text does.
    let bytes = host::read_up_to(path, MAX_BYTES)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn move_aside(path: &Path, error: &str) -> String {
    // Rename the target of a symbolic link, so that the link stays.
    let path = &host::real_path(path);
    let aside = path.with_extension("ron.damaged");
    let fault = format!("the settings in {} are damaged ({error})", path.display());
    match fs::rename(path, &aside) {
        Ok(()) => format!("{fault}: they were set aside as {}, and defaults hold", aside.display()),
        Err(error) => format!("{fault} and cannot be set aside ({error}): defaults hold"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn light() -> Prefs {
        let style = Style { theme: Theme::Light, ..Style::default() };
        Prefs { window: (900, 700), style, scale: 1.5, ..Prefs::default() }
    }

    #[test]
    fn written_settings_are_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("settings.ron");
        let (mut file, prefs, complaint) = PrefsFile::at(Some(path.clone()));
        assert_eq!((prefs, complaint), (Prefs::default(), None), "no file is no mistake");
        assert_eq!(file.write(&light()), None);
        let (_, prefs, complaint) = PrefsFile::at(Some(path));
        assert_eq!((prefs, complaint), (light(), None));
    }

    #[cfg(unix)]
    #[test]
    fn settings_behind_a_link_stay_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, real) = (folder.path().join("settings.ron"), folder.path().join("mine.ron"));
        std::os::unix::fs::symlink("mine.ron", &link).expect("a link");
        let is_link = || fs::symlink_metadata(&link).expect("the file exists").is_symlink();
        let (mut file, _, complaint) = PrefsFile::at(Some(link.clone()));
        assert_eq!((complaint, file.write(&light()), is_link()), (None, None, true));
        assert_eq!(read(&real), (light(), None));
        fs::write(&real, "(window: (").expect("the file is written");
        let (mut file, _, complaint) = PrefsFile::at(Some(link.clone()));
        assert!(complaint.is_some() && folder.path().join("mine.ron.damaged").exists());
        assert_eq!((file.write(&light()), is_link(), read(&real).0), (None, true, light()));
    }

    #[cfg(unix)]
    #[test]
    fn pipe_and_endless_device_do_not_hold_up_the_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let (pipe, device) = (folder.path().join("pipe"), folder.path().join("device"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("every Unix has it").success());
        std::os::unix::fs::symlink("/dev/zero", &device).expect("a link");
        let began = host::Instant::now();
        for path in [pipe, device] {
            let (prefs, complaint) = read(&path);
            let complaint = complaint.expect("a complaint");
            assert!(prefs == Prefs::default() && complaint.contains("a pipe or a device"), "{complaint}");
            assert!(host::exists(&path), "it stays");
        }
        assert!(began.elapsed().as_secs() < 2);
    }

    #[test]
    fn damaged_file_is_set_aside_with_a_sentence() {
        for damage in ["", "(window: (1, ", "\u{0}\u{1}", &"(".repeat(10_000), &"x".repeat(100_000)] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("settings.ron");
            fs::write(&path, damage).expect("the file is written");
            let (_, prefs, complaint) = PrefsFile::at(Some(path.clone()));
            assert_eq!(prefs, Prefs::default());
            let complaint = complaint.expect("a sentence");
            assert!(complaint.contains("set aside") && !complaint.contains('\n'), "{complaint}");
            assert!(!path.exists());
            assert_eq!(
                fs::read_to_string(path.with_extension("ron.damaged")).expect("the damaged file is kept"),
                damage
            );
        }
    }

    /// A settings file with words swapped, replaced by odd values, and cut off somewhere.
    fn tampered() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::{collection::vec, prelude::*, sample::select};
        const ODD: [&str; 12] =
            ["", "-1", "NaN", "inf", "1e39", "4294967296", "None", "\"x\"", "(", "[", "18446744073709551616", "\u{0}é"];
        let text = ron::ser::to_string_pretty(&light(), ron::ser::PrettyConfig::new()).expect("valid text");
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
        #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::with_cases(32) })]

        #[test]
        fn tampered_settings_are_read_or_set_aside(text in tampered()) {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("settings.ron");
            fs::write(&path, &text).expect("the file is written");
            let (_, prefs, complaint) = PrefsFile::at(Some(path.clone()));
            proptest::prop_assert_eq!(&prefs, &prefs.clone().sanitised());
            let aside = path.with_extension("ron.damaged");
            proptest::prop_assert_eq!(complaint.is_some(), aside.exists());
            proptest::prop_assert!(complaint.is_none_or(|complaint| !complaint.contains('\n')));
        }
    }

    #[test]
    fn address_of_page_begins_with_its_protocol() {
        let page = |page: &str| Prefs { page: page.to_owned(), ..Prefs::default() }.page().map(str::to_owned);
        let built = option_env!("ROPEWALK_PAGE").map(str::to_owned);
        for address in ["https://example.org/ropewalk/", "http://localhost:8080/"] {
            assert_eq!(page(address).as_deref(), Some(address));
        }
        for odd in ["", "https://", "example.org", "javascript:alert(1)", "https://a b", "https://a/#b", "https://ä"] {
            assert_eq!(page(odd), built, "{odd}");
        }
    }

    #[test]
    fn less_motion_is_kept_once_it_is_chosen() {
        let mut prefs = Prefs::default();
        prefs.follow_system(false);
        assert_eq!((prefs.style.less_motion, prefs.less_motion), (false, None), "this system asks for nothing");
        prefs.set_style(Style { theme: Theme::Light, ..prefs.style });
        assert_eq!(prefs.less_motion, None);
        prefs.set_style(Style { less_motion: true, ..prefs.style });
        let text = ron::ser::to_string(&prefs).expect("valid text");
        let mut again: Prefs = ron::from_str(&text).expect("its own text");
        again.follow_system(false);
        assert!(again.style.less_motion && again.less_motion == Some(true));
    }
}
