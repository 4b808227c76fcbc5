//! Numbers of the selected things, read from the sandbox for the section Selected.

use std::sync::Arc;

use crate::host::Instant;
use crate::physics::{BlowerId, LinkKind, Material, ParticleId, ShapeId, TensionGauge, Things};
use crate::sandbox::{Sandbox, is_ball};
use crate::tool::Tool;

/// Time between two readings, s: faster figures cannot be read.
const PERIOD: f32 = 0.1;

/// A value of several things.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Common<T> {
    /// There is no thing that has one.
    #[default]
    Nothing,
    /// All things have this one.
    Same(T),
    /// They differ.
    Mixed,
}

impl Common<Option<Material>> {
    fn add(&mut self, value: Option<&Material>) {
        match self {
            Self::Nothing => *self = Self::Same(value.cloned()),
            Self::Same(known) if known.as_ref() == value => {}
            Self::Same(_) | Self::Mixed => *self = Self::Mixed,
        }
    }
}

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
    /// The material.
    pub material: Common<Option<Material>>,
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

/// Reads what is selected.
#[derive(Debug, Default)]
pub struct Inspection {
    things: Things,
    gauge: TensionGauge,
    read: Option<Instant>,
    facts: Arc<Facts>,
}

impl Inspection {
    /// Numbers of the selected things; `None` if there are none. Read anew where the selection has changed, or some time
    /// has passed.
    pub fn read(&mut self, things: &Things, sandbox: &Sandbox) -> Option<Arc<Facts>> {
        if things.is_empty() {
            *self = Self::default();
            return None;
        }
        let is_other = *things != self.things;
        if is_other || self.read.is_none_or(|read| read.elapsed().as_secs_f32() > PERIOD) {
            let last = self.facts.links.as_ref().filter(|_| !is_other);
            let peak = last.map_or(0.0, |links| links.peak);
            self.read = Some(Instant::now());
            self.things.clone_from(things);
            let mut facts = Facts::of(things, self.gauge.read(sandbox.world()), sandbox);
            if let Some(links) = &mut facts.links {
                links.peak = peak.max(links.tension);
            }
            self.facts = Arc::new(facts);
        }
        Some(Arc::clone(&self.facts))
    }
}

