//! The picture of the scene: camera, painter, renderer.

use glam::Vec2;
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

use super::playback::Playback;
use crate::app::actions::cap_of;
use crate::app::input::bound_keys;
use crate::app::renderer::Renderer;
use crate::host;
use crate::physics::Aabb;
use crate::sandbox::Sandbox;
use crate::scene::NamedScene;
use crate::tool::{Drag, HoveredObject, Preview, StrokePoint, Tools, turn_handle};
use crate::view::draw::DrawData;
use crate::view::{
    Camera, Covered, HandleMarker, Painter, Picture, ScissorsMarker, SelectionBox, Style, ToolMarkers, TrailPoint,
};

/// The picture of the scene.
pub struct SceneView {
    pub camera: Camera,
    /// While the picture follows the selection: offset of the picture's middle from that of the selection, m.
    pub followed: Option<Vec2>,
    pub painter: Painter,
    /// The shapes of this frame.
    pub draw_data: DrawData,
    renderer: Renderer,
    /// Name and view of the scene that the camera was put to.
    shown: Option<(String, Aabb)>,
}

impl SceneView {
    /// A view of a sandbox.
    ///
    /// # Errors
    /// When the graphics driver cannot draw the shapes, with its message.
    pub fn new(sandbox: &Sandbox) -> Result<Self, String> {
        Ok(Self {
            camera: Camera::new(sandbox.scene().scene.view, window_size(), 0.0),
            followed: None,
            painter: Painter::default(),
            draw_data: DrawData::default(),
            renderer: Renderer::new()?,
            shown: None,
        })
    }

    /// Fits an area into the window, m. The picture follows nothing any more.
    pub fn fit(&mut self, area: Aabb) {
        self.camera.look_at(area);
        self.followed = None;
    }

    /// Moves the picture by pixels, as the user does. It follows nothing any more.
    pub fn pan(&mut self, by: Vec2) {
        self.camera.pan(by);
        self.followed = None;
    }

    /// Adapts the camera to the window's size and to the edges that the interface covers.
    pub fn fit_window(&mut self, covered: Covered) {
        self.camera.density = host::pixel_density(screen_dpi_scale());
        self.camera.resize(window_size(), covered);
    }

    /// Whether the camera was put to another scene.
    pub fn is_elsewhere(&self, sandbox: &Sandbox) -> bool {
        let NamedScene { name, scene } = sandbox.scene();
        self.shown.as_ref().is_none_or(|shown| (&shown.0, shown.1) != (name, scene.view))
    }

    /// Puts the camera to a scene.
    pub fn show(&mut self, sandbox: &Sandbox) {
        self.shown = Some((sandbox.scene().name.clone(), sandbox.scene().scene.view));
        self.fit(sandbox.scene().scene.view);
        self.painter.forget();
    }

    /// Paints the sandbox and draws it, `seconds` after the last frame.
    pub fn draw(&mut self, playback: &Playback, tools: &mut Tools, style: &Style, seconds: f32) {
        let sandbox = playback.sandbox();
        let pixel = self.camera.metres(1.0);
        tools.set_jumping(playback.timeline.jump_target().is_some());
        tools.refresh(sandbox, pixel, seconds);
        let markers = tool_markers(tools, sandbox, pixel);
        let picture =
            Picture { sandbox, blend: playback.blend(), camera: &self.camera, markers: &markers, style, seconds };
        self.painter.paint(picture, &mut self.draw_data);
        self.renderer.draw(&self.draw_data, &self.camera, &style.palette());
    }
}

/// The tools as the picture shows them. `pixel`: size of a pixel, m.
fn tool_markers<'a>(tools: &'a Tools, sandbox: &Sandbox, pixel: f32) -> ToolMarkers<'a> {
    let is_cutting = tools.is_cutting();
    let scissors = tools.scissors(pixel).map(|(at, radius)| ScissorsMarker { at, radius, is_cutting });
    let mut markers = ToolMarkers {
        hover: tools.hover(),
        scissors,
        trail: tools.trail().iter().map(|&StrokePoint { at, freshness }| TrailPoint { at, freshness }).collect(),
        shape: tools.hovered_shape(sandbox, pixel).map(handle_marker),
        chosen: tools.chosen_shape(sandbox).map(|shape| shape.id),
        blower: tools.hovered_blower(sandbox, pixel).map(handle_marker),
        part: tools.part().map(|part| &part.outline),
        selected: Some(tools.selection()),
        selection_box: tools
            .selection_box(sandbox, pixel)
            .map(|corners| SelectionBox { corners, turn_handle: turn_handle(&corners, pixel) }),
        key_letters: bound_keys(sandbox.world()).into_iter().map(|key| (key, cap_of(key))).collect(),
        ..ToolMarkers::default()
    };
    match tools.preview() {
        Some(Preview::Obstacle(shape)) => markers.drawn = Some(shape),
        Some(Preview::Path { shape, by }) => markers.path = Some((shape, by)),
        Some(Preview::Blower(blower)) => markers.drawn_blower = Some(blower),
        Some(Preview::Frame(Drag { from, to })) => markers.framing = Some((from, to)),
        Some(Preview::Stroke | Preview::Placement { .. }) | None => {}
    }
    markers
}

fn handle_marker<T>(HoveredObject { id, handle, is_on_handle }: HoveredObject<T>) -> HandleMarker<T> {
    HandleMarker { id, handle, is_on_handle }
}

/// Size of the window, physical pixels.
pub fn window_size() -> Vec2 {
    Vec2::new(screen_width(), screen_height()) * screen_dpi_scale()
}
