//! The section Selected: numbers of the selected things, which can be changed.

use egui::{Align, Layout, RichText, Ui};

use super::several::{SharedRow, common, set_each};
use super::{SectionContext, blower, machine, material, obstacle};
use crate::app::widgets::{Checkbox, MIXED, NumberRow, TEXT_SIZE, digits, mark};
use crate::physics::{Ball, BallSurface, Material, ParticleId, Property, Shape, Weight, Words};
use crate::sandbox::{Command, Facts, LinkFacts, Reading};
use crate::scene;

/// The section Selected.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let Some(facts) = cx.state.selected else { return };
    let title = ui.label(RichText::new(facts.title()).size(TEXT_SIZE).color(cx.theme.bright));
    mark(ui, "selected.title", title.rect);
    if !facts.particles.is_empty() {
        particles(ui, cx, facts);
    }
    machine::show(ui, cx, facts);
    if let Some(links) = &facts.links {
        forces(ui, cx, links);
        ends(ui, cx, facts);
        materials(ui, cx, facts, links);
    }
    heavy_points(ui, cx, &facts.heavy);
    let colliders = cx.state.sandbox.world().colliders();
    let shapes: Vec<Shape> = facts.shapes.iter().filter_map(|&id| colliders.shape(id)).copied().collect();
    if !shapes.is_empty() {
        obstacle::size_and_angle(ui, cx, &shapes);
        obstacle::motion_and_surface(ui, cx, &shapes);
    }
    blower::show(ui, cx, &facts.blowers);
}

/// Shows the label of a reading with a text at the right.
fn fact(ui: &mut Ui, cx: &SectionContext, Reading { label, .. }: Reading, text: impl Into<String>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(label).size(TEXT_SIZE).color(cx.theme.dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let shown = ui.label(RichText::new(text.into()).size(TEXT_SIZE));
            mark(ui, &format!("selected.{label}"), shown.rect);
        });
    });
}

/// A number with the unit of its reading.
fn with_unit(number: f32, Reading { unit, .. }: Reading) -> String {
    format!("{} {unit}", digits(number.into()))
}

fn particles(ui: &mut Ui, cx: &SectionContext, facts: &Facts) {
    let pinned = match facts.pinned {
        0 => String::new(),
        pinned => format!(", {pinned} {}", Facts::PINNED.label),
    };
    fact(ui, cx, Facts::POINTS, format!("{}{pinned}", facts.particles.len()));
    let mass = with_unit(facts.mass, Facts::MASS);
    let length = facts.links.as_ref().map_or(0.0, |links| links.length);
    if facts.ends.is_some() {
        fact(ui, cx, Facts::LENGTH, with_unit(length, Facts::LENGTH));
        let per_length = with_unit(facts.mass / length, Facts::MASS_PER_LENGTH);
        fact(ui, cx, Facts::MASS, format!("{mass}, {per_length}"));
    } else {
        if length > 0.0 {
            let wide = digits(facts.size.x.into());
            fact(ui, cx, Facts::SIZE, format!("{wide} × {}", with_unit(facts.size.y, Facts::SIZE)));
        }
        // The mass of a lone one has a row that changes it.
        if facts.particles.len() > 1 || facts.heavy.is_empty() {
            fact(ui, cx, Facts::MASS, mass);
        }
    }
}

fn forces(ui: &mut Ui, cx: &SectionContext, links: &LinkFacts) {
    let tension = with_unit(links.tension.max(0.0), LinkFacts::TENSION);
    let peak = with_unit(links.peak.max(0.0), LinkFacts::PEAK);
    fact(ui, cx, LinkFacts::TENSION, format!("{tension}, {} {peak}", LinkFacts::PEAK.label));
    let (stretch, unit) = (100.0 * links.stretch.max(0.0), LinkFacts::STRETCH.unit);
    // Below what single precision resolves, it is none.
    let text = if stretch < 0.005 { format!("0 {unit}") } else { format!("{stretch:.2} {unit}") };
    fact(ui, cx, LinkFacts::STRETCH, text);
}

/// The chooser of the material, and its numbers.
fn materials(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts, links: &LinkFacts) {
    let now = match common(links.materials.iter().map(|(material, _)| material)) {
        Some((Some(material), false)) => material.name.as_str(),
        Some((None, false)) => Material::NONE.label,
        None | Some((_, true)) => MIXED,
    };
    fact(ui, cx, LinkFacts::MATERIAL, now);
    let clicked = material::choose(ui, "material", |name| name == now, &cx.theme);
    if let Some(name) = clicked {
        let material = scene::preset(name).map(Box::new);
        cx.command(Command::SetMaterial { things: facts.things(), material });
    }
    material::numbers(ui, cx, facts, links);
}

