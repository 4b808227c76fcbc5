//! The first finger as egui's pointer. egui would give a press to a slider below it at once, and a swipe that means to
//! scroll would change its number: so in a list the press waits until the finger is lifted, rests or moves sideways. A
//! finger that first moves up or down scrolls. Elsewhere, and on what is dragged up and down, it presses at once.

use egui::{Context, Pos2, Sense, Vec2, WidgetRect, pos2};
use macroquad::miniquad::TouchPhase;

/// A finger that has moved by less is where it came down, points.
const SLOP: f32 = 8.0;

/// Time after which a finger that rests presses, s; it has rested for this number of frames, too.
const REST: (f64, u32) = (0.35, 3);

/// A widget of this height is dragged up and down, too; sliders and fields are lower, points.
const TALL: f32 = 60.0;

/// Least speed at which a swipe continues after the finger is lifted, points/s.
const LEAST_GLIDE: f32 = 100.0;

/// Loss of speed of a swipe that continues, points/s².
const FRICTION: f32 = 1_500.0;

/// Longest frame of a swipe that continues, s.
const LONGEST_FRAME: f64 = 0.1;

/// A place outside every widget, where a release clicks nothing, points.
const NOWHERE: Pos2 = pos2(-1e5, -1e5);

/// A move of egui's pointer; places are points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerStep {
    /// Moves to a place.
    Move(Pos2),
    /// Presses its button.
    Press(Pos2),
    /// Releases its button.
    Release(Pos2),
    /// Scrolls by a distance, points; down if positive.
    Scroll(f32),
    /// Leaves the window.
    Leave,
}

/// The place where a finger comes down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// Outside of every list that scrolls.
    Fixed,
    /// A list that scrolls, and what is pressed or dragged sideways in it.
    List,
    /// A thing in such a list that is dragged up and down, too: a dial, a scroll bar.
    Free,
}

impl Ground {
    /// The place at a point, by the widgets of the last frame. A list is the only one that senses nothing but drags: it
    /// takes no keyboard.
    pub fn at(context: &Context, at: Pos2) -> Self {
        let Some(layer) = context.layer_id_at(at) else { return Self::Fixed };
        let is_dragged =
            |widget: &&WidgetRect| widget.enabled && widget.sense.senses_drag() && widget.interact_rect.contains(at);
        let above = |ground, widget: &WidgetRect| match ground {
            _ if widget.sense == Sense::DRAG => Self::List,
            Self::Fixed => Self::Fixed,
            _ if widget.rect.height() < TALL => Self::List,
            _ => Self::Free,
        };
        context.viewport(|shown| shown.prev_pass.widgets.get_layer(layer).filter(is_dragged).fold(Self::Fixed, above))
    }
}

/// The part of a finger.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// It has come down, and egui knows of no press.
    Undecided,
    /// Egui sees the pointer here, with its button pressed.
    Pressed,
    /// It scrolls.
    Scrolling,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    part: Part,
    from: Pos2,
    at: Pos2,
    /// Time at which it came down, s.
    since: f64,
    /// Frames since then.
    frames: u32,
}

/// The first finger that came down.
#[derive(Debug, Default)]
pub struct FingerPointer {
    down: Option<Finger>,
    /// Steps for the next frame: egui sees a press before its release, and the pointer where it last scrolled.
    late: Vec<PointerStep>,
    /// Distance scrolled in this frame, points.
    scrolled: f32,
    /// Speed of scrolling, points/s.
    speed: f32,
    is_gliding: bool,
    /// Time of the last frame, s.
    last_frame: f64,
}

impl FingerPointer {
    /// Whether something happens in the next frames without an event.
    pub fn is_busy(&self) -> bool {
        self.is_gliding || !self.late.is_empty() || self.down.is_some_and(|finger| finger.part == Part::Undecided)
    }

