//! Machines: winches, pistons, muscles, springs and motors. One that is at the limit of its force has the colour of
//! warnings.

use glam::Vec2;

use super::plain_view::UMBER;
use super::primitives::{curve, line, spot};
use super::{Frame, Painter};
use crate::physics::{DistanceConstraint, DrivenLink, LinkKind, Motor, ParticleId, Stroke, World};
use crate::view::camera::Camera;
use crate::view::draw::{Colour, Dot, DrawData, Layer, RopePoint};

/// Share of its force from which a drive counts as stalled.
const STALLED: f32 = 0.98;

/// Share of its speed below which a motor that is driven counts as stalled.
const SLOW: f32 = 0.5;

/// Radius of a drum, m.
const DRUM: f32 = 0.1;

/// Half widths of a sleeve, a rod, a muscle at its own length and the wire of a spring, m.
const SLEEVE: f32 = 0.042;
const ROD: f32 = 0.017;
const BELLY: f32 = 0.06;
const WIRE: f32 = 0.011;

/// Half width of the coils of a spring at its own length, m, and the length of one.
const COIL: f32 = 0.055;
const PITCH: f32 = 0.055;

/// Pieces of the outline of a muscle, and of the arrow of a motor.
const PIECES: usize = 12;
const ARC_PIECES: usize = 20;

/// The ring of a motor: where it begins and where its arrow does, in radians from what it drives.
const ARC: (f32, f32) = (0.5, 5.5);

const GLEAM: Colour = Colour::rgb(255, 255, 255);

/// The look of a driven link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A winch or a piston.
    Stroke,
    Muscle,
    Spring,
}

impl Look {
    pub const fn of(stroke: Stroke) -> Self {
        match stroke {
            Stroke::Linear { .. } => Self::Stroke,
            Stroke::Wave { .. } => Self::Muscle,
            Stroke::Still => Self::Spring,
        }
    }

    /// Half width of what is drawn, m.
    pub const fn half_width(self) -> f32 {
        match self {
            Self::Stroke => SLEEVE,
            Self::Muscle => 1.5 * BELLY,
            Self::Spring => COIL,
        }
    }
}

/// The drive of a link, if it has one.
fn drive_of<'a>(link: &DistanceConstraint, world: &'a World) -> Option<&'a DrivenLink> {
    let (driven, ends) = (world.driven_links(), if link.a < link.b { [link.a, link.b] } else { [link.b, link.a] });
    driven.binary_search_by_key(&ends, |link| link.ends).ok().map(|place| &driven[place])
}

/// Whether a link looks as one without a drive: the rope of a winch does.
pub fn looks_plain(link: &DistanceConstraint, world: &World) -> bool {
    drive_of(link, world).is_none_or(|driven| is_winch(link, driven))
}

fn is_winch(link: &DistanceConstraint, driven: &DrivenLink) -> bool {
    link.kind == LinkKind::Rope && Look::of(driven.drive.stroke) == Look::Stroke
}

/// The ends of a machine, that which stands still first: the one that is pinned, or the first.
pub fn oriented(world: &World, [a, b]: [ParticleId; 2]) -> [ParticleId; 2] {
    if world.is_pinned(b) && !world.is_pinned(a) { [b, a] } else { [a, b] }
}

/// Radius of the ring of a motor, m.
pub fn motor_radius(motor: &Motor, positions: &[Vec2], camera: &Camera) -> f32 {
    let arm = positions[motor.arms[0].index()].distance(positions[motor.axle.index()]);
    (0.55 * arm).min(0.16).max(camera.metres(8.0))
}

/// Paints the machines in their own look. The ropes of winches are painted as ropes.
pub fn paint(painter: &Painter, frame: &Frame, to: &mut DrawData) {
    paint_those(painter, |_, _| true, frame, to);
}

/// Paints drums and motors, where the colours of links mean their tension.
pub fn paint_without_links(painter: &Painter, frame: &Frame, to: &mut DrawData) {
    paint_those(painter, is_winch, frame, to);
}

/// Paints the motors, and those of the driven links that are asked for.
fn paint_those(
    painter: &Painter,
    is_asked_for: fn(&DistanceConstraint, &DrivenLink) -> bool,
    frame: &Frame,
    to: &mut DrawData,
) {
    let world = frame.world;
    if !world.driven_links().is_empty() {
        let driven = world.links().filter_map(|link| Some((link, drive_of(link, world)?)));
        for (link, driven) in driven.filter(|(link, driven)| is_asked_for(link, driven)) {
            paint_link(painter, link, driven, frame, &mut to.tier(painter.ranks.of_particle(link.a)).ropes);
        }
    }
    for motor in world.motors() {
        paint_motor(painter, motor, frame, &mut to.tier(painter.ranks.of_particle(motor.axle)).ropes);
    }
}

