//! Tests of the site in Chromium: it shows the results of the crate, requests no other addresses, and no
//! input breaks it.
//!
//! ```text
//! cargo test --release -p site     # needs chromium and chromedriver
//! ```
//!
//! Screenshots of all toys at three widths, light and dark, are saved in `target/site-screenshots`.

mod accuracy;
mod driver;
mod native;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use driver::Browser;
use kinstep::Scheme;
use kinstep::nalgebra::Vector2;
use serde_json::json;
use site::cargo::Workspace;

/// A toy in the page: its name, its initial values, and the program that it shows.
struct Kind {
    name: &'static str,
    values: &'static [f64],
    program: &'static str,
}

const ALL: [Kind; 3] = [
    Kind {
        name: "rate",
        values: &[0.0, 19.0, 39.0, 0.5],
        program: include_str!("../../pages/programs/rate.js"),
    },
    Kind {
        name: "springs",
        values: &[4.0, 9.0, 20.0, 10.0],
        program: include_str!("../../pages/programs/springs.js"),
    },
    Kind {
        name: "aim",
        values: &[24.0, -4.0, 0.1, 0.0, 32.0, 3.0, 18.0, 8.0],
        program: include_str!("../../pages/programs/aim.js"),
    },
];

/// Address of the tested site, which is built once. It is opened from a folder; the page has the
/// policy of a strict server.
fn address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let workspace = Workspace::find().unwrap();
        let folder = workspace.target.join("site-tested");
        site::build(&workspace, &folder, false).unwrap();
        format!("file://{}/index.html", folder.display())
    })
}

/// A browser. Only one runs at a time, because a second one would slow it down.
fn browser() -> (MutexGuard<'static, ()>, Browser) {
    static ONE: Mutex<()> = Mutex::new(());
    let turn = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    (turn, Browser::start())
}

/// Saves a screenshot of the page.
fn save(browser: &Browser, file: &Path) {
    browser.save(file);
}

/// Opens the page with a fragment, waits until it runs, and checks that it draws.
fn open(browser: &Browser, fragment: &str) {
    browser.open(&format!("{}{fragment}", address()));
    browser.wait("return document.documentElement.dataset.ready === 'true'");
    assert_drawn(browser);
}

/// Checks that the canvas has more than two colours after the page has drawn twice.
fn assert_drawn(browser: &Browser) {
    let colors = browser.run(
        "return new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => {
           const pen = new OffscreenCanvas(200, 150).getContext('2d');
           pen.drawImage(document.getElementById('canvas'), 0, 0, 200, 150);
           then(new Set(new Uint32Array(pen.getImageData(0, 0, 200, 150).data.buffer)).size);
         })))",
    );
    assert!(colors.as_u64() > Some(2), "{colors} colours");
}

/// Moves a finger through these points of the page \[CSS px\].
fn touch(browser: &Browser, points: [[f64; 2]; 3]) {
    let send = |kind: &str, points| {
        let event = json!({ "type": kind, "touchPoints": points });
        browser.devtools("Input.dispatchTouchEvent", &event);
    };
    let kinds = ["touchStart", "touchMove", "touchMove"];
    for (kind, [x, y]) in kinds.into_iter().zip(points) {
        send(kind, json!([{ "x": x, "y": y }]));
    }
    send("touchEnd", json!([]));
}

/// Checks that the console is empty and that only files beside the page were requested.
fn assert_clean(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
    let mut urls = browser.requests();
    let folder = address().trim_end_matches("index.html");
    urls.retain(|url| !url.starts_with(folder) && url != "about:blank");
    assert_eq!(urls, Vec::<String>::new());
}

