//! Numbers of the selected things, read from the sandbox for the section Selected.

use std::sync::Arc;

use glam::Vec2;

use crate::host::Instant;
use crate::physics::{
    BlowerId, DistanceConstraint, LinkKind, Material, ParticleId, Revision, ShapeId, TensionGauge, Things,
};
use crate::sandbox::{Sandbox, is_ball};
use crate::tool::Tool;

/// Time between two readings, s: faster figures cannot be read.
const PERIOD: f32 = 0.1;

/// Most links of a world whose tensions are read after every step, which costs a tenth of a microsecond each.
const MAX_WATCHED: usize = 50_000;

/// The links of what is selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkFacts {
    /// Number of links.
    pub count: usize,
    /// Sum of the rest lengths, without braces, m.
    pub length: f32,
    /// Greatest tension now, N.
    pub tension: f32,
    /// Greatest tension since it was selected, N.
    pub peak: f32,
    /// Greatest relative stretch.
    pub stretch: f32,
    /// The materials, and the kinds of the links that have them.
    pub materials: Vec<(Option<Material>, LinkKind)>,
}

/// Numbers of the selected things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Its kinds: "Rope", "3 ropes, 1 wall".
    pub title: String,
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
    read: Option<Instant>,
    /// The world's materials at that time.
    materials: Vec<Material>,
    facts: Arc<Facts>,
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

    /// Numbers of the selected things; `None` if there are none. Read anew where the selection or a material has
    /// changed, or some time has passed.
    pub fn read(&mut self, things: &Things, sandbox: &Sandbox) -> Option<Arc<Facts>> {
        self.follow(things);
        if things.is_empty() {
            return None;
        }
        let materials = sandbox.world().materials();
        if self.read.is_none_or(|read| read.elapsed().as_secs_f32() > PERIOD) || self.materials != materials {
            self.read = Some(Instant::now());
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
            self.facts = Arc::new(facts);
        }
        Some(Arc::clone(&self.facts))
    }

    /// Forgets what it knows of other things. The gauge reads all links, and goes on unless nothing is selected.
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

impl Facts {
    /// Its particles as a set.
    pub fn things(&self) -> Things {
        Things::of_particles(self.particles.iter().copied())
    }

    /// The facts of things; `tension` of all links of the world, N.
    fn of(things: &Things, tension: &[f32], pieces: Option<&Pieces>, sandbox: &Sandbox) -> Self {
        let world = sandbox.world();
        let all = world.particles();
        let mut links = LinkFacts::default();
        // The kinds of links that each material has, as bits.
        let mut known = [0_u8; 256];
        for (link, &tension) in world.links().zip(tension).filter(|(link, _)| is_counted(link, things)) {
            links.count += 1;
            links.length += link.rest_length;
            links.tension = links.tension.max(tension);
            let now = all.position[link.a.index()].distance(all.position[link.b.index()]);
            links.stretch = links.stretch.max(now / link.rest_length - 1.0);
            let (known, kind) = (&mut known[usize::from(link.material)], 1 << link.kind as u8);
            if *known & kind == 0 {
                *known |= kind;
                links.materials.push((world.material_of(link).cloned(), link.kind));
            }
        }
        let Things { particles: _, shapes, blowers } = things.within(world);
        let particles: Vec<_> = things.particles().filter(|id| id.index() < all.len()).collect();
        let bounds = particles.iter().map(|id| all.position[id.index()]).map(|at| (at, at));
        let bounds = bounds.reduce(|(min, max), (at, _)| (min.min(at), max.max(at)));
        let lone = pieces.iter().flat_map(|pieces| pieces.lone.iter().copied());
        let with_balls = world.balls().iter().map(|ball| ball.particle);
        let with_weights = world.weights().iter().map(|weight| weight.particle);
        let by_mass = particles.iter().copied().filter(|id| is_ball(all.mass[id.index()]));
        let marked = with_balls.chain(with_weights).filter(|&id| things.has_particle(id));
        let mut heavy: Vec<_> = lone.chain(marked).chain(by_mass).collect();
        heavy.sort_unstable();
        heavy.dedup();
        let kinds = pieces.iter().flat_map(|pieces| pieces.kinds.iter().copied());
        let shape_kinds = shapes.iter().filter_map(|&id| world.colliders().shape(id));
        let kinds = kinds.chain(shape_kinds.map(|shape| Tool::of(shape.def.form).info().name));
        Self {
            title: title(kinds.chain(blowers.iter().map(|_| "Blower"))),
            size: bounds.map_or(Vec2::ZERO, |(min, max)| max - min),
            mass: particles.iter().map(|id| all.mass[id.index()]).sum(),
            pinned: particles.iter().filter(|id| all.pinned[id.index()]).count(),
            ends: pieces.and_then(|pieces| pieces.ends),
            heavy,
            links: (links.count > 0).then_some(links),
            particles,
            shapes,
            blowers,
        }
    }
}

