import { Box, Button, Heading, List, ListItem } from '@homie/ui';
import { useChat, useIsOffered } from '../engine/react';
import { focusComposer } from './focus-composer';

interface QuestionListProps {
  heading?: string;
  /** Accessible name of the list. */
  label?: string;
  questions: readonly string[];
  /** The key of the draft that a question fills. */
  draftId: string;
}

/**
 * Questions to start or continue with. Pressing one fills the message field instead of sending, because most questions need a name
 * or a detail first. Hidden while the user's own text is in the field.
 */
export function QuestionList({ heading, label, questions, draftId }: QuestionListProps) {
  const { drafts } = useChat();
  const isOffered = useIsOffered(draftId, questions);
  return (
    // Reserves the space: nothing shifts while the user types.
    <Box visibility={isOffered ? 'visible' : 'hidden'}>
      {heading !== undefined && (
        <Heading size="sm" marginBottom="3">
          {heading}
        </Heading>
      )}
      <List aria-label={label ?? 'Example questions'} display="flex" flexDirection="column" gap="2">
        {questions.map((question) => (
          <ListItem key={question}>
            <Button
              variant="outline"
              wide
              justifyContent="flex-start"
              textAlign="start"
              whiteSpace="normal"
              overflowWrap="anywhere"
              height="auto"
              minHeight="11"
              paddingBlock="2"
              fontWeight="normal"
              onClick={() => {
                drafts.write(draftId, question);
                focusComposer();
              }}
            >
              {question}
            </Button>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
