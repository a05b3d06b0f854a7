//! Stand-ins for parts that are not there yet: each has the names and shapes that `main.rs` uses, and goes when the part
//! comes.

/// For `lunar_lander::autopilot`.
pub(crate) mod autopilot {
    use lunar_lander::game::Game;
    use lunar_lander::lander::{Controls, Lander};
    use lunar_lander::landscape::Landscape;

    #[derive(Debug, Clone)]
    pub(crate) struct Autopilot {
        landscape: Landscape,
        pad: usize,
    }

    #[derive(Debug, thiserror::Error)]
    #[error("there is no pad {0}")]
    pub(crate) struct NoSuchPad(usize);

    impl Autopilot {
        pub(crate) fn new(game: &Game) -> Self {
            let x = game.lander().body().position.x + 8.0 * game.lander().body().velocity.x;
            let pads = &game.landscape().pads;
            let far = |pad: &usize| (pads[*pad].middle() - x).abs();
            let nearest = (0..pads.len()).min_by(|one, other| far(one).total_cmp(&far(other)));
            Self {
                landscape: game.landscape().clone(),
                pad: nearest.unwrap_or(0),
            }
        }

        pub(crate) fn to_pad(game: &Game, pad: usize) -> Result<Self, NoSuchPad> {
            if pad >= game.landscape().pads.len() {
                return Err(NoSuchPad(pad));
            }
            let landscape = game.landscape().clone();
            Ok(Self { landscape, pad })
        }

        /// Level flight to over the pad, then down.
        #[expect(clippy::needless_pass_by_ref_mut, reason = "as the part to come")]
        pub(crate) fn controls(&mut self, lander: &Lander) -> Controls {
            let (body, craft) = (lander.body(), lander.craft());
            let pad = self.landscape.pads[self.pad];
            let way = pad.middle() - body.position.x;
            let wanted = (0.08 * way).clamp(-20.0, 20.0);
            let sideways = (0.4 * (wanted - body.velocity.x)).clamp(-0.9, 0.9);
            let ground = self.landscape.ground.highest(
                body.position.x.min(pad.left) - 10.0..body.position.x.max(pad.right) + 10.0,
            );
            let over = if way.abs() < 10.0 {
                pad.height
            } else {
                ground + 40.0
            };
            let height = body.position.y - craft.stance() - over;
            let sinking = (-0.5 - 0.09 * height).clamp(-25.0, 5.0);
            let upward = lander.planet().gravity + 0.6 * (sinking - body.velocity.y);
            let tilt = (-sideways / upward.max(0.8)).atan().clamp(-0.5, 0.5);
            let turn = 3.0 * (tilt - body.orientation()) - 4.0 * body.angular_velocity();
            let throttle = body.mass * upward / (craft.thrust * body.orientation().cos().max(0.5));
            Controls { throttle, turn }.within_limits()
        }
    }
}

/// For `lunar_lander::comparison`.
pub(crate) mod comparison {
    use std::fmt;

    use lunar_lander::game::Game;
    use lunar_lander::lander::{Burn, Controls, FlightError, Lander};

    pub(crate) struct Comparison;

    pub(crate) fn burns(
        mut game: Game,
        mut pilot: impl FnMut(&Lander) -> Controls,
    ) -> Result<Vec<Burn>, FlightError> {
        game.advance(Lander::TICK, &mut pilot)?;
        Ok(Vec::new())
    }

    impl Comparison {
        pub(crate) fn new(game: &Game, _: &[Burn]) -> Result<Self, FlightError> {
            game.clone().advance(Lander::TICK, |_| Controls::OFF)?;
            Ok(Self)
        }
    }

    impl fmt::Display for Comparison {
        fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
            formatter.write_str("there is no comparison yet")
        }
    }
}

/// For `lunar_lander::picture`.
pub(crate) mod picture {
    use std::path::Path;

    use kinstep::nalgebra::Vector2;
    use lunar_lander::game::Game;
    use lunar_lander::scene::Scene;

    #[derive(Debug, thiserror::Error)]
    #[error("the picture cannot be written to {0}")]
    pub(crate) struct PictureError(String);

    pub(crate) fn of_game(_: &Game, _: &[Vector2<f64>], size: [f32; 2]) -> Scene {
        Scene::new(size)
    }

    pub(crate) fn save(scene: &Scene, file: &Path) -> Result<(), PictureError> {
        let [width, height] = scene.size.map(|side| side as u32);
        let pixels = tiny_skia::Pixmap::new(width, height);
        let saved = pixels.and_then(|it| it.save_png(file).ok());
        saved.ok_or_else(|| PictureError(file.display().to_string()))
    }
}

/// For `crate::window`.
pub(crate) mod window {
    use std::path::PathBuf;

    use lunar_lander::mission::Mission;
    use lunar_lander::recording::Recording;

    #[expect(dead_code, reason = "read by the part to come")]
    pub(crate) enum Pilot {
        Keyboard,
        /// To a pad, counted from 1, or to one of its choice.
        Autopilot(Option<usize>),
        Recording(Box<Recording>),
    }

    pub(crate) enum Opening {
        Title,
        Flight,
    }

    #[expect(dead_code, reason = "read by the part to come")]
    pub(crate) struct Play {
        pub(crate) mission: Mission,
        pub(crate) seed: u64,
        pub(crate) pilot: Pilot,
        pub(crate) opening: Opening,
        pub(crate) rate: Option<f64>,
        pub(crate) warp: f64,
        pub(crate) size: [f32; 2],
        pub(crate) record: Option<PathBuf>,
        pub(crate) frames: Option<usize>,
        pub(crate) screenshot: Option<PathBuf>,
    }

    #[derive(Debug, thiserror::Error)]
    pub(crate) enum WindowError {
        #[error(
            "there is no display to open a window on; lunar_lander --headless --autopilot flies without one"
        )]
        NoDisplay,
        #[error("there is no window yet; lunar_lander --headless --autopilot flies without one")]
        NoWindow,
    }

    pub(crate) fn play(_: Play) -> Result<(), WindowError> {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") {
            Err(WindowError::NoWindow)
        } else {
            Err(WindowError::NoDisplay)
        }
    }
}
