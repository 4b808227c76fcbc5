//! Materials of which a property has changed: their names, and how they change back.

use std::cmp::Reverse;

use super::{Command, Sandbox};
use crate::physics::{LinkKind, MAX_MATERIAL_NAME, MAX_MATERIALS, Material, MaterialChange, ParticleId, Things, World};
use crate::scene::{self, OwnMaterials};

/// End of the name of a preset, or of a scene's material, that has changed.
const CHANGED: &str = ", changed";

/// Name of the material of links that had none.
const NAMELESS: &str = "own";

/// The material that a change makes of one; `None` if all of its properties are those of links without a material.
/// `others`: those that other links have, whose names are taken. `own`: materials of the scene.
pub(super) fn changed(
    material: Option<&Material>,
    change: &MaterialChange,
    others: &[&Material],
    own: &OwnMaterials,
) -> Option<Material> {
    let old = material.cloned().unwrap_or_default();
    let new = old.with(change);
    if new.equals_by_properties(&Material::default()) {
        return None;
    }
    let is_named = matches!(change, MaterialChange::Name(_));
    let stem = if is_named { &new.name } else { old.name.split(CHANGED).next().unwrap_or_default() };
    let known = |name: &str| scene::find_material(own, name).map(|known| known.sanitised());
    if let Some(known) = known(stem).filter(|known| known.equals_by_properties(&new)) {
        return Some(known);
    }
    // A name stands for one material.
    let stem: String = stem.chars().take(MAX_MATERIAL_NAME - CHANGED.len() - 4).collect();
    let stem = match stem.trim() {
        "" => NAMELESS.to_owned(),
        stem if known(stem).is_some() => format!("{stem}{CHANGED}"),
        stem => stem.to_owned(),
    };
    if !is_named
        && !old.name.is_empty()
        && known(&old.name).is_none()
        && others.iter().all(|other| other.name != old.name)
    {
        return Some(new);
    }
    let is_free = |name: &String| others.iter().all(|other| other.name != *name || other.equals_by_properties(&new));
    let numbered = (2..).map(|number| format!("{stem} {number}"));
    let name = std::iter::once(stem.clone()).chain(numbered).find(is_free)?;
    Some(Material { name, ..new })
}

/// Gives things a material, or none, unless the world has no place for another one.
pub(super) fn set_material(things: &Things, material: Option<&Material>, world: &mut World) {
    let number = material.map_or(Some(0), |material| world.add_material(material));
    number.into_iter().for_each(|number| world.set_material_of(things, number));
}

impl Sandbox {
    /// Checks that there is a place for the materials that a command makes.
    ///
    /// # Errors
    /// With a sentence: why links stay as they are, and what to do.
    pub fn check_materials(&self, command: &Command) -> Result<(), String> {
        let world = &self.world;
        let has_place = match command {
            Command::SetMaterial { material: Some(material), .. } => world.has_place_for([&**material]),
            Command::Insert(clip) => world.has_place_for(&clip.materials),
            Command::Build(recipe) => {
                world.has_place_for(&scene::materials_of(recipe, world, &self.scene.scene.materials))
            }
            // A trial: it may make as many materials as the things have. Names are made to differ.
            Command::ChangeMaterial { things, change } if world.materials().len() > MAX_MATERIALS / 2 => {
                let mut trial = world.clone();
                let own = &self.scene.scene.materials;
                trial.change_materials(things, |material, others| changed(material, change, others, own));
                let none = Material::default();
                let wanted = change.value_in(&none.with(change));
                let chosen = trial.links().filter(|link| {
                    link.kind != LinkKind::Stop && things.has_particle(link.a) && things.has_particle(link.b)
                });
                let mut values = chosen.map(|link| change.value_in(trial.material_of(link).unwrap_or(&none)));
                matches!(change, MaterialChange::Name(_)) || values.all(|value| value == wanted)
            }
            _ => true,
        };
        let full = || format!("a scene has at most {MAX_MATERIALS} materials: choose one that it has");
        if has_place { Ok(()) } else { Err(full()) }
    }
}

