//! Materials: what links are made of.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::geometry::MAX_FRICTION;
use crate::math::clamp_or;
use crate::particles::LinkKind;
use crate::property::{Property, Row, Words, properties};

/// Most materials of a world.
pub const MAX_MATERIALS: usize = 250;

/// Most characters of a material's name.
pub const MAX_MATERIAL_NAME: usize = 40;

/// Mass of a particle of something without a material, kg.
pub const PARTICLE_MASS: f32 = 0.02;

/// Strength, N, up to which a hand tears the links that it pulls at, whatever the weight of what it holds.
pub(crate) const HAND_FORCE: f32 = 500.0;

/// Physical properties and look of links. A property that is left out is that of a link without a material.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Material {
    /// Its name, up to 40 characters.
    pub name: String,
    /// Mass per length of a link, kg/m; the mass of the particles stays as it is if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_per_metre: Option<f32>,
    /// Mass per area of cloth, kg/m², in place of that of its links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_per_area: Option<f32>,
    /// Thickness, m: how wide a link is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<f32>,
    /// Force that would stretch a link to twice its length, N; it does not stretch if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f32>,
    /// Bending stiffness of a rope, N m²; it bends freely if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bending: Option<f32>,
    /// Tension that tears a link, N. If left out, links that do not stretch tear as the settings say, and others never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f32>,
    /// Friction coefficient. A contact has the geometric mean of the coefficients of both surfaces; links of no
    /// material, and of one without friction, take that of a shape or plane, and of the settings against particles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// Colour: red, green and blue; the theme's if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<[u8; 3]>,
    /// Pattern in which links are drawn. The engine does not read it.
    pub look: MaterialLook,
}

/// The pattern in which links of a material are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MaterialLook {
    /// As links without a material.
    #[default]
    Plain,
    /// Oval rings.
    Chain,
    /// Twisted steel strands.
    Cable,
    /// A smooth, thick band.
    Rubber,
    /// A thin line with a bright edge.
    Wire,
}

/// Another value of one property of a material; `None` leaves the property out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MaterialChange {
    /// [`Material::name`].
    Name(String),
    /// [`Material::mass_per_metre`].
    MassPerMetre(Option<f32>),
    /// [`Material::mass_per_area`].
    MassPerArea(Option<f32>),
    /// [`Material::thickness`].
    Thickness(Option<f32>),
    /// [`Material::stiffness`].
    Stiffness(Option<f32>),
    /// [`Material::bending`].
    Bending(Option<f32>),
    /// [`Material::strength`].
    Strength(Option<f32>),
    /// [`Material::friction`].
    Friction(Option<f32>),
    /// [`Material::colour`].
    Colour(Option<[u8; 3]>),
    /// [`Material::look`].
    Look(MaterialLook),
}

impl MaterialChange {
    /// The change of the same property that gives it the value which a material has.
    #[must_use]
    pub fn value_in(&self, material: &Material) -> Self {
        match self {
            Self::Name(_) => Self::Name(material.name.clone()),
            Self::MassPerMetre(_) => Self::MassPerMetre(material.mass_per_metre),
            Self::MassPerArea(_) => Self::MassPerArea(material.mass_per_area),
            Self::Thickness(_) => Self::Thickness(material.thickness),
            Self::Stiffness(_) => Self::Stiffness(material.stiffness),
            Self::Bending(_) => Self::Bending(material.bending),
            Self::Strength(_) => Self::Strength(material.strength),
            Self::Friction(_) => Self::Friction(material.friction),
            Self::Colour(_) => Self::Colour(material.colour),
            Self::Look(_) => Self::Look(material.look),
        }
    }

    /// The number that it sets; `None` if it leaves the number out, or sets something else.
    #[must_use]
    pub const fn number(&self) -> Option<f32> {
        match *self {
            Self::MassPerMetre(number)
            | Self::MassPerArea(number)
            | Self::Thickness(number)
            | Self::Stiffness(number)
            | Self::Bending(number)
            | Self::Strength(number)
            | Self::Friction(number) => number,
            Self::Name(_) | Self::Colour(_) | Self::Look(_) => None,
        }
    }

    /// Whether the property acts on links of a kind.
    #[must_use]
    pub const fn acts_on(&self, kind: LinkKind) -> bool {
        let is_thread = matches!(kind, LinkKind::Cloth | LinkKind::Hem);
        match self {
            Self::MassPerArea(_) => is_thread,
            // Cloth is drawn by its faces.
            Self::MassPerMetre(_) | Self::Thickness(_) => !is_thread,
            Self::Bending(_) => matches!(kind, LinkKind::Rope),
            _ => true,
        }
    }
}

