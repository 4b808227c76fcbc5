//! Blank pages: scenes without things, to build on. They are no part of the gallery's order.

use super::definition::{NamedScene, SceneDef, parse};

/// A blank page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankPage {
    /// With a floor.
    Floor,
    /// Without a floor.
    NoFloor,
}

impl BlankPage {
    /// All blank pages.
    pub const ALL: [Self; 2] = [Self::Floor, Self::NoFloor];

    /// The name by which it is opened.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "blank",
            Self::NoFloor => "blank-no-floor",
        }
    }

    /// The blank page of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.name() == name)
    }

    /// The scene.
    pub fn scene(self) -> Option<NamedScene> {
        let page = parse(self.name(), include_str!("../../assets/scenes/blank.ron")).ok()?;
        let scene = match self {
            Self::Floor => page,
            Self::NoFloor => SceneDef { title: "Blank, no floor".to_owned(), ground: None, ..page },
        };
        Some(NamedScene { name: self.name().to_owned(), scene })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_pages_build_and_only_one_has_a_floor() {
        for (page, floors) in BlankPage::ALL.into_iter().zip([1, 0]) {
            let named = page.scene().expect("the text is valid");
            assert_eq!((BlankPage::named(&named.name), &*named.name), (Some(page), page.name()));
            let world = super::super::build(&named.scene).expect("it builds");
            assert_eq!((world.particles().len(), world.colliders().ground.iter().count()), (0, floors));
            assert!(named.scene.hint.chars().count() <= 60, "{}", named.scene.hint);
        }
    }
}
