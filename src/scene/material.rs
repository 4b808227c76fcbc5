//! Materials that recipes and tools name: presets, and those of a scene file.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de::Error as _};

use super::validate::check_range;
use crate::physics::{Material, MaterialLook, World};

/// Strength of the threads of what a hand tears, N: a hand that pulls at three of them tears one.
const HAND_STRENGTH: f32 = 150.0;

/// The name of no material but for its strength, which lets a hand tear it; the end of the names of others like it.
const HAND_TEARABLE: &str = "tears by hand";

/// Most materials of a scene file.
const MAX_OWN: usize = 200;

/// Names of the presets, in the order in which they are offered.
pub const PRESETS: [&str; 11] =
    ["rope", "thread", "chain", "steel cable", "rubber", "elastic net", "canvas", "silk", "wire", "wood", "steel"];

/// The preset of a name.
///
/// Strengths and masses are those of the real things. Only rubber and elastic have a stiffness: the others stretch by less
/// than can be seen under what they carry here.
#[must_use]
pub fn preset(name: &str) -> Option<Material> {
    let plain = |mass_per_metre, thickness, strength, friction| Material {
        name: name.to_owned(),
        mass_per_metre: Some(mass_per_metre),
        thickness: Some(thickness),
        strength: Some(strength),
        friction: Some(friction),
        ..Material::default()
    };
    let material = match name {
        // Polyester of 10 mm: 75 g/m, breaks at 20 kN.
        "rope" => Material { colour: Some([196, 164, 116]), ..plain(0.075, 0.010, 20_000.0, 0.35) },
        // Cotton string of 2 mm: 2.5 g/m; a hand tears it.
        "thread" => Material { colour: Some([164, 150, 168]), ..plain(2.5e-3, 0.002, 80.0, 0.3) },
        // Round steel of 6 mm, links 20 mm wide: 0.8 kg/m, breaks at 14 kN.
        "chain" => {
            Material { colour: Some([128, 134, 144]), look: MaterialLook::Chain, ..plain(0.8, 0.020, 14_000.0, 0.25) }
        }
        // Wire rope of 8 mm, 7 x 19: 0.25 kg/m, breaks at 35 kN.
        "steel cable" => {
            Material { colour: Some([150, 156, 166]), look: MaterialLook::Cable, ..plain(0.25, 0.008, 35_000.0, 0.2) }
        }
        // Natural rubber of 8 mm square, 1.5 MPa: 96 N for twice the length. It tears at four times its length.
        "rubber" => Material {
            stiffness: Some(96.0),
            colour: Some([212, 92, 74]),
            look: MaterialLook::Rubber,
            ..plain(0.06, 0.008, 300.0, 0.9)
        },
        // Bungee cord of 5 mm: 20 g/m, 60 N for twice its length.
        "elastic net" => Material {
            stiffness: Some(60.0),
            colour: Some([92, 140, 200]),
            look: MaterialLook::Rubber,
            ..plain(0.02, 0.005, 250.0, 0.6)
        },
        // Sailcloth: 400 g/m², 30 N/mm; a thread stands for 50 mm of it.
        "canvas" => {
            Material { mass_per_area: Some(0.4), colour: Some([214, 204, 180]), ..plain(0.02, 0.0015, 1_500.0, 0.4) }
        }
        // Habotai: 40 g/m², 8 N/mm; a hand tears it.
        "silk" => {
            Material { mass_per_area: Some(0.04), colour: Some([226, 196, 214]), ..plain(2e-3, 0.0005, 400.0, 0.25) }
        }
        // Soft steel of 2 mm: 25 g/m, breaks at 1.2 kN, E I = 200 GPa x pi d^4 / 64.
        "wire" => Material {
            bending: Some(0.157),
            colour: Some([176, 182, 190]),
            look: MaterialLook::Wire,
            ..plain(0.0245, 0.002, 1_200.0, 0.2)
        },
        // A lath of pine, 40 x 20 mm: 0.4 kg/m, breaks at 32 kN.
        "wood" => Material { colour: Some([170, 124, 78]), ..plain(0.4, 0.020, 32_000.0, 0.45) },
        // A bar of mild steel, 20 x 20 mm: 3.1 kg/m, yields at 100 kN.
        "steel" => Material { colour: Some([112, 120, 132]), ..plain(3.1, 0.020, 100_000.0, 0.2) },
        _ => return None,
    };
    Some(material)
}

/// Materials of a scene file by name.
pub type OwnMaterials = BTreeMap<String, Material>;

/// The name of a material, or of none, that a hand tears: "canvas, tears by hand".
#[must_use]
pub fn hand_tearable(name: Option<&str>) -> String {
    name.map_or_else(|| HAND_TEARABLE.to_owned(), |name| format!("{name}, {HAND_TEARABLE}"))
}

