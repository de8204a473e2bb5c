// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { useLayoutEffect } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { afterEach, expect, test, vi } from 'vitest';
import { Screen } from './testing/screen';
import { useReadingPosition, type ReadingPosition } from './use-reading-position';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const KEYS = ['first'];
const nothing = () => undefined;

/** A conversation of one row on a simulated screen. */
function openThread(conversationId: string) {
  let position: ReadingPosition | undefined;
  const store = (reading: ReadingPosition) => {
    position = reading;
  };
  function Probe() {
    const reading = useReadingPosition({
      conversationId,
      keys: KEYS,
      onNearStart: nothing,
      onMoved: nothing,
    });
    useLayoutEffect(() => store(reading));
    const { scroller } = reading;
    return <div ref={scroller} />;
  }
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  const { container, unmount } = render(<Probe />);
  const element = container.firstElementChild;
  if (!(element instanceof HTMLElement) || position === undefined) throw new Error('Not rendered');
  const screen = new Screen(element, frames);
  const { rows, settle, toEnd } = position;
  rows.current = { getItemOffset: () => 0 } as unknown as VirtualizerHandle;
  const frame = () => act(() => screen.frame(settle));
  toEnd();
  frame();
  return { screen, frame, toEnd, unmount, isAway: () => position?.away };
}

const pixels = (least: number, most: number) => fc.integer({ min: least, max: most });
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('grow' as const), by: pixels(1, 600) }),
    fc.record({ does: fc.constant('shrink' as const), by: pixels(1, 200) }),
    // The soft keyboard, a rotated phone, a composer that grows and shrinks.
    fc.record({ does: fc.constant('resize' as const), by: pixels(200, 900) }),
    // The message and the first line of its reply; the composer shrinks by this much.
    fc.record({
      does: fc.constant('send' as const),
      by: pixels(0, 180),
      estimated: pixels(0, 150),
      rows: pixels(40, 400),
    }),
    fc.record({ does: fc.constant('wheel' as const), by: pixels(-900, 900) }),
    // A screen reader scrolls without any input.
    fc.record({ does: fc.constant('read up' as const), by: pixels(2, 400) }),
  ),
  { maxLength: 30 },
);

test('follows the end until the reader scrolls up, and again once they return or send, whatever changes size', () => {
  let conversation = 0;
  fc.assert(
    fc.property(steps, fc.boolean(), (sequence, forcesLayout) => {
      const { screen, frame, toEnd, unmount, isAway } = openThread(`${(conversation += 1)}`);
      let isFollowing = true;
      let left = 0;
      for (const step of sequence) {
        const before = screen.layOut();
        if (step.does === 'grow') screen.content += step.by;
        else if (step.does === 'shrink') screen.content = Math.max(300, screen.content - step.by);
        else if (step.does === 'resize') screen.window = step.by;
        else if (step.does === 'send') {
          screen.window += step.by;
          // A row that was estimated too high.
          screen.content = Math.max(300, screen.content - step.estimated);
          if (forcesLayout) screen.layOut();
          screen.content += step.rows;
          act(toEnd);
          isFollowing = true;
        } else if (step.does === 'wheel') {
          act(() => {
            screen.element.dispatchEvent(new WheelEvent('wheel', { deltaY: step.by }));
          });
          screen.scrollTo(before + step.by);
          if (step.by < 0 && before > 0) isFollowing = false;
          else if (screen.layOut() > before && screen.fromEnd < 24) isFollowing = true;
        } else {
          screen.scrollTo(before - step.by);
          if (before - screen.layOut() > 1) isFollowing = false;
        }
        left = screen.layOut();
        frame();
        frame();
        const isSettled = step.does === 'grow' || step.does === 'send';
        // The reader may return to a position near the end; the next change scrolls to the end.
        const isInPlace = isFollowing
          ? screen.fromEnd < (isSettled ? 1 : 24) && !isAway()
          : screen.layOut() === left;
        expect(isInPlace, `${step.does} at ${screen.fromEnd} px from the end`).toBe(true);
      }
      unmount();
    }),
    { numRuns: 300 },
  );
});
