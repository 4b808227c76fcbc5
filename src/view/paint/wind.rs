//! The wind: streaks in the air, and blowers.

use glam::{I64Vec2, Vec2};

use super::{Picture, line};
use crate::{
    physics::{Blower, BlowerDef, World},
    view::{
        camera::Camera,
        draw::{Colour, Dot, Layer, RopePoint, Triangle},
        marks::Marks,
        palette::Palette,
    },
};

/// One streak is born, again and again, in each square of about this side, pixels.
const APART: f32 = 128.0;

/// How far the fastest air comes in a streak's life, in such squares.
const WAY: f32 = 4.0;

/// Shortest and longest life of a streak, s, as powers of 2.
const LIVES: (f32, f32) = (-3.0, 2.0);

/// A streak is as long as the way of its air in this time, s, and in this share of its life.
const TAIL: (f32, f32) = (0.11, 0.4);

/// Pieces of a streak's way, and points of the streak.
const PIECES: usize = 20;
const POINTS: usize = 8;

/// Slower air has no streaks, m/s.
const CALM: f32 = 0.3;

/// Most squares, whatever the wind: there are some four hundred for a large window.
const MOST: i64 = 1_500;

/// A jet has so many streaks of its own for each such square of it, and no fewer, and all jets together no more than so many:
/// in still air they alone show where it blows, and a jet is narrower than a square.
const JET: (f32, f32, f32) = (6.0, 12.0, 240.0);

/// Opacity of a streak at its best.
const OPACITY: f32 = 96.0;

/// An arrow is as long as the way of the air in this time, s: that of the drag by which a blower is drawn.
const ARROW: f32 = 0.125;

pub(super) fn paint(picture: Picture, palette: &Palette, to: &mut Layer) {
    let Picture { sandbox, blend, camera, style, .. } = picture;
    let world = sandbox.world();
    if !world.is_windy() && world.blowers().is_empty() {
        return;
    }
    let step = world.settings().step_seconds();
    // The picture is that much behind the world.
    let behind = (1.0 - f64::from(blend)) * step;
    let now = (world.step_count() as f64 * step - behind).max(0.0);
    if style.streaks && world.is_windy() {
        streaks(world, Moment { now, behind: behind as f32 }, camera, palette, to);
    }
    for Blower { def, .. } in world.blowers() {
        blower(*def, now, camera, palette, to);
    }
}

/// When a picture is of.
#[derive(Clone, Copy)]
struct Moment {
    /// s since the scene began.
    now: f64,
    /// s before the world's own time.
    behind: f32,
}

/// What all streaks of a picture have in common.
#[derive(Clone, Copy)]
struct Field<'a> {
    world: &'a World,
    moment: Moment,
    /// m.
    cell: f32,
    /// s.
    life: f32,
}

impl Field<'_> {
    /// The first and the last square, in both directions, from which a streak may come into view.
    fn cells(&self, camera: &Camera) -> (I64Vec2, I64Vec2) {
        let (visible, wind) = (camera.visible(), self.world.settings().wind.velocity * self.life);
        let margin = Vec2::splat(2.0 * self.cell);
        let number = |at: Vec2| (at / self.cell).floor().as_i64vec2();
        (number(visible.min - wind.max(Vec2::ZERO) - margin), number(visible.max - wind.min(Vec2::ZERO) + margin))
    }
}

