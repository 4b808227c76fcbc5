//! Numbers of the selected things, as the panel's section Selected shows them.
//!
//! | File | Holds |
//! |---|---|
//! | `kind` | the kinds of things in words |
//! | `pieces` | the pieces that links join, and their kinds |

mod kind;
mod pieces;

pub use self::kind::Kind;

use std::sync::Arc;

use glam::Vec2;

use self::pieces::Pieces;
use super::{Sandbox, discs, is_heavy};
use crate::physics::{
    BlowerId, ClothFace, DistanceConstraint, LinkKind, Material, ParticleId, ShapeId, TensionGauge, Things, Words,
    World,
};

/// Most links of a world whose tensions are read after every step, which costs a tenth of a microsecond each.
const MAX_WATCHED: usize = 50_000;

/// A number of the selected things, in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its label.
    pub label: &'static str,
    /// Its unit, empty without one.
    pub unit: &'static str,
}

const fn reading(label: &'static str, unit: &'static str) -> Reading {
    Reading { label, unit }
}

/// The links of the selected things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkFacts {
    /// Number of links.
    pub count: usize,
    /// Sum of the rest lengths, without braces, m.
    pub length: f32,
    /// Mass for the length, without cloth, balls and weights, kg/m.
    pub mass_per_metre: Option<f32>,
    /// Mass of cloth for its area, without balls and weights, kg/m².
    pub mass_per_area: Option<f32>,
    /// Greatest tension now, N.
    pub tension: f32,
    /// Greatest tension since it was selected, N.
    pub peak: f32,
    /// Greatest relative stretch.
    pub stretch: f32,
    /// The materials, and the kinds of the links that have them.
    pub materials: Vec<(Option<Material>, LinkKind)>,
}

impl LinkFacts {
    /// The greatest tension now, in a form.
    pub const TENSION: Reading = reading("Tension", "N");
    /// The greatest tension since it was selected, in a form.
    pub const PEAK: Reading = reading("peak", "N");
    /// The greatest stretch, in a form.
    pub const STRETCH: Reading = reading("Stretch", "%");
    /// The material, in a form.
    pub const MATERIAL: Reading = reading("Material", "");
}

/// Numbers of the selected things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Its kinds, the commonest first, and how many there are of each.
    pub kinds: Vec<(Kind, usize)>,
    /// Its particles.
    pub particles: Vec<ParticleId>,
    /// Mass of the particles, kg.
    pub mass: f32,
    /// Width and height of the box around the particles, m.
    pub size: Vec2,
    /// Number of pinned particles.
    pub pinned: usize,
    /// The links; `None` if it has none.
    pub links: Option<LinkFacts>,
    /// The two ends, if it is one rope.
    pub ends: Option<[ParticleId; 2]>,
    /// Balls, weights and lone points.
    pub heavy: Vec<ParticleId>,
    /// Its obstacles.
    pub shapes: Vec<ShapeId>,
    /// Its blowers.
    pub blowers: Vec<BlowerId>,
}

/// Reads the numbers of the selected things.
#[derive(Debug, Default)]
pub struct Inspection {
    things: Things,
    gauge: TensionGauge,
    /// Greatest tension since the things were selected, N.
    peak: f32,
    pieces: Option<Pieces>,
    /// The last reading.
    facts: Option<Arc<Facts>>,
    /// The world's materials at that time.
    materials: Vec<Material>,
}

impl Inspection {
    /// Reads the tensions after a step: a jerk of one step would fall between two readings of the numbers. In a larger
    /// world than `MAX_WATCHED` it does.
    pub fn watch(&mut self, things: &Things, sandbox: &Sandbox) {
        let world = sandbox.world();
        if things.particles.is_empty() || world.link_count() > MAX_WATCHED {
            return;
        }
        self.follow(things);
        self.gauge.read(world);
        let tensions = world.links().zip(self.gauge.latest(world));
        let counted = tensions.filter(|(link, _)| is_counted(link, things));
        self.peak = counted.fold(self.peak, |peak, (_, tension)| peak.max(tension));
    }

