//! The section Selected.

use egui::Shape;
use ropewalk::physics::{
    BlowerDef, Control, DrivenLink, MaterialChange, MotorDrive, ParticleId, Stroke, Weight, glam::Vec2,
};

use super::*;

/// Selects things, and shows them.
fn select(desk: &mut Desk, things: &Things) {
    desk.selected = Inspection::default().read(things, &desk.sandbox, true);
    (0..2).for_each(|_| drop(desk.frame(Vec::new())));
}

/// All texts of the panel.
fn texts(desk: &mut Desk) -> Vec<String> {
    let (context, input) = (desk.context.clone(), desk.input(Vec::new()));
    let shapes = lay_out(&context, input, |root| desk.show(root, &mut Vec::new()));
    let text = |shape: &Shape| match shape {
        Shape::Text(text) => Some(text.galley.text().to_owned()),
        _ => None,
    };
    shapes.iter().filter_map(|clipped| text(&clipped.shape)).collect()
}

fn build(desk: &mut Desk, recipe: &str) {
    desk.sandbox.apply(&Command::Build(Box::new(scene::from_text("part", recipe).expect("a recipe"))));
}

#[test]
fn selected_ball_and_obstacle_are_changed_in_numbers() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    desk.sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Circle { radius: 0.3 }, glam::Vec2::ZERO)));
    let ball = "Ball(at: (1, 1), radius: 0.2, mass: 1)";
    desk.sandbox.apply(&Command::Build(Box::new(scene::from_text("ball", ball).expect("a recipe"))));
    let all = desk.sandbox.world().all_things();
    select(&mut desk, &Things { shapes: Vec::new(), ..all.clone() });
    desk.fill_in("mass.value", "1e9");
    assert_eq!(desk.sandbox.world().weights()[0].mass, 1_000.0);
    assert_eq!(take_complaint(&desk.context).as_deref(), Some("Mass is at most 1000 kg"));
    desk.fill_in("radius.value", "0.5 m");
    assert_eq!(desk.sandbox.world().balls()[0].radius, 0.5);
    desk.fill_in("ball.bounce.value", "0.8");
    desk.fill_in("ball.friction.value", "0.1");
    let surface = BallSurface { friction: Some(0.1), restitution: Some(0.8) };
    assert_eq!(desk.sandbox.world().balls()[0].surface, surface);
    desk.click("ball.bounce.reset");
    assert_eq!(desk.sandbox.world().balls()[0].surface, BallSurface { restitution: None, ..surface });
    select(&mut desk, &Things { particles: Vec::new(), ..all.clone() });
    desk.fill_in("shape.radius.value", "0,75");
    assert_eq!(desk.sandbox.world().colliders().shapes()[0].def.form, Form::Circle { radius: 0.75 });
    select(&mut desk, &all);
    assert!(desk.selected.as_ref().is_some_and(|facts| facts.title() == "1 ball, 1 circle"));
}

#[test]
fn selected_weight_is_made_hollow_and_solid_again() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    build(&mut desk, "Rope(from: At(0, 1), to: At(1, 1), particles: 3)");
    let particle = ParticleId(2);
    desk.sandbox.apply(&Command::SetWeight { particle, mass: Some(8.0) });
    let things = desk.sandbox.world().all_things();
    select(&mut desk, &things);
    let hollow = Command::SetSolid { particle, solid: false };
    assert_eq!(desk.click("solid"), [Request::Command(hollow)]);
    assert!(desk.sandbox.world().ball(particle).is_none());
    desk.fill_in("mass.value", "1");
    desk.click("solid");
    let radius = desk.sandbox.world().ball(particle).map(|ball| ball.radius);
    assert_eq!(radius, Some(Weight::radius(1.0)));
    desk.fill_in("ball.friction.value", "0.1");
    assert_eq!(desk.sandbox.world().ball(particle).and_then(|ball| ball.surface.friction), Some(0.1));
}

/// The strengths of all links, N.
fn strengths(desk: &Desk) -> Vec<Option<f32>> {
    let world = desk.sandbox.world();
    world.links().map(|link| world.material_of(link).and_then(|material| material.strength)).collect()
}

