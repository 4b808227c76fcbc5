//! Strategies for the wildest inputs of a file or a caller: any commands, any settings, NaN, infinities, huge, tiny and
//! negative values, removed ids.

use glam::Vec2;
use proptest::{
    collection::vec,
    option,
    prelude::{Just, ProptestConfig, Strategy, any, prop_oneof},
    sample::select,
};
use ropewalk::physics::{
    Aabb, BlowerDef, BlowerId, Clip, ClipAnchor, ClipBall, ClipBend, ClipDrive, ClipLink, ClipMotor, ClipParticle,
    ClipWeight, Control, Form, Hand, LinkDrive, LinkKind, Material, MaterialChange, Method, MotorDrive, ParticleId,
    Settings, ShapeDef, ShapeId, ShapeProperties, Similarity, Slide, SoftGround, Springs, StrandSolver, Stroke,
    Substeps, SweepOrder, Tags, Things, WORLD_EDGE, Wind,
};
use ropewalk::sandbox::{Command, StackEnd};
use ropewalk::scene;
use ropewalk::scene::recipe::{Ball, Connect, Doll, Net, Rope, Wheel};
use ropewalk::scene::{End, Grid, GridPins, NamedScene, Recipe, Rival, RopePins, SceneDef, Technique, Walls};

/// A number of cases, or that of the environment's `PROPTEST_CASES`. No file records a failure: it prints its smallest
/// input, which then becomes a named test.
pub fn cases(usual: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Mostly usual values, sometimes any `f32`.
pub fn wild() -> impl Strategy<Value = f32> {
    const ODD: &[f32] = &[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e20, -1e9, WORLD_EDGE, 1e-45, -0.0];
    prop_oneof![6 => -3.0f32..3.0, 1 => -2e4f32..2e4, 1 => select(ODD), 1 => any::<u32>().prop_map(f32::from_bits)]
}

pub fn wild_point() -> impl Strategy<Value = Vec2> {
    (wild(), wild()).prop_map(|(x, y)| Vec2::new(x, y))
}

pub fn id() -> impl Strategy<Value = ParticleId> {
    prop_oneof![8 => 0..200u32, 1 => any::<u32>()].prop_map(ParticleId)
}

/// Any settings. Sweeps or substeps may be absurd, but not both, nor substeps where discs meet: the product is the time
/// that a step takes.
pub fn settings() -> impl Strategy<Value = Settings> {
    let method = select(&[Method::Jakobsen, Method::Springs]);
    let order = select(&[SweepOrder::Sequence, SweepOrder::Random, SweepOrder::Colour]);
    let effort = prop_oneof![
        (0..100u32).prop_map(|sweeps| (Substeps::Count(1), sweeps)),
        Just((Substeps::Count(0), 0)),
        (1..30u32).prop_map(|count| (Substeps::Count(count), 1)),
        Just((Substeps::Count(u32::MAX), 0)),
        Just((Substeps::Auto, 1)),
    ];
    let springs = springs();
    let floats = [wild(), wild(), wild(), wild(), wild(), wild()];
    let solver = prop_oneof![Just(StrandSolver::Auto), Just(StrandSolver::On), Just(StrandSolver::Off)];
    let wind = (wild_point(), wild(), wild(), any::<u32>(), wild());
    let wind =
        wind.prop_map(|(velocity, gusts, gust_size, seed, catch)| Wind { velocity, gusts, gust_size, seed, catch });
    let wind = prop_oneof![Just(Wind::default()), wind];
    let contact = option::of(prop_oneof![wild(), 0.01f32..0.2]);
    let hand = prop_oneof![3 => Just(Hand::Auto), 1 => prop_oneof![1e-3f32..1e3, 1e3f32..1e9].prop_map(Hand::Newtons)];
    let springs = (springs, option::of(prop_oneof![wild(), 0.05f32..1.0]), wind, contact, hand);
    (method, (order, solver), effort, wild_point(), floats, prop_oneof![wild(), 1e-4f32..0.1], springs).prop_map(
        |(
            method,
            (order, strands),
            (substeps, sweeps),
            gravity,
            floats,
            step,
            (springs, tear, wind, rope_contact, hand),
        )| {
            let (substeps, springs) =
                if rope_contact.is_some() { fewer(substeps, springs) } else { (substeps, springs) };
            let [give, drag, restitution, friction, max_speed, hand_speed] = floats;
            let (max_speed, hand_speed) = (max_speed * 100.0, hand_speed * 10.0);
            Settings {
                step,
                substeps,
                sweeps,
                method,
                order,
                strands,
                give,
                gravity,
                drag,
                restitution,
                friction,
                max_speed,
                hand,
                hand_speed,
                springs,
                tear,
                wind,
                rope_contact,
            }
        },
    )
}

fn springs() -> impl Strategy<Value = Springs> {
    let ground =
        option::of([wild(), wild(), wild(), wild()].prop_map(|[height, repulsion, friction, absorption]| SoftGround {
            height,
            repulsion,
            friction,
            absorption,
        }));
    (wild(), wild(), wild(), 2e-4f32..1.0, ground).prop_map(
        |(stiffness, inner_friction, air_friction, max_substep, ground)| Springs {
            stiffness: stiffness * 1e4,
            inner_friction,
            air_friction,
            max_substep,
            ground,
        },
    )
}

/// No more than 8 substeps, by either method: with 30, a session with a rope of 40 000 particles took two minutes.
fn fewer(substeps: Substeps, springs: Springs) -> (Substeps, Springs) {
    const MAX: u32 = 8;
    let substeps = match substeps {
        Substeps::Count(count) => Substeps::Count(count.min(MAX)),
        Substeps::Auto => Substeps::Auto,
    };
    (substeps, Springs { max_substep: springs.max_substep.max(0.1 / MAX as f32), ..springs })
}

/// A scene of the gallery, or an empty one.
pub fn any_scene() -> impl Strategy<Value = NamedScene> {
    let mut scenes: Vec<_> = scene::light_names().filter_map(scene::named).collect();
    let empty = SceneDef { build: Vec::new(), held_end: None, ..scenes[0].scene.clone() };
    scenes.push(NamedScene { name: "empty".to_owned(), scene: empty });
    select(scenes)
}

/// A form of any size.
fn form() -> impl Strategy<Value = Form> {
    prop_oneof![
        wild().prop_map(|radius| Form::Circle { radius }),
        (wild(), wild()).prop_map(|(half_length, radius)| Form::Capsule { half_length, radius }),
        wild_point().prop_map(|half| Form::Box { half }),
    ]
}

/// An obstacle of any size, anywhere, with any motor.
pub fn shape() -> impl Strategy<Value = ShapeDef> {
    (form(), wild_point(), wild_point(), properties()).prop_map(|(form, at, turn, properties)| {
        let ShapeProperties { spin, slide, friction, restitution } = properties;
        ShapeDef { form, at, turn, spin, slide, friction, restitution }
    })
}

/// Motor and surface of a shape, with any values.
pub fn properties() -> impl Strategy<Value = ShapeProperties> {
    let slide = option::of((wild_point(), wild()).prop_map(|(by, speed)| Slide { by, speed }));
    (wild(), slide, option::of(wild()), option::of(wild()))
        .prop_map(|(spin, slide, friction, restitution)| ShapeProperties { spin, slide, friction, restitution })
}

pub fn shape_id() -> impl Strategy<Value = ShapeId> {
    prop_oneof![8 => 0..6u32, 1 => any::<u32>()].prop_map(ShapeId)
}

pub fn blower_id() -> impl Strategy<Value = BlowerId> {
    prop_oneof![8 => 0..3u32, 1 => any::<u32>()].prop_map(BlowerId)
}

/// An end in the air, or at a particle that may be there.
pub fn end() -> impl Strategy<Value = End> {
    prop_oneof![wild_point().prop_map(|at| End::At(at.x, at.y)), id().prop_map(End::Particle)]
}

/// A small part of some kinds, with any values that a file may hold: a recording with others could not be read.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let mass = || prop_oneof![3 => 1e-3f32..1e2, 1 => wild()];
    let near = || prop_oneof![3 => (-4.0f32..4.0, -4.0f32..4.0).prop_map(|(x, y)| Vec2::new(x, y)), 1 => wild_point()];
    let length = || prop_oneof![3 => 0.1f32..3.0, 1 => wild()];
    let kind = select(&[LinkKind::Rope, LinkKind::Beam, LinkKind::Net]);
    let via = vec(near(), 0..4);
    let rope = (end(), end(), via, 2..20u32, option::of(length()), mass(), kind);
    prop_oneof![
        rope.prop_map(|(from, to, via, particles, length, mass, kind)| {
            Recipe::Rope(Rope {
                name: None,
                from,
                to,
                via,
                particles,
                length,
                mass,
                pins: RopePins::First,
                kind,
                material: None,
            })
        }),
        (near(), 2..20u32, 2..20u32, length(), mass()).prop_map(|(at, columns, rows, spacing, mass)| {
            let pins = GridPins::TopCorners;
            Recipe::Net(Net(Grid { at, columns, rows, spacing, mass, pins, ..Grid::default() }))
        }),
        (end(), end()).prop_map(|(a, b)| Recipe::Connect(Connect { a, b, kind: LinkKind::Beam, material: None })),
        (near(), length(), mass(), option::of(0.0f32..2.0)).prop_map(|(at, radius, mass, friction)| {
            Recipe::Ball(Ball { name: None, at, radius, mass, friction, restitution: None })
        }),
        (near(), length(), mass(), any::<bool>()).prop_map(|(at, height, mass, is_wooden)| {
            Recipe::Doll(Doll { name: None, at, height, mass, material: is_wooden.then(|| "wood".to_owned()) })
        }),
        (near(), length(), 3..9u32, mass()).prop_map(|(at, radius, spokes, mass)| {
            Recipe::Wheel(Wheel {
                name: None,
                at,
                radius,
                spokes,
                mass,
                pinned: false,
                grips: spokes % 2 == 0,
                material: None,
            })
        }),
    ]
    .prop_filter("values in their ranges", |recipe| scene::from_text::<Recipe>("", &scene::to_text(recipe, 0)).is_ok())
}