    /// Numbers of the selected things; `None` if there are none. Those of the last reading, unless another one is due, or
    /// the selection or a material has changed.
    pub fn read(&mut self, things: &Things, sandbox: &Sandbox, is_due: bool) -> Option<Arc<Facts>> {
        self.follow(things);
        if things.is_empty() {
            return None;
        }
        let materials = sandbox.world().materials();
        let known = self.facts.as_ref().filter(|_| !is_due && self.materials == materials);
        if let Some(facts) = known {
            return Some(Arc::clone(facts));
        }
        self.materials = materials.to_vec();
        if self.pieces.as_ref().is_none_or(|pieces| !pieces.are_of(sandbox)) {
            self.pieces = Some(Pieces::find(things, sandbox));
        }
        let tension = if things.particles.is_empty() { &[] } else { self.gauge.read(sandbox.world()) };
        let mut facts = Facts::of(things, tension, self.pieces.as_ref(), sandbox);
        if let Some(links) = &mut facts.links {
            self.peak = self.peak.max(links.tension);
            links.peak = self.peak;
        }
        let facts = Arc::new(facts);
        self.facts = Some(Arc::clone(&facts));
        Some(facts)
    }

    /// Forgets the facts of other things. The gauge reads all links, and is kept unless nothing is selected.
    fn follow(&mut self, things: &Things) {
        if *things != self.things {
            let gauge = std::mem::take(&mut self.gauge);
            let gauge = if things.is_empty() { TensionGauge::default() } else { gauge };
            *self = Self { things: things.clone(), gauge, ..Self::default() };
        }
    }
}

/// Whether a link counts among those of things: braces and stops are no part of a length, and carry what others do not.
fn is_counted(link: &DistanceConstraint, things: &Things) -> bool {
    let is_inner = matches!(link.kind, LinkKind::Brace | LinkKind::Stop);
    !is_inner && things.has_particle(link.a) && things.has_particle(link.b)
}

/// Mass of the particles that links join, without balls and weights: of cloth for the area of its faces, kg/m², of other
/// things for the length of the links, kg/m.
fn density(things: &Things, of_cloth: bool, world: &World) -> Option<f32> {
    let is_cloth = |kind| matches!(kind, LinkKind::Cloth | LinkKind::Hem);
    let mut is_linked = vec![false; world.particles().len()];
    let (mut length, mut count) = (0.0, 0.0);
    for link in world.links().filter(|link| is_cloth(link.kind) == of_cloth && is_counted(link, things)) {
        (length, count) = (length + link.rest_length, count + 1.0);
        (is_linked[link.a.index()], is_linked[link.b.index()]) = (true, true);
    }
    let own_balls = world.balls().iter().filter(|ball| !ball.follows_weight);
    own_balls.for_each(|ball| is_linked[ball.particle.index()] = false);
    let mut masses = world.particles().mass.clone();
    world.weights().iter().for_each(|weight| masses[weight.particle.index()] = weight.bare_mass);
    let mass: f32 = masses.iter().zip(is_linked).filter(|(_, is_linked)| *is_linked).map(|(mass, _)| mass).sum();
    let is_within = |face: &&ClothFace| face.corners.iter().all(|&corner| things.has_particle(corner));
    // A face is as wide and high as its threads are long.
    let side: f32 = length / count;
    let size = if of_cloth { world.faces().filter(is_within).count() as f32 * side * side } else { length };
    (size > 0.0).then(|| mass / size)
}

impl Facts {
    /// The number of particles, in a form.
    pub const POINTS: Reading = reading("Points", "");
    /// The number of pinned particles, in a form.
    pub const PINNED: Reading = reading("pinned", "");
    /// The length of a rope, in a form.
    pub const LENGTH: Reading = reading("Length", "m");
    /// Width and height, in a form.
    pub const SIZE: Reading = reading("Size", "m");
    /// The mass, in a form.
    pub const MASS: Reading = reading("Mass", "kg");
    /// The mass of a rope for its length, in a form.
    pub const MASS_PER_LENGTH: Reading = reading("Mass per length", "kg/m");

    /// Its particles as a set.
    pub fn things(&self) -> Things {
        Things::of_particles(self.particles.iter().copied())
    }

    /// Its kinds in words: "Rope", "3 ropes, 1 wall".
    pub fn title(&self) -> String {
        kind::title(&self.kinds)
    }

