// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findWords } from './find-words';

function found(html: string, words: string): string[] {
  document.body.innerHTML = `<article>${html}</article>`;
  return findWords(document.body, words).map(String);
}

test.each([
  ['<p>The bus, the Bus and a busy day</p>', 'bus', ['bus', 'Bus', 'bus']],
  ['<p>a <strong>red b</strong>us</p>', 'red bus', ['red bus']],
  ['<p>two\n  lines</p><p>two lines</p>', 'two lines', ['two lines']],
  ['<pre>two  lines</pre>', 'two lines', ['two  lines']],
  ['<p>one red</p><p>bus two</p>', 'red bus', []],
  ['<p>one red</p><p>bus two</p>', 'redbus', []],
  ['<ul><li>red<ul><li>bus</li></ul></li></ul>', 'bus', ['bus']],
  ['<p>$5.00 (or [more])*</p>', '$5.00 (or [more])*', ['$5.00 (or [more])*']],
  ['<p>10 - 12 and a-b/c^d|e{f}\\g</p>', 'a-b/c^d|e{f}\\g', ['a-b/c^d|e{f}\\g']],
  ['<p>STRASSE Straße ÉCOLE école 🚌 bus</p>', 'école 🚌', ['école 🚌']],
  ['<p>İstanbul İSTANBUL</p>', 'stanbul', ['stanbul', 'STANBUL']],
  [
    '<p>bus</p><div><time>bus</time><button>bus</button><i aria-hidden="true">bus</i></div>',
    'bus',
    ['bus'],
  ],
  ['<p>anything</p>', '  ', []],
  [
    '<p>SEARCH-03 “O’Br<b>ien</b>” – caf<i>e\u0301</i></p>',
    `"o'brien" - café`,
    ['“O’Brien” – cafe\u0301'],
  ],
])('in %s finds the visible occurrences of %o', (html, words, ranges) => {
  expect(found(html, words)).toEqual(ranges);
});
