//! The bodies of a world as written in a file: a record for each particle, link, and cloth face.

use std::{collections::BTreeSet, fmt, marker::PhantomData};

use glam::Vec2;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor},
};

use crate::{
    collision::particle_contact::{ASLEEP, BALL_RADIUS_RANGE, MAX_BALLS},
    kinematic::grab::MAX_PATH_POINTS,
    math::bounds::WORLD_EDGE,
    particles::{
        distance_constraint::LinkKind,
        storage::{MAX_MASS, MIN_MASS},
    },
    solver::{colouring::OVERFLOW_COLOUR, multigrid::MIN_SIDE},
    state::text::read::{List, Rest, field},
    world::edit::{MAX_GRABS, MAX_LENGTH, MIN_LENGTH},
};

/// Position x, y and displacement in the last substep x, y, m; mass, kg.
pub(crate) type Particle = (f32, f32, f32, f32, f32);

/// Two particles, rest length (m), stiffness, kind, colour.
pub(crate) type Link = (u32, u32, f32, f32, LinkKind, u8);

/// Pointer, particle, and path of the pointer, m.
type Held = (u32, u32, Vec<Vec2>);

/// Particle and mass, kg.
pub(crate) type Hung = (u32, f32);

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
    /// First particle, rows and columns of each grid net, in rising order.
    pub nets: Vec<[u32; 3]>,
    pub hands: Vec<Held>,
    /// The driven particle and its velocity, m/s.
    pub drive: Option<(u32, Vec2)>,
    /// In rising order. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Hung>,
    /// Particle and radius (m) of each ball. Left out if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub balls: Vec<(u32, f32)>,
    /// Resting place x, y (m) of each particle, and its steps at rest or [`ASLEEP`]. Left out while rope contact is off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<(f32, f32, u16)>,
}

const FIELDS: &[&str] =
    &["particles", "pinned", "highest_colour", "links", "faces", "nets", "hands", "drive", "weights", "balls", "rests"];

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
        let known = |id: u32| {
            let there = (id as usize) < count;
            there.then_some(()).ok_or_else(|| format!("one of the {count} particles (from 0) expected, found {id}"))
        };
        let mut last = None;
        let pinned = field(
            &mut from,
            "pinned",
            List::checked(|&id: &u32| {
                let rises = last.is_none_or(|last| last < id);
                last = Some(id);
                if rises { known(id) } else { Err(format!("particles in rising order expected, found {id}")) }
            }),
        )?;
        let highest_colour = field(&mut from, "highest_colour", PhantomData::<u8>)?;
        if !crate::state::text::is_colour(highest_colour) {
            return Err(A::Error::custom(format!("a colour up to {OVERFLOW_COLOUR} expected, found {highest_colour}")));
        }
        let mut taken = vec![0; count];
        let links = field(
            &mut from,
            "links",
            List::checked(|link: &Link| {
                known(link.0).and(known(link.1))?;
                check_link(link, highest_colour, &mut taken)
            }),
        )?;
        let faces = field(
            &mut from,
            "faces",
            List::checked(|corners: &[u32; 4]| corners.iter().try_for_each(|&corner| known(corner))),
        )?;
        let mut free = 0;
        let nets = field(&mut from, "nets", List::checked(|net: &[u32; 3]| check_net(net, &mut free, count)))?;
        let mut taken = (BTreeSet::new(), BTreeSet::new());
        let hands = field(
            &mut from,
            "hands",
            List::checked(|hand: &Held| {
                known(hand.1)?;
                check_hand(hand, &mut taken)
            }),
        )?;
        let drive = field(&mut from, "drive", PhantomData::<Option<(u32, Vec2)>>)?;
        if let Some((particle, velocity)) = drive {
            known(particle).and(check_velocity(velocity)).map_err(A::Error::custom)?;
        }
        let mut last = None;
        let weight = |&(particle, mass): &Hung| {
            known(particle)?;
            if last.is_some_and(|last| last >= particle) {
                return Err(format!("weights by rising particles expected, found {particle}"));
            }
            last = Some(particle);
            check(mass, MIN_MASS, MAX_MASS, "a mass in kilograms")
        };
        let mut rest = Rest::of(from)?;
        let weights = rest.field("weights", List::checked(weight))?.unwrap_or_default();
        let mut balls_so_far = BTreeSet::new();
        let balls = rest.field(
            "balls",
            List::checked(|&(id, radius): &(u32, f32)| {
                known(id)?;
                check(radius, BALL_RADIUS_RANGE.0, BALL_RADIUS_RANGE.1, "a radius in metres")?;
                if !balls_so_far.insert(id) || balls_so_far.len() > MAX_BALLS {
                    return Err(format!("at most {MAX_BALLS} balls expected, each once, found {id}"));
                }
                Ok(())
            }),
        )?;
        let fixed: BTreeSet<u32> = pinned.iter().copied().chain(hands.iter().map(|hand: &Held| hand.1)).collect();
        let mut number = 0;
        let rests = rest.field(
            "rests",
            List::checked(|&(x, y, steps): &(f32, f32, u16)| {
                known(number)?;
                [x, y].into_iter().try_for_each(|at| check(at, -WORLD_EDGE, WORLD_EDGE, "a position in metres"))?;
                if steps == ASLEEP && fixed.contains(&number) {
                    return Err(format!("nothing asleep expected that is pinned or held, found {number}"));
                }
                number += 1;
                Ok(())
            }),
        )?;
        rest.end()?;
        let (balls, rests) = (balls.unwrap_or_default(), rests.unwrap_or_default());
        Ok(Bodies { particles, pinned, highest_colour, links, faces, nets, hands, drive, weights, balls, rests })
    }
}

