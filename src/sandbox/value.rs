//! Values: commands that set a number of a thing. Several of them at once are one edit, and each has an inverse.

use std::mem::{Discriminant, discriminant};

use super::{Command, Ghost, Sandbox, material::values_now};
use crate::physics::{BallSurface, BlowerId, MaterialChange, ParticleId, ShapeId, Things};

/// The owner of numbers that sliders, fields and the wheel change.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    /// The settings of the world.
    World,
    /// Gravity.
    Gravity,
    /// The height of the ground.
    Ground,
    /// The walls.
    Walls,
    /// The ghost of this name.
    Ghost(String),
    /// The motors and the surface of an obstacle.
    Properties(ShapeId),
    /// The size of an obstacle.
    Size(ShapeId),
    /// The angle of an obstacle.
    Angle(ShapeId),
    /// Speed and size of a blower's jet.
    Jet(BlowerId),
    /// The direction of a blower.
    Bearing(BlowerId),
    /// The weight of a particle.
    Weight(ParticleId),
    /// The radius of a ball.
    Radius(ParticleId),
    /// The surface of a ball.
    Surface(ParticleId),
    /// The drive of the link between two particles.
    LinkDrive([ParticleId; 2]),
    /// The motor on an axle.
    Motor(ParticleId),
    /// The links of these things, of the material of this name.
    Material(String, Things),
    /// One property of the materials of these things.
    MaterialProperty(Discriminant<MaterialChange>, Things),
    /// Several things.
    Several(Vec<Self>),
}

impl Owner {
    /// Whether all numbers of another owner are among its own.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            _ if self == other => true,
            (_, Self::Several(parts)) => parts.iter().all(|part| self.covers(part)),
            (Self::MaterialProperty(property, things), Self::MaterialProperty(other, part)) => {
                property == other && part.without(things).is_empty()
            }
            _ => false,
        }
    }
}

impl Command {
    /// The owner of the numbers that the command changes. Without its weight a particle has none.
    pub fn owner(&self) -> Option<Owner> {
        Some(match *self {
            Self::SetSettings(_) => Owner::World,
            Self::SetGravity(_) => Owner::Gravity,
            Self::SetGround(_) => Owner::Ground,
            Self::SetWalls(_) => Owner::Walls,
            Self::SetGhost(Some(ref rival)) => Owner::Ghost(rival.name.clone()),
            Self::SetShapeProperties { shape, .. } => Owner::Properties(shape),
            Self::SetShapeForm { shape, .. } => Owner::Size(shape),
            // A drag of the handle ends with such a command as well, but does not begin with one.
            Self::TurnShape { shape, last: true, .. } => Owner::Angle(shape),
            Self::SetJet { blower, .. } => Owner::Jet(blower),
            Self::TurnBlower { blower, last: true, .. } => Owner::Bearing(blower),
            Self::SetWeight { particle, mass: Some(_) } => Owner::Weight(particle),
            Self::SetBallRadius { particle, .. } => Owner::Radius(particle),
            Self::SetBallSurface { particle, .. } => Owner::Surface(particle),
            Self::SetLinkDrive { a, b, drive: Some(_) } => Owner::LinkDrive([a, b]),
            Self::SetMotor { axle, drive: Some(_), .. } => Owner::Motor(axle),
            Self::SetMaterial { ref things, material: Some(ref material) } => {
                Owner::Material(material.name.clone(), things.clone())
            }
            Self::ChangeMaterial { ref things, ref change } => {
                Owner::MaterialProperty(discriminant(change), things.clone())
            }
            Self::Together(ref commands) => Owner::Several(commands.iter().filter_map(Self::owner).collect()),
            _ => return None,
        })
    }

    /// Whether the command sets numbers of one thing, as those of [`Command::Together`] do.
    pub(super) const fn is_of_thing(&self) -> bool {
        matches!(
            self,
            Self::SetShapeProperties { .. }
                | Self::SetShapeForm { .. }
                | Self::TurnShape { last: true, .. }
                | Self::SetJet { .. }
                | Self::TurnBlower { last: true, .. }
                | Self::SetWeight { .. }
                | Self::SetSolid { .. }
                | Self::SetBallRadius { .. }
                | Self::SetBallSurface { .. }
                | Self::SetLinkDrive { .. }
                | Self::SetMotor { .. }
                | Self::SetMaterial { .. }
                | Self::ChangeMaterial { .. }
        )
    }

