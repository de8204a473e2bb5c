import { webcrypto } from 'node:crypto';
import { afterEach } from 'vitest';
import { watchText } from '../e2e/fixtures/watch-text.ts';

/*
 * For component tests (`// @vitest-environment jsdom`): cleans up the page after each test, and stubs what jsdom
 * lacks: with `matchMedia` nothing matches, with `checkVisibility` everything is visible, with `ResizeObserver` nothing
 * changes its size, and cryptography is that of Node. A test can replace the stubs.
 * Fails a test after which text would be stale on a page that the browser translates.
 * Waits as long as other tests do: code that is loaded on demand takes seconds on a busy machine.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
  afterEach(cleanup);
  let problems: string[] = [];
  watchText((problem) => problems.push(problem));
  afterEach(() => {
    const found = problems;
    problems = [];
    if (found.length > 0)
      throw new Error(`On a translated page, text would be stale or stop it:\n${found.join('\n')}`);
  });

  Object.defineProperty(window, 'crypto', { value: webcrypto });
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  Element.prototype.checkVisibility ??= () => true;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}
