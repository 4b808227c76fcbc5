//! Grid, ground and walls.

use glam::Vec2;

use super::{half_width, line, outline, rectangle};
use crate::{
    physics::{Aabb, LinkKind, Method, World},
    view::{camera::Camera, draw::Layer, palette::Palette},
};

/// Below so many pixels to a metre the grid is not drawn.
const FINEST_GRID: f32 = 24.0;

pub(super) fn paint(world: &World, camera: &Camera, palette: &Palette, to: &mut Layer) {
    let visible = camera.visible();
    let (min, max) = (visible.min - Vec2::splat(camera.metres(80.0)), visible.max + Vec2::splat(camera.metres(8.0)));
    if camera.pixels_per_metre >= FINEST_GRID {
        let half_width = camera.metres(0.5);
        for x in min.x.ceil() as i32..=max.x.floor() as i32 {
            to.segments.push(line(Vec2::new(x as f32, min.y), Vec2::new(x as f32, max.y), half_width, palette.grid));
        }
        for y in min.y.ceil() as i32..=max.y.floor() as i32 {
            to.segments.push(line(Vec2::new(min.x, y as f32), Vec2::new(max.x, y as f32), half_width, palette.grid));
        }
    }
    let soft = world.settings().springs.ground.filter(|_| world.settings().method == Method::Springs);
    let mut floor = f32::NEG_INFINITY;
    for height in world.colliders().ground.into_iter().chain(soft.map(|ground| ground.height)) {
        // Below what ropes' own thickness covers, or they would sink into it by half their width.
        // Where ropes meet each other they have a thickness in the world as well.
        let sunk = if world.settings().rope_contact.is_some() { 0.0 } else { half_width(LinkKind::Rope) };
        let top = height - sunk;
        floor = floor.max(top);
        if top > min.y {
            let deep = top - 3.0;
            to.triangles.extend(rectangle(
                Vec2::new(min.x, deep),
                Vec2::new(max.x, top),
                [palette.depth, palette.ground],
            ));
            to.triangles.extend(rectangle(
                Vec2::new(min.x, min.y.min(deep)),
                Vec2::new(max.x, deep),
                [palette.depth; 2],
            ));
            to.segments.push(line(Vec2::new(min.x, top), Vec2::new(max.x, top), camera.metres(1.0), palette.edge));
        }
    }
    if let Some(Aabb { min, max }) = world.colliders().room {
        // A wall ends where it stands on the ground.
        let seen = Aabb { min: Vec2::new(min.x, min.y.max(floor).min(max.y)), max };
        outline(seen, camera.metres(1.5), palette.edge, to);
    }
}
