//! Steps, and the effect of their contacts on the game.

use anyhow::Result;
use kinstep::contact::{ContactEvent, ContactKind};
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::Trajectory;
use kinstep::{Collider, SurfaceId};

use super::{ABSENCE, Entry, Game, Placed, What};
use crate::level::Kind;

impl Game {
    /// Steps to a time \[s\], or to the highest point of the flight if that comes before.
    pub(super) fn step_to(&mut self, until: f64) -> Result<()> {
        let top = self.top()?;
        let until = until.min(top);
        let dt = until - self.world.time();
        if dt > 0.0 {
            self.world.step(dt)?;
            for contact in self.world.contacts().to_vec() {
                self.touch(&contact);
            }
        }
        self.time = until;
        // the player may have hit a ceiling before
        if until == top && self.is_flying() && self.velocity().y.abs() < 1e-9 {
            self.tell(until, What::Apex, self.position());
        }
        Ok(())
    }

    /// Time at which the player reaches the highest point, if nothing happens before \[s\].
    fn top(&self) -> Result<f64> {
        // at the highest point itself, the vertical velocity is a rounding error
        if !self.is_flying() || self.velocity().y < 1e-9 {
            return Ok(f64::INFINITY);
        }
        let apex = self.world.trajectory(self.player)?.apex_along([0.0, 1.0]);
        Ok(apex.map_or(f64::INFINITY, |apex| self.time + apex.time))
    }

    fn is_flying(&self) -> bool {
        !(self.is_standing() || self.is_dead())
    }

    /// Applies the effect of a contact.
    fn touch(&mut self, contact: &ContactEvent<f64, 2>) {
        let Collider::Surface(surface) = contact.with else {
            return;
        };
        let kind = self.rule.kind(contact.with);
        let (time, at) = (contact.time, contact.point);
        if self.returns_at.is_some() {
            return;
        }
        match (contact.kind, kind) {
            (ContactKind::Pass, Some(Kind::Spikes)) => {
                self.returns_at = Some(time + ABSENCE);
                self.tell(time, What::Dies, at);
            }
            (ContactKind::Pass, Some(Kind::Goal)) => {
                if self.finished.is_none() {
                    self.finished = Some(time);
                    self.tell(time, What::Finishes, at);
                }
            }
            (ContactKind::Pass, _) => {
                self.take_off();
                self.tell(time, What::Drops, at);
            }
            (ContactKind::Leave, _) if self.stands_on == Some(surface) => {
                (self.stands_on, self.left_at) = (None, time);
                self.tell(time, What::Leaves, at);
            }
            _ if contact.normal.y <= 0.5 => {}
            (ContactKind::Bounce, Some(Kind::Pad)) => {
                self.take_off();
                self.tell(time, What::Springs, at);
            }
            (ContactKind::Bounce, _) => {
                self.take_off();
                self.rule.jump_until = f64::NEG_INFINITY;
                self.use_rule();
                self.tell(time, What::JumpsOnLanding, at);
            }
            (ContactKind::Leave, _) => {}
            _ => self.land(time, surface, at),
        }
    }

    fn land(&mut self, time: f64, surface: SurfaceId, at: Vector2<f64>) {
        if self.stands_on.is_none() {
            self.tell(time, What::Lands, at);
        }
        self.stands_on = Some(surface);
        let here = self.level.iter().find(|placed| placed.surface == surface);
        let is_safe =
            |placed: &&Placed| placed.piece.kind == Kind::Solid && placed.piece.route.is_none();
        if let Some(placed) = here.filter(is_safe) {
            self.checkpoint = placed.piece.spawn();
        }
    }

    pub(super) fn tell(&mut self, time: f64, what: What, at: Vector2<f64>) {
        self.log.push(Entry { time, what, at });
    }
}
