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

/** The anchor until the reader moves: the end, the question of the newest reply, a row at its offset, or nothing. */
type Aim = 'end' | 'question' | RowOffset | null;

/** The height of the content above the rows, in pixels. */
export const HEAD_HEIGHT = 56;

/** The height of the content below the rows, in pixels. */
export const FOOT_HEIGHT = 8;

/** The distance between the upper edge and a row that is scrolled into view, in pixels. */
const EDGE = 16;

/** The part of the window that a tall question covers at most: its reply starts there. */
const QUESTION_SHARE = 0.45;

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
  /** Scrolls to the end and follows it until a reply starts. */
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

/** Returns the scroll offset that puts a question at the top: the end of one that would leave its reply no space. */
function offsetOfQuestion(element: HTMLElement, rows: VirtualizerHandle, index: number): number {
  const excess = rows.getItemSize(index) + EDGE - element.clientHeight * QUESTION_SHARE;
  return HEAD_HEIGHT + rows.getItemOffset(index) - EDGE + Math.max(0, excess);
}

interface Reading {
  conversationId: string;
  /** The keys of the rows, top to bottom. */
  keys: readonly string[];
  /** The key of the question that is being answered; null if none is. */
  question: string | null;
  /** Called when the reader nears the first row, each time something moves there. */
  onNearStart: () => void;
  /** Called when the reader scrolls. */
  onMoved: () => void;
}

/**
 * Manages the reading position of a conversation. A reply that starts while the reader is at the end puts its question at
 * the top of the view and grows below it; nothing moves while they read. A reader who goes to the end follows it. Only
 * their own moves stop that, and only their return starts it again: growing text never does. A conversation that is
 * opened again is restored to its last position. A pressed row does not move, whatever grows around it.
 */
export function useReadingPosition(reading: Reading): ReadingPosition {
  const { conversationId, keys, question } = reading;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const watch = useRef<ReaderWatch>(undefined);
  const latest = useRef(reading);
  const [left] = useState(() => readingPositions.get(conversationId));
  const aim = useRef<Aim>(left ?? 'end');
  const held = useRef<RowOffset>(null);
  const [away, setAway] = useState(false);
  /** The question with space below it, so that it can be at the top of the view before its reply is long. */
  const spacedKey = useRef<string>(null);

  const updateView = useCallback(() => {
    // A reader at the end is not scrolling up, however short the conversation is; and a line that was added and is not
    // followed yet does not count as left behind.
    if (aim.current === 'end' || scroller.current === null) return setAway(false);
    setAway(!isAtEnd(scroller.current));
    if (aim.current !== 'question' && scroller.current.scrollTop < NEAR_START)
      latest.current.onNearStart();
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
    const indexOf = (key: string | null) => latest.current.keys.findIndex((each) => each === key);
    const spaced = indexOf(spacedKey.current);
    const questionTop = spaced < 0 ? 0 : offsetOfQuestion(element, handle, spaced);
    const content = element.firstElementChild;
    if (content instanceof HTMLElement)
      content.style.minHeight = spaced < 0 ? '' : `calc(100% + ${questionTop}px)`;
    const to = held.current ?? aim.current;
    let top = to === 'end' ? element.scrollHeight : element.scrollTop;
    if (to === 'question') top = questionTop;
    else if (to !== null && to !== 'end') {
      const index = indexOf(to.key);
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
    // With space below the reply, the end of the view is that of the question: there is no text to follow yet.
    const toEnd = () => {
      const last = latest.current.keys.length - 1;
      const bottom = rows.current?.getItemOffset(last) ?? 0;
      const end = HEAD_HEIGHT + bottom + (rows.current?.getItemSize(last) ?? 0);
      const hasSpace =
        spacedKey.current !== null && end < element.scrollHeight - FOOT_HEIGHT - EDGE;
      readerMoves(hasSpace ? 'question' : 'end')();
    };
    const watching = watchReader(element, {
      up: readerMoves(null),
      elsewhere: () => {
        if (aim.current !== 'end') readerMoves(null)();
      },
      toEnd,
      wish(position) {
        const [key] = latest.current.keys;
        if (position === 'end' || key === undefined) toEnd();
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
      if (aim.current !== 'question') aim.current = position ?? 'end';
      held.current = null;
    };
  }, [conversationId, hasRows, aimAt, updateView, settle]);

  const firstKey = keys[0];
  const before = useRef(firstKey);
  const answered = useRef<string>(null);
  useLayoutEffect(() => {
    latest.current = reading;
    if (answered.current !== question) {
      answered.current = question;
      if (question !== null && (aim.current === 'end' || aim.current === 'question')) {
        spacedKey.current = question;
        aimAt('question');
      }
    }
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
    const isNewest = aim.current === 'end' || aim.current === 'question';
    if (isNewest && held.current === null) settleWithFrame();
    else settle();
  });

  return { scroller, rows, restoredKey: left?.key ?? null, away, settle, ...controls };
}
