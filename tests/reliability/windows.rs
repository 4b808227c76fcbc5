//! Several windows of one user, and a window that is stopped and continued.

use std::time::{Duration, Instant};

use libtest_mimic::Completion;

use super::Outcome;
use super::player::{User, count_edits, expect_success, figure};
use crate::session::replay;
use crate::support::{PATIENCE, Screen, wait_for};

/// Windows whose sessions are kept at the same time.
const KEPT_WINDOWS: usize = 16;

pub fn two_windows_keep_both_sessions() -> Outcome {
    let (screen, user) = (Screen::start(1_400, 600)?, User::new()?);
    let mut first = user.open(&screen, &["welcome"])?;
    first.edit()?;
    let mut second = user.open(&screen, &["first-rope"])?;
    second.edit()?;
    second.edit()?;
    first.close().and_then(|exit| expect_success(&exit))?;
    second.close().and_then(|exit| expect_success(&exit))?;
    let mut kept: Vec<_> = user.sessions()?.iter().map(|(_, session)| count_edits(session)).collect();
    kept.sort_unstable();
    if kept != [1, 2] {
        Err(format!("sessions with {kept:?} edits are kept"))?;
    }
    figure("two windows at once: both sessions are kept");
    Ok(Completion::Completed)
}

/// Each window has a number of edits of its own. The others are killed, and then the seventeenth is closed: the
/// next start finds all sessions.
pub fn seventeenth_window_overwrites_nothing() -> Outcome {
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let mut players = Vec::new();
    for number in 0..=KEPT_WINDOWS {
        let mut player = user.open(&screen, &["first-rope", "--paused"])?;
        (0..=number).try_for_each(|_| player.edit())?;
        players.push(player);
    }
    let kept = || -> Result<Vec<usize>, String> {
        let mut kept: Vec<_> = user.sessions()?.iter().map(|(_, session)| count_edits(session)).collect();
        kept.sort_unstable();
        Ok(kept)
    };
    let expected: Vec<usize> = (1..=KEPT_WINDOWS).collect();
    wait_for("the sessions of 16 windows", PATIENCE, || Ok((kept()? == expected).then_some(())))?;
    let said = players[KEPT_WINDOWS].app.stderr();
    // The last window gets a slot of a killed one.
    let last = players.pop();
    players.iter_mut().for_each(|player| player.app.kill());
    last.map_or(Ok(()), |last| last.close().and_then(|exit| expect_success(&exit)))?;
    drop(players);
    user.open(&screen, &["first-rope", "--paused"])?.close().and_then(|exit| expect_success(&exit))?;
    let after = kept()?;
    if after != (1..=KEPT_WINDOWS + 1).collect::<Vec<_>>() {
        Err(format!("after the kills the next start kept sessions with {after:?} edits"))?;
    }
    figure(&format!(
        "17 windows, 16 of them killed: {} sessions are kept; the last window said \"{}\"",
        after.len(),
        said.trim()
    ));
    Ok(Completion::Completed)
}

/// Time that passes while the process is stopped is not played.
pub fn stopped_window_continues_where_it_was() -> Outcome {
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let began = Instant::now();
    let mut player = user.open(&screen, &["welcome"])?;
    player.play(Duration::from_secs(2))?;
    let stop = Duration::from_secs(20);
    player.app.signal("STOP")?;
    std::thread::sleep(stop);
    player.app.signal("CONT")?;
    player.play(Duration::from_secs(2))?;
    let (edits, played) = (player.edits.len(), began.elapsed() - stop);
    player.close().and_then(|exit| expect_success(&exit))?;
    let (_, session) = user.sessions()?.pop().ok_or("no session was kept")?;
    let sandbox = replay(&session, |_| {})?;
    let time = Duration::from_secs_f32(session.end.0 as f32 * sandbox.world().settings().step);
    if count_edits(&session) != edits || time > played + Duration::from_secs(1) {
        Err(format!("{} of {edits} edits are kept, {time:?} were played in {played:?}", count_edits(&session)))?;
    }
    figure(&format!("stopped for 20 s and continued: {:.1} s played, every edit kept", time.as_secs_f32()));
    Ok(Completion::Completed)
}