    /// Whether a finger is down, or was lifted in the last frame.
    pub fn is_down(&self) -> bool {
        self.down.is_some() || !self.late.is_empty()
    }

    /// The steps left from the last frame.
    pub fn begin_frame(&mut self) -> Vec<PointerStep> {
        std::mem::take(&mut self.late)
    }

    /// Handles an event of a finger, at a time, s, over a place. Other fingers than the first do nothing.
    pub fn touch(
        &mut self,
        (phase, id): (TouchPhase, u64),
        at: Pos2,
        time: f64,
        ground: impl FnOnce() -> Ground,
    ) -> Vec<PointerStep> {
        let is_first = self.down.is_none_or(|finger| finger.id == id);
        match phase {
            TouchPhase::Started if self.down.is_none() => {
                (self.speed, self.scrolled) = (0.0, 0.0);
                let was_gliding = std::mem::take(&mut self.is_gliding);
                let part = match ground() {
                    // It stops the list, and clicks nothing.
                    Ground::List | Ground::Free if was_gliding => Part::Scrolling,
                    Ground::List => Part::Undecided,
                    Ground::Fixed | Ground::Free => Part::Pressed,
                };
                self.down = Some(Finger { id, part, from: at, at, since: time, frames: 0 });
                let mut steps = self.begin_frame();
                steps.push(PointerStep::Move(at));
                steps.extend((part == Part::Pressed).then_some(PointerStep::Press(at)));
                steps
            }
            TouchPhase::Moved if is_first => self.move_to(at),
            TouchPhase::Ended if is_first => {
                let mut steps = self.move_to(at);
                steps.extend(self.lift(time));
                steps
            }
            TouchPhase::Cancelled if is_first => self.lose(),
            _ => Vec::new(),
        }
    }

    /// Ends the part of the finger without a click.
    pub fn lose(&mut self) -> Vec<PointerStep> {
        let is_pressed = |finger: Finger| finger.part == Part::Pressed;
        let is_late = std::mem::take(&mut self.late).iter().any(|step| matches!(step, PointerStep::Release(_)));
        let released = self.down.take().is_some_and(is_pressed) || is_late;
        self.is_gliding = false;
        released.then_some(PointerStep::Release(NOWHERE)).into_iter().chain([PointerStep::Leave]).collect()
    }

    fn move_to(&mut self, at: Pos2) -> Vec<PointerStep> {
        let Some(finger) = &mut self.down else { return Vec::new() };
        let (by, moved) = (at - std::mem::replace(&mut finger.at, at), at - finger.from);
        match finger.part {
            _ if by == Vec2::ZERO => Vec::new(),
            Part::Pressed => vec![PointerStep::Move(at)],
            Part::Undecided if moved.length() < SLOP => Vec::new(),
            Part::Undecided if moved.x.abs() >= moved.y.abs() => {
                finger.part = Part::Pressed;
                vec![PointerStep::Press(finger.from), PointerStep::Move(at)]
            }
            Part::Undecided | Part::Scrolling => {
                let by = if finger.part == Part::Scrolling { by.y } else { moved.y };
                finger.part = Part::Scrolling;
                self.scrolled += by;
                vec![PointerStep::Scroll(by)]
            }
        }
    }

    fn lift(&mut self, time: f64) -> Vec<PointerStep> {
        let Some(finger) = self.down.take() else { return Vec::new() };
        if self.scrolled != 0.0 {
            self.measure(self.scrolled, time - self.last_frame);
        }
        self.is_gliding = finger.part == Part::Scrolling && self.speed.abs() >= LEAST_GLIDE;
        // The pointer stays on what it scrolls.
        self.late.extend((!self.is_gliding).then_some(PointerStep::Leave));
        let release = PointerStep::Release(finger.at);
        match finger.part {
            Part::Pressed if finger.frames > 0 => return vec![release],
            Part::Pressed | Part::Undecided => self.late.insert(0, release),
            Part::Scrolling => {}
        }
        (finger.part == Part::Undecided).then_some(PointerStep::Press(finger.from)).into_iter().collect()
    }

