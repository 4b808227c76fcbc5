//! From a drag to a recipe, one function for each part.

use std::f32::consts::{PI, TAU};

use glam::Vec2;

use super::{
    Draft, DrawnEnd,
    route::{Route, route},
};
use crate::physics::{BALL_RADIUS_RANGE, Control, LinkKind, MAX_DRIVEN_LENGTH, MIN_DRIVEN_LENGTH};
use crate::scene::recipe::{
    Ball, BracedBox, Bridge, Cloth, Connect, DEFAULT_MASS, Doll, Muscle, Net, Pendulum, Piston, Plank, Rope, Spring,
    Web, Wheel, Winch,
};
use crate::scene::{Grid, GridPins, Recipe, RopePins, hand_tearable};
use crate::tool::ToolOption;

/// Maximum number of links of a rope.
pub const MAX_LINKS: f32 = 2_000.0;

/// Maximum number of meshes along a side of a net.
const MAX_MESHES: f32 = 200.0;

/// Longest bay of a plank's truss, m: small balls do not fall between its particles.
const BAY: f32 = 0.15;

/// Sag of a bridge, as a fraction of its length.
const SAG: f32 = 0.06;

/// Height of a bridge's rail, as a fraction of its length.
const RAIL: f32 = 0.15;

/// Area of a doll, as a fraction of its height squared.
const DOLL_AREA: f32 = 0.12;

/// Mass of a doll, as a multiple of that of a particle of its trunk.
const DOLL_MASSES: f32 = 7.3;

/// Shortest length of a body, m.
const MIN_LENGTH: f32 = 1e-3;

/// Friction coefficient of a ball that rolls.
const ROLLING_FRICTION: f32 = 0.02;

/// Least values of the option `EndPins` that pin an end in the air: one that is higher than the other, and any.
const PINS_ONE: f32 = 1.0;
const PINS_BOTH: f32 = 2.0;

/// Difference of height, as a fraction of the length, up to which the ends of a rope are level.
const LEVEL: f32 = 0.1;

/// A number of pieces.
fn count(pieces: f32, min: f32, max: f32) -> u32 {
    pieces.clamp(min, max) as u32
}

/// Number of links of a rope of a length, m, whose links have about the length `spacing`, m.
pub fn rope_links(length: f32, spacing: f32) -> u32 {
    count((length / spacing).ceil(), 1.0, MAX_LINKS)
}

/// A slack rope, laid past obstacles. The option says which ends in the air are pinned; none of them where it hangs over
/// an obstacle.
pub fn rope(draft: &Draft) -> Recipe {
    let Route { via, hangs_over } = route(draft);
    let ends = [draft.from.at, draft.to.at];
    let length = if via.is_empty() {
        draft.length() * (1.0 + draft.options.slack / 100.0)
    } else {
        let places = [&ends[..1], &via, &ends[1..]].concat();
        places.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    };
    let hangs = via.is_empty().then_some(length);
    let line = line(draft, rope_links(length, draft.spacing(draft.options.link_length)), LinkKind::Rope);
    // Over a pulley it stays up without pins.
    let pins = if hangs_over && draft.options.end_pins < PINS_BOTH { RopePins::Free } else { line.pins };
    Recipe::Rope(Rope { length: hangs, via, pins, ..line })
}

/// A chain of bars.
pub fn chain(draft: &Draft) -> Recipe {
    let length = draft.length();
    let bars = count((length / draft.options.bar_length).round(), 2.0, MAX_LINKS);
    Recipe::Rope(Rope { length: Some(length), ..line(draft, bars, LinkKind::Beam) })
}

fn line(draft: &Draft, links: u32, kind: LinkKind) -> Rope {
    let is_pinned = |end: DrawnEnd, is_higher: bool| {
        let is_chosen = if is_higher { PINS_ONE } else { PINS_BOTH };
        end.particle.is_none() && draft.options.end_pins >= is_chosen
    };
    let [from_is_higher, to_is_higher] = higher_ends(draft);
    Rope {
        name: None,
        from: draft.from.end(),
        to: draft.to.end(),
        via: Vec::new(),
        particles: links + 1,
        length: None,
        mass: DEFAULT_MASS,
        pins: match (is_pinned(draft.from, from_is_higher), is_pinned(draft.to, to_is_higher)) {
            (false, false) => RopePins::Free,
            (true, false) => RopePins::First,
            (false, true) => RopePins::Last,
            (true, true) => RopePins::Both,
        },
        kind,
        material: draft.material(),
    }
}

