import { Center, ErrorState, LoadingState } from '@homie/ui';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { preloadModule, useLazyModule } from '../platform/use-lazy-module';
import { readSelectedId } from '../platform/use-selection';

function load() {
  // Needed right after: the Markdown renderer loads in parallel.
  import('../markdown').catch(() => undefined);
  return import('./open-conversation');
}

type OpenConversation = Awaited<ReturnType<typeof load>>['OpenConversation'];

/** Loads the code of a conversation before one is opened. */
export const preloadConversation = () => preloadModule(load);

// The page of a conversation needs it at once: it loads while the app starts.
if (readSelectedId() !== null) preloadConversation();

/** The open conversation, or a placeholder until its code has loaded. */
export function ConversationArea(props: Omit<ComponentProps<OpenConversation>, 'openedFrom'>) {
  const { module, failed, retry } = useLazyModule(load);
  const openedFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    // The prerendered composer passes its focus on by itself: see prerendered/conversation.js.
    const isPrerendered = activeElement?.closest('#prerendered-screen');
    openedFrom.current = isPrerendered ? document.body : activeElement;
  }, [props.conversationId]);
  if (module !== null) return <module.OpenConversation {...props} openedFrom={openedFrom} />;
  return (
    <Center flex="1" minWidth="0">
      {failed ? (
        <ErrorState
          title="The conversation could not be loaded"
          description="It is safe. Check your connection and try again."
          onRetry={retry}
        />
      ) : (
        <LoadingState label="Loading conversation" />
      )}
    </Center>
  );
}
