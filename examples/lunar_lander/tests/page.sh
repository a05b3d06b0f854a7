#!/usr/bin/env bash
# Puts the page of the game together, and plays it in Chromium.
#
#   bash examples/lunar_lander/tests/page.sh [FOLDER]
#
# The page is in FOLDER afterwards, else in target/lunar_lander_page; screenshots are in a folder beside it. It installs
# nothing, and needs node, the target wasm32-unknown-unknown and the Debian packages chromium and chromium-driver.
set -euo pipefail
cd "$(dirname "$0")/../../.."

target=${CARGO_TARGET_DIR:-target}
page=${1:-$target/lunar_lander_page}
here=examples/lunar_lander

cargo build --quiet --profile web --target wasm32-unknown-unknown -p lunar_lander
mkdir -p "$page"
wasm=$target/wasm32-unknown-unknown/web/lunar_lander.wasm
cp "$here"/web/{index.html,page.css,page.js,sound.js} "$wasm" "$page"
miniquad=$(cargo metadata --format-version 1 --filter-platform wasm32-unknown-unknown |
  node -e 'const { packages } = JSON.parse(require("fs").readFileSync(0)); console.log(packages.find((it) => it.name === "miniquad").manifest_path)')
cp "$(dirname "$miniquad")/js/gl.js" "$page"
node -e 'console.log(`var WASM_BASE64 = "${require("fs").readFileSync(process.argv[1]).toString("base64")}";`)' "$wasm" >"$page/wasm.js"
echo "$(wc -c <"$wasm") bytes of wasm, $(gzip -9c "$wasm" | wc -c) gzipped"

recordings=()
for mission in moon titan apollo11; do
  for seed in 1 2 3; do
    file=$page.recordings/$mission-$seed.ron
    mkdir -p "$page.recordings"
    cargo run --quiet --release -p lunar_lander -- --headless --autopilot --mission "$mission" --seed "$seed" --record "$file" >"$file.said"
    recordings+=("$file")
  done
done
node $here/tests/replay.mjs "$wasm" "${recordings[@]}"
node $here/tests/page.mjs "$page" "$page.pictures" "${recordings[@]}"
