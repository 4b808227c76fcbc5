//! The wrecking ball's scene.

use super::*;

/// The wrecking ball's sandbox once its thread is cut, and the id of the ball.
fn wrecking_ball() -> (Sandbox, ParticleId) {
    let mut sandbox =
        Sandbox::new(scene::named("wrecking-ball").expect("a scene of the gallery")).expect("the scene builds");
    sandbox.apply(&Command::Cut { from: Vec2::new(-3.3, 1.8), to: Vec2::new(-2.9, 1.8), radius: 0.01 });
    assert_eq!(sandbox.world().cut_link_count(), 1, "the thread");
    let ball = sandbox.world().balls()[0].particle;
    (sandbox, ball)
}

/// Whether links still connect the upper pins of a net with its lower pins. `left` and `right` are the net's edges, m.
fn is_whole(sandbox: &Sandbox, (left, right): (f32, f32)) -> bool {
    let world = sandbox.world();
    let links: Vec<_> = world.links().filter(|link| world.particles().mass[link.a.index()] < 1.0).collect();
    let Particles { position, pinned, .. } = world.particles();
    let pins_at = |y: f32| move |index: &usize| pinned[*index] && (position[*index].y > 1.0) == (y > 1.0);
    let mut reached: Vec<bool> = (0..position.len())
        .map(|index| pins_at(2.0)(&index) && position[index].x > left - 0.05 && position[index].x < right + 0.05)
        .collect();
    loop {
        let before = reached.iter().filter(|reached| **reached).count();
        for link in &links {
            let (a, b) = (link.a.index(), link.b.index());
            if reached[a] || reached[b] {
                (reached[a], reached[b]) = (true, true);
            }
        }
        if reached.iter().filter(|reached| **reached).count() == before {
            return (0..position.len()).filter(pins_at(0.0)).any(|index| reached[index]);
        }
    }
}

/// Edges of its nets, m.
const NETS: [(f32, f32); 2] = [(0.4, 1.12), (1.7, 2.02)];

#[test]
fn wrecking_ball_hangs_still_and_breaks_the_first_net_once_it_is_cut() {
    let mut hanging = Sandbox::new(scene::named("wrecking-ball").expect("a scene of the gallery")).expect("it builds");
    let ball = hanging.world().balls()[0].particle.index();
    let before = hanging.world().particles().position[ball];
    (0..240).for_each(|_| hanging.step());
    let after = hanging.world().particles().position[ball];
    assert!(after.distance(before) < 0.1, "from {before} to {after}");
    assert!(NETS.iter().all(|net| is_whole(&hanging, *net)));
    let mut sandbox = wrecking_ball().0;
    let mut farthest = f32::MIN;
    for _ in 0..240 {
        sandbox.step();
        farthest = farthest.max(sandbox.world().particles().position[ball].x);
    }
    assert!(sandbox.world().torn_link_count() >= 10 && farthest > 1.5, "it reaches {farthest} m");
    assert_eq!(NETS.map(|net| is_whole(&sandbox, net)), [false, true]);
}

/// Drags the ball to a place in 80 steps and releases it. Returns the greatest stretch of its rope during the drag.
fn pull(sandbox: &mut Sandbox, ball: ParticleId, to: Vec2) -> f32 {
    let from = sandbox.world().particles().position[ball.index()];
    sandbox.apply(&Command::Grab { grab: 0, particle: ball, at: from });
    let mut max = 0.0f32;
    for step in 1..=80 {
        sandbox.apply(&Command::MoveGrab { grab: 0, to: from.lerp(to, step as f32 / 80.0) });
        sandbox.step();
        max = max.max(rope_stretches(sandbox).into_iter().fold(0.0, f32::max));
    }
    sandbox.apply(&Command::Release { grab: 0 });
    max
}

/// Stretch of each link of the ball's rope.
fn rope_stretches(sandbox: &Sandbox) -> Vec<f32> {
    let Particles { position, mass, .. } = sandbox.world().particles();
    let heavy = |end: ParticleId| mass[end.index()] > 1.0;
    let links = sandbox.world().links().filter(|link| heavy(link.a) || heavy(link.b));
    links.map(|link| position[link.a.index()].distance(position[link.b.index()]) / link.rest_length - 1.0).collect()
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn wrecking_ball_rope_survives_swings_and_drags() {
    // A drag within the rope's reach does not stretch the rope. A drag beyond the reach, within the walls, does not
    // tear it.
    for (to, allowed) in [(Vec2::new(-2.9, 1.6), 0.02), (Vec2::new(-1.5, 2.0), 0.02), (Vec2::new(0.0, -1.5), 0.3)] {
        let (mut sandbox, ball) = wrecking_ball();
        (0..420).for_each(|_| sandbox.step());
        let links = rope_stretches(&sandbox).len();
        for _ in 0..2 {
            let max = pull(&mut sandbox, ball, to);
            assert!(max < allowed, "to {to}: {max}");
            (0..300).for_each(|_| sandbox.step());
            let after = rope_stretches(&sandbox);
            assert!(after.len() == links && after.iter().all(|stretch| *stretch < 0.02), "to {to}: {after:?}");
        }
    }
}
