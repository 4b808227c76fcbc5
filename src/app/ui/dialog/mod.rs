//! The dialog to save or open a file, and the offer to restore a session that was not closed.
//!
//! | File | Holds |
//! |---|---|
//! | `list` | the list: saved files, or a folder |
//! | `offer` | the offer to restore a session that was not closed |
//! | `words` | ages and sizes of files in words |

mod list;
mod offer;
mod words;

use std::path::{Path, PathBuf};

use egui::{
    Align2, Button, Context, Frame, Key, Margin, RichText, TextEdit, Ui, Window,
    scroll_area::DragScroll,
    text::{CCursor, CCursorRange},
    text_edit, vec2,
};

use self::list::{Choice, FileList};
pub use self::offer::{Offer, offer};
use crate::app::actions::{Action, CursorAction, FileRequest, Request, SaveKind, key_name};
use crate::app::platform::{Answer, HAS_FILE_CHOOSER};
use crate::app::storage::{Autosave, Library};
use crate::app::style::{InputDevice, Tooltip as _, UiTheme, for_device, input_device};
use crate::app::widgets::mark;
use crate::host;
use crate::timeline::{MAX_LINK_LENGTH, find_link};

/// Width of the dialog if there is room, points.
const WIDTH: f32 = 486.0;

/// Greatest height of the dialog with its title, points.
const HEIGHT: f32 = 554.0;

/// In a window of less height the whole dialog is scrolled, points.
const LOW: f32 = 320.0;

/// Most characters that can be typed or pasted: a path, or the address of a page with a link.
const MAX_TYPED: usize = 4_000 + MAX_LINK_LENGTH;

/// Name of the key that enters the typed text.
fn enter() -> String {
    key_name(Action::Cursor(CursorAction::Press))
}

/// The purpose of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To save the session or the scene.
    Save,
    /// To open a file.
    Open,
}

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    purpose: Purpose,
    library: Library,
    list: FileList,
    typed: String,
    /// A path that text cannot hold, and the text that stands for it: names need not be UTF-8.
    untypable: Option<(String, PathBuf)>,
    /// The content that is saved.
    kind: SaveKind,
    /// Name of an existing file that the next Enter replaces.
    confirmed: Option<String>,
    /// A complaint about the typed name.
    complaint: Option<String>,
    /// The field takes the keyboard in the next frame.
    wants_focus: bool,
}

impl Dialog {
    /// A dialog with a name to save under.
    pub fn new(purpose: Purpose, library: &Library, autosave: &Autosave, name: &str) -> Self {
        Self {
            purpose,
            list: FileList::new(purpose, library, autosave),
            library: library.clone(),
            typed: if purpose == Purpose::Save { name.to_owned() } else { String::new() },
            untypable: None,
            kind: SaveKind::default(),
            confirmed: None,
            complaint: None,
            wants_focus: true,
        }
    }

    /// The purpose of the dialog.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The folder that is shown, if one is, and the typed name.
    pub fn place_and_name(&self) -> (Option<&Path>, &str) {
        (self.list.place(), &self.typed)
    }

    /// Whether an answer of the desktop's own dialog is for this one. A file that was named to be opened must not be
    /// replaced, and the other way round. `saves`: the other dialog asked for a file to save to.
    pub fn takes(&self, answer: &Answer, saves: bool) -> bool {
        !matches!(answer, Answer::Chosen(_)) || saves == (self.purpose == Purpose::Save)
    }

    /// Types a path that was chosen elsewhere.
    pub fn set_path(&mut self, path: &Path) {
        // A dot in a name begins no extension: "v1.2".
        let is_ron = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"));
        let mut named = path.as_os_str().to_owned();
        if !is_ron {
            named.push(".ron");
        }
        let named = PathBuf::from(named);
        // The other dialog has asked whether to replace the file.
        let is_confirmed = named == path;
        self.type_path(named.display().to_string(), named);
        self.confirmed = is_confirmed.then(|| self.typed.clone());
        self.wants_focus = true;
    }

    /// Types a text that stands for a path.
    fn type_path(&mut self, text: String, path: PathBuf) {
        self.untypable = path.to_str().is_none().then(|| (text.clone(), path));
        (self.typed, self.complaint) = (text, None);
    }

    /// The path that the typed text stands for and cannot hold.
    fn untypable_path(&self) -> Option<&PathBuf> {
        self.untypable.as_ref().filter(|(text, _)| *text == self.typed).map(|(_, path)| path)
    }

