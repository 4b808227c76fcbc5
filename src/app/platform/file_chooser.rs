//! The file dialog of the desktop, in a thread of its own: it may stay open for as long as the user likes.

use std::path::PathBuf;

/// Whether the platform has a dialog that can be asked from a thread.
pub const HAS_FILE_CHOOSER: bool = cfg!(any(target_os = "linux", target_os = "windows"));

/// Request to the dialog of the desktop.
#[cfg_attr(not(any(target_os = "linux", target_os = "windows")), expect(dead_code, reason = "there is no dialog"))]
#[derive(Clone, Debug)]
pub struct Question {
    /// Name to save under; `None` to open a file.
    pub save_as: Option<String>,
    /// Folder to start in.
    pub folder: Option<PathBuf>,
}

/// The end of a dialog.
#[cfg_attr(not(any(target_os = "linux", target_os = "windows")), allow(dead_code, reason = "there is no dialog"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The user chose this file.
    Chosen(PathBuf),
    /// The user chose none.
    Cancelled,
    /// The desktop showed no dialog.
    NoDialog,
}

#[cfg(any(target_os = "linux", target_os = "windows"))]
pub use open::FileChooser;

#[cfg(any(target_os = "linux", target_os = "windows"))]
mod open {
    use std::{
        sync::mpsc::{Receiver, TryRecvError, channel},
        time::{Duration, Instant},
    };

    use super::{Answer, PathBuf, Question};

    /// Nobody closes a dialog sooner: there was none.
    const TOO_SOON: Duration = Duration::from_millis(600);

    /// A dialog that is open.
    #[derive(Debug)]
    pub struct FileChooser {
        receiver: Receiver<Option<PathBuf>>,
        began: Instant,
        saves: bool,
    }

    impl FileChooser {
        /// Opens a dialog. The thread is left to itself when the program ends.
        pub fn start(question: Question) -> Self {
            let (sender, receiver) = channel();
            let saves = question.save_as.is_some();
            let ask = move || {
                // Nobody waits any more if the window was closed.
                let _ = sender.send(ask(question));
            };
            // Without a thread the channel is closed at once: no dialog.
            let _ = std::thread::Builder::new().name("file dialog".to_owned()).spawn(ask);
            Self { receiver, began: Instant::now(), saves }
        }

        /// Whether it asks for a file to save to, and not for one to open.
        pub fn saves(&self) -> bool {
            self.saves
        }

        /// The answer, once there is one.
        pub fn poll(&self) -> Option<Answer> {
            match self.receiver.try_recv() {
                Ok(Some(path)) => Some(Answer::Chosen(path)),
                Ok(None) if self.began.elapsed() > TOO_SOON => Some(Answer::Cancelled),
                Ok(None) | Err(TryRecvError::Disconnected) => Some(Answer::NoDialog),
                Err(TryRecvError::Empty) => None,
            }
        }
    }

    /// Shows the dialog until the user answers.
    fn ask(Question { save_as, folder }: Question) -> Option<PathBuf> {
        let mut dialog = rfd::FileDialog::new().add_filter(crate::host::PROGRAM, &["ron"]);
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        match save_as {
            Some(name) => dialog.set_title("Save").set_file_name(name).save_file(),
            None => dialog.set_title("Open").pick_file(),
        }
    }
}

/// No dialog, on a platform without one.
#[cfg(not(any(target_os = "linux", target_os = "windows")))]
#[derive(Debug)]
pub struct FileChooser;

#[cfg(not(any(target_os = "linux", target_os = "windows")))]
impl FileChooser {
    /// Opens none.
    pub fn start(_question: Question) -> Self {
        Self
    }

    /// Not asked, since there is none.
    pub fn saves(&self) -> bool {
        false
    }

    /// There is none.
    pub fn poll(&self) -> Option<Answer> {
        Some(Answer::NoDialog)
    }
}