/// Any set of things, also in ranges that overlap, are empty or run backwards.
pub fn things() -> impl Strategy<Value = Things> {
    let range = (id(), prop_oneof![4 => 0..30u32, 1 => any::<u32>()]).prop_map(|(ParticleId(first), length)| {
        [first, if length % 7 == 6 { length } else { first.saturating_add(length) }]
    });
    (vec(range, 0..4), vec(shape_id(), 0..3), vec(blower_id(), 0..2)).prop_map(|(particles, shapes, blowers)| Things {
        particles,
        shapes,
        blowers,
    })
}

pub fn similarity() -> impl Strategy<Value = Similarity> {
    let scale = prop_oneof![2 => Just(1.0), 2 => 0.3f32..3.0, 1 => wild()];
    (wild_point(), any::<bool>(), scale, wild_point(), wild_point())
        .prop_map(|(about, is_mirrored, scale, turn, by)| Similarity { about, is_mirrored, scale, turn, by })
}

/// A clip with any values, whose links, faces, balls and weights may name particles that it does not have.
pub fn clip() -> impl Strategy<Value = Clip> {
    let place = || prop_oneof![8 => 0..12u32, 1 => any::<u32>()];
    let mass = || prop_oneof![4 => 1e-3f32..10.0, 1 => wild()];
    let particle =
        (wild_point(), mass(), any::<bool>()).prop_map(|(at, mass, pinned)| ClipParticle { at, mass, pinned });
    let kind = select(&[LinkKind::Rope, LinkKind::Net, LinkKind::Beam, LinkKind::Rim, LinkKind::Brace, LinkKind::Stop]);
    let link =
        (place(), place(), [wild(), wild(), wild()], kind).prop_map(|(a, b, [length, stiffness, compliance], kind)| {
            ClipLink { a, b, length, stiffness, compliance, kind, material: (a % 3) as u8 }
        });
    let ball = (place(), option::of(wild()), option::of(wild()), option::of(wild()))
        .prop_map(|(particle, radius, friction, restitution)| ClipBall { particle, radius, friction, restitution });
    let weight = (place(), mass()).prop_map(|(particle, mass)| ClipWeight { particle, mass });
    let blower = (wild_point(), wild_point(), wild(), wild(), wild())
        .prop_map(|(at, turn, speed, width, reach)| BlowerDef { at, turn, speed, width, reach });
    let faces = vec([place(), place(), place(), place()], 0..3);
    let anchor = (place(), 0..3u32).prop_map(|(particle, shape)| ClipAnchor { particle, shape });
    let bend = (place(), wild()).prop_map(|(particle, half_turn)| ClipBend { particle, half_turn });
    let drive = ([place(), place()], link_drive(), wild()).prop_map(|(ends, drive, rest_length)| ClipDrive {
        ends,
        drive,
        rest_length,
    });
    let motor =
        (place(), [place(), place()], motor_drive()).prop_map(|(axle, arms, drive)| ClipMotor { axle, arms, drive });
    let machines = (vec(drive, 0..4), vec(motor, 0..2));
    let on = (faces, vec(ball, 0..2), vec(weight, 0..2), vec(bend, 0..6), vec(anchor, 0..2));
    let links = (vec(link, 0..16), vec(material(), 0..2));
    (vec(particle, 0..12), links, on, machines, vec(shape(), 0..2), vec(blower, 0..2)).prop_map(
        |(
            particles,
            (links, materials),
            (faces, balls, weights, bends, anchors),
            (drives, motors),
            shapes,
            blowers,
        )| Clip {
            particles,
            links,
            materials,
            faces,
            balls,
            weights,
            bends,
            drives,
            motors,
            shapes,
            blowers,
            anchors,
            tags: Tags::default(),
        },
    )
}

