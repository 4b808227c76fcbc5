//! Numbers that are typed into fields: how they are read, and the complaints about refused ones.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use egui::{Context, DragValue, Id, Key, Response, Ui};

use super::format::digits;
use crate::app::style::accessibility;

/// Text of several numbers that differ.
pub const MIXED: &str = "mixed";

/// Most characters of a typed text in a message.
const MAX_QUOTED: usize = 20;

/// The sentence about the number that was typed last, for the status line.
pub fn take_complaint(context: &Context) -> Option<String> {
    context.data_mut(|data| data.remove_temp(complaint_id()))
}

/// Says why a typed text was refused.
pub fn complain(context: &Context, sentence: String) {
    context.data_mut(|data| data.insert_temp(complaint_id(), sentence));
}

fn complaint_id() -> Id {
    Id::unique("complaint about a number")
}

/// A field for a number with a unit.
pub struct NumberField<'a> {
    /// Name of the number, for messages.
    pub label: &'a str,
    /// Unit; empty for a plain number.
    pub unit: &'a str,
    /// Smallest and largest number.
    pub ends: RangeInclusive<f64>,
    /// Change of the number per point of a drag.
    pub speed: f64,
    /// Word in place of the number, such as [`MIXED`].
    pub instead: Option<&'static str>,
    /// Word for no number, if it may be left out; an empty text stands for it as well.
    pub lack: Option<&'static str>,
}

/// What became of a field for a number in a frame.
pub struct NumberEdit {
    /// The response of the field.
    pub response: Response,
    /// The user has set the number.
    pub is_changed: bool,
    /// The user has left the number out.
    pub is_left_out: bool,
}

impl NumberField<'_> {
    /// Shows the field. A typed number counts once the field is left, unless by Esc. A text that is no number changes
    /// nothing, and a number beyond an end becomes that end; both are said then. The present number may lie beyond an end,
    /// and stays until the user changes it.
    pub fn show(&self, ui: &mut Ui, number: &mut f64) -> NumberEdit {
        let &Self { unit, ref ends, speed, instead, lack, .. } = self;
        // What is typed stands in the place of the number that was there; the present one may move with time.
        let typed_over = ui.next_auto_id().with("typed over");
        let before = ui.data(|data| data.get_temp(typed_over)).unwrap_or(*number);
        let (mut shown, mut is_chosen) = (before, false);
        let read = RefCell::new(None);
        let text = move |value: f64| instead.map_or_else(|| digits(value), str::to_owned);
        let value = DragValue::new(&mut shown).range(ends.clone()).clamp_existing_to_range(false).speed(speed);
        // Half a number may be far from the whole one: 0.2 before 0.21, 1 before 1000.
        let value = value.update_while_editing(false).suffix(self.suffix());
        let value = value.custom_formatter(move |value, _| text(value)).custom_parser(|text| {
            let parsed = parse(text, unit);
            *read.borrow_mut() = Some((text.to_owned(), parsed));
            parsed
        });
        let response = ui.add(value);
        accessibility::set_name(&response, self.label);
        let id = response.id.with("typed");
        if is_escaped(ui, &response) {
            ui.data_mut(|data| {
                data.remove::<(String, Option<f64>)>(id);
                data.remove::<f64>(typed_over);
            });
            return NumberEdit { response, is_changed: false, is_left_out: false };
        }
        let read = read.into_inner();
        if let Some((_, Some(parsed))) = read
            && digits(parsed) == digits(before)
        {
            shown = before;
        } else if shown != before {
            // A step by a key may lead beyond an end.
            shown = shown.clamp(*ends.start(), *ends.end());
        }
        if let Some(read) = read {
            ui.data_mut(|data| data.insert_temp::<(String, Option<f64>)>(id, read));
        }
        let mut is_left_out = false;
        if response.lost_focus()
            && let Some((text, parsed)) = ui.data_mut(|data| data.remove_temp::<(String, Option<f64>)>(id))
            && parsed.is_none_or(|parsed| instead.is_some() || digits(parsed) != digits(shown))
        {
            let is_lack = |word: &str| [word, ""].iter().any(|word| text.trim().eq_ignore_ascii_case(word));
            is_left_out = lack.is_some_and(is_lack);
            if let Some(parsed) = parsed.filter(|_| instead.is_some()) {
                // egui sees no change where one of the numbers is typed.
                (shown, is_chosen) = (parsed.clamp(*ends.start(), *ends.end()), true);
            }
            if let Some(complaint) = self.complaint(&text, parsed).filter(|_| !is_left_out) {
                complain(ui.ctx(), complaint);
            }
        }
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(typed_over, shown));
        } else {
            ui.data_mut(|data| data.remove::<f64>(typed_over));
        }
        if shown != before || is_chosen {
            *number = shown;
        }
        NumberEdit { is_changed: is_chosen || response.changed(), response, is_left_out }
    }

    /// Unit behind the number. Degrees stand at it.
    fn suffix(&self) -> String {
        match self.unit {
            _ if self.instead.is_some() => String::new(),
            "" | "°" => self.unit.to_owned(),
            unit => format!(" {unit}"),
        }
    }

    /// Sentence about the fault of a typed text.
    fn complaint(&self, text: &str, parsed: Option<f64>) -> Option<String> {
        let Self { label, unit, ends, instead, .. } = self;
        let with_unit = |number: f64| format!("{} {unit}", digits(number)).trim_end().to_owned();
        match parsed {
            None if *instead == Some(text) => None,
            None => {
                let quoted: String =
                    text.trim().chars().filter(|letter| !letter.is_control()).take(MAX_QUOTED).collect();
                Some(format!("{label}: \"{quoted}\" is not a number"))
            }
            Some(number) if number > *ends.end() => Some(format!("{label} is at most {}", with_unit(*ends.end()))),
            Some(number) if number < *ends.start() => Some(format!("{label} is at least {}", with_unit(*ends.start()))),
            Some(_) => None,
        }
    }
}

