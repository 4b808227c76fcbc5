//! The list of the file dialog: saved files, or a folder. A click chooses a row, or the arrows and Enter.

use std::path::{Path, PathBuf};

use egui::{
    Align, Button, Key, Label, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder,
    scroll_area::ScrollSource, style::ScrollAnimation, vec2,
};

use super::{Purpose, words};
use crate::app::storage::{Autosave, Entry, Library};
use crate::app::style::{Tooltip as _, TouchTargets, UiTheme, accessibility};
use crate::app::widgets::mark;
use crate::host::{self, IN_BROWSER, SystemTime, text};

/// Folder or file that a row opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    File,
    Folder,
}

/// A row.
#[derive(Clone, Debug)]
struct Item {
    name: String,
    path: PathBuf,
    target: Target,
    /// Age and size.
    about: String,
}

/// A file that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// Name without its extension.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// The list.
#[derive(Clone, Debug)]
pub(super) struct FileList {
    /// The folder that is shown; `None`: the saved files.
    place: Option<PathBuf>,
    saved: Vec<Item>,
    items: Vec<Item>,
    selected: Option<usize>,
    /// The selected row is scrolled into view in the next frame.
    scrolls: bool,
    /// Why the last folder could not be opened.
    complaint: Option<String>,
}

impl FileList {
    /// The list of saved files. To open one, with the sessions of the autosave: the last one is first, the others come
    /// after the files that the user saved, which they would bury.
    pub fn new(purpose: Purpose, library: &Library, autosave: &Autosave) -> Self {
        let now = SystemTime::now();
        let [last, older] = if purpose == Purpose::Open { kept_sessions(autosave, now) } else { <_>::default() };
        let own = library.entries().into_iter().map(|entry| file(entry, now));
        let saved: Vec<_> = last.into_iter().chain(own).chain(older).collect();
        Self { place: None, items: saved.clone(), saved, selected: None, scrolls: false, complaint: None }
    }

    /// The folder that is shown; `None` while the list holds the saved files.
    pub fn place(&self) -> Option<&Path> {
        self.place.as_deref()
    }

    /// Why the last folder could not be opened.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Selects no row, because a name is typed.
    pub fn deselect(&mut self) {
        self.selected = None;
    }

    /// Moves the selection by the arrow keys, before a field can take them.
    pub fn take_arrows(&mut self, ui: &Ui) {
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        if down + up == 0 || self.items.is_empty() {
            return;
        }
        let last = self.items.len() - 1;
        let at = match self.selected {
            Some(at) => (at + down).saturating_sub(up),
            None if down > 0 => down - 1,
            None => last,
        };
        (self.selected, self.scrolls) = (Some(at.min(last)), true);
    }

    /// Whether Enter chooses the selected row.
    pub fn has_selection(&self) -> bool {
        self.selected.is_some()
    }

    /// Chooses the selected row: enters a folder, or returns a file.
    pub fn choose_selected(&mut self) -> Option<Choice> {
        self.choose(self.selected?)
    }

    fn choose(&mut self, row: usize) -> Option<Choice> {
        let Item { name, path, target, .. } = self.items.get(row)?.clone();
        match target {
            Target::File => Some(Choice { name, path }),
            Target::Folder => {
                self.enter(path);
                None
            }
        }
    }

    /// Shows a folder.
    pub fn enter(&mut self, folder: PathBuf) {
        self.selected = None;
        match folder_items(&folder) {
            Ok(items) => (self.items, self.place, self.complaint) = (items, Some(folder), None),
            Err(complaint) => self.complaint = Some(complaint),
        }
    }

    /// Shows the saved files.
    fn leave(&mut self) {
        (self.place, self.items, self.selected, self.complaint) = (None, self.saved.clone(), None, None);
    }

    /// Shows the place and its rows. Returns the file that was clicked.
    pub fn show(&mut self, ui: &mut Ui, theme: &UiTheme) -> Option<Choice> {
        self.heading(ui, theme);
        if self.items.is_empty() {
            let empty = if self.place.is_some() { "No saved file here." } else { "Nothing has been saved yet." };
            ui.label(RichText::new(empty).color(theme.dim));
        }
        let mut clicked = None;
        let scrolls = std::mem::take(&mut self.scrolls);
        // A fixed height, so that the widgets below stay in their places.
        let height = (ui.available_height() - 110.0).clamp(3.0 * TouchTargets::here(ui).list_row, 280.0);
        let list = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        list.scroll_source(ScrollSource::ALL).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (index, item) in self.items.iter().enumerate() {
                let is_selected = self.selected == Some(index);
                let (rect, is_clicked) = row(ui, item, is_selected, theme);
                if is_clicked {
                    clicked = Some(index);
                }
                if is_selected && scrolls {
                    ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
                }
            }
        });
        self.choose(clicked?)
    }

    /// The name of the place, and the way to the other one. A browser has no folders.
    fn heading(&mut self, ui: &mut Ui, theme: &UiTheme) {
        if IN_BROWSER {
            return;
        }
        ui.horizontal(|ui| {
            let (way, tip) = match &self.place {
                Some(_) => ("Saved files", "The list of what was saved".to_owned()),
                None => ("Folders", format!("Any folder; arrows and {} move, too", super::enter())),
            };
            let button = ui.add(Button::new(way)).tooltip(tip);
            mark(ui, "folders", button.rect);
            let place = self.place.as_ref().map_or("Saved files".to_owned(), |place| place.display().to_string());
            ui.add(Label::new(RichText::new(text::label(&place)).color(theme.dim)).truncate());
            if button.clicked() {
                match self.place {
                    Some(_) => self.leave(),
                    None => self.enter(host::home_folder().unwrap_or_else(|| PathBuf::from("."))),
                }
            }
        });
    }
}

