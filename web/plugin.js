// What Ropewalk needs of the page besides the loader (gl.js): clock, files, clipboard, address, and manners.
// The functions that the program calls are those of src/host/web/page.rs; text and bytes go as a place and a length.
"use strict";

(function () {
  const PREFIX = "ropewalk/";
  // Windows that run at once, each with a session that is kept; as in src/app/files/safe/mod.rs.
  const SLOTS = 16;
  // Bytes of a file, at the most; as in src/scene/text.rs. And what is told in place of them.
  const LONGEST = 256 * 1024 * 1024;
  const UNREADABLE = -1;
  const TOO_LONG = -2;
  // Where a page that is loaded again finds which link is its own.
  const OWN = PREFIX + "own";
  const said = document.getElementById("said");
  const typed = document.getElementById("typed");

  let waiting = new Uint8Array(0); // What the program is about to take.
  let answer = ""; // What the program has told.
  let given = []; // Files that the user gave to the page: [name, bytes].
  let taken = new Set(); // Locks that other pages hold.
  let own = ""; // The link of this page's own that stands in its address.
  let running = false;

  const bytesAt = (place, length) => new Uint8Array(wasm_memory.buffer, place, length);
  const textAt = (place, length) => new TextDecoder().decode(bytesAt(place, length));

  // Keeps something until the program takes it; -1 says that there is nothing.
  function offer(what) {
    if (what === null || what === undefined) return -1;
    waiting = typeof what === "string" ? new TextEncoder().encode(what) : what;
    return waiting.length;
  }

  function say(sentence) {
    said.textContent = sentence;
    said.hidden = !sentence;
  }

  // The next frame, if the program sleeps.
  function wake() {
    if (running) importObject.env.sapp_schedule_update();
  }

  // A browser may refuse its store altogether; then nothing is kept, and the program says so.
  function store(work, otherwise) {
    try {
      return work(window.localStorage);
    } catch (error) {
      return otherwise;
    }
  }

  function download(name, bytes) {
    const address = URL.createObjectURL(new Blob([bytes]));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  // A folder can be dropped as well, and cannot be read; nor is what is too long, which would take the memory of all.
  async function give(file) {
    let bytes = file.size > LONGEST ? TOO_LONG : null;
    try {
      bytes = bytes || new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      bytes = UNREADABLE;
    }
    given.push([file.name, bytes]);
    wake();
  }

  function choose() {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".ron,.txt,text/plain";
    input.addEventListener("change", () => Array.from(input.files).slice(0, 1).forEach(give));
    input.click();
  }

  // Without the newer way (a page that is not from a secure origin has none) by that which needs something selected.
  function copy(text) {
    const selected = () => {
      const field = document.createElement("textarea");
      field.value = text;
      field.style.position = "fixed";
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      canvas.focus();
    };
    if (!navigator.clipboard) return selected();
    navigator.clipboard.writeText(text).catch(selected);
  }

  function register(importObject) {
    Object.assign(importObject.env, {
      ropewalk_clock: () => performance.now(),
      ropewalk_date: () => Date.now(),
      ropewalk_density: () => window.devicePixelRatio || 1,
      ropewalk_fingers: () => window.matchMedia("(pointer: coarse)").matches,
      ropewalk_take: (place, length) => bytesAt(place, length).set(waiting.subarray(0, length)),
      ropewalk_keys: () => offer(store((local) => Object.keys(local).filter((key) => key.startsWith(PREFIX)).join("\n"), "")),
      ropewalk_get: (name, length) => offer(store((local) => local.getItem(textAt(name, length)), null)),
      ropewalk_set: (name, length, text, textLength) =>
        store((local) => {
          local.setItem(textAt(name, length), textAt(text, textLength));
          return true;
        }, false),
      ropewalk_remove: (name, length) => store((local) => local.removeItem(textAt(name, length))),
      ropewalk_is_free: (name, length) => !taken.has(PREFIX + textAt(name, length)),
      ropewalk_download: (name, length, bytes, bytesLength) =>
        download(textAt(name, length), bytesAt(bytes, bytesLength).slice()),
      ropewalk_given_name: () => offer(given.length ? given[0][0] : null),
      ropewalk_given_bytes: () => {
        const bytes = given.shift()[1];
        return typeof bytes === "number" ? bytes : offer(bytes);
      },
      ropewalk_choose: choose,
      ropewalk_fragment: () => offer(decodeURIComponentOr(location.hash.slice(1))),
      ropewalk_is_own: () => own !== "",
      ropewalk_share: (text, length) => {
        const link = new URL(location.href);
        link.hash = textAt(text, length);
        history.replaceState(null, "", link);
        own = link.hash;
        copy(link.href);
      },
      ropewalk_complain: (text, length) => console.warn(textAt(text, length)),
      ropewalk_tell: (text, length) => (answer = textAt(text, length)),
      ropewalk_keyboard: keyboard,
    });
  }

  // A link may have been quoted on its way.
  function decodeURIComponentOr(text) {
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text;
    }
  }

  // ---- The keyboard of a device that has no keys ----

  let touched = false; // The last pointer was a finger.
  let wanted = false;

  // The field is never empty: from an empty one nothing can be taken away, and nothing would be told of that.
  const FILLED = "        ";
  let known = FILLED; // What is in it as far as the program knows.

  function fill() {
    typed.value = known = FILLED;
    typed.setSelectionRange(FILLED.length, FILLED.length);
  }

  function keyboard(on) {
    if (on === wanted || (on && !touched)) return;
    wanted = on;
    if (on) {
      fill();
      typed.focus({ preventScroll: true });
    } else {
      typed.blur();
      canvas.focus({ preventScroll: true });
    }
  }

  // A keyboard on a screen tells of words and not of keys, and changes its mind about them: what it has taken back is taken
  // back, and what is new is typed.
  typed.addEventListener("input", (event) => {
    const before = Array.from(known);
    const now = Array.from(typed.value);
    let same = 0;
    while (same < before.length && before[same] === now[same]) same++;
    const erase = into_sapp_keycode("Backspace");
    for (let letter = same; letter < before.length; letter++) {
      wasm_exports.key_down(erase, 0, false);
      wasm_exports.key_up(erase, 0);
    }
    for (const letter of now.slice(same)) wasm_exports.key_press(letter.codePointAt(0));
    known = typed.value;
    // Not in the middle of a word: the keyboard would lose it.
    if (!event.isComposing) fill();
    wake();
  });
  typed.addEventListener("compositionend", fill);
  for (const kind of ["keydown", "keyup"]) {
    // Keys that are no letters: as if the canvas had them. On a screen they have a name and no place.
    typed.addEventListener(kind, (event) => {
      const { ctrlKey, shiftKey, altKey, repeat } = event;
      const told = { code: event.code || event.key, ctrlKey, shiftKey, altKey, repeat, preventDefault: () => event.preventDefault() };
      const handler = canvas["on" + kind];
      if (handler) handler(told);
    });
  }

  // Keys that the loader has a number for. Of others it would say so on the console, each time.
  const KEYS = new RegExp(
    "^(Space|Quote|Comma|Minus|Period|Slash|Semicolon|Equal|Backslash|Backquote|Escape|Enter|Tab|Backspace|Insert|Delete|Home|End" +
      "|CapsLock|ScrollLock|NumLock|PrintScreen|Pause|ContextMenu|Digit[0-9]|Key[A-Z]|F[1-9]|F1[0-9]|F2[0-4]|Bracket(Left|Right)" +
      "|Arrow(Right|Left|Down|Up)|Page(Up|Down)|(Shift|Control|Alt|OS)(Left|Right)" +
      "|Numpad([0-9]|Decimal|Divide|Multiply|Subtract|Add|Enter|Equal))$"
  );
  const number = into_sapp_keycode;
  into_sapp_keycode = (code) => {
    const known = code.replace(/^Meta/, "OS");
    return KEYS.test(known) ? number(known) : 0;
  };

  // ---- Manners of the page ----

  function listen() {
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // A drag that leaves the window goes on, and its end is told.
    canvas.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
      if (!touched) {
        canvas.setPointerCapture(event.pointerId);
        canvas.focus({ preventScroll: true });
      }
    });
    window.addEventListener(
      "keydown",
      (event) => {
        // Keys of ours that are the browser's, too: save, open, undo, the plots (F6 to F8 the loader has).
        if ((event.ctrlKey || event.metaKey) && ["s", "o", "z", "y"].includes(event.key.toLowerCase())) event.preventDefault();
        if (["PageUp", "PageDown", "Home", "End"].includes(event.key)) event.preventDefault();
      },
      true
    );
    for (const kind of ["keyup", "focus", "blur", "resize", "pointerup", "touchend", "touchcancel"]) {
      window.addEventListener(kind, wake, true);
    }
    // Fingers of the whole page are ours: nothing is scrolled or zoomed by them.
    for (const kind of ["touchmove", "gesturestart", "gesturechange", "dblclick"]) {
      document.addEventListener(kind, (event) => event.preventDefault(), { passive: false });
    }
    // By ourselves: the loader's way gives the wrong length for names beyond ASCII.
    window.ondrop = (event) => {
      event.preventDefault();
      Array.from(event.dataTransfer.files).slice(0, 1).forEach(give);
    };
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") wasm_exports.ropewalk_hide();
      wake();
    });
    window.addEventListener("pagehide", () => {
      const kept = wasm_exports.ropewalk_leave();
      try {
        // Loaded again, the page goes on with what was kept: there is more in it than in the link.
        sessionStorage.setItem(OWN, kept ? own : "");
      } catch (error) {
        // Then it begins with the link.
      }
    });
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) wasm_exports.ropewalk_return();
      wake();
    });
    window.addEventListener("beforeunload", (event) => {
      if (wasm_exports.ropewalk_is_unkept()) event.preventDefault();
    });
    // Another link in the same page.
    window.addEventListener("hashchange", () => location.reload());
    canvas.addEventListener("webglcontextlost", lost);
    followDensity();
  }

  // The density of the screen changes when the window is moved to another, or the page is zoomed.
  function followDensity() {
    const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener(
      "change",
      () => {
        window.onresize();
        wake();
        followDensity();
      },
      { once: true }
    );
  }

  // ---- The graphics card may be taken away at any time ----

  // All that was on the card is gone, and the libraries cannot make it anew: the page is loaded again, and the session is
  // brought over. Not in the local storage, which may be full.
  function lost(event) {
    event.preventDefault();
    if (!running) return;
    running = false;
    window.cancelAnimationFrame(animation_frame_timeout);
    say("The graphics card was taken away. The picture comes back in a moment.");
    wasm_exports.ropewalk_session();
    const session = answer;
    const again = () => carry(session).finally(() => location.reload());
    canvas.addEventListener("webglcontextrestored", again, { once: true });
    // Some never say that it is there again.
    setTimeout(again, 3000);
  }

  function database(mode, work) {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open("ropewalk", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("carried");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("carried", mode);
        const request = work(transaction.objectStore("carried"));
        transaction.oncomplete = () => {
          opening.result.close();
          resolve(request.result);
        };
        transaction.onerror = () => reject(transaction.error);
      };
    });
  }

  const carry = (session) => database("readwrite", (carried) => carried.put(session, "session")).catch(() => {});

  async function carried() {
    try {
      const session = await database("readonly", (carried) => carried.get("session"));
      if (session) {
        await database("readwrite", (carried) => carried.delete("session"));
        given.push(["session.ron", new TextEncoder().encode(session)]);
      }
    } catch (error) {
      // Without a database nothing was carried over.
    }
  }

  // ---- Locks: each page that is open keeps its session in a slot of its own ----

  async function lock() {
    if (!navigator.locks) return;
    const held = (await navigator.locks.query()).held.map((lock) => lock.name);
    taken = new Set(held.filter((name) => name.startsWith(PREFIX)));
    for (let slot = 0; slot < SLOTS; slot++) {
      const name = `${PREFIX}session-${slot}.lock`;
      if (taken.has(name)) continue;
      const mine = await new Promise((resolve) =>
        navigator.locks.request(name, { ifAvailable: true }, (lock) => {
          resolve(!!lock);
          // Held as long as the page is there.
          return lock && new Promise(() => {});
        })
      );
      if (mine) return;
      // Another page was quicker.
      taken.add(name);
    }
  }

  // ---- Asking from outside ----

  function ask(question) {
    answer = "null";
    question();
    return JSON.parse(answer);
  }

  window.ropewalk = {
    // What is played with: scene, step, hash of the state, and so on; null in the middle of a frame.
    state: () => (running ? ask(() => wasm_exports.ropewalk_state()) : null),
    // Where a control is, in the page's pixels: left, upper, width, height.
    place: (name) =>
      ask(() => {
        const bytes = new TextEncoder().encode(name);
        const place = wasm_exports.allocate_vec_u8(bytes.length);
        bytesAt(place, bytes.length).set(bytes);
        wasm_exports.ropewalk_place(place, bytes.length);
      }),
  };

  // ---- Beginning ----

  window.addEventListener("error", (event) => {
    if (event.error instanceof WebAssembly.RuntimeError) {
      running = false;
      say("Ropewalk has stopped by a fault of ours. Load the page again: what was kept is there.");
    }
  });

  function begun() {
    running = true;
    say("");
    listen();
  }

  // The picture is opaque by itself; one without alpha could not be copied for F2. Its edges are soft by themselves, too: four
  // samples a pixel, as browsers take by default, would double what a frame costs where there is no graphics card.
  const context = canvas.getContext;
  canvas.getContext = (kind) => context.call(canvas, kind, { antialias: false });

  miniquad_add_plugin({ register_plugin: register, name: "ropewalk", version: 1, on_init: () => setTimeout(begun) });

  // What goes wrong with it the loader would tell the console alone, and the page would wait for ever.
  async function program() {
    try {
      const found = await fetch("ropewalk.wasm");
      if (!found.ok) return null;
      // Servers that do not know such files call them something else, and the browser then does not compile them.
      const headers = { "Content-Type": "application/wasm" };
      return found.headers.get("Content-Type") === headers["Content-Type"] ? found : new Response(found.body, { headers });
    } catch (error) {
      return null;
    }
  }

  async function begin() {
    try {
      own = sessionStorage.getItem(OWN) === location.hash ? location.hash : "";
    } catch (error) {
      // Without such a store there is no link of our own.
    }
    const [found] = await Promise.all([program(), carried(), lock().catch(() => {})]);
    if (!found) return say("Ropewalk could not be fetched from its server. Load the page again.");
    const usual = window.fetch;
    window.fetch = () => Promise.resolve(found);
    load("ropewalk.wasm");
    window.fetch = usual;
  }

  if (!window.WebAssembly || !canvas.getContext("webgl2")) {
    say("Ropewalk needs WebAssembly and WebGL 2, which this browser does not have or does not allow.");
  } else {
    begin();
  }
})();
