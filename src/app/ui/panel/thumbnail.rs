//! A small picture of a scene, after it has been simulated for a moment.

use egui::{Color32, ColorImage};
use glam::Vec2;

use crate::{
    physics::{Aabb, Form, LinkKind, Pose},
    sandbox::Sandbox,
    scene::{self, GridPins, SceneDef},
    view::{Palette, Style, draw::Colour},
};

/// Smallest number of steps before the picture, so that straight ropes sag.
const MIN_STEPS: u64 = 40;

/// Shortest simulated time before the picture, s.
const MIN_SECONDS: f64 = 0.6;

/// The content of a scene's picture, in metres.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    view: Aabb,
    ground: Option<f32>,
    shapes: Vec<(Form, Pose)>,
    patches: Vec<[Vec2; 4]>,
    links: Vec<(Vec2, Vec2, LinkKind)>,
    /// Links of the ghost.
    ghost_links: Vec<(Vec2, Vec2)>,
    pins: Vec<Vec2>,
}

impl Thumbnail {
    /// The content for a scene of the gallery.
    pub fn of(name: &str) -> Option<Self> {
        let mut named = scene::named(name)?;
        named.scene = coarse(named.scene);
        let mut sandbox = Sandbox::new(named).ok()?;
        while sandbox.steps() < MIN_STEPS || sandbox.time() < MIN_SECONDS {
            sandbox.step();
        }
        let (world, scene) = (sandbox.world(), &sandbox.scene().scene);
        let position = &world.particles().position;
        let links = world.links().filter(|link| link.kind != LinkKind::Brace);
        let pinned = (0..position.len()).filter(|&index| world.particles().pinned[index]);
        let ghost_links = sandbox.ghost().map(|ghost| {
            let position = &ghost.world().particles().position;
            let ends = ghost.world().links().map(|link| (position[link.a.index()], position[link.b.index()]));
            ends.collect()
        });
        let soft_ground = world.settings().springs.ground.map(|ground| ground.height);
        Some(Self {
            view: scene.view,
            ground: world.colliders().ground.or(soft_ground),
            shapes: world.colliders().shapes().iter().map(|shape| (shape.def.form, shape.pose())).collect(),
            patches: world.faces().map(|face| face.corners.map(|corner| position[corner.index()])).collect(),
            links: links.map(|link| (position[link.a.index()], position[link.b.index()], link.kind)).collect(),
            ghost_links: ghost_links.unwrap_or_default(),
            pins: pinned.map(|index| position[index]).collect(),
        })
    }

    /// Paints the picture in a size, pixels.
    pub fn paint(&self, [width, height]: [usize; 2], style: &Style) -> ColorImage {
        let palette = style.palette();
        let mut canvas = Canvas::new(width, height, self.view);
        canvas.backdrop(&palette, self.ground);
        for &(form, pose) in &self.shapes {
            canvas.shape(form, pose, &palette);
        }
        for &corners in &self.patches {
            canvas.patch(corners, palette.materials.cloth);
        }
        for &(a, b) in &self.ghost_links {
            canvas.line(a, b, 0.02, palette.markers.ghost);
        }
        for &(a, b, kind) in &self.links {
            let (half, opacity) = match kind {
                // Wider than in the scene, because a scene is recognised by its ropes.
                LinkKind::Rope | LinkKind::Beam | LinkKind::Rim => (0.03, 255),
                LinkKind::Cloth if !self.patches.is_empty() => continue,
                LinkKind::Hem => (0.01, 255),
                _ => (0.008, 210),
            };
            canvas.line(a, b, half, palette.link(kind).alpha(opacity));
        }
        for &pin in &self.pins {
            canvas.line(pin, pin, 0.05, palette.materials.pin);
        }
        canvas.image
    }
}

/// A scene with fewer and wider meshes, if it is large: it looks the same in a small picture and is built faster.
fn coarse(mut scene: SceneDef) -> SceneDef {
    while scene.is_large() {
        for recipe in &mut scene.build {
            if let Some(grid) = recipe.grid_mut() {
                let half = |count: u32| count.div_ceil(2).max(2);
                (grid.columns, grid.rows) = (half(grid.columns), half(grid.rows));
                grid.spacing *= 2.0;
                if let GridPins::TopEvery(every) = &mut grid.pins {
                    *every = every.div_ceil(2);
                }
            } else {
                return scene;
            }
        }
    }
    scene
}

/// Pixels to paint on in metres.
struct Canvas {
    image: ColorImage,
    scale: f32,
    /// Place of the upper left corner, m.
    corner: Vec2,
}

