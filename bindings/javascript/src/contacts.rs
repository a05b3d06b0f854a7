//! Surfaces and contacts.

use std::sync::Arc;

use kinstep_common::contacts::{CollisionRecord, Material, Response, Shape, SurfaceChange, With};
use kinstep_common::{AnyWorld, Failure};
use wasm_bindgen::prelude::*;

use crate::border::{Row, failed};
use crate::forces::Function;
use crate::world::World;

fn material(row: &mut Row<'_>) -> Material {
    Material {
        restitution: row.number(),
        friction: row.number(),
        rolling: row.number(),
        tangential_restitution: row.number(),
    }
}

/// The ids of a contact: the body, whether it touched a body, and what it touched.
fn ids(body: u64, with: With) -> [u64; 3] {
    match with {
        With::Surface(surface) => [body, 0, surface],
        With::Body(other) => [body, 1, other],
    }
}

/// How a contact acts: what the function answers, or what was set if it answers nothing. If it throws the step fails by NaN.
fn response(function: &Function, collision: &CollisionRecord) -> Response {
    let set = collision.material;
    let mut numbers = vec![collision.time];
    numbers.extend(collision.point);
    numbers.extend(collision.normal);
    numbers.extend(collision.velocity);
    numbers.extend([
        set.restitution,
        set.friction,
        set.rolling,
        set.tangential_restitution,
    ]);
    let answer = function.ask(&numbers, &ids(collision.body, collision.with));
    let Some(answer) = answer else {
        return Response {
            material: set,
            belt: [0.0; 3],
            push: [f64::NAN; 3],
            passes: false,
        };
    };
    let mut row = Row(&answer);
    Response {
        material: if answer.is_empty() {
            set
        } else {
            material(&mut row)
        },
        belt: row.next(),
        push: row.next(),
        passes: row.number() != 0.0,
    }
}

#[wasm_bindgen]
impl World {
    pub fn add_surface(
        &self,
        kind: &str,
        row: &[f64],
        list: &[f64],
        contact: &[f64],
    ) -> Result<u64, JsValue> {
        let mut row = Row(row);
        let shape = match kind {
            "plane" => Shape::Plane {
                normal: row.next(),
                distance: row.number(),
            },
            "box" => Shape::Box {
                center: row.next(),
                half_extents: row.next(),
                orientation: row.next(),
            },
            "ball" => Shape::Ball {
                center: row.next(),
                radius: row.number(),
            },
            "chain" => Shape::Chain {
                points: list,
                is_closed: row.number() != 0.0,
            },
            "heightfield" => Shape::Heightfield {
                up: row.next(),
                origin: row.next(),
                spacing: row.number(),
                heights: list,
                columns: row.count() as usize,
            },
            _ => {
                return Err(failed(&Failure::invalid(format_args!(
                    "there is no shape {kind}; there are plane, box, ball, chain, heightfield"
                ))));
            }
        };
        self.change(|world| world.add_surface(shape, material(&mut Row(contact))))
    }

    pub fn remove_surface(&self, surface: u64) -> Result<(), JsValue> {
        self.change(|world| world.remove_surface(surface))
    }

    /// What is missing stays as it is; a side without numbers is all sides.
    pub fn change_surface(
        &self,
        surface: u64,
        contact: Option<Vec<f64>>,
        velocity: Option<Vec<f64>>,
        side: Option<Vec<f64>>,
        layers: Option<u32>,
    ) -> Result<(), JsValue> {
        let change = SurfaceChange {
            material: contact.map(|row| material(&mut Row(&row))),
            velocity: velocity.map(|row| Row(&row).next()),
            one_way: side.map(|row| (!row.is_empty()).then(|| Row(&row).next())),
            layers,
        };
        self.change(|world| world.change_surface(surface, change))
    }

    pub fn surface_offset(&self, surface: u64) -> Result<Vec<f64>, JsValue> {
        self.find(|world| world.surface_offset(surface))
            .map(Vec::from)
    }

    pub fn set_layers(&self, body: u64, layers: u32) -> Result<(), JsValue> {
        self.change(|world| world.set_layers(body, layers))
    }

    /// None without numbers.
    pub fn set_body_contact(&self, contact: &[f64]) -> Result<(), JsValue> {
        let contact = (!contact.is_empty()).then(|| material(&mut Row(contact)));
        self.change(|world| world.set_body_contact(contact))
    }

    pub fn on_contact(&self, function: JsValue) -> Result<(), JsValue> {
        let function = Function::new(function);
        self.change(|world| {
            world.on_contact(Arc::new(move |collision: &CollisionRecord| {
                response(&function, collision)
            }));
            Ok(())
        })
    }

    /// Of each contact time, point, normal and impulse.
    pub fn contacts(&self) -> Result<Vec<f64>, JsValue> {
        let contacts = self.find(AnyWorld::contacts)?;
        let rows = contacts.iter().flat_map(|contact| {
            let vectors = [contact.point, contact.normal, contact.impulse];
            [contact.time]
                .into_iter()
                .chain(vectors.into_iter().flatten())
        });
        Ok(rows.collect())
    }

    /// Of each contact the body, whether it touched a body, and what it touched.
    pub fn contact_ids(&self) -> Result<Vec<u64>, JsValue> {
        let contacts = self.find(AnyWorld::contacts)?;
        Ok(contacts
            .iter()
            .flat_map(|contact| ids(contact.body, contact.with))
            .collect())
    }

    /// The kinds of all contacts, separated by spaces.
    pub fn contact_kinds(&self) -> Result<String, JsValue> {
        let contacts = self.find(AnyWorld::contacts)?;
        let names: Vec<String> = contacts
            .iter()
            .map(|contact| format!("{:?}", contact.kind))
            .collect();
        Ok(names.join(" "))
    }

    pub fn held_by(&self, body: u64) -> Result<Vec<u64>, JsValue> {
        self.find(|world| world.held_by(body))
    }
}
