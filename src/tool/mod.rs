//! The tools: pointer events in, commands out. One file a gesture.

mod blower;
mod cut;
mod disc;
mod drag;
mod kind;
mod lead;
mod net;
mod obstacle;
mod pin;
mod pointer;
mod pole;
mod rope;
mod seen;
mod weight;

pub use cut::Uncut;
pub use kind::Tool;
pub use pointer::{Action, Button, PointerEvent};

use glam::Vec2;

use lead::Lead;

use crate::{
    physics::{BlowerId, ParticleId, ShapeId},
    sandbox::{Command, Sandbox},
};

/// What the pointer is in the middle of.
#[derive(Clone, Debug, Default, PartialEq)]
enum Gesture {
    #[default]
    None,
    Drag(drag::Drag),
    Cut(cut::Stroke),
    /// The right button is down, and it is not known yet whether for a click or a stroke.
    RightDown(Vec2),
    Rope(rope::Draw),
    Net(net::Draw),
    Obstacle(obstacle::Draw),
    Shape(Lead<ShapeId>),
    Path(obstacle::Path),
    Blow(blower::Draw),
    Blower(Lead<BlowerId>),
}

/// Radii of the scissors' disc, pixels.
pub const SCISSORS_RANGE: (f32, f32) = (2.0, 120.0);

/// A right press that moves further than this, pixels, is a stroke and no click.
const CLICK: f32 = 4.0;

/// After a notch of the wheel that changed something, the next ones within so long, s, go on with that, though it has moved from
/// under the pointer; unless the pointer itself moves by more than so far, pixels.
const GOES_ON: (f32, f32) = (0.7, 8.0);

/// What the wheel changes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Driven {
    Weight(ParticleId),
    Shape(ShapeId),
    Blower(BlowerId),
}

/// What the wheel has changed last, where the pointer was then, m, and for how much longer it goes on with that, s.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drive {
    what: Driven,
    at: Vec2,
    left: f32,
}

/// The active tool and the gesture that is going on.
#[derive(Clone, Debug, PartialEq)]
pub struct Tools {
    active: Tool,
    gesture: Gesture,
    /// Radius of the scissors' disc, pixels.
    scissors: f32,
    /// Where the pointer is, m.
    at: Vec2,
    hover: Option<ParticleId>,
    /// The shape under the pointer, and whether it is its handle.
    shape: Option<(ShapeId, bool)>,
    /// The shape that was touched last.
    chosen: Option<ShapeId>,
    /// An obstacle or a blower was drawn since.
    drawn: bool,
    /// Shift is down.
    shift: bool,
    /// The next drag on an obstacle says where it slides, without Shift.
    slides: bool,
    /// The last event was a finger's: nothing is under it between two touches.
    finger: bool,
    /// The same of blowers.
    blower: Option<(BlowerId, bool)>,
    /// The one that was touched last.
    chosen_blower: Option<BlowerId>,
    trail: cut::Trail,
    /// The last stroke of the scissors, if it met what they do not cut.
    spent: Option<cut::Spent>,
    /// Mass of the next weight, kg: that of the last.
    weight: f32,
    /// What the wheel is in the middle of.
    drive: Option<Drive>,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            active: Tool::Grab,
            gesture: Gesture::None,
            scissors: 12.0,
            at: Vec2::ZERO,
            hover: None,
            shape: None,
            chosen: None,
            drawn: false,
            shift: false,
            slides: false,
            finger: false,
            blower: None,
            chosen_blower: None,
            trail: cut::Trail::default(),
            spent: None,
            weight: weight::FIRST,
            drive: None,
        }
    }
}

impl Tools {
    /// The tool that the left button uses.
    #[must_use]
    pub fn active(&self) -> Tool {
        self.active
    }

    /// Changes the tool; a gesture that is going on is cancelled.
    pub fn choose(&mut self, tool: Tool, commands: &mut Vec<Command>) {
        self.cancel(commands);
        self.active = tool;
        self.slides = false;
        self.drive = None;
    }

    /// Lets the next drag on an obstacle say where it slides, as Shift does, or not.
    pub fn set_slides(&mut self, on: bool) {
        self.slides = on;
    }

    /// Whether it does.
    #[must_use]
    pub fn slides(&self) -> bool {
        self.slides
    }