impl Canvas {
    /// A canvas that shows a view, m.
    fn new(width: usize, height: usize, view: Aabb) -> Self {
        let size = Vec2::new(width as f32, height as f32);
        let scale = (size / (1.06 * (view.max - view.min))).min_element();
        let corner = 0.5 * (view.min + view.max) + 0.5 * Vec2::new(-size.x, size.y) / scale;
        Self { image: ColorImage::filled([width, height], Color32::BLACK), scale, corner }
    }

    fn to_pixel(&self, at: Vec2) -> Vec2 {
        (at - self.corner) * Vec2::new(self.scale, -self.scale)
    }

    fn backdrop(&mut self, palette: &Palette, ground: Option<f32>) {
        let [width, height] = self.image.size;
        let surface = ground.map(|ground| self.to_pixel(Vec2::new(0.0, ground)).y);
        for y in 0..height {
            let share = y as f32 / height as f32;
            for x in 0..width {
                self.image.pixels[y * width + x] = opaque(palette.scenery.sky.mix(palette.scenery.horizon, share));
            }
            // The share of this row that is ground.
            let covered = surface.map_or(0.0, |surface| (y as f32 + 1.0 - surface).clamp(0.0, 1.0));
            for x in 0..width {
                self.blend(x, y, palette.scenery.ground, covered);
            }
        }
    }

    fn blend(&mut self, x: usize, y: usize, colour: Colour, share: f32) {
        let pixel = &mut self.image.pixels[y * self.image.size[0] + x];
        let below = Colour::rgb(pixel.r(), pixel.g(), pixel.b());
        *pixel = opaque(below.mix(colour, share * f32::from(colour.a) / 255.0));
    }

    /// The pixels of a box that are on the canvas.
    fn pixels(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = (usize, usize)> + use<> {
        let [width, height] = self.image.size;
        let columns = low.x.max(0.0) as usize..(high.x + 1.0).clamp(0.0, width as f32) as usize;
        let rows = low.y.max(0.0) as usize..(high.y + 1.0).clamp(0.0, height as f32) as usize;
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// Paints a line with round ends and soft edges; `half` of its width in metres. A line thinner than a pixel is
    /// painted fainter, down to a visible minimum.
    fn line(&mut self, a: Vec2, b: Vec2, half: f32, colour: Colour) {
        let (a, b) = (self.to_pixel(a), self.to_pixel(b));
        let thin = (half * self.scale / 0.6).clamp(0.4, 1.0);
        let colour = colour.alpha((f32::from(colour.a) * thin) as u8);
        let half = (half * self.scale).max(0.6);
        let reach = Vec2::splat(half + 1.0);
        let along = b - a;
        for (x, y) in self.pixels(a.min(b) - reach, a.max(b) + reach) {
            let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - a;
            let share = (at.dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            let coverage = (half + 0.5 - at.distance(along * share)).clamp(0.0, 1.0);
            if coverage > 0.0 {
                self.blend(x, y, colour, coverage);
            }
        }
    }

    /// Paints an obstacle with an outline.
    fn shape(&mut self, form: Form, pose: Pose, palette: &Palette) {
        let size = match form {
            Form::Circle { radius } => radius,
            Form::Capsule { half_length, radius } => half_length + radius,
            Form::Box { half } => half.length(),
        };
        let (middle, reach) = (self.to_pixel(pose.at), Vec2::splat(size * self.scale + 1.0));
        let stone = palette.stone();
        for (x, y) in self.pixels(middle - reach, middle + reach) {
            let pixel = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let at = self.corner + pixel / Vec2::new(self.scale, -self.scale);
            let outside = form.distance(pose.to_local(at)) * self.scale;
            self.blend(x, y, stone, (0.5 - outside).clamp(0.0, 1.0));
            self.blend(x, y, palette.scenery.edge, (1.0 - outside.abs()).clamp(0.0, 1.0));
        }
    }

    /// Paints a face of cloth.
    fn patch(&mut self, corners: [Vec2; 4], colour: Colour) {
        let corners = corners.map(|corner| self.to_pixel(corner));
        let low = corners.into_iter().fold(Vec2::splat(f32::MAX), Vec2::min);
        let high = corners.into_iter().fold(Vec2::splat(f32::MIN), Vec2::max);
        for (x, y) in self.pixels(low, high) {
            let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let side = |i: usize| (corners[(i + 1) % 4] - corners[i]).perp_dot(at - corners[i]);
            if (0..4).all(|i| side(i) >= 0.0) || (0..4).all(|i| side(i) <= 0.0) {
                self.blend(x, y, colour, 1.0);
            }
        }
    }
}

fn opaque(colour: Colour) -> Color32 {
    Color32::from_rgb(colour.r, colour.g, colour.b)
}
