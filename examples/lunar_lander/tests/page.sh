#!/usr/bin/env bash
# Plays the game in Chromium, as the page that the site has.
#
#   cargo run --release -p site
#   bash examples/lunar_lander/tests/page.sh
#
# Screenshots go to target/lunar_lander_pictures. It needs node and the Debian packages chromium and chromium-driver.
set -euo pipefail
cd "$(dirname "$0")/../../.."

target=${CARGO_TARGET_DIR:-target}
page=$target/site/game
here=examples/lunar_lander

recordings=()
mkdir -p "$target/lunar_lander_recordings"
for mission in moon titan apollo11; do
  file=$target/lunar_lander_recordings/$mission.ron
  "$target/release/lunar_lander" --headless --autopilot --mission "$mission" --seed 3 --record "$file" >"$file.said"
  recordings+=("$file")
done
node $here/tests/replay.mjs "$page/lunar_lander.wasm" "${recordings[@]}"
node $here/tests/page.mjs "$page" "$target/lunar_lander_pictures"