/// A material with any values.
pub fn material() -> impl Strategy<Value = Material> {
    let number = || option::of(prop_oneof![3 => (-3.0f32..5.0).prop_map(|digits| 10f32.powf(digits)), 1 => wild()]);
    let masses = (number(), number());
    (select(&["", "rubber", "own"]), masses, number(), number(), number(), number()).prop_map(
        |(name, (mass_per_metre, mass_per_area), stiffness, bending, strength, friction)| Material {
            name: name.to_owned(),
            mass_per_metre,
            mass_per_area,
            stiffness,
            bending,
            strength,
            friction,
            ..Material::default()
        },
    )
}

fn material_change() -> impl Strategy<Value = MaterialChange> {
    (0..7, material()).prop_map(|(property, material)| match property {
        0 => MaterialChange::MassPerMetre(material.mass_per_metre),
        1 => MaterialChange::MassPerArea(material.mass_per_area),
        2 => MaterialChange::Stiffness(material.stiffness),
        3 => MaterialChange::Bending(material.bending),
        4 => MaterialChange::Strength(material.strength),
        5 => MaterialChange::Friction(material.friction),
        _ => MaterialChange::Name(material.name),
    })
}

/// Changes of a ball.
fn ball_numbers() -> impl Strategy<Value = Command> {
    prop_oneof![
        (id(), any::<bool>()).prop_map(|(particle, solid)| Command::SetSolid { particle, solid }),
        (id(), wild()).prop_map(|(particle, radius)| Command::SetBallRadius { particle, radius }),
        (id(), option::of(wild()), option::of(wild())).prop_map(|(particle, friction, restitution)| {
            Command::SetBallSurface { particle, friction, restitution }
        }),
    ]
}

