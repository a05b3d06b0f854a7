"use strict";
// Sparks come as pixels; here they are only put onto the canvas.
kinstep.drawings.sparks = function (view, numbers, state) {
  const shrink = Math.max(1, view.width / 1280);
  const w = Math.round(view.width / shrink), h = Math.round(view.height / shrink);
  const pixels = state.paint(w, h);
  if (!pixels) { return; }
  const store = state.store = state.store || document.createElement("canvas");
  if (store.width !== w || store.height !== h) {
    store.width = w;
    store.height = h;
  }
  store.getContext("2d").putImageData(new ImageData(pixels, w, h), 0, 0);
  view.pen.drawImage(store, 0, 0, view.width, view.height);
  view.paper = "#0a0c18";
  view.ink = "#f2f5f8";
  kinstep.label(view, numbers[1].toLocaleString("en") + " sparks", kinstep.colors.orange, [[8, view.text]]);
};
