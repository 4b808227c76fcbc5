//! Setting a session aside that another one replaces in its window.

use std::sync::mpsc::{TryRecvError, channel};

use super::slot::{EARLIER, free_aside_path, move_aside};
use super::{Autosave, write_autosave};
use crate::host;
use crate::host::fs;
use crate::timeline::Timeline;

impl Autosave {
    /// Writes a session that is replaced among the earlier sessions, in the background. Until it is written, nothing is
    /// kept: the slot has the last save of it.
    pub fn set_aside(&mut self, timeline: &Timeline) {
        let Some(folder) = self.folder.as_ref().filter(|_| !timeline.is_untouched()) else { return };
        let (session, path) = (timeline.session(), free_aside_path(folder, EARLIER));
        let (sender, receiver) = channel();
        let job = move || {
            let written = write_autosave(&session, &path);
            if written.is_err() {
                // Only the empty file that has taken the name.
                let _ = fs::remove_file(&path);
            }
            // Fails when the window is closed, where the result does not matter.
            let _ = sender.send(written);
        };
        self.being_set_aside.push(receiver);
        // Without a thread there is no sender, which counts as an error.
        let _ = host::spawn("set aside", job);
    }

    /// Takes in which sessions were written, unless a save may still be written into the slot.
    pub(super) fn poll_set_aside(&mut self) {
        while self.writing.is_none()
            && let Some(first) = self.being_set_aside.first()
        {
            let result = match first.try_recv() {
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => Err("there is no thread for it".to_owned()),
                Ok(result) => result,
            };
            self.being_set_aside.remove(0);
            self.end_set_aside(result);
        }
    }

    /// Waits until all replaced sessions are written.
    pub(super) fn wait_for_set_aside(&mut self) {
        for session in std::mem::take(&mut self.being_set_aside) {
            self.end_set_aside(session.recv().unwrap_or_else(|error| Err(error.to_string())));
        }
    }

    fn end_set_aside(&mut self, result: Result<(), String>) {
        self.has_set_aside |= result.is_ok();
        if let Err(error) = result {
            // The slot has its last save.
            if let Some(slot) = self.slot.as_ref().filter(|slot| host::exists(&slot.path)) {
                let _ = move_aside(&slot.path, EARLIER);
            }
            self.news = Some(Err(format!("the session before this one is not saved: {error}")));
        }
    }
}
