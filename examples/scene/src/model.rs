//! A scene that has been checked: bodies and forces in a world, and what happens when.

use kinstep::diagnostics::Method;
use kinstep::nalgebra::SVector;
use kinstep::{Body, BodyId, ConstantForce, Force, ParameterError, Real, Scheme, World};
use ron::value::RawValue;

use crate::error::{Problem, SceneError};
use crate::force::{self, Target};
use crate::source::{Place, Source};
use crate::text::{BodyText, BurnText, ForceOnText, LinkText, SceneText};

/// A scene in `D` dimensions.
#[derive(Debug, Clone)]
pub(crate) struct Scene<const D: usize>
where
    f64: Real<D>,
{
    /// What the scene shows.
    pub(crate) title: String,
    /// Length of a step \[s\].
    pub(crate) dt: f64,
    /// Length of the run \[s\].
    pub(crate) duration: f64,
    /// The schemes to run it under, and the tolerances to run it to.
    pub(crate) methods: Vec<Method<f64>>,
    /// All bodies, in the order of the file.
    pub(crate) bodies: Vec<Named>,
    /// The bodies at the start, with all forces but the burns.
    pub(crate) world: World<f64, D>,
    /// Forces that act for some time.
    pub(crate) burns: Vec<Burn<D>>,
    /// What changes the energy, each once; nothing if it is conserved.
    pub(crate) losses: Vec<&'static str>,
}

/// A body and its name.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// The name in the file.
    pub(crate) name: String,
    /// The id in the world.
    pub(crate) id: BodyId,
    /// Where the name stands.
    place: Place,
}

/// A constant force on a body for some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Burn<const D: usize> {
    /// The body.
    pub(crate) on: BodyId,
    /// When it starts \[s\].
    pub(crate) from: f64,
    /// When it ends \[s\].
    pub(crate) until: f64,
    /// The force \[N\].
    pub(crate) force: SVector<f64, D>,
}

