import type { ConversationRow } from '@homie/contracts';
import { Box, Button, EmptyState, IconMessage, List, ListItem } from '@homie/ui';
import { useSyncExternalStore } from 'react';
import { focusComposer } from '../../platform/focus-composer';
import { useChat } from '../../engine/react';
import { exampleQuestions } from './example-questions';

interface ThreadEmptyProps {
  conversationId: string;
  /** Undefined until it is known. */
  conversation: ConversationRow | undefined;
}

/** In place of messages that are not there yet because nobody wrote any: questions that one may begin with. */
export function ThreadEmpty({ conversationId, conversation }: ThreadEmptyProps) {
  const { drafts } = useChat();
  const examples = conversation ? exampleQuestions(conversation.assistants) : [];
  // Their own words are not written over. The room is kept: nothing moves while they write.
  const isOffered = useSyncExternalStore(drafts.subscribe, () => {
    const draft = drafts.read(conversationId);
    return draft.trim() === '' || examples.includes(draft);
  });
  return (
    <>
      <EmptyState
        icon={<IconMessage />}
        title="Start the conversation"
        description="Ask a question, or try one of these."
      />
      <Box maxWidth="form" marginInline="auto" visibility={isOffered ? 'visible' : 'hidden'}>
        <List aria-label="Example questions" display="flex" flexDirection="column" gap="2">
          {examples.map((question) => (
            <ListItem key={question}>
              <Button
                variant="outline"
                wide
                justifyContent="flex-start"
                textAlign="start"
                whiteSpace="normal"
                height="auto"
                minHeight="11"
                paddingBlock="2"
                fontWeight="normal"
                onClick={() => {
                  drafts.write(conversationId, question);
                  focusComposer();
                }}
              >
                {question}
              </Button>
            </ListItem>
          ))}
        </List>
      </Box>
    </>
  );
}
