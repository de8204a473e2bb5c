import { useAssistants, useConversationList } from '@homie/api-client';
import {
  ASSISTANT_LIST_MAX,
  type Assistant,
  type Conversation,
  type ConversationRow,
} from '@homie/contracts';
import { SkeletonRows, type Elements } from '@homie/ui';
import { useState } from 'react';
import { preloadModule, useLazyModule } from '../../platform/use-lazy-module';
import { FirstMessageForm } from './first-message-form';
import { orderAssistants } from './order-assistants';

const loadChoice = () => import('./assistant-choice');

// The page of a conversation does not need it; the welcome screen needs it together with the assistants.
if (!new URLSearchParams(window.location.search).has('conversation')) preloadModule(loadChoice);

interface FirstMessageProps {
  onCreated: (conversation: Conversation) => void;
  /** Rendered below the assistants once their number is known, so that it does not shift; not if there are none. */
  children: Elements;
}

/** A composer, the assistants to choose from, and questions to start with. The assistant used last is preselected. */
export function FirstMessage({ onCreated, children }: FirstMessageProps) {
  const assistants = useAssistants({ limit: ASSISTANT_LIST_MAX });
  const conversations = useConversationList();
  const [picked, setPicked] = useState<Assistant | null>(null);
  // As first loaded: cards do not move when a reply in another conversation arrives.
  const [recent, setRecent] = useState<readonly ConversationRow[] | null>(null);
  if (recent === null && (!conversations.isPending || conversations.isPaused))
    setRecent(conversations.data ?? []);
  const isLoading = recent === null || (assistants.isPending && !assistants.isPaused);
  const offered = orderAssistants(assistants.data ?? [], recent ?? []);
  const isUsed = recent?.some(({ assistant_id }) => assistant_id === offered[0]?.id);
  // Unless access to the picked one was revoked. Of a list at its limit, it may be one of those not listed.
  const isOffered =
    offered.length >= ASSISTANT_LIST_MAX || offered.some(({ id }) => id === picked?.id);
  const chosen = isLoading ? undefined : ((isOffered ? picked : null) ?? offered[0]);
  const { module, failed } = useLazyModule(loadChoice);

  return (
    <>
      <FirstMessageForm
        assistant={chosen}
        // Offline and after a failure too: a message waits for them.
        isLoading={isLoading || assistants.data === undefined}
        onCreated={onCreated}
      />
      {isLoading || (module === null && !failed) ? (
        <SkeletonRows rows={6} label="Loading assistants" />
      ) : (
        <>
          {module && (
            <module.AssistantChoice
              query={assistants}
              offered={offered}
              lastUsedId={isUsed ? offered[0]?.id : undefined}
              chosen={chosen}
              onChoose={setPicked}
            />
          )}
          {assistants.data?.length !== 0 && children}
        </>
      )}
    </>
  );
}
