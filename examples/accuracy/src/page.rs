//! The page: hand-written text with numbers of this run, around the charts. It needs no other file.

use std::time::Duration;

use anyhow::Result;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use support::drawing::numbers::{metres, seconds};
use support::drawing::palette::adaptive;
use support::measuring::{engines, gyroscopes};
use truths::sixteen;

use crate::chart::{Chart, View};
use crate::claims::{self, DIGITS};
use crate::lander::{APART, PLACE, SPEED, TIME};
use crate::names::{ADDED, ADVANCE, AVERAGED, EULER, FOURTH, KINSTEP, RK4, VERLET};
use crate::rows::Rows;
use crate::words::{number, percent, range};
use crate::{coupled, drift, exact, figures, frames, orbit, order, rotation, work};

/// The whole page, without the sections of experiments that did not run.
pub(crate) fn html(rows: &Rows, elapsed: Duration) -> Result<String> {
    let has = |experiment: &str| !rows.quantities(experiment).is_empty();
    let is_whole = crate::experiments::ALL.iter().all(|it| has(it.name));
    let sections = sections(rows, has)?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "The accuracy of kinstep" }
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                header {
                    h1 { "The accuracy of kinstep" }
                    p {
                        "Every number on this page was measured in one run of " (seconds(elapsed.as_secs_f64()))
                        ". Times are those of this machine; only their ratios mean something. Blue is kinstep, everywhere."
                    }
                }
                @if is_whole {
                    div.charts.hero { (hero(rows)?) }
                    nav {
                        a href="#exact" { "What is exact" }
                        a href="#losses" { "Where kinstep loses" }
                        @for (name, title, _) in &sections { a href={ "#" (name) } { (title) } }
                    }
                    section #exact { (exact(rows)) }
                    section #losses .losses { (losses(rows)?) }
                }
                @for (name, title, content) in &sections {
                    section id=(name) { h2 { (title) } (content) }
                }
            }
        }
    };
    Ok(page.into_string())
}

/// Three charts with a verdict each.
fn hero(rows: &Rows) -> Result<Markup> {
    let apart = |method| metres(claims::touchdowns(rows, PLACE, method));
    let speeds = rows.points("lander", SPEED, EULER);
    let (ratios, mean) = claims::speedups(rows, DIGITS)?;
    let pendulum = work::ratio(rows, 2, ADVANCE, DIGITS)?;
    let energy = |method| rows.worst("drift", drift::TWO_SPRINGS, method);
    let blown = rows.points("drift", drift::TWO_SPRINGS, "explicit Euler");
    let blown = blown.last().map_or(f64::NAN, |point| point.0);
    Ok(html! {
        (figure(
            &figures::burns(rows),
            &format!(
                "The same burns at four frame rates: kinstep touches down at one point, symplectic Euler up to {} away",
                metres(rows.worst("lander", APART, EULER))
            ),
            &format!(
                "A lander brakes from 210 m/s and turns upright by one list of burns. Under kinstep the four touchdowns are {} and {} s \
                 apart, at {:.2} m/s each. Under symplectic Euler, which most engines use, they are {} apart, at {} m/s. 5 Hz is \
                 coarse for a game; at 60 Hz Euler is {} off.",
                apart(KINSTEP),
                number(claims::touchdowns(rows, TIME, KINSTEP)),
                rows.worst("lander", SPEED, KINSTEP),
                apart(EULER),
                range(speeds.iter().map(|point| point.1)),
                metres(rows.at("lander", APART, EULER, 60.0)),
            ),
        ))
        (figure(
            &figures::work(rows, 2),
            &format!("A pendulum to ten digits: kinstep's advance is {} times as fast as DOP853", number(pendulum)),
            &format!(
                "Each dot is a whole solution of x″ = −9.81 sin x from 3 rad, 10 s long; lower is nearer, left is faster. On fourteen \
                 problems advance is {} times as fast to 10⁻¹⁰ m as DOP853 of the crate differential-equations, {} times in the \
                 geometric mean. Equal steps (FlowKick, FlowKick4) are for games.",
                range(ratios),
                number(mean),
            ),
        ))
        (figure(
            &figures::energy(rows, drift::TWO_SPRINGS),
            &format!(
                "Two springs for three hours at 60 Hz: kinstep's energy is off by {}, symplectic Euler's by {}",
                number(energy(KINSTEP)),
                percent(energy(EULER))
            ),
            &format!(
                "Largest error of the energy in each of twelve stretches to a decade of time; 648,000 steps. Explicit Euler blows up after \
                 {}. Added and averaged are the schemes of an article from which kinstep took its idea.",
                seconds(blown)
            ),
        ))
    })
}

