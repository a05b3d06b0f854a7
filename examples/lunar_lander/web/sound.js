"use strict";
// All sounds are noise and tones made here; browsers allow them after the first key or touch.
var lander_sound = (function () {
  let audio = null;
  let lastEnd = 0;
  let nextBeep = 0;

  function noise(context) {
    const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) { samples[i] = 2 * Math.random() - 1; }
    return buffer;
  }

  // endless noise through a filter, silent at first
  function hiss(context, buffer, kind, frequency) {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = kind;
    filter.frequency.value = frequency;
    const gain = context.createGain();
    gain.gain.value = 0;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start();
    return gain.gain;
  }

  // keys that the page presses itself do not count
  function isAllowed() {
    return !navigator.userActivation || navigator.userActivation.hasBeenActive;
  }

  function begin() {
    if (audio || typeof AudioContext !== "function" || !isAllowed()) { return; }
    const context = new AudioContext();
    const buffer = noise(context);
    audio = {
      context: context,
      buffer: buffer,
      engine: hiss(context, buffer, "lowpass", 240),
      jets: hiss(context, buffer, "bandpass", 2600),
    };
  }

  function burst(frequency, seconds, loudness) {
    const now = audio.context.currentTime;
    const source = audio.context.createBufferSource();
    source.buffer = audio.buffer;
    const filter = audio.context.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.setValueAtTime(frequency, now);
    filter.frequency.exponentialRampToValueAtTime(40, now + seconds);
    const gain = audio.context.createGain();
    gain.gain.setValueAtTime(loudness, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    source.connect(filter).connect(gain).connect(audio.context.destination);
    source.start(now);
    source.stop(now + seconds);
  }

  function tone(frequency, start, seconds, loudness) {
    const wave = audio.context.createOscillator();
    const gain = audio.context.createGain();
    wave.frequency.value = frequency;
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    wave.connect(gain).connect(audio.context.destination);
    wave.start(start);
    wave.stop(start + seconds);
  }

  // a finger counts when it leaves the screen
  for (const kind of ["keydown", "mousedown", "pointerup", "touchend"]) { addEventListener(kind, begin); }
  document.addEventListener("visibilitychange", function () {
    if (!audio) { return; }
    if (document.hidden) { audio.context.suspend(); } else { audio.context.resume(); }
  });

  return function (engine, jets, alarm, end) {
    if (!audio) { return; }
    const now = audio.context.currentTime;
    audio.engine.setTargetAtTime(0.5 * engine, now, 0.03);
    audio.jets.setTargetAtTime(0.1 * jets, now, 0.02);
    if (alarm && now > nextBeep) {
      tone(880, now, 0.12, 0.12);
      nextBeep = now + 0.6;
    }
    if (end !== lastEnd) {
      if (end > 0) { burst(1200, 0.3 + Math.min(end / 20, 1.7), Math.min(0.2 + end / 30, 0.9)); }
      if (end < 0) {
        burst(300, 0.25, 0.4);
        [523, 659, 784].forEach(function (frequency, index) { tone(frequency, now + 0.2 + 0.12 * index, 0.4, 0.12); });
      }
      lastEnd = end;
    }
  };
})();
