//! Draws a picture as PNG. It is needed because chat applications don't show SVG.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};

use super::{Colour, HEIGHT, Shape, WIDTH};

/// The distance of a Bézier curve's control points, relative to the radius, with which the curve draws a
/// quarter of a circle.
const QUARTER: f32 = 0.552_285;

/// Draws the shapes as PNG. Takes some milliseconds. `None` if the picture can't be made.
pub(super) fn png(shapes: &[Shape]) -> Option<Vec<u8>> {
    let mut canvas = Pixmap::new(u32::from(WIDTH), u32::from(HEIGHT))?;
    for shape in shapes {
        paint(&mut canvas, shape);
    }
    canvas.encode_png().ok()
}

fn paint(canvas: &mut Pixmap, shape: &Shape) {
    let (path, [red, green, blue]): (Option<Path>, Colour) = match *shape {
        Shape::Box {
            x,
            y,
            width,
            height,
            radius,
            colour,
        } => (
            Rect::from_xywh(x, y, width, height).and_then(|rect| rounded(rect, radius)),
            colour,
        ),
        Shape::Disc {
            x,
            y,
            radius,
            colour,
        } => (PathBuilder::from_circle(x, y, radius), colour),
    };
    let mut colour = Paint::default();
    colour.set_color_rgba8(red, green, blue, u8::MAX);
    if let Some(path) = path {
        let (rule, here) = (FillRule::Winding, Transform::identity());
        canvas.fill_path(&path, &colour, rule, here, None);
    }
}

fn rounded(rect: Rect, radius: f32) -> Option<Path> {
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let (r, k) = (radius, radius * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - k, top, right, top + k, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + k, left + k, top, left + r, top);
    path.close();
    path.finish()
}
