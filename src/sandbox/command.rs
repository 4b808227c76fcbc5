//! The commands, and how each changes a [`Sandbox`]: there is no other way to change one.
//!
//! Commands hold world units and ids, never pixels or seconds: a recording of them replays to the same bits on any
//! screen. To add a command, add its variant here and apply it in `apply_to_world`. `timeline` decides how it is
//! undone.

use std::borrow::Cow;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Sandbox;
use super::material::{changed, set_material};
use super::stacking::{StackEnd, restack};
use crate::physics::{
    Aabb, BallSurface, BlowerDef, BlowerId, Clip, Form, LinkDrive, Material, MaterialChange, MotorDrive, ParticleId,
    Settings, ShapeDef, ShapeId, ShapeProperties, Similarity, Things, World,
};
use crate::scene::{NamedScene, Recipe, Rival, Technique, Walls};

/// A change. Applying one cannot fail: an id that is gone makes it a no-op.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// A pointer grabs a particle.
    Grab {
        /// Id of the grab: 0 is the mouse's, others are those of fingers.
        grab: u32,
        /// The particle.
        particle: ParticleId,
        /// Position of the pointer, m.
        at: Vec2,
    },
    /// The pointer of a grab has moved.
    MoveGrab {
        /// The grab.
        grab: u32,
        /// Position of the pointer, m.
        to: Vec2,
    },
    /// A grab ends.
    Release {
        /// The grab.
        grab: u32,
    },
    /// Pins a particle at its position, or unpins it.
    SetPinned {
        /// The particle.
        particle: ParticleId,
        /// Whether it is pinned from now on.
        pinned: bool,
    },
    /// Pins a particle and fixes it to a shape, with which it moves and turns, or unpins an anchored particle.
    Anchor {
        /// The particle.
        particle: ParticleId,
        /// The shape; `None` unpins the particle.
        shape: Option<ShapeId>,
    },
    /// Joins two particles, about which their things turn. One that nothing holds moves there.
    Join {
        /// One particle.
        a: ParticleId,
        /// The other.
        b: ParticleId,
    },
    /// Puts a particle to another place, at rest. Linked particles follow without stretch.
    Pose {
        /// The particle.
        particle: ParticleId,
        /// Its place, m.
        to: Vec2,
    },
    /// Hangs a weight on a particle, changes its weight, or removes it.
    SetWeight {
        /// The particle.
        particle: ParticleId,
        /// Mass of the particle from now on, kg; `None` for its own mass again.
        mass: Option<f32>,
    },
    /// Makes a weight solid, or hollow: it then passes through everything.
    SetSolid {
        /// The particle with the weight.
        particle: ParticleId,
        /// Whether it is solid from now on.
        solid: bool,
    },
    /// Changes the radius of a ball.
    SetBallRadius {
        /// The ball.
        particle: ParticleId,
        /// Its radius from now on, m.
        radius: f32,
    },
    /// Gives a ball a surface of its own.
    SetBallSurface {
        /// The ball.
        particle: ParticleId,
        /// Its friction coefficient from now on; `None` for that of the other surface in a contact.
        friction: Option<f32>,
        /// Its restitution from now on; `None` for that of the other surface in a contact.
        restitution: Option<f32>,
    },
    /// Makes links of a material.
    SetMaterial {
        /// The links between particles of these.
        things: Things,
        /// Their material; `None` for the scene's rope without one.
        material: Option<Box<Material>>,
    },
    /// Changes one property of the materials of links. Links with a material get a changed copy of it.
    ChangeMaterial {
        /// The links between particles of these.
        things: Things,
        /// The property, and its value from now on.
        change: MaterialChange,
    },
    /// Drives a link, drives it otherwise, or makes it an ordinary link again.
    SetLinkDrive {
        /// One end of the link.
        a: ParticleId,
        /// The other end.
        b: ParticleId,
        /// What drives it from now on; `None` for nothing.
        drive: Option<LinkDrive>,
    },
    /// Puts a motor onto an axle, changes or removes it.
    SetMotor {
        /// The particle about which it turns.
        axle: ParticleId,
        /// A particle of what turns, and one of what carries it.
        arms: [ParticleId; 2],
        /// What it does from now on; `None` removes it.
        drive: Option<MotorDrive>,
    },
    /// Presses or releases a key that works machines.
    HoldKey {
        /// The key.
        key: char,
        /// Whether it is held from now on.
        held: bool,
    },
    /// Moves a disc in a straight line and cuts every link that it touches.
    Cut {
        /// Start of the line, m.
        from: Vec2,
        /// End of the line, m.
        to: Vec2,
        /// Radius of the disc, m; below 0 the scissors are lifted and cut nothing.
        radius: f32,
    },
    /// Builds a recipe of scene files. A recipe that cannot be built there adds nothing.
    Build(Box<Recipe>),
    /// Adds a circle, a wall or a box.
    AddShape(ShapeDef),
    /// Moves a shape towards a place, at most as fast as a grabbed particle moves.
    MoveShape {
        /// The shape.
        shape: ShapeId,
        /// Its place, m.
        to: Vec2,
        /// Whether the gesture ends with this command: the next one is another edit.
        last: bool,
    },
    /// Turns a shape.
    TurnShape {
        /// The shape.
        shape: ShapeId,
        /// Direction of its own x axis: a vector of any length.
        to: Vec2,
        /// As in `MoveShape`.
        last: bool,
    },
    /// Changes the motor and the surface of a shape.
    SetShapeProperties {
        /// The shape.
        shape: ShapeId,
        /// Its motor and surface from now on.
        properties: ShapeProperties,
    },
    /// Gives a shape another form: another size.
    SetShapeForm {
        /// The shape.
        shape: ShapeId,
        /// Its form from now on.
        form: Form,
    },
    /// Removes a shape.
    RemoveShape {
        /// The shape.
        shape: ShapeId,
    },
    /// Adds a blower.
    AddBlower(BlowerDef),
    /// Moves a blower.
    MoveBlower {
        /// The blower.
        blower: BlowerId,
        /// Centre of its mouth, m.
        to: Vec2,
        /// As in `MoveShape`.
        last: bool,
    },
    /// Turns a blower.
    TurnBlower {
        /// The blower.
        blower: BlowerId,
        /// Direction of its jet: a vector of any length.
        to: Vec2,
        /// As in `MoveShape`.
        last: bool,
    },
    /// Changes the strength and the size of a blower.
    SetJet {
        /// The blower.
        blower: BlowerId,
        /// Speed of the air at its mouth, m/s.
        speed: f32,
        /// Length of the jet, m.
        reach: f32,
        /// Width of its mouth, m; `None` if it stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<f32>,
    },
    /// Removes a blower.
    RemoveBlower {
        /// The blower.
        blower: BlowerId,
    },
    /// Removes things with all that hangs on them. The ids of later particles move down.
    Remove {
        /// The things.
        things: Things,
    },
    /// Moves, turns, scales or mirrors things as wholes. Their particles are at rest, and fixed while the gesture lasts.
    Transform {
        /// The things.
        things: Things,
        /// The transformation, from where they are.
        by: Similarity,
        /// As in `MoveShape`.
        last: bool,
    },
    /// Adds copied things, if there is memory for them.
    Insert(Box<Clip>),
    /// Brings things to the front or to the back of the picture. No motion depends on it.
    Restack {
        /// The things.
        things: Things,
        /// Where to.
        to: StackEnd,
    },
    /// Sets numbers of several things at once. Commands among these that do something else are ignored.
    Together(Vec<Self>),
    /// Changes gravity, m/s².
    SetGravity(Vec2),
    /// Changes all settings.
    SetSettings(Box<Settings>),
    /// Unpins all particles and pins two random ones.
    PinAtRandom,
    /// Moves the scene's held end at this velocity, m/s, until the next such command.
    DriveHeldEnd(Vec2),
    /// Starts or ends a comparison with another method. A rival with the name of the present ghost only changes its
    /// settings.
    SetGhost(Option<Box<Rival>>),
    /// Moves walls that are the window's to its edges, m. Other walls stay.
    SetRoom(Aabb),
    /// Puts the ground's surface at a height, m, or removes the ground.
    SetGround(Option<f32>),
    /// Puts other walls around the scene, or none.
    SetWalls(Walls),
    /// Returns to the design: to what was built before time ran.
    BackToBuild,
    /// Makes the present the design.
    KeepAsBuild,
    /// Starts the scene again.
    Reset,
    /// Opens another scene.
    Open(Box<NamedScene>),
}