/// The kinds of things in words, the commonest first.
fn title(kinds: impl Iterator<Item = &'static str>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for kind in kinds {
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    if let [(kind, 1)] = counts[..] {
        return kind.to_owned();
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let words = counts.iter().map(|&(kind, count)| {
        let kind = kind.to_lowercase();
        match (count, kind.strip_suffix('y')) {
            (1, _) => format!("1 {kind}"),
            (_, Some(stem)) => format!("{count} {stem}ies"),
            _ if kind.ends_with('x') => format!("{count} {kind}es"),
            _ => format!("{count} {kind}s"),
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The pieces of the selected particles that links join. They follow from the links, and change with them alone.
#[derive(Debug)]
struct Pieces {
    /// The links and the number of balls from which they were found.
    from: (Revision, usize),
    /// The kind of each piece.
    kinds: Vec<&'static str>,
    /// The ends of the only piece, if that is a line.
    ends: Option<[ParticleId; 2]>,
    /// Particles without links.
    lone: Vec<ParticleId>,
}

/// A piece while its kind is found.
#[derive(Clone, Copy, Default)]
struct Piece {
    particles: usize,
    /// Number of links, without braces and stops.
    links: usize,
    /// Kinds of its links, as bits.
    kinds: u8,
    has_ball: bool,
}

impl Pieces {
    fn find(things: &Things, sandbox: &Sandbox) -> Self {
        let world = sandbox.world();
        let number = world.component_numbers();
        let piece_of = |id: ParticleId| number[id.index()] as usize;
        let particles = || things.particles().filter(|id| id.index() < number.len());
        let mut pieces = vec![Piece::default(); number.iter().max().map_or(0, |&last| last as usize + 1)];
        particles().for_each(|id| pieces[piece_of(id)].particles += 1);
        for link in world.links().filter(|link| things.has_particle(link.a) && things.has_particle(link.b)) {
            let piece = &mut pieces[piece_of(link.a)];
            piece.kinds |= 1 << link.kind as u8;
            piece.links += usize::from(is_counted(link, things));
        }
        world.balls().iter().for_each(|ball| pieces[piece_of(ball.particle)].has_ball = true);
        let mut selected = pieces.iter().filter(|piece| piece.particles > 0);
        let ends = match (selected.next(), selected.next()) {
            (Some(piece), None) if piece.links + 1 == piece.particles => Self::ends(things, sandbox),
            _ => None,
        };
        Self {
            from: (world.revision(), world.balls().len()),
            kinds: pieces.iter().filter(|piece| piece.particles > 0).map(Piece::kind).collect(),
            ends,
            lone: particles().filter(|&id| pieces[piece_of(id)].links == 0).collect(),
        }
    }

    fn are_of(&self, sandbox: &Sandbox) -> bool {
        self.from == (sandbox.world().revision(), sandbox.world().balls().len())
    }

    /// The ends of a tree of links, if it has no branch.
    fn ends(things: &Things, sandbox: &Sandbox) -> Option<[ParticleId; 2]> {
        let world = sandbox.world();
        let mut degree = vec![0_u8; world.particles().len()];
        for end in world.links().filter(|link| is_counted(link, things)).flat_map(|link| [link.a, link.b]) {
            degree[end.index()] = degree[end.index()].saturating_add(1);
        }
        let mut ends = things.particles().filter(|id| degree.get(id.index()) == Some(&1));
        let pair = [ends.next()?, ends.next()?];
        ends.next().is_none().then_some(pair)
    }
}

impl Piece {
    fn kind(&self) -> &'static str {
        let &Self { particles, links, kinds, has_ball } = self;
        let has = |kind: LinkKind| kinds & (1 << kind as u8) != 0;
        if has(LinkKind::Cloth) || has(LinkKind::Hem) {
            "Cloth"
        } else if has(LinkKind::Net) || has(LinkKind::Lattice) {
            "Net"
        } else if has(LinkKind::Brace) || has(LinkKind::Stop) {
            "Body"
        } else if has(LinkKind::Rope) {
            if links < particles { "Rope" } else { "Web" }
        } else if has(LinkKind::Beam) {
            match links {
                1 => "Beam",
                _ if links < particles => "Chain",
                _ => "Body",
            }
        } else if has_ball {
            "Ball"
        } else {
            "Point"
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
        (0..10).for_each(|_| sandbox.step());
        let facts = inspection.read(&things, &sandbox).expect("something is selected");
        let links = facts.links.as_ref().expect("it has links");
        assert_eq!((facts.title.as_str(), facts.particles.len(), facts.pinned, links.count), ("Rope", 11, 1, 10));
        let masses = &sandbox.world().particles().mass;
        assert!((links.length - 1.0).abs() < 1e-3, "{facts:?}");
        assert!((facts.mass - masses.iter().sum::<f32>()).abs() < 1e-5, "{facts:?}");
        assert_eq!(facts.ends, Some([ParticleId(0), ParticleId(10)]));
        let hanging = 9.81 * masses[1..].iter().sum::<f32>();
        assert!((links.tension - hanging).abs() < 0.05 * hanging, "{links:?}, and {hanging} N hang");
        assert!(inspection.read(&Things::default(), &sandbox).is_none());
    }

    /// The facts after some steps, each of them watched.
    fn watched(inspection: &mut Inspection, things: &Things, sandbox: &mut Sandbox, steps: u32) -> LinkFacts {
        for _ in 0..steps {
            sandbox.step();
            inspection.watch(things, sandbox);
        }
        inspection.read = None;
        let facts = inspection.read(things, sandbox).expect("something is selected");
        facts.links.clone().expect("it has links")
    }

    #[test]
    fn jerk_of_a_step_is_the_peak() {
        let mut sandbox = sandbox(ROPE);
        let things = sandbox.world().all_things();
        let hanging = 9.81 * sandbox.world().particles().mass[1..].iter().sum::<f32>();
        let mut inspection = Inspection::default();
        let rest = watched(&mut inspection, &things, &mut sandbox, 60);
        assert!((rest.peak - hanging).abs() < 0.05 * hanging, "{rest:?}, and {hanging} N hang");
        let at = sandbox.world().particles().position[10];
        sandbox.apply(&Command::Pose { particle: ParticleId(10), to: at + Vec2::new(0.0, 0.5) });
        let fall = watched(&mut inspection, &things, &mut sandbox, 60);
        assert!(fall.peak > 3.0 * hanging, "it is taut at once: {fall:?}");
        let later = watched(&mut inspection, &things, &mut sandbox, 300);
        assert!(later.peak >= fall.peak && later.tension < 0.5 * fall.peak, "{later:?}");
    }

    #[test]
    fn several_things_are_counted_by_kind() {
        let mut sandbox = sandbox(&format!(
            "{ROPE}, Rope(from: At(1, 2), to: At(2, 2), particles: 5, pins: Both), Ball(at: (3, 0), radius: 0.2, mass: 1), \
             Net((at: (-3, 2), columns: 4, rows: 4, spacing: 0.1, pins: TopRow)), Circle(at: (0, -2), radius: 0.3)"
        ));
        let things = sandbox.world().all_things();
        let facts = Inspection::default().read(&things, &sandbox).expect("something is selected");
        assert_eq!(facts.title, "2 ropes, 1 ball, 1 net, 1 circle");
        assert_eq!((facts.ends, facts.heavy.len(), facts.shapes.len()), (None, 1, 1));
        sandbox.apply(&Command::Cut { from: Vec2::new(-0.1, 1.45), to: Vec2::new(0.1, 1.45), radius: 0.01 });
        let facts = Inspection::default().read(&things, &sandbox).expect("something is selected");
        assert_eq!(facts.title, "3 ropes, 1 ball, 1 net, 1 circle");
    }
}
