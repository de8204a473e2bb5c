import { afterEach } from 'vitest';

/*
 * For component tests (`// @vitest-environment jsdom`): cleans up the page after each test, and stubs `matchMedia`,
 * which jsdom lacks, so that nothing matches. A test can replace the stub.
 */
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);

  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}
