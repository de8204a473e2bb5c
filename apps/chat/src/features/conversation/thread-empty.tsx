import { useAssistants } from '@homie/api-client';
import { ASSISTANT_LIST_MAX, type ConversationRow } from '@homie/contracts';
import { Box, EmptyState, IconMessage } from '@homie/ui';
import { QuestionList } from '../../platform/question-list';
import { suggestedQuestions } from '../../platform/suggested-questions';

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
  const isLoading = assistants.isPending && !assistants.isPaused;
  return (
    <>
      <EmptyState
        icon={<IconMessage />}
        title="Start the conversation"
        description="Ask a question, or try one of these."
      />
      {conversation && !isLoading && (
        <Box maxWidth="form" marginInline="auto">
          <QuestionList
            draftId={conversationId}
            questions={suggestedQuestions(assistant ?? conversation.assistants)}
          />
        </Box>
      )}
    </>
  );
}
