//! Draws a picture as SVG. It can be displayed in any size.

use std::fmt::Write as _;

use super::{Colour, HEIGHT, Shape, WIDTH};

/// Draws the shapes as SVG.
pub(super) fn svg(shapes: &[Shape]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\" aria-label=\"Dominoes\">"
    );
    for shape in shapes {
        // Writing into a String can't fail.
        let _ = write(&mut svg, shape);
    }
    svg.push_str("</svg>\n");
    svg
}

fn write(svg: &mut String, shape: &Shape) -> std::fmt::Result {
    match *shape {
        Shape::Box {
            x,
            y,
            width,
            height,
            radius,
            colour,
        } => write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             rx=\"{radius:.1}\" fill=\"{}\"/>",
            hex(colour)
        ),
        Shape::Disc {
            x,
            y,
            radius,
            colour,
        } => write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"/>",
            hex(colour)
        ),
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
