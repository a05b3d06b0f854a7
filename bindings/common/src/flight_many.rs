//! Many throws in one call.

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Crossing, Event, Trajectory};

use crate::columns::{Column, check_room};
use crate::each_flight;
use crate::failure::{Failure, Outcome};
use crate::flight::PlaneRecord;
use crate::model::{AnyFlight, AnyModel};
use crate::patience::{KeepGoing, in_blocks};

/// Many throws in a model. A column has one row of `D` numbers for all throws, or one for each; no numbers are zeros.
#[derive(Debug, Clone, Copy, Default)]
pub struct Throws<'a> {
    /// How many throws.
    pub count: usize,
    /// Positions at launch \[m\].
    pub positions: &'a [f64],
    /// Velocities at launch \[m/s\].
    pub velocities: &'a [f64],
    /// Velocities of the air \[m/s\]; without any the air is that of the model.
    pub winds: &'a [f64],
}

/// Where the events of many throws are written. What does not happen is NaN.
#[derive(Debug)]
pub struct Arrivals<'a> {
    /// 1 for a throw that has the event, else 0.
    pub happens: &'a mut [u8],
    /// Times since launch \[s\].
    pub times: &'a mut [f64],
    /// Positions \[m\], `D` numbers for each throw.
    pub positions: &'a mut [f64],
    /// Velocities \[m/s\], `D` numbers for each throw.
    pub velocities: &'a mut [f64],
}

impl<const D: usize> AnyModel<D> {
    /// Writes the state of each throw at its time \[s\]: one time for all, or one for each. A state that is not finite does
    /// not happen.
    ///
    /// # Errors
    /// Fails if the columns do not fit, if a number is not finite, for winds in an engine, and if `keep_going` says no.
    pub fn states_at(
        &self,
        throws: &Throws<'_>,
        times: &[f64],
        arrivals: Arrivals<'_>,
        keep_going: KeepGoing<'_>,
    ) -> Outcome {
        let times = Column::<1>::of(times, throws.count, "times")?.finite("times")?;
        self.arrive(throws, arrivals, keep_going, |throw, flight| {
            let event = each_flight!(flight, flight => flight.at(times.at(throw).x));
            let numbers = event.position.iter().chain(&event.velocity);
            numbers
                .clone()
                .all(|number| number.is_finite())
                .then_some(event)
        })
    }

    /// Writes the first crossing of a plane by each throw.
    ///
    /// # Errors
    /// As [`states_at`](Self::states_at), and for a plane that is none.
    pub fn first_crossings(
        &self,
        throws: &Throws<'_>,
        plane: &PlaneRecord,
        which: Crossing,
        arrivals: Arrivals<'_>,
        keep_going: KeepGoing<'_>,
    ) -> Outcome {
        let plane = plane.plane()?;
        self.arrive(
            throws,
            arrivals,
            keep_going,
            |_, flight| each_flight!(flight, flight => flight.crossing(&plane, which)),
        )
    }

    fn arrive(
        &self,
        throws: &Throws<'_>,
        arrivals: Arrivals<'_>,
        keep_going: KeepGoing<'_>,
        find: impl Fn(usize, &AnyFlight<D>) -> Option<Event<D>>,
    ) -> Outcome {
        let count = throws.count;
        let column = |numbers, name| Column::<D>::of(numbers, count, name)?.finite(name);
        let starts = column(throws.positions, "positions")?;
        let velocities = column(throws.velocities, "velocities")?;
        let winds = column(throws.winds, "winds")?;
        let has_winds = !throws.winds.is_empty();
        if has_winds && matches!(self, Self::Engine(_)) {
            return Err(Failure::invalid("the step of an engine has no wind"));
        }
        check_room(arrivals.happens.len(), count, "events")?;
        check_room(arrivals.times.len(), count, "times")?;
        check_room(
            arrivals.positions.len(),
            count.saturating_mul(D),
            "positions",
        )?;
        check_room(
            arrivals.velocities.len(),
            count.saturating_mul(D),
            "velocities",
        )?;
        let (positions_found, _) = arrivals.positions.as_chunks_mut::<D>();
        let (velocities_found, _) = arrivals.velocities.as_chunks_mut::<D>();
        let nothing = Event {
            time: f64::NAN,
            position: SVector::repeat(f64::NAN),
            velocity: SVector::repeat(f64::NAN),
        };
        in_blocks(count, 64, keep_going, |block| {
            for throw in block {
                let windy = has_winds.then(|| self.in_wind(winds.at(throw))).flatten();
                let model = windy.as_ref().unwrap_or(self);
                let found = find(
                    throw,
                    &model.launched(starts.at(throw), velocities.at(throw)),
                );
                arrivals.happens[throw] = found.is_some().into();
                let event = found.unwrap_or(nothing);
                arrivals.times[throw] = event.time;
                positions_found[throw] = event.position.into();
                velocities_found[throw] = event.velocity.into();
            }
        })
    }
}
