//! kinstep in a program that has no standard library: only start code, memory from a fixed array, and a handler of
//! panics. If anything in the tree linked `std`, there would be two such handlers, and no program.
//!
//! It computes known results, prints a verdict on each, and exits with 0 if all are right.

#![no_std]
#![no_main]

mod answers;
mod machine;

use core::fmt::Write;

use answers::Answer;
use machine::Console;

/// Computes all results and prints each verdict.
fn all_is_right() -> bool {
    let asked = [
        answers::of_a_falling_ball(),
        answers::of_a_turning_brick(),
        answers::of_an_orbit(),
        answers::of_a_swarm(),
        answers::of_a_flight(),
        answers::of_an_aim(),
    ];
    let mut all_right = true;
    for Answer { what, off, within } in asked {
        // NaN is not within any bound
        let right = off <= within;
        let verdict = if right { "right" } else { "WRONG" };
        let printed = writeln!(
            Console,
            "{verdict}: {what}, off by {off:e} of {within:.1e}"
        );
        all_right &= right && printed.is_ok();
    }
    all_right
}