/// Which ends of a drag are the higher one. Of two level ends each is, but of two in the air the start alone.
fn higher_ends(draft: &Draft) -> [bool; 2] {
    let rise = draft.span().dot(-draft.world.settings().gravity.normalize_or_zero());
    let is_level = rise.abs() <= LEVEL * draft.length();
    let is_tied = |end: DrawnEnd| end.particle.is_some() || end.shape.is_some();
    [rise < 0.0 || is_level, if is_level { is_tied(draft.from) } else { rise > 0.0 }]
}

/// One bar.
pub fn beam(draft: &Draft) -> Recipe {
    Recipe::Connect(Connect {
        a: draft.from.end(),
        b: draft.to.end(),
        kind: LinkKind::Beam,
        material: draft.material(),
    })
}

pub fn plank(draft: &Draft) -> Recipe {
    let (length, thickness) = (draft.length(), draft.options.thickness);
    let bays = count((length / BAY).ceil(), 1.0, MAX_MESHES);
    let mass = draft.options.density * length * thickness / (2 * (bays + 1)) as f32;
    Recipe::Plank(Plank {
        name: None,
        from: draft.from.end(),
        to: draft.to.end(),
        thickness,
        bays,
        mass,
        material: None,
    })
}

/// A grid that fills the rectangle of the drag.
fn grid(draft: &Draft, mesh: f32, pins: GridPins) -> Grid {
    let (from, to) = (draft.from.at, draft.to.at);
    let spacing = draft.spacing(mesh);
    let meshes = (draft.span().abs() / spacing).round().clamp(Vec2::ONE, Vec2::splat(MAX_MESHES));
    let at = Vec2::new(from.x.min(to.x), from.y.max(to.y));
    let (columns, rows) = (meshes.x as u32 + 1, meshes.y as u32 + 1);
    Grid { at, columns, rows, spacing, pins, material: draft.material(), ..Grid::default() }
}

pub fn net(draft: &Draft) -> Recipe {
    Recipe::Net(Net(grid(draft, draft.options.net_mesh, GridPins::TopCorners)))
}

pub fn cloth(draft: &Draft) -> Recipe {
    let every = draft.options.cloth_pins;
    let mut grid = grid(draft, draft.options.cloth_mesh, GridPins::TopCorners);
    if every > 0.0 {
        // Equal gaps between the pins, the first and the last at the corners: for it the meshes are a little narrower.
        let gaps = ((grid.columns - 1) as f32 / every).round().max(1.0);
        let span = ((grid.columns - 1) as f32 / gaps).ceil();
        let size = draft.span().abs();
        grid.columns = (gaps * span) as u32 + 1;
        grid.spacing = (size.x / (gaps * span)).clamp(MIN_LENGTH, grid.spacing);
        grid.rows = (size.y / grid.spacing).round().clamp(1.0, MAX_MESHES) as u32 + 1;
        grid.pins = GridPins::TopEvery(span as u32);
    }
    if draft.options.cloth_tears > 0.0 {
        grid.material = Some(hand_tearable(draft.material));
    }
    Recipe::Cloth(Cloth { grid, shear: 0.0 })
}

/// A braced box.
pub fn solid_box(draft: &Draft) -> Recipe {
    let size = draft.span().abs().max(Vec2::splat(MIN_LENGTH));
    Recipe::Box(BracedBox {
        name: None,
        at: draft.from.at.min(draft.to.at),
        width: size.x,
        height: size.y,
        mass: draft.options.density * size.x * size.y / 4.0,
        material: None,
    })
}

pub fn wheel(draft: &Draft) -> Recipe {
    let (radius, spokes) = (draft.length().max(MIN_LENGTH), draft.options.spokes as u32);
    let mass = draft.options.density * PI * radius * radius / (spokes + 1) as f32;
    let (at, pinned, grips) = (draft.from.at, false, true);
    Recipe::Wheel(Wheel { name: None, at, radius, spokes, mass, pinned, grips, material: None })
}

pub fn ball(draft: &Draft) -> Recipe {
    let (min, max) = BALL_RADIUS_RANGE;
    let radius = draft.length().clamp(min, max);
    let mass = draft.options.density * PI * radius * radius;
    let (friction, restitution) = (Some(ROLLING_FRICTION), Some(draft.options.bounce / 100.0));
    Recipe::Ball(Ball { name: None, at: draft.from.at, radius, mass, friction, restitution })
}

