//! The bodies of a world as written in a file: a record for each particle, link, and cloth face.

use std::{fmt, marker::PhantomData};

use glam::Vec2;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor},
};

use crate::collision::Partner;
use crate::collision::particle_contact::{ASLEEP, MAX_BALLS};
use crate::geometry::MAX_FRICTION;
use crate::kinematic::MAX_PATH_POINTS;
use crate::math::WORLD_EDGE;
use crate::particles::{BALL_RADIUS_RANGE, LinkKind, MAX_BEND, MAX_MASS, MAX_MATERIALS, MIN_MASS};
use crate::solver::OVERFLOW_COLOUR;
use crate::state::text::read::{List, OptionalFields, ensure, field};
use crate::world::edit::{MAX_COMPLIANCE, MAX_GRABS, MAX_LENGTH, MIN_LENGTH};

/// Position x, y and displacement in the last substep x, y, m; mass, kg.
pub(crate) type Particle = (f32, f32, f32, f32, f32);

/// Two particles, rest length (m), stiffness, kind, colour.
pub(crate) type Link = (u32, u32, f32, f32, LinkKind, u8);

/// Pointer, particle, whether it is a pin, and path of the pointer, m; then displacement that the hand aimed at, m, and its
/// force, N.
pub(crate) type GrabEntry = (u32, u32, bool, Vec<Vec2>, Vec2, Vec2);

/// Particle; displacement that the hand aimed at, m, its force, N, and the share of it that is left.
pub(crate) type ReleaseEntry = (u32, Vec2, Vec2, f32);

/// Particle and mass, kg.
pub(crate) type WeightEntry = (u32, f32);

/// Particle, and tangent of half its turn at rest.
pub(crate) type BendEntry = (u32, f32);

/// Particle, id of the shape, and position in the shape's frame, m.
pub(crate) type AnchorEntry = (u32, u32, Vec2);

/// Particle and radius, m; without one, that of the weight on the particle.
pub(crate) type BallEntry = (u32, Option<f32>);

/// Particle, friction and restitution.
pub(crate) type BallSurfaceEntry = (u32, Option<f32>, Option<f32>);

/// Position x, y and a distance, m.
pub(crate) type RestEntry = (f32, f32, f32);

/// The fields are written and read in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Bodies {
    pub particles: Vec<Particle>,
    /// In rising order.
    pub pinned: Vec<u32>,
    /// The highest colour ever given to a link.
    pub highest_colour: u8,
    pub links: Vec<Link>,
    /// The corners of each cloth face.
    pub faces: Vec<[u32; 4]>,
    pub hands: Vec<GrabEntry>,
    /// The driven particle and its velocity, m/s.
    pub drive: Option<(u32, Vec2)>,
    /// In rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<WeightEntry>,
    /// In rising order of their particles. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub balls: Vec<BallEntry>,
    /// Particle, friction and restitution of each ball with a surface of its own. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ball_surfaces: Vec<BallSurfaceEntry>,
    /// Resting position x, y (m) of each particle, and its steps at rest or [`ASLEEP`]. Left out while rope contact is
    /// off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<(f32, f32, u16)>,
    /// Position x, y (m) of each of these particles from which its rest is measured, and how far it went from it since, m.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<RestEntry>,
    /// Link and compliance (m/N) of each link that a force lengthens, in rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compliances: Vec<(u32, f32)>,
    /// Particles and what ignores them, in rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<(u32, Partner)>,
    /// Particles put somewhere since the last step. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<u32>,
    /// In rising order of their particles, which are pinned. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<AnchorEntry>,
    /// Particles that a gesture moves, in rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lifted: Vec<u32>,
    /// Hands that let go. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub releases: Vec<ReleaseEntry>,
    /// Link and number of its material, from 1, of each link that has one, in rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub made_of: Vec<(u32, u8)>,
    /// In rising order of their particles. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<BendEntry>,
}

const FIELDS: &[&str] = &[
    "particles",
    "pinned",
    "highest_colour",
    "links",
    "faces",
    "hands",
    "drive",
    "weights",
    "balls",
    "ball_surfaces",
    "rests",
    "samples",
    "compliances",
    "ignored",
    "unseen",
    "anchors",
    "lifted",
    "releases",
    "made_of",
    "bends",
];