impl Facts {
    /// The facts of things; `tension` of all links of the world, N.
    fn of(things: &Things, tension: &[f32], sandbox: &Sandbox) -> Self {
        let world = sandbox.world();
        let all = world.particles();
        let mut members = Members::new(things, all.len());
        let mut links = LinkFacts::default();
        for (link, &tension) in world.links().zip(tension) {
            if !members.has(link.a) || !members.has(link.b) {
                continue;
            }
            members.join(link.a, link.b, link.kind);
            if matches!(link.kind, LinkKind::Brace | LinkKind::Stop) {
                continue;
            }
            links.count += 1;
            links.length += link.rest_length;
            links.tension = links.tension.max(tension);
            let now = all.position[link.a.index()].distance(all.position[link.b.index()]);
            links.stretch = links.stretch.max(now / link.rest_length - 1.0);
            links.material.add(world.material_of(link));
        }
        let particles: Vec<_> = things.particles().filter(|id| id.index() < all.len()).collect();
        let shapes: Vec<_> =
            things.shapes.iter().copied().filter(|&id| world.colliders().shape(id).is_some()).collect();
        let blowers: Vec<_> = things.blowers.iter().copied().filter(|&id| world.blower(id).is_some()).collect();
        let kinds = members.kinds(&particles, sandbox);
        let ends = members.ends(&particles);
        let is_heavy = |id: &&ParticleId| {
            members.degree(**id) == 0
                || world.weight(**id).is_some()
                || is_ball(all.mass[id.index()])
                || world.balls().iter().any(|ball| ball.particle == **id)
        };
        let shape_kinds = shapes.iter().filter_map(|&id| world.colliders().shape(id));
        let kinds = kinds.into_iter().chain(shape_kinds.map(|shape| Tool::of(shape.def.form).info().name));
        let kinds = kinds.chain(blowers.iter().map(|_| "Blower"));
        Self {
            title: title(kinds),
            mass: particles.iter().map(|id| all.mass[id.index()]).sum(),
            pinned: particles.iter().filter(|id| all.pinned[id.index()]).count(),
            ends,
            heavy: particles.iter().filter(is_heavy).copied().collect(),
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

/// The selected particles, and the pieces that links join them to.
struct Members {
    /// For each particle of the world a member of its piece with a lower or equal index; `NONE` if it is not selected.
    parent: Vec<u32>,
    degree: Vec<u32>,
    /// For each particle: kinds of its links, as bits.
    kinds: Vec<u8>,
}

const NONE: u32 = u32::MAX;

impl Members {
    fn new(things: &Things, count: usize) -> Self {
        let mut parent = vec![NONE; count];
        for id in things.particles().filter(|id| id.index() < count) {
            parent[id.index()] = id.0;
        }
        Self { parent, degree: vec![0; count], kinds: vec![0; count] }
    }

    fn has(&self, id: ParticleId) -> bool {
        self.parent.get(id.index()).is_some_and(|&parent| parent != NONE)
    }

    fn degree(&self, id: ParticleId) -> u32 {
        self.degree[id.index()]
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while self.parent[at as usize] != at {
            let up = self.parent[at as usize];
            self.parent[at as usize] = self.parent[up as usize];
            at = up;
        }
        at
    }

    fn join(&mut self, a: ParticleId, b: ParticleId, kind: LinkKind) {
        let (a_root, b_root) = (self.root(a.0), self.root(b.0));
        self.parent[a_root.max(b_root) as usize] = a_root.min(b_root);
        for end in [a, b] {
            self.degree[end.index()] += u32::from(!matches!(kind, LinkKind::Brace | LinkKind::Stop));
            self.kinds[end.index()] |= 1 << kind as u8;
        }
    }

    /// The kind of each piece.
    fn kinds(&mut self, particles: &[ParticleId], sandbox: &Sandbox) -> Vec<&'static str> {
        let world = sandbox.world();
        let mut pieces: Vec<(u32, ParticleId)> = particles.iter().map(|&id| (self.root(id.0), id)).collect();
        pieces.sort_unstable();
        let kind = |piece: &[(u32, ParticleId)]| {
            let ids = || piece.iter().map(|(_, id)| *id);
            let kinds = ids().fold(0, |kinds, id| kinds | self.kinds[id.index()]);
            let has = |kind: LinkKind| kinds & (1 << kind as u8) != 0;
            let links = ids().map(|id| self.degree(id) as usize).sum::<usize>() / 2;
            if has(LinkKind::Cloth) || has(LinkKind::Hem) {
                "Cloth"
            } else if has(LinkKind::Net) || has(LinkKind::Lattice) {
                "Net"
            } else if has(LinkKind::Brace) || has(LinkKind::Stop) {
                "Body"
            } else if has(LinkKind::Rope) {
                if links < piece.len() { "Rope" } else { "Web" }
            } else if has(LinkKind::Beam) {
                match links {
                    1 => "Beam",
                    _ if links < piece.len() => "Chain",
                    _ => "Body",
                }
            } else if ids().any(|id| world.balls().iter().any(|ball| ball.particle == id)) {
                "Ball"
            } else {
                "Point"
            }
        };
        pieces.chunk_by(|one, other| one.0 == other.0).map(kind).collect()
    }

    /// The ends of the only piece, if that is a line.
    fn ends(&mut self, particles: &[ParticleId]) -> Option<[ParticleId; 2]> {
        let first = particles.first()?;
        let root = self.root(first.0);
        let is_line = particles.iter().all(|id| (1..=2).contains(&self.degree[id.index()]) && self.root(id.0) == root);
        let mut ends = particles.iter().copied().filter(|id| self.degree[id.index()] == 1);
        let pair = [ends.next()?, ends.next()?];
        (is_line && ends.next().is_none()).then_some(pair)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

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
