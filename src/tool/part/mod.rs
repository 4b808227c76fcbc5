//! Parts: tools that build a recipe of scene files from a drag. All share one gesture; [`catalogue`] lists them.
//!
//! | File | Holds |
//! |---|---|
//! | `catalogue` | the parts: name, key, tip, options, icon, and the recipe that a drag makes |
//! | `recipes` | from a drag to a recipe |
//! | `route` | the way of a rope past obstacles |
//! | `icons` | their icons |
//! | `snapping` | ends that join particles, and Shift, which snaps to a grid and to angles |

pub mod catalogue;
mod icons;
mod recipes;
mod route;
mod snapping;

use std::cell::RefCell;

use glam::Vec2;

use super::hit_test::driven_link_under;
use super::weight::with_unit;
use super::{Behaviour, Context, Gesture, IconShape, PointerEvent, ToolInfo, ToolOption, ToolOptions, ToolState};
use crate::physics::{LinkKind, ParticleId, Shape, ShapeId, Things, World};
use crate::sandbox::{Command, OutlinedLink, PartOutline, Sandbox};
use crate::scene::{End, Recipe};

/// Shortest drag that draws a part, pixels; of a rectangle, its shortest side.
const MIN_DRAG: f32 = 8.0;

/// Distance of the positions that make up the path of a drag, pixels.
const PATH_STEP: f32 = 4.0;

/// Most positions of a path.
const MAX_PATH: usize = 2_000;

/// A tool that builds a recipe.
pub struct Part {
    /// Name in the palette.
    name: &'static str,
    /// Key that chooses it.
    key: char,
    needs_shift: bool,
    /// Line that says how to draw it.
    tip: &'static str,
    drag: DragForm,
    /// The options that change it.
    options: &'static [ToolOption],
    icon: fn() -> Vec<IconShape>,
    recipe: fn(&Draft) -> Recipe,
}

/// The meaning of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DragForm {
    /// From one end to the other; ends near particles are joined to them.
    Ends,
    /// From one place to another, in the air.
    Places,
    /// From a corner to the opposite one.
    Corners,
    /// From the centre to the edge.
    Radius,
    /// From the feet to the head, or the reverse.
    Height,
}

/// A part that is being drawn: all that decides its recipe.
struct Draft<'a> {
    from: DrawnEnd,
    to: DrawnEnd,
    /// Positions of the pointer between them, outside of obstacles, m.
    path: &'a [Vec2],
    options: &'a ToolOptions,
    /// The chosen material.
    material: Option<&'static str>,
    world: &'a World,
}

impl Draft<'_> {
    /// Vector from the start to the end, m.
    fn span(&self) -> Vec2 {
        self.to.at - self.from.at
    }

    /// Length of the drag, m.
    fn length(&self) -> f32 {
        self.span().length()
    }

    /// The chosen material.
    fn material(&self) -> Option<String> {
        self.material.map(str::to_owned)
    }

    /// A spacing, m, limited where ropes touch each other and particles must not pass between them.
    fn spacing(&self, spacing: f32) -> f32 {
        self.world.settings().rope_contact.map_or(spacing, |radius| spacing.min(2.0 * radius))
    }
}

/// An end of a drawn part.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DrawnEnd {
    /// Position, m.
    at: Vec2,
    /// The particle that it joins.
    particle: Option<ParticleId>,
    /// The obstacle on whose surface it lies, to which a rope, a chain or a beam is tied.
    shape: Option<ShapeId>,
}

impl DrawnEnd {
    /// The end in a recipe.
    fn end(self) -> End {
        self.particle.map_or(End::At(self.at.x, self.at.y), End::Particle)
    }

    /// The same where its particle is now.
    fn now(self, sandbox: &Sandbox) -> Self {
        let position = |particle: ParticleId| sandbox.world().particles().position.get(particle.index()).copied();
        Self { at: self.particle.and_then(position).unwrap_or(self.at), ..self }
    }
}

impl Behaviour for Part {
    fn info(&self) -> ToolInfo {
        let &Self { name, key, needs_shift, tip, drag, options, .. } = self;
        let marks_particle = drag == DragForm::Ends;
        ToolInfo { name, key, needs_shift, tip, options, marks_particle, has_long_touch: true, ..ToolInfo::default() }
    }

    fn icon(&self) -> Vec<IconShape> {
        (self.icon)()
    }

