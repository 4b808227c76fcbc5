//! What a fit shows, the way to lost things, and the picture that follows the selection.

use glam::Vec2;

use super::game::Game;
use crate::physics::{Aabb, ParticleId, Things};
use crate::sandbox::Sandbox;
use crate::scene::Walls;
use crate::tool;

/// Size of the largest area that a fit shows, as a multiple of the design's. A particle outside it is lost.
const MAX_FIT: f32 = 20.0;

/// The largest area that a fit shows, m: a square round the design, or round the scene's view if nothing was designed, and
/// the view. While the present is the design, nothing is lost.
fn largest_fit(sandbox: &Sandbox) -> Aabb {
    let Some(design) = sandbox.design() else { return Aabb { min: Vec2::NEG_INFINITY, max: Vec2::INFINITY } };
    let view = sandbox.scene().scene.view;
    let Aabb { min, max } = design.state.bounds().unwrap_or(view);
    let (middle, half) = (min.midpoint(max), 0.5 * MAX_FIT * (max - min).max_element());
    Aabb { min: view.min.min(middle - half), max: view.max.max(middle + half) }
}

fn is_within(at: Vec2, Aabb { min, max }: Aabb) -> bool {
    at.cmpge(min).all() && at.cmple(max).all()
}

/// The area that a fit shows, m: the scene's view, and the things that are not lost.
fn fitted_area(sandbox: &Sandbox) -> Aabb {
    let view = sandbox.scene().scene.view;
    if sandbox.walls() == Walls::Window {
        // They come along with the fit, and leave nothing outside: their old room is no reason to show more.
        return view;
    }
    let (world, largest) = (sandbox.world(), largest_fit(sandbox));
    let (all, position) = (world.all_things(), &world.particles().position);
    let near = all.particles().filter(|particle| is_within(position[particle.index()], largest));
    let near = Things { particles: Things::of_particles(near).particles, ..all };
    tool::bounds(&near, sandbox).map_or(view, |Aabb { min, max }| Aabb {
        min: view.min.min(min).max(largest.min),
        max: view.max.max(max).min(largest.max),
    })
}

