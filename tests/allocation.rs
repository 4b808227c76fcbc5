//! Warm steps and painted frames allocate nothing. An allocation at the wrong moment takes longer than a step: the user
//! sees a frame hang, most of all in the browser.

use allocation_counter::{AllocationInfo, measure};
use glam::Vec2;
use ropewalk::headless::bench::Workload;
use ropewalk::physics::{Method, ParticleId, Settings, StrandSolver, SweepOrder, Tiling, World};
use ropewalk::sandbox::{Command, Sandbox};
use ropewalk::scene;
use ropewalk::timeline::Player;
use ropewalk::view::draw::DrawData;
use ropewalk::view::{Camera, Painter, Picture, Style, ToolMarkers, View};

/// Steps until all scratch memory has its size.
const WARM: u32 = 30;

/// Steps in which nothing may be allocated.
const COUNTED: u32 = 60;

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(scene::named(name).expect("a scene of the gallery")).expect("the scene builds")
}

/// Steps a sandbox, with `before` at each step. Returns the number of allocations, without those of commands.
fn allocations(sandbox: &mut Sandbox, mut before: impl FnMut(&mut Sandbox, u32)) -> u64 {
    let mut total = 0;
    for step in 0..WARM + COUNTED {
        before(sandbox, step);
        let torn = sandbox.world().torn_link_count();
        let AllocationInfo { count_total, .. } = measure(|| sandbox.step());
        // A torn link leaves its colour, whose lists are rebuilt: that is a change, as a cut is.
        let counts = step >= WARM && sandbox.world().torn_link_count() == torn;
        total += if counts { count_total } else { 0 };
    }
    total
}

/// The allocations that a scene may make after all. More contacts than ever before grow a list once, and so do more
/// strands of a ghost.
fn max_allocations(sandbox: &Sandbox) -> u64 {
    let touching =
        !sandbox.world().colliders().shapes().is_empty() || sandbox.world().settings().rope_contact.is_some();
    if touching || sandbox.scene().scene.ghost.is_some() { 8 } else { 0 }
}

/// Moves a grab twice a step, to and fro over the view: a path with a corner in it.
fn drag(sandbox: &mut Sandbox, step: u32) {
    let view = sandbox.scene().scene.view;
    for share in [0.2 + 0.1 * (step % 5) as f32, 0.9 - 0.2 * (step % 4) as f32] {
        let to = view.min + (view.max - view.min) * Vec2::new(share, 1.0 - share);
        sandbox.apply(&Command::MoveGrab { grab: 0, to });
    }
}

#[test]
fn run_without_history_keeps_no_memory() {
    let mut player = Player::new(sandbox("welcome"), None);
    (0..WARM).for_each(|_| player.step());
    // Many keyframes of a timeline, and a hash a second.
    let info = measure(|| (0..40 * COUNTED).for_each(|_| player.step()));
    assert!(info.bytes_current < 1 << 16, "{info:?}");
}

#[test]
fn counter_counts_an_allocation() {
    let info = measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!(info.count_total, 1, "or all other tests here would pass whatever happens");
}