    fn press(&self, event: PointerEvent, context: &mut Context) -> Option<Box<dyn Gesture>> {
        let from = snapping::start(self.drag, event, context.state.is_shift_down, context.sandbox);
        let (part, pressed_at) = (self.drawing(), event.at);
        Some(Box::new(DrawPart { part, from, to: from, pressed_at, path: Vec::new(), shown: RefCell::default() }))
    }
}

impl Part {
    fn drawing(&self) -> Drawing {
        let &Self { name, drag, options, recipe, .. } = self;
        Drawing { name, drag, options, recipe }
    }
}

/// Data of a part that its gesture needs.
#[derive(Clone, Copy, Debug)]
struct Drawing {
    name: &'static str,
    drag: DragForm,
    options: &'static [ToolOption],
    recipe: fn(&Draft) -> Recipe,
}

/// A part that is being drawn, to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPart {
    /// Outline of the part.
    pub outline: PartOutline,
    /// Its size and mass in words.
    pub readout: String,
}

/// The gesture that draws a part.
#[derive(Debug)]
struct DrawPart {
    part: Drawing,
    from: DrawnEnd,
    to: DrawnEnd,
    /// Position of the press, m.
    pressed_at: Vec2,
    /// Positions of the pointer since the press, outside of obstacles, m.
    path: Vec<Vec2>,
    /// The part that was shown last: to outline a large one takes milliseconds.
    shown: RefCell<Option<ShownPart>>,
}

/// A part that is shown, with all that its outline follows from.
#[derive(Debug)]
struct ShownPart {
    recipe: Recipe,
    ends: [DrawnEnd; 2],
    part: DrawnPart,
}

impl DrawPart {
    /// The recipe of the drag, and the drag where its ends are now.
    fn recipe(&self, options: &ToolOptions, sandbox: &Sandbox) -> (Recipe, DrawnEnd, DrawnEnd) {
        let (from, to) = (self.from.now(sandbox), self.to.now(sandbox));
        let (path, world) = (&*self.path, sandbox.world());
        let material = self.part.options.iter().find(|&&option| options.field(option).is_material());
        let material = material.and_then(|&option| options.material_name(option));
        ((self.part.recipe)(&Draft { from, to, path, options, material, world }), from, to)
    }

    /// Follows the pointer around obstacles. An end on an obstacle is where the pointer has left it or come to it.
    fn extend_path(&mut self, event: PointerEvent, sandbox: &Sandbox) {
        let shape = |end: DrawnEnd| end.shape.and_then(|shape| sandbox.world().colliders().shape(shape));
        if route::Obstacle::all(sandbox.world()).iter().any(|obstacle| obstacle.distance(event.at) <= 0.0) {
            if let (Some(shape), Some(&last)) = (shape(self.to), self.path.last()) {
                self.to.at = surface_between(shape, event.at, last);
            }
            return;
        }
        if let Some(shape) = shape(self.from).filter(|shape| self.path.is_empty() && shape.contains(self.pressed_at)) {
            self.from.at = surface_between(shape, self.pressed_at, event.at);
        }
        let is_new = self.path.last().is_none_or(|last| last.distance(event.at) >= PATH_STEP * event.pixel);
        if is_new && self.path.len() < MAX_PATH {
            self.path.push(event.at);
        }
    }

    /// Whether the drag is long enough to draw something.
    fn is_long_enough(&self, pixel: f32) -> bool {
        let span = (self.to.at - self.from.at).abs();
        let size = if self.part.drag == DragForm::Corners { span.min_element() } else { span.length() };
        size >= MIN_DRAG * pixel
    }
}

impl Gesture for DrawPart {
    fn follow(&mut self, event: PointerEvent, context: &mut Context) {
        self.to = snapping::end(self.part.drag, self.from, event, context.state.is_shift_down, context.sandbox);
        if self.part.drag == DragForm::Ends {
            self.extend_path(event, context.sandbox);
        }
    }

    fn finish(self: Box<Self>, event: PointerEvent, context: &mut Context) {
        let (recipe, ..) = self.recipe(&context.state.options, context.sandbox);
        if !self.is_long_enough(event.pixel) {
            match driven_link_under(event, context.sandbox.world()).filter(|_| is_driven(&recipe)) {
                Some(ends) => context.state.selection.choose(Things::of_particles(ends), context.sandbox),
                None => context.state.say(format!("{}: {}", self.part.name, self.part.drag.advice())),
            }
            return;
        }
        match context.sandbox.check_part(&recipe) {
            Ok(()) => {
                let anchors = anchors(&recipe, [self.from, self.to], context.sandbox);
                context.commands.push(Command::Build(Box::new(recipe)));
                context.commands.extend(anchors);
            }
            Err(why) => context.state.say(format!("{} not built: {why}", self.part.name)),
        }
    }