    /// Follows the speed of a finger that has moved by a distance, points, in a frame, s.
    fn measure(&mut self, by: f32, seconds: f64) {
        self.speed = 0.5 * (self.speed + by / frame_time(seconds));
    }

    /// The steps that follow from time alone, at the end of the events of a frame.
    pub fn end_frame(&mut self, time: f64) -> Vec<PointerStep> {
        let seconds = time - std::mem::replace(&mut self.last_frame, time);
        let scrolled = std::mem::take(&mut self.scrolled);
        if self.down.is_some() {
            self.measure(scrolled, seconds);
        }
        if let Some(finger) = &mut self.down {
            finger.frames += 1;
            let rests = time - finger.since >= REST.0 && finger.frames >= REST.1;
            if finger.part == Part::Undecided && rests {
                finger.part = Part::Pressed;
                return vec![PointerStep::Press(finger.from), PointerStep::Move(finger.at)];
            }
        } else if self.is_gliding && scrolled == 0.0 {
            let seconds = frame_time(seconds);
            self.speed -= self.speed.clamp(-FRICTION * seconds, FRICTION * seconds);
            self.is_gliding = self.speed != 0.0;
            let step = PointerStep::Scroll(self.speed * seconds);
            return if self.is_gliding { vec![step] } else { vec![PointerStep::Leave] };
        }
        Vec::new()
    }
}

/// A frame's time, s, within limits.
fn frame_time(seconds: f64) -> f32 {
    seconds.clamp(1e-3, LONGEST_FRAME) as f32
}

#[cfg(test)]
mod tests {
    use PointerStep::{Leave, Move, Press, Release, Scroll};
    use TouchPhase::{Ended, Moved, Started};

    use super::*;

    const FROM: Pos2 = pos2(50.0, 80.0);

    /// Frames of 20 ms, each with an event of the finger in a list, or none. Returns the steps.
    fn steps(events: &[Option<(TouchPhase, Pos2)>]) -> Vec<PointerStep> {
        steps_on(Ground::List, events)
    }

    fn steps_on(ground: Ground, events: &[Option<(TouchPhase, Pos2)>]) -> Vec<PointerStep> {
        let (mut finger, mut steps) = (FingerPointer::default(), Vec::new());
        for (frame, event) in (1..).zip(events) {
            let time = 0.02 * f64::from(frame);
            steps.extend(finger.begin_frame());
            steps.extend(event.iter().flat_map(|&(phase, at)| finger.touch((phase, 1), at, time, || ground)));
            steps.extend(finger.end_frame(time));
        }
        steps
    }

    fn by(x: f32, y: f32) -> Pos2 {
        FROM + egui::vec2(x, y)
    }

    #[test]
    fn tap_is_a_press_and_a_release_in_the_next_frame() {
        let events = [Some((Started, FROM)), Some((Ended, by(2.0, 2.0))), None, None];
        assert_eq!(steps(&events), [Move(FROM), Press(FROM), Release(by(2.0, 2.0)), Leave]);
        assert_eq!(steps(&events[..2]), [Move(FROM), Press(FROM)]);
    }

    #[test]
    fn swipe_scrolls_presses_nothing_and_glides_to_rest() {
        let swipe = (1..=6).map(|step| Some((Moved, by(0.0, -10.0 * step as f32))));
        let lifted = std::iter::once(Some((Ended, by(0.0, -60.0)))).chain([None; 60]);
        let all = steps(&[Some((Started, FROM))].into_iter().chain(swipe).chain(lifted).collect::<Vec<_>>());
        assert!(!all.iter().any(|step| matches!(step, Press(_) | Release(_))), "{all:?}");
        let total: f32 = all.iter().map(|step| if let Scroll(by) = step { *by } else { 0.0 }).sum();
        assert!((-160.0..-100.0).contains(&total), "60 with the finger, and the rest after it: {total}");
        assert_eq!(all.last(), Some(&Leave), "it stands still");
        // Rested before it was lifted.
        let rested = [Some((Started, FROM)), Some((Moved, by(0.0, 20.0)))].into_iter().chain([None; 10]);
        let rested = steps(&rested.chain([Some((Ended, by(0.0, 20.0))), None]).collect::<Vec<_>>());
        assert_eq!(rested, [Move(FROM), Scroll(20.0), Leave]);
    }

