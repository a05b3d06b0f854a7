//! What was flown, to fly it again.
