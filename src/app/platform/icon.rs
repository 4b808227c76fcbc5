//! The icon of the window.

use macroquad::miniquad::conf::Icon;

/// The program's icon; `None` in a browser, where the page has one.
#[must_use]
pub fn icon() -> Option<Icon> {
    #[cfg(target_arch = "wasm32")]
    return None;
    #[cfg(not(target_arch = "wasm32"))]
    Some(Icon {
        small: pixels(include_bytes!("../../../assets/icon/16.png"))?,
        medium: pixels(include_bytes!("../../../assets/icon/32.png"))?,
        big: pixels(include_bytes!("../../../assets/icon/64.png"))?,
    })
}

/// The bytes of a square picture: red, green, blue and opacity of each pixel. `None` if its size is another.
#[cfg(not(target_arch = "wasm32"))]
fn pixels<const BYTES: usize>(picture: &[u8]) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let mut reader = png::Decoder::new(picture).read_info().ok()?;
    let frame = (reader.output_buffer_size() == BYTES).then(|| reader.next_frame(&mut bytes).ok())??;
    (frame.color_type == png::ColorType::Rgba).then_some(bytes)
}