impl<'de> Deserialize<'de> for Bodies {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_struct("Bodies", FIELDS, InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Bodies;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the fields {}", FIELDS.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Bodies, A::Error> {
        let particles = field(&mut from, "particles", List::checked(check_particle))?;
        let count = particles.len();
        let pinned = field(&mut from, "pinned", List::checked(pin_check(count)))?;
        let highest_colour = field(&mut from, "highest_colour", PhantomData::<u8>)?;
        let expected = || format!("a colour up to {OVERFLOW_COLOUR} expected, found {highest_colour}");
        ensure(highest_colour <= OVERFLOW_COLOUR, expected).map_err(A::Error::custom)?;
        let links = field(&mut from, "links", List::checked(link_check(count, highest_colour)))?;
        let check_face = |corners: &[u32; 4]| corners.iter().try_for_each(|&corner| check_id(corner, count));
        let faces = field(&mut from, "faces", List::checked(check_face))?;
        let hands = field(&mut from, "hands", List::checked(grab_check(count, &pinned)))?;
        let drive = field(&mut from, "drive", PhantomData::<Option<(u32, Vec2)>>)?;
        if let Some((particle, velocity)) = drive {
            check_id(particle, count).and(check_velocity(velocity)).map_err(A::Error::custom)?;
        }
        let mut optional = OptionalFields::of(from)?;
        let weights = optional.field("weights", List::checked(weight_check(count)))?.unwrap_or_default();
        let balls = optional.field("balls", List::checked(ball_check(count, &weights)))?.unwrap_or_default();
        let check_surface = ball_surface_check(&balls);
        let ball_surfaces = optional.field("ball_surfaces", List::checked(check_surface))?.unwrap_or_default();
        let mut kept: Vec<u32> = pinned.iter().copied().chain(hands.iter().map(|hand: &GrabEntry| hand.1)).collect();
        kept.sort_unstable();
        let rests = optional.field("rests", List::checked(rest_check(count, kept)))?.unwrap_or_default();
        let samples = optional.field("samples", List::checked(sample_check(rests.len())))?.unwrap_or_default();
        let check_compliance = compliance_check(links.len());
        let compliances = optional.field("compliances", List::checked(check_compliance))?.unwrap_or_default();
        let ignored = optional.field("ignored", List::checked(pair_check(count)))?.unwrap_or_default();
        let check_unseen = |&particle: &u32| check_id(particle, count);
        let unseen = optional.field("unseen", List::checked(check_unseen))?.unwrap_or_default();
        let anchors = optional.field("anchors", List::checked(anchor_check(&pinned, &hands)))?.unwrap_or_default();
        let lifted = optional.field("lifted", List::checked(lift_check(count, &rests)))?.unwrap_or_default();
        let releases = optional.field("releases", List::checked(release_check(count)))?.unwrap_or_default();
        let made_of = optional.field("made_of", List::checked(material_check(links.len())))?.unwrap_or_default();
        let bends = optional.field("bends", List::checked(bend_check(count)))?.unwrap_or_default();
        optional.end()?;
        let expected = || format!("as many samples as rests expected ({}), found {}", rests.len(), samples.len());
        ensure(samples.is_empty() || samples.len() == rests.len(), expected).map_err(A::Error::custom)?;
        Ok(Bodies {
            particles,
            pinned,
            highest_colour,
            links,
            faces,
            hands,
            drive,
            weights,
            balls,
            ball_surfaces,
            rests,
            samples,
            compliances,
            ignored,
            unseen,
            anchors,
            lifted,
            releases,
            made_of,
            bends,
        })
    }
}

/// Checks that a particle with this id exists.
fn check_id(id: u32, count: usize) -> Result<(), String> {
    ensure((id as usize) < count, || format!("one of the {count} particles (from 0) expected, found {id}"))
}

/// Checks that `value` is from `min` to `max`.
fn check(value: f32, min: f32, max: f32, what: &str) -> Result<(), String> {
    let expected = || format!("{what} from {min} to {max} expected, found {value}");
    ensure((min..=max).contains(&value), expected)
}

/// Checks the components of a vector.
fn check_vec([x, y]: [f32; 2], max: f32, what: &str) -> Result<(), String> {
    check(x, -max, max, what).and_then(|()| check(y, -max, max, what))
}

fn check_particle(&(x, y, dx, dy, mass): &Particle) -> Result<(), String> {
    check_vec([x, y], WORLD_EDGE, "a position in metres")?;
    check_vec([dx, dy], WORLD_EDGE, "a motion in metres")?;
    check(mass, MIN_MASS, MAX_MASS, "a mass in kilograms")
}

/// Checks a velocity of pins or of the drive, m/s.
pub(crate) fn check_velocity(velocity: Vec2) -> Result<(), String> {
    check_vec(velocity.to_array(), 1_000.0, "a speed in metres a second")
}

/// Checks that each id is higher than the one before.
fn rise_check(what: &'static str) -> impl FnMut(u32) -> Result<(), String> {
    let mut last = None;
    move |id| {
        let rises = last.is_none_or(|last| last < id);
        last = Some(id);
        ensure(rises, || format!("{what} expected, found {id}"))
    }
}

