//! Actions of the keyboard's cursor -> events of the pointer.

use egui::Rect;
use glam::Vec2;

use super::game::Game;
use crate::app::actions::{Action, CursorAction, Direction, key_name};
use crate::app::input::{Holder, JumpTarget, next_towards};
use crate::app::style::InputDevice;
use crate::physics::{Aabb, ParticleId};
use crate::tool;
use crate::tool::Button;

impl Game {
    /// Performs an action of the keyboard's cursor.
    pub(super) fn act_on_cursor(&mut self, action: CursorAction) {
        match action {
            // The help is closed by it.
            CursorAction::Press if self.ui.is_help_open => {}
            CursorAction::Press if self.input.cursor.is_shown() => self.press_at_cursor(),
            CursorAction::Press => self.show_cursor(),
            CursorAction::RightClick => {
                self.point(tool::Action::Press(Button::Right));
                self.point(tool::Action::Release(Button::Right));
            }
            CursorAction::Move(direction) => {
                let step = self.input.cursor.hold(direction) * self.view.camera.density;
                self.move_cursor(step);
            }
            CursorAction::Jump(direction) => self.jump(direction),
            CursorAction::Wheel(notches) => self.wheel(notches.into()),
        }
    }

    /// Presses the left button, or releases it where a gesture is going on.
    fn press_at_cursor(&mut self) {
        self.input.cursor.stop_following();
        if self.release_machine_key(Holder::Pointer) {
            return;
        }
        if !self.input.tools.is_busy() && self.press_key_cap(Holder::Pointer, self.input.pointer) {
            return;
        }
        let is_holding = self.input.tools.is_busy();
        self.point(if is_holding { tool::Action::Release(Button::Left) } else { tool::Action::Press(Button::Left) });
    }

    /// Shows the cursor at the pointer. Without one over the picture, at the point that is nearest to its middle.
    fn show_cursor(&mut self) {
        self.input.cursor.show();
        // Texts name keys again.
        self.input.device = InputDevice::Mouse;
        let pointer = self.input.pointer;
        if !self.picture().contains(pointer.to_array().into()) {
            let Aabb { min, max } = self.view.camera.visible();
            let middle = min.midpoint(max);
            let distance = |target: &JumpTarget| target.at.distance_squared(middle);
            let nearest = self.jump_targets().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            self.put_cursor(nearest.unwrap_or(JumpTarget { at: middle, particle: None }));
        }
    }

    /// Hides the cursor, and ends its gesture.
    pub(super) fn hide_cursor(&mut self) {
        self.end_gestures();
        self.input.cursor.hide();
    }

    /// Moves the cursor by physical pixels; while Space is down, the picture in the other direction.
    fn move_cursor(&mut self, by: Vec2) {
        self.input.cursor.stop_following();
        if self.input.space.is_down {
            self.input.space.has_panned = true;
            self.view.pan(-by);
        } else {
            let Rect { min, max } = self.picture();
            let to = self.input.pointer + by;
            self.input.pointer = to.clamp(Vec2::new(min.x, min.y), Vec2::new(max.x, max.y));
            self.point(tool::Action::Move);
        }
    }

    /// Moves the cursor to the next point or thing in a direction.
    fn jump(&mut self, direction: Direction) {
        let from = self.view.camera.to_world(self.input.pointer);
        match next_towards(from, direction, self.view.camera.metres(1.0), self.jump_targets()) {
            Some(target) => self.put_cursor(target),
            None => self.messages.say("no point that way in the picture".to_owned()),
        }
    }

    fn put_cursor(&mut self, JumpTarget { at, particle }: JumpTarget) {
        // A gesture that holds something ends at the place, wherever the particle goes.
        let followed = particle.filter(|_| !self.input.tools.is_busy());
        self.input.cursor.follow(followed, self.sandbox().world().particles().len());
        self.input.pointer = self.view.camera.to_screen(at);
        self.point(tool::Action::Move);
    }

    /// Phase: moves the cursor by held arrows, or with the particle that it follows.
    pub(super) fn advance_cursor(&mut self, seconds: f32) {
        if !self.input.cursor.is_shown() {
            return;
        }
        let by = self.input.cursor.advance(seconds) * self.view.camera.density;
        if by != Vec2::ZERO {
            self.move_cursor(by);
        }
        let position = &self.sandbox().world().particles().position;
        if let Some(particle) = self.input.cursor.followed(position.len()) {
            let to = self.view.camera.to_screen(position[particle.index()]);
            if !self.picture().contains(to.to_array().into()) {
                self.input.cursor.stop_following();
            } else if to != self.input.pointer {
                self.input.pointer = to;
                self.point(tool::Action::Move);
            }
        }
    }

    /// The effect of the next Enter, for the status line.
    pub(super) fn cursor_hint(&self) -> Option<String> {
        let info = self.input.tools.active().info();
        let (tools, pixel) = (&self.input.tools, self.view.camera.metres(1.0));
        let takes_nothing = tools.hover().is_none()
            && tools.hovered_shape(self.sandbox(), pixel).is_none()
            && tools.hovered_blower(self.sandbox(), pixel).is_none();
        let is_idle = info.takes_particle && takes_nothing;
        let (enter, escape) = (key_name(Action::Cursor(CursorAction::Press)), key_name(Action::Escape));
        let has_keys = self.input.cursor.is_shown() && !self.interface_has_keyboard();
        has_keys.then(|| match () {
            () if self.input.tools.is_busy() => format!("{enter} lets go; arrows move the ring, {escape} cancels"),
            () if is_idle => format!("no point here: arrows move the ring, {escape} ends"),
            () => format!("{enter}: {} here; arrows move the ring, {escape} ends", info.name.to_lowercase()),
        })
    }

    /// The points and things in the picture.
    fn jump_targets(&self) -> impl Iterator<Item = JumpTarget> + '_ {
        let world = self.sandbox().world();
        let Aabb { min, max } = self.view.camera.visible();
        let particles = (0..).map(ParticleId).zip(&world.particles().position);
        let particles = particles.map(|(particle, &at)| JumpTarget { at, particle: Some(particle) });
        let shapes = world.colliders().shapes().iter().map(|shape| shape.pose().at);
        let things = shapes.chain(world.blowers().iter().map(|blower| blower.def.at));
        let things = things.map(|at| JumpTarget { at, particle: None });
        particles.chain(things).filter(move |target| target.at.cmpge(min).all() && target.at.cmple(max).all())
    }

    /// The part of the window that the interface leaves free, physical pixels.
    fn picture(&self) -> Rect {
        let window = Rect::from_min_size(egui::Pos2::ZERO, self.view.camera.window.to_array().into());
        self.ui.free.intersect(window / self.egui.context().pixels_per_point()) * self.egui.context().pixels_per_point()
    }
}
