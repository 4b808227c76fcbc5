//! The cards of a scene: its hint, and the steps of the tutorial.

use std::sync::Arc;

use egui::{
    Align, Area, Color32, Context, FontId, Galley, Id, Label, Rect, Sense, Stroke, StrokeKind, Ui, Vec2,
    text::LayoutJob, vec2,
};

use crate::app::actions::as_printed;
use crate::app::style::{self, InputDevice, TouchTargets, UiTheme};
use crate::app::ui::free_part::is_low;
use crate::app::widgets::{close_button, icons};

/// The hint of a scene, with the tutorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Title of the scene.
    pub title: String,
    /// Suggestions for the scene.
    pub text: String,
    /// Opacity of both, 0 to 1.
    pub opacity: f32,
    /// The steps of the tutorial and whether each is done; `None` where it is not shown.
    pub lessons: Option<[(&'static str, bool); 3]>,
}

/// The cards of a hint, laid out: their size is known before they are placed.
pub struct HintCards {
    cards: Vec<Card>,
}

impl HintCards {
    /// The cards of a hint in a free part, below each other: the text, and the steps of the tutorial. A low free part has
    /// the text without its title, and the tutorial after it; a narrow one has only the tutorial. Folded, they are the
    /// title and the next step.
    pub fn new(context: &Context, hint: &Hint, free: Rect, is_folded: bool, theme: &UiTheme) -> Self {
        let is_low = is_low(free);
        let widest = free.width() - if is_low { 40.0 } else { 60.0 };
        let device = style::input_device(context);
        let layout = Layout { context, device, is_low, is_folded, widest, theme };
        let has_text = hint.opacity > 0.0 && free.width() >= NARROW;
        let lessons = hint.lessons.filter(|_| free.width() >= NARROWEST && !(is_low && has_text));
        let text = has_text.then(|| layout.text(hint));
        Self { cards: text.into_iter().chain(lessons.map(|lessons| layout.lessons(lessons))).collect() }
    }

    /// The size of all cards, points; zero if there are none.
    pub fn size(&self) -> Vec2 {
        let wide = self.cards.iter().map(|card| card.size.x).fold(0.0, f32::max);
        let high: f32 = self.cards.iter().map(|card| card.size.y + GAP).sum();
        vec2(wide, (high - GAP).max(0.0))
    }

    /// Shows the cards in a place of their size. Returns whether the user has closed the tutorial.
    pub fn show(&self, context: &Context, place: Rect, theme: &UiTheme) -> bool {
        let mut lessons = None;
        let area = Area::new(Id::unique("hint")).fixed_pos(place.min).constrain(false).interactable(false);
        area.show(context, |ui| {
            ui.allocate_rect(place, Sense::hover());
            let mut top = place.top();
            for card in &self.cards {
                let left = place.center().x - 0.5 * card.size.x;
                let own = Rect::from_min_size(egui::pos2(left, top), card.size);
                card.show(ui, own, theme);
                top += card.size.y + GAP;
                lessons = card.is_closable.then_some(own).or(lessons);
            }
        });
        let Some(lessons) = lessons else { return false };
        // An area of its own: presses beside the cross go through the card.
        let side = TouchTargets::of(style::input_device(context)).small_button;
        let corner = lessons.right_center() - vec2(side + 4.0, 0.5 * side);
        let area = Area::new(Id::unique("close the tutorial")).fixed_pos(corner).constrain(false);
        area.show(context, |ui| close_button(ui, "lessons.close", "Close it for good", theme)).inner
    }
}

/// A card that is laid out.
struct Card {
    /// Points.
    size: Vec2,
    opacity: f32,
    /// Texts, with their places in the card, points.
    texts: Vec<(Vec2, Arc<Galley>)>,
    /// The centres of boxes, points, and whether they are ticked.
    boxes: Vec<(Vec2, bool)>,
    /// A cross closes it.
    is_closable: bool,
}

impl Card {
    fn show(&self, ui: &mut Ui, place: Rect, theme: &UiTheme) {
        ui.painter().rect_filled(place, 8.0, theme.glass.gamma_multiply(self.opacity));
        for (at, text) in &self.texts {
            ui.put(Rect::from_min_size(place.min + *at, text.size()), Label::new(Arc::clone(text)).selectable(false));
        }
        for &(at, is_done) in &self.boxes {
            let square = Rect::from_center_size(place.min + at, Vec2::splat(11.0));
            let line = if is_done { theme.bright } else { theme.dim };
            ui.painter().rect_stroke(square, 2.0, Stroke::new(1.0, line), StrokeKind::Inside);
            if is_done {
                icons::tick(ui.painter(), square.shrink(1.5), theme.bright);
            }
        }
    }
}

/// What the cards are laid out for.
struct Layout<'a> {
    context: &'a Context,
    device: InputDevice,
    is_low: bool,
    is_folded: bool,
    /// Largest width of their content, points.
    widest: f32,
    theme: &'a UiTheme,
}