    /// Says that the desktop shows no dialog of its own, and shows folders instead.
    pub fn do_without_chooser(&mut self) {
        self.complain("the desktop shows no file dialog of its own: choose a folder here".to_owned());
        if self.list.place().is_none() {
            self.list.enter(host::home_folder().unwrap_or_else(|| PathBuf::from(".")));
        }
    }

    /// Shows the dialog; adds the requests of the user.
    pub fn show(&mut self, context: &Context, theme: &UiTheme, requests: &mut Vec<Request>) {
        let free = context.content_rect();
        let size = vec2(WIDTH.min(free.width() - 18.0), (free.height() - 16.0).min(HEIGHT));
        let title = if self.purpose == Purpose::Save { "Save" } else { "Open" };
        let frame = Frame::window(&context.global_style()).fill(theme.solid).inner_margin(Margin::same(12));
        // The keyboard of a touch screen covers the lower half.
        let (place, away) = if input_device(context) == InputDevice::Fingers {
            (Align2::CENTER_TOP, 8.0)
        } else {
            (Align2::CENTER_CENTER, 0.0)
        };
        let window = Window::new(title).anchor(place, vec2(0.0, away)).collapsible(false);
        let mut open = true;
        let window = window.vscroll(free.height() < LOW).drag_to_scroll(DragScroll::Always);
        window.resizable(false).fixed_size(size).frame(frame).open(&mut open).show(context, |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            self.list.take_arrows(ui);
            let before = self.list.place().map(Path::to_owned);
            match self.purpose {
                Purpose::Save => self.save(ui, theme, requests),
                Purpose::Open => self.open(ui, theme, requests),
            }
            if self.list.place() != before.as_deref() {
                // In the next frame: a click in this one takes the keyboard from the field.
                self.wants_focus = true;
                // The text is a name in the new place.
                self.untypable = None;
                ui.ctx().request_repaint();
            }
        });
        if !open || context.input(|input| input.key_pressed(Key::Escape)) {
            requests.push(Request::File(FileRequest::Close));
        }
    }

    fn save(&mut self, ui: &mut Ui, theme: &UiTheme, requests: &mut Vec<Request>) {
        let mut entered = self.field(ui, "A name, or a whole path", theme);
        if entered && self.list.has_selection() {
            entered = false;
            let chosen = self.list.choose_selected();
            self.take_name(chosen);
            self.wants_focus = true;
        }
        let exists = host::exists(&self.present_path());
        let is_sure = !exists || self.confirmed.as_ref() == Some(&self.typed);
        if entered && !is_sure {
            self.confirmed = Some(self.typed.clone());
            self.complain(format!("there is a \"{}\" already: {} once more replaces it", self.typed, enter()));
        }
        for kind in SaveKind::ALL {
            let (name, opens_to) = kind.words();
            ui.horizontal_wrapped(|ui| {
                let row = ui.radio_value(&mut self.kind, kind, name);
                mark(ui, name, row.rect);
                ui.label(RichText::new(opens_to).color(theme.dim));
            });
        }
        let mut is_saved = entered && is_sure;
        ui.horizontal_wrapped(|ui| {
            let tip = self.kind.words().1;
            is_saved |= button(ui, "save", if exists { "Replace" } else { "Save" }, tip);
            if button(ui, "copy link", "Copy link", "Replays the session for others, to the same bits") {
                requests.push(Request::File(FileRequest::CopyLink));
            }
            browse(ui, requests);
            if button(ui, "cancel", "Cancel", &key_name(Action::Escape)) {
                requests.push(Request::File(FileRequest::Close));
            }
        });
        self.complaint(ui, theme);
        if is_saved {
            match self.save_path() {
                Ok(path) => requests.push(Request::File(FileRequest::Save(self.kind, path))),
                Err(error) => self.complain(error),
            }
        }
        ui.separator();
        let chosen = self.list.show(ui, theme);
        self.take_name(chosen);
    }

    fn open(&mut self, ui: &mut Ui, theme: &UiTheme, requests: &mut Vec<Request>) {
        if let Some(Choice { path, .. }) = self.list.show(ui, theme) {
            requests.push(Request::File(FileRequest::Open(path)));
        }
        ui.separator();
        let mut chosen = self.field(ui, "The path of any other file, or a link", theme);
        ui.horizontal(|ui| {
            #[cfg(target_arch = "wasm32")]
            if button(ui, "choose file", "From this device...", "A saved file; one can be dropped, too") {
                requests.push(Request::File(FileRequest::ChooseFile));
            }
            chosen |= button(ui, "open file", "Open", &enter());
            browse(ui, requests);
            if button(ui, "cancel", "Cancel", &key_name(Action::Escape)) {
                requests.push(Request::File(FileRequest::Close));
            }
        });
        if chosen {
            self.open_chosen(ui, requests);
        }
        self.complaint(ui, theme);
    }

    /// Opens the selected row, or else the typed path or link.
    fn open_chosen(&mut self, ui: &Ui, requests: &mut Vec<Request>) {
        if self.list.has_selection() {
            self.wants_focus = true;
            if let Some(Choice { path, .. }) = self.list.choose_selected() {
                requests.push(Request::File(FileRequest::Open(path)));
            }
            return;
        }
        if let Some(link) = find_link(&self.typed).filter(|_| !host::is_file(&self.present_path())) {
            requests.push(Request::File(FileRequest::OpenLink(link)));
            return;
        }
        if self.typed.trim().is_empty() {
            self.complain(for_device("click a file above, or give its path", input_device(ui.ctx())).into_owned());
            return;
        }
        let path = self.present_path();
        if host::is_file(&path) {
            requests.push(Request::File(FileRequest::Open(path)));
        } else if host::exists(&path) {
            self.complain(format!("{} is not a file: click one above, or give its path", path.display()));
        } else {
            self.complain(format!("there is no file {}", path.display()));
        }
    }

    /// Shows the field for a name. Returns whether Enter was pressed in it.
    fn field(&mut self, ui: &mut Ui, hint: &str, theme: &UiTheme) -> bool {
        let edit =
            TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY).char_limit(MAX_TYPED);
        let field = ui.add(edit.text_color(theme.bright).margin(Margin::symmetric(8, 6)));
        mark(ui, "file name", field.rect);
        if field.changed() {
            self.list.deselect();
        }
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
            // The first key replaces the suggestion.
            let mut state = text_edit::TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
            let all = CCursorRange::two(CCursor::new(0), CCursor::new(self.typed.chars().count()));
            state.cursor.set_char_range(Some(all));
            state.store(ui.ctx(), field.id);
        }
        field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }

    /// Types the name of a file that was chosen to be replaced.
    fn take_name(&mut self, chosen: Option<Choice>) {
        if let Some(Choice { name, path }) = chosen {
            self.type_path(name, path);
            // The next Enter saves under it.
            self.list.deselect();
        }
    }

    /// The shown folder, if the typed text names a file in it.
    fn folder_of_name(&self) -> Option<&Path> {
        self.list.place().filter(|_| !Library::is_path(&self.typed))
    }

    /// The file that the typed text names, whether it exists or not.
    fn present_path(&self) -> PathBuf {
        if let Some(path) = self.untypable_path() {
            return path.clone();
        }
        let name = self.folder_of_name().and_then(|folder| Some(folder.join(Library::file_name(&self.typed).ok()?)));
        name.unwrap_or_else(|| self.library.path(&self.typed))
    }

    /// The file to save to.
    fn save_path(&self) -> Result<PathBuf, String> {
        if let Some(path) = self.untypable_path() {
            return Ok(path.clone());
        }
        match self.folder_of_name() {
            Some(folder) => Library::file_name(&self.typed).map(|name| folder.join(name)),
            None => self.library.save_path(&self.typed),
        }
    }

    /// Shows a complaint, and returns the keyboard to the field.
    fn complain(&mut self, complaint: String) {
        self.complaint = Some(complaint);
        self.wants_focus = true;
    }

    fn complaint(&self, ui: &mut Ui, theme: &UiTheme) {
        if let Some(complaint) = self.complaint.as_deref().or(self.list.complaint()) {
            ui.label(RichText::new(complaint).color(theme.warning));
        }
    }
}