fn pin_check(count: usize) -> impl FnMut(&u32) -> Result<(), String> {
    let mut check_rise = rise_check("particles in rising order");
    move |&id| check_rise(id).and_then(|()| check_id(id, count))
}

fn link_check(count: usize, highest: u8) -> impl FnMut(&Link) -> Result<(), String> {
    // For each particle, a bit for each colour of its links so far.
    let mut taken = vec![0u64; count];
    move |&(a, b, rest_length, stiffness, _, colour)| {
        check_id(a, count).and(check_id(b, count))?;
        ensure(a != b, || format!("a link between two particles expected, found {a} twice"))?;
        check(rest_length, MIN_LENGTH, MAX_LENGTH, "a length in metres")?;
        check(stiffness, 0.0, 1.0, "a stiffness")?;
        let in_range = || format!("a colour up to {highest} (`highest_colour`) expected, found {colour}");
        ensure(colour <= highest, in_range)?;
        let bit = 1 << colour;
        let is_free = colour == OVERFLOW_COLOUR || (taken[a as usize] | taken[b as usize]) & bit == 0;
        let free = || format!("a colour expected that no other link has at particle {a} or {b}, found {colour}");
        ensure(is_free, free)?;
        taken[a as usize] |= bit;
        taken[b as usize] |= bit;
        Ok(())
    }
}

fn compliance_check(links: usize) -> impl FnMut(&(u32, f32)) -> Result<(), String> {
    let mut check_rise = rise_check("links in rising order");
    move |&(link, compliance)| {
        check_rise(link)?;
        ensure((link as usize) < links, || format!("one of the {links} links (from 0) expected, found {link}"))?;
        check(compliance, 0.0, MAX_COMPLIANCE, "a compliance in metres a newton")
    }
}

fn material_check(links: usize) -> impl FnMut(&(u32, u8)) -> Result<(), String> {
    let mut check_rise = rise_check("links in rising order");
    move |&(link, material)| {
        check_rise(link)?;
        ensure((link as usize) < links, || format!("one of the {links} links (from 0) expected, found {link}"))?;
        let is_number = (1..=MAX_MATERIALS).contains(&usize::from(material));
        ensure(is_number, || format!("a material from 1 to {MAX_MATERIALS} expected, found {material}"))
    }
}

/// Adds an id to a short list, and returns whether it is new.
fn add_new(list: &mut Vec<u32>, id: u32) -> bool {
    let is_new = !list.contains(&id);
    list.extend(is_new.then_some(id));
    is_new
}

fn grab_check(count: usize, pinned: &[u32]) -> impl FnMut(&GrabEntry) -> Result<(), String> {
    let (mut pointers, mut particles) = (Vec::new(), Vec::new());
    move |&(id, particle, _, ref path, aim, push)| {
        check_id(particle, count)?;
        let is_new = add_new(&mut pointers, id) && add_new(&mut particles, particle);
        let new = || format!("pointers that each hold a particle of their own expected, found {id} at {particle}");
        ensure(is_new, new)?;
        ensure(pointers.len() <= MAX_GRABS, || format!("at most {MAX_GRABS} pointers expected"))?;
        let points = || format!("1 to {MAX_PATH_POINTS} positions of a pointer expected, found {}", path.len());
        ensure((1..=MAX_PATH_POINTS).contains(&path.len()), points)?;
        let is_finite = path.iter().all(|position| position.is_finite());
        ensure(is_finite, || "positions of a pointer in metres expected".to_owned())?;
        let is_free = pinned.binary_search(&particle).is_err();
        ensure(is_free, || format!("held pins in `hands` alone expected, found {particle} in `pinned`"))?;
        check_grip(aim, push)
    }
}

fn check_grip(aim: Vec2, push: Vec2) -> Result<(), String> {
    check_vec(aim.to_array(), WORLD_EDGE, "an aim in metres")?;
    ensure(push.is_finite(), || "a force in newtons expected".to_owned())
}

fn release_check(count: usize) -> impl FnMut(&ReleaseEntry) -> Result<(), String> {
    let mut particles = Vec::new();
    move |&(particle, aim, push, left)| {
        check_id(particle, count)?;
        let is_new = add_new(&mut particles, particle) && particles.len() <= MAX_GRABS;
        ensure(is_new, || format!("at most {MAX_GRABS} releases expected, each of a particle of its own"))?;
        check(left, 0.0, 1.0, "a share of a force")?;
        check_grip(aim, push)
    }
}

fn weight_check(count: usize) -> impl FnMut(&WeightEntry) -> Result<(), String> {
    let mut check_rise = rise_check("weights in rising order of their particles");
    move |&(particle, mass)| {
        check_id(particle, count)?;
        check_rise(particle)?;
        check(mass, MIN_MASS, MAX_MASS, "a mass in kilograms")
    }
}