#[test]
fn drags_allocate_nothing() {
    for name in scene::light_names() {
        let mut sandbox = sandbox(name);
        let particle = ParticleId(sandbox.world().particles().len() as u32 / 2);
        sandbox.apply(&Command::Grab { grab: 0, particle, at: sandbox.world().particles().position[particle.index()] });
        let found = allocations(&mut sandbox, drag);
        assert!(found <= max_allocations(&sandbox), "{name}: {found}");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn ghosts_allocate_nothing() {
    for rival in scene::rivals() {
        let mut sandbox = sandbox("welcome");
        sandbox.apply(&Command::SetGhost(Some(Box::new(rival.clone()))));
        assert!(sandbox.ghost().is_some(), "{}", rival.name);
        let particle = ParticleId(sandbox.world().particles().len() as u32 / 2);
        sandbox.apply(&Command::Grab { grab: 0, particle, at: sandbox.world().particles().position[particle.index()] });
        assert_eq!(allocations(&mut sandbox, drag), 0, "{}", rival.name);
    }
}

#[test]
fn tiled_steps_allocate_nothing() {
    // On one thread. With more, the queue that wakes the pool allocates once in some 60 steps.
    for name in scene::light_names() {
        let mut sandbox = sandbox(name);
        sandbox.set_tiling(Tiling::Always);
        let particle = ParticleId(sandbox.world().particles().len() as u32 / 2);
        sandbox.apply(&Command::Grab { grab: 0, particle, at: sandbox.world().particles().position[particle.index()] });
        let found = allocations(&mut sandbox, drag);
        assert!(found <= max_allocations(&sandbox), "{name}: {found}");
    }
}

#[test]
fn every_method_and_order_allocates_nothing() {
    for (method, order) in [
        (Method::Jakobsen, SweepOrder::Sequence),
        (Method::Jakobsen, SweepOrder::Random),
        (Method::Jakobsen, SweepOrder::Colour),
        (Method::Springs, SweepOrder::Sequence),
    ] {
        let mut sandbox = sandbox("welcome");
        let settings = Settings { method, order, ..*sandbox.world().settings() };
        sandbox.apply(&Command::SetSettings(Box::new(settings)));
        assert_eq!(allocations(&mut sandbox, |_, _| ()), 0, "{method:?} {order:?}");
    }
}

/// A rope or net of the bench with direct solves, after its first steps.
fn with_strands(name: &str) -> World {
    let mut world = Workload::named(name).expect("a workload of this name").hanging();
    world.set_settings(Settings { strands: StrandSolver::On, ..*world.settings() });
    (0..WARM).for_each(|_| world.step());
    world
}

/// Steps a world, with `before` at each step. Returns the number of allocations.
fn world_allocations(world: &mut World, mut before: impl FnMut(&mut World, u32)) -> u64 {
    let each = (0..COUNTED).map(|step| {
        before(world, step);
        measure(|| world.step()).count_total
    });
    each.sum()
}

#[test]
fn direct_solves_allocate_nothing() {
    for name in ["rope-1000", "net-20-corners"] {
        let mut world = with_strands(name);
        assert_eq!(world_allocations(&mut world, |_, _| ()), 0, "{name} at rest");
        let yanked = world_allocations(&mut world, |world, step| {
            let ways = [Vec2::new(10.0, 0.0), Vec2::new(-15.0, 15.0), Vec2::new(0.0, -15.0), Vec2::ZERO];
            if step.is_multiple_of(6) {
                world.set_pin_velocity(ways[step as usize / 6 % 4]);
            }
        });
        assert_eq!(yanked, 0, "{name} with pins that jerk");
        world.set_pin_velocity(Vec2::ZERO);
        world.grab(0, ParticleId(world.particles().len() as u32 - 1), Vec2::ZERO);
        world.step();
        let dragged = world_allocations(&mut world, |world, step| {
            world.move_grab(0, Vec2::new(3.0 * (step % 3) as f32 - 3.0, 2.0 - (step % 4) as f32));
        });
        assert_eq!(dragged, 0, "{name} dragged");
    }
}

#[test]
#[ignore = "long: run in release by .ci/run"]
fn painting_a_frame_allocates_nothing() {
    let views = [View::Plain, View::Tension, View::Points].map(|view| Style { view, ..Style::default() });
    let net = Style { filled: false, ..Style::default() };
    for (name, style) in
        scene::light_names().flat_map(|name| views.into_iter().chain([net]).map(move |style| (name, style)))
    {
        let mut sandbox = sandbox(name);
        // More torn links than ever before throw more fibres: that frame is not warm.
        let whole = Settings { tear: None, ..*sandbox.world().settings() };
        sandbox.apply(&Command::SetSettings(Box::new(whole)));
        let camera = Camera::new(sandbox.scene().scene.view, Vec2::new(1_280.0, 800.0), 30.0);
        let (mut painter, mut data, markers) = (Painter::default(), DrawData::default(), ToolMarkers::default());
        let mut total = 0;
        for step in 0..WARM + COUNTED {
            sandbox.step();
            let (sandbox, camera, markers, style) = (&sandbox, &camera, &markers, &style);
            let picture = Picture { sandbox, blend: 0.5, camera, markers, style, seconds: 0.016 };
            let AllocationInfo { count_total, .. } = measure(|| painter.paint(picture, &mut data));
            total += if step < WARM { 0 } else { count_total };
        }
        assert_eq!(total, 0, "{name} {style:?}");
    }
}
