/** Names as elements of the page. */
import { attr, h, setText } from '../dom.js';
import { isRightToLeft } from '../format/names.js';
import { NAME_MAX } from '../route.js';

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

/** How many colours an initial can have, as `css/head.css` names them. */
const COLOURS = 6;

/** Which colour goes with a name: the same one each time. @param {string} name */
export const colourOf = (name) =>
  [...name].reduce((sum, letter) => (sum * 31 + Number(letter.codePointAt(0))) % 997, 7) % COLOURS;

/** The first letter of a name, in a circle of the name's colour. The name itself stands beside it. */
export function initialView() {
  const element = h('span', { class: 'initial', 'aria-hidden': 'true' });
  return {
    element,
    /** @param {string} name */
    draw(name) {
      setText(element, /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '');
      attr(element, 'data-colour', colourOf(name));
    },
  };
}
