"use strict";
// The page around the game: imports of the wasm, keys from touches and gamepads, messages.
(function () {
  const canvas = document.getElementById("glcanvas");
  const message = document.getElementById("message");

  function say(text) {
    message.textContent = text;
    message.hidden = false;
  }

  // --- keys of buttons and gamepads: the game receives them like those of a keyboard

  function key(type, code) {
    canvas.dispatchEvent(new KeyboardEvent(type, { code: code, bubbles: false, cancelable: true }));
  }

  for (const button of document.querySelectorAll("button[data-keys]")) {
    const codes = button.dataset.keys.split(" ");
    let turn = -1;
    const release = function () {
      if (button.classList.contains("down")) {
        button.classList.remove("down");
        key("keyup", codes[turn]);
      }
    };
    button.addEventListener("pointerdown", function (event) {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      button.classList.add("down");
      turn = (turn + 1) % codes.length;
      key("keydown", codes[turn]);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(end, release);
    }
    button.addEventListener("contextmenu", function (event) { event.preventDefault(); });
  }

  const buttons = document.getElementById("buttons");
  const phases = ["title", "flight", "pause", "end"];
  let covered = 0;
  // measures the height of the part of the screen that the buttons cover, in pixels
  function measure() {
    const tops = Array.from(buttons.querySelectorAll("button"), function (button) {
      return button.offsetParent ? button.getBoundingClientRect().top : innerHeight;
    });
    covered = buttons.hidden ? 0 : (innerHeight - Math.min.apply(null, tops)) * (devicePixelRatio || 1);
  }
  // releases buttons that are held while they disappear
  function releaseHidden() {
    for (const button of buttons.querySelectorAll("button.down")) {
      if (!button.offsetParent) { button.dispatchEvent(new Event("pointercancel")); }
    }
  }
  function showButtons() {
    if (buttons.hidden) {
      buttons.hidden = false;
      measure();
    }
  }
  if (matchMedia("(any-pointer: coarse)").matches) { showButtons(); }
  addEventListener("touchstart", showButtons, { passive: true });
  addEventListener("resize", measure);

  // --- gamepads: stick and cross turn; A and the right trigger burn; B and the left trigger hover

  const held = new Set();

  function pads() {
    const wanted = new Set();
    for (const pad of navigator.getGamepads ? navigator.getGamepads() : []) {
      if (!pad || !pad.connected) { continue; }
      const down = function (index) { return Boolean(pad.buttons[index] && pad.buttons[index].value > 0.4); };
      const x = pad.axes[0] || 0;
      if (x < -0.4 || down(14)) { wanted.add("ArrowLeft"); }
      if (x > 0.4 || down(15)) { wanted.add("ArrowRight"); }
      if (down(0) || down(7) || down(12)) { wanted.add("ArrowUp"); }
      if (down(1) || down(6) || down(13)) { wanted.add("ArrowDown"); }
      if (down(9)) { wanted.add("Enter"); }
      if (down(2)) { wanted.add("KeyR"); }
      if (down(3)) { wanted.add("KeyN"); }
      if (down(5)) { wanted.add("KeyC"); }
      if (down(8)) { wanted.add("Escape"); }
    }
    for (const code of held) { if (!wanted.has(code)) { held.delete(code); key("keyup", code); } }
    for (const code of wanted) { if (!held.has(code)) { held.add(code); key("keydown", code); } }
    requestAnimationFrame(pads);
  }

  // --- sounds of the game: browsers allow them only after the first key or touch

  const sounds = [];
  let audio = null;

  function start(sound) {
    const source = audio.createBufferSource();
    sound.gain = audio.createGain();
    sound.gain.gain.value = sound.volume;
    source.buffer = sound.buffer;
    source.loop = sound.looped;
    source.connect(sound.gain).connect(audio.destination);
    source.start();
  }
  function decode(sound) {
    audio.decodeAudioData(sound.bytes).then(function (buffer) {
      sound.buffer = buffer;
      if (sound.looped) { start(sound); }
    });
  }
  // events that the page creates itself do not count as the user's
  function hear() {
    const isAllowed = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    if (audio || typeof AudioContext !== "function" || !isAllowed) { return; }
    audio = new AudioContext();
    sounds.forEach(decode);
  }
  // a touch counts when the finger leaves the screen
  for (const kind of ["keydown", "mousedown", "pointerup", "touchend"]) { addEventListener(kind, hear); }

  // names that macroquad imports
  const sound_imports = {
    audio_init: function () {},
    audio_add_buffer: function (bytes, length) {
      const sound = { bytes: wasm_memory.buffer.slice(bytes, bytes + length), volume: 0, looped: false };
      if (audio) { decode(sound); }
      return sounds.push(sound);
    },
    audio_source_is_loaded: function () { return true; },
    audio_play_buffer: function (key, volume, looped) {
      const sound = Object.assign(sounds[key - 1], { volume: volume, looped: Boolean(looped) });
      if (sound.buffer) { start(sound); }
      return key;
    },
    audio_source_set_volume: function (key, volume) {
      const sound = sounds[key - 1];
      sound.volume = volume;
      if (sound.gain) { sound.gain.gain.setTargetAtTime(volume, audio.currentTime, 0.03); }
    },
    audio_source_stop: function () {},
    audio_source_delete: function () {},
    audio_playback_stop: function () {},
    audio_playback_set_volume: function () {},
  };

  // --- functions that the game calls

  function text(start, length) {
    return new TextDecoder().decode(new Uint8Array(wasm_memory.buffer, start, length));
  }

  function register(imports) {
    Object.assign(imports.env, sound_imports);
    imports.env.page_load_scores = function () {
      let text = "";
      try { text = localStorage.getItem("lunar_lander.scores") || ""; } catch (_) { /* not allowed: no scores */ }
      const bytes = new TextEncoder().encode(text);
      const room = wasm_exports.text_room(bytes.length);
      new Uint8Array(wasm_memory.buffer, room, bytes.length).set(bytes);
    };
    imports.env.page_save_scores = function (start, length) {
      try { localStorage.setItem("lunar_lander.scores", text(start, length)); } catch (_) { /* not allowed */ }
    };
    imports.env.page_show = function (phase) {
      if (buttons.dataset.phase !== phases[phase]) {
        buttons.dataset.phase = phases[phase];
        performance.mark("phase");
        measure();
        // delayed, because the game receives no keys while it draws
        setTimeout(releaseHidden);
      }
      return covered;
    };
    imports.env.page_report = function (start, length) { document.body.dataset.state = text(start, length); };
    imports.env.page_failed = function (start, length) { say("The game stopped: " + text(start, length)); };
  }

  // --- the start

  function begin(bytes) {
    return WebAssembly.compile(bytes).then(function (module) {
      add_missing_functions_stabs(module);
      return WebAssembly.instantiate(module, importObject);
    }).then(function (instance) {
      wasm_memory = instance.exports.memory;
      wasm_exports = instance.exports;
      message.hidden = true;
      instance.exports.main();
      canvas.focus();
      requestAnimationFrame(pads);
    });
  }

  function fetched() {
    return fetch("lunar_lander.wasm").then(function (answer) {
      if (!answer.ok) { throw new Error("lunar_lander.wasm: " + answer.status); }
      return answer.arrayBuffer();
    });
  }

  // a page from a file must not fetch, but may load scripts: wasm.js contains
  // `var WASM_BASE64 = "…";`
  function loaded() {
    return new Promise(function (resolve, reject) {
      const script = document.createElement("script");
      script.src = "wasm.js";
      script.onload = function () {
        resolve(Uint8Array.from(atob(WASM_BASE64), function (letter) { return letter.charCodeAt(0); }));
      };
      script.onerror = function () { reject(new Error("wasm.js is missing: open the page from a web server")); };
      document.head.append(script);
    });
  }

  function open() {
    if (typeof WebAssembly !== "object") {
      return say("The game needs WebAssembly, which this browser does not have or does not allow.");
    }
    const probe = document.createElement("canvas");
    if (!(probe.getContext("webgl2") || probe.getContext("webgl"))) {
      return say("The game needs WebGL, which this browser does not have or does not allow.");
    }
    if (typeof importObject !== "object") {
      return say("gl.js is missing beside this page.");
    }
    register(importObject);
    (location.protocol === "file:" ? loaded() : fetched()).then(begin).catch(function (error) {
      console.error(error);
      say("The game does not start: " + error.message);
    });
  }

  document.addEventListener("visibilitychange", function () {
    if (audio) { document.hidden ? audio.suspend() : audio.resume(); }
    if (document.hidden && typeof wasm_exports === "object" && wasm_exports.page_hidden) {
      wasm_exports.page_hidden();
    }
  });
  // when the page loses the focus it releases all keys, because it will not receive their keyup
  // events
  const down = new Set();
  canvas.addEventListener("keydown", function (event) { down.add(event.code); });
  canvas.addEventListener("keyup", function (event) { down.delete(event.code); });
  addEventListener("blur", function () {
    held.clear();
    for (const code of Array.from(down)) { key("keyup", code); }
  });
  canvas.addEventListener("webglcontextlost", function () {
    say("The graphics were lost. Load the page again to go on.");
  });
  addEventListener("pointerdown", function () { canvas.focus(); });
  open();
})();