impl<const D: usize> Scene<D>
where
    f64: Real<D>,
{
    /// More steps than this are taken for a mistake.
    pub(crate) const MOST_STEPS: f64 = 1e9;

    /// Checks the text of a scene and builds it.
    pub(crate) fn read<'a>(source: &Source<'a>, text: &SceneText<'a>) -> Result<Self, SceneError> {
        let mut scene = Self {
            title: text.title.clone(),
            dt: positive(source, text.dt, "dt")?,
            duration: positive(source, text.duration, "the duration")?,
            methods: methods(source, text)?,
            bodies: Vec::new(),
            world: World::new(),
            burns: Vec::new(),
            losses: Vec::new(),
        };
        let steps = scene.steps();
        if steps > Self::MOST_STEPS {
            return Err(source.error(text.dt, Problem::TooManySteps { steps }));
        }
        let bodies: Vec<&RawValue> = source.read(text.bodies)?;
        for &part in &bodies {
            scene.read_body(source, part)?;
        }
        if bodies.is_empty() {
            return Err(source.error(text.bodies, Problem::NoBodies));
        }
        for &part in &text.forces {
            scene.read_force(source, part)?;
        }
        for &part in &text.links {
            scene.read_link(source, part)?;
        }
        for &part in &text.burns {
            scene.read_burn(source, part)?;
        }
        Ok(scene)
    }

    /// About how many steps the run takes, without those that switching adds.
    pub(crate) fn steps(&self) -> f64 {
        (self.duration / self.dt).ceil()
    }

    fn read_body<'a>(&mut self, source: &Source<'a>, part: &'a RawValue) -> Result<(), SceneError> {
        let text: BodyText = source.read(part)?;
        let name: String = source.read(text.name)?;
        let place = source.place(text.name);
        if let Some(same) = self.bodies.iter().find(|body| body.name == name) {
            let first = same.place;
            return Err(source.error(text.name, Problem::SameName { name, first }));
        }
        let body = Body::point(text.mass)
            .at(source.vector_or_zero(text.position)?)
            .moving(source.vector_or_zero(text.velocity)?);
        let id = (self.world.add_body(body))
            .map_err(|error| source.error(part, Problem::Body(error)))?;
        self.bodies.push(Named { name, id, place });
        Ok(())
    }

    fn read_force<'a>(
        &mut self,
        source: &Source<'a>,
        part: &'a RawValue,
    ) -> Result<(), SceneError> {
        let text: ForceOnText = source.read(part)?;
        let target = match text.on {
            None => Target::Every,
            Some(name) => Target::One(self.find(source, name)?),
        };
        let loss = force::add(source, text.force, &mut self.world, target)?;
        self.note(loss);
        Ok(())
    }

    fn read_link<'a>(&mut self, source: &Source<'a>, part: &'a RawValue) -> Result<(), SceneError> {
        let text: LinkText = source.read(part)?;
        let (first, second) = text.between;
        let ends = (self.find(source, first)?, self.find(source, second)?);
        if ends.0 == ends.1 {
            let name = source.read(second)?;
            return Err(source.error(second, Problem::SameBody { name }));
        }
        let target = Target::Pair(ends.0, ends.1);
        let loss = force::add(source, text.force, &mut self.world, target)?;
        self.note(loss);
        Ok(())
    }

    fn read_burn<'a>(&mut self, source: &Source<'a>, part: &'a RawValue) -> Result<(), SceneError> {
        let text: BurnText = source.read(part)?;
        let on = self.find(source, text.on)?;
        let force = source.vector(text.force)?;
        // `ConstantForce` is generic in its number type
        let check = Force::<f64, D>::check(&ConstantForce::new(force));
        check.map_err(|error| source.error(text.force, Problem::Number(error)))?;
        let (from, until) = (text.from, text.until);
        let times = [
            ("the start of the burn", from, from >= 0.0, "zero or later"),
            (
                "the end of the burn",
                until,
                until > from,
                "after its start",
            ),
        ];
        for (parameter, value, is_right, requirement) in times {
            if !(is_right && value.is_finite()) {
                let error = ParameterError {
                    parameter,
                    value,
                    requirement,
                };
                return Err(source.error(part, Problem::Number(error)));
            }
        }
        self.burns.push(Burn {
            on,
            from,
            until,
            force,
        });
        self.note(Some("burns"));
        Ok(())
    }

    /// The body of the name written there.
    fn find<'a>(&self, source: &Source<'a>, part: &'a RawValue) -> Result<BodyId, SceneError> {
        let name: String = source.read(part)?;
        match self.bodies.iter().find(|body| body.name == name) {
            Some(body) => Ok(body.id),
            None => {
                let known = self.bodies.iter().map(|body| body.name.clone()).collect();
                Err(source.error(part, Problem::NoSuchBody { name, known }))
            }
        }
    }

    /// Notes what a part of the scene is called if it changes the energy.
    fn note(&mut self, loss: Option<&'static str>) {
        if let Some(loss) = loss
            && !self.losses.contains(&loss)
        {
            self.losses.push(loss);
        }
    }
}

/// Reads a length of time that must pass.
fn positive<'a>(
    source: &Source<'a>,
    part: &'a RawValue,
    parameter: &'static str,
) -> Result<f64, SceneError> {
    let value: f64 = source.read(part)?;
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    let error = ParameterError {
        parameter,
        value,
        requirement: "positive and finite",
    };
    Err(source.error(part, Problem::Number(error)))
}

/// Reads schemes and tolerances.
fn methods(source: &Source<'_>, text: &SceneText<'_>) -> Result<Vec<Method<f64>>, SceneError> {
    let schemes = schemes(source, &text.schemes)?;
    let mut methods: Vec<Method<f64>> = schemes.into_iter().map(Method::from).collect();
    for &part in &text.tolerances {
        methods.push(Method::to(positive(source, part, "the tolerance")?));
    }
    Ok(methods)
}

/// Reads names of schemes; none means all.
fn schemes(source: &Source<'_>, parts: &[&RawValue]) -> Result<Vec<Scheme>, SceneError> {
    if parts.is_empty() {
        return Ok(Scheme::ALL.to_vec());
    }
    (parts.iter())
        .map(|part| {
            let name = part.trim().get_ron();
            let scheme = (Scheme::ALL.into_iter()).find(|scheme| scheme.to_string() == name);
            scheme.ok_or_else(|| {
                let name = name.to_owned();
                source.error(part, Problem::NoSuchScheme { name })
            })
        })
        .collect()
}
