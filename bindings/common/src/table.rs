//! Made from the source of the crates by `cargo run -p table`: change that.

use crate::flat::{Field, Sort};

/// Names and fields of all forces, by their kinds.
pub static FORCES: &[(&str, &[Field])] = &[
    ("UniformGravity", &[
        Field::new("acceleration", Sort::Vector),
    ]),
    ("ConstantForce", &[
        Field::new("force", Sort::Vector),
        Field::new("rate", Sort::Vector),
    ]),
    ("LinearDrag", &[
        Field::new("strength", Sort::Alternatives(&[("Rate", 1), ("Coefficient", 1)], &["rate", "coefficient"])),
        Field::new("wind", Sort::Vector),
    ]),
    ("QuadraticDrag", &[
        Field::new("coefficient", Sort::Number),
        Field::new("wind", Sort::Vector),
    ]),
    ("QuadraticFall", &[
        Field::new("gravity", Sort::Vector),
        Field::new("drag", Sort::Alternatives(&[("Coefficient", 1), ("TerminalSpeed", 1)], &["coefficient", "terminal_speed"])),
        Field::new("wind", Sort::Vector),
    ]),
    ("Spring", &[
        Field::new("stiffness", Sort::Number),
        Field::new("damping", Sort::Number),
        Field::new("length", Sort::Optional),
        Field::new("pulls_only", Sort::Flag),
        Field::new("anchor", Sort::Vector),
    ]),
    ("MagneticField", &[
        Field::new("field", Sort::Axial),
        Field::new("electric_field", Sort::Vector),
        Field::new("charge", Sort::Number),
    ]),
    ("RotatingFrame", &[
        Field::new("angular_velocity", Sort::Axial),
        Field::new("point", Sort::Vector),
    ]),
    ("Magnus", &[
        Field::new("coefficient", Sort::Number),
        Field::new("angular_velocity", Sort::Axial),
        Field::new("wind", Sort::Vector),
    ]),
    ("DryFriction", &[
        Field::new("strength", Sort::Alternatives(&[("Force", 1), ("Load", 2), ("Deceleration", 1)], &["force", "friction", "load", "deceleration"])),
        Field::new("linear", Sort::Number),
        Field::new("quadratic", Sort::Number),
        Field::new("surface", Sort::Vector),
    ]),
    ("PointGravity", &[
        Field::new("strength", Sort::Number),
        Field::new("center", Sort::Vector),
    ]),
    ("ConstantTorque", &[
        Field::new("torque", Sort::Axial),
    ]),
    ("TorsionSpring", &[
        Field::new("stiffness", Sort::Number),
        Field::new("damping", Sort::Number),
        Field::new("rest", Sort::Orientation),
    ]),
    ("AngularDrag", &[
        Field::new("strength", Sort::Alternatives(&[("Rate", 1), ("Coefficient", 1)], &["rate", "coefficient"])),
    ]),
    ("Thruster", &[
        Field::new("force", Sort::Vector),
        Field::new("arm", Sort::Vector),
        Field::new("throttle", Sort::Number),
    ]),
    ("CriticalSpring", &[
        Field::new("half_life", Sort::Number),
        Field::new("anchor", Sort::Vector),
    ]),
    ("MutualGravity", &[
        Field::new("gravitation", Sort::Number),
        Field::new("softening", Sort::Number),
    ]),
];
