//! The work of large scenes.

use ropewalk_physics::glam::Vec2;
use ropewalk_physics::{Colliders, Settings, World};

#[test]
fn crowd_of_discs_is_solved_in_few_substeps() {
    let crowd = |side: u16| {
        let mut world =
            World::new(Settings { rope_contact: Some(0.03), ..Settings::default() }, Colliders::default(), 0);
        assert!(!world.is_coarse(), "an empty world");
        let places = (0..side).flat_map(|row| (0..side).map(move |column| Vec2::new(column.into(), row.into())));
        places.for_each(|at| _ = world.add_particle(0.02 * at, 0.02, false));
        assert!(!world.is_coarse(), "before its first step");
        world.step();
        (world.work().substeps, world.is_coarse())
    };
    assert_eq!(crowd(20), (8, false));
    let (substeps, is_coarse) = crowd(250);
    assert!(substeps <= 4 && is_coarse, "{substeps} substeps, {is_coarse}");
}