/// The lost particle that is nearest to the scene's view, unless the picture shows it. `visible`: the area in the
/// picture, m.
pub fn lost_particle(sandbox: &Sandbox, visible: Aabb) -> Option<ParticleId> {
    let (largest, view) = (largest_fit(sandbox), sandbox.scene().scene.view);
    let middle = view.min.midpoint(view.max);
    let particles = (0..).map(ParticleId).zip(&sandbox.world().particles().position);
    let lost = particles.filter(|&(_, &at)| !is_within(at, largest) && !is_within(at, visible));
    let nearest = lost.min_by(|(_, a), (_, b)| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    nearest.map(|(particle, _)| particle)
}

/// Offset of a particle from the middle of its thing, m.
fn offset_in(thing: &Things, particle: ParticleId, sandbox: &Sandbox) -> Option<Vec2> {
    let &at = sandbox.world().particles().position.get(particle.index())?;
    sandbox.blended_middle(thing, 1.0).map(|middle| at - middle)
}

impl Game {
    /// Fits all that moves into the window.
    pub(super) fn fit(&mut self) {
        self.view.fit(fitted_area(self.playback.sandbox()));
        self.move_walls();
    }

    /// Selects the nearest lost thing, and follows its lost particle: it may be fast, and its middle far from there.
    pub(super) fn look_at_lost(&mut self) {
        self.end_gestures();
        let sandbox = self.playback.sandbox();
        let Some(particle) = lost_particle(sandbox, self.view.camera.visible()) else { return };
        let thing = sandbox.world().whole_things(&Things::of_particles([particle]));
        let offset = offset_in(&thing, particle, sandbox);
        self.view.fit(sandbox.scene().scene.view);
        self.view.followed = offset;
        self.select(thing);
    }

    /// Fits all into the window if the picture shows nothing of it: it had followed what was lost.
    pub(super) fn find_build(&mut self) {
        let (world, visible) = (self.playback.sandbox().world(), self.view.camera.visible());
        let shapes = world.colliders().shapes().iter().map(|shape| shape.def.at);
        let mut places = world.particles().position.iter().copied().chain(shapes).peekable();
        if places.peek().is_some() && !places.any(|at| is_within(at, visible)) {
            self.fit();
        }
    }

    /// Phase: keeps the selection in the picture, if the user wants that. A gesture finds the picture at rest: a thing
    /// that is dragged would otherwise run away from the pointer.
    pub(super) fn follow_selection(&mut self) {
        let Some(offset) = self.view.followed else { return };
        if self.input.tools.is_busy() || self.playback.timeline.jump_target().is_some() {
            return;
        }
        let sandbox = self.playback.sandbox();
        let things = self.input.tools.present_selection(sandbox);
        match sandbox.blended_middle(things, self.playback.blend()) {
            Some(middle) => self.view.camera.centre_on(middle + offset),
            None => self.view.followed = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Command;
    use crate::scene;

    fn build(sandbox: &mut Sandbox, part: &str) {
        sandbox.apply(&Command::Build(Box::new(scene::from_text("part", part).expect("a recipe"))));
    }

    /// A blank page without walls, with balls in a row, 1 m from one to the next, which then went to these places, m.
    fn page(balls: &[(f32, f32)]) -> Sandbox {
        let mut sandbox = Sandbox::new(scene::named(scene::BLANK).expect("a page")).expect("it builds");
        sandbox.apply(&Command::SetWalls(Walls::Open));
        (0..balls.len()).for_each(|x| build(&mut sandbox, &format!("Ball(at: ({x}, 0), radius: 0.5, mass: 1)")));
        sandbox.step();
        for (particle, &to) in (0..).map(ParticleId).zip(balls) {
            sandbox.apply(&Command::Pose { particle, to: to.into() });
        }
        sandbox
    }

    #[test]
    fn fit_shows_whole_balls_that_have_left_the_scene() {
        let view = page(&[]).scene().scene.view;
        assert_eq!(fitted_area(&page(&[(1.0, 1.0)])), view, "nothing has left it");
        let area = fitted_area(&page(&[(15.0, 1.0), (0.0, 18.0)]));
        assert_eq!(area, Aabb { min: view.min, max: Vec2::new(15.5, 18.5) });
    }

    #[test]
    fn fit_leaves_lost_balls_out_and_the_nearest_is_found() {
        let sandbox = page(&[(20.0, 0.0), (900.0, 0.0), (300.0, 0.0)]);
        let area = fitted_area(&sandbox);
        assert_eq!(area.max.x, 20.5);
        assert_eq!(lost_particle(&sandbox, area), Some(ParticleId(2)), "the nearest of the lost ones");
        let there = Aabb { min: Vec2::new(290.0, -5.0), max: Vec2::new(310.0, 5.0) };
        assert_eq!(lost_particle(&sandbox, there), Some(ParticleId(1)), "one is in the picture");
        assert_eq!(lost_particle(&page(&[(9.0, 0.0)]), area), None);
    }

    #[test]
    fn thing_is_lost_beyond_20_times_the_size_of_the_design() {
        let mut sandbox = page(&[(60.0, 0.0)]);
        let view = sandbox.scene().scene.view;
        assert_eq!(lost_particle(&sandbox, view), Some(ParticleId(0)), "the design is a ball of 1 m");
        assert_eq!(fitted_area(&sandbox), view);
        sandbox.apply(&Command::KeepAsBuild);
        assert_eq!(lost_particle(&sandbox, view), None, "it was put there");
        assert_eq!(fitted_area(&sandbox).max.x, 60.5);
        let mut sandbox = page(&[]);
        build(&mut sandbox, "Ball(at: (60, 0), radius: 0.5, mass: 1)");
        assert_eq!(lost_particle(&sandbox, view), None, "a later part, on a page of 8.4 m");
    }

    #[test]
    fn way_to_a_long_rope_leads_to_its_lost_end() {
        let mut sandbox = page(&[]);
        build(&mut sandbox, "Rope(from: At(0, 0), to: At(200, 0), particles: 201)");
        let lost = lost_particle(&sandbox, sandbox.scene().scene.view).expect("most of it is lost");
        let thing = sandbox.world().whole_things(&Things::of_particles([lost]));
        let offset = offset_in(&thing, lost, &sandbox).expect("a particle of it");
        let seen = sandbox.blended_middle(&thing, 1.0).expect("a rope") + offset;
        assert!((84.0..86.0).contains(&seen.x), "it looks at {seen}, where the rope is lost at 84 m");
    }

    #[test]
    fn window_with_walls_of_its_own_fits_the_scene_alone() {
        let mut sandbox = page(&[(8.0, 0.0)]);
        sandbox.apply(&Command::SetWalls(Walls::Window));
        assert_eq!(fitted_area(&sandbox), sandbox.scene().scene.view);
    }

    #[test]
    fn followed_ball_is_where_the_picture_shows_it() {
        let mut sandbox = page(&[(0.0, 100.0), (5.0, 100.0)]);
        let things = Things::of_particles([ParticleId(0)]);
        (0..30).for_each(|_| sandbox.step());
        let mut drawn = Vec::new();
        for blend in [0.0, 0.25, 1.0] {
            sandbox.blend_positions(blend, &mut drawn);
            let middle = sandbox.blended_middle(&things, blend).expect("there is a ball");
            assert!(middle.distance(drawn[0]) < 1e-5, "at {blend}: {middle}, drawn at {}", drawn[0]);
        }
        assert_eq!(sandbox.blended_middle(&Things::default(), 1.0), None, "nothing is selected");
    }
}
