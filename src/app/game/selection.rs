//! Actions on the selection: delete, copy, paste, duplicate, mirror, to the front, to the back.

use glam::Vec2;

use super::game::Game;
use super::input_state::Copied;
use crate::app::actions::{Action, SelectionAction, key_name, with_key};
use crate::app::style::for_device;
use crate::app::ui::overlay::SelectionBar;
use crate::physics::{Aabb, Clip, ParticleId, Similarity, Things};
use crate::sandbox::{Command, StackEnd, stack_shift};
use crate::scene::{clip_from_text, clip_to_text};
use crate::timeline::find_link;
use crate::tool::Tool;

/// Offset of a duplicate to the right and down, pixels.
const DUPLICATE_OFFSET: f32 = 28.0;

impl Game {
    /// Performs an action on the selection.
    pub(super) fn act_on_selection(&mut self, action: SelectionAction) {
        // A drag of the selection ends before it.
        self.end_gestures();
        // After an undo in the same frame, ids may name other things.
        let things = self.input.tools.present_selection(self.playback.sandbox()).clone();
        match action {
            SelectionAction::All => self.select(self.sandbox().world().all_things()),
            SelectionAction::Adding => {
                let is_adding = !self.input.tools.is_adding();
                if is_adding && self.input.tools.active() != Tool::Select {
                    self.choose(Tool::Select);
                }
                self.input.tools.set_adding(is_adding);
            }
            SelectionAction::End => {
                self.select(Things::default());
                if self.input.tools.active() == Tool::Select {
                    self.choose(Tool::Grab);
                }
            }
            SelectionAction::Paste => self.paste(),
            _ if things.is_empty() => {
                let key = key_name(Action::Choose(Tool::Select));
                self.explain(format!("nothing is selected: click a thing with the select tool ({key})"));
            }
            SelectionAction::Delete => self.remove(things),
            SelectionAction::Copy => _ = self.copy(&things),
            SelectionAction::Cut => {
                if self.copy(&things) {
                    self.remove(things);
                }
            }
            SelectionAction::Duplicate => {
                let by = Vec2::new(1.0, -1.0) * self.view.camera.metres(DUPLICATE_OFFSET);
                let clip = self.sandbox().world().clip(&things).transformed(&Similarity::translation(by));
                self.insert(clip);
            }
            SelectionAction::Restack(to) => self.restack(things, to),
            SelectionAction::Follow => self.view.followed = self.view.followed.xor(Some(Vec2::ZERO)),
            SelectionAction::Mirror => {
                if let Some(Aabb { min, max }) = self.sandbox().world().clip(&things).bounds() {
                    let by = Similarity { about: min.midpoint(max), is_mirrored: true, ..Similarity::default() };
                    self.act([Command::Transform { things, by, last: true }]);
                }
            }
        }
    }

    /// Brings things to the front or the back, or says that they are there.
    fn restack(&mut self, things: Things, to: StackEnd) {
        if stack_shift(&things, to, self.sandbox().world()) == 0 {
            self.explain(match to {
                StackEnd::Front => "it is in front of everything else already",
                StackEnd::Back => "it is behind everything else already",
            });
        } else {
            self.act([Command::Restack { things, to }]);
        }
    }

    /// The bar of actions, while something is selected or the select tool could paste.
    pub(super) fn selection_bar(&self) -> Option<SelectionBar> {
        let has_selection = !self.input.tools.selection().is_empty();
        let has_copy = self.input.copied.is_some();
        let is_shown = has_selection || (has_copy && self.input.tools.active() == Tool::Select);
        let is_adding = self.input.tools.is_adding();
        let is_following = self.view.followed.is_some();
        is_shown.then_some(SelectionBar { has_selection, has_copy, is_adding, is_following })
    }

    /// Selects things, and nothing else.
    pub(super) fn select(&mut self, things: Things) {
        self.input.tools.select(things, self.playback.sandbox());
    }

    /// Says why nothing happens.
    fn explain(&mut self, why: impl AsRef<str>) {
        self.messages.say(for_device(why.as_ref(), self.input.device).into_owned());
    }

    fn remove(&mut self, things: Things) {
        self.act([Command::Remove { things }]);
        self.select(Things::default());
    }

    /// Copies things. Returns whether they can be pasted.
    fn copy(&mut self, things: &Things) -> bool {
        let clip = self.sandbox().world().clip(things);
        let Ok(text) = clip_to_text(&clip).map_err(|why| self.messages.warn(why)) else { return false };
        self.input.copied = Some(Copied { text: text.clone(), clip });
        self.egui.clipboard().copy(text);
        true
    }

    /// Adds the things in the clipboard, with their middle at the pointer; opens a link.
    fn paste(&mut self) {
        let text = match self.egui.clipboard().text() {
            Ok(text) => text.or_else(|| Some(self.input.copied.as_ref()?.text.clone())),
            Err(why) => return self.messages.warn(why.to_owned()),
        };
        let Some(text) = text else {
            let copy = Action::Selection(SelectionAction::Copy);
            return self.explain(with_key("nothing is copied: select something and copy it", copy));
        };
        if let Some(link) = find_link(&text) {
            return self.open_link(link);
        }
        // Reading a large text takes longer than a frame.
        let own = self.input.copied.as_ref().filter(|copied| copied.text == text);
        match own.map_or_else(|| clip_from_text(&text), |copied| Ok(copied.clip.clone())) {
            Ok(clip) => {
                let middle = clip.bounds().map_or(Vec2::ZERO, |Aabb { min, max }| min.midpoint(max));
                let by = Similarity::translation(self.place_to_paste() - middle);
                self.insert(clip.transformed(&by));
            }
            Err(why) => self.messages.warn(why),
        }
    }

    /// The pointer, m; without one over the picture, the middle of the picture.
    fn place_to_paste(&self) -> Vec2 {
        let Aabb { min, max } = self.view.camera.visible();
        let at = self.view.camera.to_world(self.input.pointer);
        let is_seen = at.cmpge(min).all() && at.cmple(max).all() && !self.is_on_ui(self.input.pointer);
        if is_seen { at } else { min.midpoint(max) }
    }

    /// Adds things and selects them.
    fn insert(&mut self, clip: Clip) {
        if let Err(why) = self.sandbox().check_room(&clip) {
            self.messages.warn(why);
            return;
        }
        let world = self.sandbox().world();
        let first = world.particles().len() as u32;
        let before = world.all_things();
        self.act([Command::Insert(Box::new(clip))]);
        let world = self.sandbox().world();
        let added = (first..world.particles().len() as u32).map(ParticleId);
        let all = world.all_things();
        let added = Things { particles: Things::of_particles(added).particles, ..all.without(&before) };
        self.select(added);
    }
}
