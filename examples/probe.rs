#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
use ropewalk::{scene, physics::*};
use glam::Vec2;
fn world(settings: &str, build: &str) -> World {
    let text = format!("(version: 1, title: \"t\", hint: \"h\", view: (min: (-1, -1), max: (1, 1)), settings: ({settings}), build: [{build}])");
    scene::build(&scene::parse("t", &text).unwrap()).unwrap()
}
fn main() {
    for name in scene::names() {
        let mut w = scene::build(&scene::named(name).unwrap().scene).unwrap();
        let s = w.energy().total();
        let scale = 9.81 * w.particles().mass.iter().map(|&m| f64::from(m)).sum::<f64>();
        let (mut over, mut rise, mut low, mut at) = (f64::MIN, 0.0f64, s, 0);
        let t = std::time::Instant::now();
        for i in 0..1200 { w.step(); let e = w.energy().total(); over = over.max(e - s); if e - low > rise { rise = e - low; at = i; } low = low.min(e); }
        println!("{name:16} substeps {} links {} over {:.5} rise {:.5} at {at} (of scale) end {:.4} held {} stretch {:.4} ms/step {:.3}", w.substeps(), w.constraints().len(), over/scale, rise/scale, w.energy().kinetic/scale, w.held_back(), w.stretch().max, t.elapsed().as_secs_f64()*1e3/1200.0);
    }
    for (n, sub) in [(100, "Auto"), (100, "Count(454)"), (100,"Count(100)"), (30, "Auto")] { for (x, y) in [(2.0, 0.0), (1.414, -1.414), (0.5,-1.936)] {
        let mut w = world(&format!("substeps: {sub}"), &format!("Rope(from: At(0, 0), to: At({x}, {y}), particles: {n}, pins: First)"));
        let bottom = -(n as f64) * 0.02 * 9.81; let s = w.energy().total() - bottom;
        print!("rope {n} {sub} from ({x},{y}):");
        for _ in 0..5 { (0..60).for_each(|_| w.step()); print!(" {:.4}", (w.energy().total() - bottom)/s); }
        println!(" stretch {:.5}", w.stretch().max);
    }}
    let mut w = world("drag: 0.2", "Rope(from: At(0, 0), to: At(2, 0), particles: 60, pins: First)");
    (0..30).for_each(|_| w.step());
    w.hold(0, ParticleId(59), Vec2::new(6.0, 2.0));
    for i in 0..40 { w.step(); println!("{i} {:?} stretch {:.4} held {}", w.particles().position[59], w.stretch().max, w.held_back()); }
}