impl Layout<'_> {
    /// A text in lines of a width at most, the rest cut off.
    fn galley(&self, text: &str, size: f32, ink: Color32, rows: usize, align: Align) -> Arc<Galley> {
        let mut job = LayoutJob::simple(text.to_owned(), FontId::proportional(size), ink, self.widest);
        (job.wrap.max_rows, job.halign) = (rows, align);
        job.wrap.break_anywhere = rows == 1;
        self.context.fonts_mut(|fonts| fonts.layout_job(job))
    }

    /// Title and text of the scene's hint.
    fn text(&self, hint: &Hint) -> Card {
        let fade = |ink: Color32| ink.gamma_multiply(hint.opacity);
        let title = || self.galley(&hint.title, 16.0, fade(self.theme.bright), 1, Align::Center);
        // A file may have a text of any length, which must not hide the scene.
        let text = as_printed(&style::for_device(&hint.text, self.device)).into_owned();
        let text = style::keep_numbers_together(&text);
        let text = || self.galley(&text, 13.0, fade(self.theme.text), MAX_ROWS, Align::Center);
        let texts = match (self.is_folded, self.is_low) {
            (true, _) => vec![title()],
            (false, true) => vec![text()],
            (false, false) => vec![title(), text()],
        };
        let wide = texts.iter().map(|text| text.size().x).fold(0.0, f32::max);
        let mut y = PADDING.y;
        let texts = texts.into_iter().map(|text| {
            let at = vec2(PADDING.x + 0.5 * (wide - text.size().x), y);
            y += text.size().y + 1.0;
            (at, text)
        });
        let texts = texts.collect();
        let size = vec2(wide + 2.0 * PADDING.x, y - 1.0 + PADDING.y);
        Card { size, opacity: hint.opacity, texts, boxes: Vec::new(), is_closable: false }
    }

    /// The steps of the tutorial: in one line; below each other where that is too wide; or only the next one.
    fn lessons(&self, lessons: [(&str, bool); 3]) -> Card {
        let close = TouchTargets::of(self.device).small_button;
        let room = Self { widest: self.widest - close - STEP, ..*self };
        let lay_out = |(text, is_done): (&str, bool)| {
            let ink = if is_done { self.theme.dim } else { self.theme.text };
            (room.galley(&style::for_device(text, self.device), 12.0, ink, MAX_ROWS, Align::LEFT), is_done)
        };
        let lessons = lessons.map(lay_out);
        let wide: f32 = lessons.iter().map(|(text, _)| text.size().x + STEP).sum();
        let is_line = wide + close <= self.widest;
        let has_short = lessons.iter().all(|(text, _)| text.rows.len() == 1);
        let next = lessons.iter().position(|(_, is_done)| !is_done).unwrap_or(0);
        let shows_all = !self.is_folded && (is_line || (!self.is_low && has_short));
        let shown = if shows_all { &lessons[..] } else { &lessons[next..=next] };
        let (mut size, mut texts, mut boxes) = (Vec2::ZERO, Vec::new(), Vec::new());
        for (text, is_done) in shown {
            let own = vec2(text.size().x + STEP, text.size().y.max(17.0));
            let at = PADDING + if is_line { vec2(size.x, 0.0) } else { vec2(0.0, size.y) };
            boxes.push((at + vec2(15.0, 0.5 * own.y), *is_done));
            texts.push((at + vec2(26.5, 0.5 * (own.y - text.size().y)), Arc::clone(text)));
            let beside = vec2(size.x + own.x, size.y.max(own.y));
            size = if is_line { beside } else { vec2(size.x.max(own.x), size.y + own.y) };
        }
        let size = vec2(size.x + close, size.y.max(close)) + 2.0 * PADDING;
        Card { size, opacity: 1.0, texts, boxes, is_closable: true }
    }
}

