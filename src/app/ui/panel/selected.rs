//! The section Selected: what is selected, in numbers that can be changed.

use egui::{Align, Layout, RichText, Ui};

use super::{SectionContext, material, obstacle};
use crate::app::ui::inspection::{Common, Facts, LinkFacts};
use crate::app::widgets::{Checkbox, NumberRow, TEXT_SIZE, digits, mark};
use crate::physics::{BALL_RADIUS_RANGE, Ball, BallSurface, MAX_FRICTION, ParticleId, Row};
use crate::sandbox::Command;
use crate::scene;

/// Least and greatest mass of the row, kg. The engine has others.
const MASSES: (f32, f32) = (1e-3, 1_000.0);

/// The row of the mass of a weight, a ball or a point.
const MASS: Row = Row { unit: "kg", decades: Some(1e-3), ..Row::new("Mass", "Mass of the point with its weight") };

/// The row of the radius of a ball.
const RADIUS: Row = Row { unit: "m", decades: Some(BALL_RADIUS_RANGE.0), ..Row::new("Radius", "Radius of the ball") };

/// The rows of the surface of a ball.
const BOUNCE: Row = Row::new("Bounce", "Share of speed that the ball keeps at a bounce. 1: for ever");
const FRICTION: Row =
    Row { decades: Some(0.01), ..Row::new("Friction", "Friction of the ball. It does not turn: with 0 it rolls") };

/// The section Selected.
pub fn show(ui: &mut Ui, cx: &mut SectionContext) {
    let Some(facts) = cx.state.selected else { return };
    let title = ui.label(RichText::new(&facts.title).size(TEXT_SIZE).color(cx.theme.bright));
    mark(ui, "selected.title", title.rect);
    if !facts.particles.is_empty() {
        particles(ui, cx, facts);
    }
    if let Some(links) = &facts.links {
        forces(ui, cx, links);
        materials(ui, cx, facts, links);
    }
    ends(ui, cx, facts);
    if let [heavy] = facts.heavy[..] {
        heavy_point(ui, cx, heavy);
    }
    if let [shape] = facts.shapes[..]
        && let Some(shape) = cx.state.sandbox.world().colliders().shape(shape)
    {
        obstacle::size_and_angle(ui, cx, shape);
        obstacle::motion_and_surface(ui, cx, shape);
    }
    if let [blower] = facts.blowers[..]
        && let Some(blower) = cx.state.sandbox.world().blower(blower)
    {
        fact(ui, cx, "Speed", format!("{} m/s", digits(blower.def.speed.into())));
    }
}

/// Shows a label with a value at the right.
fn fact(ui: &mut Ui, cx: &SectionContext, label: &str, value: impl Into<String>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(label).size(TEXT_SIZE).color(cx.theme.dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let shown = ui.label(RichText::new(value.into()).size(TEXT_SIZE));
            mark(ui, &format!("selected.{label}"), shown.rect);
        });
    });
}

fn particles(ui: &mut Ui, cx: &SectionContext, facts: &Facts) {
    let pinned = match facts.pinned {
        0 => String::new(),
        pinned => format!(", {pinned} pinned"),
    };
    fact(ui, cx, "Points", format!("{}{pinned}", facts.particles.len()));
    let mass = digits(facts.mass.into());
    let length = facts.links.as_ref().map_or(0.0, |links| links.length);
    if length > 0.0 {
        fact(ui, cx, "Length", format!("{} m", digits(length.into())));
        fact(ui, cx, "Mass", format!("{mass} kg, {} kg/m", digits((facts.mass / length).into())));
    } else {
        fact(ui, cx, "Mass", format!("{mass} kg"));
    }
}

fn forces(ui: &mut Ui, cx: &SectionContext, links: &LinkFacts) {
    let newtons = |tension: f32| digits(tension.max(0.0).into());
    fact(ui, cx, "Tension", format!("{} N, peak {} N", newtons(links.tension), newtons(links.peak)));
    // Below what single precision resolves, it is none.
    let stretch = 100.0 * links.stretch.max(0.0);
    fact(ui, cx, "Stretch", if stretch < 0.005 { "0 %".to_owned() } else { format!("{stretch:.2} %") });
}

