import { announce, HStack, IconChevronLeft, IconChevronRight, Text } from '@homie/ui';
import { useState } from 'react';
import type { ThreadItem } from '../../engine/thread-items';
import { ActionButton } from './action-button';
import { useThreadActions } from './thread-actions';

/** Switches between the alternatives of a message: '‹ 2 of 3 ›'. */
export function BranchSwitcher({ item }: { item: ThreadItem }) {
  const { busy, showAlternative } = useThreadActions();
  const [switching, setSwitching] = useState(false);
  const alternatives: readonly (string | null)[] = item.alternatives;
  if (alternatives.length < 2) return null;

  const shown = item.kind === 'user' ? item.id : item.messageId;
  const at = alternatives.indexOf(shown);
  const [name, names] = item.kind === 'user' ? ['message', 'Message'] : ['reply', 'Reply'];

  async function go(to: number) {
    const id = alternatives[to];
    if (!id || switching) return;
    setSwitching(true);
    try {
      await showAlternative(item, id);
      announce(`${names} ${to + 1} of ${alternatives.length}.`);
    } finally {
      setSwitching(false);
    }
  }
  return (
    <HStack asChild gap="1">
      <fieldset aria-label={`Versions of this ${name}`}>
        <ActionButton
          label={`Earlier ${name}`}
          icon={<IconChevronLeft size={16} />}
          unavailable={busy ?? (at > 0 ? null : `This is the first ${name}`)}
          onClick={() => void go(at - 1)}
        />
        <Text
          as="span"
          size="xs"
          tone="subtle"
          paddingInline="1"
          css={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {`${at + 1} of ${alternatives.length}`}
        </Text>
        <ActionButton
          label={`Later ${name}`}
          icon={<IconChevronRight size={16} />}
          unavailable={busy ?? (at < alternatives.length - 1 ? null : `This is the last ${name}`)}
          onClick={() => void go(at + 1)}
        />
      </fieldset>
    </HStack>
  );
}