/// Gap between two cards, points.
const GAP: f32 = 4.0;

/// Distance of texts from the edges of their card, points.
const PADDING: Vec2 = vec2(14.0, 5.0);

/// Maximum number of lines of a hint.
const MAX_ROWS: usize = 6;

/// Width of a step of the tutorial without its text, points.
const STEP: f32 = 36.0;

/// Below this width of the free part, points, only the tutorial is shown, and the help covers the panel.
pub(super) const NARROW: f32 = 240.0;
/// Below this width of the free part, points, no hint is shown: it would hide the scene.
const NARROWEST: f32 = 100.0;

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, PointerButton, Pos2, RawInput};

    use super::*;
    use crate::app::style::{lay_out, new_context};
    use crate::app::widgets::place;
    use crate::view::Theme;

    const SCREEN: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(988.0, 772.0) };

    /// Shows the cards of a hint in a frame with these events. Returns their size, and whether they were closed.
    fn frame(context: &Context, hint: &Hint, is_folded: bool, events: Vec<Event>) -> (Vec2, bool) {
        let (theme, mut shown) = (UiTheme::of(Theme::Dark), (Vec2::ZERO, false));
        lay_out(context, RawInput { screen_rect: Some(SCREEN), events, ..RawInput::default() }, |_| {
            let cards = HintCards::new(context, hint, SCREEN, is_folded, &theme);
            let is_closed = cards.show(context, Rect::from_min_size(Pos2::new(40.0, 30.0), cards.size()), &theme);
            shown = (cards.size(), shown.1 | is_closed);
        });
        shown
    }

    #[test]
    fn long_hint_takes_only_a_part_of_the_window() {
        for (title, text) in [("W".repeat(3_000), "W ".repeat(3_000)), ("line\n".repeat(99), "line\n".repeat(99))] {
            let hint = Hint { title, text, opacity: 1.0, lessons: None };
            let [size, folded] = [false, true].map(|is_folded| frame(&new_context(), &hint, is_folded, Vec::new()).0);
            assert!(size.y < 160.0 && size.x <= 988.0, "{size}");
            assert!(folded.y < 40.0 && folded.x <= size.x, "{folded}");
        }
    }

    #[test]
    fn cross_closes_the_tutorial() {
        let lessons = Some([("drag", true), ("cut", false), ("pin", false)]);
        let hint = Hint { title: "Title".to_owned(), text: "Text".to_owned(), opacity: 1.0, lessons };
        let context = new_context();
        (0..3).for_each(|_| assert!(!frame(&context, &hint, false, Vec::new()).1));
        let at = place(&context, "lessons.close").expect("a cross").center();
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            vec![Event::PointerButton { pos: at, button, pressed, modifiers }]
        };
        let frames = [vec![Event::PointerMoved(at)], button(true), button(false)];
        let closed = frames.map(|events| frame(&context, &hint, false, events).1);
        assert_eq!(closed, [false, false, true]);
    }
}
