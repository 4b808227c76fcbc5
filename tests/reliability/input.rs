//! Random clicks, drags and keys: the window answers, its memory stays within its budget, the session replays to the
//! same hash, and files are written in the program's own folders only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::{Duration, Instant};

use libtest_mimic::Completion;

use super::Outcome;
use super::player::{Player, Random, User, expect_success, figure};
use crate::session::{Played, replay};
use crate::support::{Attempt, Button, Screen, Wheel};

/// Time of the random input, minutes, unless `MINUTES` says otherwise.
const MINUTES: u64 = 10;

/// Memory that a session may add to that of the window with its first scene, MiB: the limit for rewinding, 256 MB, and
/// as much for the largest scene of the gallery, its ghost and pictures.
const BUDGET: u64 = 512;

/// All keys but those of a path (`/`): a name typed by chance must not save a file elsewhere.
const KEYS: &str = "a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 space bracketleft bracketright \
                    minus equal comma period Tab Return Escape Escape Escape BackSpace Delete Up Down Left Right Home End \
                    Page_Up Page_Down F1 F11 G R Z";

/// Undo, undo, redo.
const CHORDS: &[&[&str]] = &[&["Control_L", "z"], &["Control_L", "z"], &["Control_L", "Shift_L", "z"]];

/// One action, anywhere in the window and a little outside it.
fn act(player: &mut Player, random: &mut Random, (width, height): (i32, i32)) -> Result<(), String> {
    let mut place = || (random.within(-10, width + 10), random.within(-10, height + 10));
    let (from, to) = (place(), place());
    let button = [Button::Left, Button::Left, Button::Right, Button::Middle][random.within(0, 4) as usize];
    let app = &mut player.app;
    match random.within(0, 100) {
        0..25 => app.click(from.0, from.1, button),
        25..50 => app.drag(from, to, random.within(1, 12), button),
        50..60 => {
            let direction = if random.within(0, 2) == 0 { Wheel::Up } else { Wheel::Down };
            app.move_to(from.0, from.1)?;
            app.wheel(direction, random.within(1, 5) as usize)
        }
        60..62 => app.flick(from, to, button),
        62..64 => {
            app.key_down("z")?;
            std::thread::sleep(Duration::from_millis(random.next() % 500));
            app.key_up("z")
        }
        64..68 => app.chord(CHORDS[random.within(0, CHORDS.len() as i32) as usize]),
        68..70 => {
            // A dialog left open would take all keys that follow.
            app.chord(&["Control_L", ["s", "o"][random.within(0, 2) as usize]])?;
            app.key("q")?;
            app.key(["Return", "Escape"][random.within(0, 2) as usize])?;
            app.key("Escape")
        }
        _ => {
            let keys: Vec<&str> = KEYS.split_whitespace().collect();
            app.key(keys[random.within(0, keys.len() as i32) as usize])
        }
    }
}

/// Resident memory of a process, MiB.
fn resident(process: u32) -> Result<u64, String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).attempt("no memory is reported")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no memory is reported")?;
    let kib = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    Ok(kib.ok_or("no memory is reported")? >> 10)
}

pub fn ten_minutes_of_random_input_replay() -> Outcome {
    let minutes = std::env::var("MINUTES").ok().and_then(|minutes| minutes.parse().ok()).unwrap_or(MINUTES);
    let (screen, user) = (Screen::start(1_000, 800)?, User::new()?);
    let size = (960, 720);
    let recording = user.path("work/recording.ron");
    let mut player = user.open(&screen, &["--record", "recording.ron"])?;
    player.app.resize(960, 720)?;
    let (mut random, began) = (Random::new(4), Instant::now());
    let (mut slowest, mut memory) = (Duration::ZERO, vec![resident(player.app.id())?]);
    let (mut actions, mut peak) = (0, 0);
    while began.elapsed() < Duration::from_secs(60 * minutes) {
        let before = Instant::now();
        act(&mut player, &mut random, size)?;
        slowest = slowest.max(before.elapsed());
        actions += 1;
        let now = resident(player.app.id())?;
        peak = peak.max(now);
        if began.elapsed().as_secs() / 60 >= memory.len() as u64 {
            memory.push(now);
        }
    }
    let exit = player.close()?;
    figure(&format!("{minutes} minutes, {actions} random actions, the slowest {:.1} s", slowest.as_secs_f32()));
    figure(&format!("resident memory at the start and after each minute {memory:?} MiB, {peak} MiB at most"));
    expect_success(&exit)?;
    if peak > memory[0] + BUDGET {
        Err(format!("{peak} MiB of memory, at most {} expected", memory[0] + BUDGET))?;
    }
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-input.ron");
    fs::copy(&recording, &kept)?;
    let played = Played::read(&recording)?;
    let (steps, commands) = (played.recording.end.0, played.recording.commands.len());
    figure(&format!("{commands} commands in {steps} steps replay to the same hash"));
    for (name, session) in user.sessions()? {
        replay(&session, |_| {}).map_err(|error| format!("{name}: {error}"))?;
    }
    check_files(&user)?;
    Ok(Completion::Completed)
}

