import type { ConversationRow } from '@homie/contracts';
import { Box, Button, EmptyState, IconMessage, List, ListItem } from '@homie/ui';
import { useSyncExternalStore } from 'react';
import { focusComposer } from '../../platform/focus-composer';
import { useChat } from '../../engine/react';
import { exampleQuestions } from './example-questions';

interface ThreadEmptyProps {
  conversationId: string;
  /** Undefined until it is loaded. */
  conversation: ConversationRow | undefined;
}

/** The empty state of a conversation: example questions to start with. */
export function ThreadEmpty({ conversationId, conversation }: ThreadEmptyProps) {
  const { drafts } = useChat();
  const examples = conversation ? exampleQuestions(conversation.assistants) : [];
  // Does not overwrite the user's text. The space is reserved: nothing shifts while they type.
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