pub fn bridge(draft: &Draft) -> Recipe {
    let length = draft.length();
    Recipe::Bridge(Bridge {
        name: None,
        from: draft.from.at,
        to: draft.to.at,
        planks: count((length / draft.options.plank_length).round(), 2.0, MAX_MESHES),
        sag: SAG * length,
        rail: RAIL * length,
        posts: true,
        mass: DEFAULT_MASS,
        material: draft.material(),
        ropes: None,
    })
}

pub fn web(draft: &Draft) -> Recipe {
    let radius = draft.length().max(MIN_LENGTH);
    let turns = count((radius / draft.options.web_mesh).round(), 1.0, MAX_MESHES);
    Recipe::Web(Web {
        name: None,
        at: draft.from.at,
        radius,
        spokes: draft.options.threads as u32,
        turns,
        mass: 0.25 * DEFAULT_MASS,
        material: draft.material(),
    })
}

pub fn doll(draft: &Draft) -> Recipe {
    let height = draft.length().max(MIN_LENGTH);
    let (from, to) = (draft.from.at, draft.to.at);
    let mass = draft.options.density * DOLL_AREA * height * height / DOLL_MASSES;
    // Dragged down, it begins at the head.
    let feet = if to.y < from.y { from - Vec2::new(0.0, height) } else { from };
    Recipe::Doll(Doll { name: None, at: feet, height, mass, material: draft.material() })
}

pub fn pendulum(draft: &Draft) -> Recipe {
    let (span, length) = (draft.span(), draft.length().max(MIN_LENGTH));
    Recipe::Pendulum(Pendulum {
        name: None,
        at: draft.from.at,
        length,
        angle: span.x.atan2(-span.y).clamp(-TAU, TAU),
        links: count((length / draft.spacing(draft.options.link_length)).ceil(), 1.0, MAX_LINKS),
        mass: DEFAULT_MASS,
        weight: draft.options.bob,
        solid: true,
        material: draft.material(),
    })
}

/// A share (%) of the length of a drag, m, within the lengths of driven links.
fn share(draft: &Draft, percent: f32) -> f32 {
    (draft.length() * percent / 100.0).clamp(MIN_DRIVEN_LENGTH, MAX_DRIVEN_LENGTH)
}

/// A drum that winds a rope in and lets it out. In the air it is pinned.
pub fn winch(draft: &Draft) -> Recipe {
    let options = draft.options;
    Recipe::Winch(Winch {
        a: draft.from.end(),
        b: draft.to.end(),
        min: share(draft, options.winch_min),
        max: Some(share(draft, options.winch_max)),
        speed: options.winch_speed,
        force: options.winch_force,
        pinned: draft.from.particle.is_none() && draft.from.shape.is_none(),
        keys: Control {
            forward: options.key(ToolOption::WinchOut),
            back: options.key(ToolOption::WinchIn),
            latches: false,
        },
    })
}

pub fn piston(draft: &Draft) -> Recipe {
    let options = draft.options;
    Recipe::Piston(Piston {
        a: draft.from.end(),
        b: draft.to.end(),
        min: Some(share(draft, options.piston_min)),
        max: Some(share(draft, options.piston_max)),
        speed: options.piston_speed,
        force: options.piston_force,
        keys: Control {
            forward: options.key(ToolOption::PistonOut),
            back: options.key(ToolOption::PistonIn),
            latches: false,
        },
    })
}

pub fn muscle(draft: &Draft) -> Recipe {
    let options = draft.options;
    Recipe::Muscle(Muscle {
        a: draft.from.end(),
        b: draft.to.end(),
        amplitude: options.amplitude / 100.0,
        period: options.period,
        phase: options.phase / 100.0,
        force: options.muscle_force,
        keys: Control {
            forward: options.key(ToolOption::MuscleKey),
            back: options.key(ToolOption::MuscleBack),
            latches: options.muscle_use > 0.0,
        },
    })
}

pub fn spring(draft: &Draft) -> Recipe {
    let options = draft.options;
    Recipe::Spring(Spring {
        a: draft.from.end(),
        b: draft.to.end(),
        length: Some(share(draft, options.spring_length)),
        stiffness: options.spring_stiffness,
        damping: options.spring_damping,
        force: options.spring_force,
    })
}
