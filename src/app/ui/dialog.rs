//! The dialog to save or open a file, and the offer to restore a session that was not closed.

use std::path::PathBuf;

use egui::{
    Align, Align2, Area, Button, Context, Frame, Id, Key, Label, Layout, Margin, Rect, RichText, ScrollArea, Sense,
    TextEdit, Ui, UiBuilder, Window,
    text::{CCursor, CCursorRange},
    text_edit, vec2,
};

use crate::app::actions::{FileRequest, Request, SaveTarget};
use crate::app::storage::{Autosave, Entry, Library};
use crate::app::style::{InputDevice, Tooltip as _, TouchTargets, UiTheme, for_device, input_device};
use crate::app::widgets::mark;
use crate::host::{self, SystemTime, text};

/// Width of the dialog if there is room, points.
const WIDTH: f32 = 486.0;

/// Greatest height of the dialog with its title, points.
const HEIGHT: f32 = 554.0;

/// In a window of less height the whole dialog is scrolled, points.
const LOW: f32 = 320.0;

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
    entries: Vec<Entry>,
    /// Sessions of the autosave: titles and paths.
    sessions: Vec<(String, PathBuf)>,
    typed: String,
    /// Name of an existing file that the next Enter replaces.
    confirmed: Option<String>,
    /// A complaint about the typed name.
    complaint: Option<String>,
    /// The field takes the keyboard in the next frame.
    wants_focus: bool,
    now: SystemTime,
}

impl Dialog {
    /// A dialog with a name to save under.
    pub fn new(purpose: Purpose, library: &Library, autosave: &Autosave, name: &str) -> Self {
        let titled = |kind: &'static str| {
            move |path: PathBuf| {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                (format!("{kind} ({})", stem.unwrap_or_default()), path)
            }
        };
        let last = autosave.last_session().map(|path| ("The last session".to_owned(), path));
        let earlier = autosave.earlier_sessions().into_iter().map(titled("An earlier session"));
        let damaged = autosave.damaged_sessions().into_iter().map(titled("A damaged session"));
        let sessions = last.into_iter().chain(earlier).chain(damaged);
        Self {
            purpose,
            entries: library.entries(),
            sessions: sessions.filter(|_| purpose == Purpose::Open).collect(),
            library: library.clone(),
            typed: if purpose == Purpose::Save { name.to_owned() } else { String::new() },
            confirmed: None,
            complaint: None,
            wants_focus: true,
            now: SystemTime::now(),
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
        window.resizable(false).fixed_size(size).vscroll(free.height() < LOW).frame(frame).open(&mut open).show(
            context,
            |ui| {
                ui.spacing_mut().item_spacing.y = 8.0;
                match self.purpose {
                    Purpose::Save => self.save(ui, theme, requests),
                    Purpose::Open => self.open(ui, theme, requests),
                }
            },
        );
        if !open || context.input(|input| input.key_pressed(Key::Escape)) {
            requests.push(Request::File(FileRequest::Close));
        }
    }

    fn save(&mut self, ui: &mut Ui, theme: &UiTheme, requests: &mut Vec<Request>) {
        let entered = self.field(ui, "A name, or a whole path", theme);
        let exists = host::exists(&self.library.path(&self.typed));
        let is_sure = !exists || self.confirmed.as_ref() == Some(&self.typed);
        if entered && !is_sure {
            self.confirmed = Some(self.typed.clone());
            self.complain(format!("there is a \"{}\" already: Enter once more replaces it", self.typed));
        }
        let (mut session, mut scene) = (entered && is_sure, false);
        ui.horizontal_wrapped(|ui| {
            let verb = if exists { "Replace with" } else { "Save" };
            let tip = "All commands: undo and rewind work after opening it";
            session |= button(ui, "save session", &format!("{verb} session"), tip);
            let tip = "The present state as a scene; reset returns to it";
            scene |= button(ui, "save scene", &format!("{verb} scene as it is"), tip);
            #[cfg(target_arch = "wasm32")]
            if button(ui, "copy link", "Copy link", "An address that replays the session for others") {
                requests.push(Request::File(FileRequest::CopyLink));
            }
            if button(ui, "cancel", "Cancel", "Esc") {
                requests.push(Request::File(FileRequest::Close));
            }
        });
        self.complaint(ui, theme);
        if session || scene {
            match self.library.save_path(&self.typed) {
                Ok(path) if session => requests.push(Request::File(FileRequest::Save(SaveTarget::Session(path)))),
                Ok(path) => requests.push(Request::File(FileRequest::Save(SaveTarget::Scene(path)))),
                Err(error) => self.complain(error),
            }
        }
        ui.separator();
        let chosen = self.list(ui, theme);
        if let Some(entry) = self.entries.iter().find(|entry| Some(&entry.path) == chosen.as_ref()) {
            self.typed.clone_from(&entry.name);
            self.complaint = None;
        }
    }

