//! Tests of the coefficients of both pairs, and of the orders of their steps and of the states
//! inside them.

mod dop853;
mod nystrom;
mod rationals;
