//! The blank page: a scene without things, to build on. It is no part of the gallery's order.

use super::definition::{NamedScene, parse};

/// The name by which the blank page is opened.
pub const BLANK: &str = "blank";

/// The blank page: a floor between walls.
pub fn blank_page() -> Option<NamedScene> {
    let scene = parse(BLANK, include_str!("../../assets/scenes/blank.ron")).ok()?;
    Some(NamedScene { name: BLANK.to_owned(), scene })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_page_is_empty_and_shows_its_floor_and_walls() {
        let NamedScene { name, scene } = blank_page().expect("the text is valid");
        assert_eq!(super::super::named(&name).map(|named| named.name), Some(name));
        let world = super::super::build(&scene).expect("it builds");
        assert!(world.particles().is_empty() && world.colliders().shapes().is_empty());
        let (ground, room) = (world.colliders().ground.expect("a floor"), world.colliders().room.expect("walls"));
        assert!(scene.view.min.y < ground && scene.view.min.x < room.min.x && room.max.x < scene.view.max.x);
        assert!(room.min.y < ground, "things lie on the floor, which has friction, and not on the lower wall");
        assert!(scene.hint.chars().count() <= 60, "{}", scene.hint);
    }
}
