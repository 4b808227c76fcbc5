//! Bodies that are dropped from 1 m, flat and tilted.

use glam::DVec2;
use ropewalk::physics::{Colliders, Settings, World};

use crate::body::{Body, centre_of_mass};
use crate::table::{Table, fixed};

/// Height of the lowest particle above the ground at the start, m.
const DROP: f64 = 1.0;

/// Angle of a tilted body, rad.
const TILT: f64 = 0.35;

/// Steps of a run: 5 s.
const STEPS: u32 = 300;

const RESTITUTIONS: [f32; 4] = [0.0, 0.3, 0.5, 1.0];

const COLUMNS: &[&str] = &["Body", "e = 0", "e = 0.3", "e = 0.5", "e = 1"];

const FIRST: Table = Table {
    title: "Bounces: height after the first",
    note: "Bodies dropped from 1 m at default settings, with this restitution: height of the centre of mass above that \
           at the\nfirst contact, at the apex of the first bounce, as a fraction of the drop. Flat boxes and planks \
           should reach e² (.09,\n.25, 1), and nothing more than that.",
    columns: COLUMNS,
    rows: Vec::new(),
};

const HIGHEST: Table = Table {
    title: "Bounces: greatest height",
    note: "The same for the highest position of the centre of mass from the first contact until 5 s after the start. \
           More than 1\nis energy from nothing.",
    columns: COLUMNS,
    rows: Vec::new(),
};

/// The tables of bounces.
pub fn tables(is_wanted: &dyn Fn(&str) -> bool) -> Vec<Table> {
    let (mut first, mut highest) = (FIRST, HIGHEST);
    for (kind, body) in [
        ("box", (|size| Body::braced_box(size, size)) as fn(f64) -> Body),
        ("plank", Body::plank),
        ("wheel", |size| Body::wheel(0.5 * size, 12)),
    ] {
        for (size, length) in [("2 cm", 0.02), ("20 cm", 0.2), ("1 m", 1.0)] {
            for (pose, angle) in [("flat", 0.0), ("tilted", TILT)] {
                let name = format!("{kind} of {size}, {pose}");
                if is_wanted(&name) {
                    let body = body(length).turned(angle);
                    let bounces = RESTITUTIONS.map(|restitution| drop(&body, restitution));
                    let row = |figure: fn(&Bounce) -> f64| {
                        let figures = bounces.iter().map(move |bounce| fixed(figure(bounce), 3));
                        std::iter::once(name.clone()).chain(figures).collect()
                    };
                    first.rows.push(row(|bounce| bounce.first));
                    highest.rows.push(row(|bounce| bounce.highest));
                }
            }
        }
    }
    vec![first, highest]
}

/// Heights of the centre of mass above that at the first contact, as fractions of the drop.
#[derive(Clone, Copy, Debug, Default)]
struct Bounce {
    /// At the apex of the first bounce.
    first: f64,
    /// At most.
    highest: f64,
}

fn drop(body: &Body, restitution: f32) -> Bounce {
    let mut world = World::new(Settings { restitution, ..Settings::default() }, Colliders::new(Some(0.0), None), 1);
    body.add_to(&mut world, DVec2::Y * (DROP - body.lowest()));
    let height = |world: &World| (centre_of_mass(world).y + body.lowest()) / DROP;
    let first_contact = ((2.0 * DROP / 9.81).sqrt() * 60.0) as u32;
    (0..first_contact).for_each(|_| world.step());
    let (mut bounce, mut before) = (Bounce::default(), height(&world));
    let (mut has_risen, mut is_over) = (false, false);
    for step in first_contact..STEPS {
        world.step();
        let now = height(&world);
        // The step of the contact still begins above the ground.
        if step > first_contact {
            has_risen |= now > before;
            is_over |= has_risen && now < before;
            bounce.highest = bounce.highest.max(now);
            bounce.first = if is_over { bounce.first } else { bounce.highest };
        }
        before = now;
    }
    bounce
}
