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

/** The offset of the first row, and its height. */
const ROW = { top: 0, height: 60 };

/** A conversation of one row on a simulated screen. */
function openThread(conversationId: string, row = ROW) {
  let position: ReadingPosition | undefined;
  const store = (reading: ReadingPosition) => {
    position = reading;
  };
  function Probe({ question = null }: { question?: string | null }) {
    const reading = useReadingPosition({
      conversationId,
      keys: KEYS,
      question,
      onNearStart: nothing,
      onMoved: nothing,
    });
    useLayoutEffect(() => store(reading));
    const { scroller } = reading;
    return (
      <div ref={scroller}>
        <div />
      </div>
    );
  }
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  const { container, rerender, unmount } = render(<Probe />);
  const element = container.firstElementChild;
  if (!(element instanceof HTMLElement) || position === undefined) throw new Error('Not rendered');
  const screen = new Screen(element, frames);
  const { rows, settle, toEnd } = position;
  rows.current = {
    getItemOffset: () => row.top,
    getItemSize: () => row.height,
  } as unknown as VirtualizerHandle;
  const frame = () => act(() => screen.frame(settle));
  toEnd();
  frame();
  const answer = (question: string | null) => rerender(<Probe question={question} />);
  return { screen, frame, toEnd, answer, unmount, isAway: () => position?.away };
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

test.each([
  ['short', 60, 56 + 1900 - 16],
  ['tall', 400, 56 + 1900 - 16 + 400 + 16 - 600 * 0.45],
])(
  'READ-01 a reply grows below its %s question at the top of the view, which stays',
  (_, height, top) => {
    const { screen, frame, answer, toEnd, isAway } = openThread(`question of ${height}`, {
      top: 1900,
      height,
    });
    screen.window = 600;
    screen.content = 56 + 1900 + height + 8;
    toEnd();
    answer('first');
    frame();
    expect(screen.layOut()).toBe(top);
    for (const by of [200, 100, 100, 40, 300]) {
      screen.content += by;
      frame();
      expect(screen.layOut()).toBe(top);
    }
    expect(isAway()).toBe(true);
    answer(null);
    frame();
    expect(screen.layOut()).toBe(top);

    toEnd();
    frame();
    expect([screen.fromEnd, isAway()]).toEqual([0, false]);
    screen.content += 100;
    frame();
    expect(screen.fromEnd).toBe(0);
  },
);

test('READ-02 a reader who scrolled up is not moved by a reply that starts, nor by its growth', () => {
  const { screen, frame, answer } = openThread('scrolled up', { top: 1900, height: 60 });
  act(() => {
    screen.element.dispatchEvent(new WheelEvent('wheel', { deltaY: -700 }));
  });
  screen.scrollTo(800);
  frame();
  answer('first');
  for (const by of [60, 400]) {
    screen.content += by;
    frame();
    expect(screen.layOut()).toBe(800);
  }
});

test('READ-03 a reader who returns to the end of a short reply keeps its question at the top', () => {
  const { screen, frame, answer } = openThread('returned', { top: 1900, height: 60 });
  answer('first');
  frame();
  const wheel = (deltaY: number) => {
    act(() => {
      screen.element.dispatchEvent(new WheelEvent('wheel', { deltaY }));
    });
    screen.scrollTo(screen.layOut() + deltaY);
    frame();
  };
  wheel(-300);
  wheel(300);
  screen.content += 800;
  frame();
  expect(screen.layOut()).toBe(56 + 1900 - 16);
});
