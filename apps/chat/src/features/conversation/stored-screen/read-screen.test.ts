// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { readScreen } from './read-screen';

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

/** Reads a page with these rows. jsdom has no adopted style sheets. */
function read(rows: string) {
  Object.assign(document, { adoptedStyleSheets: [] });
  document.body.innerHTML = `<div><div class="css-title">Roses</div><div><section class="css-list" tabindex="0">${rows}</section></div></div>`;
  const screen = readScreen(document.querySelector('section') as HTMLElement); // exists, see above
  if (!screen) throw new Error('nothing was read');
  return screen;
}

test('INSTANT-57 reads header and messages with what only shows something', () => {
  const { header, messages } = read(
    '<article id="m" data-message="1" aria-label="You" dir="auto" style="top: 3px"><a href="/x" class="css-link">Hoist</a><svg viewBox="0 0 2 2"><path d="M0 0"></path></svg><input type="checkbox" checked="" name="n"></article>',
  );
  expect(header).toEqual(['div', { class: 'css-title' }, 'Roses']);
  expect(messages).toEqual([
    'section',
    { class: 'css-list' },
    [
      'article',
      { dir: 'auto', style: 'top: 3px' },
      ['a', { class: 'css-link' }, 'Hoist'],
      ['svg', { viewBox: '0 0 2 2' }, ['path', { d: 'M0 0' }]],
      ['input', { type: 'checkbox', checked: '' }],
    ],
  ]);
});

test('INSTANT-57 reads nothing that loads, runs or navigates', () => {
  const { messages } = read(
    '<img src="blob:1" onerror="x()" class="css-i"><iframe src="/x"></iframe><script>x()</script><p onclick="x()">a</p>',
  );
  expect(messages).toEqual([
    'section',
    { class: 'css-list' },
    ['span', { class: 'css-i' }],
    ['span', {}],
    ['p', {}, 'a'],
  ]);
});

test('INSTANT-57 reads the rules of the elements that it reads, in their order', () => {
  document.head.innerHTML =
    '<style>.css-other { color: red; } @media print { .css-list { color: blue; } } p { margin: 0; } .css-list { top: 0; }</style>';
  const { css } = read('');
  expect(css).toBe('@media print {.css-list {color: blue;}}.css-list {top: 0;}');
});
