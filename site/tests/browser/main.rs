//! The site in Chromium: toys start, dials move them, numbers are those of Rust, and nothing breaks the page.
//!
//! ```text
//! cargo test --release -p site     # needs chromium and chromedriver
//! ```
//!
//! Pictures of all toys at three widths go to `target/site-screenshots`.

mod accuracy;
mod driver;
mod server;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use driver::Browser;
use serde_json::json;
use site::cargo::Workspace;
use toys::{ALL, Kind, Scale};

/// The site that is tested, built once.
struct Built {
    folder: PathBuf,
    screenshots: PathBuf,
    address: String,
}

fn built() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let workspace = Workspace::find().unwrap();
        let folder = workspace.target.join("site-tested");
        site::parts::build(&workspace, &folder, false).unwrap();
        let screenshots = workspace.target.join("site-screenshots");
        std::fs::create_dir_all(&screenshots).unwrap();
        let address = server::serve(folder.clone());
        Built {
            folder,
            screenshots,
            address,
        }
    })
}

/// A browser, one at a time: a second one would take its time.
fn browser() -> (MutexGuard<'static, ()>, Browser) {
    static ONE: Mutex<()> = Mutex::new(());
    let turn = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    (turn, Browser::start())
}

/// Opens the page with a fragment and waits until it runs.
fn open(browser: &Browser, fragment: &str) {
    browser.open(&format!("{}{fragment}", built().address));
    browser.wait("return document.documentElement.dataset.ready === 'true'");
    frames(browser);
}

/// Waits until the page has drawn twice.
fn frames(browser: &Browser) {
    let now = browser.text("window.drawn = 0; requestAnimationFrame(() => requestAnimationFrame(() => { drawn = 1; })); return ''");
    assert_eq!(now, "");
    browser.wait("return window.drawn === 1");
}

fn message(browser: &Browser) -> String {
    browser.text("return document.getElementById('message').textContent")
}

/// Cells and remarks of the page, as the rows of a toy are written.
fn rows(browser: &Browser) -> String {
    browser.text(
        "return [...document.querySelectorAll('#table tr')].map(row => [...row.children].map(cell => cell.textContent).join('\\t'))
            .concat([...document.querySelectorAll('#remarks p')].map(p => p.textContent)).join('\\n')",
    )
}

/// The same from Rust.
fn native_rows(kind: &Kind, values: &[f64], steps: u64) -> String {
    let mut toy = kind.start(values).unwrap();
    toy.advance(steps.try_into().unwrap());
    toy.rows().text()
}

/// Types a value into a dial, or chooses it.
fn turn(browser: &Browser, key: &str, value: &str) {
    browser.run(&format!(
        "const dial = document.getElementById('dial-{key}'); dial.focus(); dial.value = '{value}';
         dial.dispatchEvent(new Event('change', {{ bubbles: true }})); dial.blur(); return ''"
    ));
    frames(browser);
}

fn click(browser: &Browser, id: &str) {
    browser.run(&format!(
        "document.getElementById('{id}').click(); return ''"
    ));
    frames(browser);
}

/// Whether the picture has more than one colour.
fn is_drawn(browser: &Browser) -> bool {
    let colors = browser.run(
        "const c = document.getElementById('canvas'); const copy = Object.assign(document.createElement('canvas'), { width: 200, height: 150 });
         const pen = copy.getContext('2d', { willReadFrequently: true }); pen.drawImage(c, 0, 0, 200, 150);
         const data = pen.getImageData(0, 0, 200, 150).data;
         const all = new Set(); for (let i = 0; i < data.length; i += 4) { all.add(data[i] + ' ' + data[i + 1] + ' ' + data[i + 2] + ' ' + data[i + 3]); }
         return all.size",
    );
    colors.as_u64().is_some_and(|colors| colors > 2)
}

/// Nothing in the console, and nothing asked for but the files of the page.
fn assert_clean(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
    let strays: Vec<String> = browser
        .requests()
        .into_iter()
        .filter(|url| !url.starts_with(&built().address) && url != "about:blank")
        .collect();
    assert_eq!(strays, Vec::<String>::new());
}

/// Keeps a picture of the page.
fn save(browser: &Browser, file: &Path) {
    let picture = STANDARD.decode(browser.screenshot()).unwrap();
    std::fs::write(file, picture).unwrap();
}

/// Another value of a dial than its first.
fn other_value(dial: &toys::Dial) -> f64 {
    match dial.scale {
        Scale::Choice(_) => dial.least,
        _ if dial.start == dial.most => dial.least,
        _ => f64::midpoint(dial.start, dial.most).round().min(dial.most),
    }
}

