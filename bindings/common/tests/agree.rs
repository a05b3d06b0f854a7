//! Forces by numbers equal forces by names, for each force, dimension, precision and alternative.

use kinstep::BuiltInForce;
use kinstep_common::flat::{self, Sort};
use kinstep_common::space::Space;
use kinstep_common::table::FORCES;
use serde_json::{Map, Value, json};

/// The numbers of a force, and the same force by names. Each number differs from all others.
fn row_and_names<const D: usize>(kind: usize, way: usize) -> (Vec<f64>, Value) {
    let (name, fields) = FORCES[kind];
    let (mut numbers, mut names, mut last) = (Vec::new(), Map::new(), 0.0);
    let mut new = || {
        last += 0.25;
        last
    };
    for field in fields {
        let value = match field.sort {
            Sort::Number | Sort::Optional => {
                numbers.push(new());
                json!(last_of(&numbers))
            }
            Sort::Flag => {
                numbers.push(1.0);
                json!(true)
            }
            Sort::Vector => {
                numbers.extend([new(), new(), if D == 3 { new() } else { 0.0 }]);
                json!(numbers[numbers.len() - 3..][..D])
            }
            Sort::Axial if D == 2 => {
                numbers.extend([0.0, 0.0, new()]);
                json!(last_of(&numbers))
            }
            Sort::Axial => {
                numbers.extend([new(), new(), new()]);
                json!(numbers[numbers.len() - 3..])
            }
            Sort::Orientation if D == 2 => {
                let angle = new();
                numbers.extend([angle, 0.0, 0.0, 0.0]);
                json!(angle)
            }
            Sort::Orientation => {
                numbers.extend([0.0, 0.0, 0.6, 0.8]);
                json!([0.0, 0.0, 0.6, 0.8])
            }
            Sort::Alternatives(alternatives, _) => {
                let mut value = Value::Null;
                for (index, (name, width)) in alternatives.iter().enumerate() {
                    let given: Vec<f64> = (0..*width)
                        .map(|_| if index == way { new() } else { f64::NAN })
                        .collect();
                    numbers.extend(&given);
                    if index == way {
                        value = json!({ *name: if *width == 1 { json!(given[0]) } else { json!(given) } });
                    }
                }
                value
            }
        };
        names.insert(field.name.into(), value);
    }
    (numbers, json!({ name: names }))
}

fn last_of(numbers: &[f64]) -> f64 {
    *numbers.last().unwrap()
}

fn agree<T: Space<D>, const D: usize>() -> usize {
    let mut count = 0;
    for (kind, (name, fields)) in FORCES.iter().enumerate() {
        let ways = fields.iter().map(|field| match field.sort {
            Sort::Alternatives(alternatives, _) => alternatives.len(),
            _ => 1,
        });
        for way in 0..ways.max().unwrap() {
            let (numbers, names) = row_and_names::<D>(kind, way);
            assert_eq!(flat::width(kind as u32), Ok(numbers.len()));
            let by_numbers: BuiltInForce<T, D> =
                flat::read(kind as u32, &numbers).unwrap_or_else(|e| panic!("{name}: {e}"));
            let by_names: BuiltInForce<T, D> = serde_json::from_value(names.clone())
                .unwrap_or_else(|e| panic!("{name}: {e} {names}"));
            assert_eq!(by_numbers, by_names);
            // and back
            assert_eq!(
                serde_json::from_value::<BuiltInForce<T, D>>(
                    serde_json::to_value(by_numbers).unwrap()
                )
                .unwrap(),
                by_names
            );
            count += 1;
        }
    }
    count
}

#[test]
fn numbers_and_names_agree() {
    // 17 forces, four of which have alternatives: two, two, three and two
    assert_eq!(
        [
            agree::<f64, 2>(),
            agree::<f64, 3>(),
            agree::<f32, 2>(),
            agree::<f32, 3>()
        ],
        [22; 4]
    );
}

/// The message for a force in the plane by its numbers.
fn refusal(kind: &str, numbers: &[f64]) -> String {
    let kind = FORCES.iter().position(|(name, _)| *name == kind).unwrap();
    flat::read::<BuiltInForce<f64, 2>>(kind as u32, numbers)
        .unwrap_err()
        .message
}

#[test]
fn wrong_numbers_are_refused() {
    let nan = f64::NAN;
    for (kind, numbers, message) in [
        (
            "LinearDrag",
            &[0.1, 0.2, 0.0, 0.0, 0.0][..],
            "give one of rate, coefficient",
        ),
        (
            "LinearDrag",
            &[nan, nan, 0.0, 0.0, 0.0],
            "give one of rate, coefficient; none is given",
        ),
        (
            "DryFriction",
            &[nan, 0.3, nan, nan, 0.0, 0.0, 0.0, 0.0, 0.0],
            "give one of force, friction and load, deceleration, with all its numbers",
        ),
        (
            "UniformGravity",
            &[0.0, -9.81, 1.0],
            "z of the acceleration is 1; it must be zero in the plane",
        ),
        (
            "ConstantTorque",
            &[2.0, 0.0, 1.0],
            "x of the torque is 2; it must be zero in the plane, where it is along z",
        ),
        (
            "Spring",
            &[1.0, 0.0, nan, 0.5, 0.0, 0.0, 0.0],
            "pulls_only is 0.5; it must be 0 or 1",
        ),
        ("Spring", &[1.0], "Spring takes 7 numbers; 1 were given"),
    ] {
        assert_eq!(refusal(kind, numbers), message);
    }
    let unknown = flat::read::<BuiltInForce<f64, 2>>(77, &[]).unwrap_err();
    assert_eq!(
        unknown.message,
        "there is no force of kind 77; there are 17"
    );
    // a rest length that is not given
    let spring: BuiltInForce<f64, 3> = flat::read(5, &[1.0, 0.0, nan, 0.0, 0.0, 0.0, 0.0]).unwrap();
    assert_eq!(spring, kinstep::Spring::stiffness(1.0).into());
}