#[test]
fn number_of_a_material_is_typed_dragged_and_left_out() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    build(&mut desk, "Rope(from: At(0, 1), to: At(1, 1), particles: 3, material: \"rubber\")");
    let things = desk.sandbox.world().all_things();
    let changed = |number| {
        let change = MaterialChange::Strength(number);
        vec![Request::Command(Command::ChangeMaterial { things: things.clone(), change })]
    };
    select(&mut desk, &things);
    assert_eq!(desk.fill_in("material.strength.value", "120 N"), changed(Some(120.0)));
    assert_eq!(strengths(&desk), [Some(120.0); 2]);
    // Rubber never tears without a strength, nor does anything where the world's settings let nothing tear.
    for text in ["never", ""] {
        select(&mut desk, &things);
        desk.click("material.strength.value");
        assert_eq!(desk.press(Key::Enter, Modifiers::NONE), [], "it was opened and left");
        let mut asked = if text.is_empty() {
            desk.click("material.strength.value");
            let keys = [(Key::A, Modifiers::COMMAND), (Key::Backspace, Modifiers::NONE), (Key::Enter, Modifiers::NONE)];
            keys.into_iter().flat_map(|(key, modifiers)| desk.press(key, modifiers)).collect::<Vec<_>>()
        } else {
            desk.fill_in("material.strength.value", text)
        };
        // The panel shows the earlier facts for a further frame.
        asked.dedup();
        assert_eq!(asked, changed(None), "{text:?}");
        assert_eq!(take_complaint(&desk.context), None);
        assert_eq!(strengths(&desk), [None; 2]);
        select(&mut desk, &things);
        desk.click("material.strength.value");
        assert_eq!(desk.press(Key::Enter, Modifiers::NONE), [], "it was opened and left");
        desk.fill_in("material.strength.value", "1000000");
        assert_eq!(strengths(&desk), [Some(1e6); 2], "the number at the end of the slider");
    }
    let number = |desk: &Desk, change: MaterialChange| {
        let world = desk.sandbox.world();
        world.material_of(world.links().next().expect("a link")).and_then(|of| change.value_in(of).number())
    };
    for (name, change, end) in [
        ("material.stiffness", MaterialChange::Stiffness(None), 1.0),
        ("material.bending", MaterialChange::Bending(None), 0.0),
    ] {
        select(&mut desk, &things);
        desk.slide(name, 0.6);
        assert!(number(&desk, change.clone()).is_some_and(|number| number > 0.0), "{name}");
        select(&mut desk, &things);
        desk.slide(name, end);
        assert_eq!(number(&desk, change), None, "{name}");
    }
}

#[test]
fn material_that_leaves_numbers_out_shows_what_holds_for_it() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    build(&mut desk, "Cloth(grid: (at: (0, 1), columns: 9, rows: 5, spacing: 0.1, mass: 0.016))");
    let things = desk.sandbox.world().all_things();
    select(&mut desk, &things);
    let shown = texts(&mut desk);
    assert!(shown.concat().contains("2.25 kg/m²"), "0.72 kg for 0.32 m²: {shown:?}");
    assert!(shown.contains(&"never".to_owned()), "nothing tears: {shown:?}");
    let settings = Settings { tear: Some(0.6), ..*desk.sandbox.world().settings() };
    desk.sandbox.apply(&Command::SetSettings(Box::new(settings)));
    select(&mut desk, &things);
    let shown = texts(&mut desk);
    assert!(shown.contains(&"as World says".to_owned()), "it tears by its stretch: {shown:?}");
}

