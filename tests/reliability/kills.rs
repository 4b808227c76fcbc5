//! Ends that nobody chose: SIGKILL, signals that ask a program to end, a display that dies.

use std::time::{Duration, Instant};

use libtest_mimic::Completion;

use super::Outcome;
use super::player::{Random, User, expect_success, figure};
use crate::session::replay;
use crate::support::{Attempt, PATIENCE, Screen, wait_for};

/// Number of kills.
const KILLS: u32 = 20;

/// Most play that a kill may lose.
const MAX_LOST: Duration = Duration::from_secs(10);

/// Longest time until the first edit is kept.
const FIRST_KEPT: Duration = Duration::from_secs(2);

/// The moments are spread over the first half minute after the first edit, one at random in each part of it. The next
/// start finds what was kept, and leaves no temporary file.
pub fn kill_loses_at_most_10_s() -> Outcome {
    let mut random = Random::new(1);
    let (mut worst, mut swept) = (Duration::ZERO, 0);
    for number in 0..KILLS {
        let (screen, user) = (Screen::start(800, 600)?, User::new()?);
        let mut player = user.open(&screen, &["welcome"])?;
        let part = Duration::from_millis(1_500);
        let moment = Duration::from_secs(1) + part * number;
        player.play(random.duration(moment, moment + part))?;
        let end = Instant::now();
        player.app.kill();
        let kept = user.kept_edits()?;
        let lost = player.lost(kept, end);
        worst = worst.max(lost);
        swept += user.leftovers().len();
        user.open(&screen, &["first-rope", "--paused"])?.close().and_then(|exit| expect_success(&exit))?;
        let (sessions, left) = (user.sessions()?, user.leftovers());
        let edits = player.edits.len();
        if lost > MAX_LOST || user.kept_edits()? != kept || !left.is_empty() {
            let names: Vec<_> = sessions.iter().map(|(name, _)| name).collect();
            Err(format!("kill {number}: {kept} of {edits} edits kept, {lost:?} lost, then {names:?} and {left:?}"))?;
        }
        for (_, session) in &sessions {
            replay(session, |_| {})?;
        }
    }
    figure(&format!("{KILLS} kills in the first half minute lost at most {:.1} s of play", worst.as_secs_f32()));
    figure(&format!("{swept} temporary files were left by kills and removed at the next start"));
    Ok(Completion::Completed)
}

pub fn first_edit_is_kept_within_2_s() -> Outcome {
    let mut worst = Duration::ZERO;
    for scene in ["welcome", "first-rope", "scissor-net", "rope-pile"] {
        let (screen, user) = (Screen::start(800, 600)?, User::new()?);
        let mut player = user.open(&screen, &[scene])?;
        player.edit()?;
        wait_for("the first edit to be kept", PATIENCE, || Ok((user.kept_edits()? > 0).then_some(())))?;
        worst = worst.max(player.edits[0].elapsed());
    }
    figure(&format!("the first edit was kept within {:.1} s", worst.as_secs_f32()));
    if worst > FIRST_KEPT { Err("that is too late".into()) } else { Ok(Completion::Completed) }
}

/// At once after an edit, and after some seconds, when a save may be under way.
pub fn signal_keeps_all_of_the_session() -> Outcome {
    let mut random = Random::new(2);
    let mut longest = Duration::ZERO;
    for signal in ["TERM", "INT", "HUP"] {
        for most in [100, 5_000, 12_000] {
            let (screen, user) = (Screen::start(800, 600)?, User::new()?);
            let mut player = user.open(&screen, &["welcome"])?;
            player.play(random.duration(Duration::from_millis(1), Duration::from_millis(most)))?;
            let sent = Instant::now();
            player.app.signal(signal)?;
            let exit = player.app.wait_exit(PATIENCE)?;
            longest = longest.max(sent.elapsed());
            let (kept, edits) = (user.kept_edits()?, player.edits.len());
            if kept != edits || exit.stderr.contains("panicked") {
                Err(format!("SIG{signal} kept {kept} of {edits} edits: {}, {}", exit.status, exit.stderr))?;
            }
        }
    }
    figure(&format!(
        "SIGTERM, SIGINT and SIGHUP kept every edit, and the program ended within {:.1} s",
        longest.as_secs_f32()
    ));
    Ok(Completion::Completed)
}

pub fn dying_display_loses_at_most_10_s() -> Outcome {
    let mut random = Random::new(3);
    let mut worst = Duration::ZERO;
    for _ in 0..4 {
        let (screen, user) = (Screen::start(800, 600)?, User::new()?);
        let mut player = user.open(&screen, &["welcome"])?;
        player.play(random.duration(Duration::from_secs(1), Duration::from_secs(20)))?;
        let end = Instant::now();
        screen.end();
        let exit = player.app.wait_exit(PATIENCE).attempt("without its display")?;
        let lost = player.lost(user.kept_edits()?, end);
        worst = worst.max(lost);
        if lost > MAX_LOST || exit.stderr.contains("panicked") {
            Err(format!("{lost:?} lost: {}, {}", exit.status, exit.stderr))?;
        }
    }
    figure(&format!("4 dying displays lost at most {:.1} s of play", worst.as_secs_f32()));
    Ok(Completion::Completed)
}