fn control() -> impl Strategy<Value = Control> {
    let key = || option::of(select(&['a', 'b', '\u{e9}']));
    (key(), key(), any::<bool>()).prop_map(|(forward, back, latches)| Control { forward, back, latches })
}

/// A drive of a link with any values.
fn link_drive() -> impl Strategy<Value = LinkDrive> {
    let number = || prop_oneof![3 => (-2.0f32..3.0).prop_map(|digits| 10f32.powf(digits)), 1 => wild()];
    let stroke = prop_oneof![
        Just(Stroke::Still),
        (number(), number(), number()).prop_map(|(min, max, speed)| Stroke::Linear { min, max, speed }),
        (number(), number(), number()).prop_map(|(amplitude, period, phase)| Stroke::Wave { amplitude, period, phase }),
    ];
    (stroke, number(), option::of(number()), number(), control()).prop_map(
        |(stroke, force, stiffness, damping, control)| LinkDrive { stroke, force, stiffness, damping, control },
    )
}

/// A motor with any values.
fn motor_drive() -> impl Strategy<Value = MotorDrive> {
    (wild(), wild(), any::<bool>(), any::<bool>(), control())
        .prop_map(|(speed, torque, brakes, one_way, control)| MotorDrive { speed, torque, brakes, one_way, control })
}

