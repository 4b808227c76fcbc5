//! Grid, ground and walls.

use glam::Vec2;

use super::primitives::{filled_rectangle, line, rectangle};
use super::{Frame, Painter};
use crate::physics::{Aabb, LinkKind, Method};
use crate::view::draw::{DrawData, Layer};
use crate::view::link_width::half_width;

/// Minimum zoom at which the grid is drawn, pixels per metre.
const MIN_GRID_ZOOM: f32 = 24.0;

/// Depth over which the ground darkens, m.
const GROUND_FADE: f32 = 3.0;

pub fn paint(_: &mut Painter, frame: &Frame, to: &mut DrawData) {
    let &Frame { world, camera, palette, .. } = frame;
    let (visible, to) = (camera.visible(), &mut to.scenery);
    let min = visible.min - Vec2::splat(camera.metres(80.0));
    let area = Aabb { min, max: visible.max + Vec2::splat(camera.metres(8.0)) };
    grid(area, frame, to);
    let floor = ground(area, frame, to);
    if let Some(Aabb { min, max }) = world.colliders().room {
        // Walls end where they meet the ground.
        let above_ground = Aabb { min: Vec2::new(min.x, min.y.max(floor).min(max.y)), max };
        rectangle(above_ground, camera.metres(1.5 * palette.relief.outline), palette.scenery.edge, to);
    }
}

/// Paints lines a metre apart.
fn grid(Aabb { min, max }: Aabb, frame: &Frame, to: &mut Layer) {
    let &Frame { camera, palette, .. } = frame;
    if camera.pixels_per_metre < MIN_GRID_ZOOM {
        return;
    }
    let half_width = camera.metres(0.5);
    let mut grid_line = |a, b| to.segments.push(line(a, b, half_width, palette.scenery.grid));
    for x in min.x.ceil() as i32..=max.x.floor() as i32 {
        grid_line(Vec2::new(x as f32, min.y), Vec2::new(x as f32, max.y));
    }
    for y in min.y.ceil() as i32..=max.y.floor() as i32 {
        grid_line(Vec2::new(min.x, y as f32), Vec2::new(max.x, y as f32));
    }
}

/// Paints the ground and soft ground. Returns the height of the highest surface, m.
fn ground(Aabb { min, max }: Aabb, frame: &Frame, to: &mut Layer) -> f32 {
    let &Frame { world, camera, palette, .. } = frame;
    let soft = world.settings().springs.ground.filter(|_| world.settings().method == Method::Springs);
    // Half a rope below the centre lines of ropes, unless ropes have a thickness in the world.
    let inset = if world.settings().rope_contact.is_some() { 0.0 } else { half_width(LinkKind::Rope) };
    let mut floor = f32::NEG_INFINITY;
    for height in world.colliders().ground.into_iter().chain(soft.map(|ground| ground.height)) {
        let top = height - inset;
        floor = floor.max(top);
        if top > min.y {
            let deep = top - GROUND_FADE;
            let upper = Aabb { min: Vec2::new(min.x, deep), max: Vec2::new(max.x, top) };
            let lower = Aabb { min: Vec2::new(min.x, min.y.min(deep)), max: Vec2::new(max.x, deep) };
            to.triangles.extend(filled_rectangle(upper, [palette.scenery.depth, palette.scenery.ground]));
            to.triangles.extend(filled_rectangle(lower, [palette.scenery.depth; 2]));
            let (left, right) = (Vec2::new(min.x, top), upper.max);
            to.segments.push(line(left, right, camera.metres(palette.relief.outline), palette.scenery.edge));
        }
    }
    floor
}