fn paint_link(painter: &Painter, link: &DistanceConstraint, driven: &DrivenLink, frame: &Frame, to: &mut Layer) {
    let &Frame { world, camera, palette, .. } = frame;
    let ends = oriented(world, driven.ends);
    let [a, b] = ends.map(|end| painter.positions[end.index()]);
    // At the last step, to which the rest length belongs.
    let [now_a, now_b] = ends.map(|end| world.particles().position[end.index()]);
    let is_stalled = driven.tension(now_a.distance(now_b)).abs() >= STALLED * driven.drive.force;
    let colour = |usual: Colour| if is_stalled { palette.markers.warning } else { palette.visible(usual) };
    let part = Part { a, b, length: a.distance(b).max(1e-4), pixel: camera.metres(1.0) };
    let steel = colour(palette.materials.iron);
    match driven.drive.stroke {
        Stroke::Linear { .. } if is_winch(link, driven) => {
            part.drum(driven.rest_length, [steel, palette.visible(palette.materials.rope)], to);
        }
        Stroke::Linear { min, max, .. } => part.piston(min, max, steel, to),
        // Cloth is red in some themes, as warnings are.
        Stroke::Wave { .. } => part.muscle(driven.length, colour(palette.materials.net), to),
        Stroke::Still => part.spring(driven.length, steel, to),
    }
}

/// A machine between two ends, of this length, m.
struct Part {
    a: Vec2,
    b: Vec2,
    length: f32,
    /// Size of a logical pixel, m.
    pixel: f32,
}

impl Part {
    /// A place at a distance from the first end and from the line between both, m.
    fn at(&self, along: f32, aside: f32) -> Vec2 {
        let way = (self.b - self.a) / self.length;
        self.a + way * along + way.perp() * aside
    }

    /// A drum with its rope, which turns as the rope is wound in.
    fn drum(&self, rest_length: f32, [colour, rope]: [Colour; 2], to: &mut Layer) {
        let radius = DRUM.max(6.0 * self.pixel);
        let edge = UMBER.mix(colour, 0.45);
        to.dots.extend([
            Dot::flat(self.a, radius, edge),
            Dot::flat(self.a, 0.86 * radius, colour),
            Dot::ring(self.a, 0.46 * radius, 0.12 * radius, rope),
        ]);
        let rivets =
            [0.0, 1.0, 2.0].map(|third| Vec2::from_angle(third * std::f32::consts::TAU / 3.0 - rest_length / radius));
        to.dots.extend(rivets.map(|rivet| Dot::flat(self.a + 0.72 * radius * rivet, 0.1 * radius, edge)));
    }

    /// A rod in a sleeve, which is as long as the shortest piston allows.
    fn piston(&self, min: f32, max: f32, colour: Colour, to: &mut Layer) {
        let sleeve = (0.8 * min).max(0.3 * max).min(0.9 * self.length);
        let [sleeve_half, rod] = [SLEEVE, ROD].map(|half| half.max(self.pixel));
        let edge = UMBER.mix(colour, 0.45);
        let shine = colour.mix(GLEAM, 0.45);
        let (foot, mouth) = (self.at(0.5 * sleeve_half, 0.0), self.at(sleeve - sleeve_half, 0.0));
        to.segments.extend([
            line(mouth, self.b, rod, edge),
            line(mouth, self.b, 0.62 * rod, shine),
            spot(self.b, 1.5 * rod, edge),
            spot(self.b, rod, colour),
            line(foot, mouth, sleeve_half, edge),
            line(foot, mouth, 0.78 * sleeve_half, colour),
            line(
                self.at(0.5 * sleeve_half, 0.3 * sleeve_half),
                self.at(sleeve - sleeve_half, 0.3 * sleeve_half),
                0.16 * sleeve_half,
                shine,
            ),
        ]);
    }