/// Numbers in the text that a script returns, to the bit.
fn numbers(browser: &Browser, script: &str) -> Vec<f64> {
    let text = browser.text(script);
    let parts = text.split_whitespace();
    parts.filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn bits_are_those_of_rust() {
    let (_turn, browser) = browser();
    for (kind, (name, states)) in ALL.iter().zip(native::NUMBERS) {
        open(&browser, &format!("#toy={name}"));
        let found = numbers(
            &browser,
            &format!(
                "const dials = [...document.querySelectorAll('#{name} [name]')].map((dial) => [dial.name, Number(dial.value)]);
                 const toy = kinstep.toys.{name}(Object.fromEntries(dials));
                 toy.advance(500);
                 return ({states}).join(' ')"
            ),
        );
        let expected = match name {
            "rate" => {
                // the cosine and sine of a browser may be wrong in the last bit
                let (sin, cos) = 39_f64.to_radians().sin_cos();
                let velocity = Vector2::new(found[0], found[1]);
                assert!((velocity - Vector2::new(cos, sin) * 19.0).norm() < 1e-14);
                native::rate(velocity)
            }
            "springs" => native::springs(),
            _ => native::aim(),
        };
        assert_eq!(found, expected, "{name}");

        // the program runs in the page: what it prints is what the crate computes
        let program = kind.program.replace("import {", "const {");
        let program = program.replace("from 'kinstep'", "= { ...kinstep, init() {} }");
        let printed = numbers(
            &browser,
            &format!(
                "return (async () => {{
                   const said = [], console = {{ log(...words) {{ said.push(...words); }} }};
                   {program}
                   return said.join(' ');
                 }})()"
            ),
        );
        let computed = |rate: f64| match name {
            "rate" => native::throw(rate, [15.0, 12.0].into()).1.pop().unwrap().x,
            "springs" => {
                let mut world = native::between_springs(Scheme::FlowKick);
                (0..10_000).for_each(|_| world.step(rate.recip()).unwrap());
                world.energy().total() / 6.5 - 1.0
            }
            _ => native::miss(rate),
        };
        assert!(printed.len() >= 6, "{printed:?}");
        for pair in printed.chunks(2) {
            let difference = (pair[1] - computed(pair[0])).abs();
            assert!(difference < 1e-14, "{name} {pair:?}");
        }
    }
    assert_clean(&browser);
}

#[test]
fn the_page_prints_what_the_crate_computes() {
    let (_turn, browser) = browser();
    browser.prefer("prefers-reduced-motion", "reduce");
    open(&browser, "#toy=rate");
    let (sin, cos) = 39_f64.to_radians().sin_cos();
    for rate in native::RATES {
        let (_, path) = native::throw(rate, Vector2::new(cos, sin) * 19.0);
        let landing = format!("{:.12} m", path[path.len() - 1].x);
        assert!(browser.text("return table.textContent").contains(&landing));
    }
    open(&browser, "#toy=springs&time=1");
    let largest = native::springs()[6];
    let share = format!("symplectic Euler {:.2} % off", 100.0 * largest);
    browser.run("play.click()");
    browser.wait("return Number(table.dataset.steps) > 500");
    let counter = browser.text("return counter.textContent");
    assert!(counter.contains(&share), "{counter}, not {share}");
    open(&browser, "#toy=aim");
    for launch in native::aim().chunks(4 + 2 * 65) {
        let speed = format!("{:.1} m/s", launch[0].hypot(launch[1]));
        let text = browser.text("return table.textContent");
        assert!(text.contains(&format!("{:.2} s", launch[2])) && text.contains(&speed));
    }
    assert_clean(&browser);
}

/// Closed forms, known texts, and hours of springs.
#[test]
fn toys_are_as_textbooks_say() {
    let (_turn, browser) = browser();
    open(&browser, "#toy=aim");
    assert_eq!(browser.text(include_str!("toys.js")), "");
    assert_clean(&browser);
}

#[test]
fn each_field_moves_its_toy_and_links_work() {
    let (_turn, browser) = browser();
    browser.prefer("prefers-reduced-motion", "reduce");
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        let first = "return [...document.querySelectorAll('form:not([hidden]) [name]')].map((field) => Number(field.value))";
        let first: Vec<f64> = serde_json::from_value(browser.run(first)).unwrap();
        assert_eq!(first, kind.values);
        for (place, end) in (0..2 * kind.values.len()).map(|i| (i / 2, i % 2)) {
            browser.run(&format!(
                "const field = document.querySelectorAll('#{} [name]')[{place}];
                 field.value = field.options ? field.options[{end} * (field.options.length - 1)].value : {end} === 1 ? field.max : field.min;
                 field.dispatchEvent(new Event('input', {{ bubbles: true }}))",
                kind.name
            ));
            assert_drawn(&browser);
            assert_eq!(browser.text("return message.textContent"), "");
        }
    }
    let links =
        "return [...document.querySelectorAll('form a')].map((link) => link.hash).join(' ')";
    for link in browser.text(links).split(' ') {
        open(&browser, link);
        assert_eq!(
            browser.text("return message.textContent + location.hash"),
            link
        );
    }
    assert_clean(&browser);
}

