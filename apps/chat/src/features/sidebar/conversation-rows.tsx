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
import { useKeptFocus } from './use-kept-focus';

/** Rows this far out of sight are drawn too, in pixels: Tab, the browser's own search and quick scrolling find them. */
const DRAWN_AROUND = 1_600;

interface ConversationRowsProps {
  archived: boolean;
  rows: readonly Row[];
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  selectedId: string | null;
  /** Whether what is selected can be seen at this moment. */
  visible: boolean;
  onAct: ActOn;
  onChoose?: (() => void) | undefined;
}

/** Conversations under the headings of their days. Only those near the window are in the page, however many there are. */
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
  const { kept, handlers } = useKeptFocus(entries, scroller);
  const handle = useRef<VirtualizerHandle>(null);
  const selectedAt = entries.findIndex(
    (entry) => entry.kind === 'row' && entry.row.id === selectedId,
  );
  const isListed = selectedAt !== -1;
  const revealSelected = useEffectEvent(() =>
    handle.current?.scrollToIndex(selectedAt, { align: 'nearest' }),
  );
  // Once for each selection: a row that moves on its own must not take the reader along.
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
        bufferSize={DRAWN_AROUND}
        keepMounted={kept}
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
