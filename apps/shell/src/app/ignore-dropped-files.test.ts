// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { ignoreDroppedFiles } from './ignore-dropped-files';

const stop = ignoreDroppedFiles(window);
afterEach(stop);

/** Drops on an element, as browsers do: jsdom has no data transfer. Returns whether the browser handles it. */
function drop(element: Element, types: string[]) {
  document.body.replaceChildren(element);
  const event = new Event('drop', { bubbles: true, cancelable: true });
  return element.dispatchEvent(Object.assign(event, { dataTransfer: { types } }));
}

test('START-12 a file that is dropped anywhere does not replace the page; text and file inputs are left to the browser', () => {
  expect(drop(document.createElement('p'), ['Files'])).toBe(false);
  expect(drop(document.createElement('p'), ['text/plain'])).toBe(true);
  const input = document.createElement('input');
  input.type = 'file';
  expect(drop(input, ['Files'])).toBe(true);
});
