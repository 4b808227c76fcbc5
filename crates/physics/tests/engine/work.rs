//! The counts of work: what each part of a step adds, the same however a step is executed.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{
    Colliders, Lanes, LinkKind, ParticleId, Settings, StrandSolver, Substeps, Tiling, WorkCounts, World,
};

use crate::support::{net, rope};

/// A world of 8 substeps a step.
fn world(settings: Settings) -> World {
    World::new(Settings { substeps: Substeps::Count(8), ..settings }, Colliders::default(), 0)
}

/// The work of some more steps.
fn work_of(world: &mut World, steps: u32) -> WorkCounts {
    let before = world.work();
    (0..steps).for_each(|_| world.step());
    let after = world.work();
    WorkCounts {
        substeps: after.substeps - before.substeps,
        projections: after.projections - before.projections,
        direct_rows: after.direct_rows - before.direct_rows,
        contact_rows: after.contact_rows - before.contact_rows,
    }
}

#[test]
fn sweep_counts_each_link_that_is_left() {
    let mut world = world(Settings { sweeps: 2, strands: StrandSolver::Off, ..Settings::default() });
    rope(&mut world, Vec2::ZERO, Vec2::NEG_Y, 11, 0.02);
    let expected = WorkCounts { substeps: 24, projections: 3 * 8 * 2 * 10, ..WorkCounts::default() };
    assert_eq!(work_of(&mut world, 3), expected);
    let cut = Vec2::new(0.0, -0.55);
    world.cut(cut, cut, 1e-3);
    assert_eq!(work_of(&mut world, 1), WorkCounts { substeps: 8, projections: 8 * 2 * 9, ..WorkCounts::default() });
}

#[test]
fn direct_solve_of_a_rope_at_rest_counts_each_link_once() {
    // The longer rope is solved from both ends. Without gravity no link turns.
    for links in [10, 400_u16] {
        let mut world = world(Settings { strands: StrandSolver::On, gravity: Vec2::ZERO, ..Settings::default() });
        rope(&mut world, Vec2::ZERO, Vec2::NEG_Y, links + 1, 0.02);
        world.step();
        let each = 8 * u64::from(links);
        let expected = WorkCounts { substeps: 8, projections: each, direct_rows: each, contact_rows: 0 };
        assert_eq!(work_of(&mut world, 1), expected, "{links} links");
    }
}

#[test]
fn disc_on_a_pinned_disc_is_solved_forwards_and_backwards() {
    let mut world = world(Settings { rope_contact: Some(0.1), ..Settings::default() });
    world.add_particle(Vec2::ZERO, 0.02, true);
    world.add_particle(Vec2::new(0.0, 0.199), 0.02, false);
    assert_eq!(work_of(&mut world, 1), WorkCounts { substeps: 8, contact_rows: 8 * 2, ..WorkCounts::default() });
}

#[test]
fn tiles_threads_and_lanes_do_the_same_work() {
    let counts = |prepare: fn(&mut World)| {
        let mut world = world(Settings::default());
        // Nets that fall, whose links are swept alone.
        for number in 0..100_u16 {
            let first = net(&mut world, Vec2::Y * f32::from(number), [6, 6], 0.05);
            [0, 5].into_iter().for_each(|corner| world.set_pinned(ParticleId(first + corner), false));
        }
        // A braced box, which is swept there and back, and a rope that is solved directly, which keeps it out of tiles.
        let corners = [(6.0, 0.0), (7.0, 0.0), (6.0, 1.0), (7.0, 1.0)].map(|(x, y)| Vec2::new(x, y));
        let corners = corners.map(|at| world.add_particle(at, 0.02, false));
        for (number, one) in corners.into_iter().enumerate() {
            for other in &corners[number + 1..] {
                world.add_link(one, *other, None, 1.0, LinkKind::Beam);
            }
        }
        rope(&mut world, Vec2::X * 9.0, Vec2::NEG_Y, 31, 0.02);
        prepare(&mut world);
        let work = work_of(&mut world, 3);
        (work, world.uses_threads())
    };
    let (plain, _) = counts(|world| world.set_tiling(Tiling::Never));
    assert_eq!(plain.projections, 24 * (100 * 60 + 2 * 6 + 30));
    assert!(plain.direct_rows >= 24 * 30, "{plain:?}");
    assert_eq!(counts(|world| world.set_lanes(Lanes::Scalar)).0, plain);
    assert_eq!(counts(|world| world.set_tiling(Tiling::Always)).0, plain);
    let threaded = counts(|world| {
        world.set_tiling(Tiling::Always);
        world.set_threads(3);
    });
    assert_eq!(threaded, (plain, true));
}

#[test]
fn crowd_of_discs_is_solved_in_few_substeps() {
    let crowd = |side: u16| {
        let mut world =
            World::new(Settings { rope_contact: Some(0.03), ..Settings::default() }, Colliders::default(), 0);
        assert!(!world.is_coarse(), "an empty world");
        let places = (0..side).flat_map(|row| (0..side).map(move |column| Vec2::new(column.into(), row.into())));
        places.for_each(|at| _ = world.add_particle(0.02 * at, 0.02, false));
        assert!(!world.is_coarse(), "before its first step");
        let substeps = work_of(&mut world, 1).substeps;
        (substeps, world.is_coarse())
    };
    assert_eq!(crowd(20), (8, false));
    let (substeps, is_coarse) = crowd(250);
    assert!(substeps <= 4 && is_coarse, "{substeps} substeps, {is_coarse}");
}
