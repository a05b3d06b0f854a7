//! The collision of two round bodies.

use nalgebra::SVector;

use super::Contact;
use super::impulse::Approach;
use crate::body::Body;
use crate::numbers::is_finite;
use crate::space::Real;

/// Lets two round bodies that touch act on each other, and returns the impulse on `a` \[N s\]; `b` gets the opposite one. The
/// unit normal points from `b` to `a`; `radii` are the distances of their centres from the point where they touch \[m\].
///
/// ```text
/// u = v_a + ω_a × r_a - v_b - ω_b × r_b      r_a = -R_a n,  r_b = R_b n
/// K j = j (1/m_a + 1/m_b) + (I_a⁻¹ (r_a × j)) × r_a + (I_b⁻¹ (r_b × j)) × r_b
/// ```
///
/// u is the relative velocity of the points that touch, and `K j` its change by an impulse j. A point does not turn, and a
/// [fixed](Body::fixed) body does not change. None, and no change, if the bodies do not approach, both are fixed, or a velocity is
/// not finite. Whether they approach depends on their centres alone, not on the rounding of their spins.
pub(super) fn collide<T: Real<D>, const D: usize>(
    contact: &Contact<T>,
    a: &mut Body<T, D>,
    b: &mut Body<T, D>,
    normal: &SVector<T, D>,
    radii: (T, T),
) -> Option<SVector<T, D>> {
    if a.is_fixed() && b.is_fixed() {
        return None;
    }
    let (arm_a, arm_b) = (normal * -radii.0, normal * radii.1);
    let sweep = T::sweep(&a.angular_velocity(), &arm_a) - T::sweep(&b.angular_velocity(), &arm_b);
    // the arms are normal to the surface: what is left along the normal is rounding
    let sweep = sweep - normal * normal.dot(&sweep);
    let relative = a.relative_to(b);
    let approach = Approach::new(relative.velocity, *normal, relative.mass)?.sweeping(&sweep);
    if !is_finite(&sweep) {
        return None;
    }
    let impulse = approach.impulse(contact, |impulse| {
        response(a, &arm_a, impulse) + response(b, &arm_b, impulse)
    });
    push(a, &arm_a, &impulse);
    push(b, &arm_b, &-impulse);
    Some(impulse)
}

/// The change of the velocity of the point of a body at an arm by an impulse on it: `j/m + (I⁻¹ (r × j)) × r`.
fn response<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    arm: &SVector<T, D>,
    impulse: &SVector<T, D>,
) -> SVector<T, D> {
    if body.is_fixed() {
        return SVector::zeros();
    }
    let turn = T::angular_velocity(
        &body.inertia(),
        &body.orientation(),
        &T::cross(arm, impulse),
    );
    impulse / body.mass + T::sweep(&turn, arm)
}

/// Gives an impulse to the point of a body at an arm.
fn push<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    arm: &SVector<T, D>,
    impulse: &SVector<T, D>,
) {
    body.velocity += impulse / body.mass;
    body.add_angular_momentum(T::cross(arm, impulse));
}