#[test]
fn numbers_of_several_things_are_shared_or_mixed_and_typed_for_all() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    for (at, form) in [(0.0, Form::Circle { radius: 0.3 }), (1.0, Form::Circle { radius: 0.5 })] {
        desk.sandbox.apply(&Command::AddShape(ShapeDef::still(form, Vec2::new(at, 0.0))));
    }
    build(&mut desk, "Ball(at: (1, 1), radius: 0.2, mass: 1)");
    build(&mut desk, "Ball(at: (2, 1), radius: 0.2, mass: 3)");
    let all = desk.sandbox.world().all_things();
    select(&mut desk, &all);
    let masses = |desk: &Desk| desk.sandbox.world().particles().mass.clone();
    desk.click("mass.value");
    assert_eq!(desk.press(Key::Enter, Modifiers::NONE), [], "it was opened and left");
    assert_eq!((masses(&desk), take_complaint(&desk.context)), (vec![1.0, 3.0], None));
    // As many requests as edits: one. The mass of one of them is a new number for the other.
    let asked = desk.fill_in("mass.value", "1");
    assert!(matches!(&asked[..], [Request::Command(Command::Together(both))] if both.len() == 2), "{asked:?}");
    assert_eq!(masses(&desk), [1.0, 1.0]);
    desk.fill_in("radius.value", "0.4");
    assert!(desk.sandbox.world().balls().iter().all(|ball| ball.radius == 0.4));
    desk.fill_in("shape.radius.value", "mixed");
    assert_eq!(take_complaint(&desk.context), None, "the word for numbers that differ");
    desk.fill_in("shape.radius.value", "0.7");
    desk.fill_in("shape.spin.value", "2");
    let shapes = desk.sandbox.world().colliders().shapes();
    assert!(shapes.iter().all(|shape| shape.def.form == Form::Circle { radius: 0.7 } && shape.def.spin == 2.0));
    select(&mut desk, &all);
    assert_eq!(desk.fill_in("shape.radius.value", "0.7"), [], "they have it");
}

#[test]
fn selected_blower_gets_speed_size_and_direction() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    let def = BlowerDef { at: Vec2::ZERO, turn: Vec2::X, speed: 3.0, width: 0.5, reach: 4.0 };
    desk.sandbox.apply(&Command::AddBlower(def));
    let all = desk.sandbox.world().all_things();
    select(&mut desk, &all);
    for (name, text) in [("speed", "7.5"), ("reach", "6"), ("width", "1.2"), ("angle", "90")] {
        desk.fill_in(&format!("blower.{name}.value"), text);
    }
    let now = desk.sandbox.world().blowers()[0].def;
    assert_eq!(now, BlowerDef { turn: Vec2::Y, speed: 7.5, width: 1.2, reach: 6.0, ..def });
}

/// Types a character into the field of a key.
fn type_key(desk: &mut Desk, name: &str, key: &str) -> Vec<Request> {
    desk.click(name);
    let requests = desk.frame(vec![Event::Text(key.to_owned())]);
    desk.obey(&requests);
    drop(desk.frame(Vec::new()));
    requests
}

#[test]
fn selected_muscle_gets_numbers_and_keys_and_loses_its_drive() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    build(&mut desk, "Muscle(a: At(0, 1), b: At(1, 1))");
    let things = desk.sandbox.world().all_things();
    select(&mut desk, &things);
    for (name, text) in [("amplitude", "35"), ("period", "2.5"), ("phase", "25"), ("force", "80")] {
        desk.fill_in(&format!("muscle.{name}.value"), text);
    }
    let drive = |desk: &Desk| desk.sandbox.world().driven_links().first().map(|link| link.drive);
    let now = drive(&desk).expect("it is driven");
    assert_eq!(now.stroke, Stroke::Wave { amplitude: 0.35, period: 2.5, phase: 0.25 });
    assert_eq!(now.force, 80.0);
    type_key(&mut desk, "muscle.forward", "M");
    type_key(&mut desk, "muscle.back", "n");
    let keys = |desk: &Desk| drive(desk).map(|drive| drive.control);
    let control = Control { forward: Some('m'), back: Some('n'), latches: false };
    assert_eq!(keys(&desk), Some(control));
    assert_eq!(type_key(&mut desk, "muscle.back", " "), []);
    assert!(take_complaint(&desk.context).is_some_and(|said| said.contains("works no machines")));
    desk.click("muscle.latches");
    assert_eq!(keys(&desk), Some(Control { latches: true, ..control }));
    desk.click("muscle.forward");
    let emptied = desk.press(Key::Backspace, Modifiers::NONE);
    assert_eq!(emptied.len(), 1, "{emptied:?}");
    assert_eq!(keys(&desk), Some(Control { forward: None, latches: true, ..control }));
    // A row is gone.
    drop(desk.frame(Vec::new()));
    desk.click("muscle.remove");
    assert!(drive(&desk).is_none() && desk.sandbox.world().link_count() == 1, "the bar stays");
}

