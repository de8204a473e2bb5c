import { Box } from '@homie/ui';
import { useMemo, useState, type ReactElement } from 'react';
import { Virtualizer } from 'virtua';
import type { Edit } from '../../engine/edits';
import type { ThreadItem } from '../../engine/thread-items';
import { useNow } from '@homie/widgets';
import { HEAD_HEIGHT, type ReadingPosition } from './reading/use-reading-position';
import { useKeptFocus } from './reading/use-kept-focus';
import { ThreadPlace } from './thread-place';
import { ThreadRow } from './thread-row';
import { ThreadRows } from './thread-rows';
import { useReadAhead } from './use-markdown';

interface ThreadProps {
  conversationId: string;
  items: readonly ThreadItem[];
  position: ReadingPosition;
  edit: Edit | null;
  /** The message that was asked for by the address. */
  soughtId: string | null;
}

/**
 * What stands below the rows, in pixels, and one for what is rounded. The list takes a row that ends above the lower edge
 * for one that has been read, and moves up by what it grows: an end that grows is followed here, and not twice. So the
 * list is told that it begins further down by as much as stands below it.
 */
const FOOT_HEIGHT = 8 + 1;

/** Drawn beyond what is in sight, in pixels: what a flick of the finger brings is there already. */
const AHEAD = 400;

const itself = (row: ReactElement) => row;

/** The messages of a conversation, top to bottom: only those in sight, those around them, and what must stay. */
export function Thread({ conversationId, items, position, edit, soughtId }: ThreadProps) {
  const now = useNow();
  const { rows, scroller, restoredKey, settle } = position;
  const { focusedKey, ...focusEvents } = useKeptFocus(scroller);
  useReadAhead(items);

  // Rows that are put before the first are to keep what is read where it is; others move nothing.
  const [known, setKnown] = useState({ items, shift: false });
  if (known.items !== items) {
    const first = known.items[0]?.key;
    setKnown({ items, shift: items.findIndex(({ key }) => key === first) > 0 });
  }

  const keepMounted = useMemo(
    () =>
      items.flatMap((item, index) => {
        const isLive = item.kind === 'reply' && item.state === 'live';
        const isHeld = item.key === focusedKey || item.key === restoredKey || item.id === soughtId;
        return isLive || isHeld || item.id === edit?.messageId ? [index] : [];
      }),
    [items, focusedKey, restoredKey, soughtId, edit?.messageId],
  );

  // The list asks for its rows with each scroll and each line that a reply grows by: they are the same then.
  const drawn = useMemo(
    () =>
      items.map((item, index) => (
        <ThreadRow
          key={item.key}
          {...{ item, now, conversationId }}
          edit={item.id === edit?.messageId ? edit : null}
          sought={item.id === soughtId}
          newest={index === items.length - 1}
        />
      )),
    [items, now, conversationId, edit, soughtId],
  );

  return (
    <Box {...focusEvents}>
      <Virtualizer
        ref={rows}
        as={ThreadRows}
        item={ThreadPlace}
        scrollRef={scroller}
        data={drawn}
        shift={known.shift}
        startMargin={HEAD_HEIGHT + FOOT_HEIGHT}
        bufferSize={AHEAD}
        keepMounted={keepMounted}
        onResize={settle}
      >
        {itself}
      </Virtualizer>
    </Box>
  );
}
