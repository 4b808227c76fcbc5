//! Disks that take nothing: full, read-only, missing; and output that cannot be written.
//!
//! The disks are small file systems in a namespace of the program's own (`unshare`), so no rights are needed and
//! nothing of the machine changes.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command as Process;
use std::time::Duration;

use libtest_mimic::Completion;

use super::Outcome;
use super::player::{Player, User, count_edits, expect_success, figure};
use crate::session::replay;
use crate::support::{Attempt, Exit, PATIENCE, Screen, wait_for};

/// The shell script that runs a program with a small disk as its home, and copies the disk to `after` at the end.
const SMALL_DISK: &str = r#"mount -t tmpfs -o size=1m none home && cp -a before/. home/ && cd work || exit 9
"$@"; code=$?; cd ..; cp -a home after; exit $code"#;

/// The same with a home that cannot be written.
const READ_ONLY: &str = r#"mount -t tmpfs -o ro none home && cd work || exit 9; exec "$@""#;

/// Why namespaces cannot be used here, if so.
fn missing_namespaces() -> Option<Completion> {
    let status = Process::new("unshare").args(["-rm", "true"]).status();
    let works = status.is_ok_and(|status| status.success());
    (!works).then(|| Completion::ignored_with("`unshare -rm true` fails: no namespaces here"))
}

/// Opens a window through a shell script that begins in the folder of all.
fn open_in(user: &User, screen: &Screen, script: &str, flags: &[&str]) -> Result<Player, String> {
    let script = format!("cd .. && {script}");
    user.open_by(&["unshare", "-rm", "sh", "-c", &script, "sh"], screen, flags)
}

/// Fills the disk that a process sees at this path.
fn fill(process: u32, home: &Path) -> Result<(), String> {
    let seen = Path::new(&format!("/proc/{process}/root")).join(home.strip_prefix("/").unwrap_or(home));
    let mut filler = fs::File::create(seen.join("filler")).attempt("cannot fill the disk")?;
    for size in [1 << 12, 1] {
        while filler.write_all(&vec![0; size]).is_ok() {}
    }
    Ok(())
}

/// Closes a window, which may refuse once because the session cannot be kept.
fn close_firmly(mut player: Player) -> Result<Exit, String> {
    player.app.close()?;
    match player.app.wait_exit(Duration::from_secs(5)) {
        Ok(exit) => Ok(exit),
        Err(_) => player.close(),
    }
}

/// The session kept before the disk was full still opens, and reaches the same end.
pub fn full_disk_leaves_the_last_session() -> Outcome {
    if let Some(reason) = missing_namespaces() {
        return Ok(reason);
    }
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let mut player = user.open(&screen, &["welcome"])?;
    player.play(Duration::from_secs(2))?;
    player.close().and_then(|exit| expect_success(&exit))?;
    let before = user.sessions()?.pop().ok_or("no session was kept")?;
    fs::rename(user.path("home"), user.path("before"))?;
    fs::create_dir(user.path("home"))?;

    let mut player = open_in(&user, &screen, SMALL_DISK, &[])?;
    fill(player.app.id(), &user.path("home"))?;
    player.play(Duration::from_secs(4))?;
    let exit = close_firmly(player)?;
    fs::remove_dir(user.path("home"))?;
    fs::rename(user.path("after"), user.path("home"))?;
    let (kept, left) = (user.sessions()?, user.leftovers());
    let last = kept.iter().find(|(name, _)| *name == before.0).map(|(_, session)| session);
    if exit.stderr.contains("panicked") || last.is_none_or(|last| count_edits(last) < count_edits(&before.1)) {
        let names: Vec<_> = kept.iter().map(|(name, _)| name).collect();
        Err(format!("{} is gone, there are {names:?} and {left:?}: {}", before.0, exit.stderr))?;
    }
    for (_, session) in &kept {
        replay(session, |_| {})?;
    }
    let said = exit.stderr.lines().count();
    figure(&format!(
        "a full disk: the last session is whole; the program said so in {said} lines and ended with {}",
        exit.status
    ));
    Ok(Completion::Completed)
}

pub fn read_only_home_ends_nothing() -> Outcome {
    if let Some(reason) = missing_namespaces() {
        return Ok(reason);
    }
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let mut player = open_in(&user, &screen, READ_ONLY, &["welcome"])?;
    use_everything(&mut player)?;
    let exit = close_firmly(player)?;
    let said = check_complaints(&exit)?;
    figure(&format!("a read-only home: played on, {said} lines on stderr, ended with {}", exit.status));
    Ok(Completion::Completed)
}