#[test]
fn each_toy_starts_and_each_dial_moves_it_as_in_rust() {
    let (_turn, browser) = browser();
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        assert_eq!(message(&browser), "", "{}", kind.name);
        assert!(is_drawn(&browser), "{}", kind.name);
        click(&browser, "play");
        let mut values = kind.defaults();
        assert_same(&browser, kind, &values);
        for (place, dial) in kind.dials.iter().enumerate() {
            let before = rows(&browser);
            values[place] = other_value(dial);
            turn(&browser, dial.key, &values[place].to_string());
            assert_eq!(message(&browser), "", "{} {}", kind.name, dial.key);
            assert!(
                browser
                    .text("return location.hash")
                    .contains(&format!("{}=", dial.key)),
                "{} {}",
                kind.name,
                dial.key
            );
            // the pace of time is not the toy's
            if dial.key != "time" {
                assert_ne!(rows(&browser), before, "{} {}", kind.name, dial.key);
            }
            assert_same(&browser, kind, &values);
        }
    }
    assert_clean(&browser);
}

/// The page, which pauses, shows what Rust prints.
fn assert_same(browser: &Browser, kind: &Kind, values: &[f64]) {
    let steps = browser.text("return document.getElementById('table').dataset.steps");
    let steps = steps.parse().unwrap();
    assert_eq!(
        rows(browser),
        native_rows(kind, values, steps),
        "{} after {steps} steps",
        kind.name
    );
}

#[test]
fn bits_are_those_of_rust_from_a_server_and_from_a_file() {
    let (_turn, browser) = browser();
    assert_eq!(toys::bits(), toys::EXPECTED_BITS);
    let expected = format!("{:x}", toys::EXPECTED_BITS);
    open(&browser, "");
    assert_eq!(browser.text("return kinstep.bits()"), expected);
    assert_clean(&browser);
    let file = format!("file://{}", built().folder.join("index.html").display());
    for kind in &ALL {
        browser.open(&format!("{file}#toy={}", kind.name));
        browser.wait("return document.documentElement.dataset.ready === 'true'");
        frames(&browser);
        assert!(is_drawn(&browser), "{}", kind.name);
        assert_eq!(message(&browser), "");
    }
    assert_eq!(browser.text("return kinstep.bits()"), expected);
    assert_eq!(browser.console(), Vec::<String>::new());
    let strays: Vec<String> = browser
        .requests()
        .into_iter()
        .filter(|url| !url.starts_with("file:") && url != "about:blank")
        .collect();
    assert_eq!(strays, Vec::<String>::new());
}

#[test]
fn broken_addresses_and_extreme_dials_get_a_message_and_a_picture() {
    let (_turn, browser) = browser();
    let broken = [
        ("#toy=nothing", "no toy called “nothing”"),
        ("#speed=3", "names no toy"),
        ("#%E0%A4%A", "names no toy"),
        ("#toy=springs&first=abc", "“abc” is none"),
        (
            "#toy=springs&first=1e308",
            "First spring must be a number from 0.1 to 1000",
        ),
        ("#toy=rate&drag=NaN", "“NaN” is none"),
        ("#toy=rate&rule=2.5", "whole number"),
        ("#toy=aim&what=1&x=", "no dial called “what”"),
        ("#toy=sparks&count=-1&count=1e9", "-1 is outside"),
    ];
    for (fragment, expected) in broken {
        open(&browser, fragment);
        let said = message(&browser);
        assert!(said.contains(expected), "{fragment}: {said}");
        assert!(is_drawn(&browser), "{fragment}");
    }
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        click(&browser, "play");
        let before = rows(&browser);
        for dial in kind
            .dials
            .iter()
            .filter(|dial| !matches!(dial.scale, Scale::Choice(_)))
        {
            for text in ["1e308", "abc", "", "-1e308", "NaN", "<b>"] {
                turn(&browser, dial.key, text);
                let said = message(&browser);
                assert!(said.contains(dial.label), "{} {text}: {said}", dial.key);
            }
        }
        assert!(is_drawn(&browser));
        assert_eq!(rows(&browser), before, "{}", kind.name);
        // both ends of all dials are fine
        for dial in kind.dials {
            for end in [dial.most, dial.least] {
                turn(&browser, dial.key, &end.to_string());
                assert_eq!(message(&browser), "", "{} {end}", dial.key);
                assert!(is_drawn(&browser), "{} {end}", dial.key);
            }
        }
    }
    assert_clean(&browser);
}

#[test]
fn what_a_browser_lacks_is_said() {
    let (_turn, browser) = browser();
    for (missing, expected) in [
        ("WebAssembly", "needs WebAssembly"),
        ("DecompressionStream", "browser of 2023"),
    ] {
        let script =
            json!({ "source": format!("delete window.{missing}; window.{missing} = undefined;") });
        let added = browser.devtools("Page.addScriptToEvaluateOnNewDocument", &script);
        browser.open(&built().address);
        browser.wait(&format!(
            "return document.getElementById('message').textContent.includes('{expected}')"
        ));
        browser.devtools(
            "Page.removeScriptToEvaluateOnNewDocument",
            &json!({ "identifier": added["identifier"] }),
        );
    }
}

