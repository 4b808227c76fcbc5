//! Machines, and the caps of their keys.

use super::*;
use crate::view::draw::KeyCap;
use crate::view::style::Theme;

/// A scene of these recipes.
fn built(recipes: &str) -> Sandbox {
    let text = format!("(version: 1, title: \"\", hint: \"\", view: (min: (-3, -2), max: (3, 2)), build: [{recipes}])");
    let scene = scene::parse("machines", &text).expect("a valid scene");
    Sandbox::new(scene::NamedScene { name: "machines".to_owned(), scene }).expect("the scene builds")
}

/// A piston from the middle in a direction.
fn piston(angle: f32) -> Sandbox {
    let Vec2 { x, y } = Vec2::from_angle(angle);
    built(&format!("Piston(a: At(0, 0), b: At({x}, {y}), keys: (forward: Some('k'), back: Some('j')))"))
}

fn caps(sandbox: &Sandbox) -> Vec<KeyCap> {
    paint(&mut Painter::default(), sandbox, Style::default()).key_caps
}

#[test]
fn caps_of_a_drive_overlap_neither_each_other_nor_the_drive() {
    for degrees in 0_u8..180 {
        let angle = 2.0 * f32::from(degrees).to_radians();
        let found = caps(&piston(angle));
        let [back, forward] = found[..] else { panic!("{found:?}") };
        assert_eq!((back.key, forward.key), ('j', 'k'));
        let apart = (forward.at - back.at).abs().max_element();
        assert!(apart > 2.0 * back.half, "{angle}: {apart} m");
        let way = Vec2::from_angle(angle);
        assert!((forward.at - back.at).dot(way) > 0.0, "{angle}: the forward key lies forward");
        for cap in [back, forward] {
            let nearest = way.perp_dot(cap.at).abs() - cap.half * (way.x.abs() + way.y.abs());
            assert!(nearest > 0.042, "{angle}: {nearest} m from the middle of the sleeve");
        }
    }
}

#[test]
fn press_takes_the_cap_under_the_pointer() {
    let caps = caps(&piston(0.3));
    for cap in &caps {
        assert_eq!(KeyCap::at(&caps, cap.at + 0.9 * cap.half, 0.0), Some(cap.key));
    }
    let beside = caps[1].at + Vec2::X * (1.5 * caps[1].half);
    assert_eq!([0.0, caps[1].half].map(|reach| KeyCap::at(&caps, beside, reach)), [None, Some('k')]);
}

#[test]
fn held_key_and_latched_drive_look_pressed() {
    let mut sandbox = built(
        "Muscle(a: At(0, 0), b: At(1, 0), keys: (forward: Some('u'), latches: true)),
        Winch(a: At(0, 1), b: At(1, 1), keys: (forward: Some('o')))",
    );
    let mut press = |key, held| {
        sandbox.apply(&Command::HoldKey { key, held });
        caps(&sandbox).iter().filter(|cap| cap.is_pressed).map(|cap| cap.key).collect::<String>()
    };
    assert_eq!([press('u', true), press('u', false)], ["u", "u"], "it stays on");
    assert_eq!([press('o', true), press('o', false)], ["uo", "u"]);
    assert_eq!([press('u', true), press('u', false)], ["u", ""], "it is held, then off");
}

#[test]
fn drive_at_its_limit_has_the_colour_of_warnings() {
    let warns = |mass: f32| {
        let mut sandbox = built(&format!(
            "Point(name: \"drum\", at: (0, 1), pinned: true), Point(name: \"load\", at: (0, 0), mass: {mass}),
            Winch(a: Of(\"drum\", 0), b: Of(\"load\", 0), force: 50, keys: (back: Some('l')))",
        ));
        (0..30).for_each(|_| sandbox.step());
        let (style, mut painter) = (Style::default(), Painter::default());
        let dots = paint(&mut painter, &sandbox, style).things.ropes.dots;
        dots.iter().any(|dot| dot.colour == style.palette().markers.warning)
    };
    assert!(!warns(1.0) && warns(20.0));
}

#[test]
fn motor_that_something_blocks_has_the_colour_of_warnings() {
    let warns = |torque: f32| {
        let mut sandbox = built(&format!(
            "Wheel(name: \"wheel\", at: (0, 0), radius: 0.5, spokes: 8, pinned: true),
            Weight(on: Of(\"wheel\", 1), mass: 5),
            Motor(on: Of(\"wheel\", 0), turns: Of(\"wheel\", 1), carrier: Of(\"wheel\", 0), torque: {torque})",
        ));
        (0..90).for_each(|_| sandbox.step());
        let style = Style::default();
        let lines = paint(&mut Painter::default(), &sandbox, style).things.ropes.segments;
        lines.iter().any(|line| line.colour == style.palette().markers.warning)
    };
    assert!(warns(2.0) && !warns(200.0));
}

#[test]
fn spring_in_a_rope_is_a_zigzag_and_the_rest_stays_a_rope() {
    let mut sandbox = built("Rope(from: At(0, 0), to: At(2, 0), particles: 5)");
    let links = |sandbox: &Sandbox| {
        let ropes = &paint(&mut Painter::default(), sandbox, Style::default()).things.ropes;
        (starts(&ropes.ropes), ropes.segments.len())
    };
    assert_eq!(links(&sandbox), (4, 0));
    let drive = crate::physics::LinkDrive {
        stroke: crate::physics::Stroke::Still,
        force: 1e6,
        stiffness: Some(100.0),
        damping: 0.0,
        control: crate::physics::Control::default(),
    };
    sandbox.apply(&Command::SetLinkDrive { a: ParticleId(1), b: ParticleId(2), drive: Some(drive) });
    let (ropes, segments) = links(&sandbox);
    assert!(ropes == 3 && segments > 10, "{ropes} links of rope, {segments} lines");
}

#[test]
fn warning_differs_from_the_usual_colours_of_machines() {
    for style in Theme::ALL.map(|theme| Style { theme, ..Style::default() }) {
        let palette = style.palette();
        for usual in [palette.materials.iron, palette.materials.net] {
            let warning = palette.markers.warning;
            let channels = [(warning.r, usual.r), (warning.g, usual.g), (warning.b, usual.b)];
            let apart = channels.into_iter().map(|(one, other)| u32::from(one.abs_diff(other))).max();
            assert!(apart >= Some(60), "{:?}: {usual:?} and {warning:?}", style.theme);
        }
    }
}
