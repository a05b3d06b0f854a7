//! What runs look like at some moments of theirs.

use kinstep::Real;
use kinstep::diagnostics::Method;
use kinstep::nalgebra::SVector;

use crate::flight::Flight;
use crate::model::Scene;
use crate::steps::Steps;

/// All bodies at one time.
#[derive(Debug, Clone)]
pub(crate) struct Sample<const D: usize> {
    /// The time \[s\].
    pub(crate) time: f64,
    /// Where they are \[m\], in the order of the scene.
    pub(crate) positions: Vec<SVector<f64, D>>,
    /// Their velocities \[m/s\].
    pub(crate) velocities: Vec<SVector<f64, D>>,
}

/// A run at some moments; shorter than these if the run stopped.
pub(crate) type Track<const D: usize> = Vec<Sample<D>>;

/// Ends of steps: how many steps are behind, and the time \[s\].
#[derive(Debug)]
pub(crate) struct Moments(Vec<(u64, f64)>);

impl Moments {
    /// About as many as are asked for, evenly in parts of the run \[s\], with the end of the run if that is within.
    pub(crate) fn of<const D: usize>(scene: &Scene<D>, parts: &[(f64, f64)], number: f64) -> Self
    where
        f64: Real<D>,
    {
        let shown: f64 = parts.iter().map(|(from, until)| until - from).sum();
        let share = shown / scene.duration;
        let every = (scene.steps() * share / number).ceil().max(1.0) as u64;
        let switches = scene.burns.iter().flat_map(|burn| [burn.from, burn.until]);
        let mut steps = 0;
        let mut moments = Vec::new();
        // the end of a step is the start of the next
        for step in Steps::new(scene.dt, scene.duration, switches) {
            let mut parts = parts.iter();
            let is_meant = parts.any(|&(from, until)| (from..=until).contains(&step.start));
            if is_meant && u64::is_multiple_of(steps, every) {
                moments.push((steps, step.start));
            }
            steps += 1;
        }
        if parts.iter().any(|&(_, until)| scene.duration <= until) {
            moments.push((steps, scene.duration));
        }
        Self(moments)
    }

    /// The times of all \[s\].
    pub(crate) fn times(&self) -> Vec<f64> {
        self.0.iter().map(|(_, time)| *time).collect()
    }
}

impl<const D: usize> Sample<D>
where
    f64: Real<D>,
{
    /// The bodies as they are now.
    fn of(flight: &Flight<'_, D>) -> Self {
        Self {
            time: flight.time(),
            positions: flight.positions(),
            velocities: flight.bodies().map(|body| body.velocity).collect(),
        }
    }
}

/// A run by a method, as it looks at each of some lists of moments.
pub(crate) fn of_method<const D: usize, const N: usize>(
    scene: &Scene<D>,
    method: Method<f64>,
    moments: [&Moments; N],
) -> [Track<D>; N]
where
    f64: Real<D>,
{
    let mut tracks = moments.map(|_| Vec::new());
    // why a run stopped is in the table
    let _ = Flight::run(scene, method, scene.dt, |flight| {
        for (moments, track) in moments.iter().zip(&mut tracks) {
            let next = moments.0.get(track.len());
            if next.is_some_and(|(steps, _)| *steps == flight.steps()) {
                track.push(Sample::of(flight));
            }
        }
    });
    tracks
}

/// The reference at some times \[s\] in order; shorter if there is none from some time on.
pub(crate) fn of_reference<const D: usize>(scene: &Scene<D>, times: &[f64]) -> Track<D>
where
    f64: Real<D>,
{
    let mut track = Vec::new();
    // why there is none is in the table
    let _ = Flight::ought(scene, f64::INFINITY, times, |flight| {
        // times are rounded, and so are sums of steps
        let now = flight.time() + 4.0 * f64::EPSILON * scene.duration;
        if times.get(track.len()).is_some_and(|&time| time <= now) {
            track.push(Sample::of(flight));
        }
    });
    track
}

#[cfg(test)]
mod tests {
    use kinstep::Scheme;

    use super::*;
    use crate::reference::apart;
    use crate::tests::shipped;
    use crate::text::Written;

    #[test]
    fn moments_are_ends_of_steps() {
        let mut scene = shipped::<2>("lunar_descent.ron");
        // steps of 4 s that are cut at 3, 13 and 30 s, until 45 s
        let all = Moments::of(&scene, &[(0.0, scene.duration)], 400.0).times();
        assert_eq!(all[..4], [0.0, 3.0, 4.0, 8.0]);
        assert_eq!(all.last(), Some(&45.0));
        let late = Moments::of(&scene, &[(33.0, 45.0)], 400.0).times();
        assert_eq!(late, [36.0, 40.0, 44.0, 45.0]);
        let early = Moments::of(&scene, &[(0.0, 8.5)], 400.0).times();
        assert_eq!(early, [0.0, 3.0, 4.0, 8.0]);
        scene.dt = 1e-3;
        let few = Moments::of(&scene, &[(0.0, scene.duration)], 400.0).times();
        assert!((390..=402).contains(&few.len()), "{}", few.len());
    }

    /// The scheme that is exact meets the reference at every moment, on and off the grid of steps.
    fn meets<const D: usize>(name: &str)
    where
        f64: Written<D>,
    {
        let mut scene = shipped::<D>(name);
        scene.duration = scene.duration.min(20.0);
        let moments = Moments::of(&scene, &[(0.0, scene.duration)], 50.0);
        let [run] = of_method(&scene, Scheme::FlowKick.into(), [&moments]);
        let truth = of_reference(&scene, &moments.times());
        assert_eq!((run.len(), truth.len()), (moments.0.len(), moments.0.len()));
        for (run, truth) in run.iter().zip(&truth) {
            assert!((run.time - truth.time).abs() < 1e-12);
            // measured 1.8e-12 of 1000 m on the way to the Moon
            let distance = apart(&run.positions, &truth.positions);
            assert!(distance < 1e-11, "{name}: {distance:e} at {}", run.time);
        }
    }

    #[test]
    fn the_reference_is_known_at_every_moment() {
        meets::<2>("lunar_descent.ron");
        meets::<3>("projectile.ron");
        // a converged one
        meets::<2>("tug.ron");
    }

    #[test]
    fn a_run_that_stops_leaves_a_short_track() {
        let scene = shipped::<3>("stiff_spring.ron");
        let moments = Moments::of(&scene, &[(0.0, scene.duration)], 400.0);
        let [track] = of_method(&scene, Scheme::SymplecticEuler.into(), [&moments]);
        // after 77 s
        assert!(!track.is_empty() && track.len() < moments.0.len());
    }
}
