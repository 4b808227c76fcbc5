//! `ropewalk completions` and `ropewalk man`: the completions and the manual page of a package, made from the flags.

use clap::{Command, CommandFactory as _};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::{Args, Exit, spelling};

/// Options of `completions`.
#[derive(Clone, Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Options of `man`.
#[derive(Clone, Debug, clap::Args)]
pub struct ManArgs {
    /// The command whose page is printed; without one that of the program
    pub command: Option<String>,
}

/// Returns the completions of a shell.
pub(super) fn completions(args: &CompletionsArgs) -> String {
    let mut script = Vec::new();
    generate(args.shell, &mut Args::command(), "ropewalk", &mut script);
    String::from_utf8_lossy(&script).trim_end().to_owned()
}

/// Returns a page of the manual.
pub(super) fn page(args: &ManArgs) -> Result<String, Exit> {
    let mut program = Args::command();
    // Gives each command its name in the manual.
    program.build();
    let command = match args.command.as_deref() {
        None => program,
        Some(name) => find(&program, name)?,
    };
    let mut page = Vec::new();
    let source = concat!("ropewalk ", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(&mut page).map_err(Exit::failure)?;
    Ok(String::from_utf8_lossy(&page).trim_end().to_owned())
}

fn find(program: &Command, name: &str) -> Result<Command, Exit> {
    program.find_subcommand(name).cloned().ok_or_else(|| {
        let tip = spelling::did_you_mean(name, program.get_subcommands().map(Command::get_name));
        Exit::mistake(format!("there is no command \"{name}\"{tip} (`ropewalk --help` lists the commands)"))
    })
}
