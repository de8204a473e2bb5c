import { Box } from '@homie/ui';
import { useMemo, useState, type ReactElement } from 'react';
import { Virtualizer, type CacheSnapshot } from 'virtua';
import type { Edit } from '../../engine/edits';
import type { ThreadItem } from '../../engine/thread-items';
import { useNow } from '@homie/widgets';
import { FOOT_HEIGHT, HEAD_HEIGHT, type ReadingPosition } from './reading/use-reading-position';
import { useRetainedFocus } from './reading/use-retained-focus';
import { RowContainer } from './row-container';
import { ThreadRow } from './thread-row';
import { ThreadRows } from './thread-rows';
import { useReadAhead } from './use-markdown';

interface ThreadProps {
  conversationId: string;
  items: readonly ThreadItem[];
  position: ReadingPosition;
  edit: Edit | null;
  /** The message in the address. */
  targetId: string | null;
}

/**
 * The start offset of the list, in pixels. The list treats a row that ends above the lower edge as read, and scrolls up by
 * its growth: a growing end is followed here, and must not be followed twice. So the offset is larger than the height
 * above the rows by that below them, plus one for rounding.
 */
const START_MARGIN = HEAD_HEIGHT + FOOT_HEIGHT + 1;

/** The overscan, in pixels: rows that a flick scrolls into view are already rendered. */
const AHEAD = 400;

/**
 * The expected heights of rows that were never measured: 180 pixels. With a lower number the list would render more rows
 * than it shows, and discard them once they are measured.
 */
const UNMEASURED: CacheSnapshot = [[], 180];

/** The number of newest rows that are rendered in the first frame, before the list knows its height. */
const NEWEST_ROWS = 4;

const itself = (row: ReactElement) => row;

/**
 * The messages of a conversation, top to bottom: only those in view, those around them, and those that must stay
 * mounted.
 */
export function Thread({ conversationId, items, position, edit, targetId }: ThreadProps) {
  const now = useNow();
  const { rows, scroller, restoredKey, settle } = position;
  const { focusedKey, ...focusEvents } = useRetainedFocus(scroller);
  useReadAhead(items);

  // Prepended rows must not move the rows in view; other changes shift nothing.
  const [known, setKnown] = useState({ items, shift: false });
  if (known.items !== items) {
    const first = known.items[0]?.key;
    setKnown({ items, shift: items.findIndex(({ key }) => key === first) > 0 });
  }

  const keepMounted = useMemo(
    () =>
      items.flatMap((item, index) => {
        const isNewest = restoredKey === null && index >= items.length - NEWEST_ROWS;
        const isLive = item.kind === 'reply' && item.state === 'live';
        const isHeld = item.key === focusedKey || item.key === restoredKey || item.id === targetId;
        return isNewest || isLive || isHeld || item.id === edit?.messageId ? [index] : [];
      }),
    [items, focusedKey, restoredKey, targetId, edit?.messageId],
  );

  // Memoised: the list requests its rows with each scroll and each line that a reply grows by.
  const rendered = useMemo(
    () =>
      items.map((item, index) => (
        <ThreadRow
          key={item.key}
          {...{ item, now, conversationId }}
          edit={item.id === edit?.messageId ? edit : null}
          target={item.id === targetId}
          newest={index === items.length - 1}
        />
      )),
    [items, now, conversationId, edit, targetId],
  );

  return (
    <Box {...focusEvents}>
      <Virtualizer
        ref={rows}
        as={ThreadRows}
        item={RowContainer}
        scrollRef={scroller}
        data={rendered}
        shift={known.shift}
        startMargin={START_MARGIN}
        cache={UNMEASURED}
        bufferSize={AHEAD}
        keepMounted={keepMounted}
        onResize={settle}
      >
        {itself}
      </Virtualizer>
    </Box>
  );
}
