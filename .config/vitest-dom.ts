import { afterEach } from 'vitest';

/*
 * For component tests (`// @vitest-environment jsdom`): cleans up the page after each test, and stubs what jsdom
 * lacks: with `matchMedia` nothing matches, with `checkVisibility` everything is visible, with `ResizeObserver` nothing
 * changes its size. A test can replace the stubs.
 * Waits as long as other tests do: code that is loaded on demand takes seconds on a busy machine.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
  afterEach(cleanup);

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
