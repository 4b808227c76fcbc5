//! Files, the saved session, and interruptions of a page.

use ropewalk::timeline::{Document, Timeline};
use serde_json::json;

use super::browser::{DESKTOP, wait};
use super::page::{Page, Stroke};
use super::{Outcome, Stage};

/// Cuts something, so that there is an edit to save.
fn cut(page: &Page) -> Result<(), String> {
    page.until("some steps", |state| state["step"].as_u64() > Some(20))?;
    page.mouse(&Stroke { places: vec![(200.0, 300.0), (400.0, 320.0), (600.0, 340.0)], button: 2 })?;
    page.until("a cut", |state| state["cut"].as_u64() > Some(0)).map(drop)
}

pub fn saved_file_opens_again(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    cut(&page)?;
    let links = page.state()?["links"].clone();
    page.key("s", true)?;
    page.click(page.control("The session")?, false)?;
    page.click(page.control("save")?, false)?;
    let path = page.download("ron")?;
    page.until("a message about the saved file", |state| {
        state["news"].as_str().is_some_and(|news| news.starts_with("saved"))
    })?;
    let Document::Session(recording) = Document::read(&path)? else { return Err("that is no session".into()) };
    let resumed = Timeline::resume(&recording)?;
    assert_eq!(Some(resumed.sandbox().world().link_count() as u64), links.as_u64());
    // The page of another user, which opens the file.
    let text = std::fs::read_to_string(&path)?;
    let other = Page::open(stage, DESKTOP, "")?;
    let drop = format!(
        "const files = new DataTransfer(); files.items.add(new File([{}], 'a söng.ron')); \
         window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));",
        json!(text)
    );
    other.browser.run(&drop)?;
    other.until("the session", |state| state["links"] == links && state["cut"].as_u64() > Some(0))?;
    other.until("its history", |state| state["unread"] == false)?;
    other.key("z", true)?;
    other.until("the state before the cut", |state| state["cut"] == 0)?;
    // The first user's list of files has it, too.
    page.key("o", true)?;
    page.frames(5)?;
    page.picture("open dialog")?;
    page.control("choose file")?;
    page.is_quiet()?;
    other.is_quiet()?;
    Ok(())
}

pub fn bad_files_get_a_sentence(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    let bad = [("''", "empty"), ("'(version: 1, title: '", "cut off"), ("'x'.repeat(30000000)", "all of one word")];
    for (text, name) in bad {
        let drop = format!(
            "const files = new DataTransfer(); files.items.add(new File([{text}], '{name}.ron')); \
             window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));"
        );
        page.browser.run(&drop)?;
        let said = format!("{name}.ron");
        page.until(name, |state| state["news"].as_str().is_some_and(|news| news.contains(&said)))?;
    }
    // A folder as a browser gives it, and a file that is too long to read.
    let read = "async () => { throw new DOMException('no file', 'NotFoundError') }";
    for (size, words) in [("4096", "is it a folder?"), ("5e9", "larger than")] {
        let drop = format!(
            "const drop = new Event('drop'); drop.dataTransfer = {{ files: [{{ name: 'things', size: {size}, \
             arrayBuffer: {read} }}] }}; window.dispatchEvent(drop);"
        );
        page.browser.run(&drop)?;
        page.until(words, |state| state["news"].as_str().is_some_and(|news| news.contains(words)))?;
    }
    let before = page.state()?;
    page.until("play", |state| state["step"].as_u64() > before["step"].as_u64())?;
    page.is_quiet()?;
    Ok(())
}

pub fn session_survives_a_reload(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    cut(&page)?;
    let before = page.state()?;
    page.browser.reload()?;
    page.ready()?;
    let after = page.state()?;
    assert_eq!((&after["links"], &after["cut"]), (&before["links"], &before["cut"]));
    assert!(after["step"].as_u64() >= before["step"].as_u64());
    page.until("its history", |state| state["unread"] == false)?;
    page.key("z", true)?;
    page.until("the state before the cut", |state| state["cut"] == 0)?;
    page.is_quiet()?;
    Ok(())
}

pub fn full_local_storage_loses_nothing(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    cut(&page)?;
    page.go("")?;
    let kept = page.browser.run("return localStorage.getItem('ropewalk/this browser/last.ron')")?;
    assert!(kept.is_string(), "a session is stored");
    page.until("its history", |state| state["unread"] == false)?;
    // Without room for this page's first save: over an earlier one there may be room for a while.
    let fill = "localStorage.removeItem('ropewalk/this browser/session-0.ron'); \
                let block = 'x'.repeat(1 << 20), i = 0; while (block.length) { try { localStorage.setItem('full' + i++, block) } \
                catch (e) { block = block.slice(block.length / 2 + 1) } } return i";
    page.browser.run(fill)?;
    cut(&page)?;
    let before = page.state()?;
    // The page saves its session when it may be closed.
    page.browser.run("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")?;
    page.until("a message about the full storage", |state| {
        state["news"].as_str().is_some_and(|news| news.contains("full"))
    })?;
    let now = page.browser.run("return localStorage.getItem('ropewalk/this browser/last.ron')")?;
    assert_eq!(now, kept, "the stored session is unchanged");
    let after = page.until("play", |state| state["step"].as_u64() > before["step"].as_u64())?;
    assert_eq!(after["cut"], before["cut"], "the session continues");
    // A file can still be saved.
    page.key("s", true)?;
    page.click(page.control("The session")?, false)?;
    page.click(page.control("save")?, false)?;
    page.download("ron")?;
    page.is_quiet()?;
    Ok(())
}

pub fn lost_graphics_context_is_restored(stage: &Stage) -> Outcome {
    let page = Page::open_drawn(stage, DESKTOP, "")?;
    cut(&page)?;
    let before = page.state()?;
    page.browser.run(
        "window.first = true; const lose = gl.getExtension('WEBGL_lose_context'); lose.loseContext(); \
         setTimeout(() => lose.restoreContext(), 300)",
    )?;
    wait("another page", || Ok((page.browser.run("return !window.first")? == true).then_some(())))?;
    page.ready()?;
    let after = page.state()?;
    assert_eq!((&after["links"], &after["cut"]), (&before["links"], &before["cut"]));
    assert!(page.picture("after a lost context")?.colours() > 500);
    page.until("its history", |state| state["unread"] == false)?;
    Ok(())
}

pub fn hidden_page_continues(stage: &Stage) -> Outcome {
    let page = Page::open(stage, DESKTOP, "")?;
    cut(&page)?;
    // A browser that shows another tab notifies the page and sends no frames.
    let hide = |how: &str| {
        format!(
            "Object.defineProperty(document, 'visibilityState', {{ value: '{how}', configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    page.browser.run(&hide("hidden"))?;
    let kept = page.browser.run("return localStorage.getItem('ropewalk/this browser/session-0.ron')")?;
    assert!(kept.is_string(), "the session is kept when the page is hidden");
    page.browser.devtools("Page.setWebLifecycleState", json!({ "state": "frozen" }))?;
    std::thread::sleep(std::time::Duration::from_millis(500));
    page.browser.devtools("Page.setWebLifecycleState", json!({ "state": "active" }))?;
    page.browser.run(&hide("visible"))?;
    page.browser.run("window.dispatchEvent(new Event('focus'))")?;
    let before = page.state()?;
    let after = page.until("play", |state| state["step"].as_u64() > before["step"].as_u64())?;
    assert_eq!(after["cut"], before["cut"]);
    page.is_quiet()?;
    Ok(())
}
