import { Center, ErrorState, LoadingState } from '@homie/ui';
import { useLayoutEffect, useRef } from 'react';
import { usePart } from '../platform/use-part';
import type { OpenConversationProps } from './open-conversation';

function load() {
  // Needed right after: what draws replies comes at the same time, not after it.
  import('../markdown').catch(() => undefined);
  return import('./open-conversation');
}

/** The place of the open conversation, until its code has arrived. */
export function ConversationArea(props: Omit<OpenConversationProps, 'openedFrom'>) {
  const { part, failed, retry } = usePart(load);
  const openedFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    openedFrom.current = document.activeElement;
  }, [props.conversationId]);
  if (part !== null) return <part.OpenConversation {...props} openedFrom={openedFrom} />;
  return (
    <Center flex="1" minWidth="0">
      {failed ? (
        <ErrorState
          title="The conversation did not load"
          description="It is safe. Check your connection and try again."
          onRetry={retry}
        />
      ) : (
        <LoadingState label="Loading conversation" />
      )}
    </Center>
  );
}
