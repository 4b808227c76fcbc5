//! The scissors.

use std::collections::HashSet;

use glam::{DVec2, Vec2};
use ropewalk::physics::{DistanceConstraint, World};
use ropewalk::sandbox::Command;

use super::Outcome;
use super::session::{Session, contrast};
use crate::support::{Button, FLICK_MOVES, Point, Wheel, between};

/// Radius of the scissors at the start, pixels.
const RADIUS: f32 = 12.0;

/// A way that the scissors took, m.
type Way = (DVec2, DVec2);

/// The distance of a point from a line, m.
fn from_line(point: DVec2, (a, b): Way) -> f64 {
    let along = b - a;
    let share = ((point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(a + along * share)
}

/// The distance of two lines, m, by another method than the program's: where they cross.
fn apart(one: Way, other: Way) -> f64 {
    let (r, s) = (one.1 - one.0, other.1 - other.0);
    let denominator = r.perp_dot(s);
    let t = (other.0 - one.0).perp_dot(s) / denominator;
    let u = (other.0 - one.0).perp_dot(r) / denominator;
    if denominator != 0.0 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
        return 0.0;
    }
    let ends = [from_line(one.0, other), from_line(one.1, other), from_line(other.0, one), from_line(other.1, one)];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

/// A link as it lies.
fn line_of(world: &World, link: &DistanceConstraint) -> Way {
    let position = &world.particles().position;
    (position[link.a.index()].as_dvec2(), position[link.b.index()].as_dvec2())
}

/// The paths of a flick, from corner to corner as the support moves.
fn ways(session: &Session, from: Point, to: Point) -> Vec<Way> {
    let place = |step| {
        let (x, y) = between(from, to, step, FLICK_MOVES);
        session.camera.to_world(Vec2::new(x as f32, y as f32)).as_dvec2()
    };
    (0..FLICK_MOVES).map(|step| (place(step), place(step + 1))).collect()
}

/// The net is cut corner to corner, both ways, in two flicks within a frame: every link under the stroke is gone, and
/// no other.
pub fn fast_flick_cuts_every_link_under_it() -> Outcome {
    let mut session = Session::open("scissor-net", (800, 600), &["--paused"])?;
    let (left, right, top, bottom) = (-1.25, 1.25, 1.45, -0.45);
    let flicks = [
        (session.pixel(left, top), session.pixel(right, bottom)),
        (session.pixel(right, top), session.pixel(left, bottom)),
    ];
    let radius = f64::from(session.camera.metres(RADIUS));
    let world = session.sandbox.world();
    let stroke: Vec<Way> = flicks.iter().flat_map(|&(from, to)| ways(&session, from, to)).collect();
    let distance = |link: &DistanceConstraint| {
        stroke.iter().map(|&way| apart(way, line_of(world, link))).fold(f64::INFINITY, f64::min)
    };
    let distances: Vec<f64> = world.links().map(distance).collect();
    // If a link lay just at the disc's edge, rounding would decide.
    assert!(distances.iter().all(|distance| (distance - radius).abs() > 1e-6), "choose another stroke");
    let expected = distances.iter().filter(|&&distance| distance < radius).count();
    assert!(expected > 60, "two diagonals of a net of 17x13 cross more than {expected} links");
    let ends = |link: &DistanceConstraint| (link.a, link.b);
    let kept = world.links().zip(&distances).filter(|(_, distance)| **distance >= radius);
    let kept: HashSet<_> = kept.map(|(link, _)| ends(link)).collect();

    for (from, to) in flicks {
        session.app.flick(from, to, Button::Right)?;
    }
    session.app.move_to(20, 560)?;
    // The scissors' trail fades; then nothing of the net is left where the disc went. Pins stay.
    let camera = session.camera;
    let near = |x: usize, y: usize| {
        let at = camera.to_world(Vec2::new(x as f32, y as f32));
        let in_net = at.x.abs() < 1.1 && at.y < 1.3 && at.y > -0.35;
        let to_stroke = stroke.iter().map(|&way| from_line(at.as_dvec2(), way)).fold(f64::INFINITY, f64::min);
        in_net && to_stroke < f64::from(camera.metres(RADIUS - 4.0))
    };
    session.wait_picture("an empty lane where the scissors went", |picture| {
        let all = (0..picture.height - 30).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        all.filter(|&(x, y)| near(x, y)).all(|(x, y)| contrast(picture.pixel(x, y), picture.pixel(5, y)) < 60)
    })?;

    let played = session.end()?;
    assert_eq!(played.recording.end.0, 0, "it was paused");
    let world = played.sandbox.world();
    assert_eq!(world.cut_link_count(), expected as u64);
    assert_eq!(world.links().map(ends).collect::<HashSet<_>>(), kept);
    let report = played.simulated()?;
    assert_eq!(report["cut"], expected);
    assert_eq!(report["constraints"], kept.len());
    assert_eq!(report, played.simulated()?, "the same recording twice");
    Ok(())
}

/// `[` and `]`, and Ctrl with the wheel, change the radius of the scissors.
pub fn scissors_have_a_size() -> Outcome {
    let mut session = Session::open("scissor-net", (640, 480), &["--paused"])?;
    let (x, y) = (40, 440);
    let cut = |session: &mut Session| session.app.drag((x, y), (x + 20, y), 1, Button::Right);
    cut(&mut session)?;
    session.app.key("bracketright")?;
    cut(&mut session)?;
    session.app.key("bracketleft")?;
    session.app.key("bracketleft")?;
    cut(&mut session)?;
    session.app.key_down("Control_L")?;
    session.app.wheel(Wheel::Up, 4)?;
    session.app.key_up("Control_L")?;
    cut(&mut session)?;
    let radius_of = |pixels: f32| session.camera.metres(pixels);
    let expected = [12.0, 12.0 * 1.15, 12.0 / 1.15, 12.0 * 1.15_f32.powi(3)].map(radius_of);
    let played = session.end()?;
    let mut radii: Vec<f32> = Vec::new();
    for command in played.commands() {
        if let Command::Cut { radius, .. } = command
            && radii.last() != Some(radius)
        {
            radii.push(*radius);
        }
    }
    assert_eq!(radii.len(), expected.len(), "{radii:?}");
    assert!(radii.iter().zip(expected).all(|(found, expected)| (found / expected - 1.0).abs() < 1e-4), "{radii:?}");
    Ok(())
}
