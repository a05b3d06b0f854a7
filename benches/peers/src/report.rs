//! What is printed.

use support::console::table::table;
use support::quotes::Quote;

use crate::asked::{Asked, Bound, Verdict, asked};
use crate::contender::{Entry, State, Who};
use crate::rounds::Rounds;
use crate::statistics::Quartiles;

/// Those who were measured, each with how far it has a throw from where it is after 10 s \[m\].
pub(crate) type Field = [(Entry, Option<f64>)];

/// Everything.
pub(crate) fn report(field: &Field, all: &[Rounds]) -> String {
    let rounds: Vec<String> = all
        .iter()
        .map(|rounds| rounds.count().to_string())
        .collect();
    [
        "Bodies that fall through air and touch nothing, dt = 1/60 s, on one thread".to_owned(),
        String::new(),
        times(field, all, |time, ratio| vec![spread(time), spread(ratio)]),
        "ns: time of a body in a step, median (quartiles); × memory: the same, in those of the memory, which multiplies as \
         many numbers of the same kind in place; off: from the closed form after 10 s (with a force besides, from \
         a reference)"
            .to_owned(),
        "-: nobody waits for Rapier to move more than 100,000 bodies, and Box2D has room for 262,140 on one thread"
            .to_owned(),
        format!("rounds: {}", rounds.join(", ")),
        String::new(),
        answers(all),
    ]
    .join("\n")
}

/// The table as Markdown, and how a step of the most bodies in a swarm compares with the memory.
pub(crate) fn quotes(field: &Field, all: &[Rounds]) -> Vec<Quote> {
    let table = times(field, all, |time, ratio| {
        vec![digits(time.median), digits(ratio.median)]
    });
    let swarm = all.last().and_then(|rounds| {
        let one = (Who::Swarm, State::F32_3D);
        rounds.ratio(one, (Who::Memory, State::F32_3D))
    });
    let million = swarm.map(|ratio| ("million", range(ratio)));
    let table = ("table", format!("\n\n{table}\n\n"));
    [table].into_iter().chain(million).collect()
}

/// Both quartiles.
fn range(quartiles: Quartiles) -> String {
    format!("{} to {}", digits(quartiles.lower), digits(quartiles.upper))
}

/// Everyone's times and ratios.
fn times(
    field: &Field,
    all: &[Rounds],
    cells: impl Fn(Quartiles, Quartiles) -> Vec<String>,
) -> String {
    let mut header = ["", "off [m]"].map(str::to_owned).to_vec();
    for rounds in all {
        header.push(format!("{}: ns", grouped(rounds.bodies)));
        header.push("× memory".to_owned());
    }
    let rows = field.iter().map(|(entry, off)| {
        let off = off.map_or_else(|| "-".to_owned(), metres);
        let mut row = vec![format!("{}: {}", entry.state, entry.who.name()), off];
        for rounds in all {
            let time = rounds.time(entry.who, entry.state);
            let memory = (Who::Memory, entry.state);
            let ratio = rounds.ratio((entry.who, entry.state), memory);
            match time.zip(ratio) {
                Some((time, ratio)) => row.extend(cells(time, ratio)),
                None => row.extend(["-", "-"].map(str::to_owned)),
            }
        }
        row
    });
    table(header, rows)
}

/// What is asked, and what was measured.
fn answers(all: &[Rounds]) -> String {
    let rows = all.iter().flat_map(asked).map(|asked: Asked| {
        let bound = match asked.bound {
            Bound::AtLeast(least) => format!("≥ {least}"),
            Bound::AtMost(most) => format!("≤ {most}"),
        };
        let verdict = match asked.verdict() {
            Verdict::Holds => "holds",
            Verdict::Nearly => "within 15 %",
            Verdict::Missed => "missed",
        };
        let measured = spread(asked.measured);
        let bodies = grouped(asked.bodies);
        vec![asked.what, bodies, bound, measured, verdict.to_owned()]
    });
    table(["asked of", "bodies", "asked", "measured", ""], rows)
}

/// A median with its quartiles.
fn spread(quartiles: Quartiles) -> String {
    let Quartiles {
        lower,
        median,
        upper,
    } = quartiles;
    format!("{} ({}–{})", digits(median), digits(lower), digits(upper))
}

/// Three digits, or all before the point.
fn digits(value: f64) -> String {
    let whole = value.abs().max(0.1).log10().floor() as i32 + 1;
    format!("{value:.*}", (3 - whole).clamp(0, 3) as usize)
}

/// A distance, with two digits.
fn metres(distance: f64) -> String {
    if distance >= 0.01 {
        format!("{distance:.2}")
    } else {
        format!("{distance:.0e}")
    }
}

/// A whole number with commas between thousands.
fn grouped(value: usize) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::State;
    use crate::contenders;
    use crate::rounds::made_up;

    #[test]
    fn numbers_have_three_digits() {
        for (value, text) in [
            (0.263_4, "0.263"),
            (0.012, "0.012"),
            (1.084, "1.08"),
            (26.04, "26.0"),
            (384.6, "385"),
            (12_345.6, "12346"),
        ] {
            assert_eq!(digits(value), text);
        }
        assert_eq!(metres(0.803), "0.80");
        assert_eq!(metres(3.4e-13), "3e-13");
    }

    #[test]
    fn thousands_stand_apart() {
        for (value, text) in [
            (1, "1"),
            (999, "999"),
            (1_000, "1,000"),
            (1_000_000, "1,000,000"),
        ] {
            assert_eq!(grouped(value), text);
        }
    }

    #[test]
    fn who_was_not_measured_has_a_dash() {
        let times = [(Who::Memory, State::F32_3D, &[0.5][..])];
        let field: Vec<_> = contenders::ALL.map(|entry| (entry, None)).into();
        let quotes = quotes(&field, &[made_up(1000, &times)]);
        let lines: Vec<&str> = quotes[0].1.trim().lines().collect();
        assert_eq!(lines.len(), 2 + field.len());
        assert!(lines[0].contains("1,000: ns"));
        assert!(lines[2].contains("0.500") && lines[2].contains("1.00"));
        assert!(!lines[3].contains("0.500"));
    }
}