impl Command {
    /// Whether the picture must not be blended from the positions before it: particles have jumped or have other ids.
    const fn ends_blending(&self) -> bool {
        matches!(self, Self::Join { .. } | Self::Pose { .. } | Self::Remove { .. })
    }

    /// Whether it plays with what was built or looks at it, and changes nothing of it.
    pub const fn is_play(&self) -> bool {
        matches!(
            self,
            Self::Grab { .. }
                | Self::MoveGrab { .. }
                | Self::Release { .. }
                | Self::DriveHeldEnd(_)
                | Self::HoldKey { .. }
                | Self::SetGhost(_)
                | Self::SetRoom(_)
        )
    }

    /// Whether ids may name other things after it.
    pub const fn renumbers(&self) -> bool {
        matches!(self, Self::Remove { .. } | Self::BackToBuild | Self::Reset | Self::Open(_))
    }
}

impl Sandbox {
    /// Applies a command to the world and to its ghost.
    pub fn apply(&mut self, command: &Command) {
        self.still_steps = 0;
        self.renumberings += u64::from(command.renumbers());
        self.apply_to_world(command);
        if let Some(command) = self.command_for_ghost(command) {
            self.swap_worlds();
            self.apply_to_world(&command);
            self.swap_worlds();
        }
    }

    /// Applies a command to the world. Commands that [`Sandbox::command_for_ghost`] answers with `None` have already
    /// changed the ghost here.
    fn apply_to_world(&mut self, command: &Command) {
        let world = &mut self.world;
        match *command {
            Command::Grab { grab, particle, at } => world.grab(grab, particle, at),
            Command::MoveGrab { grab, to } => world.move_grab(grab, to),
            Command::Release { grab } => world.release(grab),
            Command::SetPinned { particle, pinned } => world.set_pinned(particle, pinned),
            Command::Anchor { particle, shape } => world.set_anchor(particle, shape),
            Command::Join { a, b } => world.join(a, b),
            Command::Pose { particle, to } => world.pose(particle, to),
            Command::SetWeight { particle, mass } => world.set_weight(particle, mass),
            Command::SetSolid { particle, solid } => world.set_solid(particle, solid),
            Command::SetBallRadius { particle, radius } => world.set_ball_radius(particle, radius),
            Command::SetBallSurface { particle, friction, restitution } => {
                world.set_ball_surface(particle, BallSurface { friction, restitution });
            }
            Command::SetMaterial { ref things, ref material } => set_material(things, material.as_deref(), world),
            Command::ChangeMaterial { ref things, ref change } => {
                let own = &self.scene.scene.materials;
                world.change_materials(things, |material, others| changed(material, change, others, own));
            }
            Command::SetLinkDrive { .. } | Command::SetMotor { .. } | Command::HoldKey { .. } => {
                apply_to_machines(command, world);
            }
            Command::Cut { from, to, radius } => _ = world.cut(from, to, radius),
            Command::Build(ref recipe) => self.build(recipe),
            Command::AddShape(shape) => _ = world.add_shape(shape),
            Command::MoveShape { shape, to, last: _ } => world.move_shape(shape, to),
            Command::TurnShape { shape, to, last: _ } => world.turn_shape(shape, to),
            Command::SetShapeProperties { shape, properties } => world.set_shape_properties(shape, properties),
            Command::SetShapeForm { shape, form } => world.set_shape_form(shape, form),
            Command::RemoveShape { shape } => world.remove_shape(shape),
            Command::AddBlower(_)
            | Command::MoveBlower { .. }
            | Command::TurnBlower { .. }
            | Command::SetJet { .. }
            | Command::RemoveBlower { .. } => apply_to_blowers(command, world),
            Command::Remove { ref things } => world.remove(things),
            Command::Transform { ref things, ref by, last } => world.transform(things, by, last),
            Command::Insert(ref clip) => self.insert(clip),
            Command::Restack { ref things, to } => restack(things, to, world),
            Command::Together(ref commands) => {
                let values = commands.iter().filter(|command| command.is_of_thing());
                values.for_each(|command| self.apply_to_world(command));
            }
            Command::SetGravity(gravity) => world.set_settings(Settings { gravity, ..*world.settings() }),
            Command::SetSettings(ref settings) => world.set_settings(**settings),
            Command::PinAtRandom => world.pin_two_at_random(),
            Command::DriveHeldEnd(velocity) => world.set_drive_velocity(velocity),
            Command::SetGhost(ref rival) => self.set_ghost(rival.as_deref()),
            Command::SetRoom(room) => self.follow_window(room),
            Command::SetGround(height) => self.set_ground(height),
            Command::SetWalls(walls) => self.set_walls(walls),
            Command::BackToBuild => self.back_to_design(),
            Command::KeepAsBuild => self.keep_as_design(),
            Command::Reset => self.reset(),
            Command::Open(ref scene) => self.open(scene),
        }
        if command.ends_blending() {
            self.previous_positions.clear();
        }
    }

