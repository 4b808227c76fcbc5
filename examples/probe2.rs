#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
use ropewalk::{scene, physics::*};
fn world(settings: &str, build: &str) -> World {
    let text = format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), ground: -1.6, settings: ({settings}), build: [{build}])");
    scene::build(&scene::parse("t", &text).unwrap()).unwrap()
}
fn main() {
    for (what, build) in [("box", "Box(at: (-0.3, -0.6), width: 0.7, height: 0.7, mass: 0.1)"), ("wheel","Wheel(at: (2.1, 0.9), radius: 0.55, spokes: 14, mass: 0.05)"),
        ("hung", "Wheel(name: \"hung\", at: (0.9, 0.2), radius: 0.35, spokes: 10, mass: 0.05), Rope(from: At(0.9, 1.7), to: Of(\"hung\", 0), particles: 16, mass: 0.03, pins: First)"),
        ("cloth","Cloth(grid: (at: (-2.9, 1.6), columns: 16, rows: 16, spacing: 0.11, mass: 0.006, pins: TopEvery(5)), shear: 0.2)"),("rope","Rope(from: At(0,0), to: At(2,1), particles: 50)")] {
      for set in ["drag: 0.1, friction: 0.6, restitution: 0.3", "friction: 0.6, restitution: 0", "friction: 0, restitution: 0.3","friction: 0, restitution: 1", "friction: 0, restitution: 0", "friction: 2, restitution: 0.5, substeps: Count(8)"] {
        let mut w = world(set, build);
        let s = w.energy().total();
        let scale = 9.81 * w.particles().mass.iter().map(|&m| f64::from(m)).sum::<f64>();
        let (mut over, mut rise, mut low, mut at) = (f64::MIN, 0.0f64, s, 0);
        for i in 0..3600 { w.step(); let e = w.energy().total(); over = over.max(e - s); if e - low > rise { rise = e - low; at = i; } low = low.min(e); }
        println!("{what:6} {set:45} over {:.5} rise {:.5} at {at} end kin {:.6} held {} stretch {:.4}", over/scale, rise/scale, w.energy().kinetic/scale, w.held_back(), w.stretch().max);
      }
    }
}