/// Shows the button for the desktop's own dialog, where there is one.
fn browse(ui: &mut Ui, requests: &mut Vec<Request>) {
    if HAS_FILE_CHOOSER && button(ui, "browse", "Browse...", "The file dialog of the desktop") {
        requests.push(Request::File(FileRequest::Browse));
    }
}

/// Shows a button. Returns whether it was clicked.
fn button(ui: &mut Ui, name: &str, text: &str, tip: &str) -> bool {
    let response = ui.add(Button::new(text)).tooltip(tip);
    mark(ui, name, response.rect);
    response.clicked()
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, Pos2, RawInput, Rect};

    use super::*;
    use crate::view::Theme;

    /// A frame with keys. Returns the requests.
    fn press(dialog: &mut Dialog, context: &Context, keys: &[Key]) -> Vec<Request> {
        let key = |key: &Key| Event::Key {
            key: *key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 700.0)));
        let input = RawInput { screen_rect, events: keys.iter().map(key).collect(), ..RawInput::default() };
        let mut requests = Vec::new();
        let mut output = context.run_ui(input, |root| {
            let context = root.ctx().clone();
            dialog.show(&context, &UiTheme::of(Theme::default()), &mut requests);
        });
        output.textures_delta.clear();
        requests
    }

    #[test]
    fn file_that_arrows_choose_is_replaced_by_the_third_enter() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().to_owned());
        let path = library.save_path("rope").expect("a folder for files");
        std::fs::write(&path, "x").expect("the file is written");
        let context = Context::default();
        let mut dialog = Dialog::new(Purpose::Save, &library, &Autosave::disabled(), "other");
        (0..3).for_each(|_| drop(press(&mut dialog, &context, &[])));
        press(&mut dialog, &context, &[Key::ArrowDown]);
        let enter = |dialog: &mut Dialog| {
            let requests = press(dialog, &context, &[Key::Enter]);
            // The field takes the keyboard again.
            (0..2).for_each(|_| drop(press(dialog, &context, &[])));
            requests
        };
        assert!(enter(&mut dialog).is_empty());
        assert_eq!(dialog.typed, "rope", "the first takes the name");
        assert!(enter(&mut dialog).is_empty());
        assert!(dialog.complaint.as_ref().is_some_and(|why| why.contains("replaces it")), "the second asks");
        let save = Request::File(FileRequest::Save(SaveKind::Build, path));
        assert_eq!(enter(&mut dialog), [save]);
    }

    #[test]
    fn pasted_address_opens_its_link() {
        let library = Library::at(PathBuf::from("/nowhere"));
        let context = Context::default();
        let mut dialog = Dialog::new(Purpose::Open, &library, &Autosave::disabled(), "");
        (0..3).for_each(|_| drop(press(&mut dialog, &context, &[])));
        let link = format!("r1.{}", "A".repeat(MAX_LINK_LENGTH - 3));
        dialog.typed = format!("https://example.org/ropewalk/#{link}\n");
        assert_eq!(press(&mut dialog, &context, &[Key::Enter]), [Request::File(FileRequest::OpenLink(link))]);
    }

    #[test]
    fn file_with_the_name_of_a_link_opens() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::at(folder.path().to_owned());
        let path = library.save_path("r1.test").expect("a folder for files");
        std::fs::write(&path, "a scene").expect("the file is written");
        let open = |typed: &str| {
            let context = Context::default();
            let mut dialog = Dialog::new(Purpose::Open, &library, &Autosave::disabled(), "");
            (0..3).for_each(|_| drop(press(&mut dialog, &context, &[])));
            dialog.typed = typed.to_owned();
            press(&mut dialog, &context, &[Key::Enter])
        };
        for typed in ["r1.test", "r1.test.ron", &path.display().to_string()] {
            assert_eq!(open(typed), [Request::File(FileRequest::Open(path.clone()))], "{typed}");
        }
        let link = Request::File(FileRequest::OpenLink("r1.other.ron".to_owned()));
        assert_eq!(open("r1.other.ron"), [link], "no such file");
    }

    #[cfg(unix)]
    #[test]
    fn chosen_name_that_is_not_utf8_is_saved_to() {
        use std::os::unix::ffi::OsStringExt as _;
        let library = Library::at(PathBuf::from("/nowhere"));
        let mut dialog = Dialog::new(Purpose::Save, &library, &Autosave::disabled(), "rope");
        let odd = |end: &[u8]| PathBuf::from(std::ffi::OsString::from_vec([b"/tmp/caf\xe9", end].concat()));
        dialog.set_path(&odd(b""));
        assert_eq!(dialog.save_path(), Ok(odd(b".ron")));
        dialog.typed = "/tmp/rope.ron".to_owned();
        assert_eq!(dialog.save_path(), Ok(PathBuf::from("/tmp/rope.ron")), "another name was typed");
    }

    #[test]
    fn chosen_name_with_a_dot_gets_the_extension() {
        let library = Library::at(PathBuf::from("/nowhere"));
        let mut dialog = Dialog::new(Purpose::Save, &library, &Autosave::disabled(), "rope");
        dialog.set_path(Path::new("/tmp/v1.2"));
        assert_eq!(
            (dialog.typed.as_str(), &dialog.confirmed),
            ("/tmp/v1.2.ron", &None),
            "the desktop asked for another"
        );
        dialog.set_path(Path::new("/tmp/v1.2.ron"));
        assert_eq!(dialog.confirmed.as_deref(), Some("/tmp/v1.2.ron"));
    }
}
