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
    // It would have kept the program.
    page.browser.devtools("Network.setBypassServiceWorker", json!({ "bypass": true }))?;
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

pub fn page_opens_without_its_server(stage: &Stage) -> Outcome {
    let folder = tempfile::tempdir()?;
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web/dist"))? {
        let file = file?;
        std::fs::copy(file.path(), folder.path().join(file.file_name()))?;
    }
    let home = crate::serve_folder(folder.path().to_owned())?;
    let page = Page::open(stage, DESKTOP, "")?;
    let visit = |query| {
        page.browser.leave()?;
        page.browser.go(&format!("{home}{query}"))?;
        page.ready()
    };
    visit("")?;
    let is_kept = "return !!(navigator.serviceWorker && navigator.serviceWorker.controller)";
    wait("the kept files", || Ok((page.browser.run(is_kept)? == true).then_some(())))?;
    folder.close()?;
    visit("")?;
    page.until("steps", |state| state["step"].as_u64() > Some(5))?;
    visit("?scene=no-such-scene")?;
    page.until("a sentence", |state| state["complaint"].as_str().is_some_and(|said| said.contains("no-such-scene")))?;
    visit("?scene=first-rope")?;
    page.until("the scene", |state| state["scene"] == "first-rope")?;
    // The session goes on in a page that is loaded again.
    assert_eq!(page.browser.run("return location.search")?, "");
    Ok(())
}