#[test]
fn numbers_of_winches_pistons_springs_and_motors_are_changed() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    build(&mut desk, "Winch(a: At(0, 1), b: At(1, 1))");
    build(&mut desk, "Piston(a: At(0, 2), b: At(1, 2))");
    build(&mut desk, "Spring(a: At(0, 3), b: At(1, 3))");
    build(&mut desk, "Wheel(at: (3, 3), radius: 0.5, spokes: 8, mass: 0.1, pinned: true)");
    let axle = ParticleId(6);
    let arms = desk.sandbox.world().motor_arms(axle).expect("a pinned wheel");
    let control = Control::default();
    let drive = MotorDrive { speed: 6.0, torque: 10.0, brakes: false, one_way: false, control };
    desk.sandbox.apply(&Command::SetMotor { axle, arms, drive: Some(drive) });
    let things = desk.sandbox.world().all_things();
    select(&mut desk, &things);
    for (name, text) in [
        ("winch.min", "0.3"),
        ("winch.max", "3"),
        ("winch.speed", "0.25"),
        ("piston.max", "1.25"),
        ("spring.stiffness", "90"),
        ("spring.damping", "4"),
        ("spring.force", "60"),
        ("motor.speed", "-0.5"),
        ("motor.torque", "3"),
    ] {
        desk.fill_in(&format!("{name}.value"), text);
    }
    desk.click("motor.brakes");
    desk.click("motor.one_way");
    type_key(&mut desk, "motor.forward", "d");
    type_key(&mut desk, "motor.back", "a");
    let [winch, piston, spring] = *desk.sandbox.world().driven_links() else { panic!("three links are driven") };
    assert_eq!(winch.drive.stroke, Stroke::Linear { min: 0.3, max: 3.0, speed: 0.25 });
    assert_eq!(piston.drive.stroke, Stroke::Linear { min: 1.0, max: 1.25, speed: 0.5 });
    assert_eq!((spring.drive.stiffness, spring.drive.damping, spring.drive.force), (Some(90.0), 4.0, 60.0));
    let motor = desk.sandbox.world().motors()[0];
    assert!((motor.drive.speed + 0.5 * std::f32::consts::TAU).abs() < 1e-5, "{motor:?}");
    let control = Control { forward: Some('d'), back: Some('a'), latches: false };
    let expected = MotorDrive { torque: 3.0, brakes: true, one_way: true, control, ..motor.drive };
    assert_eq!((motor.arms, motor.drive), (arms, expected));
    desk.click("motor.remove");
    assert!(desk.sandbox.world().motors().is_empty());
}

#[test]
fn several_muscles_share_numbers_or_have_their_own_or_make_one_wave() {
    let mut desk = Desk::new("blank", &[Section::Selected]);
    for x in [2.0, 0.0, 4.0, 6.0] {
        build(&mut desk, &format!("Muscle(a: At({x}, 1), b: At({}, 1))", x + 1.0));
    }
    let things = desk.sandbox.world().all_things();
    select(&mut desk, &things);
    let phases = |desk: &Desk| {
        let phase = |link: &DrivenLink| if let Stroke::Wave { phase, .. } = link.drive.stroke { phase } else { -1.0 };
        desk.sandbox.world().driven_links().iter().map(phase).collect::<Vec<_>>()
    };
    let asked = desk.fill_in("muscle.phase.value", "50");
    assert!(matches!(&asked[..], [Request::Command(Command::Together(all))] if all.len() == 4), "{asked:?}");
    assert_eq!(phases(&desk), [0.5; 4]);
    desk.click("muscle.2");
    desk.fill_in("muscle.phase.value", "10");
    assert_eq!(phases(&desk), [0.5, 0.1, 0.5, 0.5]);
    desk.click("muscle.All");
    desk.click("muscle.row");
    assert_eq!(phases(&desk), [0.25, 0.0, 0.5, 0.75], "from left to right");
}