    /// Whether a gesture is going on.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.gesture != Gesture::None
    }

    /// Ends the gesture without its effect, as far as it has none yet: a held point is let go, a rope is not drawn.
    pub fn cancel(&mut self, commands: &mut Vec<Command>) {
        match std::mem::take(&mut self.gesture) {
            Gesture::Drag(_) => commands.push(drag::release()),
            Gesture::Shape(drag) => commands.push(drag.release()),
            Gesture::Blower(drag) => commands.push(drag.release()),
            _ => {}
        }
    }

    /// Makes the scissors' disc larger or smaller.
    pub fn scale_scissors(&mut self, factor: f32) {
        self.size_scissors(self.scissors * factor);
    }

    /// Gives the scissors' disc this radius, pixels, or the nearest in [`SCISSORS_RANGE`].
    pub fn size_scissors(&mut self, radius: f32) {
        self.scissors = radius.clamp(SCISSORS_RANGE.0, SCISSORS_RANGE.1);
    }

    /// Radius of the scissors' disc, pixels.
    #[must_use]
    pub fn scissors_radius(&self) -> f32 {
        self.scissors
    }

    /// Whether Shift is down when the next event comes.
    pub fn set_shift(&mut self, down: bool) {
        self.shift = down;
    }

    /// Takes an event in; what it does to the sandbox is added to `commands`.
    pub fn handle(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        (self.at, self.finger) = (event.at, event.finger);
        if self.driven(event).is_none() {
            self.drive = None;
        }
        match event.action {
            // A press in the middle of the same button's gesture: its release was lost outside the window.
            Action::Press(Button::Left) => {
                self.cancel(commands);
                self.press(event, sandbox, commands);
            }
            Action::Press(Button::Right) => match &self.gesture {
                Gesture::Drag(drag) => {
                    commands.extend(drag.pin(sandbox));
                    self.gesture = Gesture::None;
                }
                _ => {
                    self.cancel(commands);
                    self.gesture = Gesture::RightDown(event.at);
                }
            },
            Action::Move => self.moved(event, sandbox, commands),
            Action::Release(button) => self.release(button, event, sandbox, commands),
        }
    }

    fn press(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        self.gesture = match self.active {
            Tool::Grab => event.nearest(sandbox).map_or(Gesture::None, |particle| {
                let (drag, command) = drag::Drag::start(particle, event, sandbox);
                commands.push(command);
                Gesture::Drag(drag)
            }),
            Tool::Scissors => self.start_cut(event.at, event, sandbox, commands),
            Tool::Pin => {
                commands.extend(pin::toggle(event.nearest(sandbox), sandbox));
                Gesture::None
            }
            Tool::Weight => weight::nearest(event, sandbox).map_or(Gesture::None, |particle| {
                let (drag, command) = drag::Drag::start(particle, event, sandbox);
                commands.push(command);
                // Within the drag: one thing to take back.
                commands.extend(weight::hang(particle, self.weight, sandbox));
                Gesture::Drag(drag)
            }),
            Tool::Rope => Gesture::Rope(rope::Draw::start(event.at, event.nearest(sandbox))),
            Tool::Net => Gesture::Net(net::Draw::start(event.at)),
            Tool::Wall | Tool::Circle | Tool::Box => {
                self.chosen = obstacle::under(event, sandbox).map(|(shape, _)| shape.id);
                let path = (self.shift || self.slides).then(|| obstacle::Path::start(event, sandbox)).flatten();
                if let Some(path) = path {
                    self.gesture = Gesture::Path(path);
                    return;
                }
                match (obstacle::take(event, sandbox), self.active.obstacle()) {
                    (Some(drag), _) => Gesture::Shape(drag),
                    (None, Some(kind)) => Gesture::Obstacle(obstacle::Draw::start(kind, event.at)),
                    (None, None) => Gesture::None,
                }
            }
            Tool::Wind => {
                let taken = blower::take(event, sandbox);
                self.chosen_blower = taken.map(|drag| drag.what());
                taken.map_or_else(|| Gesture::Blow(blower::Draw::start(event.at)), Gesture::Blower)
            }
        };
    }

    /// Starts a stroke of the scissors at `from`.
    fn start_cut(
        &mut self,
        from: Vec2,
        event: PointerEvent,
        sandbox: &Sandbox,
        commands: &mut Vec<Command>,
    ) -> Gesture {
        self.trail.clear();
        self.trail.push(from);
        Gesture::Cut(cut::Stroke::start(from, self.scissors * event.pixel, sandbox, commands))
    }

    fn moved(&mut self, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        if let Gesture::RightDown(from) = self.gesture
            && from.distance(event.at) > CLICK * event.pixel
        {
            self.gesture = self.start_cut(from, event, sandbox, commands);
        }
        match &mut self.gesture {
            Gesture::None | Gesture::RightDown(_) => {}
            Gesture::Drag(drag) => commands.push(drag.follow(event.at)),
            Gesture::Cut(stroke) => {
                stroke.follow(event.at, sandbox, commands);
                self.trail.push(event.at);
            }
            Gesture::Rope(draw) => draw.follow(event.at),
            Gesture::Net(draw) => draw.follow(event.at),
            Gesture::Obstacle(draw) => draw.follow(event.at),
            Gesture::Shape(drag) => commands.push(drag.follow(event.at)),
            Gesture::Path(path) => path.follow(event.at),
            Gesture::Blow(draw) => draw.follow(event.at),
            Gesture::Blower(drag) => commands.push(drag.follow(event.at)),
        }
    }

    fn release(&mut self, button: Button, event: PointerEvent, sandbox: &Sandbox, commands: &mut Vec<Command>) {
        self.moved(event, sandbox, commands);
        match (std::mem::take(&mut self.gesture), button) {
            (Gesture::Drag(_), Button::Left) => commands.push(drag::release()),
            (Gesture::Rope(draw), Button::Left) => commands.extend(draw.finish(event.nearest(sandbox), event)),
            (Gesture::Net(draw), Button::Left) => commands.extend(draw.finish(event)),
            (Gesture::Obstacle(draw), Button::Left) => {
                let command = draw.finish(event);
                self.drawn = command.is_some();
                commands.extend(command);
            }
            (Gesture::Path(path), Button::Left) => {
                self.slides = false;
                commands.extend(path.finish(event, sandbox));
            }
            (Gesture::Shape(drag), Button::Left) => commands.push(drag.release()),
            (Gesture::Blow(draw), Button::Left) => {
                let command = draw.finish(event);
                self.drawn = command.is_some();
                commands.extend(command);
            }
            (Gesture::Blower(drag), Button::Left) => commands.push(drag.release()),
            (Gesture::RightDown(_), Button::Right) if self.on_shape(event, sandbox) => {
                commands.extend(obstacle::remove(event, sandbox));
            }
            (Gesture::RightDown(_), Button::Right)
                if self.active == Tool::Wind && blower::under(event, sandbox).is_some() =>
            {
                commands.extend(blower::remove(event, sandbox));
            }
            (Gesture::RightDown(_), Button::Right) if self.off(event, sandbox).is_some() => {
                commands.extend(self.off(event, sandbox));
            }
            (Gesture::RightDown(_), Button::Right) => commands.extend(pin::toggle(event.nearest(sandbox), sandbox)),
            (Gesture::Cut(stroke), _) => self.spent = stroke.end(),
            // The other button of a gesture: the gesture goes on.
            (gesture, _) => self.gesture = gesture,
        }
    }

    /// Whether the tool is one for obstacles, and there is one under the pointer.
    fn on_shape(&self, event: PointerEvent, sandbox: &Sandbox) -> bool {
        self.active.obstacle().is_some() && obstacle::under(event, sandbox).is_some()
    }

    /// What takes the weight under the pointer off.
    fn off(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Command> {
        let particle = if self.active == Tool::Weight { weight::nearest(event, sandbox) } else { None };
        weight::take_off(particle?, sandbox)
    }

    /// What the wheel goes on with, wherever it is by now.
    fn driven(&self, event: PointerEvent) -> Option<Driven> {
        let near = |drive: &Drive| drive.at.distance(event.at) <= GOES_ON.1 * event.pixel;
        self.drive.filter(near).map(|drive| drive.what)
    }

    /// The weight that the wheel would change: the one in hand, or under the pointer.
    fn weighed(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<ParticleId> {
        match self.gesture {
            _ if self.active != Tool::Weight => None,
            Gesture::Drag(drag) => Some(drag.particle()),
            Gesture::None => match self.driven(event) {
                Some(Driven::Weight(particle)) => Some(particle),
                _ => weight::under(event, sandbox),
            },
            _ => None,
        }
    }

    /// Whether the wheel is for blowers, too: with Shift it changes how fast things are, with whichever tool it does that.
    fn blows(&self) -> bool {
        self.active == Tool::Wind || self.shift && self.active.obstacle().is_some()
    }

    /// What the wheel would change.
    fn drivable(&self, event: PointerEvent, sandbox: &Sandbox) -> Option<Driven> {
        let (on, shapes) = (self.driven(event), self.active.obstacle().is_some());
        match on {
            Some(Driven::Shape(_)) if shapes => on,
            Some(Driven::Blower(_)) if self.blows() => on,
            _ if shapes || self.blows() => {
                let shape = obstacle::under(event, sandbox).filter(|_| shapes);
                let shape = shape.map(|(shape, _)| Driven::Shape(shape.id));
                let blower = || blower::under(event, sandbox).filter(|_| self.blows());
                shape.or_else(|| blower().map(|(blower, _)| Driven::Blower(blower.id)))
            }
            _ => self.weighed(event, sandbox).map(Driven::Weight),
        }
    }

    /// The wheel was turned up (above 0) or down. `None` where that is not for the tools: nothing of theirs is under the
    /// pointer.
    pub fn wheel(&mut self, event: PointerEvent, notches: f32, sandbox: &Sandbox) -> Option<Command> {
        let what = self.drivable(event, sandbox)?;
        let command = match what {
            Driven::Weight(particle) => {
                let mass = weight::turned(particle, notches > 0.0, sandbox)?;
                self.weight = mass;
                Command::SetWeight { particle, mass: Some(mass) }
            }
            Driven::Blower(blower) => {
                self.chosen_blower = Some(blower);
                // Fingers have no Shift, and turn it by its handle.
                if self.shift || event.finger {
                    blower::blow(blower, notches, event.finger, sandbox)?
                } else {
                    blower::wheel(blower, notches, sandbox)?
                }
            }
            Driven::Shape(shape) => {
                self.chosen = Some(shape);
                obstacle::wheel(shape, notches, self.shift, sandbox)?
            }
        };
        // Where it began: many small slips of the hand are a move, too.
        let at = self.drive.filter(|drive| drive.what == what && self.driven(event).is_some()).map(|drive| drive.at);
        self.drive = Some(Drive { what, at: at.unwrap_or(event.at), left: GOES_ON.0 });
        Some(command)
    }

    /// Whether what is in hand is something that the wheel changes.
    #[must_use]
    pub fn has_wheel(&self) -> bool {
        match self.gesture {
            Gesture::Drag(_) => self.active == Tool::Weight,
            Gesture::Shape(_) | Gesture::Blower(_) => true,
            _ => false,
        }
    }

    /// What a stroke of the scissors met that ended since this was asked, if it cut nothing because of that; asked when its
    /// commands are carried out.
    pub fn in_vain(&mut self, sandbox: &Sandbox) -> Option<Uncut> {
        self.spent.take().and_then(|spent| spent.in_vain(sandbox))
    }

    /// Whether something of it is going on, or fading.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.is_busy() || !self.trail.points().is_empty() || self.drive.is_some()
    }

    /// Looks what lies under the pointer, and lets the scissors' trail fade by `seconds`. `pixel` is its size, m.
    pub fn refresh(&mut self, sandbox: &Sandbox, pixel: f32, seconds: f32) {
        let takes_points = matches!(self.active, Tool::Grab | Tool::Pin | Tool::Rope);
        let free = matches!(self.gesture, Gesture::None | Gesture::Rope(_));
        let event = PointerEvent { action: Action::Move, at: self.at, pixel, finger: self.finger };
        self.hover = match self.active {
            Tool::Weight if free => weight::nearest(event, sandbox),
            _ if takes_points && free => event.nearest(sandbox),
            _ => None,
        };
        self.shape = match self.gesture {
            Gesture::Shape(drag) => Some((drag.what(), false)),
            Gesture::Path(path) => Some((path.way().0, false)),
            Gesture::None if self.active.obstacle().is_some() => {
                let under = obstacle::under(event, sandbox).map(|(shape, handle)| (shape.id, handle));
                // A finger that is gone points at nothing, and still has to see where a handle is.
                under.or(self.chosen.filter(|_| self.finger).map(|shape| (shape, false)))
            }
            _ => None,
        };
        if std::mem::take(&mut self.drawn) {
            match self.active {
                Tool::Wind => self.chosen_blower = sandbox.world().blowers().last().map(|blower| blower.id),
                _ => self.chosen = sandbox.world().colliders().shapes().last().map(|shape| shape.id),
            }
        }
        self.blower = match self.gesture {
            Gesture::Blower(drag) => Some((drag.what(), false)),
            Gesture::None if self.active == Tool::Wind => {
                let under = blower::under(event, sandbox).map(|(blower, handle)| (blower.id, handle));
                under.or(self.chosen_blower.filter(|_| self.finger).map(|blower| (blower, false)))
            }
            _ => None,
        };
        self.trail.fade(seconds);
        let left = self.drive.map(|drive| Drive { left: drive.left - seconds, ..drive });
        self.drive = left.filter(|drive| drive.left > 0.0);
    }
}

#[cfg(test)]
mod tests;
