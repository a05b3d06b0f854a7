#!/usr/bin/env bash
# Opens the game on a screen of its own, presses keys, and looks at what it says and shows.
#
#   cargo build --release -p lunar_lander
#   bash examples/lunar_lander/tests/window.sh
#
# It needs the Debian packages xvfb, xdotool, libgl1-mesa-dri, libgl1, libxi6 and libxkbcommon-x11-0.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
cd "$here/../../.."

game=$(realpath -m "${CARGO_TARGET_DIR:-target}/release/lunar_lander")
work=$(mktemp -d)
processes=()
finish() {
  kill "${processes[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

fail() {
  echo "window.sh: $*" >&2
  exit 1
}

# --- without a display: a clear sentence

for display in "" ":4242"; do
  if DISPLAY=$display WAYLAND_DISPLAY='' timeout 60 "$game" >"$work/said" 2>&1; then
    fail "a window on the display '$display', which is none"
  fi
  grep -q -- --headless "$work/said" || fail "no word of --headless: $(cat "$work/said")"
  [ "$(wc -l <"$work/said")" -eq 1 ] || fail "more than a sentence: $(cat "$work/said")"
done

# --- a screen, painted without a graphics card

Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$work/display" 2>"$work/xvfb" &
processes+=($!)
for _ in $(seq 100); do
  [ -s "$work/display" ] && break
  sleep 0.1
done
[ -s "$work/display" ] || fail "no Xvfb: $(cat "$work/xvfb")"
DISPLAY=:$(cat "$work/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY

# --- somebody plays: the title, a flight, all kinds of keys, a picture, and out

(cd "$work" && exec "$game" --frames 1000000) >"$work/said" 2>"$work/errors" &
player=$!
processes+=("$player")
window=$(timeout 60 xdotool search --sync --onlyvisible --name 'Lunar Lander' | head -n 1)
xdotool windowfocus --sync "$window"
sleep 1
key() { xdotool key "$1" && sleep 0.3; }
hold() { xdotool keydown "$1" && sleep "$2" && xdotool keyup "$1" && sleep 0.3; }

key Return
hold Up 1.0
hold Left 0.5
for each in f f shift+f p F12; do key "$each"; done
# keys of one frame have no order, and a picture takes longer than a frame
for each in Escape Return Escape; do sleep 2 && key "$each"; done
for _ in $(seq 100); do
  kill -0 "$player" 2>/dev/null || break
  sleep 0.1
done
if kill -0 "$player" 2>/dev/null; then fail "Esc does not close the window"; fi
wait "$player" || fail "the game failed: $(cat "$work/errors")"
cat "$work/said"
grep -q '^flight of moon' "$work/said" || fail "Enter starts no flight"
grep -q 'warp 2,' "$work/said" || fail "F does not make time go faster, or Shift F slower"
grep -q 'paused' "$work/said" || fail "P does not pause"
grep -Eq 'spin (-?[0-9.]+e-1[0-9]|0.0e0) ' "$work/said" || fail "the spin does not stop when no key is held"
# a second of the main engine burns 2.6 kg, half a second of a jet 0.15 kg and as much to stop the spin
burnt=$(sed -n 's/.*fuel \([0-9.]*\) kg of \([0-9.]*\) kg.*/\2 - \1/p' "$work/said" | head -n 1)
awk "BEGIN { exit !($burnt > 1.5) }" || fail "Up does not burn fuel: $burnt kg"
python3 "$here/picture.py" "$work"/lunar_lander-moon-*.png 1280x800

# --- a picture, and the autopilot as fast as it can be shown

"$game" --autopilot --seed 4 --hz 5 --until 66.1 --size 950x608 --picture "$work/flown.png"
python3 "$here/picture.py" "$work/flown.png" 950x608
"$game" --mission moon --seed 3 --autopilot --frames 300
echo "window.sh: all is well"
