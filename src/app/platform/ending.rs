//! Requests to end that come from outside the window: SIGTERM, SIGINT and SIGHUP; on Windows Ctrl+C, a closed console and
//! the end of the user's session.
//!
//! They end the main loop as a closed window does, so that everything is kept.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Begins to take requests to end. Where that is impossible, they end the program at once, and the autosave remains.
pub fn watch() {
    #[cfg(unix)]
    let _ = ctrlc::set_handler(request);
    #[cfg(windows)]
    windows::watch();
}

#[cfg(not(target_arch = "wasm32"))]
fn request() {
    IS_REQUESTED.store(true, Ordering::Relaxed);
}

/// Whether the program was asked to end.
#[must_use]
pub fn is_requested() -> bool {
    IS_REQUESTED.load(Ordering::Relaxed)
}

#[cfg(windows)]
mod windows {
    #![allow(unsafe_code, reason = "Windows calls functions of ours, and no safe crate keeps a closed console waiting")]

    use std::{ptr, thread, time::Duration};

    use windows_sys::{
        Win32::{
            Foundation::{HWND, LPARAM, LRESULT, WPARAM},
            System::{
                Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler},
                LibraryLoader::GetModuleHandleW,
            },
            UI::WindowsAndMessaging::{
                CreateWindowExW, DefWindowProcW, DispatchMessageW, GetMessageW, MSG, RegisterClassW, WM_ENDSESSION,
                WNDCLASSW,
            },
        },
        core::{BOOL, w},
    };

    use super::request;

    /// Longest wait for the end of the program. The system itself waits for some 5 s.
    const MAX_WAIT: Duration = Duration::from_secs(30);

    /// Begins to take requests. A thread of its own has the window that hears of the end of the user's session: the game's
    /// window must be free to keep its own.
    pub fn watch() {
        // SAFETY: the handler is a function, which stays where it is.
        unsafe { SetConsoleCtrlHandler(Some(handle_console), 1) };
        let _ = thread::Builder::new().name("end of session".to_owned()).spawn(listen);
    }

    /// Requests the end and waits for it: the system ends the program as soon as the caller returns.
    fn request_and_wait() {
        request();
        thread::sleep(MAX_WAIT);
    }

    /// Called by the system on a thread of its own.
    unsafe extern "system" fn handle_console(event: u32) -> BOOL {
        if [CTRL_C_EVENT, CTRL_BREAK_EVENT].contains(&event) {
            request()
        } else {
            request_and_wait()
        }
        1
    }

    /// Serves a window that is never shown.
    fn listen() {
        let class = w!("ROPEWALK_SESSION");
        // SAFETY: the class outlives the call, its name and procedure the program; the message is written before it is read.
        unsafe {
            let instance = GetModuleHandleW(ptr::null());
            let about = WNDCLASSW {
                lpfnWndProc: Some(handle_message),
                hInstance: instance,
                lpszClassName: class,
                ..Default::default()
            };
            RegisterClassW(&about);
            // Not one for messages alone: the system tells those nothing.
            CreateWindowExW(0, class, class, 0, 0, 0, 0, 0, ptr::null_mut(), ptr::null_mut(), instance, ptr::null());
            let mut message = MSG::default();
            while GetMessageW(&mut message, ptr::null_mut(), 0, 0) > 0 {
                DispatchMessageW(&message);
            }
        }
    }

    unsafe extern "system" fn handle_message(window: HWND, message: u32, wparam: WPARAM, lparam: LPARAM) -> LRESULT {
        if message == WM_ENDSESSION && wparam != 0 {
            request_and_wait();
        }
        // SAFETY: the system's own arguments.
        unsafe { DefWindowProcW(window, message, wparam, lparam) }
    }
}