/// The rows of the sessions that were kept by themselves: of the last one, and of those before it.
fn kept_sessions(autosave: &Autosave, now: SystemTime) -> [Vec<Item>; 2] {
    let titled = |kind: &'static str| {
        move |path: PathBuf| {
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (format!("{kind} ({})", stem.unwrap_or_default()), path)
        }
    };
    let last = autosave.last_session().map(|path| ("The last session".to_owned(), path));
    let earlier = autosave.earlier_sessions().into_iter().map(titled("An earlier session"));
    let damaged = autosave.damaged_sessions().into_iter().map(titled("A damaged session"));
    let item = |(name, path): (String, PathBuf)| {
        let written = host::fs::metadata(&path).ok().and_then(|about| about.modified().ok());
        Item { name, path, target: Target::File, about: words::ago(now, written) }
    };
    [last.into_iter().map(item).collect(), earlier.chain(damaged).map(item).collect()]
}

fn file(Entry { name, path, written, bytes }: Entry, now: SystemTime) -> Item {
    Item { name, path, target: Target::File, about: format!("{}   {}", words::ago(now, written), words::size(bytes)) }
}

/// The rows of a folder: the one above it, those in it, and its saved files.
fn folder_items(folder: &Path) -> Result<Vec<Item>, String> {
    let (folders, files) = Library::browse(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let now = SystemTime::now();
    let entry = |name: String, path: PathBuf| Item { name, path, target: Target::Folder, about: "folder".to_owned() };
    let above = folder.parent().map(|above| entry("..".to_owned(), above.to_owned()));
    let below = folders.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        entry(name, path)
    });
    Ok(above.into_iter().chain(below).chain(files.into_iter().map(|found| file(found, now))).collect())
}

/// Shows a row with its name, and a detail at the right. Returns its place and whether it was clicked.
fn row(ui: &mut Ui, item: &Item, is_selected: bool, theme: &UiTheme) -> (Rect, bool) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), TouchTargets::here(ui).list_row), Sense::click());
    mark(ui, &item.name, rect);
    accessibility::set_button(&response, &item.name);
    if is_selected || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, theme.hovered);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    ui.label(RichText::new(&item.about).color(theme.dim).size(12.0));
    let left = Rect::from_min_max(inner.min, ui.min_rect().left_bottom());
    let mut left = ui.new_child(UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center)));
    let ink = if is_selected { theme.bright } else { theme.text };
    left.add(Label::new(RichText::new(text::label(&item.name)).color(ink)).truncate().selectable(false));
    (rect, response.clicked())
}

#[cfg(test)]
mod tests {
    use egui::{CentralPanel, Event, PointerButton, Pos2, RawInput, pos2};

    use super::*;
    use crate::app::{style, widgets::place};
    use crate::view::Theme;

    #[test]
    fn list_scrolls_by_the_first_drag() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 0..40 {
            std::fs::write(folder.path().join(format!("{number}.ron")), "x").expect("the file is written");
        }
        let mut list = FileList::new(Purpose::Open, &Library::at(folder.path().join("data")), &Autosave::disabled());
        list.enter(folder.path().to_owned());
        let context = style::new_context();
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0)));
        let mut show = |events: Vec<Event>| {
            let input = RawInput { screen_rect, events, ..RawInput::default() };
            let mut chosen = None;
            style::lay_out(&context, input, |root| {
                CentralPanel::default().show(root, |ui| chosen = list.show(ui, &UiTheme::of(Theme::default())));
            });
            assert_eq!(chosen, None);
            place(&context, "3").expect("a row")
        };
        let at = |up: f32| pos2(200.0, 250.0 - up);
        let press = |up, pressed| Event::PointerButton {
            pos: at(up),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        (0..3).for_each(|_| _ = show(vec![]));
        let before = show(vec![Event::PointerMoved(at(0.0)), press(0.0, true)]);
        show(vec![Event::PointerMoved(at(50.0))]);
        let after = show(vec![Event::PointerMoved(at(60.0)), press(60.0, false)]);
        assert!(after.top() < before.top() - 40.0, "from {before} to {after}");
    }

    #[test]
    fn folders_are_walked_and_files_in_them_chosen() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("inner")).expect("a folder");
        std::fs::write(folder.path().join("inner/rope.ron"), "x").expect("the file is written");
        std::fs::write(folder.path().join("inner/other.txt"), "x").expect("the file is written");
        let library = Library::at(folder.path().join("data"));
        let mut list = FileList::new(Purpose::Open, &library, &Autosave::disabled());
        assert_eq!((list.place(), list.items.len()), (None, 0));
        list.enter(folder.path().to_owned());
        let names: Vec<_> = list.items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["..", "inner"]);
        assert_eq!(list.choose(1), None, "a folder is entered");
        let names: Vec<_> = list.items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["..", "rope"]);
        let path = folder.path().join("inner/rope.ron");
        assert_eq!(list.choose(1), Some(Choice { name: "rope".to_owned(), path }));
        list.enter(folder.path().join("gone"));
        assert!(list.complaint().is_some() && list.items.len() == 2, "it stays where it was");
        list.leave();
        assert_eq!((list.place(), list.items.len()), (None, 0));
    }
}
