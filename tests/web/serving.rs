//! The server, and the errors before the page is there.

use std::{net::TcpListener, process::Command};

use serde_json::json;

use super::browser::{DESKTOP, wait};
use super::page::Page;
use super::{Outcome, Stage};

pub fn taken_port_gets_a_sentence(_: &Stage) -> Outcome {
    let taken = TcpListener::bind(("127.0.0.1", 0))?;
    let port = taken.local_addr()?.port().to_string();
    for (port, words) in [(&*port, "something else is served"), ("80900", "is no port"), ("http", "is no port")] {
        let run = Command::new("web/serve").arg(port).current_dir(env!("CARGO_MANIFEST_DIR")).output()?;
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains(port) && said.trim_end().lines().count() == 1, "{said}");
    }
    Ok(())
}

pub fn missing_program_is_reported(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    page.browser.devtools("Network.enable", json!({}))?;
    page.browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*ropewalk.wasm"] }))?;
    page.browser.leave()?;
    page.browser.go(&stage.home)?;
    let said = "return document.getElementById('said').hidden ? '' : document.getElementById('said').textContent";
    wait("a sentence", || {
        let said = page.browser.run(said)?;
        Ok(said.as_str().is_some_and(|said| said.contains("could not be loaded")).then_some(()))
    })?;
    page.browser.devtools("Network.setBlockedURLs", json!({ "urls": [] }))?;
    page.go("")?;
    Ok(())
}