/// The pins of a rope's ends.
fn ends(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts) {
    let Some(ends) = facts.ends(cx.state.sandbox.world()) else { return };
    for ((particle, Words { label: text, tooltip }), name) in ends.into_iter().zip(["end.0", "end.1"]) {
        let mut pinned = cx.state.sandbox.world().is_pinned(particle);
        if (Checkbox { name, text, tooltip }).show(ui, &mut pinned, &cx.theme) {
            cx.command(Command::SetPinned { particle, pinned });
        }
    }
}

/// The numbers of weights, balls and lone points.
fn heavy_points(ui: &mut Ui, cx: &mut SectionContext, heavy: &[ParticleId]) {
    let world = cx.state.sandbox.world();
    let mass = |id: &ParticleId| world.particles().mass.get(id.index()).copied();
    let Some((now, is_mixed)) = common(heavy.iter().filter_map(mass)) else { return };
    let bare = |id: ParticleId| world.weight(id).map(|weight| weight.bare_mass).or_else(|| mass(&id)).unwrap_or(now);
    let (own, are_own_mixed) = common(heavy.iter().map(|&id| bare(id))).unwrap_or((now, false));
    let own = if are_own_mixed { now } else { own };
    let Property { row, ends, .. } = Weight::MASS;
    let row = NumberRow { name: "mass", row: &row, ends, now, own, is_enabled: true };
    if let Some(mass) = row.show_several(ui, is_mixed, &cx.theme) {
        let weight =
            |&particle: &ParticleId| Command::SetWeight { particle, mass: (mass != bare(particle)).then_some(mass) };
        set_each(cx, heavy.iter().map(weight));
    }
    let balls: Vec<Ball> = world.balls().iter().filter(|ball| heavy.contains(&ball.particle)).copied().collect();
    let sized = || balls.iter().filter(|ball| !ball.follows_weight);
    let row = SharedRow { name: "radius", property: &Ball::RADIUS };
    if let Some(radius) = row.show(ui, sized().map(|ball| ball.radius), &cx.theme) {
        set_each(cx, sized().map(|ball| Command::SetBallRadius { particle: ball.particle, radius }));
    }
    let may_be_hollow =
        |id: &ParticleId| world.weight(*id).is_some() && world.ball(*id).is_none_or(|ball| ball.follows_weight);
    let weights: Vec<ParticleId> = heavy.iter().copied().filter(may_be_hollow).collect();
    if !weights.is_empty() {
        let Words { label: text, tooltip } = Weight::SOLID;
        let mut solid = weights.iter().all(|id| world.ball(*id).is_some());
        if (Checkbox { name: "solid", text, tooltip }).show(ui, &mut solid, &cx.theme) {
            set_each(cx, weights.iter().map(|&particle| Command::SetSolid { particle, solid }));
        }
    }
    ball_surfaces(ui, cx, &balls);
}

/// The bounce and the friction of balls: the world's, until they are given their own.
fn ball_surfaces(ui: &mut Ui, cx: &mut SectionContext, balls: &[Ball]) {
    let (settings, theme) = (cx.state.sandbox.world().settings(), cx.theme);
    // The new value of all balls: none for that of the world.
    let row = |ui: &mut Ui, name, property: &Property, own, of: fn(&BallSurface) -> Option<f32>| {
        let (now, is_mixed) = common(balls.iter().map(|ball| of(&ball.surface).unwrap_or(own)))?;
        let row = NumberRow { name, row: &property.row, ends: property.ends, now, own, is_enabled: true };
        row.show_several(ui, is_mixed, &theme).map(|new| (new != own).then_some(new))
    };
    let restitution = row(ui, "ball.bounce", &Ball::RESTITUTION, settings.restitution, |of| of.restitution);
    let friction = row(ui, "ball.friction", &Ball::FRICTION, settings.friction, |of| of.friction);
    if restitution.is_some() || friction.is_some() {
        let surface = |&Ball { particle, surface, .. }: &Ball| Command::SetBallSurface {
            particle,
            friction: friction.unwrap_or(surface.friction),
            restitution: restitution.unwrap_or(surface.restitution),
        };
        set_each(cx, balls.iter().map(surface));
    }
}