#[test]
fn the_target_is_dragged_by_mouse_touch_and_keys() {
    let (_turn, browser) = browser();
    open(&browser, "#toy=aim");
    let point = |expression: &str| -> f64 {
        let script = format!(
            "const box = document.getElementById('canvas').getBoundingClientRect(); return {expression}"
        );
        browser.run(&script).as_f64().unwrap()
    };
    let value = |key: &str| -> f64 {
        browser
            .text(&format!(
                "return document.getElementById('dial-{key}').value"
            ))
            .parse()
            .unwrap()
    };
    browser.run("document.getElementById('canvas').scrollIntoView(); return ''");
    // the whole range of the picture is tried: one of these points is the target
    let found = (0..60).find_map(|column| {
        (0..40).find_map(|row| {
            let (across, down) = (f64::from(column) / 60.0, f64::from(row) / 40.0);
            let picked = browser.run(&format!(
                "const c = document.getElementById('canvas'); return (kinstep.picked(c.clientWidth * {across}, c.clientHeight * {down}) || [])[0] === 'x'"
            ));
            (picked == json!(true)).then_some((across, down))
        })
    });
    let (across, down) = found.expect("the target is in the picture");
    let (x, y) = (
        point(&format!("box.left + box.width * {across}")),
        point(&format!("box.top + box.height * {down}")),
    );
    let mouse = |kind: &str, x: f64, y: f64| {
        browser.devtools("Input.dispatchMouseEvent", &json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 }));
    };
    let before = value("x");
    mouse("mousePressed", x, y);
    mouse("mouseMoved", x + 60.0, y);
    mouse("mouseReleased", x + 60.0, y);
    frames(&browser);
    let dragged = value("x");
    assert!(dragged > before, "{before} to {dragged}");
    let touch = |kind: &str, points: serde_json::Value| {
        browser.devtools(
            "Input.dispatchTouchEvent",
            &json!({ "type": kind, "touchPoints": points }),
        )
    };
    touch("touchStart", json!([{ "x": x + 60.0, "y": y }]));
    touch("touchMove", json!([{ "x": x, "y": y }]));
    touch("touchEnd", json!([]));
    frames(&browser);
    let back = value("x");
    assert!(back < dragged, "{dragged} to {back}");
    browser.run("document.getElementById('canvas').focus(); return ''");
    let key = |name: &str| {
        for kind in ["keyDown", "keyUp"] {
            browser.devtools(
                "Input.dispatchKeyEvent",
                &json!({ "type": kind, "key": name, "code": name }),
            );
        }
    };
    key("ArrowRight");
    frames(&browser);
    assert!((value("x") - (back + 0.5)).abs() < 1e-9);
    assert!(browser.text("return location.hash").contains("x="));
    assert_clean(&browser);
}

#[test]
fn reduced_motion_shows_a_picture_that_waits() {
    let (_turn, browser) = browser();
    let wish = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", &wish);
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        assert_eq!(
            browser.text("return document.getElementById('play').textContent"),
            "Play"
        );
        assert!(is_drawn(&browser), "{}", kind.name);
        let before = rows(&browser);
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(rows(&browser), before, "{}", kind.name);
    }
}

#[test]
fn pictures_at_three_widths_fit_and_frames_are_measured() {
    let (_turn, browser) = browser();
    for ([width, height], ratio, scheme) in [
        ([360, 740], 2.0, "light"),
        ([800, 1000], 1.0, "dark"),
        ([1920, 1080], 1.0, "light"),
    ] {
        browser.resize([width, height], ratio);
        browser.devtools(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] }),
        );
        for kind in &ALL {
            open(&browser, &format!("#toy={}", kind.name));
            std::thread::sleep(Duration::from_millis(2500));
            let pace = browser.text("return document.getElementById('pace').textContent");
            println!("{width} px, {}: {pace}", kind.name);
            assert!(pace.contains(" ms"), "{pace}");
            let over = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(over, json!(0), "{} is wider than {width} px", kind.name);
            assert!(is_drawn(&browser), "{}", kind.name);
            let file = format!("{}-{width}.png", kind.name);
            save(&browser, &built().screenshots.join(file));
        }
    }
    browser.resize([240, 200], 3.0);
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        assert!(is_drawn(&browser), "{}", kind.name);
    }
    assert_clean(&browser);
}

#[test]
fn settings_to_try_start() {
    let (_turn, browser) = browser();
    for kind in &ALL {
        for (label, dials) in kind.presets {
            open(&browser, &format!("#toy={}&{dials}", kind.name));
            assert_eq!(message(&browser), "", "{label}");
            std::thread::sleep(Duration::from_millis(2500));
            assert!(is_drawn(&browser), "{label}");
            let pace = browser.text("return document.getElementById('pace').textContent");
            println!("{}, {label}: {pace}", kind.name);
        }
    }
    assert_clean(&browser);
}
