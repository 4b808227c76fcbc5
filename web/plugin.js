// The page's side of Ropewalk, besides the loader (gl.js): clock, files, clipboard, address, events of the browser.
// The program calls the functions that src/host/web/page.rs declares. Text and bytes are passed as address and length.
"use strict";

(function () {
  const PREFIX = "ropewalk/";
  // Pages that keep their sessions at the same time; as in src/app/storage/autosave/slot.rs.
  const SLOTS = 16;
  // Largest file, bytes; as in src/scene/text.rs.
  const MAX_BYTES = 256 * 1024 * 1024;
  // Results in place of the bytes of a file.
  const UNREADABLE = -1;
  const TOO_LONG = -2;
  // Key under which a reloaded page finds its own link.
  const OWN = PREFIX + "own";
  const said = document.getElementById("said");
  const typed = document.getElementById("typed");

  let waiting = new Uint8Array(0); // Bytes for the next `ropewalk_take`.
  let answer = ""; // Text of the last `ropewalk_tell`.
  let given = []; // Files from the user: [name, bytes].
  let taken = new Set(); // Locks that other pages hold.
  let own = ""; // The link in the address, if it was made by this page.
  let running = false;

  const bytesAt = (address, length) => new Uint8Array(wasm_memory.buffer, address, length);
  const textAt = (address, length) => new TextDecoder().decode(bytesAt(address, length));

  // Keeps a text or bytes until the program takes them. Returns the length, or -1 for nothing.
  function offer(content) {
    if (content === null || content === undefined) return -1;
    waiting = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return waiting.length;
  }

  // Shows a sentence in place of the picture.
  function say(sentence) {
    said.textContent = sentence;
    said.hidden = !sentence;
  }

  // Requests a frame.
  function wake() {
    if (running) importObject.env.sapp_schedule_update();
  }

  // Works on the local storage. A browser may refuse access; the program then reports that nothing is kept.
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

  // Reads a file from the user. A dropped folder cannot be read, and a long file would exhaust the memory.
  async function give(file) {
    let bytes = file.size > MAX_BYTES ? TOO_LONG : null;
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

  // Copies a text. Pages of an insecure origin have no `navigator.clipboard`, and copy a selection.
  function copy(text) {
    const copySelection = () => {
      const field = document.createElement("textarea");
      field.value = text;
      field.style.position = "fixed";
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      canvas.focus();
    };
    if (!navigator.clipboard) return copySelection();
    navigator.clipboard.writeText(text).catch(copySelection);
  }

  function register(importObject) {
    Object.assign(importObject.env, {
      ropewalk_clock: () => performance.now(),
      ropewalk_date: () => Date.now(),
      ropewalk_density: () => window.devicePixelRatio || 1,
      ropewalk_fingers: () => window.matchMedia("(pointer: coarse)").matches,
      ropewalk_less_motion: () => window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      ropewalk_more_contrast: () => window.matchMedia("(prefers-contrast: more), (forced-colors: active)").matches,
      ropewalk_light: () => window.matchMedia("(prefers-color-scheme: light)").matches,
      ropewalk_take: (address, length) => bytesAt(address, length).set(waiting.subarray(0, length)),
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
      ropewalk_scene: () => offer(takeScene()),
      ropewalk_layout: () => offer(layoutPairs()),
      ropewalk_share: (text, length) => {
        const link = new URL(location.href);
        link.hash = textAt(text, length);
        history.replaceState(null, "", link);
        own = link.hash;
        copy(link.href);
      },
      ropewalk_copy: (text, length) => copy(textAt(text, length)),
      ropewalk_complain: (text, length) => console.warn(textAt(text, length)),
      ropewalk_tell: (text, length) => (answer = textAt(text, length)),
      ropewalk_keyboard: keyboard,
    });
  }

  // The scene that the address names. It leaves the address, so that a reloaded page continues with the session.
  function takeScene() {
    const address = new URL(location.href);
    const scene = address.searchParams.get("scene");
    address.searchParams.delete("scene");
    if (scene !== null) history.replaceState(null, "", address);
    return scene;
  }

  // The fragment of a link may be escaped or not.
  function decodeURIComponentOr(text) {
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text;
    }
  }

  // ---- On-screen keyboards ----

  let touched = false; // The last pointer was a finger.
  let wanted = false;

  // The field is never empty: Backspace in an empty field causes no event.
  const FILLED = "        ";
  let known = FILLED; // Content of the field that the program knows.

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

  // An on-screen keyboard replaces whole words: letters that have gone are erased, and new ones are typed.
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
    // Not within a word, which the keyboard would lose.
    if (!event.isComposing) fill();
    wake();
  });
  typed.addEventListener("compositionend", fill);
  for (const kind of ["keydown", "keyup"]) {
    // Passes other keys to the canvas. On-screen keys have a name and no code.
    typed.addEventListener(kind, (event) => {
      const { ctrlKey, shiftKey, altKey, repeat } = event;
      const copied = { code: event.code || event.key, ctrlKey, shiftKey, altKey, repeat, preventDefault: () => event.preventDefault() };
      const handler = canvas["on" + kind];
      if (handler) handler(copied);
    });
  }

  // Keys that the loader knows. It would log each other key to the console.
  const KEYS = new RegExp(
    "^(Space|Quote|Comma|Minus|Period|Slash|Semicolon|Equal|Backslash|Backquote|Escape|Enter|Tab|Backspace|Insert|Delete|Home|End" +
      "|CapsLock|ScrollLock|NumLock|PrintScreen|Pause|ContextMenu|Digit[0-9]|Key[A-Z]|F[1-9]|F1[0-9]|F2[0-4]|Bracket(Left|Right)" +
      "|Arrow(Right|Left|Down|Up)|Page(Up|Down)|(Shift|Control|Alt|OS)(Left|Right)" +
      "|Numpad([0-9]|Decimal|Divide|Multiply|Subtract|Add|Enter|Equal))$"
  );
  const number = into_sapp_keycode;
  into_sapp_keycode = (code) => {
    const known = (pressed.has(code) ? pressed.get(code) : code).replace(/^Meta/, "OS");
    return KEYS.test(known) ? number(known) : 0;
  };

  // ---- Layouts of keyboards ----

  // As `src/app/actions/keyboard_layout.rs`: a key of the program is found by its character, wherever the layout has it,
  // and a key that prints the character of none by its place, as on a US keyboard. The loader knows places alone.

  // Places of signs, as browsers name them, with their characters on a US keyboard.
  const SIGNS = {
    Minus: "-", Equal: "=", BracketLeft: "[", BracketRight: "]", Period: ".", Semicolon: ";", Quote: "'", Backquote: "`",
    Backslash: "\\", Comma: ",", Slash: "/",
  };
  let printed = new Map(); // What keys print without Shift, by place, where the browser tells.
  const pressed = new Map(); // The last key of the program that was pressed at a place: Shift may come up before it.

  // The character of a place on a US keyboard; none for keys that print nothing, and for those of the number pad.
  function characterAt(place) {
    const [, letter] = /^(?:Key|Digit)(.)$/.exec(place) || [];
    return letter ? letter.toLowerCase() : SIGNS[place];
  }

  // The key of the program that a character stands for.
  function keyFor(character) {
    if (/^[a-z]$/i.test(character)) return "Key" + character.toUpperCase();
    if (/^[0-9]$/.test(character)) return "Digit" + character;
    if (character === "?") return "Slash";
    return ["Minus", "Equal", "BracketLeft", "BracketRight", "Period"].find((place) => SIGNS[place] === character);
  }

  // The key of the program that was pressed; an empty name for none.
  function keyOf(event) {
    const { key, code } = event;
    const usual = characterAt(code);
    if (!usual) return code;
    // AltGr is for characters alone.
    if (event.getModifierState("AltGraph")) return keyFor(key) || "";
    const found = keyFor(key) || keyFor(printed.get(code));
    if (found) return found;
    // Without the layout, another ASCII character in a letter's place means that Latin letters have other places.
    const isElsewhere = printed.size
      ? Array.from(printed).some(([place, character]) => place !== code && character === usual)
      : /^Key/.test(code) && /^[!-~]$/.test(key);
    return isElsewhere ? "" : code;
  }

  // Presses a key in the place of the loader. That would type a slash or an apostrophe, whatever the key prints here.
  function press(event, key) {
    event.preventDefault();
    event.stopPropagation();
    const { ctrlKey, shiftKey, altKey } = event;
    const modifiers = (ctrlKey && SAPP_MODIFIER_CTRL) | (shiftKey && SAPP_MODIFIER_SHIFT) | (altKey && SAPP_MODIFIER_ALT);
    wasm_exports.key_down(number(key), modifiers, event.repeat);
    if (!ctrlKey && Array.from(event.key).length === 1) wasm_exports.key_press(event.key.codePointAt(0));
  }

  // Browsers without this tell what a key prints when it is pressed.
  async function readLayout() {
    printed = new Map(await navigator.keyboard.getLayoutMap());
  }

  // The layout as pairs of characters: on a US keyboard, and what the key there prints.
  function layoutPairs() {
    const pairs = Array.from(printed, ([place, character]) => [characterAt(place), character]);
    return pairs.filter(([usual, character]) => usual && Array.from(character).length === 1).flat().join("");
  }

  // ---- Events of the browser ----

  function listen() {
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // With a captured pointer a drag continues outside the window.
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
        const key = keyOf(event);
        pressed.set(event.code, key);
        // Keys that the browser uses, too: save, open, undo, duplicate, select all, scroll. The loader handles F6 to F8.
        if ((event.ctrlKey || event.metaKey) && /^Key[SOZYDA]$/.test(key)) event.preventDefault();
        if (["Slash", "Quote"].includes(key) && [canvas, typed].includes(event.target)) press(event, key);
        if (["PageUp", "PageDown", "Home", "End"].includes(event.key)) event.preventDefault();
      },
      true
    );
    for (const kind of ["keyup", "focus", "blur", "resize", "pointerup", "touchend", "touchcancel"]) {
      window.addEventListener(kind, wake, true);
    }
    // Fingers do not scroll or zoom the page.
    for (const kind of ["touchmove", "gesturestart", "gesturechange", "dblclick"]) {
      document.addEventListener(kind, (event) => event.preventDefault(), { passive: false });
    }
    // The loader gives the wrong length for names beyond ASCII.
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
        // A reloaded page continues with the kept session, which has more than the link.
        sessionStorage.setItem(OWN, kept ? own : "");
      } catch (error) {
        // A reloaded page starts with the link.
      }
    });
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) wasm_exports.ropewalk_return();
      wake();
    });
    window.addEventListener("beforeunload", (event) => {
      if (wasm_exports.ropewalk_is_unkept()) event.preventDefault();
    });
    // Another link was opened in this page.
    window.addEventListener("hashchange", () => location.reload());
    canvas.addEventListener("webglcontextlost", lost);
    followDensity();
  }

  // The density changes when the window moves to another screen, or the page is zoomed.
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

  // ---- Loss of the graphics context ----

  // macroquad cannot restore the context: the page is reloaded, and the session carried over in a database. The local storage
  // may be full.
  function lost(event) {
    event.preventDefault();
    if (!running) return;
    running = false;
    window.cancelAnimationFrame(animation_frame_timeout);
    say("The graphics context was lost. The picture returns in a moment.");
    wasm_exports.ropewalk_session();
    const session = answer;
    const again = () => carry(session).finally(() => location.reload());
    canvas.addEventListener("webglcontextrestored", again, { once: true });
    // Some browsers never report the restored context.
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
      // No database: nothing was carried over.
    }
  }

  // ---- Locks: each open page keeps its session in a slot of its own ----

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
          // Held while the page exists.
          return lock && new Promise(() => {});
        })
      );
      if (mine) return;
      // Another page took it meanwhile.
      taken.add(name);
    }
  }

  // ---- Access from outside, for tests ----

  function ask(question) {
    answer = "null";
    question();
    return JSON.parse(answer);
  }

  window.ropewalk = {
    // Scene, step, state hash and so on; null in the middle of a frame.
    state: () => (running ? ask(() => wasm_exports.ropewalk_state()) : null),
    // Place of a control in the page's pixels: left, top, width, height.
    place: (name) =>
      ask(() => {
        const bytes = new TextEncoder().encode(name);
        const address = wasm_exports.allocate_vec_u8(bytes.length);
        bytesAt(address, bytes.length).set(bytes);
        wasm_exports.ropewalk_place(address, bytes.length);
      }),
  };

  // ---- Start ----

  window.addEventListener("error", (event) => {
    if (event.error instanceof WebAssembly.RuntimeError) {
      running = false;
      say("Ropewalk has stopped by an internal fault. Reload the page to continue with the kept session.");
    }
  });

  function begun() {
    running = true;
    say("");
    listen();
    keepPage();
  }

  // No antialiasing: the shaders smooth their edges, and four samples per pixel would double the time of a frame without a
  // graphics card. The alpha channel stays, because a picture without it could not be read back for F2.
  const context = canvas.getContext;
  canvas.getContext = (kind) => context.call(canvas, kind, { antialias: false });

  miniquad_add_plugin({ register_plugin: register, name: "ropewalk", version: 1, on_init: () => setTimeout(begun) });

  // Fetches the program. The loader would report a failure to the console alone, and the page would wait for ever.
  async function program() {
    try {
      const found = await fetch("ropewalk.wasm");
      if (!found.ok) return null;
      // Browsers compile only this type, and some servers do not know it.
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
      // Without session storage the page has no link of its own.
    }
    const [found] = await Promise.all([program(), carried(), lock().catch(() => {}), readLayout().catch(() => {})]);
    if (!found) return say("Ropewalk could not be loaded from its server. Reload the page.");
    const usual = window.fetch;
    window.fetch = () => Promise.resolve(found);
    load("ropewalk.wasm");
    window.fetch = usual;
  }

  // Lets the page open without a network the next time. Browsers allow it for secure origins alone.
  function keepPage() {
    if (navigator.serviceWorker) navigator.serviceWorker.register("service-worker.js").catch(() => {});
  }

  if (!window.WebAssembly || !canvas.getContext("webgl2")) {
    say("Ropewalk needs WebAssembly and WebGL 2, which this browser does not have or does not allow.");
  } else {
    begin();
  }
})();