    fn ends_on_particle(&self) -> bool {
        self.part.drag == DragForm::Ends
    }

    fn part(&self, state: &ToolState, sandbox: &Sandbox, pixel: f32) -> Option<DrawnPart> {
        if !self.is_long_enough(pixel) {
            return None;
        }
        let (recipe, from, to) = self.recipe(&state.options, sandbox);
        let mut shown = self.shown.borrow_mut();
        if let Some(shown) = shown.as_ref().filter(|shown| shown.ends == [from, to] && shown.recipe == recipe) {
            return Some(shown.part.clone());
        }
        let outlined = sandbox.outline(&recipe);
        let mass = outlined.as_ref().map(|outline| outline.mass);
        let readout = self.part.drag.readout(from.at, to.at, mass);
        let mut outline = outlined.unwrap_or_else(|| rectangle(from.at, to.at));
        if !anchors(&recipe, [from, to], sandbox).is_empty() {
            outline.pins.extend([from, to].into_iter().filter(|end| end.shape.is_some()).map(|end| end.at));
        }
        let part = DrawnPart { outline, readout };
        *shown = Some(ShownPart { recipe, ends: [from, to], part: part.clone() });
        Some(part)
    }
}

impl DragForm {
    /// Advice after a drag that was too short.
    fn advice(self) -> &'static str {
        match self {
            Self::Ends | Self::Places => "begin at one end, drag to the other",
            Self::Corners => "begin at one corner, drag to the opposite one",
            Self::Radius => "begin at its centre, drag to its edge",
            Self::Height => "begin at its feet, drag to its head",
        }
    }

    /// The size of a drag and the mass (kg) of its part, in words.
    fn readout(self, from: Vec2, to: Vec2, mass: Option<f32>) -> String {
        let span = to - from;
        let length = span.length();
        let size = match self {
            Self::Ends | Self::Places => {
                // -0.4 degrees are no "-0".
                let angle = span.y.atan2(span.x).to_degrees().round() + 0.0;
                format!("{length:.2} m, {angle:.0}°")
            }
            Self::Corners => format!("{:.2} × {:.2} m", span.x.abs(), span.y.abs()),
            Self::Radius => format!("radius {length:.2} m"),
            Self::Height => format!("height {length:.2} m"),
        };
        mass.map_or_else(|| size.clone(), |mass| format!("{size}, {}", with_unit(mass)))
    }
}

/// The place on the surface of a shape between a point inside and one outside, m.
fn surface_between(shape: &Shape, mut inside: Vec2, mut outside: Vec2) -> Vec2 {
    for _ in 0..24 {
        let middle = inside.midpoint(outside);
        *(if shape.contains(middle) { &mut inside } else { &mut outside }) = middle;
    }
    outside
}

/// The commands that tie the ends of a rope, a chain, a beam or a driven link to the obstacles on which they are drawn, once it is built.
fn anchors(recipe: &Recipe, ends: [DrawnEnd; 2], sandbox: &Sandbox) -> Vec<Command> {
    let between = match recipe {
        Recipe::Rope(rope) => rope.particles.saturating_sub(2),
        Recipe::Connect(_) => 0,
        recipe if is_driven(recipe) => 0,
        _ => return Vec::new(),
    };
    // New particles get the next ids, from the start to the end.
    let next = sandbox.world().particles().len() as u32;
    let last = next + between + u32::from(ends[0].particle.is_none());
    let anchor = |(end, id): (DrawnEnd, u32)| {
        let shape = end.shape.filter(|_| end.particle.is_none())?;
        Some(Command::Anchor { particle: ParticleId(id), shape: Some(shape) })
    };
    ends.into_iter().zip([next, last]).filter_map(anchor).collect()
}

/// Whether a recipe is one link with a drive.
const fn is_driven(recipe: &Recipe) -> bool {
    matches!(recipe, Recipe::Winch(_) | Recipe::Piston(_) | Recipe::Muscle(_) | Recipe::Spring(_))
}

/// The outline of a part that has too many links to be shown.
fn rectangle(from: Vec2, to: Vec2) -> PartOutline {
    let corners = [from, Vec2::new(to.x, from.y), to, Vec2::new(from.x, to.y)];
    let side = |i: usize| OutlinedLink { a: corners[i], b: corners[(i + 1) % 4], kind: LinkKind::Net };
    PartOutline { links: (0..4).map(side).collect(), ..PartOutline::default() }
}
