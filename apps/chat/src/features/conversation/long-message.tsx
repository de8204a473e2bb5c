import { Box, Button } from '@homie/ui';
import { useEffect, useId, useState } from 'react';
import type { UserItem } from '../../engine/user-item';
import { LinkedText } from './linked-text';
import { useThreadActions } from './thread-actions';

/** The ids of expanded messages, so that a row that scrolls out of view is remounted with the same height. */
const unfolded = new Set<string>();

interface LongMessageProps {
  item: UserItem;
  /** A search or a link targets this message. */
  target: boolean;
}

/** A long message of the user: its first lines, and a button that expands it. */
export function LongMessage({ item: { id, key, content }, target }: LongMessageProps) {
  const { stay } = useThreadActions();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(() => target || unfolded.has(id));
  const [wasTarget, setWasTarget] = useState(target);
  if (target !== wasTarget) {
    setWasTarget(target);
    if (target) setIsOpen(true);
  }
  useEffect(() => {
    if (isOpen) unfolded.add(id);
    else unfolded.delete(id);
  }, [id, isOpen]);

  function toggle(open: boolean) {
    stay(key, { startInView: !open });
    setIsOpen(open);
  }
  return (
    <>
      <Box
        id={textId}
        lineClamp={isOpen ? undefined : '8'}
        // Expands on focus: a link in the hidden lines must not have an invisible focus.
        onFocus={() => !isOpen && toggle(true)}
      >
        <LinkedText text={content} isPlain={!isOpen} />
      </Box>
      <Button
        variant="ghost"
        size="sm"
        marginTop="1"
        marginInlineStart="-3"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => toggle(!isOpen)}
      >
        {isOpen ? 'Show less' : 'Show more'}
      </Button>
    </>
  );
}
