//! Tables of what hands do: ropes, nets, bodies and scenes that a pointer pulls out of reach, jerks, leads and throws.
//!
//! ```sh
//! cargo run --release --example hand_table                  # both tables, some minutes
//! cargo run --release --example hand_table -- bridge post   # rows whose name contains one of these words
//! ```
//!
//! | File | Holds |
//! |---|---|
//! | `cases` | the things, which particle a hand takes, and where it pulls |
//! | `pull` | a pull and its figures |
//! | `gallery` | jerks at particles of every scene |

mod cases;
mod gallery;
mod pull;

use std::{f32::consts::FRAC_PI_3, process::ExitCode};

use glam::Vec2;
use ropewalk::host;

use cases::Case;
use pull::{Follow, Leg, Pull};

/// Meaning of the columns of the first table.
const HEAD: &str = "\
Slow: out of reach at 1 m/s (within 4 s), held for 1 s, released. Scan: the same in six directions at 2.5 m/s, the worst.
Jerk: 15 m/s out of reach and back three times, released. Strain: the greatest of a link that is not elastic, %, while
held. Top: fastest particle within 1 s of the release, m/s. Gain: greatest energy within that second above that at the
start, J; made: above that at the release. Lag: mean distance behind a pointer on a circle at 2 and 10 m/s, in steps.
Tremble: extent of the held particle's motion behind a pointer at rest, mm.
case                           | rest  | slow strain   end   top    gain  torn | scan strain   top    made | jerk strain   top    gain  torn | lag2 lag10 tremble";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let things = [HEAD.to_owned()].into_iter().chain(cases::all(&is_wanted).map(|case| row(&case)));
    let scenes = [format!("\n{}", gallery::HEAD)].into_iter().chain(gallery::rows(&is_wanted));
    // Line by line, since all take some minutes.
    for line in things.chain(scenes) {
        if host::print(&format!("{line}\n")).is_err() {
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn row(case: &Case) -> String {
    let out = case.out;
    let slow = Pull::of(case, &[Leg { to: out, speed: f32::max(1.0, out.length() / 4.0), wait: 60 }]);
    let scan = (0..6).map(|turn| {
        let to = Vec2::from_angle(turn as f32 * FRAC_PI_3).rotate(out);
        Pull::of(case, &[Leg { to, speed: 2.5, wait: 30 }])
    });
    let scan = scan.reduce(Pull::worse).unwrap_or(slow);
    let jerk = Pull::of(case, &Leg::jerks(out));
    let [two, ten] = [2.0, 10.0].map(|speed| Follow::of(case, speed));
    format!(
        "{:30} | {:5.2} | {:11.2} {:5.2} {:5.1} {:7.2} {:5} | {:11.2} {:5.1} {:7.2} | {:11.2} {:5.1} {:7.2} {:5} | {:4.2} {:5.2} {:7.3}",
        case.name,
        100.0 * slow.at_rest,
        100.0 * slow.strain,
        100.0 * slow.strain_at_end,
        slow.top_speed,
        slow.gain,
        slow.torn,
        100.0 * scan.strain,
        scan.top_speed,
        scan.made,
        100.0 * jerk.strain,
        jerk.top_speed,
        jerk.gain,
        jerk.torn,
        two.lag,
        ten.lag,
        two.tremble.max(ten.tremble),
    )
}