/// The command that gives the property which a change sets the values that the links of things have now; `None` if
/// there are no links.
pub(super) fn values_now(things: &Things, change: &MaterialChange, world: &World) -> Option<Command> {
    let none = Material::default();
    let ends_within = |things: &Things| {
        let links = world.links().filter(|link| link.kind != LinkKind::Stop);
        let inner = links.filter(|link| things.has_particle(link.a) && things.has_particle(link.b));
        inner.map(|link| ([link.a, link.b], world.material_of(link))).collect::<Vec<_>>()
    };
    let mut values: Vec<(MaterialChange, Vec<[ParticleId; 2]>)> = Vec::new();
    for (ends, material) in ends_within(things) {
        let value = change.value_in(material.unwrap_or(&none));
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, links)) => links.push(ends),
            None => values.push((value, vec![ends])),
        }
    }
    // The commonest value for all, and then the others where they are.
    values.sort_by_key(|(_, links)| Reverse(links.len()));
    let mut values = values.into_iter();
    let set = |things, change| Command::ChangeMaterial { things, change };
    let first = set(things.clone(), values.next()?.0);
    let mut others = Vec::new();
    for (value, links) in values {
        let those = Things::of_particles(links.iter().copied().flatten());
        if ends_within(&those).len() == links.len() {
            others.push(set(those, value));
        } else {
            // Their particles have links of other values between them, too.
            others.extend(links.into_iter().map(|ends| set(Things::of_particles(ends), value.clone())));
        }
    }
    Some(if others.is_empty() { first } else { Command::Together([vec![first], others].concat()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Clip;
    use crate::scene::NamedScene;

    fn sandbox(build: &str) -> Sandbox {
        let text =
            format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), build: [{build}])");
        let scene = scene::parse("t", &text).expect("the scene reads");
        Sandbox::new(NamedScene { name: "t".to_owned(), scene }).expect("the scene builds")
    }

    fn change(sandbox: &mut Sandbox, things: &Things, change: MaterialChange) {
        sandbox.apply(&Command::ChangeMaterial { things: things.clone(), change });
    }

    /// Name and strength of the material of each link.
    fn strengths(sandbox: &Sandbox) -> Vec<(&str, Option<f32>)> {
        let of = |link| sandbox.world().material_of(link).map_or(("none", None), |m| (&*m.name, m.strength));
        sandbox.world().links().map(of).collect()
    }

    const ROPES: &str = "Rope(from: At(0, 0), to: At(0, -1), particles: 2, material: \"rubber\"), \
                         Rope(from: At(1, 0), to: At(1, -1), particles: 2, material: \"rubber\"), \
                         Rope(from: At(2, 0), to: At(2, -1), particles: 2)";

    #[test]
    fn changed_number_is_of_the_thing_alone_and_named() {
        let mut sandbox = sandbox(ROPES);
        let [first, second, all] =
            [[0, 2], [2, 4], [0, 6]].map(|range| Things { particles: vec![range], ..Things::default() });
        change(&mut sandbox, &first, MaterialChange::Strength(Some(5.0)));
        assert_eq!(strengths(&sandbox), [("rubber, changed", Some(5.0)), ("rubber", Some(300.0)), ("none", None)]);
        change(&mut sandbox, &second, MaterialChange::Strength(Some(6.0)));
        assert_eq!(strengths(&sandbox)[1], ("rubber, changed 2", Some(6.0)));
        // Of several things only the number that is typed changes.
        change(&mut sandbox, &all, MaterialChange::Friction(Some(0.5)));
        let names = [("rubber, changed", Some(5.0)), ("rubber, changed 2", Some(6.0)), ("own", None)];
        assert_eq!(strengths(&sandbox), names);
        change(&mut sandbox, &all, MaterialChange::Friction(None));
        assert_eq!(strengths(&sandbox)[2], ("none", None));
        change(&mut sandbox, &all, MaterialChange::Friction(Some(0.9)));
        change(&mut sandbox, &first, MaterialChange::Strength(Some(300.0)));
        assert_eq!(strengths(&sandbox)[0], ("rubber", Some(300.0)), "the preset again");
        change(&mut sandbox, &second, MaterialChange::Name("band".to_owned()));
        assert_eq!(strengths(&sandbox)[1], ("band", Some(6.0)));
    }

    #[test]
    fn dragged_slider_needs_one_material() {
        let mut sandbox = sandbox(ROPES);
        let things = Things { particles: vec![[0, 2]], ..Things::default() };
        (1..1_000).for_each(|k| change(&mut sandbox, &things, MaterialChange::Strength(Some(k as f32))));
        assert!(sandbox.world().materials().len() <= 3, "{:?}", sandbox.world().materials());
        let text = scene::to_text(&sandbox.export(), 4);
        let saved = scene::parse("saved", &text).expect("it reads");
        let again = Sandbox::new(NamedScene { name: "saved".to_owned(), scene: saved }).expect("it opens");
        assert_eq!(again.state_hash(), sandbox.state_hash());
        assert_eq!(strengths(&again)[0], ("rubber, changed", Some(999.0)));
    }

    #[test]
    fn values_of_several_materials_are_restored() {
        // A square of two materials, whose particles all have links of both.
        let square = "Rope(from: At(5, 0), to: At(5, 1), particles: 2, material: \"thread\"), \
                      Rope(from: At(6, 1), to: At(6, 0), particles: 2, material: \"thread\"), \
                      Rope(from: At(5, 1), to: At(6, 1), particles: 2, material: \"steel\"), \
                      Rope(from: At(6, 0), to: At(5, 0), particles: 2, material: \"steel\")";
        let mut sandbox = sandbox(&format!("{ROPES}, {square}"));
        for (b, a) in [(13, 6), (10, 7), (11, 8), (12, 9)] {
            sandbox.apply(&Command::Join { a: ParticleId(a), b: ParticleId(b) });
        }
        let things = sandbox.world().all_things();
        let before: Vec<_> =
            strengths(&sandbox).into_iter().map(|(name, strength)| (name.to_owned(), strength)).collect();
        let change = Command::ChangeMaterial { things, change: MaterialChange::Strength(Some(7.0)) };
        let inverse = change.inverse(&sandbox).expect("a value");
        sandbox.apply(&change);
        assert!(strengths(&sandbox).iter().all(|(_, strength)| *strength == Some(7.0)));
        sandbox.apply(&inverse);
        let after: Vec<_> =
            strengths(&sandbox).into_iter().map(|(name, strength)| (name.to_owned(), strength)).collect();
        assert_eq!(after, before);
    }

    #[test]
    fn material_without_a_place_is_refused_with_a_sentence() {
        let ropes: String = (0..=MAX_MATERIALS)
            .map(|number| format!("Rope(from: At({number}, 0), to: At({number}, -1), particles: 2),"))
            .collect();
        let mut sandbox = sandbox(&ropes);
        let rope = |number: usize| Things::of_particles([2 * number, 2 * number + 1].map(|id| ParticleId(id as u32)));
        let weaken = |number: usize| Command::ChangeMaterial {
            things: rope(number),
            change: MaterialChange::Strength(Some(1.0 + number as f32)),
        };
        for number in 0..MAX_MATERIALS {
            assert_eq!(sandbox.check_materials(&weaken(number)), Ok(()), "{number}");
            sandbox.apply(&weaken(number));
        }
        let last = MAX_MATERIALS;
        let material = Some(Box::new(Material { strength: Some(0.5), ..Material::default() }));
        let set = Command::SetMaterial { things: rope(last), material };
        let clip = Clip { materials: vec![Material { friction: Some(0.5), ..Material::default() }], ..Clip::default() };
        let part = "Build(Rope(from: At(0, 2), to: At(1, 2), particles: 2, material: \"silk\"))";
        let build = scene::from_text::<Command>("command", part).expect("it reads");
        for refused in [weaken(last), set.clone(), Command::Insert(Box::new(clip)), build] {
            let said = sandbox.check_materials(&refused).expect_err("there are as many as there may be");
            assert!(said.contains("at most 250 materials"), "{said}");
            let before = sandbox.state_hash();
            sandbox.apply(&refused);
            assert!(matches!(refused, Command::Insert(_) | Command::Build(_)) || sandbox.state_hash() == before);
        }
        let known = Command::ChangeMaterial { things: rope(last), change: MaterialChange::Strength(Some(1.0)) };
        assert_eq!(sandbox.check_materials(&weaken(3)), Ok(()), "its own may change");
        sandbox.apply(&Command::SetMaterial { things: rope(0), material: None });
        assert_eq!((sandbox.check_materials(&known), sandbox.check_materials(&set)), (Ok(()), Ok(())), "one is free");
    }
}
