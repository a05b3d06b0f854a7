//! The autopilot lands.

use lunar_lander::autopilot::Autopilot;
use lunar_lander::game::Game;
use lunar_lander::mission::Mission;
use lunar_lander::touchdown::Outcome;

#[test]
fn tune() {
    let mission = Mission::named(&std::env::var("MISSION").unwrap_or("moon".into())).unwrap();
    let from: u64 = std::env::var("FROM").unwrap_or("0".into()).parse().unwrap();
    let to: u64 = std::env::var("TO").unwrap_or("100".into()).parse().unwrap();
    let trace = std::env::var("TRACE").is_ok();
    let start = std::time::Instant::now();
    let mut worst = std::time::Duration::ZERO;
    let mut planning = std::time::Duration::ZERO;
    for seed in from..to {
        let mut game = Game::new(mission, seed).unwrap();
        let now = std::time::Instant::now();
        let mut pilot = Autopilot::new(&game);
        planning += now.elapsed();
        worst = worst.max(now.elapsed());
        let mut vmax = 0.0_f64;
        let end = loop {
            if trace {
                let l = game.lander();
                let b = l.body();
                println!(
                    "{:6.1} {} x {:8.2} y {:8.2} v {:7.2} {:7.2} tilt {:6.1} spin {:6.1} fuel {:6.1} thr {:.3} turn {:+.3} above {:.2}",
                    l.time(),
                    pilot.phase(),
                    b.position.x,
                    b.position.y,
                    b.velocity.x,
                    b.velocity.y,
                    b.orientation().to_degrees(),
                    b.angular_velocity().to_degrees(),
                    l.fuel(),
                    l.controls().throttle,
                    l.controls().turn,
                    b.position.y - game.landscape().ground.height(b.position.x)
                );
            }
            vmax = vmax.max(game.lander().body().orientation().abs().to_degrees());
            game.advance(0.2, |l| pilot.controls(l)).unwrap();
            if let Some(end) = game.ending() {
                break end.clone();
            }
            if game.lander().time() > 600.0 {
                println!("LONG");
                break lunar_lander::game::Ending {
                    outcome: Outcome::Lost,
                    contact: None,
                };
            }
        };
        let l = game.lander();
        let b = l.body();
        let pad = &game.landscape().pads[pilot.pad()];
        let ok = matches!(end.outcome, Outcome::Landed { pad: Some(p), .. } if p == pilot.pad());
        println!(
            "{} {seed:3} t {:6.1} fuel {:6.1}/{} x5={} dx {:6.2} v {:6.2} {:6.2} tilt {:5.1} spin {:5.1} maxtilt {:4.0} {:?}",
            if ok { "ok  " } else { "FAIL" },
            l.time(),
            l.fuel(),
            l.craft().fuel,
            pad.multiplier,
            b.position.x - pad.middle(),
            b.velocity.x,
            b.velocity.y,
            b.orientation().to_degrees(),
            b.angular_velocity().to_degrees(),
            vmax,
            end.outcome
        );
    }
    println!(
        "took {:?}, planning {planning:?}, worst {worst:?}",
        start.elapsed()
    );
}