fn bend_check(count: usize) -> impl FnMut(&BendEntry) -> Result<(), String> {
    let mut check_rise = rise_check("bends in rising order of their particles");
    move |&(particle, half_turn)| {
        check_id(particle, count)?;
        check_rise(particle)?;
        check(half_turn, -MAX_BEND, MAX_BEND, "the tangent of half a turn")
    }
}

fn ball_check(count: usize, weights: &[WeightEntry]) -> impl FnMut(&BallEntry) -> Result<(), String> {
    let mut check_rise = rise_check("balls in rising order of their particles");
    let mut number = 0;
    move |&(id, radius)| {
        check_id(id, count)?;
        check_rise(id)?;
        number += 1;
        ensure(number <= MAX_BALLS, || format!("at most {MAX_BALLS} balls expected"))?;
        let Some(radius) = radius else {
            let has_weight = weights.binary_search_by_key(&id, |weight| weight.0).is_ok();
            return ensure(has_weight, || format!("the radius of a ball without a weight expected, of {id}"));
        };
        check(radius, BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1, "a radius in metres")
    }
}

fn ball_surface_check(balls: &[BallEntry]) -> impl FnMut(&BallSurfaceEntry) -> Result<(), String> {
    let balls: Vec<u32> = balls.iter().map(|ball| ball.0).collect();
    let mut known = Vec::new();
    move |&(id, friction, restitution)| {
        let is_new = balls.contains(&id) && add_new(&mut known, id);
        ensure(is_new, || format!("surfaces of balls expected, each once, found {id}"))?;
        friction.map_or(Ok(()), |friction| check(friction, 0.0, MAX_FRICTION, "a coefficient of friction"))?;
        restitution.map_or(Ok(()), |restitution| check(restitution, 0.0, 1.0, "a restitution"))
    }
}

/// `kept` are the pinned and held particles, which cannot sleep. Sorted.
fn rest_check(count: usize, kept: Vec<u32>) -> impl FnMut(&(f32, f32, u16)) -> Result<(), String> {
    let mut ids = 0..;
    move |&(x, y, steps)| {
        let id = ids.next().unwrap_or(u32::MAX);
        check_id(id, count)?;
        check_vec([x, y], WORLD_EDGE, "a position in metres")?;
        let can_sleep = steps != ASLEEP || kept.binary_search(&id).is_err();
        ensure(can_sleep, || format!("pinned and held particles awake expected, found {id} asleep"))
    }
}

/// Particles that rest cannot be lifted.
fn lift_check(count: usize, rests: &[(f32, f32, u16)]) -> impl FnMut(&u32) -> Result<(), String> {
    let mut check_rise = rise_check("lifted particles in rising order");
    move |&id| {
        check_rise(id).and_then(|()| check_id(id, count))?;
        let is_awake = rests.get(id as usize).is_none_or(|&(.., steps)| steps != ASLEEP);
        ensure(is_awake, || format!("lifted particles awake expected, found {id} asleep"))
    }
}

fn sample_check(count: usize) -> impl FnMut(&RestEntry) -> Result<(), String> {
    let mut number = 0;
    move |&(x, y, reach)| {
        number += 1;
        ensure(number <= count, || format!("samples of the {count} particles in `rests` expected"))?;
        check_vec([x, y], WORLD_EDGE, "a position in metres")?;
        check(reach, 0.0, 4.0 * WORLD_EDGE, "a distance in metres")
    }
}

/// Ignored pairs of one of `count` particles, in rising order.
fn pair_check(count: usize) -> impl FnMut(&(u32, Partner)) -> Result<(), String> {
    let mut last = None;
    move |&pair| {
        check_id(pair.0, count)?;
        if let Partner::Body(body) = pair.1 {
            check_id(body, count)?;
        }
        let rises = last.is_none_or(|last| last < pair);
        last = Some(pair);
        ensure(rises, || format!("pairs in rising order expected, found {pair:?}"))
    }
}

/// A shape that does not exist leaves its particle pinned where it is.
fn anchor_check(pinned: &[u32], hands: &[GrabEntry]) -> impl FnMut(&AnchorEntry) -> Result<(), String> {
    let mut check_rise = rise_check("anchors in rising order of their particles");
    move |&(particle, _, local)| {
        check_rise(particle)?;
        let is_held_pin = |&(_, held, pins, ..): &GrabEntry| held == particle && pins;
        let is_pinned = pinned.binary_search(&particle).is_ok() || hands.iter().any(is_held_pin);
        ensure(is_pinned, || format!("an anchor of a pinned particle expected, found {particle}"))?;
        check_vec(local.to_array(), 8.0 * WORLD_EDGE, "a position in metres")
    }
}
