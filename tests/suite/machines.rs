//! The machines of the gallery do what their hints say.

use glam::Vec2;
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;

struct Run {
    sandbox: Sandbox,
}

impl Run {
    fn of(scene: &str) -> Self {
        let scene = scene::named(scene).expect("a scene of the gallery");
        Self { sandbox: Sandbox::new(scene).expect("it builds") }
    }

    /// Holds a key for a time, s.
    fn hold(&mut self, key: char, seconds: f32) {
        self.sandbox.apply(&Command::HoldKey { key, held: true });
        self.wait(seconds);
        self.sandbox.apply(&Command::HoldKey { key, held: false });
    }

    fn wait(&mut self, seconds: f32) {
        for _ in 0..(60.0 * seconds) as u32 {
            self.sandbox.step();
            let stretch = self.sandbox.world().stretch().max;
            assert!(stretch < 0.2, "a link is {stretch} too long");
        }
    }

    /// Mean position of some particles, m.
    fn middle(&self, ids: std::ops::Range<usize>) -> Vec2 {
        let count = ids.len() as f32;
        self.sandbox.world().particles().position[ids].iter().sum::<Vec2>() / count
    }

    fn ball(&self, number: usize) -> Vec2 {
        let ball = self.sandbox.world().balls()[number].particle;
        self.sandbox.world().particles().position[ball.index()]
    }
}

#[test]
fn cart_drives_over_hill_and_bridge_and_back() {
    let mut run = Run::of("cart");
    // The first motor's wheel.
    let hub = run.sandbox.world().motors()[0].axle.index();
    run.wait(1.0);
    let start = run.middle(hub..hub + 1);
    run.hold('d', 5.0);
    let there = run.middle(hub..hub + 1);
    assert!(there.x > 2.0 && there.y > 0.1, "from {start} to {there}");
    run.hold('a', 4.0);
    assert!(run.middle(hub..hub + 1).x < there.x - 2.0, "back to {}", run.middle(hub..hub + 1));
}

#[test]
fn walker_walks_over_what_lies_in_its_way() {
    let mut run = Run::of("walker");
    let start = run.middle(0..8);
    run.wait(15.0);
    let end = run.middle(0..8);
    assert!(end.x > start.x + 4.0 && end.y > 0.3 && end.y < 1.5, "from {start} to {end}");
}

#[test]
fn crane_puts_its_crate_on_the_ledge() {
    let mut run = Run::of("crane");
    // The crate comes before its sling, a box and a ball.
    let count = run.sandbox.world().particles().len();
    let load = count - 15..count - 11;
    run.wait(2.0);
    let hanging = run.middle(load.clone());
    run.hold('i', 1.0);
    run.wait(1.0);
    let lifted = run.middle(load.clone());
    assert!((lifted.y - hanging.y - 0.3).abs() < 0.05, "from {hanging} to {lifted}");
    // The jib goes down and outwards, and so does the crate.
    run.hold('l', 2.9);
    run.wait(3.0);
    run.hold('k', 1.5);
    run.wait(1.0);
    let put = run.middle(load);
    assert!(put.x > 1.0 && (put.y - 0.7).abs() < 0.1, "the crate is at {put}");
}

#[test]
fn catapult_fires_and_is_cocked_by_its_keys() {
    let mut run = Run::of("catapult");
    run.wait(1.0);
    let (start, end) = (run.ball(0), run.middle(1..2));
    run.hold('f', 1.5);
    run.wait(2.0);
    assert!(run.ball(0).x > start.x + 3.0, "the stone went from {start} to {}", run.ball(0));
    run.hold('c', 1.5);
    assert!(run.middle(1..2).distance(end) < 0.2, "the arm is back at {}, not at {end}", run.middle(1..2));
}

#[test]
fn tackle_lifts_what_one_fall_does_not() {
    let mut run = Run::of("block-and-tackle");
    run.wait(1.0);
    run.hold('i', 4.0);
    let world = run.sandbox.world();
    let boxes: Vec<f32> = world
        .links()
        .filter(|link| link.kind == ropewalk::physics::LinkKind::Beam && link.rest_length == 0.6)
        .map(|link| world.particles().position[link.a.index()].y)
        .collect();
    let (lifted, other) = (boxes[0], boxes[2]);
    assert!(lifted > 0.3 && other < 0.05, "{lifted} m and {other} m");
}
