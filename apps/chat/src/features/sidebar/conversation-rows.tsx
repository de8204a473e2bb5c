import type { ConversationRow as Row } from '@homie/contracts';
import { Heading } from '@homie/ui';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ActOn } from '../../platform/use-conversation-actions';
import { useNow } from '@homie/widgets';
import { useDraftedConversations, useRunningConversations } from '../../engine/react';
import { ConversationRow } from './conversation-row';
import { groupByDate } from './date-groups';
import { ArchivedList, CurrentList } from './row-lists';
import { useRetainedFocus } from './use-retained-focus';

/**
 * Tab, the browser's own search and quick scrolling find rows this far outside the viewport.
 */
const OVERSCAN_PX = 1_600;

interface ConversationRowsProps {
  archived: boolean;
  rows: readonly Row[];
  /** The scroll container. */
  scroller: RefObject<HTMLElement | null>;
  selectedId: string | null;
  /** True while the selected conversation is visible. */
  visible: boolean;
  onAct: ActOn;
  onChoose?: (() => void) | undefined;
}

/** Conversations under date headings. Virtualised: only those near the viewport are mounted, however many there are. */
export function ConversationRows({
  archived,
  rows,
  scroller,
  selectedId,
  visible,
  ...actions
}: ConversationRowsProps) {
  const running = useRunningConversations();
  const drafted = useDraftedConversations();
  const now = useNow();
  const entries = groupByDate(rows, now);
  const { mounted, handlers } = useRetainedFocus(entries, scroller);
  const handle = useRef<VirtualizerHandle>(null);
  const selectedAt = entries.findIndex(
    (entry) => entry.kind === 'row' && entry.row.id === selectedId,
  );
  const isListed = selectedAt !== -1;
  const revealSelected = useEffectEvent(() =>
    handle.current?.scrollToIndex(selectedAt, { align: 'nearest' }),
  );
  // Once for each selection: a row that moves on its own must not scroll the list.
  useEffect(() => {
    if (isListed) revealSelected();
  }, [selectedId, isListed]);
  return (
    <div {...handlers}>
      <Virtualizer
        ref={handle}
        as={archived ? ArchivedList : CurrentList}
        item="li"
        data={entries}
        scrollRef={scroller}
        bufferSize={OVERSCAN_PX}
        keepMounted={mounted}
      >
        {(entry) =>
          entry.kind === 'heading' ? (
            <Heading
              key={entry.label}
              as="h3"
              fontSize="xs"
              fontWeight="semibold"
              color="fg.subtle"
              paddingInline="3"
              paddingTop="3"
              paddingBottom="1"
            >
              {entry.label}
            </Heading>
          ) : (
            <ConversationRow
              key={entry.row.id}
              row={entry.row}
              selected={entry.row.id === selectedId}
              running={entry.row.running || running.has(entry.row.id)}
              unread={entry.row.unread && !(visible && entry.row.id === selectedId)}
              drafted={drafted.has(entry.row.id)}
              now={now}
              {...actions}
            />
          )
        }
      </Virtualizer>
    </div>
  );
}
