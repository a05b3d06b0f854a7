//! From the text of a scene file to a scene.

use std::sync::Arc;

use kinstep::diagnostics::Method;
use kinstep::{
    Body, BodyId, BuiltInForce, ConstantForce, Force, ParameterError, SceneForce, Scheme, World,
};
use ron::value::RawValue;

use crate::error::{Problem, SceneError};
use crate::losses;
use crate::model::{Burn, Named, Scene};
use crate::pendulum::Pendulum;
use crate::source::{Place, Source};
use crate::text::{BodyText, BurnText, ForceOnText, LinkText, SceneText, Written};

impl<const D: usize> Scene<D>
where
    f64: Written<D>,
{
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
        if bodies.is_empty() {
            return Err(source.error(text.bodies, Problem::NoBodies));
        }
        let mut places = Vec::new();
        for &part in &bodies {
            places.push(scene.read_body(source, part, &places)?);
        }
        for &part in &text.forces {
            scene.read_force(source, part)?;
        }
        for &part in &text.links {
            scene.read_link(source, part)?;
        }
        scene.losses = losses::of(&scene.world);
        for &part in &text.burns {
            scene.read_burn(source, part)?;
        }
        if !scene.burns.is_empty() {
            scene.losses.push("burns");
        }
        Ok(scene)
    }

    /// Reads a body, after those whose names stand at these places; returns where its own name stands.
    fn read_body<'a>(
        &mut self,
        source: &Source<'a>,
        part: &'a RawValue,
        places: &[Place],
    ) -> Result<Place, SceneError> {
        let text: BodyText<'a, Body<f64, D>> = source.read(part)?;
        let name: String = source.read(text.name)?;
        if let Some(same) = self.bodies.iter().position(|body| body.name == name) {
            let first = places[same];
            return Err(source.error(text.name, Problem::SameName { name, first }));
        }
        let id = (self.world.add_body(text.body.round(text.radius)))
            .map_err(|error| source.error(part, Problem::Body(error)))?;
        self.bodies.push(Named { name, id });
        Ok(source.place(text.name))
    }

    fn read_force<'a>(
        &mut self,
        source: &Source<'a>,
        part: &'a RawValue,
    ) -> Result<(), SceneError> {
        let text: ForceOnText = source.read(part)?;
        let force = force::<D>(source, text.force)?;
        let added = match (text.on, text.except) {
            (Some(_), Some(except)) => return Err(source.error(except, Problem::OnAndExcept)),
            (None, None) => self.world.add_force(force).map_err(Into::into),
            (None, Some(names)) => {
                let bodies = self.find_all(source, names)?;
                (self.world.add_force_except(bodies, force)).map_err(Into::into)
            }
            (Some(names), None) => match self.find_all(source, names)?.as_slice() {
                [body] => self.world.add_force_on(*body, force).map_err(Into::into),
                bodies => (self.world)
                    .add_force_on_each(bodies.iter().copied(), force)
                    .map_err(Into::into),
            },
        };
        added
            .map(|_| ())
            .map_err(|error| source.error(text.force, Problem::Force(error)))
    }

    fn read_link<'a>(&mut self, source: &Source<'a>, part: &'a RawValue) -> Result<(), SceneError> {
        let text: LinkText<'a, D> = source.read(part)?;
        let (first, second) = text.between;
        let ends = (self.find(source, first)?, self.find(source, second)?);
        if ends.0 == ends.1 {
            let name = source.read(second)?;
            return Err(source.error(second, Problem::SameBody { name }));
        }
        let force = force::<D>(source, text.force)?;
        let added = match text.at {
            None => self.world.add_link(ends.0, ends.1, force),
            Some(at) => self.world.add_link_at(ends.0, at.0, ends.1, at.1, force),
        };
        added
            .map(|_| ())
            .map_err(|error| source.error(text.force, Problem::Force(error.into())))
    }

    fn read_burn<'a>(&mut self, source: &Source<'a>, part: &'a RawValue) -> Result<(), SceneError> {
        let text: BurnText = source.read(part)?;
        let on = self.find(source, text.on)?;
        let force = source.read(text.force)?;
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

    /// The bodies of a name or a list of names.
    fn find_all<'a>(
        &self,
        source: &Source<'a>,
        part: &'a RawValue,
    ) -> Result<Vec<BodyId>, SceneError> {
        let names = source.list(part)?.into_iter();
        names.map(|name| self.find(source, name)).collect()
    }
}

/// Reads a force: one of the crate, or a pendulum.
fn force<'a, const D: usize>(
    source: &Source<'a>,
    part: &'a RawValue,
) -> Result<Arc<dyn Force<f64, D>>, SceneError>
where
    f64: Written<D>,
{
    let text = part.trim().get_ron();
    let name = text.split(|letter: char| !letter.is_alphanumeric()).next();
    Ok(match name {
        Some("Pendulum") => {
            let pendulum = source.read::<Pendulum<D>>(part)?.force();
            Arc::new(pendulum.map_err(|error| source.error(part, Problem::Number(error)))?)
        }
        Some("AtCentre" | "AtPoint") => Arc::new(source.read::<SceneForce<f64, D>>(part)?),
        _ => Arc::new(source.read::<BuiltInForce<f64, D>>(part)?),
    })
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
