//! The pieces that links join, and their kinds.

use super::{Kind, is_counted};
use crate::physics::{LinkKind, ParticleId, Revision, Things};
use crate::sandbox::Sandbox;

/// The pieces of the selected particles that links join. They follow from the links, and change with them alone.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The links and the number of balls from which they were found.
    from: (Revision, usize),
    /// The kind of each piece.
    pub(super) kinds: Vec<Kind>,
    /// The ends of the only piece, if that is a line.
    pub(super) ends: Option<[ParticleId; 2]>,
    /// Particles without links.
    pub(super) lone: Vec<ParticleId>,
}

/// A piece while its kind is found.
#[derive(Clone, Copy, Default)]
struct Piece {
    particles: usize,
    /// Number of links, without braces and stops.
    links: usize,
    /// Kinds of its links, as bits.
    kinds: u16,
    has_ball: bool,
}

impl Pieces {
    pub(super) fn find(things: &Things, sandbox: &Sandbox) -> Self {
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

    pub(super) fn are_of(&self, sandbox: &Sandbox) -> bool {
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
    fn kind(&self) -> Kind {
        let &Self { particles, links, kinds, has_ball } = self;
        let has = |kind: LinkKind| kinds & (1 << kind as u8) != 0;
        if has(LinkKind::Cloth) || has(LinkKind::Hem) {
            Kind::Cloth
        } else if has(LinkKind::Net) || has(LinkKind::Lattice) {
            Kind::Net
        } else if has(LinkKind::Brace) || has(LinkKind::Stop) {
            Kind::Body
        } else if has(LinkKind::Rope) {
            if links < particles { Kind::Rope } else { Kind::Web }
        } else if has(LinkKind::Rim) {
            Kind::Wheel
        } else if has(LinkKind::Beam) {
            match links {
                1 => Kind::Beam,
                _ if links < particles => Kind::Chain,
                _ => Kind::Body,
            }
        } else if has_ball {
            Kind::Ball
        } else {
            Kind::Point
        }
    }
}
