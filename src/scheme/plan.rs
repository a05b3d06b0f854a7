//! Which forces are fused into the flow, and which kick.

use alloc::vec::Vec;

use super::System;
use super::system::Target;
use crate::body::Body;
use crate::space::Real;

/// The forces of a system by what they know, as indices of attachments.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// Linear forces on bodies: fused.
    pub(super) linear: Vec<usize>,
    /// Kicks with exact increments, linear links among them.
    pub(super) exact: Vec<usize>,
    /// Kicks that depend on position and time only.
    pub(super) fields: Vec<usize>,
    /// Kicks that may depend on velocity.
    pub(super) general: Vec<usize>,
    /// How many kicks each body gets.
    pub(super) kicks: Vec<usize>,
    /// The bodies that are kicked.
    pub(super) kicked: Vec<usize>,
}

impl Plan {
    pub(super) fn new() -> Self {
        Self {
            linear: Vec::new(),
            exact: Vec::new(),
            fields: Vec::new(),
            general: Vec::new(),
            kicks: Vec::new(),
            kicked: Vec::new(),
        }
    }

    /// Sorts all forces anew.
    pub(super) fn make<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        time: T,
    ) {
        for list in [
            &mut self.linear,
            &mut self.exact,
            &mut self.fields,
            &mut self.general,
        ] {
            list.clear();
        }
        for (index, attachment) in system.attachments.iter().enumerate() {
            let Some(body) = attachment.subject(bodies) else {
                continue;
            };
            let force = &attachment.force;
            let has_law = force.law(&body).is_some();
            let is_link = matches!(attachment.target, Target::Pair(..));
            let list = if has_law && !is_link {
                &mut self.linear
            } else if has_law || force.exact_increment(&body, time, T::zero()).is_some() {
                &mut self.exact
            } else if force.depends_on_velocity() {
                &mut self.general
            } else {
                &mut self.fields
            };
            list.push(index);
        }
        self.count_kicks(system, bodies.len());
    }

    /// Makes a force that was thought linear, but has no law for some body, a kick.
    pub(super) fn demote<T: Real<D>, const D: usize>(
        &mut self,
        attachment: usize,
        system: &System<'_, T, D>,
        bodies: usize,
    ) {
        self.linear.retain(|&index| index != attachment);
        self.general.push(attachment);
        self.count_kicks(system, bodies);
    }

    fn count_kicks<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: usize,
    ) {
        self.kicks.clear();
        self.kicks.resize(bodies, 0);
        for &index in self.exact.iter().chain(&self.fields).chain(&self.general) {
            match system.attachments[index].target {
                Target::Every => self.kicks.iter_mut().for_each(|count| *count += 1),
                Target::One(body) => self.kicks[body] += 1,
                Target::Pair(first, second) => {
                    self.kicks[first] += 1;
                    self.kicks[second] += 1;
                }
            }
        }
        self.kicked.clear();
        let counts = self.kicks.iter().enumerate();
        (self.kicked).extend(
            counts
                .filter(|(_, count)| **count > 0)
                .map(|(body, _)| body),
        );
    }
}