/// The table of claims.
fn exact(rows: &Rows) -> Markup {
    html! {
        h2 { "What is exact" }
        p {
            "One step, and a thousand steps of the same time altogether, end at the same place but for rounding. The difference is relative \
             to the distance from the origin; for the rigid body it is an angle in rad, most of it the rounding of the thousand steps."
        }
        (table("", &claims::EXACT_HEADER, claims::exact_rows(rows), true))
        p {
            "A spring that is divided into 32 springs moves a body alike but for " (metres(rows.worst("exact", exact::MANY, KINSTEP)))
            " after 10 s. In f32 two springs are off by " (metres(rows.at("frames", frames::DIGITS, KINSTEP, 32.0)))
            " after ten minutes in steps of 1/64 s, in f64 by " (metres(rows.at("frames", frames::DIGITS, KINSTEP, 64.0)))
            "; symplectic Euler by " (metres(rows.at("frames", frames::DIGITS, EULER, 32.0))) " in both."
        }
        @if cfg!(feature = "engines") { (bounces(rows)) }
    }
}

#[cfg(feature = "engines")]
fn bounces(rows: &Rows) -> Markup {
    html! {
        p {
            "A ball that is dropped from 2 m, with 1 m/s sideways and restitution 0.8; its bounces end after 5.75 s. At rest: slower than \
             5 cm/s up and down from then on. The engines themselves run, in f32."
        }
        (table("", &claims::BOUNCES_HEADER, claims::bounces_rows(rows), false))
        p { (crate::ground::SCENES_IN_WORDS) }
        (table("", &crate::ground::HEADER, crate::ground::table(rows), false))
    }
}

#[cfg(not(feature = "engines"))]
fn bounces(_: &Rows) -> Markup {
    html! {}
}

/// The list of tasks in which kinstep is not the best.
fn losses(rows: &Rows) -> Result<Markup> {
    let at = |experiment, quantity, method, x| number(rows.at(experiment, quantity, method, x));
    let orbit_energy = |method| number(rows.worst("drift", drift::ORBIT, method));
    let step = 10.0 / 1024.0;
    let weakest = 1e-6;
    Ok(html! {
        h2 { "Where kinstep loses" }
        ul {
            li {
                "Digits by equal steps. To 10⁻¹⁰ m DOP853 is " (range(claims::slower_steps(rows))) " times as fast as the best of World::step on \
                 quadratic drag, a pendulum and a softened orbit. World::advance is there for that."
            }
            li {
                "Smooth forces that are not linear, in equal steps. FlowKick is of second order: the pendulum is off by "
                (metres(rows.at("order", order::PENDULUM, KINSTEP, step))) " after 10 s in 1024 steps, and by "
                (metres(rows.at("order", order::PENDULUM, RK4, step))) " under Runge–Kutta 4. Over three hours that keeps the energy of a \
                 softened orbit within " (orbit_energy(RK4)) ", FlowKick within " (orbit_energy(KINSTEP)) "."
            }
            li {
                "One body where nanoseconds count. A step of a world of one body under spring, drag and gravity takes "
                (number(claims::price(rows, KINSTEP, 1))) " times as long as symplectic Euler in a loop by hand that knows these forces. With 1000 \
                 bodies it takes " (number(claims::price(rows, KINSTEP, 1000))) " times as long."
            }
            li {
                "Torques in space. A free body turns exactly; other torques are kicks. Half a second of a heavy top in 32 steps is off by "
                (at("rotation", rotation::TOP, KINSTEP, 0.5 / 32.0)) "° under FlowKick and by " (at("rotation", rotation::TOP, RK4, 0.5 / 32.0))
                "° under Runge–Kutta 4."
            }
            li {
                "Rods that are not stiff. At Ωh = 1 leapfrog in two substeps by hand is " (number(
                    rows.at("coupled", coupled::PENDULUM, KINSTEP, 1.0) / rows.at("coupled", coupled::PENDULUM, "leapfrog in substeps", 1.0)
                )) " times as near on a triple pendulum, in " (number(
                    rows.at("coupled", coupled::TIME, "leapfrog in substeps", 1.0) / rows.at("coupled", coupled::TIME, KINSTEP, 1.0)
                )) " of the time."
            }
            li {
                "Orbits that are disturbed, in short steps. Beside the bulge of the earth in 1024 steps a period Runge–Kutta 4 keeps the energy within "
                (at("orbit", orbit::BULGE, RK4, 1024.0)) ", FlowKick within " (at("orbit", orbit::BULGE, KINSTEP, 1024.0))
                ". And of two attractors kinstep follows the orbit about the one that was added first: if that is the weaker by a million \
                 times, the energy is off by " (at("orbit", orbit::SECOND, orbit::OTHER_FIRST, weakest)) " instead of "
                (at("orbit", orbit::SECOND, KINSTEP, weakest)) "."
            }
            li {
                "Stiff forces that are not linear, such as quadratic drag of dust, where advance is explicit: "
                (number(work::ratio(rows, work::STIFF, ADVANCE, DIGITS)?)) " times as fast as DOP853 to 10⁻¹⁰ m, but an implicit code would be faster."
            }
        }
    })
}

