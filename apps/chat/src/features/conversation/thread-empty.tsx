import { useAssistants } from '@homie/api-client';
import { ASSISTANT_LIST_MAX, type ConversationRow } from '@homie/contracts';
import { Box, EmptyState, IconMessage } from '@homie/ui';
import { useLazyModule } from '../../platform/use-lazy-module';
import { useIsOffered } from '../../engine/react';
import { suggestedQuestions } from '../../platform/suggested-questions';

const loadQuestions = () => import('../../platform/question-list');
const loadWarmUp = () => import('./warm-up');

interface ThreadEmptyProps {
  conversationId: string;
  /** Undefined until it is loaded. */
  conversation: ConversationRow | undefined;
}

/** The empty state of a conversation: questions to start with. */
export function ThreadEmpty({ conversationId, conversation }: ThreadEmptyProps) {
  const assistants = useAssistants({ limit: ASSISTANT_LIST_MAX });
  const assistant = assistants.data?.find(({ id }) => id === conversation?.assistant_id);
  // Waits for the assistants, so that examples are not replaced by the suggested questions.
  const { module } = useLazyModule(loadQuestions);
  const { module: warmUp } = useLazyModule(loadWarmUp);
  const questions = conversation ? suggestedQuestions(assistant ?? conversation.assistants) : [];
  const isOffered = useIsOffered(conversationId, questions);
  const isLoading = assistants.isPending && !assistants.isPaused;
  return (
    <>
      <EmptyState
        icon={<IconMessage />}
        title="Start the conversation"
        description={isOffered ? 'Ask a question, or try one of these.' : 'Ask a question.'}
      />
      {module && conversation && !isLoading && (
        <Box maxWidth="form" marginInline="auto">
          <module.QuestionList draftId={conversationId} questions={questions} />
        </Box>
      )}
      {warmUp && <warmUp.WarmUp />}
    </>
  );
}