    fn open(&mut self, ui: &mut Ui, theme: &UiTheme, requests: &mut Vec<Request>) {
        if let Some(path) = self.list(ui, theme) {
            requests.push(Request::File(FileRequest::Open(path)));
        }
        ui.separator();
        let mut chosen = self.field(ui, "The path of any other file", theme);
        ui.horizontal(|ui| {
            #[cfg(target_arch = "wasm32")]
            if button(ui, "choose file", "From this device...", "A saved file; one can be dropped, too") {
                requests.push(Request::File(FileRequest::ChooseFile));
            }
            chosen |= button(ui, "open file", "Open", "Enter");
            if button(ui, "cancel", "Cancel", "Esc") {
                requests.push(Request::File(FileRequest::Close));
            }
        });
        if chosen && self.typed.trim().is_empty() {
            self.complain(for_device("click a file above, or give its path", input_device(ui.ctx())).into_owned());
        } else if chosen {
            let path = self.library.path(&self.typed);
            if host::is_file(&path) {
                requests.push(Request::File(FileRequest::Open(path)));
            } else if host::exists(&path) {
                self.complain(format!("{} is not a file: click one above, or give its path", path.display()));
            } else {
                self.complain(format!("there is no file {}", path.display()));
            }
        }
        self.complaint(ui, theme);
    }

    /// Shows the field for a name. Returns whether Enter was pressed in it.
    fn field(&mut self, ui: &mut Ui, hint: &str, theme: &UiTheme) -> bool {
        let edit = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY).char_limit(4_000);
        let field = ui.add(edit.text_color(theme.bright).margin(Margin::symmetric(8, 6)));
        mark(ui, "file name", field.rect);
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

    /// Says what is wrong, and returns the keyboard to the field.
    fn complain(&mut self, complaint: String) {
        self.complaint = Some(complaint);
        self.wants_focus = true;
    }

    fn complaint(&self, ui: &mut Ui, theme: &UiTheme) {
        if let Some(complaint) = &self.complaint {
            ui.label(RichText::new(complaint).color(theme.warning));
        }
    }

    /// Shows the sessions of the autosave and the files of the library. Returns the path of the one that was clicked.
    fn list(&self, ui: &mut Ui, theme: &UiTheme) -> Option<PathBuf> {
        let mut clicked = None;
        if self.entries.is_empty() && self.sessions.is_empty() {
            ui.label(RichText::new("Nothing has been saved yet.").color(theme.dim));
        }
        // A fixed height, so that the widgets below stay in their places.
        let height = (ui.available_height() - 110.0).clamp(3.0 * TouchTargets::here(ui).list_row, 280.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (title, path) in &self.sessions {
                if row(ui, title, &self.about(path), theme) {
                    clicked = Some(path.clone());
                }
            }
            for entry in &self.entries {
                let about = format!("{}   {}", ago(self.now, entry.written), size(entry.bytes));
                if row(ui, &text::label(&entry.name), &about, theme) {
                    clicked = Some(entry.path.clone());
                }
            }
        });
        clicked
    }

    fn about(&self, path: &std::path::Path) -> String {
        let about = host::fs::metadata(path).ok();
        ago(self.now, about.and_then(|about| about.modified().ok()))
    }
}

/// Shows a button. Returns whether it was clicked.
fn button(ui: &mut Ui, name: &str, text: &str, tip: &str) -> bool {
    let response = ui.add(Button::new(text)).tooltip(tip);
    mark(ui, name, response.rect);
    response.clicked()
}

/// Shows a row with a name, and a detail at the right. Returns whether it was clicked.
fn row(ui: &mut Ui, name: &str, about: &str, theme: &UiTheme) -> bool {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), TouchTargets::here(ui).list_row), Sense::click());
    mark(ui, name, rect);
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, theme.hovered);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    ui.label(RichText::new(about).color(theme.dim).size(12.0));
    let left = Rect::from_min_max(inner.min, ui.min_rect().left_bottom());
    let mut left = ui.new_child(UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center)));
    left.add(Label::new(RichText::new(name).color(theme.text)).truncate().selectable(false));
    response.clicked()
}

/// The time since a moment, in words.
fn ago(now: SystemTime, then: Option<SystemTime>) -> String {
    let Some(then) = then else { return String::new() };
    let seconds = now.duration_since(then).map_or(0, |since| since.as_secs());
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    unit.map_or("just now".to_owned(), |(length, name)| {
        let count = seconds / length;
        format!("{count} {name}{} ago", if count == 1 { "" } else { "s" })
    })
}

/// A size in words.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// Shows the offer to restore a session that was not closed, at the upper edge.
pub fn offer(root: &Ui, theme: &UiTheme, requests: &mut Vec<Request>) {
    let (context, free) = (root.ctx(), root.available_rect_before_wrap());
    let area = Area::new(Id::unique("offer"))
        .constrain_to(free)
        .anchor(Align2::CENTER_TOP, vec2(free.center().x - context.content_rect().center().x, 8.0));
    area.show(context, |ui| {
        Frame::NONE.fill(theme.solid).corner_radius(6).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.set_max_width(free.width() - 40.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("The last session was not closed.").color(theme.bright));
                if button(ui, "restore", "Restore it", "Its state at most some seconds before it ended") {
                    requests.push(Request::File(FileRequest::Restore));
                }
                if button(ui, "discard", "Discard", "It stays in the list of files until newer ones replace it") {
                    requests.push(Request::File(FileRequest::Discard));
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_and_sizes_are_shown_in_words() {
        let now = SystemTime::now();
        let before = |seconds| ago(now, Some(now - Duration::from_secs(seconds)));
        assert_eq!([before(3), before(61), before(7_300)], ["just now", "1 minute ago", "2 hours ago"]);
        assert_eq!(ago(now, Some(now + Duration::from_secs(99))), "just now", "the clock was set back");
        assert_eq!([size(12), size(34_567), size(56_000_000)], ["12 B", "34 kB", "56 MB"]);
    }
}