/// Whether Esc has left a field. egui counts a field as left in two frames, and takes its text in the second one.
fn is_escaped(ui: &Ui, field: &Response) -> bool {
    let id = field.id.with("escaped");
    let is_escaped = field.lost_focus()
        && (ui.input(|input| input.key_pressed(Key::Escape)) || ui.data(|data| data.get_temp::<()>(id)).is_some());
    ui.data_mut(|data| {
        data.remove::<()>(id);
        if is_escaped {
            data.insert_temp(id, ());
        }
    });
    is_escaped
}

/// Reads a number, with or without its unit, with a point or a comma.
fn parse(text: &str, unit: &str) -> Option<f64> {
    let text = text.trim();
    let text = text.strip_suffix(unit).unwrap_or(text).trim_end();
    let number: f64 = text.replace('\u{2212}', "-").replace(',', ".").parse().ok()?;
    (!number.is_nan()).then_some(number)
}

#[cfg(test)]
mod tests {
    use egui::{CentralPanel, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};

    use super::*;
    use crate::app::style::{lay_out, new_context};

    /// The angle of something that turns.
    #[test]
    fn number_that_moves_with_time_can_be_typed() {
        for (end, typed) in [(Key::Enter, Some(7.25)), (Key::Escape, None)] {
            let (context, mut now, mut place) = (new_context(), 1.0, Pos2::ZERO);
            let field =
                NumberField { label: "Angle", unit: "°", ends: 0.0..=360.0, speed: 1.0, instead: None, lack: None };
            let mut frame = |event: Option<Event>| {
                now += 0.5;
                let mut number = now;
                let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 100.0)));
                let events = event.into_iter().collect();
                lay_out(&context, RawInput { screen_rect, events, ..RawInput::default() }, |root| {
                    CentralPanel::default().show(root, |ui| place = field.show(ui, &mut number).response.rect.center());
                });
                (place, (number != now).then_some(number))
            };
            let (at, _) = frame(None);
            let button = |pressed| Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            let key = |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            let mut events =
                vec![Event::PointerMoved(at), button(true), button(false), key(Key::A, Modifiers::COMMAND)];
            events.extend(["7", ".", "2", "5"].map(|text| Event::Text(text.to_owned())));
            events.push(key(end, Modifiers::NONE));
            let events = events.into_iter().map(Some).chain([None, None]);
            let numbers: Vec<f64> = events.filter_map(|event| frame(event).1).collect();
            assert_eq!(numbers.last().copied(), typed, "{numbers:?}");
            assert!(numbers.len() <= 1, "half of it counted: {numbers:?}");
        }
    }

    #[test]
    fn numbers_are_read_with_units_commas_and_minus_signs() {
        let read = [("2.5", "kg"), (" 2,5 kg ", "kg"), ("\u{2212}3°", "°"), ("1e3", ""), ("-inf", "m")];
        assert_eq!(
            read.map(|(text, unit)| parse(text, unit)),
            [Some(2.5), Some(2.5), Some(-3.0), Some(1_000.0), Some(f64::NEG_INFINITY)]
        );
        assert_eq!(["rope", "", "kg", "1 2", "nan", "2 m"].map(|text| parse(text, "kg")), [None; 6]);
    }

    #[test]
    fn garbage_and_numbers_beyond_the_ends_get_a_sentence() {
        let field =
            NumberField { label: "Mass", unit: "kg", ends: 0.1..=1_000.0, speed: 1.0, instead: None, lack: None };
        let said = |text: &str| field.complaint(text, parse(text, "kg"));
        assert_eq!(said("5"), None);
        assert_eq!(said("1e9").as_deref(), Some("Mass is at most 1000 kg"));
        assert_eq!(said("-1").as_deref(), Some("Mass is at least 0.1 kg"));
        let garbage = "x\n".repeat(1_000_000);
        assert_eq!(said(&garbage), Some(format!("Mass: \"{}\" is not a number", "x".repeat(20))));
    }
}
