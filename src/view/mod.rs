//! The picture as plain data: camera, palette, and painting a sandbox into [`DrawData`](draw::DrawData).

mod camera;
pub mod draw;
mod effects;
mod greatest;
mod marks;
mod paint;
mod palette;
mod stress;
mod style;

pub use camera::{Camera, Covered};
pub use marks::Marks;
pub use paint::{Painter, Picture};
pub use palette::Palette;
pub use stress::Legend;
pub use style::{Colours, Style, Theme, View};
