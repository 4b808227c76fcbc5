//! The keyboard in the panel.

use super::*;

#[test]
fn tab_moves_among_fields_once_the_panel_has_the_keyboard() {
    let mut desk = Desk::new("welcome", &[Section::Tools, Section::World]);
    assert_eq!(desk.focused(), None);
    desk.panel.take_focus();
    assert!(desk.panel.wants_focus());
    desk.frame(Vec::new());
    assert!(!desk.panel.wants_focus());
    let first = desk.focused().expect("a field has the keyboard");
    assert!(first.top() > desk.rect("fold").bottom(), "Enter would fold the panel");
    desk.press(Key::Tab, Modifiers::NONE);
    assert!(desk.focused().is_some_and(|second| second != first));
    desk.press(Key::Tab, Modifiers::SHIFT);
    assert_eq!(desk.focused(), Some(first));
    for name in ["Scenes", "Build", "fold", "help", "open", "save", "blank"] {
        desk.press(Key::Tab, Modifiers::SHIFT);
        assert_eq!(desk.focused(), Some(desk.rect(name)), "the head is left from right to left");
    }
    desk.press(Key::Escape, Modifiers::NONE);
    assert_eq!(desk.focused(), None);
    desk.panel.take_focus();
    desk.frame(Vec::new());
    desk.panel.drop_focus(&desk.context);
    assert_eq!(desk.focused(), None);
}

#[test]
fn focused_fields_are_pressed_and_changed_by_keys() {
    let mut desk = Desk::new("welcome", &[Section::Tools, Section::World]);
    assert_eq!(desk.press(Key::Space, Modifiers::NONE), [], "the panel has no keyboard yet");
    desk.panel.take_focus();
    desk.frame(Vec::new());
    desk.tab_to("fold");
    assert_eq!(desk.press(Key::Enter, Modifiers::NONE), [Request::Action(Action::Panel)]);
    desk.tab_to("help");
    assert_eq!(desk.press(Key::Space, Modifiers::NONE), [Request::Action(Action::Help)]);
    let before = desk.sandbox.world().settings().restitution;
    desk.tab_to("restitution");
    desk.press(Key::ArrowRight, Modifiers::NONE);
    let more = desk.sandbox.world().settings().restitution;
    assert!(more > before, "{before} -> {more}");
    (0..2).for_each(|_| drop(desk.press(Key::ArrowLeft, Modifiers::NONE)));
    let less = desk.sandbox.world().settings().restitution;
    assert!(less < before, "{before} -> {less}");
    assert_eq!(desk.focused(), Some(desk.rect("restitution")));
}

#[test]
fn field_that_gets_the_keyboard_scrolls_into_view() {
    let sections = [Section::Tools, Section::Gravity, Section::World];
    let mut desk = Desk::sized("welcome", &sections, vec2(1_280.0, 400.0));
    desk.panel.take_focus();
    desk.frame(Vec::new());
    assert!(desk.rect("restitution").top() > 400.0);
    desk.tab_to("restitution");
    (0..3).for_each(|_| drop(desk.frame(Vec::new())));
    let seen = desk.rect("restitution");
    assert!(seen.top() > 40.0 && seen.bottom() < 400.0, "{seen}");
}
