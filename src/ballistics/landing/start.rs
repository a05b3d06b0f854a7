//! Flights that start on a surface.

use nalgebra::RealField;

use super::super::event::Crossing;
use super::super::surface::Surface;
use super::super::trajectory::Trajectory;
use super::LandingError;
use super::questions::Contact;
use super::search::{Found, Search};

impl<F, S, T, const D: usize> Search<'_, F, S, T, D>
where
    T: RealField + Copy,
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
{
    /// A flight that starts on a surface has to get off it, or else has landed at once.
    pub(super) fn start(&mut self, end: T) -> Result<Found<T, D>, LandingError<T>> {
        let (questions, start) = (&mut self.questions, self.clear);
        let flight = questions.flight;
        let (position, off) = (
            flight.position(start),
            questions.rounding(start) * nalgebra::convert(4.0),
        );
        let heading = (flight.tangent(start).try_normalize(T::zero()))
            .or_else(|| flight.acceleration(start).try_normalize(T::zero()));
        let Some(heading) = heading else {
            return Ok(None);
        };
        // backward: a surface without an outside then is left, not met
        let reach = heading * (off * nalgebra::convert(8.0));
        let Some(contact) = questions.cast_between(position + reach, position - reach, start)?
        else {
            return Ok(None);
        };
        let outward = Contact {
            facing: contact.normal,
            ..contact
        };
        if outward.plane(T::zero()).height(position).abs() > off {
            return Ok(None);
        }
        let left = questions.crossing(&outward.plane(off), Crossing::Ascending, start, end);
        let within = left.unwrap_or(end);
        let met = questions.crossing(&outward.plane(-off), Crossing::Descending, start, within);
        match (left, met) {
            (Some(left), None) => self.clear = left,
            (_, None) => return Ok(Some(questions.landing(&contact, start))),
            (_, Some(met)) => {
                // below its tangent plane, a surface that curves away may still not be met
                let raised = position + outward.normal * (off + off);
                if (questions.cast_between(raised, flight.position(met), start)?).is_some() {
                    return Ok(Some(questions.landing(&contact, start)));
                }
                self.clear = met;
            }
        }
        Ok(None)
    }
}
