//! The grid of a net, lattice or cloth.

use super::*;

/// A grid of particles. Particles: `row * columns + column`, with row 0 on top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Name for [`End::Of`].
    pub name: Option<String>,
    /// Upper left corner, m.
    #[serde(deserialize_with = "validate::point")]
    pub at: Vec2,
    /// Particles across.
    #[serde(deserialize_with = "validate::at_least_two")]
    pub columns: u32,
    /// Particles down.
    #[serde(deserialize_with = "validate::at_least_two")]
    pub rows: u32,
    /// Rest length of the links between neighbours, m.
    #[serde(deserialize_with = "validate::length")]
    pub spacing: f32,
    /// Mass of each particle, kg.
    #[serde(default = "default_mass", deserialize_with = "validate::mass")]
    pub mass: f32,
    /// The pinned particles.
    #[serde(default)]
    pub pins: GridPins,
    /// Fraction of the rest width by which the pins gather the grid at the start. 0: flat; at 0.2 it sags between its
    /// upper pins.
    #[serde(default, deserialize_with = "validate::gather")]
    pub gather: f32,
    /// Name of its material: a preset, or one of the scene's `materials`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

/// The pinned particles of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GridPins {
    /// None.
    #[default]
    Free,
    /// The two upper corners.
    TopCorners,
    /// The whole upper row.
    TopRow,
    /// Every n-th particle of the upper row, and its last.
    TopEvery(#[serde(deserialize_with = "validate::at_least_one")] u32),
    /// All four corners.
    Corners,
    /// The left column: a flag on its pole.
    LeftColumn,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            name: None,
            at: Vec2::ZERO,
            columns: 2,
            rows: 2,
            spacing: 1.0,
            mass: default_mass(),
            pins: GridPins::Free,
            gather: 0.0,
            material: None,
        }
    }
}

impl Grid {
    /// The outline of a net with at most this number of links for each particle.
    pub(super) fn outline(&self, links: u64) -> Outline<'_> {
        let particles = u64::from(self.columns).saturating_mul(self.rows.into());
        Outline::of(Size::of(particles, particles.saturating_mul(links)))
            .named(&self.name, particles)
            .made_of(&self.material)
    }

    /// Adds a grid of particles with links of a kind. Returns its particles.
    ///
    /// Rows are added from the top, each particle with its links to the left and upwards. Diagonals have the stiffness
    /// `shear`, and are left out at 0. Faces and hems are added if the kind is [`LinkKind::Cloth`].
    pub fn build(&self, world: &mut World, kind: LinkKind, shear: f32) -> Vec<ParticleId> {
        let Self { name: _, material: _, at, columns, rows, spacing, mass, .. } = *self;
        let top = self.top_row();
        let mut ids: Vec<ParticleId> = Vec::with_capacity(columns as usize * rows as usize);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let place = at + top[column as usize] - Vec2::new(0.0, row as f32 * spacing);
            let id = world.add_particle(place, mass, self.is_pinned(column, row));
            let left = (column > 0).then(|| ids[ids.len() - 1]);
            let above = (row > 0).then(|| ids[ids.len() - columns as usize]);
            let hemmed = |is_edge| if is_edge && kind == LinkKind::Cloth { LinkKind::Hem } else { kind };
            let (across, down) = (hemmed(row == 0 || row + 1 == rows), hemmed(column == 0 || column + 1 == columns));
            for (neighbour, kind) in [(left, across), (above, down)] {
                if let Some(neighbour) = neighbour {
                    world.add_link(neighbour, id, Some(spacing), 1.0, kind);
                }
            }
            if let (Some(left), Some(above)) = (left, above) {
                let corner = ids[ids.len() - columns as usize - 1];
                if shear > 0.0 {
                    world.add_link(corner, id, None, shear, LinkKind::Brace);
                    world.add_link(above, left, None, shear, LinkKind::Brace);
                }
                if kind == LinkKind::Cloth {
                    world.add_face([corner, above, id, left]);
                }
            }
            ids.push(id);
        }
        ids
    }

    /// Positions of the particles of a row, m from its first: in arcs from one upper pin to the next where the grid is
    /// gathered, with all links at rest length.
    fn top_row(&self) -> Vec<Vec2> {
        let Self { columns, spacing, gather, .. } = *self;
        if gather == 0.0 {
            return (0..columns).map(|column| Vec2::new(column as f32 * spacing, 0.0)).collect();
        }
        let arc = |links: u32| {
            let length = links as f32 * spacing;
            slack_curve(Vec2::ZERO, Vec2::new(length * (1.0 - gather), 0.0), length, links + 1)
        };
        let links = columns - 1;
        let span = self.pin_span().min(links);
        // All arcs between pins are alike; the last may be shorter.
        let (whole, rest) = (arc(span), links % span);
        let mut places = vec![Vec2::ZERO];
        for _ in 0..links / span {
            let from = places[places.len() - 1];
            places.extend(whole[1..].iter().map(|&place| from + place));
        }
        if rest > 0 {
            let from = places[places.len() - 1];
            places.extend(arc(rest)[1..].iter().map(|&place| from + place));
        }
        places
    }

    /// Columns from one upper pin to the next.
    fn pin_span(&self) -> u32 {
        match self.pins {
            GridPins::TopEvery(n) => n.max(1),
            GridPins::TopRow => 1,
            GridPins::Free | GridPins::TopCorners | GridPins::Corners | GridPins::LeftColumn => self.columns.max(2) - 1,
        }
    }

    fn is_pinned(&self, column: u32, row: u32) -> bool {
        let is_side = column == 0 || column + 1 == self.columns;
        match self.pins {
            GridPins::Free => false,
            GridPins::TopCorners => row == 0 && is_side,
            GridPins::TopRow => row == 0,
            GridPins::TopEvery(n) => row == 0 && (column.is_multiple_of(n.max(1)) || is_side),
            GridPins::Corners => (row == 0 || row + 1 == self.rows) && is_side,
            GridPins::LeftColumn => column == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathered_curtain_starts_without_stretch() {
        let mut world = empty_world();
        let pins = GridPins::TopEvery(4);
        let grid = Grid { at: Vec2::ONE, columns: 11, rows: 3, spacing: 0.1, pins, gather: 0.2, ..Grid::default() };
        let ids = grid.build(&mut world, LinkKind::Net, 0.0);
        for link in world.links() {
            let ends = [link.a, link.b].map(|end| world.particles().position[end.index()]);
            let error = ends[0].distance(ends[1]) / link.rest_length - 1.0;
            assert!(error.abs() < 1e-5, "{error}");
        }
        let width = world.particles().position[ids[10].index()].x - 1.0;
        assert!((width - 0.8).abs() < 1e-4, "{width}");
    }
}
