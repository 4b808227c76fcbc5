//! Jerks at particles of every scene with an automatic number of substeps.

use glam::Vec2;
use ropewalk::physics::{Method, ParticleId, Substeps, World};
use ropewalk::scene;

use crate::cases::Case;
use crate::pull::{Leg, Pull};

/// Meaning of the columns.
pub const HEAD: &str = "\
Jerks of the gallery at 15 m/s, 2 m down and to both sides: of 16 particles of each scene, pins among them, the worst.
scene                          | strain % | top m/s |  made J";

/// Particles of a scene that are jerked, evenly spread over its ids.
const HELD: usize = 16;

/// Steps until a scene has come to rest.
const SETTLE: u32 = 240;

/// Links of a scene beyond which it is left out: each jerk would take a minute.
const MAX_LINKS: usize = 100_000;

/// The rows, one after the other.
pub fn rows<'a>(is_wanted: &'a dyn Fn(&str) -> bool) -> impl Iterator<Item = String> + 'a {
    scene::names().filter(|name| is_wanted(name)).filter_map(|name| {
        let mut world = scene::build(&scene::named(name)?.scene).ok()?;
        let settings = world.settings();
        let is_automatic = settings.substeps == Substeps::Auto && settings.method == Method::Jakobsen;
        if !is_automatic || world.link_count() > MAX_LINKS {
            return None;
        }
        (0..SETTLE).for_each(|_| world.step());
        let pulls: Vec<_> = held(&world).map(|held| (held, jerk(name, &world, held))).collect();
        Some(row(name, &pulls))
    })
}

fn jerk(name: &str, world: &World, held: ParticleId) -> Pull {
    let case = Case { name: name.to_owned(), world: world.clone(), held, ..Case::still() };
    Pull::of(&case, &Leg::jerks(Vec2::new(0.0, -2.0)))
}

fn row(name: &str, pulls: &[(ParticleId, Pull)]) -> String {
    let worst = |of: &dyn Fn(&Pull) -> f64| {
        let all = pulls.iter().map(|(held, pull)| (held.0, of(pull)));
        all.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or_default()
    };
    let [strain, speed, made] = [worst(&|pull| pull.strain), worst(&|pull| pull.top_speed), worst(&|pull| pull.made)];
    let at = format!("worst at particles {} and {}", strain.0, speed.0);
    format!("{name:30} | {:8.2} | {:7.1} | {:7.2}   {at}", 100.0 * strain.1, speed.1, made.1)
}

fn held(world: &World) -> impl Iterator<Item = ParticleId> {
    let count = world.particles().len();
    (0..HELD.min(count)).map(move |number| ParticleId((number * count / HELD.min(count)) as u32))
}