#[test]
fn broken_addresses_and_poor_browsers_are_told_what_is_wrong() {
    let (_turn, browser) = browser();
    for (fragment, expected) in [
        ("#toy=nothing", "no toy called “nothing”"),
        ("#speed=3", "names no toy"),
        ("#%E0%A4%A", "names no toy"),
        ("#toy=springs&first=abc", "“abc” is none"),
        (
            "#toy=springs&first=1e308",
            "must be a number from 1 to 1000",
        ),
        ("#toy=rate&rule=2.5", "not in the list"),
        ("#toy=aim&what=1&x=", "no dial called “what”"),
    ] {
        open(&browser, fragment);
        let said = browser.text("return message.textContent");
        assert!(said.contains(expected), "{fragment}: {said}");
    }
    assert_clean(&browser);
    // the second pass takes WebAssembly away, too
    for (missing, expected) in [
        ("DecompressionStream", "browser of 2023"),
        ("WebAssembly", "needs WebAssembly"),
    ] {
        let source = json!({ "source": format!("window.{missing} = undefined") });
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", &source);
        browser.open(address());
        browser.wait(&format!(
            "return message.textContent.includes('{expected}')"
        ));
    }
}

#[test]
fn on_a_phone_the_counter_and_the_canvas_come_first_swiping_scrolls_and_the_program_is_copied() {
    let (_turn, browser) = browser();
    browser.resize([360, 740], 2.0);
    let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.devtools("Browser.grantPermissions", &permissions);
    for kind in &ALL {
        open(&browser, &format!("#toy={}", kind.name));
        let tops = "return [counter, canvas, notes, dials, table].map((part) => part.getBoundingClientRect().top)";
        let tops: Vec<f64> = serde_json::from_value(browser.run(tops)).unwrap();
        assert!(tops.is_sorted() && tops[2] < 740.0, "{tops:?}");
        // a finger on the left edge of the canvas, where no part can be dragged
        touch(
            &browser,
            [
                [20.0, tops[1] + 200.0],
                [20.0, tops[1] + 100.0],
                [20.0, tops[1]],
            ],
        );
        browser.wait("return scrollY > 50");
        browser.run("copy.click()");
        browser.wait("return copy.textContent === 'Copied'");
        assert_eq!(
            browser.text("return navigator.clipboard.readText()"),
            kind.program
        );
        let shown = browser.text("return code.textContent");
        assert!(
            kind.program.contains(&shown) && shown.lines().count() > 7,
            "{shown}"
        );
    }
    assert_clean(&browser);
}

#[test]
fn a_finger_drags_the_target_and_keys_move_it() {
    let (_turn, browser) = browser();
    browser.resize([360, 740], 1.0);
    open(&browser, "#toy=aim");
    let target = browser.run(
        "const box = canvas.getBoundingClientRect(), found = [];
         for (let x = 0; x < box.width; x += 2) { for (let y = 0; y < box.height; y += 2) {
           if ((kinstep.picked(x, y) || [])[0] === 'x') { found.push([box.left + x, box.top + y]); } } }
         return found[Math.floor(found.length / 2)]",
    );
    let [x, y]: [f64; 2] = serde_json::from_value(target).expect("the target is in the picture");
    touch(
        &browser,
        [[x, y], [x - 40.0, y - 30.0], [x - 80.0, y - 60.0]],
    );
    let place = || -> [f64; 3] {
        let place = browser
            .run("return [...['x', 'y'].map((key) => Number(aim.elements[key].value)), scrollY]");
        serde_json::from_value(place).unwrap()
    };
    let [x, y, scrolled] = place();
    assert!(x < 28.0 && y > 5.0 && scrolled == 0.0, "{x} {y} {scrolled}");
    browser.run("canvas.focus()");
    let key = json!({ "type": "keyDown", "key": "ArrowRight", "code": "ArrowRight" });
    browser.devtools("Input.dispatchKeyEvent", &key);
    assert!((place()[0] - (x + 0.5)).abs() < 1e-9);
    assert!(browser.text("return location.hash").contains("&x="));
    assert_clean(&browser);
}

#[test]
fn at_all_widths_nothing_is_cut() {
    let (_turn, browser) = browser();
    let screenshots = Workspace::find().unwrap().target.join("site-screenshots");
    std::fs::create_dir_all(&screenshots).unwrap();
    for ([width, height], ratio) in [([360, 740], 2.0), ([800, 1000], 1.0), ([1920, 1080], 1.0)] {
        browser.resize([width, height], ratio);
        for (kind, scheme) in ALL
            .iter()
            .flat_map(|kind| [(kind, "light"), (kind, "dark")])
        {
            browser.prefer("prefers-color-scheme", scheme);
            open(&browser, &format!("#toy={}", kind.name));
            std::thread::sleep(Duration::from_secs(2));
            let file = format!("{}-{width}-{scheme}.png", kind.name);
            browser.save(&screenshots.join(file));
            let cut = browser.text(
                "return [document.documentElement, ...document.querySelectorAll('th, td, b')].filter((part) =>
                   part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
                   .map((part) => part.textContent.slice(0, 40)).join()",
            );
            assert_eq!(cut, "", "{} at {width} px", kind.name);
        }
    }
}