/// The chooser of the material.
fn materials(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts, links: &LinkFacts) {
    let now = match &links.material {
        Common::Same(Some(material)) => material.name.as_str(),
        Common::Same(None) => "none",
        Common::Nothing | Common::Mixed => "mixed",
    };
    fact(ui, cx, "Material", now);
    let clicked = material::choose(ui, "material", |name| name == now, &cx.theme);
    if let Some(name) = clicked {
        let material = scene::preset(name).map(Box::new);
        cx.command(Command::SetMaterial { particles: facts.particles.clone(), material });
    }
}

/// The pins of a rope's ends.
fn ends(ui: &mut Ui, cx: &mut SectionContext, facts: &Facts) {
    let Some(ends) = facts.ends else { return };
    let position = &cx.state.sandbox.world().particles().position;
    let [a, b] = ends.map(|end| position[end.index()]);
    let is_level = (a.x - b.x).abs() > (a.y - b.y).abs();
    let is_first = if is_level { a.x <= b.x } else { a.y >= b.y };
    let ordered = if is_first { ends } else { [ends[1], ends[0]] };
    let words =
        if is_level { ["Left end pinned", "Right end pinned"] } else { ["Upper end pinned", "Lower end pinned"] };
    for ((particle, text), name) in ordered.into_iter().zip(words).zip(["end.0", "end.1"]) {
        let mut pinned = cx.state.sandbox.world().particles().pinned[particle.index()];
        let checkbox = Checkbox { name, text, tooltip: "A pinned end stays where it is" };
        if checkbox.show(ui, &mut pinned, &cx.theme) {
            cx.command(Command::SetPinned { particle, pinned });
        }
    }
}

/// The numbers of a weight, a ball or a lone point.
fn heavy_point(ui: &mut Ui, cx: &mut SectionContext, particle: ParticleId) {
    let world = cx.state.sandbox.world();
    let Some(&now) = world.particles().mass.get(particle.index()) else { return };
    let own = world.weight(particle).map_or(now, |weight| weight.bare_mass);
    let row = NumberRow { name: "mass", row: &MASS, ends: MASSES, now, own, is_enabled: true };
    if let Some(mass) = row.show(ui, &cx.theme) {
        let mass = (mass != own).then_some(mass);
        cx.command(Command::SetWeight { particle, mass });
    }
    if let Some(ball) = world.balls().iter().find(|ball| ball.particle == particle).copied() {
        let (now, ends) = (ball.radius, BALL_RADIUS_RANGE);
        let row = NumberRow { name: "radius", row: &RADIUS, ends, now, own: now, is_enabled: true };
        if let Some(radius) = row.show(ui, &cx.theme) {
            cx.command(Command::SetBallRadius { particle, radius });
        }
        ball_surface(ui, cx, &ball);
    }
}

/// The bounce and the friction of a ball: the world's, until it is given its own.
fn ball_surface(ui: &mut Ui, cx: &mut SectionContext, &Ball { particle, surface, .. }: &Ball) {
    let settings = cx.state.sandbox.world().settings();
    let show = |ui: &mut Ui, cx: &SectionContext, name, row, ends, value: Option<f32>, own| {
        let row = NumberRow { name, row, ends, now: value.unwrap_or(own), own, is_enabled: true };
        row.show(ui, &cx.theme).map_or(value, |new| (new != own).then_some(new))
    };
    let restitution = show(ui, cx, "ball.bounce", &BOUNCE, (0.0, 1.0), surface.restitution, settings.restitution);
    let friction = show(ui, cx, "ball.friction", &FRICTION, (0.0, MAX_FRICTION), surface.friction, settings.friction);
    if (BallSurface { friction, restitution }) != surface {
        cx.command(Command::SetBallSurface { particle, friction, restitution });
    }
}