/// No variable names a home, and the user is not in the system's list.
pub fn missing_home_ends_nothing() -> Outcome {
    let runner = ["unshare", "--user", "--map-user=54321", "env", "-u", "HOME"];
    if !Process::new(runner[0]).args(&runner[1..]).arg("true").status().is_ok_and(|status| status.success()) {
        return Ok(Completion::ignored_with("`unshare --user --map-user` fails: no namespaces here"));
    }
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let mut player = user.open_by(&runner, &screen, &["welcome"])?;
    use_everything(&mut player)?;
    let exit = close_firmly(player)?;
    let said = check_complaints(&exit)?;
    if !exit.stderr.contains("the session is not saved: the system names no folder") {
        Err(format!("nothing is said of the session: {}", exit.stderr))?;
    }
    figure(&format!("no home: played on, {said} lines on stderr, ended with {}", exit.status));
    Ok(Completion::Completed)
}

/// Standard output and standard error on a full disk, and closed. The home is read-only, so that there is much to say.
pub fn output_that_cannot_be_written_ends_nothing() -> Outcome {
    if let Some(reason) = missing_namespaces() {
        return Ok(reason);
    }
    for to in [">/dev/full 2>/dev/full", ">&- 2>&-"] {
        let (screen, user) = (Screen::start(800, 600)?, User::new()?);
        let mut player = open_in(&user, &screen, &format!("{READ_ONLY} {to}"), &["welcome"])?;
        use_everything(&mut player)?;
        let exit = close_firmly(player)?;
        if exit.status.code().is_none_or(|code| code > 2) {
            Err(format!("with {to} it ended with {}", exit.status))?;
        }
        let (screen, user) = (Screen::start(800, 600)?, User::new()?);
        let runner = ["sh", "-c", &format!("exec \"$@\" {to}"), "sh"];
        let mut player = user.open_by(&runner, &screen, &["welcome"])?;
        player.play(Duration::from_secs(1))?;
        let edits = player.edits.len();
        player.close()?;
        if user.kept_edits()? != edits {
            Err(format!("with {to} {} of {edits} edits were kept", user.kept_edits()?))?;
        }
    }
    figure("stdout and stderr on a full disk, and closed: every edit was kept");
    Ok(Completion::Completed)
}

/// The recording goes to a full pipe from which nobody reads. The program waits for ever, and the session is kept.
pub fn stalled_recording_leaves_the_session() -> Outcome {
    let (screen, user) = (Screen::start(800, 600)?, User::new()?);
    let pipe = user.path("work/pipe");
    Process::new("mkfifo").arg(&pipe).status().attempt("no pipe")?;
    let _reader = fs::File::options().read(true).write(true).open(&pipe).attempt("the pipe does not open")?;
    let target = format!("of={}", pipe.display());
    Process::new("dd").args(["if=/dev/zero", "bs=4096", "oflag=nonblock", &target]).output().attempt("no filler")?;
    let mut player = user.open(&screen, &["welcome", "--record", "pipe"])?;
    player.edit()?;
    player.app.close()?;
    let is_last = |sessions: Vec<(String, _)>| sessions.iter().any(|(name, _)| name == "last.ron").then_some(());
    wait_for("the last session", PATIENCE, || Ok(is_last(user.sessions()?)))?;
    let ended = player.app.wait_exit(Duration::from_secs(1)).is_ok();
    player.app.kill();
    if ended || user.kept_edits()? != 1 {
        Err(format!("ended: {ended}; {} of 1 edit is kept", user.kept_edits()?))?;
    }
    figure("a recording to a pipe that nobody reads: the session is kept");
    Ok(Completion::Completed)
}

/// Plays and saves all that can be saved: none of it may end the program.
fn use_everything(player: &mut Player) -> Result<(), String> {
    player.play(Duration::from_secs(3))?;
    player.save_everything()?;
    player.app.key("Escape")?;
    player.play(Duration::from_secs(1))
}

/// Returns the number of lines on stderr. Fails at a panic, at the same line twice, and at an exit code of a crash.
fn check_complaints(exit: &Exit) -> Result<usize, String> {
    let lines: Vec<&str> = exit.stderr.lines().collect();
    let is_repeated = lines.windows(2).any(|pair| pair[0] == pair[1]);
    if exit.stderr.contains("panicked") || is_repeated || exit.status.code().is_none_or(|code| code > 1) {
        return Err(format!("it ended with {}:\n{}", exit.status, exit.stderr));
    }
    Ok(lines.len())
}