/// The other sections: names, titles and contents.
fn sections(
    rows: &Rows,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<(&'static str, &'static str, Markup)>> {
    let mut sections = Vec::new();
    if has("frames") && has("lander") {
        sections.push(("frames", "Frame rates", frame_rates(rows)));
    }
    if has("work") {
        sections.push(("work", "Work and precision", work_section(rows)?));
    }
    if has("cost") {
        sections.push(("cost", "Price of a step", cost_section(rows)));
    }
    if has("drift") {
        sections.push(("drift", "Energy over three hours", drift_section(rows)));
    }
    if has("order") {
        sections.push(("order", "Order", order_section(rows)));
    }
    if has("rotation") {
        sections.push(("rotation", "Rotation", rotation_section(rows)));
    }
    if has("orbit") {
        sections.push(("orbit", "Orbits", orbit_section(rows)));
    }
    if has("coupled") {
        sections.push(("coupled", "Coupled bodies", coupled_section(rows)));
    }
    if has("drift") && has("exact") {
        sections.push(("article", "What is left of the article", article(rows)));
    }
    Ok(sections)
}

fn frame_rates(rows: &Rows) -> Markup {
    let (ours, others) = claims::landings(rows);
    let apart = range(others);
    let rules = engines::ALL.iter();
    let rules = rules.map(|it| vec![it.name.to_owned(), it.rule.to_owned()]);
    html! {
        div.charts {
            (figure(
                &figures::touchdowns(rows),
                "The lander's touchdown: Euler is of first order, Verlet of second",
                "How far each touchdown is from kinstep's at 240 Hz. The other schemes come to the same place as their steps become short. \
                 Within a step kinstep says where the lander is; for the others it is on the cubic through both ends of the step.",
            ))
            (figure(
                &figures::landings(rows),
                &format!("A throw through air at 5, 20 and 60 Hz: engines land {apart} m apart, kinstep {}", metres(ours)),
                "Where a throw of 15 and 12 m/s with drag of 0.5/s is as high as its start. Of engines it is the rule of their step that is run, \
                 as the table has it. The landing within a step is on the same cubic for all, which leaves what kinstep is off.",
            ))
            (table("The rules, with acceleration a, damping c and step h", &["engine", "in a step"], rules.collect(), true))
        }
    }
}

fn work_section(rows: &Rows) -> Result<Markup> {
    const ACCURACIES: [f64; 4] = [1e-3, 1e-6, 1e-8, DIGITS];
    let mut cells = Vec::new();
    for problem in sixteen::all() {
        let mut row = vec![format!("{}. {}", problem.number, problem.name)];
        for accuracy in ACCURACIES {
            row.push(number(work::ratio(
                rows,
                problem.number,
                ADVANCE,
                accuracy,
            )?));
        }
        cells.push(row);
    }
    let mut means = vec!["geometric mean without 13 and 16".to_owned()];
    for accuracy in ACCURACIES {
        means.push(number(claims::speedups(rows, accuracy)?.1));
    }
    cells.push(means);
    let header = ["problem", "to 10⁻³ m", "10⁻⁶ m", "10⁻⁸ m", "10⁻¹⁰ m"];
    Ok(html! {
        p {
            "World::advance, World::step and DOP853 of the crate differential-equations, in one process. The error is that of the first body's \
             position at the end, which is known in quadruple precision. A time is that of a whole solution, the median of several that took \
             turns. An accuracy counts as reached by the least time whose error is within it, if that of the next tighter run is, too. DOP853 \
             prepares dense output, whether asked for or not."
        }
        div.charts {
            (figure(&figures::work(rows, 1), "1. Quadratic drag and gravity, 5 s", "A throw of 36 m/s; the drag is of the speed's square."))
            (figure(&figures::work(rows, 3), "3. An orbit of e = 0.9, softened, 20 s", "Steps of adaptive length pay where the orbit is close."))
            (figure(&figures::work(rows, work::LAWS), "13. Nothing but laws: spring, drag and gravity", "One step of FlowKick is the answer; more steps only round."))
            (table("Time of DOP853 over time of advance", &header, cells, false))
        }
    })
}

fn cost_section(rows: &Rows) -> Markup {
    html! {
        div.charts {
            (figure(
                &figures::costs(rows),
                &format!(
                    "With 1000 bodies a step of kinstep takes {} of the time of a loop by hand",
                    number(claims::price(rows, KINSTEP, 1000))
                ),
                "Spring, drag and gravity on every body, at 60 Hz. The loop by hand is symplectic Euler for just these forces; a world takes any. \
                 Flow::advance in a loop is as exact as a world, without one.",
            ))
        }
    }
}

fn drift_section(rows: &Rows) -> Markup {
    let energy = |system, method| number(rows.worst("drift", system, method));
    html! {
        div.charts {
            (figure(
                &figures::energy(rows, drift::ONE_SPRING),
                "One spring: kinstep and added increments lose nothing but rounding",
                &format!(
                    "{} under kinstep and {} under added increments, which are exact where one force acts alone.",
                    energy(drift::ONE_SPRING, KINSTEP),
                    energy(drift::ONE_SPRING, ADDED)
                ),
            ))
            (figure(
                &figures::energy(rows, drift::PENDULUM),
                "A spring and a pendulum's weight: the kick costs a band that does not grow",
                &format!(
                    "x″ = −4x − 9.81 sin x: {} under FlowKick, {} under FlowKick4, {} under Runge–Kutta 4, which goes on losing.",
                    energy(drift::PENDULUM, KINSTEP),
                    energy(drift::PENDULUM, FOURTH),
                    energy(drift::PENDULUM, RK4)
                ),
            ))
            (figure(
                &figures::energy(rows, drift::ORBIT),
                "A softened orbit: nothing is exact, and FlowKick is a leapfrog",
                &format!(
                    "{} under FlowKick, {} under velocity Verlet, {} under Runge–Kutta 4, {} under FlowKick4.",
                    energy(drift::ORBIT, KINSTEP),
                    energy(drift::ORBIT, VERLET),
                    energy(drift::ORBIT, RK4),
                    energy(drift::ORBIT, FOURTH)
                ),
            ))
        }
    }
}

fn order_section(rows: &Rows) -> Markup {
    let worst = |method| metres(rows.worst("order", order::LINEAR, method));
    html! {
        p { "Half the step divides the error of a scheme of order p by 2 to the power of p: the slope of its line. The answers are those of \
             kinstep::diagnostics::Reference." }
        div.charts {
            (figure(
                &figures::order(rows, order::LINEAR),
                &format!("Spring, drag and gravity: kinstep is off by {} at most, at any step", worst(KINSTEP)),
                "x″ = −25x − 0.5x′ + g for 10 s. All is linear; what is left is rounding, more of it in more steps.",
            ))
            (figure(
                &figures::order(rows, order::PENDULUM),
                "A pendulum from 2 rad: second and fourth order",
                "All of the force is a kick, and FlowKick is a leapfrog: as far off as velocity Verlet.",
            ))
            (figure(
                &figures::order(rows, order::DRAG),
                "Quadratic drag and gravity: a kick that depends on velocity",
                "FlowKick and FlowKick4 keep their orders.",
            ))
        }
    }
}

fn rotation_section(rows: &Rows) -> Markup {
    let book = |method| format!("{}°", number(rows.last("rotation", rotation::BOOK, method)));
    let rules = gyroscopes::ALL.iter();
    let rules = rules.map(|it| vec![it.name.to_owned(), it.rule.to_owned()]);
    html! {
        div.charts {
            (figure(
                &figures::rotation(rows, rotation::BOOK),
                &format!("A free book for 100 s: kinstep is off by {}, Runge–Kutta 4 by {}", book(KINSTEP), book(RK4)),
                "A book of 3 × 15 × 22 cm is thrown about its middle axis at 6 rad/s, 1 % off, and turns over and over. The right orientation \
                 is that of one jump by Jacobi's elliptic functions. Of engines it is the rule that is run.",
            ))
            (figure(
                &figures::rotation(rows, rotation::TOP),
                "The same book as a heavy top: torques are kicks",
                "Its weight turns it on a pivot beside its centre for half a second. The reference is FlowKick4 in 65,536 steps.",
            ))
            (figure(
                &figures::rotation(rows, rotation::ENGINE),
                &format!(
                    "An engine that turns with its lander, beside gravity: kinstep is off by {} at most",
                    metres(rows.worst("rotation", rotation::ENGINE, KINSTEP))
                ),
                "A burn of 8 s in the plane, in which the lander turns once round. A push that keeps its direction for a step is of first order.",
            ))
            (table("The rules, in the body's frame with m = I ω", &["rule", "in a step"], rules.collect(), true))
        }
    }
}

fn orbit_section(rows: &Rows) -> Markup {
    html! {
        div.charts {
            (figure(
                &figures::orbit(rows, orbit::KEPLER),
                &format!(
                    "A satellite of e = 0.9 after 100 periods: kinstep is off by {} at most, at any step",
                    metres(rows.worst("orbit", orbit::KEPLER, KINSTEP))
                ),
                "Perigee 7000 km. Steps may be as long as all 100 periods. The right answer is Kepler's orbit over all the time at once.",
            ))
            (figure(
                &figures::orbit(rows, orbit::BULGE),
                "The bulge of the earth beside the orbit is a kick",
                &format!(
                    "e = 0.1, 100 periods: with 32 steps in each the energy is off by {} under kinstep and by {} under velocity Verlet.",
                    number(rows.at("orbit", orbit::BULGE, KINSTEP, 32.0)),
                    number(rows.at("orbit", orbit::BULGE, VERLET, 32.0))
                ),
            ))
            (figure(
                &figures::orbit(rows, orbit::SECOND),
                "A second attractor: the gain ends where it is as strong as the first",
                "64 steps a period for 100 periods, with the second attractor 3 radii away.",
            ))
        }
    }
}

fn coupled_section(rows: &Rows) -> Markup {
    let energy = |method| number(rows.worst("coupled", coupled::ENERGY, method));
    let series = rows.series("coupled", coupled::TIME);
    let cells = series.iter().map(|(name, points)| {
        let times = points.iter().map(|point| number(point.1));
        [vec![name.clone()], times.collect()].concat()
    });
    html! {
        p { "Three bodies on rods of 1 m, let go 1 rad from the vertical, at 60 Hz. The rivals are formulas as they are published, in loops for \
             nothing but this pendulum: XPBD with 20 substeps, implicit Euler by Newton's method, and leapfrog in 2Ωh substeps. The truth is a \
             leapfrog of sixth order in substeps of Ωδ ≤ 0.25." }
        div.charts {
            (figure(
                &figures::coupled(rows, coupled::ENERGY),
                &format!(
                    "Triple pendulum for 100 s: kinstep's energy is off by {}, XPBD's by {}",
                    energy(KINSTEP),
                    energy("XPBD")
                ),
                &format!("Rods of Ωh = 100. Implicit Euler loses {}.", energy("implicit Euler")),
            ))
            (figure(
                &figures::coupled(rows, coupled::PENDULUM),
                "Triple pendulum after 2 s: rods are of second order",
                "A ringing that turns by many radians in a frame keeps its energy and loses its phase.",
            ))
            (figure(
                &figures::coupled(rows, coupled::CHAIN),
                "Sixteen bodies on springs without rest length: exact at any stiffness",
                "Against the sum of its modes, whose own phases round. Velocity Verlet blows up from Ωh = 2 on.",
            ))
            (table("Time of a frame, as a multiple of XPBD's", &["", "Ωh = 1", "10", "100", "1000"], cells.collect(), false))
        }
    }
}

/// The section that compares the claims of the article with measurements.
fn article(rows: &Rows) -> Markup {
    let [one, other] = drift::SPRINGS;
    let h: f64 = 1.0 / 60.0;
    let steps = drift::STEPS as f64;
    let gained = (steps * one * other * h.powi(4) / 6.0).exp_m1();
    let lost = -(-steps * (one * one + other * other) * h.powi(4) / 24.0).exp_m1();
    let energy = |method| percent(rows.worst("drift", drift::TWO_SPRINGS, method));
    html! {
        p { "An article on game physics proposes that a force tell what it does over a whole step, exactly where that is known, and that these \
             increments be added (Scheme::Kinematic). Where several forces act it recommends half the change of velocity times the step for the \
             displacement (Scheme::AverageAcceleration). Measured, this is left of it:" }
        ul {
            li { "One force alone is stepped without any error but rounding, at any step: true, and the root of kinstep." }
            li {
                "Two springs gain energy if their increments are added: by ω₁²ω₂²h⁴/6 a step, which is " (percent(gained))
                " in three hours at 60 Hz; measured: " (energy(ADDED)) ". Averaged they lose (ω₁⁴ + ω₂⁴)h⁴/24 a step, which is "
                (percent(lost)) "; measured: " (energy(AVERAGED)) ". Forces that are added first, and integrated then, keep it: kinstep."
            }
            li {
                "A spring that is divided into equal parts moves the body elsewhere: added increments are exact for one spring, and off by "
                (metres(rows.at("exact", exact::MANY, ADDED, 32.0))) " for 32 of them."
            }
            li { "Averaging makes a force stable only where its increments are known; it gains energy on a pendulum beside a spring: "
                (number(rows.worst("drift", drift::PENDULUM, AVERAGED))) " times what there was." }
            li {
                "Far better than fourth-order methods: not so. On two springs at 60 Hz Runge–Kutta 4 is off by "
                (metres(rows.at("exact", exact::MANY, RK4, 2.0))) " after 10 s, added increments by "
                (metres(rows.at("exact", exact::MANY, ADDED, 2.0))) ", averaged ones by "
                (metres(rows.at("exact", exact::MANY, AVERAGED, 2.0))) "."
            }
        }
        div.charts {
            (figure(
                &figures::many(rows),
                "One spring divided into many: only forces that are added first do not notice",
                "The total stiffness stays, and so does the right answer.",
            ))
        }
    }
}

/// A chart below its verdict: with names at the lines on wide screens, with a legend on phones.
fn figure(chart: &Chart, title: &str, text: &str) -> Markup {
    let svg = |view| PreEscaped(adaptive(&chart.svg(view, None)));
    html! {
        figure {
            h3 { (title) }
            div.wide role="img" aria-label=(title) { (svg(View::WIDE)) }
            div.narrow role="img" aria-label=(title) {
                (svg(View::NARROW))
                ul.legend {
                    @for (name, style) in chart.legend() {
                        li {
                            svg.drawing viewBox="0 0 26 8" {
                                line x1="0" y1="4" x2="26" y2="4" stroke=(style.color) stroke-width="2.5" stroke-dasharray=[style.dashes];
                            }
                            (name)
                        }
                    }
                }
            }
            p { (text) }
        }
    }
}

/// A table of numbers, or of words, which are aligned left. The row of kinstep has kinstep's
/// colour.
fn table(caption: &str, header: &[&str], rows: Vec<Vec<String>>, is_words: bool) -> Markup {
    html! {
        div.table {
            table.words[is_words] {
                @if !caption.is_empty() { caption { (caption) } }
                thead { tr { @for cell in header { th { (cell) } } } }
                tbody {
                    @for row in rows {
                        tr.best[row.first().is_some_and(|name| name.starts_with("kinstep"))] {
                            @for cell in row { td { (cell) } }
                        }
                    }
                }
            }
        }
    }
}
