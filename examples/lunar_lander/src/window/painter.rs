//! Paints scenes with the graphics card.

use anyhow::Result;
use lunar_lander::scene::{Scene, Shape};
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::math::vec2;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource,
};
use macroquad::models::draw_mesh;

use super::area::{disc, halo, polygon};
use super::curtain::{Hidden, curtain};
use super::display::not_opened;
use super::sheet::{Kind, Sheets};
use super::stroke::line;

/// What paints; it keeps the memory of one frame for the next.
pub(super) struct Painter {
    sheets: Sheets,
    opaque: Material,
    soft: Material,
}

impl Painter {
    /// A painter for the window that is open.
    ///
    /// # Errors
    /// If the graphics card does not take the shaders.
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            sheets: Sheets::default(),
            opaque: material(OPAQUE, None)?,
            soft: material(SOFT, Some(over()))?,
        })
    }

    /// Paints a scene over all that there is.
    pub(super) fn paint(&mut self, scene: &Scene) {
        self.sheets.clear();
        let mut hidden = hidden(scene);
        for shape in &scene.shapes {
            if hides(scene, shape).is_some() {
                // no curtain hides itself
                hidden.pop();
            }
            self.shape(shape, &hidden[hidden.len() - 1]);
        }
        set_camera(&Camera2D {
            target: vec2(0.5 * scene.size[0], 0.5 * scene.size[1]),
            zoom: vec2(2.0 / scene.size[0], 2.0 / scene.size[1]),
            ..Camera2D::default()
        });
        for (kind, sheet) in self.sheets.used() {
            gl_use_material(match kind {
                Kind::Opaque => &self.opaque,
                Kind::Soft => &self.soft,
            });
            draw_mesh(sheet);
        }
        gl_use_default_material();
        set_default_camera();
    }

    fn shape(&mut self, shape: &Shape, hidden: &Hidden) {
        let sheets = &mut self.sheets;
        match shape {
            Shape::Fill { corners, color } => polygon(sheets, corners, *color),
            Shape::Line {
                points,
                width,
                color,
            } => line(sheets, points, *width, *color),
            Shape::Disc {
                center,
                radius,
                color,
            } => disc(sheets, *center, *radius, *color),
            Shape::Halo {
                center,
                radius,
                color,
            } => halo(sheets, *center, *radius, *color),
            Shape::Curtain {
                top,
                bottom,
                colors,
            } => curtain(sheets, top, *bottom, *colors, hidden),
        }
    }
}

/// What is hidden by none of the curtains, by the last one, by the last two, and so on to all of them.
fn hidden(scene: &Scene) -> Vec<Hidden> {
    let mut all = Hidden::nothing(scene.size[0]);
    let mut hidden = vec![all.clone()];
    for line in scene.shapes.iter().rev().filter_map(|it| hides(scene, it)) {
        all.hide(line);
        hidden.push(all.clone());
    }
    hidden
}

/// The line below which a shape hides everything, if there is one.
fn hides<'a>(scene: &Scene, shape: &'a Shape) -> Option<&'a [[f32; 2]]> {
    match shape {
        Shape::Curtain {
            top,
            bottom,
            colors,
        } if *bottom >= scene.size[1] && colors.iter().all(|color| color[3] >= 1.0) => Some(top),
        _ => None,
    }
}

fn material(fragment: &'static str, color_blend: Option<BlendState>) -> Result<Material> {
    let shader = ShaderSource::Glsl {
        vertex: VERTEX,
        fragment,
    };
    let parameters = MaterialParams {
        pipeline_params: PipelineParams {
            color_blend,
            ..PipelineParams::default()
        },
        ..MaterialParams::default()
    };
    load_material(shader, parameters).map_err(not_opened)
}

/// What is behind shines through where the opacity is less than one.
fn over() -> BlendState {
    BlendState::new(
        Equation::Add,
        BlendFactor::Value(BlendValue::SourceAlpha),
        BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
    )
}

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec4 color0;
attribute vec4 normal;
varying mediump vec4 color;
varying highp vec4 stroke;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    color = color0 / 255.0;
    stroke = normal;
}
";

const OPAQUE: &str = "#version 100
varying mediump vec4 color;
void main() {
    gl_FragColor = color;
}
";

/// See the equation of strokes and their edges, where sheets are made.
const SOFT: &str = "#version 100
precision highp float;
varying mediump vec4 color;
varying highp vec4 stroke;
void main() {
    float beyond = max(max(-stroke.x, stroke.x - stroke.z), 0.0);
    float far = sqrt(beyond * beyond + stroke.y * stroke.y);
    float share = clamp(stroke.w + 0.5 - far, 0.0, 1.0);
    gl_FragColor = vec4(color.rgb, color.a * share);
}
";