/// Checks that `value` is from `least` to `most`.
fn check(value: f32, least: f32, most: f32, what: &str) -> Result<(), String> {
    let inside = (least..=most).contains(&value);
    inside.then_some(()).ok_or_else(|| format!("{what} from {least} to {most} expected, found {value}"))
}

fn check_particle(&(x, y, dx, dy, mass): &Particle) -> Result<(), String> {
    [x, y].into_iter().try_for_each(|at| check(at, -WORLD_EDGE, WORLD_EDGE, "a position in metres"))?;
    [dx, dy].into_iter().try_for_each(|by| check(by, -WORLD_EDGE, WORLD_EDGE, "a motion in metres"))?;
    check(mass, MIN_MASS, MAX_MASS, "a mass in kilograms")
}

/// Checks a velocity of pins or of the drive, m/s.
pub(crate) fn check_velocity(Vec2 { x, y }: Vec2) -> Result<(), String> {
    [x, y].into_iter().try_for_each(|speed| check(speed, -1_000.0, 1_000.0, "a speed in metres a second"))
}

/// Checks a link. `taken` has, for each particle, a bit for each colour of its links so far.
fn check_link(link: &Link, highest: u8, taken: &mut [u64]) -> Result<(), String> {
    let &(a, b, rest_length, stiffness, _, colour) = link;
    if a == b {
        return Err(format!("a link between two particles expected, found {a} twice"));
    }
    check(rest_length, MIN_LENGTH, MAX_LENGTH, "a length in metres")?;
    check(stiffness, 0.0, 1.0, "a stiffness")?;
    if colour > highest {
        return Err(format!("a colour up to {highest} (`highest_colour`) expected, found {colour}"));
    }
    let bit = 1 << colour;
    if colour != OVERFLOW_COLOUR && (taken[a as usize] | taken[b as usize]) & bit != 0 {
        return Err(format!("a colour expected that no other link has at particle {a} or {b}, found {colour}"));
    }
    taken[a as usize] |= bit;
    taken[b as usize] |= bit;
    Ok(())
}

/// Checks a grid net. `free` is the first particle after the nets so far.
fn check_net(&[first, rows, columns]: &[u32; 3], free: &mut u64, count: usize) -> Result<(), String> {
    let end = u64::from(first) + u64::from(rows) * u64::from(columns);
    if rows.min(columns) < MIN_SIDE || u64::from(first) < *free || end > count as u64 {
        return Err(format!(
            "a net of at least {MIN_SIDE} rows and columns expected, in particles {free} to {count}, \
             found ({first}, {rows}, {columns})"
        ));
    }
    *free = end;
    Ok(())
}

/// Checks a grab. `taken` are the pointers and the particles of the grabs so far.
fn check_hand((id, particle, path): &Held, taken: &mut (BTreeSet<u32>, BTreeSet<u32>)) -> Result<(), String> {
    if !(taken.0.insert(*id) && taken.1.insert(*particle)) {
        return Err(format!("pointers that each hold a particle of their own expected, found {id} at {particle}"));
    }
    if taken.0.len() > MAX_GRABS {
        return Err(format!("at most {MAX_GRABS} pointers expected"));
    }
    if !(1..=MAX_PATH_POINTS).contains(&path.len()) {
        return Err(format!("1 to {MAX_PATH_POINTS} places of a pointer expected, found {}", path.len()));
    }
    let finite = path.iter().all(|place| place.is_finite());
    finite.then_some(()).ok_or_else(|| "places of a pointer in metres expected".to_owned())
}
