//! The picture as plain data: camera, palette, style, and a painter that turns a sandbox into
//! [`DrawData`](draw::DrawData).

mod camera;
pub mod draw;
mod effects;
mod link_width;
mod maximum;
mod paint;
mod palette;
mod style;
mod tension;
mod tool_markers;

pub use camera::{Camera, Covered};
pub use paint::{Disc, Painter, Picture};
pub use palette::{MarkerColours, MaterialColours, Palette, SceneryColours};
pub use style::{Colours, Style, Theme, View};
pub use tension::Legend;
pub use tool_markers::{HandleMarker, ScissorsMarker, ToolMarkers, TrailPoint};
