// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { followVisibleArea } from './visible-area.ts';

/** A visual viewport over a window that is 844 px high. */
function startFollowing() {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(844);
  const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
  const stop = followVisibleArea(viewport as unknown as VisualViewport); // the properties that are read
  const { style } = document.documentElement;
  return {
    stop,
    change(changes: Partial<Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>>) {
      Object.assign(viewport, changes).dispatchEvent(new Event('resize'));
      return ['--visible-height', '--visible-top', '--safe-bottom'].map((name) =>
        style.getPropertyValue(name),
      );
    },
  };
}

test('a keyboard over the window limits the page to the visible area, until it closes', () => {
  const { change, stop } = startFollowing();
  expect(change({ height: 508, offsetTop: 12 })).toEqual(['508px', '12px', '0px']);
  expect(change({ height: 844, offsetTop: 0 })).toEqual(['', '', '']);
  stop();
  expect(change({ height: 508 })).toEqual(['', '', '']);
});

test('neither browser bars nor pinch zoom change the page', () => {
  const { change } = startFollowing();
  expect(change({ height: 760 })).toEqual(['', '', '']);
  expect(change({ height: 422, scale: 2 })).toEqual(['', '', '']);
});
