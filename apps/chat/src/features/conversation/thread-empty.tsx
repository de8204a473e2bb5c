import type { ConversationRow } from '@homie/contracts';
import { Box, Button, EmptyState, IconMessage, List, ListItem } from '@homie/ui';
import { focusComposer } from '../../focus/focus-composer';
import { useDraft } from '../../turns/use-draft';
import { exampleQuestions } from './example-questions';

interface ThreadEmptyProps {
  conversationId: string;
  /** Undefined until it is known. */
  conversation: ConversationRow | undefined;
}

/** In place of messages that are not there yet because nobody wrote any: questions that one may begin with. */
export function ThreadEmpty({ conversationId, conversation }: ThreadEmptyProps) {
  const [draft, write] = useDraft(conversationId);
  const examples = conversation ? exampleQuestions(conversation.assistants) : [];
  // Their own words are not written over. The room is kept: nothing moves while they write.
  const isOffered = draft.trim() === '' || examples.includes(draft);
  return (
    <>
      <EmptyState
        icon={<IconMessage />}
        title="Nothing said yet"
        description="Write your first message below."
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
                  write(question);
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