    #[test]
    fn resting_finger_presses_and_then_drags_up_and_down() {
        let events = [Some((Started, FROM))].into_iter().chain([None; 19]).chain([Some((Moved, by(0.0, 30.0)))]);
        let drag = [Move(FROM), Press(FROM), Move(FROM), Move(by(0.0, 30.0))];
        assert_eq!(steps(&events.collect::<Vec<_>>()), drag);
    }

    #[test]
    fn tap_that_stops_a_gliding_list_presses_nothing() {
        for ground in [Ground::List, Ground::Free, Ground::Fixed] {
            let (mut finger, mut time) = (FingerPointer::default(), 0.0);
            let mut frame = |event, up: f32, ground| {
                time += 0.02;
                let mut steps = finger.begin_frame();
                steps.extend(finger.touch((event, 1), by(0.0, -up), time, || ground));
                steps.extend(finger.end_frame(time));
                steps
            };
            frame(Started, 0.0, Ground::List);
            assert_eq!(frame(Ended, 60.0, Ground::List), [Scroll(-60.0)], "a flick within a frame");
            let tap = [frame(Started, 0.0, ground), frame(Ended, 0.0, ground)].concat();
            let presses = tap.iter().any(|step| matches!(step, Press(_) | Release(_)));
            assert_eq!(presses, ground == Ground::Fixed, "{tap:?}");
        }
    }

    #[test]
    fn ground_is_what_the_widgets_of_the_last_frame_sense() {
        let (context, mut places) = (crate::app::style::new_context(), Vec::new());
        let screen_rect = Some(egui::Rect::from_min_size(Pos2::ZERO, egui::vec2(300.0, 300.0)));
        for _ in 0..3 {
            let input = egui::RawInput { screen_rect, ..egui::RawInput::default() };
            crate::app::style::lay_out(&context, input, |root| {
                places.clear();
                let bar = egui::Panel::bottom("below")
                    .show(root, |ui| ui.allocate_exact_size(egui::vec2(200.0, 40.0), Sense::click_and_drag()).0);
                places.push((bar.inner.center(), Ground::Fixed));
                egui::CentralPanel::default().show(root, |ui| {
                    let list = egui::ScrollArea::vertical().scroll_source(egui::scroll_area::ScrollSource::ALL);
                    let list = list.auto_shrink(false).show(ui, |ui| {
                        let slider = ui.add(egui::Slider::new(&mut 0.5, 0.0..=1.0).show_value(false)).rect;
                        let (dial, _) = ui.allocate_exact_size(egui::vec2(104.0, 104.0), Sense::click_and_drag());
                        let field = ui.add_sized([40.0, 40.0], egui::DragValue::new(&mut 1.0)).rect;
                        let button = ui.button("Undo").rect;
                        ui.allocate_space(egui::vec2(10.0, 1e3));
                        places.push((slider.center(), Ground::List));
                        places.push((dial.center(), Ground::Free));
                        places.extend([(field.center(), Ground::List), (button.center(), Ground::List)]);
                    });
                    let scroll_bar = list.inner_rect.right_center() - egui::vec2(3.0, 0.0);
                    places.push((scroll_bar, Ground::Free));
                });
            });
        }
        let found = places.iter().map(|&(at, _)| (at, Ground::at(&context, at))).collect::<Vec<_>>();
        assert_eq!(found, places);
    }
}
