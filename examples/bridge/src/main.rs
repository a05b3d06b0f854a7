use bridge::{method::METHODS, prices, runs, structures::CASES};
fn main() -> anyhow::Result<()> {
    for case in &CASES {
        for oh in [1.0, 10.0, 100.0, 1e3, 1e4] {
            let s = case.with_stiffness(oh);
            let t0 = std::time::Instant::now();
            let truth = runs::truth(&s, runs::frames(case.short))?;
            print!(
                "{} {oh} truth {:?} k {:.1e}: ",
                case.name,
                t0.elapsed(),
                s.rods[0].stiffness
            );
            for m in &METHODS {
                let e = runs::error(m, &s, runs::frames(case.short), &truth)?;
                let long = if m.name == "leapfrog" && oh > 100.0 {
                    case.short
                } else {
                    case.long
                };
                let w = runs::watch(m, &s, runs::frames(long))?;
                print!("{} {e:.1e}|{:.1e}|{:.1e} ", m.name, w.worst(), w.last());
            }
            println!("{:.2?}", prices::ratios(&s)?);
        }
    }
    Ok(())
}
