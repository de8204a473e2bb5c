import { afterEach } from 'vitest';

/*
 * For component tests (`// @vitest-environment jsdom`): each test leaves an empty page behind, and
 * `matchMedia`, which jsdom lacks, answers that nothing matches. A test that needs more replaces it.
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
