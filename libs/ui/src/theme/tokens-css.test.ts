import { expect, test } from 'vitest';
import { createUiSystem } from './system.ts';
import { tokensCss } from './tokens-css.ts';

/** Returns the declarations of the rule with this selector, by property. */
function declarations(css: string, selector: string): Map<string, string> {
  const start = css.indexOf(`${selector}{`) + selector.length + 1;
  const pairs = css.slice(start, css.indexOf('}', start)).split(';');
  return new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  );
}

test('the static pages get the same properties as the application, in both themes', () => {
  const css = tokensCss();
  const themes = [
    ['base', ':root'],
    ['_dark', ':root.dark'],
  ] as const;
  for (const [condition, selector] of themes) {
    const written = declarations(css, selector);
    const used = createUiSystem().tokens.cssVarMap.get(condition) ?? new Map<string, string>();
    expect(used.size).toBeGreaterThan(30);
    for (const [name, value] of used) {
      // Chakra converts the breakpoints to tokens, which a static page writes as media queries.
      if (name.includes('breakpoint')) continue;
      expect([name, written.get(name)]).toEqual([name, value]);
    }
  }
});

test('without a stored choice the system preference decides before any script runs', () => {
  expect(tokensCss()).toContain(
    '@media (prefers-color-scheme:dark){:root:not(.light):not(.dark){color-scheme:dark',
  );
});