/// A command for a machine.
fn machine_command() -> impl Strategy<Value = Command> {
    let next = |ParticleId(id)| ParticleId(id.saturating_add(1));
    prop_oneof![
        4 => (id(), option::of(link_drive())).prop_map(move |(a, drive)| Command::SetLinkDrive { a, b: next(a), drive }),
        1 => (id(), id(), link_drive()).prop_map(|(a, b, drive)| Command::SetLinkDrive { a, b, drive: Some(drive) }),
        2 => (id(), [id(), id()], option::of(motor_drive()))
            .prop_map(|(axle, arms, drive)| Command::SetMotor { axle, arms, drive }),
        2 => (id(), motor_drive()).prop_map(move |(axle, drive)| {
            Command::SetMotor { axle: next(axle), arms: [next(next(axle)), axle], drive: Some(drive) }
        }),
        3 => (select(&['a', 'b', '\u{e9}', '\0']), any::<bool>()).prop_map(|(key, held)| Command::HoldKey { key, held }),
    ]
}

/// A command for an obstacle.
fn obstacle_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => shape().prop_map(Command::AddShape),
        2 => (shape_id(), wild_point(), any::<bool>())
            .prop_map(|(shape, to, last)| Command::MoveShape { shape, to, last }),
        2 => (shape_id(), wild_point(), any::<bool>())
            .prop_map(|(shape, to, last)| Command::TurnShape { shape, to, last }),
        1 => (shape_id(), form()).prop_map(|(shape, form)| Command::SetShapeForm { shape, form }),
        2 => (shape_id(), properties()).prop_map(|(shape, properties)| Command::SetShapeProperties { shape, properties }),
        1 => shape_id().prop_map(|shape| Command::RemoveShape { shape }),
    ]
}

/// A command for a blower.
fn blower_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        2 => (wild_point(), wild_point(), wild(), wild(), wild()).prop_map(|(at, turn, speed, width, reach)| {
            Command::AddBlower(BlowerDef { at, turn, speed, width, reach })
        }),
        1 => (blower_id(), wild_point(), any::<bool>())
            .prop_map(|(blower, to, last)| Command::MoveBlower { blower, to, last }),
        1 => (blower_id(), wild_point(), any::<bool>())
            .prop_map(|(blower, to, last)| Command::TurnBlower { blower, to, last }),
        2 => (blower_id(), wild(), wild(), option::of(wild()))
            .prop_map(|(blower, speed, reach, width)| Command::SetJet { blower, speed, reach, width }),
        1 => blower_id().prop_map(|blower| Command::RemoveBlower { blower }),
    ]
}