    /// A spindle that keeps its area: it swells as it shortens.
    fn muscle(&self, own_length: f32, colour: Colour, to: &mut Layer) {
        let swell = (own_length / self.length).clamp(0.5, 2.0).powi(2);
        let belly = (BELLY.min(0.2 * own_length) * swell.min(2.5)).max(1.5 * self.pixel);
        for (share, colour) in [(1.0, UMBER.mix(colour, 0.45)), (0.78, colour), (0.28, colour.mix(GLEAM, 0.3))] {
            let point = |piece: usize| {
                let along = piece as f32 / PIECES as f32;
                let width = 0.3 + 0.7 * 4.0 * along * (1.0 - along);
                let starts = if piece < PIECES { RopePoint::STARTS } else { 0.0 };
                let ends = if piece == 0 || piece == PIECES { RopePoint::ENDS } else { 0.0 };
                let role = RopePoint::UNLIT + starts + ends;
                let at = self.at(along * self.length, 0.0);
                RopePoint { at, along: 0.0, half_width: share * width * belly, role, colour }
            };
            curve((0..=PIECES).map(point), &mut to.ropes);
        }
    }

    /// A zigzag with as many coils at every length, which gets slimmer as it stretches.
    fn spring(&self, own_length: f32, colour: Colour, to: &mut Layer) {
        let coils = (own_length / PITCH).clamp(5.0, 24.0) as usize;
        let aside = COIL.min(0.25 * own_length) * (own_length / self.length).clamp(0.3, 1.5).sqrt();
        let lead = 0.12 * self.length;
        let pitch = (self.length - 2.0 * lead) / coils as f32;
        let place = |number: usize| match number {
            0 => self.a,
            1 => self.at(lead, 0.0),
            _ if number == coils + 2 => self.at(self.length - lead, 0.0),
            _ if number == coils + 3 => self.b,
            _ => {
                let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
                self.at(lead + (number as f32 - 1.5) * pitch, side * aside)
            }
        };
        let wire = WIRE.max(0.8 * self.pixel);
        for (share, colour) in [(1.0, UMBER.mix(colour, 0.45)), (0.6, colour.mix(GLEAM, 0.25))] {
            to.segments
                .extend((0..coils + 3).map(|number| line(place(number), place(number + 1), share * wire, colour)));
        }
    }
}

/// Paints a ring with an arrow in the direction of the motor, which turns with what it drives.
fn paint_motor(painter: &Painter, motor: &Motor, frame: &Frame, to: &mut Layer) {
    let &Frame { world, camera, palette, .. } = frame;
    let (centre, arm) = (painter.positions[motor.axle.index()], painter.positions[motor.arms[0].index()]);
    let radius = motor_radius(motor, &painter.positions, camera);
    let is_stalled = is_stalled(motor, world);
    let colour =
        if is_stalled { palette.markers.warning } else { palette.visible(palette.materials.iron).mix(GLEAM, 0.35) };
    let way = if motor.drive.speed < 0.0 { -1.0 } else { 1.0 };
    let start = (arm - centre).to_angle();
    let on_ring = |turn: f32, distance: f32| centre + Vec2::from_angle(start + way * turn) * (distance * radius);
    let (from, until) = ARC;
    let place = |piece: usize| on_ring(from + (until - from) * piece as f32 / ARC_PIECES as f32, 1.0);
    let tip = on_ring(until + 0.42, 1.0);
    let barbs = [0.66, 1.34].map(|distance| on_ring(until - 0.08, distance));
    let half_width = (0.11 * radius).max(camera.metres(1.2));
    for (half_width, colour) in [(half_width + camera.metres(1.0), UMBER), (half_width, colour)] {
        to.segments.extend((0..ARC_PIECES).map(|piece| line(place(piece), place(piece + 1), half_width, colour)));
        to.segments.extend(barbs.map(|barb| line(barb, tip, half_width, colour)));
        to.segments.push(spot(centre, 0.3 * radius + half_width, colour));
    }
}

/// Whether a motor that is driven turns much slower than it should: only the limit of its torque keeps it from that.
fn is_stalled(Motor { axle, arms, drive, is_on }: &Motor, world: &World) -> bool {
    let control = drive.control;
    let is_held = |key: Option<char>| key.is_some_and(|key| world.held_keys().contains(&key));
    let input = match (control.has_keys(), control.latches) {
        (false, _) => 1.0,
        (true, true) => f32::from(u8::from(*is_on)),
        (true, false) => f32::from(u8::from(is_held(control.forward))) - f32::from(u8::from(is_held(control.back))),
    };
    let particles = world.particles();
    let turning_speed = |arm: ParticleId| {
        let lever = particles.position[arm.index()] - particles.position[axle.index()];
        let moved = particles.displacement[arm.index()] - particles.displacement[axle.index()];
        lever.perp_dot(moved) / lever.length_squared().max(f32::MIN_POSITIVE)
    };
    let turned = turning_speed(arms[0]) - turning_speed(arms[1]);
    let wanted = drive.speed * input * world.substep_length();
    wanted != 0.0 && turned / wanted < SLOW
}