/// Short lines that go with the air, each where the air took it from where it was born. They are no state: the moment and
/// the wind say where they are, so that they are the same in every window, film and replay.
fn streaks(world: &World, moment: Moment, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let blown = world.blowers().iter().map(|blower| blower.def.speed);
    let fastest = blown.fold(world.settings().wind.velocity.length(), f32::max);
    if fastest < CALM {
        return;
    }
    // Powers of two: while one zooms, or the wind rises, most of the time nothing jumps.
    let mut field = Field { world, moment, cell: camera.metres(APART).log2().round().exp2(), life: 0.0 };
    let (first, last) = loop {
        field.life = (WAY * field.cell / fastest).log2().round().clamp(LIVES.0, LIVES.1).exp2();
        let (first, last) = field.cells(camera);
        let size = last - first + 1;
        // Seen from near, what is so fast comes from far away: then there are fewer of them.
        if size.x.saturating_mul(size.y) <= MOST {
            break (first, last);
        }
        field.cell *= 2.0;
    };
    let ink = palette.dot.mix(palette.arrow, 0.3);
    // How many are to be seen changes all the time: so memory is asked for once.
    let jets = if world.blowers().is_empty() { 0 } else { JET.2.max(JET.1) as usize };
    to.ropes.reserve(((last - first + 1).element_product() as usize + jets) * (POINTS + 2));
    for (x, y) in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (x, y))) {
        let place = |jitter| (Vec2::new(x as f32, y as f32) + jitter) * field.cell;
        streak(field, (mix(mix(x as u64) ^ y as u64), &place), camera, ink, to);
    }
    let most = JET.2 / world.blowers().len() as f32;
    for Blower { id, def } in world.blowers() {
        // As far as it is half as fast as at its mouth, or so.
        let felt = 0.6 * def.reach;
        let squares = felt * 2.0 * def.half_width(0.5 * felt) / (field.cell * field.cell);
        let count = (JET.0 * squares).max(JET.1).min(most) as u64;
        let place = |Vec2 { x, y }: Vec2| {
            // More of them near the mouth, where it is fast and narrow.
            let ahead = felt * x * x;
            def.pose().to_world(Vec2::new(ahead, 0.8 * (2.0 * y - 1.0) * def.half_width(ahead)))
        };
        for number in 0..count {
            streak(field, (mix(mix(!u64::from(id.0)) ^ number), &place), camera, ink, to);
        }
    }
}

/// One streak, which has a number of its own; the place where it is born follows from two shares.
fn streak(field: Field, (here, born_at): (u64, &dyn Fn(Vec2) -> Vec2), camera: &Camera, ink: Colour, to: &mut Layer) {
    let Field { world, moment, life, .. } = field;
    // Each has its own beat, and is born at another place each time.
    let beats = moment.now / f64::from(life) + share(here);
    let age = beats.fract() as f32;
    let born = mix(here ^ beats.floor() as u64);
    let jitter = Vec2::new(share(born) as f32, share(mix(born)) as f32);
    let mut at = born_at(jitter);
    if world.air_velocity_at(at, moment.behind + age * life).length_squared() < CALM * CALM {
        return;
    }
    // Where the air has been since: that of then, so that a streak goes along its own line and not sideways.
    let (mut way, piece) = ([at; PIECES + 1], life / PIECES as f32);
    // No further than it has come.
    let gone = ((age * PIECES as f32) as usize + 1).min(PIECES);
    for (number, place) in (1..).zip(&mut way[1..=gone]) {
        at += piece * world.air_velocity_at(at, moment.behind + age * life - (number as f32 - 0.5) * piece);
        *place = at;
    }
    let tail = (TAIL.0 / life).min(TAIL.1).min(age);
    let place = |share: f32| {
        let along = share * PIECES as f32;
        let piece = (along as usize).min(gone - 1);
        way[piece].lerp(way[piece + 1], along - piece as f32)
    };
    // None in the ground.
    let ground = world.colliders().ground;
    if ground.is_some_and(|ground| place(age).y < ground || place(age - tail).y < ground) {
        return;
    }
    // It comes up and fades away; slow air has fainter streaks.
    let speed = (place(age) - place(age - tail)).length() / (tail * life).max(1e-6);
    let strength = 4.0 * age * (1.0 - age) * (speed / (speed + 2.0));
    let half_width = camera.metres(0.9);
    let point = |i: usize| {
        let along = i as f32 / (POINTS - 1) as f32;
        RopePoint {
            at: place(age - tail * (1.0 - along)),
            along: 0.0,
            // Thin at its end, as what one sees of what passes.
            half_width: half_width * (0.25 + 0.75 * along),
            role: RopePoint::UNLIT
                + if i + 1 < POINTS { RopePoint::STARTS } else { 0.0 }
                + if i == 0 || i + 1 == POINTS { RopePoint::ENDS } else { 0.0 },
            colour: ink.alpha((OPACITY * strength * (0.15 + 0.85 * along)) as u8),
        }
    };
    let outside = |i: usize, next: usize| RopePoint { at: 2.0 * point(i).at - point(next).at, role: 0.0, ..point(i) };
    to.ropes.push(outside(0, 1));
    to.ropes.extend((0..POINTS).map(point));
    to.ropes.push(outside(POINTS - 1, POINTS - 2));
}

/// A number that looks like chance (after SplitMix64's output function).
fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The same, from 0 to 1.
fn share(number: u64) -> f64 {
    (mix(number) >> 40) as f64 / f64::from(1 << 24)
}

