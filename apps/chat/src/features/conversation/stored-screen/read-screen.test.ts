// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { readScreen } from './read-screen';

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

/**
 * Reads a page with these rows. jsdom has no adopted style sheets and no layout: an element is visible without `hidden`,
 * and its attribute `at` has its top and its bottom.
 */
function read(rows: string) {
  Object.assign(document, { adoptedStyleSheets: [] });
  Element.prototype.checkVisibility = function isVisible() {
    return !this.hasAttribute('hidden');
  };
  Element.prototype.getBoundingClientRect = function measure() {
    const [top = 0, bottom = 0] = this.getAttribute('at')?.split(' ').map(Number) ?? [];
    return new DOMRect(0, top, 20, bottom - top);
  };
  document.body.innerHTML = `<div><div class="css-title">Roses</div><div><section class="css-list" tabindex="0">${rows}</section></div><textarea placeholder="Message Hoists"></textarea></div>`;
  const screen = readScreen(document.querySelector('section') as HTMLElement); // exists, see above
  if (!screen) throw new Error('nothing was read');
  return screen;
}

test('INSTANT-57 reads header and messages with what only shows something', () => {
  const { header, messages, placeholder } = read(
    '<article id="m" data-message="1" aria-label="You" dir="auto" style="top: 3px"><a href="/x" class="css-link">Hoist</a><svg viewBox="0 0 2 2"><path d="M0 0"></path></svg><input type="checkbox" checked="" name="n"></article>',
  );
  expect(header).toEqual(['div', { class: 'css-title' }, 'Roses']);
  expect(placeholder).toBe('Message Hoists');
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

test('INSTANT-57 leaves out the space below a short reply, which the next page does not show', () => {
  const { messages } = read('<div style="min-height: calc(100% + 40px); color: red;">Roses</div>');
  expect(messages[2]).toEqual(['div', { style: ' color: red;' }, 'Roses']);
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

test('INSTANT-57 reads a box of the same size in place of what nobody sees', () => {
  vi.stubGlobal('screen', { height: 500 });
  document.head.innerHTML = '<style>.css-above { top: 0; } .css-list { top: 0; }</style>';
  const { messages, css } = read(
    `<article at="-900 -501"><p class="css-above">a</p></article>
<article at="-600 80"><p at="-600 -580" style="top: 1px">b</p><span at="-600 -580">c</span><p at="-580 0">d</p></article>
<div hidden="" at="5 9"><button class="css-above">e</button></div>`.replaceAll('\n', ''),
  );
  expect(messages).toEqual([
    'section',
    { class: 'css-list' },
    ['article', { style: 'height:399px;' }],
    ['article', {}, ['p', { style: 'height:20px;top: 1px' }], ['span', {}, 'c'], ['p', {}, 'd']],
    ['div', { style: 'width:20px;height:4px;' }],
  ]);
  expect(css).toBe('.css-list {top: 0;}');
});

test('INSTANT-57 reads the rules of the elements that it reads, in their order', () => {
  document.head.innerHTML =
    '<style>.css-other { color: red; } @media print { .css-list { color: blue; } } p { margin: 0; } .css-list { top: 0; }</style>';
  const { css } = read('');
  expect(css).toBe('@media print {.css-list {color: blue;}}.css-list {top: 0;}');
});
