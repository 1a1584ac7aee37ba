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
