import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { firstInSight, isAtEnd, placeOf, readingPlaces, type Place } from './reading-places';
import { watchPress } from './watch-press';
import { watchReader, type ReaderWatch } from './watch-reader';

/** Nearer to the beginning than this, earlier messages are loaded: some screens ahead of the reader. In pixels. */
const NEAR_START = 1600;

/** What is held in sight until the reader moves: the end, a row where it stands, or nothing. */
type Aim = 'end' | Place | null;

/** The height of what stands above the rows, in pixels. */
export const HEAD_HEIGHT = 56;

/** Between the upper edge and a row that is brought into sight, in pixels. */
const EDGE = 16;

/** Where a conversation is read, and how to go elsewhere. */
export interface ReadingPosition {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  rows: RefObject<VirtualizerHandle | null>;
  /** The row that the conversation was left at; null at its end. Must be mounted: its measured height places the others. */
  restoredKey: string | null;
  /** Whether the reader left the end: it is neither followed nor in sight. */
  away: boolean;
  /** Goes to the end and stays there. */
  toEnd: () => void;
  /** Goes to a row and stays there until the reader moves. */
  toRow: (place: Place) => void;
  /** Keeps a row in its place, whatever changes around it, until the reader moves; with its start in view if asked. */
  stay: (key: string, options?: { startInView: boolean }) => void;
  /** Keeps a row where it stands too, but with its beginning in sight and room below it. */
  bring: (key: string) => void;
  /** To be called when rows have another size or another place: before the change is painted. */
  settle: () => void;
}

interface Reading {
  conversationId: string;
  /** The keys of the rows, top to bottom. */
  keys: readonly string[];
  /** Called when the reader nears the first row, each time something moves there. */
  onNearStart: () => void;
  /** Called when the reader moves on their own. */
  onMoved: () => void;
}

/**
 * Where a conversation is read. The end of a growing text is kept in sight while the reader is there. Only their own
 * moves end that, and only their return begins it again: a text that grows never decides. A conversation that is
 * returned to is where it was left. While something is pressed its row stands still, whatever grows around it.
 */
export function useReadingPosition(reading: Reading): ReadingPosition {
  const { conversationId, keys } = reading;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const watch = useRef<ReaderWatch>(undefined);
  const latest = useRef(reading);
  const [left] = useState<Aim>(() => readingPlaces.get(conversationId) ?? 'end');
  const aim = useRef<Aim>(left);
  const held = useRef<Place>(null);
  const [away, setAway] = useState(false);

  const look = useCallback(() => {
    // Who is at the end is not on the way up, however short the conversation is; and a line that it grows by, which is
    // not followed yet, is nothing that the reader left behind.
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
    look();
  }, [look]);

  const frame = useRef<number>(undefined);
  /** To look how long the text is has it laid out: the frame does that anyway, and the key that sends need not. */
  const settleWithFrame = useCallback(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      settle();
    });
  }, [settle]);

  const controls = useMemo(() => {
    const placeNow = (key: string) => scroller.current && placeOf(scroller.current, key);
    return {
      toEnd() {
        aimAt('end');
        settleWithFrame();
      },
      toRow(place: Place) {
        aimAt(place);
        settle();
      },
      stay(key: string, { startInView } = { startInView: false }) {
        const place = placeNow(key);
        if (place) aimAt(startInView ? { key, top: Math.max(EDGE, place.top) } : place);
      },
      bring(key: string) {
        const place = placeNow(key);
        const lowest = (scroller.current?.clientHeight ?? 0) / 2;
        if (place) aimAt({ key, top: Math.max(EDGE, Math.min(place.top, lowest)) });
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
      wish(place) {
        const [key] = latest.current.keys;
        if (place === 'end' || key === undefined) readerMoves('end')();
        else readerMoves({ key, top: HEAD_HEIGHT })();
        settle();
      },
      moved() {
        // What is pressed may also be dragged along, as by somebody who marks a text.
        if (held.current) held.current = placeOf(element, held.current.key);
        look();
      },
    });
    watch.current = watching;
    const stopPresses = watchPress(element, {
      down: (key) => (held.current = placeOf(element, key)),
      over() {
        held.current = null;
        settle();
      },
    });
    return () => {
      watching.stop();
      stopPresses();
      const place = aim.current === 'end' ? null : firstInSight(element);
      if (place) readingPlaces.set(conversationId, place);
      else readingPlaces.delete(conversationId);
    };
  }, [conversationId, hasRows, aimAt, look, settle]);

  const firstKey = keys[0];
  const before = useRef(firstKey);
  useLayoutEffect(() => {
    latest.current = reading;
    // Rows that were put before the first must not move what is read. They do not count as read: the one at the upper edge
    // is measured only now, and would push down those below it.
    if (before.current !== firstKey && aim.current === null && scroller.current) {
      const known = before.current === undefined ? 0 : keys.indexOf(before.current);
      aim.current = firstInSight(scroller.current, new Set(keys.slice(0, Math.max(0, known))));
    }
    before.current = firstKey;
    if (aim.current === 'end' && held.current === null) settleWithFrame();
    else settle();
  });

  const restoredKey = left === 'end' || left === null ? null : left.key;
  return { scroller, rows, restoredKey, away, settle, ...controls };
}