    /// The two ends of a rope with the words of their pins: the left or upper one first.
    pub fn ends(&self, world: &World) -> Option<[(ParticleId, Words); 2]> {
        const PINNED: &str = "A pinned end stays where it is";
        let position = |end: ParticleId| world.particles().position.get(end.index());
        let mut ends = self.ends?;
        let (a, b) = (position(ends[0])?, position(ends[1])?);
        let is_level = (a.x - b.x).abs() > (a.y - b.y).abs();
        if if is_level { a.x > b.x } else { a.y < b.y } {
            ends.reverse();
        }
        let labels =
            if is_level { ["Left end pinned", "Right end pinned"] } else { ["Upper end pinned", "Lower end pinned"] };
        Some([0, 1].map(|end| (ends[end], Words::new(labels[end], PINNED))))
    }

    /// The facts of things; `tension` of all links of the world, N.
    fn of(things: &Things, tension: &[f32], pieces: Option<&Pieces>, sandbox: &Sandbox) -> Self {
        let world = sandbox.world();
        let all = world.particles();
        let mut links = LinkFacts::default();
        // The kinds of links that each material has, as bits.
        let mut known = [0_u16; 256];
        for (link, &tension) in world.links().zip(tension).filter(|(link, _)| is_counted(link, things)) {
            let rest_length = world.rest_length(link);
            links.count += 1;
            links.length += rest_length;
            links.tension = links.tension.max(tension);
            let now = all.position[link.a.index()].distance(all.position[link.b.index()]);
            links.stretch = links.stretch.max(now / rest_length - 1.0);
            let (known, kind) = (&mut known[usize::from(link.material)], 1 << link.kind as u8);
            if *known & kind == 0 {
                *known |= kind;
                links.materials.push((world.material_of(link).cloned(), link.kind));
            }
        }
        let Things { particles: _, shapes, blowers } = things.within(world);
        let particles: Vec<_> = things.particles().filter(|id| id.index() < all.len()).collect();
        [links.mass_per_metre, links.mass_per_area] = [false, true].map(|of_cloth| density(things, of_cloth, world));
        let bounds = particles.iter().map(|id| all.position[id.index()]).map(|at| (at, at));
        let bounds = bounds.reduce(|(min, max), (at, _)| (min.min(at), max.max(at)));
        let lone = pieces.iter().flat_map(|pieces| pieces.lone.iter().copied());
        let by_mass = particles.iter().copied().filter(|id| is_heavy(all.mass[id.index()]));
        let marked = discs(world).map(|(id, _)| id).filter(|&id| things.has_particle(id));
        let mut heavy: Vec<_> = lone.chain(marked).chain(by_mass).collect();
        heavy.sort_unstable_by_key(|id| id.0);
        heavy.dedup();
        let kinds = pieces.iter().flat_map(|pieces| pieces.kinds.iter().copied());
        let shape_kinds = shapes.iter().filter_map(|&id| world.colliders().shape(id));
        let kinds = kinds.chain(shape_kinds.map(|shape| Kind::of(shape.def.form)));
        Self {
            kinds: kind::count(kinds.chain(blowers.iter().map(|_| Kind::Blower))),
            size: bounds.map_or(Vec2::ZERO, |(min, max)| max - min),
            mass: particles.iter().map(|id| all.mass[id.index()]).sum(),
            pinned: particles.iter().filter(|&&id| world.is_pinned(id)).count(),
            ends: pieces.and_then(|pieces| pieces.ends),
            heavy,
            links: (links.count > 0).then_some(links),
            particles,
            shapes,
            blowers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Command;
    use crate::scene::{self, NamedScene};

    fn sandbox(build: &str) -> Sandbox {
        let text = format!(
            "(version: 1, title: \"t\", hint: \"h\", view: (min: (-4, -3), max: (4, 3)), settings: (rope_contact: 0.02), \
             build: [{build}])"
        );
        let scene = scene::parse("t", &text).expect("the test's scene reads");
        Sandbox::new(NamedScene { name: "t".to_owned(), scene }).expect("the scene builds")
    }

    const ROPE: &str = "Rope(from: At(0, 2), to: At(0, 1), particles: 11, length: 1, mass: 0.1, pins: First)";

    #[test]
    fn hanging_rope_has_its_length_mass_ends_and_tension() {
        let mut sandbox = sandbox(ROPE);
        let things = sandbox.world().all_things();
        let mut inspection = Inspection::default();
        (0..120).for_each(|_| sandbox.step());
        let facts = inspection.read(&things, &sandbox, true).expect("something is selected");
        let links = facts.links.as_ref().expect("it has links");
        assert_eq!((facts.title().as_str(), facts.particles.len(), facts.pinned, links.count), ("Rope", 11, 1, 10));
        let masses = &sandbox.world().particles().mass;
        assert!((links.length - 1.0).abs() < 1e-3, "{facts:?}");
        assert!((facts.mass - masses.iter().sum::<f32>()).abs() < 1e-5, "{facts:?}");
        let ends = facts.ends(sandbox.world()).expect("a rope has two ends");
        let ends = ends.map(|(end, words)| (end, words.label));
        assert_eq!(ends, [(ParticleId(0), "Upper end pinned"), (ParticleId(10), "Lower end pinned")]);
        let hanging = 9.81 * masses[1..].iter().sum::<f32>();
        assert!((links.tension - hanging).abs() < 0.05 * hanging, "{links:?}, and {hanging} N hang");
        assert!(inspection.read(&Things::default(), &sandbox, true).is_none());
    }

    #[test]
    fn mass_of_links_leaves_out_weights_balls_and_lone_points() {
        let others = "Ball(at: (2, 2), radius: 0.2, mass: 3), Point(at: (3, 3), mass: 2)";
        let mut sandbox = sandbox(&format!("{ROPE}, {others}"));
        let rope = sandbox.world().particles().mass[..11].iter().sum::<f32>();
        sandbox.apply(&Command::SetWeight { particle: ParticleId(10), mass: Some(5.0) });
        let facts = Inspection::default().read(&sandbox.world().all_things(), &sandbox, true);
        let links = facts.and_then(|facts| facts.links.clone()).expect("it has links");
        let mass = links.mass_per_metre.expect("a rope") * links.length;
        assert!((mass - rope).abs() < 1e-5, "{mass} kg, of a rope of {rope} kg");
        assert_eq!(links.mass_per_area, None);
    }

    #[test]
    fn cloth_beside_a_rope_has_its_mass_for_its_area() {
        let cloth = "Cloth(grid: (at: (1, 0), columns: 9, rows: 5, spacing: 0.1, mass: 0.01))";
        let sandbox = sandbox(&format!("{ROPE}, {cloth}"));
        let facts = Inspection::default().read(&sandbox.world().all_things(), &sandbox, true);
        let links = facts.and_then(|facts| facts.links.clone()).expect("it has links");
        let [rope, cloth] = [links.mass_per_metre, links.mass_per_area].map(|density| density.expect("it has a mass"));
        let masses = &sandbox.world().particles().mass;
        let (of_rope, of_cloth) = (masses[..11].iter().sum::<f32>(), masses[11..].iter().sum::<f32>());
        assert!((rope - of_rope).abs() < 1e-5, "a rope of 1 m and {of_rope} kg has {rope} kg/m");
        assert!((cloth - of_cloth / 0.32).abs() < 1e-3, "a cloth of 0.32 m² and {of_cloth} kg has {cloth} kg/m²");
    }

    /// The facts after some steps, each of them watched.
    fn watched(inspection: &mut Inspection, things: &Things, sandbox: &mut Sandbox, steps: u32) -> LinkFacts {
        for _ in 0..steps {
            sandbox.step();
            inspection.watch(things, sandbox);
        }
        let facts = inspection.read(things, sandbox, true).expect("something is selected");
        facts.links.clone().expect("it has links")
    }

    #[test]
    fn jerk_of_a_step_is_the_peak() {
        let mut sandbox = sandbox(ROPE);
        let things = sandbox.world().all_things();
        let hanging = 9.81 * sandbox.world().particles().mass[1..].iter().sum::<f32>();
        let mut inspection = Inspection::default();
        // It begins without tension, which bounces at first.
        (0..120).for_each(|_| sandbox.step());
        let rest = watched(&mut inspection, &things, &mut sandbox, 60);
        assert!((rest.peak - hanging).abs() < 0.05 * hanging, "{rest:?}, and {hanging} N hang");
        let at = sandbox.world().particles().position[10];
        sandbox.apply(&Command::Pose { particle: ParticleId(10), to: at + Vec2::new(0.0, 0.5) });
        let fall = watched(&mut inspection, &things, &mut sandbox, 60);
        assert!(fall.peak > 3.0 * hanging, "it is taut at once: {fall:?}");
        let later = watched(&mut inspection, &things, &mut sandbox, 300);
        assert!(later.peak >= fall.peak && later.tension < 0.5 * fall.peak, "{later:?}");
    }
}
