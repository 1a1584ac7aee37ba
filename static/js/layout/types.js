/**
 * The shapes that the layout takes and gives. Lengths on the outside are CSS pixels; inside,
 * everything is measured in half a tile's short side, so that every edge is a whole number:
 * a tile is 4 long and 2 wide.
 */

/**
 * One tile on the table, as the server sends it (rules.md, The layout).
 * @typedef {object} Laid
 * @property {string} tile such as "6-4", the higher end first
 * @property {number} seat who laid it
 * @property {{arm: string, outer: number} | null} joint which arm it was laid on and the pips that
 *   it left open there; null for the lead
 */

/**
 * All that the layout needs to know of a round.
 * @typedef {object} Chain
 * @property {readonly Laid[]} laid in order of play, the lead first
 * @property {string | null} spinner the tile that takes four arms, once it lies
 * @property {readonly {arm: string, pips: number}[]} ends the open ends to make drop targets for
 */

/**
 * The room there is.
 * @typedef {object} Viewport
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} [maxTile] largest short side of a tile, pixels
 * @property {number} [minTarget] smallest side that a drop target should have, pixels
 */

/**
 * Where a tile lies.
 * @typedef {object} Position
 * @property {number} index its place in `chain.laid`
 * @property {string} tile such as "6-4"
 * @property {number} x centre, pixels
 * @property {number} y centre, pixels
 * @property {number} width of the box it covers as it lies, pixels
 * @property {number} height of the box it covers as it lies, pixels
 * @property {number} angle 0, 90, 180 or 270: how far a standing tile with its first half on top
 *   is turned clockwise
 * @property {number} first pips of the half that is drawn first (the higher)
 * @property {number} second pips of the other half
 */

/**
 * Where a further tile may be dropped.
 * @typedef {object} Target
 * @property {string} arm "a" to "d"
 * @property {number} pips what a tile must have to fit
 * @property {number} x centre, pixels
 * @property {number} y centre, pixels
 * @property {number} width of the box that a tile laid here covers, pixels
 * @property {number} height of the box that a tile laid here covers, pixels
 * @property {number} angle 0 when a tile laid here stands, 90 when it lies
 * @property {Box} hit the box that takes the pointer: at least `minTarget` a side where there is
 *   room, never over a tile or another target
 */

/**
 * A box by its centre, pixels.
 * @typedef {object} Box
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * What the layout answers.
 * @typedef {object} Positions
 * @property {number} unit the short side of a tile, pixels
 * @property {Position[]} tiles in order of play
 * @property {Target[]} ends in the order of `chain.ends`
 * @property {{left: number, top: number, right: number, bottom: number}} bounds of all tiles and
 *   targets, pixels
 */

/**
 * Edges of a box in half tiles.
 * @typedef {object} Rect
 * @property {number} x0
 * @property {number} y0
 * @property {number} x1
 * @property {number} y1
 */

/**
 * 0 east, 1 south, 2 west, 3 north: adding one turns clockwise on a screen.
 * @typedef {0 | 1 | 2 | 3} Heading
 */

/**
 * A side of the table's middle: west for arm a, east for b, north for c, south for d.
 * @typedef {"west" | "east" | "north" | "south"} Slot
 */

/**
 * A tile seen from the middle of the table outwards.
 * @typedef {object} Link
 * @property {number} index its place in `chain.laid`
 * @property {boolean} double
 * @property {number} outer the pips on the half that points outwards
 */

export {};