impl Material {
    /// Range of the mass per length, kg/m, and per area, kg/m².
    pub const MASS_RANGE: (f32, f32) = (1e-5, 1e4);
    /// Range of the thickness, m.
    pub const THICKNESS_RANGE: (f32, f32) = (1e-4, 1.0);
    /// Range of the stiffness, N.
    pub const STIFFNESS_RANGE: (f32, f32) = (0.1, 1e9);
    /// Range of the bending stiffness, N m².
    pub const BENDING_RANGE: (f32, f32) = (0.0, 1e4);
    /// Range of the strength, N.
    pub const STRENGTH_RANGE: (f32, f32) = (1e-3, 1e9);
    /// Range of the friction coefficient.
    pub const FRICTION_RANGE: (f32, f32) = (0.0, MAX_FRICTION);

    /// The changes of the numbers of [`Material::TABLE`], in its order.
    pub const CHANGES: &'static [fn(Option<f32>) -> MaterialChange] = &[
        MaterialChange::MassPerMetre,
        MaterialChange::MassPerArea,
        MaterialChange::Thickness,
        MaterialChange::Stiffness,
        MaterialChange::Bending,
        MaterialChange::Strength,
        MaterialChange::Friction,
    ];

    /// The lack of a material.
    pub const NONE: Words = Words::new("standard", "Stretches and tears as the settings of the scene say");

    /// Mass, stiffness and strength in a line: "0.06 kg/m, 96 N to double it, tears at 300 N". `digits` writes a number.
    pub fn summary(&self, digits: impl Fn(f32) -> String) -> String {
        let parts = [
            self.mass_per_metre.map(|mass| format!("{} {}", digits(mass), Self::MASS_PER_METRE.unit)),
            self.stiffness.map(|stiffness| format!("{} {} to double it", digits(stiffness), Self::STIFFNESS.unit)),
            self.strength.map(|strength| format!("tears at {} {}", digits(strength), Self::STRENGTH.unit)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The material with all numbers inside their ranges; those that are not numbers are left out.
    #[must_use]
    pub fn sanitised(&self) -> Self {
        let within = |value: Option<f32>, (low, high): (f32, f32)| {
            value.filter(|value| !value.is_nan()).map(|value| clamp_or(value, low, high, low))
        };
        Self {
            name: self.name.chars().filter(|letter| !letter.is_control()).take(MAX_MATERIAL_NAME).collect(),
            mass_per_metre: within(self.mass_per_metre, Self::MASS_RANGE),
            mass_per_area: within(self.mass_per_area, Self::MASS_RANGE),
            thickness: within(self.thickness, Self::THICKNESS_RANGE),
            stiffness: within(self.stiffness, Self::STIFFNESS_RANGE),
            bending: within(self.bending, Self::BENDING_RANGE).filter(|&bending| bending > 0.0),
            strength: within(self.strength, Self::STRENGTH_RANGE),
            friction: within(self.friction, Self::FRICTION_RANGE),
            colour: self.colour,
            look: self.look,
        }
    }

    /// The material with another value of one property, and all numbers inside their ranges.
    #[must_use]
    pub fn with(&self, change: &MaterialChange) -> Self {
        let mut new = self.clone();
        match *change {
            MaterialChange::Name(ref name) => new.name.clone_from(name),
            MaterialChange::MassPerMetre(mass) => new.mass_per_metre = mass,
            MaterialChange::MassPerArea(mass) => new.mass_per_area = mass,
            MaterialChange::Thickness(thickness) => new.thickness = thickness,
            MaterialChange::Stiffness(stiffness) => new.stiffness = stiffness,
            MaterialChange::Bending(bending) => new.bending = bending,
            MaterialChange::Strength(strength) => new.strength = strength,
            MaterialChange::Friction(friction) => new.friction = friction,
            MaterialChange::Colour(colour) => new.colour = colour,
            MaterialChange::Look(look) => new.look = look,
        }
        new.sanitised()
    }

    /// Whether both have the same properties, whatever their names.
    #[must_use]
    pub fn equals_by_properties(&self, other: &Self) -> bool {
        *self == Self { name: self.name.clone(), ..other.clone() }
    }

    /// Length that a link of this rest length (m) gains per force, m/N.
    pub(crate) fn compliance(&self, rest_length: f32) -> f32 {
        self.stiffness.map_or(0.0, |stiffness| rest_length / stiffness)
    }
}

properties! { Material {
    /// Mass per length of links; the recipe's if left out.
    MASS_PER_METRE = Property::new(
        "mass_per_metre",
        "kg/m",
        Self::MASS_RANGE,
        Row::new("Mass per metre", "Clear the number for the mass with which it was built")
            .decades(1e-3)
            .lacking("as built", None),
    )
    .within((1e-3, 100.0));
    /// Mass per area of cloth, in place of that of its threads.
    MASS_PER_AREA = Property::new(
        "mass_per_area",
        "kg/m²",
        Self::MASS_RANGE,
        Row::new("Mass per square metre", "Clear the number for the mass with which it was built")
            .decades(1e-3)
            .lacking("as built", None),
    )
    .within((1e-3, 100.0));
    /// How wide links are drawn.
    THICKNESS = Property::new(
        "thickness",
        "m",
        Self::THICKNESS_RANGE,
        Row::new("Thickness", "How wide it is drawn; clear the number for a standard line")
            .shown(1e3, "mm")
            .decades(1e-4)
            .lacking("standard", None),
    )
    .within((1e-4, 0.1));
    /// Force that would stretch a link to twice its length: a band of length L m gains L / `stiffness` m for each
    /// newton. It does not stretch if left out. Nets of it, and what lies on obstacles, lose their swing without drag,
    /// too.
    STIFFNESS = Property::new(
        "stiffness",
        "N",
        Self::STIFFNESS_RANGE,
        Row::new("Stiffness", "Force that doubles its length; rigid at the right end")
            .decades(1.0)
            .lacking("rigid", Some(f32::INFINITY)),
    )
    .within((1.0, 1e6));
    /// Bending stiffness of a rope: E I of a beam. It bends freely if left out.
    BENDING = Property::new(
        "bending",
        "N m²",
        Self::BENDING_RANGE,
        Row::new("Bending stiffness", "How well a wire keeps its shape. 0: bends freely")
            .decades(1e-3)
            .lacking("0", Some(0.0)),
    )
    .within((0.0, 100.0));
    /// Tension that tears a link. If left out, links that do not stretch tear as `tear` of the settings says, and others
    /// never.
    STRENGTH = Property::new(
        "strength",
        "N",
        Self::STRENGTH_RANGE,
        Row::new("Strength", "Tension that tears it. Cleared: as World says; rubber never")
            .decades(1.0)
            .lacking("as World says", Some(f32::INFINITY)),
    )
    .within((1.0, 1e6));
    /// Friction coefficient. A contact has the geometric mean of those of both surfaces; if left out, that of a
    /// shape or plane that it touches, and that of the settings against particles.
    FRICTION = Property::new(
        "friction",
        "",
        Self::FRICTION_RANGE,
        Row::new("Friction", "0: ice; 1: rubber. Cleared: that of whatever it touches")
            .decades(0.01)
            .lacking("as what it touches", None),
    );
} }

/// The materials of a world. Links name them by number; 0 stands for none. Clones share the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Materials(pub Arc<Vec<Material>>);

impl Materials {
    /// The material of a number; `None` for 0.
    pub fn get(&self, number: u8) -> Option<&Material> {
        usize::from(number).checked_sub(1).and_then(|index| self.0.get(index))
    }

    /// The number of an equal material.
    pub fn find(&self, material: &Material) -> Option<u8> {
        self.0.iter().position(|known| known == material).map(|index| index as u8 + 1)
    }

    /// Adds a material. Returns its number; `None` if the list is full.
    pub fn push(&mut self, material: Material) -> Option<u8> {
        if self.0.len() >= MAX_MATERIALS {
            return None;
        }
        Arc::make_mut(&mut self.0).push(material);
        Some(self.0.len() as u8)
    }

    /// Replaces the material of a number.
    pub fn replace(&mut self, number: u8, material: Material) {
        if let Some(old) = Arc::make_mut(&mut self.0).get_mut(usize::from(number) - 1) {
            *old = material;
        }
    }

    /// Whether no link can have a material.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wild_numbers_come_into_their_ranges() {
        let wild = Material {
            name: "a\nvery ".repeat(20),
            stiffness: Some(f32::NEG_INFINITY),
            strength: Some(f32::NAN),
            bending: Some(-1.0),
            friction: Some(f32::INFINITY),
            ..Material::default()
        };
        let tame = wild.sanitised();
        assert_eq!((tame.stiffness, tame.strength, tame.bending), (Some(0.1), None, None));
        assert_eq!((tame.friction, tame.name.chars().count()), (Some(MAX_FRICTION), MAX_MATERIAL_NAME));
        assert_eq!(tame.sanitised(), tame);
    }

    #[test]
    fn changes_are_in_the_order_of_the_table() {
        let names = Material::CHANGES.iter().map(|change| {
            let change = change(Some(0.5));
            assert_eq!(change.value_in(&Material::default().with(&change)).number(), Some(0.5));
            format!("{change:?}").to_lowercase().replace("(some(0.5))", "")
        });
        let table: Vec<_> = Material::TABLE.iter().map(|property| property.name.replace('_', "")).collect();
        assert_eq!(names.collect::<Vec<_>>(), table);
    }
}