/// A command of any kind.
pub fn command() -> impl Strategy<Value = Command> {
    let grab = || prop_oneof![0..3u32, any::<u32>()];
    prop_oneof![
        4 => (grab(), id(), wild_point()).prop_map(|(grab, particle, at)| Command::Grab { grab, particle, at }),
        4 => (grab(), wild_point()).prop_map(|(grab, to)| Command::MoveGrab { grab, to }),
        2 => grab().prop_map(|grab| Command::Release { grab }),
        3 => (id(), any::<bool>()).prop_map(|(particle, pinned)| Command::SetPinned { particle, pinned }),
        2 => (id(), wild_point()).prop_map(|(particle, to)| Command::Pose { particle, to }),
        1 => (id(), id()).prop_map(|(a, b)| Command::Join { a, b }),
        2 => (id(), option::of(shape_id())).prop_map(|(particle, shape)| Command::Anchor { particle, shape }),
        3 => (id(), option::of(prop_oneof![2 => 1e-3f32..1e3, 1 => wild()]))
            .prop_map(|(particle, mass)| Command::SetWeight { particle, mass }),
        2 => (vec(id(), 0..12), option::of(material())).prop_map(|(particles, material)| {
            Command::SetMaterial { things: Things::of_particles(particles), material: material.map(Box::new) }
        }),
        2 => (things(), material_change()).prop_map(|(things, change)| Command::ChangeMaterial { things, change }),
        2 => (wild_point(), wild_point(), wild()).prop_map(|(from, to, radius)| Command::Cut { from, to, radius }),
        5 => recipe().prop_map(|recipe| Command::Build(Box::new(recipe))),
        12 => obstacle_command(),
        2 => ball_numbers(),
        7 => blower_command(),
        6 => machine_command(),
        1 => vec((id(), option::of(wild())), 0..4).prop_map(|values| {
            Command::Together(values.into_iter().map(|(particle, mass)| Command::SetWeight { particle, mass }).collect())
        }),
        1 => things().prop_map(|things| Command::Remove { things }),
        3 => (things(), similarity(), any::<bool>())
            .prop_map(|(things, by, last)| Command::Transform { things, by, last }),
        1 => (things(), select(&[StackEnd::Front, StackEnd::Back]))
            .prop_map(|(things, to)| Command::Restack { things, to }),
        2 => clip().prop_map(|clip| Command::Insert(Box::new(clip))),
        2 => wild_point().prop_map(Command::SetGravity),
        3 => settings().prop_map(|settings| Command::SetSettings(Box::new(settings))),
        1 => (select(&["Springs", "first-rope", "Ropewalk's own", "other"]), settings(), any::<bool>()).prop_map(
            |(name, settings, is_removed)| {
                let rival = Rival { name: name.to_owned(), settings: Technique::of(&settings) };
                Command::SetGhost((!is_removed).then(|| Box::new(rival)))
            }
        ),
        1 => Just(Command::PinAtRandom),
        2 => wild_point().prop_map(Command::DriveHeldEnd),
        2 => (wild_point(), wild_point()).prop_map(|(min, max)| Command::SetRoom(Aabb { min, max })),
        2 => option::of(wild()).prop_map(Command::SetGround),
        2 => prop_oneof![
            Just(Walls::Open),
            Just(Walls::Window),
            (-9e3f32..9e3, -9e3f32..9e3, 0.1f32..900.0).prop_map(|(x, y, size)| {
                Walls::Room(Aabb { min: Vec2::new(x, y), max: Vec2::new(x + size, y + size) })
            }),
        ].prop_map(Command::SetWalls),
        1 => Just(Command::Reset),
        1 => Just(Command::BackToBuild),
        1 => Just(Command::KeepAsBuild),
        1 => any_scene().prop_map(|scene| Command::Open(Box::new(scene))),
    ]
}

pub fn commands() -> impl Strategy<Value = Vec<(Command, u8)>> {
    vec((command(), 0..3u8), 1..25)
}
