import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import {
  findFirstVisibleRow,
  isAtEnd,
  measureRow,
  readingPositions,
  type RowOffset,
} from './reading-positions';
import { watchPress } from './watch-press';
import { watchReader, type ReaderWatch } from './watch-reader';

/** Closer to the start than this, earlier messages are loaded: some screens ahead of the reader. In pixels. */
const NEAR_START = 1600;

/** The anchor until the reader moves: the end, a row at its offset, or nothing. */
type Aim = 'end' | RowOffset | null;

/** The height of the content above the rows, in pixels. */
export const HEAD_HEIGHT = 56;

/** The distance between the upper edge and a row that is scrolled into view, in pixels. */
const EDGE = 16;

/** The reading position of a conversation, and functions that move it. */
export interface ReadingPosition {
  /** The scroll container. */
  scroller: RefObject<HTMLDivElement | null>;
  rows: RefObject<VirtualizerHandle | null>;
  /**
   * The row that the conversation was left at; null at its end. Must be mounted: its measured height positions the
   * others.
   */
  restoredKey: string | null;
  /** True if the reader left the end: it is neither followed nor in view. */
  away: boolean;
  /** Scrolls to the end and follows it. */
  toEnd: () => void;
  /** Scrolls to a row and anchors it until the reader moves. */
  toRow: (position: RowOffset) => void;
  /**
   * Anchors a row at its offset, whatever changes around it, until the reader moves; with its start in view if
   * requested.
   */
  stay: (key: string, options?: { startInView: boolean }) => void;
  /** Anchors a row at its offset too, but with its start in view and space below it. */
  scrollToRow: (key: string) => void;
  /** Must be called when rows change size or position, before the change is painted. */
  settle: () => void;
}

interface Reading {
  conversationId: string;
  /** The keys of the rows, top to bottom. */
  keys: readonly string[];
  /** Called when the reader nears the first row, each time something moves there. */
  onNearStart: () => void;
  /** Called when the reader scrolls. */
  onMoved: () => void;
}

/**
 * Manages the reading position of a conversation. Keeps the end of a growing text in view while the reader is there.
 * Only the reader's own moves stop that, and only their return starts it again: growing text never does. A conversation
 * that is opened again is restored to its last position. A pressed row does not move, whatever grows around it.
 */
export function useReadingPosition(reading: Reading): ReadingPosition {
  const { conversationId, keys } = reading;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const watch = useRef<ReaderWatch>(undefined);
  const latest = useRef(reading);
  const [left] = useState<Aim>(() => readingPositions.get(conversationId) ?? 'end');
  const aim = useRef<Aim>(left);
  const held = useRef<RowOffset>(null);
  const [away, setAway] = useState(false);

  const updateView = useCallback(() => {
    // A reader at the end is not scrolling up, however short the conversation is; and a line that was added and is not
    // followed yet does not count as left behind.
    if (aim.current === 'end' || scroller.current === null) return setAway(false);
    setAway(!isAtEnd(scroller.current));
    if (scroller.current.scrollTop < NEAR_START) latest.current.onNearStart();
  }, []);
  const aimAt = useCallback((next: Aim) => {
    aim.current = next;
    held.current = null;
    if (next === 'end') setAway(false);
    else if (scroller.current) setAway(!isAtEnd(scroller.current));
  }, []);
  const settle = useCallback(() => {
    const element = scroller.current;
    const handle = rows.current;
    if (element === null || handle === null) return;
    const to = held.current ?? aim.current;
    let top = to === 'end' ? element.scrollHeight : element.scrollTop;
    if (to !== null && to !== 'end') {
      const index = latest.current.keys.indexOf(to.key);
      if (index >= 0) top = HEAD_HEIGHT + handle.getItemOffset(index) - to.top;
    }
    if (Math.abs(top - element.scrollTop) >= 1) element.scrollTop = top;
    watch.current?.placed();
    updateView();
  }, [updateView]);

  const frame = useRef<number>(undefined);
  /**
   * Reading the height of the text forces layout: the frame does that anyway, and the keystroke that sends need not.
   */
  const settleWithFrame = useCallback(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      settle();
    });
  }, [settle]);

  const controls = useMemo(() => {
    const measure = (key: string) => scroller.current && measureRow(scroller.current, key);
    return {
      toEnd() {
        aimAt('end');
        settleWithFrame();
      },
      toRow(position: RowOffset) {
        aimAt(position);
        settle();
      },
      stay(key: string, { startInView } = { startInView: false }) {
        const position = measure(key);
        if (position) aimAt(startInView ? { key, top: Math.max(EDGE, position.top) } : position);
      },
      scrollToRow(key: string) {
        const position = measure(key);
        const lowest = (scroller.current?.clientHeight ?? 0) / 2;
        if (position) aimAt({ key, top: Math.max(EDGE, Math.min(position.top, lowest)) });
      },
    };
  }, [aimAt, settle, settleWithFrame]);

  const hasRows = keys.length > 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !hasRows) return;
    const readerMoves = (next: Aim) => () => {
      aimAt(next);
      latest.current.onMoved();
    };
    const watching = watchReader(element, {
      up: readerMoves(null),
      elsewhere: () => {
        if (aim.current !== 'end') readerMoves(null)();
      },
      toEnd: readerMoves('end'),
      wish(position) {
        const [key] = latest.current.keys;
        if (position === 'end' || key === undefined) readerMoves('end')();
        else readerMoves({ key, top: HEAD_HEIGHT })();
        settle();
      },
      moved() {
        // A pressed row may also be dragged along, e.g. while the user selects text.
        if (held.current) held.current = measureRow(element, held.current.key);
        updateView();
      },
    });
    watch.current = watching;
    // At once, not with the frame: the list renders the rows at the end before the first paint.
    settle();
    const stopPresses = watchPress(element, {
      down: (key) => (held.current = measureRow(element, key)),
      over() {
        held.current = null;
        settle();
      },
    });
    return () => {
      watching.stop();
      stopPresses();
      const position = aim.current === 'end' ? null : findFirstVisibleRow(element);
      if (position) readingPositions.set(conversationId, position);
      else readingPositions.delete(conversationId);
      // A view that is only hidden may lose its scroll offset.
      aim.current = position ?? 'end';
      held.current = null;
    };
  }, [conversationId, hasRows, aimAt, updateView, settle]);

  const firstKey = keys[0];
  const before = useRef(firstKey);
  useLayoutEffect(() => {
    latest.current = reading;
    // Rows that are prepended must not move the rows in view. They are no anchors: the one at the upper edge is
    // measured only now, and would push down those below it.
    if (before.current !== firstKey && aim.current === null && scroller.current) {
      const known = before.current === undefined ? 0 : keys.indexOf(before.current);
      aim.current = findFirstVisibleRow(
        scroller.current,
        new Set(keys.slice(0, Math.max(0, known))),
      );
    }
    before.current = firstKey;
    if (aim.current === 'end' && held.current === null) settleWithFrame();
    else settle();
  });

  const restoredKey = left === 'end' || left === null ? null : left.key;
  return { scroller, rows, restoredKey, away, settle, ...controls };
}
