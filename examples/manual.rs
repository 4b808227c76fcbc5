//! Writes the pages of the manual and the completions of bash, zsh and fish into a `share` folder, each where Linux looks
//! for it. `packaging/linux` packs them; for one user:
//!
//! ```sh
//! cargo run --example manual -- ~/.local/share
//! ```

use std::{env, fs, io, path::Path, process::ExitCode};

use clap::CommandFactory as _;
use clap_complete::{Shell, generate_to};
use clap_mangen::Man;
use ropewalk::{cli::Args, host};

/// Name and version at the foot of each page.
const SOURCE: &str = concat!("ropewalk ", env!("CARGO_PKG_VERSION"));

/// Where packages put completions, below the `share` folder.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Zsh, "zsh/vendor-completions"),
    (Shell::Fish, "fish/vendor_completions.d"),
];

fn main() -> ExitCode {
    let Some(share) = env::args_os().nth(1) else {
        host::log("name the folder to write to, such as ~/.local/share");
        return ExitCode::from(2);
    };
    match write(Path::new(&share)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            host::log(&format!("manual and completions cannot be written: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes all files, and makes the folders that are missing.
fn write(share: &Path) -> io::Result<()> {
    let pages = share.join("man/man1");
    fs::create_dir_all(&pages)?;
    // The version without the SIMD lanes of this machine.
    let mut program = Args::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    // Gives each command its name in the manual.
    program.build();
    for command in program.get_subcommands().chain([&program]) {
        Man::new(command.clone()).source(SOURCE).generate_to(&pages)?;
    }
    for (shell, folder) in COMPLETIONS {
        let folder = share.join(folder);
        fs::create_dir_all(&folder)?;
        generate_to(shell, &mut Args::command(), "ropewalk", folder)?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests read small files of their own")]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn manual_has_a_page_for_each_command() {
        let share = tempfile::tempdir().expect("a folder for this test");
        write(share.path()).expect("the folder can be written to");
        let page = |name: &str| {
            let path = share.path().join(format!("man/man1/{name}.1"));
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let program = page("ropewalk");
        assert!(program.contains(".TH ropewalk 1") && program.contains("exit\\-after"), "{program}");
        for command in ["scenes", "simulate", "render", "bench"] {
            let name = format!("ropewalk-{command}");
            assert!(page(&name).contains(&format!(".TH {name} 1")), "{name}");
            assert!(program.contains(&name.replace('-', "\\-")), "the page of the program names {name}: {program}");
        }
        assert!(page("ropewalk-simulate").contains("not the greatest of the run"));
    }

    #[test]
    fn completions_are_scripts_of_their_shells() {
        let share = tempfile::tempdir().expect("a folder for this test");
        write(share.path()).expect("the folder can be written to");
        let names = ["ropewalk.bash", "_ropewalk", "ropewalk.fish"];
        let scripts = COMPLETIONS.iter().zip(names).map(|((_, folder), name)| share.path().join(folder).join(name));
        let scripts: Vec<_> = scripts.collect();
        for script in &scripts {
            let text = fs::read_to_string(script).unwrap_or_else(|error| panic!("{}: {error}", script.display()));
            let is_complete = ["simulate", "csv", "exit-after"].iter().all(|word| text.contains(word));
            assert!(is_complete, "{}: {text}", script.display());
        }
        // A shell that reads it finds no mistake.
        let script = fs::File::open(&scripts[0]).expect("the script was read before");
        let Ok(mut shell) = Command::new("bash").arg("-n").stdin(Stdio::from(script)).spawn() else { return };
        assert!(shell.wait().expect("the process ends").success());
    }
}
