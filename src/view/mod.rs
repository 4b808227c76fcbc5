//! The picture as plain data: camera, palette, style, and a painter that turns a sandbox into
//! [`DrawData`](draw::DrawData).
//!
//! | File | Holds |
//! |---|---|
//! | `camera` | world coordinates to pixels and back |
//! | [`draw`] | draw data: shapes in world units |
//! | `paint` | the painter, one file a layer of the picture |
//! | `palette`, `style` | colours of the themes; the user's choices |
//! | `tension` | scale of the tension view, from newtons to a colour |
//! | `link_width`, `effects` | width of links; frayed ends, debris, flashes, the squash of new pins |
//! | `maximum` | the maximum of many numbers |
//! | `tool_markers` | tools as the picture shows them |

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
pub use draw::KeyCap;
pub use paint::{Disc, Painter, Picture};
pub use palette::{MarkerColours, MaterialColours, Palette, SceneryColours};
pub use style::{Colours, Style, Theme, View};
pub use tension::Legend;
pub use tool_markers::{HandleMarker, ScissorsMarker, SelectionBox, ToolMarkers, TrailPoint};
