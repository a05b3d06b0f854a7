//! Flights that start on a surface.

use super::super::event::Crossing;
use super::super::surface::Surface;
use super::super::trajectory::Trajectory;
use super::queries::Contact;
use super::search::LandingSearch;
use super::{Landing, LandingError};

impl<F, S, const D: usize> LandingSearch<'_, F, S, D>
where
    F: Trajectory<D>,
    S: Surface<f64, D> + ?Sized,
{
    /// Handles a flight that starts on the surface: moves `clear` to the time at which it has left the surface, or returns
    /// a landing at the start. Returns none if the flight starts elsewhere.
    pub(super) fn leave_surface(&mut self, end: f64) -> Result<Option<Landing<D>>, LandingError> {
        let (flight, start) = (self.flight, self.clear);
        let (position, off) = (flight.position(start), self.rounding(start) * 4.0);
        let heading = (flight.tangent(start).try_normalize(0.0))
            .or_else(|| flight.acceleration(start).try_normalize(0.0));
        let Some(heading) = heading else {
            return Ok(None);
        };
        // cast backward: a surface without an outside turns its normal to the ray's origin, the side the flight goes to
        let reach = heading * (off * 8.0);
        let Some(contact) = self.cast_between(position + reach, position - reach, start)? else {
            return Ok(None);
        };
        let outward = Contact {
            facing: contact.normal,
            ..contact
        };
        if outward.plane(0.0).height(position).abs() > off {
            return Ok(None);
        }
        let left = self.crossing(&outward.plane(off), Crossing::Ascending, start, end);
        let within = left.unwrap_or(end);
        let met = self.crossing(&outward.plane(-off), Crossing::Descending, start, within);
        match (left, met) {
            (Some(left), None) => self.clear = left,
            (_, None) => return Ok(Some(self.landing(&contact, start))),
            (_, Some(met)) => {
                // the flight dips below the tangent plane, but a surface that curves away may still be missed
                let raised = position + outward.normal * (off + off);
                if (self.cast_between(raised, flight.position(met), start)?).is_some() {
                    return Ok(Some(self.landing(&contact, start)));
                }
                self.clear = met;
            }
        }
        Ok(None)
    }
}