/// Every file of the user is in a folder of the program, or is a recording, picture or animation that was asked for.
fn check_files(user: &User) -> Result<(), String> {
    let own = ["home/.config/ropewalk", "home/.local/share/ropewalk"].map(|folder| user.path(folder));
    let mut folders = vec![user.folder().to_owned()];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(&folder).attempt("a folder is gone")?.flatten() {
            let path = file.path();
            let is_asked_for = path == user.path("work/recording.ron")
                || path.parent() == Some(&user.path("home"))
                    && path.extension().is_some_and(|extension| extension == "png" || extension == "gif");
            if own.contains(&path) || is_asked_for {
                continue;
            }
            if !path.is_dir() {
                return Err(format!("{} was written", path.display()));
            }
            folders.push(path);
        }
    }
    Ok(())
}

/// Calls of the system that create, change or remove a file.
const WRITES: &str = "open,openat,openat2,creat,truncate,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,\
                      linkat,symlink,symlinkat,mknod,mknodat,chmod,fchmodat";

/// All that writes files, once, traced by `strace`.
pub fn files_are_written_in_own_folders_only() -> Outcome {
    if Process::new("strace").arg("-V").output().is_err() {
        return Ok(Completion::ignored_with("there is no strace"));
    }
    let (screen, user) = (Screen::start(1_000, 800)?, User::new()?);
    let trace = tempfile::NamedTempFile::new()?;
    let log = trace.path().to_string_lossy().into_owned();
    let calls = format!("trace={WRITES}");
    let runner = ["strace", "-f", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e", &calls, "-o", &log];
    let mut player = user.open_by(&runner, &screen, &["--record", "recording.ron"])?;
    player.play(Duration::from_secs(5))?;
    player.save_everything()?;
    player.play(Duration::from_secs(1))?;
    player.close().and_then(|exit| expect_success(&exit))?;
    let written = written(&fs::read_to_string(trace.path())?, &user.path("work"));
    let outside: Vec<_> = written.iter().filter(|path| !path.starts_with(user.folder())).collect();
    if !outside.is_empty() || written.is_empty() {
        Err(format!("files outside of its folders were written: {outside:?}"))?;
    }
    check_files(&user)?;
    figure(&format!(
        "{} files were opened for writing, renamed or removed, none outside of its folders",
        written.len()
    ));
    Ok(Completion::Completed)
}

/// The files that a trace changes, without devices.
fn written(trace: &str, folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let is_done = |line: &&str| !line.contains(" = -1 ") && !line.contains("resumed>");
    for line in trace.lines().filter(is_done) {
        let opens = line.split_once(' ').is_some_and(|(_, call)| call.trim_start().starts_with("open"));
        let modes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND", "O_TMPFILE"];
        if opens && !modes.iter().any(|mode| line.contains(mode)) {
            continue;
        }
        paths.extend(line.split('"').skip(1).step_by(2).map(|path| folder.join(path)));
    }
    paths.retain(|path| !["/dev", "/proc", "/sys"].iter().any(|devices| path.starts_with(devices)));
    paths.sort();
    paths.dedup();
    paths
}
