//! The effect of a command: whether there is anything to undo.

use glam::Vec2;

use crate::physics::{BallSurface, LinkDrive, LinkKind, Material, ParticleId, ShapeId, Things, World};
use crate::sandbox::{Command, Ghost, Sandbox, stack_shift};

/// Applies a command. Returns whether it changed anything that the user would undo: a cut through the air does not.
pub fn apply(sandbox: &mut Sandbox, command: &Command) -> bool {
    let cut_before = cut_links(sandbox);
    let changes = changes(sandbox, command);
    sandbox.apply(command);
    // The effect of these two shows only once they are applied.
    if let Command::Cut { .. } = *command {
        cut_links(sandbox) > cut_before
    } else if let Command::Grab { grab, .. } = *command {
        sandbox.world().grabs().iter().any(|held| held.id == grab)
    } else {
        changes
    }
}

/// Whether a command may change the sandbox, as far as a quick look in advance tells.
pub fn may_change(sandbox: &Sandbox, command: &Command) -> bool {
    match *command {
        Command::Cut { from, to, radius } => {
            let ghost = sandbox.ghost().map(Ghost::world);
            [Some(sandbox.world()), ghost].into_iter().flatten().any(|world| is_near_link(world, [from, to], radius))
        }
        _ => changes(sandbox, command),
    }
}

/// Whether the box round a stroke of a radius, m, meets the box round a link.
fn is_near_link(world: &World, [from, to]: [Vec2; 2], radius: f32) -> bool {
    let (min, max, position) = (from.min(to), from.max(to), &world.particles().position);
    world.links().any(|link| {
        let (a, b) = (position[link.a.index()], position[link.b.index()]);
        !(max.cmplt(a.min(b) - radius).any() || min.cmpgt(a.max(b) + radius).any())
    })
}

/// Whether a command would change the sandbox, as far as that is known in advance.
fn changes(sandbox: &Sandbox, command: &Command) -> bool {
    let world = sandbox.world();
    match command {
        Command::SetPinned { particle, pinned } => changes_pin(world, *particle, *pinned),
        Command::Join { a, b } => world.can_join(*a, *b),
        Command::Pose { particle, to } => world.particles().contains(*particle) && to.is_finite(),
        Command::Anchor { particle, shape } => changes_anchor(world, *particle, *shape),
        Command::SetWeight { particle, mass } => changes_weight(world, *particle, *mass),
        Command::SetSolid { particle, solid } => changes_disc(world, *particle, *solid),
        Command::SetLinkDrive { a, b, drive } => changes_drive(world, [*a, *b], *drive),
        Command::SetMotor { axle, arms, drive } => {
            let before = world.motors().iter().find(|motor| motor.axle == *axle);
            before.map(|motor| (motor.arms, motor.drive)) != drive.map(|drive| (*arms, drive))
        }
        Command::HoldKey { key, held } => world.held_keys().contains(key) != *held,
        Command::SetBallRadius { particle, radius } => {
            world.ball(*particle).is_some_and(|ball| !ball.follows_weight && ball.radius != *radius)
        }
        Command::SetBallSurface { particle, friction, restitution } => {
            let surface = BallSurface { friction: *friction, restitution: *restitution }.sanitised();
            world.ball(*particle).is_some_and(|ball| ball.surface != surface)
        }
        Command::SetMaterial { .. } | Command::ChangeMaterial { .. } => changes_made_of(world, command),
        Command::MoveShape { shape, .. }
        | Command::TurnShape { shape, .. }
        | Command::SetShapeProperties { shape, .. }
        | Command::SetShapeForm { shape, .. }
        | Command::RemoveShape { shape } => world.colliders().shape(*shape).is_some(),
        Command::MoveBlower { blower, .. }
        | Command::TurnBlower { blower, .. }
        | Command::SetJet { blower, .. }
        | Command::RemoveBlower { blower } => world.blower(*blower).is_some(),
        Command::Build(recipe) => sandbox.check_part(recipe).is_ok(),
        Command::Remove { things } => !things.within(world).is_empty(),
        Command::Transform { things, by, .. } => !by.sanitised().is_identity() && !things.within(world).is_empty(),
        Command::Together(commands) => commands.iter().any(|command| changes(sandbox, command)),
        Command::Restack { things, to } => stack_shift(things, *to, world) != 0,
        Command::SetGround(height) => world.moves_ground(*height),
        Command::SetWalls(walls) => walls.is_valid() && sandbox.walls() != *walls,
        Command::Insert(clip) => !clip.is_empty() && sandbox.can_insert(clip),
        Command::Grab { .. }
        | Command::MoveGrab { .. }
        | Command::Release { .. }
        | Command::Cut { .. }
        | Command::AddShape(_)
        | Command::AddBlower(_)
        | Command::SetGravity(_)
        | Command::SetSettings(_)
        | Command::PinAtRandom
        | Command::DriveHeldEnd(_)
        | Command::SetGhost(_)
        | Command::SetRoom(_)
        | Command::Reset
        | Command::Open(_) => true,
        Command::BackToBuild | Command::KeepAsBuild => sandbox.design().is_some(),
    }
}