    /// The command that does to the ghost's world what `command` has just done to the world, if that is still to be
    /// done.
    fn command_for_ghost<'c>(&mut self, command: &'c Command) -> Option<Cow<'c, Command>> {
        let ghost = self.ghost.as_mut()?;
        match command {
            // These change both worlds.
            Command::SetGhost(_)
            | Command::BackToBuild
            | Command::KeepAsBuild
            | Command::Reset
            | Command::Open(_)
            | Command::Build(_)
            | Command::Insert(_) => None,
            command if command.ends_blending() => {
                ghost.previous_positions.clear();
                Some(Cow::Borrowed(command))
            }
            // The ghost's random numbers may differ by now.
            Command::PinAtRandom => {
                let all = (0..self.world.particles().len() as u32).map(ParticleId);
                all.for_each(|id| ghost.world.set_pinned(id, self.world.is_pinned(id)));
                None
            }
            // The ghost keeps its technique.
            Command::SetSettings(settings) => {
                let settings = Technique::of(ghost.world.settings()).onto(settings);
                Some(Cow::Owned(Command::SetSettings(Box::new(settings))))
            }
            command => Some(Cow::Borrowed(command)),
        }
    }

    /// Exchanges the world and the ghost's.
    fn swap_worlds(&mut self) {
        if let Some(ghost) = &mut self.ghost {
            std::mem::swap(&mut self.world, &mut ghost.world);
        }
    }
}

/// Applies a command for machines.
fn apply_to_machines(command: &Command, world: &mut World) {
    match *command {
        Command::SetLinkDrive { a, b, drive } => world.set_link_drive(a, b, drive),
        Command::SetMotor { axle, arms, drive } => world.set_motor(axle, arms, drive),
        Command::HoldKey { key, held } => world.hold_key(key, held),
        _ => {}
    }
}

/// Applies a command for blowers.
fn apply_to_blowers(command: &Command, world: &mut World) {
    match *command {
        Command::AddBlower(blower) => _ = world.add_blower(blower),
        Command::MoveBlower { blower, to, last: _ } => world.move_blower(blower, to),
        Command::TurnBlower { blower, to, last: _ } => world.turn_blower(blower, to),
        Command::SetJet { blower, speed, reach, width } => {
            world.set_blower_jet(blower, speed, reach);
            width.into_iter().for_each(|width| world.set_blower_width(blower, width));
        }
        Command::RemoveBlower { blower } => world.remove_blower(blower),
        _ => {}
    }
}