    /// The command that sets the value, or the place of an object, back to what it is now in a sandbox; `None` if the
    /// command sets neither, or if its thing is gone. Materials are chosen and not dragged, and have none.
    pub fn inverse(&self, sandbox: &Sandbox) -> Option<Self> {
        let world = sandbox.world();
        Some(match *self {
            Self::SetSettings(_) => Self::SetSettings(Box::new(*world.settings())),
            Self::SetGravity(_) => Self::SetGravity(world.settings().gravity),
            Self::SetGround(_) => Self::SetGround(world.colliders().ground),
            Self::SetWalls(_) => Self::SetWalls(sandbox.walls()),
            Self::SetGhost(_) => Self::SetGhost(sandbox.ghost().map(Ghost::rival).map(Box::new)),
            Self::SetWeight { particle, .. } => {
                Self::SetWeight { particle, mass: world.weight(particle).map(|weight| weight.mass) }
            }
            Self::SetSolid { particle, .. } => Self::SetSolid { particle, solid: world.ball(particle).is_some() },
            Self::SetLinkDrive { a, b, .. } => {
                let ends = [a.min(b), a.max(b)];
                let now = world.driven_links().iter().find(|link| link.ends == ends);
                Self::SetLinkDrive { a, b, drive: now.map(|link| link.drive) }
            }
            Self::SetMotor { axle, arms, .. } => {
                let now = world.motors().iter().find(|motor| motor.axle == axle);
                let arms = now.map_or(arms, |motor| motor.arms);
                Self::SetMotor { axle, arms, drive: now.map(|motor| motor.drive) }
            }
            Self::SetBallRadius { particle, .. } => {
                Self::SetBallRadius { particle, radius: world.ball(particle)?.radius }
            }
            Self::SetBallSurface { particle, .. } => {
                let BallSurface { friction, restitution } = world.ball(particle)?.surface;
                Self::SetBallSurface { particle, friction, restitution }
            }
            Self::SetShapeProperties { shape, .. } => {
                let properties = world.colliders().shape(shape)?.def.properties();
                Self::SetShapeProperties { shape, properties }
            }
            Self::SetShapeForm { shape, .. } => {
                Self::SetShapeForm { shape, form: world.colliders().shape(shape)?.def.form }
            }
            Self::MoveShape { shape, .. } => {
                Self::MoveShape { shape, to: world.colliders().shape(shape)?.goal, last: true }
            }
            Self::TurnShape { shape, .. } => {
                let to = world.colliders().shape(shape)?.goal_pose().turn;
                Self::TurnShape { shape, to, last: true }
            }
            Self::SetJet { blower, .. } => {
                let def = world.blower(blower)?.def;
                Self::SetJet { blower, speed: def.speed, reach: def.reach, width: Some(def.width) }
            }
            Self::MoveBlower { blower, .. } => {
                Self::MoveBlower { blower, to: world.blower(blower)?.def.at, last: true }
            }
            Self::TurnBlower { blower, .. } => {
                Self::TurnBlower { blower, to: world.blower(blower)?.def.turn, last: true }
            }
            Self::ChangeMaterial { ref things, ref change } => values_now(things, change, world)?,
            Self::Together(ref commands) => {
                Self::Together(commands.iter().filter_map(|command| command.inverse(sandbox)).collect())
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::glam::Vec2;
    use crate::physics::{Aabb, BlowerDef, Form, ShapeDef, ShapeProperties};
    use crate::scene;
    use crate::scene::Walls;

    #[test]
    fn inverse_restores_what_a_value_was() {
        let mut sandbox = Sandbox::new(scene::named("first-rope").expect("a scene")).expect("the scene builds");
        sandbox.apply(&Command::AddShape(ShapeDef::still(Form::Box { half: Vec2::new(0.4, 0.1) }, Vec2::ZERO)));
        let def = BlowerDef { at: Vec2::Y, turn: Vec2::X, speed: 3.0, width: 0.5, reach: 4.0 };
        sandbox.apply(&Command::AddBlower(def));
        sandbox.apply(&Command::SetGround(Some(-4.0)));
        let (shape, blower, particle) = (ShapeId(0), BlowerId(0), ParticleId(5));
        sandbox.apply(&Command::SetWeight { particle: ParticleId(6), mass: Some(1.0) });
        let values = [
            Command::SetWeight { particle, mass: Some(3.0) },
            Command::SetSolid { particle: ParticleId(6), solid: false },
            Command::SetGravity(Vec2::X),
            Command::SetGround(Some(-3.0)),
            Command::SetWalls(Walls::Room(Aabb { min: Vec2::splat(-5.0), max: Vec2::splat(5.0) })),
            Command::SetShapeForm { shape, form: Form::Circle { radius: 0.2 } },
            Command::SetShapeProperties { shape, properties: ShapeProperties { spin: 2.0, ..Default::default() } },
            Command::SetJet { blower, speed: 9.0, reach: 6.0, width: Some(1.5) },
            Command::TurnBlower { blower, to: Vec2::Y, last: true },
            Command::MoveBlower { blower, to: Vec2::X, last: true },
        ];
        for command in values.clone() {
            let (before, inverse) = (sandbox.state_hash(), command.inverse(&sandbox).expect("a value"));
            sandbox.apply(&command);
            assert_ne!(sandbox.state_hash(), before, "{command:?}");
            sandbox.apply(&inverse);
            assert_eq!(sandbox.state_hash(), before, "{command:?}");
        }
        let together = Command::Together(values.to_vec());
        let (gravity, inverse) = (sandbox.world().settings().gravity, together.inverse(&sandbox).expect("values"));
        let before = sandbox.state_hash();
        sandbox.apply(&together);
        assert_eq!(sandbox.world().settings().gravity, gravity, "only numbers of things are set together");
        assert_ne!(sandbox.state_hash(), before);
        sandbox.apply(&inverse);
        assert_eq!(sandbox.state_hash(), before);
    }
}
