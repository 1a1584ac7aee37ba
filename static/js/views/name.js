/** Names as elements of the page. */
import { attr, changes, fill, h, setText } from '../dom.js';
import { faceFor } from '../face.js';
import { isRightToLeft, nameOf } from '../format/names.js';
import { NAME_MAX } from '../route.js';

/** @import { Sitter } from '../format/names.js' */

/**
 * Shows a name, or a text that begins with one, as all that an element holds: in the direction of its letters,
 * so that it is shortened at its end, and as wide as there is room for.
 * @param {HTMLElement} element
 * @param {string} name as `names.js` makes it
 */
export function setName(element, name) {
  element.classList.add('name');
  attr(element, 'dir', isRightToLeft(name) ? 'rtl' : null);
  setText(element, name);
}

/**
 * An element that holds a name, or a text that begins with one.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {import('../dom.js').Props} props
 * @param {string} name
 */
export function nameElement(tag, props, name) {
  const element = h(tag, props);
  setName(element, name);
  return element;
}

/** A field for the visitor's own name, which the browser may know. @param {import('../dom.js').Props} props */
export const nameInput = (props) =>
  h('input', {
    name: 'name',
    class: 'field',
    maxlength: NAME_MAX,
    autocomplete: 'nickname',
    spellcheck: 'false',
    ...props,
  });

/** The face of a player, whose name stands beside it. */
export function faceView() {
  const element = h('span.person-face', { 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    element,
    /** @param {Sitter} sitter */
    draw(sitter) {
      if (isNew(sitter.computer, sitter.name)) fill(element, faceFor(sitter));
    },
  };
}

/** As many faces of a table stand beside each other. */
const FACES_SHOWN = 4;

/** The faces of players who sit at one table, whose names stand beside them. @param {readonly Sitter[]} sitters */
export function facesOf(sitters) {
  const faces = facesView();
  faces.draw(sitters);
  return faces.element;
}

/** Such faces, which may change. @param {string} [look] the class of the row of faces */
export function facesView(look = 'faces') {
  const element = h('span', { class: look, 'aria-hidden': 'true' });
  const isNew = changes();
  return {
    element,
    /** @param {readonly Sitter[]} sitters */
    draw(sitters) {
      if (!isNew(...sitters.map(({ computer, name }) => [computer, name]))) return;
      const faces = sitters.slice(0, FACES_SHOWN).map((sitter) => {
        const face = faceView();
        face.draw(sitter);
        return face.element;
      });
      fill(element, ...faces);
    },
  };
}

/**
 * A player in a list: the face and the name.
 * @param {Sitter} sitter as the server knows it
 * @param {string} [words] the name, if it is more than that of a person
 */
export function personLabel(sitter, words = nameOf({ name: sitter.name })) {
  const face = faceView();
  face.draw(sitter);
  return h('span.person-label', face.element, nameElement('span', {}, words));
}
