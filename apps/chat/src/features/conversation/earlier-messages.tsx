import { Button, Center, Spinner, Text } from '@homie/ui';
import { useLayoutEffect, useRef } from 'react';
import { HEAD_HEIGHT } from './reading/use-reading-position';
import type { EarlierMessages } from './use-earlier-messages';

/** Loads earlier messages; shown above the first one. Has a constant height, so that loading shifts nothing. */
export function EarlierMessagesRow({ hasEarlier, loading, failed, load }: EarlierMessages) {
  const row = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    // The last page removes the button: its focus moves to the messages.
    if (hasEarlier || !hasFocus.current) return;
    hasFocus.current = false;
    row.current?.closest<HTMLElement>('section')?.focus({ preventScroll: true });
  }, [hasEarlier]);
  return (
    <Center
      ref={row}
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ target }) => (hasFocus.current &&= !target.isConnected)}
      height={`${HEAD_HEIGHT}px`}
      gap="2"
    >
      {hasEarlier && (
        <>
          {failed && (
            <Text size="sm" tone="danger">
              Earlier messages could not be loaded.
            </Text>
          )}
          <Button
            variant="ghost"
            size="sm"
            color="fg.muted"
            aria-disabled={loading || undefined}
            onClick={load}
          >
            {loading && <Spinner size="sm" />}
            <span>{loading ? 'Loading earlier messages' : 'Show earlier messages'}</span>
          </Button>
        </>
      )}
    </Center>
  );
}
