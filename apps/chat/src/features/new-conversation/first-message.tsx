import { useAssistants, useConversationList } from '@homie/api-client';
import {
  ASSISTANT_LIST_MAX,
  type Assistant,
  type Conversation,
  type ConversationRow,
} from '@homie/contracts';
import { EmptyState, ErrorState, IconOffline, IconSparkle, SkeletonRows } from '@homie/ui';
import { useState, type ReactNode } from 'react';
import { NEW_CONVERSATION } from '../../engine/drafts';
import { QuestionList } from '../../platform/question-list';
import { suggestedQuestions } from '../../platform/suggested-questions';
import { AssistantCards } from './assistant-cards';
import { FirstMessageForm } from './first-message-form';
import { orderAssistants } from './order-assistants';

interface FirstMessageProps {
  onCreated: (conversation: Conversation) => void;
  /** Rendered below the assistants once their number is known, so that it does not shift. */
  children: ReactNode;
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
  const chosen = isLoading ? undefined : (picked ?? offered[0]);

  return (
    <>
      <FirstMessageForm assistant={chosen} onCreated={onCreated} />
      {isLoading ? (
        <SkeletonRows rows={6} label="Loading assistants" />
      ) : (
        <>
          {chosen ? (
            <>
              <AssistantCards assistants={offered} chosen={chosen} onChoose={setPicked} />
              <QuestionList
                heading="Try asking"
                draftId={NEW_CONVERSATION}
                questions={suggestedQuestions(chosen)}
              />
            </>
          ) : assistants.data ? (
            <EmptyState
              icon={<IconSparkle />}
              title="No assistants yet"
              description="You don't have access to any assistants yet. Ask an administrator."
            />
          ) : assistants.isError ? (
            <ErrorState
              title="Assistants could not be loaded"
              description="What you type is saved. Check your connection and try again."
              retrying={assistants.isFetching}
              onRetry={() => void assistants.refetch()}
            />
          ) : (
            <EmptyState
              icon={<IconOffline />}
              title="You're offline"
              description="The assistants will load when you're back."
            />
          )}
          {children}
        </>
      )}
    </>
  );
}