/// A fan in a housing that narrows behind it, seen from the side.
fn blower(def: BlowerDef, now: f64, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let (pose, half) = (def.pose(), 0.5 * def.width);
    let at = |x: f32, y: f32| pose.to_world(Vec2::new(x, y) * half);
    let stone = palette.ground.mix(palette.iron, 0.5);
    let (dim, lit) = (stone.mix(Colour::rgb(0, 0, 0), 0.25), stone.mix(Colour::rgb(255, 255, 255), 0.15));
    let [mouth, back] = [(0.0, 1.0), (-1.6, 0.5)].map(|(x, y)| [at(x, y), at(x, -y)]);
    for (corners, colours) in
        [([mouth[0], back[0], back[1]], [lit, lit, dim]), ([mouth[0], back[1], mouth[1]], [lit, dim, dim])]
    {
        to.triangles.push(Triangle { corners, colours });
    }
    let edge = palette.edge.alpha(255).mix(palette.iron, 0.5);
    let width = camera.metres(1.2);
    for (a, b) in [(mouth[0], back[0]), (back[0], back[1]), (back[1], mouth[1])] {
        to.segments.push(line(a, b, width, edge));
    }
    // Its blades: each is seen as long as it stands across.
    let turns = 0.25 * now * f64::from(def.speed);
    for blade in 0..3 {
        let angle = std::f64::consts::TAU * (turns + f64::from(blade) / 3.0).fract();
        let (across, near) = (angle.sin() as f32, angle.cos() > 0.0);
        let colour = if near { palette.dot.alpha(170) } else { palette.dot.alpha(70) };
        to.segments.push(line(at(-0.35, 0.0), at(-0.35, 0.86 * across), camera.metres(1.5), colour));
    }
    let hub = (0.13 * half).max(camera.metres(2.0));
    to.segments.push(line(at(-0.55, 0.0), at(-0.3, 0.0), hub, palette.depth.mix(palette.iron, 0.5)));
    to.segments.push(line(mouth[0], mouth[1], 1.6 * width, edge));
}

/// The one that the pointer is on, with its handle; one that is being drawn.
pub(super) fn marks(
    world: &World,
    &Marks { blower: hovered, blow, .. }: &Marks,
    camera: &Camera,
    palette: &Palette,
    to: &mut Layer,
) {
    if let Some((id, handle, on_handle)) = hovered
        && let Some(Blower { def, .. }) = world.blower(id)
    {
        let colour = palette.hand.alpha(210);
        outline(def, camera, colour, to);
        let radius = camera.metres(6.0);
        to.segments.push(line(def.at, handle - def.turn * radius, camera.metres(1.0), colour.alpha(120)));
        to.dots.push(Dot::flat(handle, radius, colour.alpha(if on_handle { 255 } else { 70 })));
        to.dots.push(Dot::ring(handle, radius, camera.metres(1.25), colour));
    }
    if let Some(def) = &blow {
        outline(def, camera, palette.hand.alpha(200), to);
        jet(def, camera, palette, to);
    }
}

fn outline(def: &BlowerDef, camera: &Camera, colour: Colour, to: &mut Layer) {
    let (half, swell) = (0.5 * def.width, camera.metres(3.0));
    let at = |x: f32, y: f32| def.pose().to_world(Vec2::new(x, y));
    let corners = [
        at(swell, half + swell),
        at(-1.6 * half - swell, 0.5 * half + swell),
        at(-1.6 * half - swell, -0.5 * half - swell),
        at(swell, -half - swell),
    ];
    to.segments.extend((0..4).map(|i| line(corners[i], corners[(i + 1) % 4], camera.metres(1.25), colour)));
}

/// Where a blower that is being drawn will blow, and how fast.
fn jet(def: &BlowerDef, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let at = |x: f32, y: f32| def.pose().to_world(Vec2::new(x, y));
    let colour = palette.hand.alpha(70);
    for side in [-1.0, 1.0] {
        let edge = |ahead: f32| at(ahead, side * def.half_width(ahead));
        to.segments.push(line(edge(0.0), edge(0.4 * def.reach), camera.metres(0.8), colour));
    }
    let (tip, head) = (ARROW * def.speed, camera.metres(9.0));
    let bright = palette.hand.alpha(230);
    to.segments.push(line(def.at, at(tip, 0.0), camera.metres(1.5), bright));
    for side in [-0.5, 0.5] {
        to.segments.push(line(at(tip, 0.0), at(tip - head, side * head), camera.metres(1.5), bright));
    }
}