/// The material of a name: one of the scene's own, or a preset; or either as [`hand_tearable`] names it.
#[must_use]
pub fn find(own: &OwnMaterials, name: &str) -> Option<Material> {
    let plain = |name: &str| {
        let own = own.get(name).map(|material| Material { name: name.to_owned(), ..material.clone() });
        own.or_else(|| preset(name))
    };
    plain(name).or_else(|| {
        let base = match name.strip_suffix(HAND_TEARABLE)? {
            "" => Material::default(),
            base => plain(base.strip_suffix(", ")?)?,
        };
        let strength = base.strength.map_or(HAND_STRENGTH, |strength| strength.min(HAND_STRENGTH));
        Some(Material { name: name.to_owned(), strength: Some(strength), ..base })
    })
}

/// The material of a name as [`find`] finds it, or one that links of a world have.
pub(super) fn find_in(own: &OwnMaterials, world: &World, name: &str) -> Option<Material> {
    let known = || world.materials().iter().find(|material| material.name == name).cloned();
    find(own, name).or_else(known)
}

/// Reads the materials of a scene, with all numbers inside their ranges.
pub(super) fn own<'de, D: Deserializer<'de>>(from: D) -> Result<OwnMaterials, D::Error> {
    let own = OwnMaterials::deserialize(from)?;
    if own.len() > MAX_OWN {
        return Err(D::Error::custom(format!("at most {MAX_OWN} materials expected, found {}", own.len())));
    }
    for material in own.values() {
        let Material { mass_per_metre, mass_per_area, thickness, stiffness, bending, strength, friction, .. } =
            *material;
        for (value, range, noun) in [
            (mass_per_metre, Material::MASS_RANGE, "kilograms a metre"),
            (mass_per_area, Material::MASS_RANGE, "kilograms a square metre"),
            (thickness, Material::THICKNESS_RANGE, "a thickness in metres"),
            (stiffness, Material::STIFFNESS_RANGE, "a stiffness in newtons"),
            (bending, Material::BENDING_RANGE, "a bending stiffness in N m²"),
            (strength, Material::STRENGTH_RANGE, "a force in newtons"),
            (friction, Material::FRICTION_RANGE, "a coefficient of friction"),
        ] {
            value.map_or(Ok(()), |value| check_range::<_, D::Error>(value, range, noun))?;
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{BuildError, SceneDef, parse};

    fn scene(more: &str) -> Result<SceneDef, String> {
        let text = format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), {more})");
        parse("test", &text).map_err(|error| error.to_string())
    }

    #[test]
    fn recipes_are_of_the_material_that_they_name() {
        let scene = scene(
            "materials: {\"band\": (stiffness: 50, mass_per_metre: 0.1)}, build: [\
             Rope(name: \"a\", from: At(0, 0), to: At(0, -1), particles: 5, material: \"band\"), \
             Rope(from: Of(\"a\", 4), to: At(0, -2), particles: 5), \
             Connect(a: Of(\"a\", 0), b: Of(\"a\", 2), material: \"chain\"), \
             Net((at: (2, 0), columns: 3, rows: 3, spacing: 0.2, material: \"elastic net\"))]",
        );
        let world = crate::scene::build(&scene.expect("the scene reads")).expect("the scene builds");
        let named = |name: &str| {
            let is_named = |material: &Material| material.name == name;
            world.links().filter(|link| world.material_of(link).is_some_and(is_named)).count()
        };
        assert_eq!([named("band"), named("chain"), named("elastic net")], [4, 1, 12]);
        assert_eq!(world.links().filter(|link| link.material == 0).count(), 4);
        assert!((world.particles().mass[1] - 0.025).abs() < 1e-6, "{}", world.particles().mass[1]);
    }

    #[test]
    fn hand_tears_any_material_that_is_named_so() {
        let own = OwnMaterials::from([("band".to_owned(), Material { strength: Some(20.0), ..Material::default() })]);
        let strength = |name| find(&own, &hand_tearable(name)).and_then(|material| material.strength);
        assert_eq!([None, Some("canvas"), Some("band")].map(strength), [Some(150.0), Some(150.0), Some(20.0)]);
        let twice = hand_tearable(Some("canvas, tears by hand"));
        assert_eq!([Some("gum"), Some(&*twice)].map(strength), [None; 2]);
    }

    #[test]
    fn unknown_materials_and_wild_numbers_are_refused() {
        let rope = "build: [Rope(from: At(0, 0), to: At(1, 0), particles: 3, material: \"gum\")]";
        let error = crate::scene::build(&scene(rope).expect("the scene reads")).map(drop);
        assert_eq!(error, Err(BuildError::UnknownMaterial { entry: 1, name: "gum".to_owned() }));
        let bridge = "build: [Bridge(from: (0, 0), to: (1, 0), planks: 3, material: \"wood\", ropes: \"gum\")]";
        let error = crate::scene::build(&scene(bridge).expect("the scene reads")).map(drop);
        assert_eq!(error, Err(BuildError::UnknownMaterial { entry: 1, name: "gum".to_owned() }));
        let error = scene("materials: {\"gum\": (stiffness: -3)}, build: []").expect_err("it is refused");
        assert!(error.contains("a stiffness in newtons from 0.1 to"), "{error}");
    }
}