/// Whether a particle is not yet pinned as wanted, and by a pin of its own.
fn changes_pin(world: &World, particle: ParticleId, pinned: bool) -> bool {
    let is_other = world.particles().contains(particle) && world.is_pinned(particle) != pinned;
    is_other || world.anchor(particle).is_some()
}

/// Whether a particle does not hang the weight of this mass, kg, yet.
fn changes_weight(world: &World, particle: ParticleId, mass: Option<f32>) -> bool {
    world.particles().contains(particle) && world.weight(particle).map(|weight| weight.mass) != mass
}

/// Whether the weight on a particle becomes solid or hollow.
fn changes_disc(world: &World, particle: ParticleId, solid: bool) -> bool {
    let may_change = world.ball(particle).is_none_or(|ball| ball.follows_weight);
    may_change && world.weight(particle).is_some() && world.ball(particle).is_some() != solid
}

/// Whether a command for materials changes what links are made of.
fn changes_made_of(world: &World, command: &Command) -> bool {
    match command {
        Command::SetMaterial { things, material } => {
            let material = material.as_deref().map(Material::sanitised);
            changes_material(world, things, |now| now != material.as_ref())
        }
        Command::ChangeMaterial { things, change } => {
            let none = Material::default();
            changes_material(world, things, |now| {
                let now = now.unwrap_or(&none);
                now.with(change) != *now
            })
        }
        _ => false,
    }
}

/// Whether there is a link between two particles, with another drive.
fn changes_drive(world: &World, [a, b]: [ParticleId; 2], drive: Option<LinkDrive>) -> bool {
    let ends = [a.min(b), a.max(b)];
    let before = world.driven_links().iter().find(|link| link.ends == ends).map(|link| link.drive);
    before != drive && world.links().any(|link| [[link.a, link.b], [link.b, link.a]].contains(&ends))
}

/// Whether a particle can get this anchor, or lose one, and has not yet.
fn changes_anchor(world: &World, particle: ParticleId, shape: Option<ShapeId>) -> bool {
    let is_possible = shape.is_none_or(|shape| world.colliders().shape(shape).is_some());
    let before = world.anchor(particle).map(|anchor| anchor.shape);
    world.particles().contains(particle) && is_possible && before != shape
}

/// Whether a link between particles of things has a material that changes.
fn changes_material(world: &World, things: &Things, is_changed: impl Fn(Option<&Material>) -> bool) -> bool {
    let things = things.within(world);
    let mut links = world.links().filter(|link| things.has_particle(link.a) && things.has_particle(link.b));
    links.any(|link| link.kind != LinkKind::Stop && is_changed(world.material_of(link)))
}

/// Number of links that have been cut in the world and in the ghost.
fn cut_links(sandbox: &Sandbox) -> u64 {
    sandbox.world().cut_link_count() + sandbox.ghost().map_or(0, |ghost| ghost.world().cut_link_count())
}
