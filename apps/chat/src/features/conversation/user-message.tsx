import {
  Box,
  Button,
  Flex,
  HStack,
  IconFile,
  IconPencil,
  IconRefresh,
  List,
  ListItem,
  Text,
} from '@homie/ui';
import { memo } from 'react';
import type { Send } from '../../storage/outbox';
import type { UserItem } from '../../thread/thread-items';
import { TimeText } from '../../time/time-text';
import { fileSize } from './file-size';

interface UserMessageProps {
  item: UserItem;
  now: Date;
  onResend: (send: Send) => void;
  /** Takes the words of a failed send back into the composer. */
  onEdit: (send: Send) => void;
}

/** A message of the person, in a soft bubble to the right. */
export const UserMessage = memo(function UserMessage({
  item,
  now,
  onResend,
  onEdit,
}: UserMessageProps) {
  const { id, content, files, at, send } = item;
  return (
    <Flex
      as="article"
      aria-label="You"
      data-message={id}
      flexDirection="column"
      alignItems="flex-end"
      gap="1"
    >
      <Box
        maxWidth="85%"
        bg="brand.subtle"
        borderRadius="lg"
        paddingInline="4"
        paddingBlock="2.5"
        overflowWrap="anywhere"
        whiteSpace="pre-wrap"
        css={{ '@media (forced-colors: active)': { outline: '1px solid' } }}
      >
        {content}
        {files.length > 0 && (
          <List whiteSpace="normal" marginTop={content === '' ? '0' : '2'}>
            {files.map(({ name, size, supabasePath }) => (
              <ListItem key={supabasePath}>
                <HStack fontSize="sm">
                  <IconFile size={16} />
                  <span>{name}</span>
                  <Text as="span" tone="muted">
                    {fileSize(size)}
                  </Text>
                </HStack>
              </ListItem>
            ))}
          </List>
        )}
      </Box>
      {send?.state === 'failed' ? (
        <HStack gap="1" flexWrap="wrap" justifyContent="flex-end">
          <Text size="sm" tone="danger" paddingInlineEnd="1">
            Not sent
          </Text>
          <Button variant="ghost" size="sm" onClick={() => onEdit(send)}>
            <IconPencil size={16} />
            Edit
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onResend(send)}>
            <IconRefresh size={16} />
            Resend
          </Button>
        </HStack>
      ) : (
        <Text size="xs" tone="subtle">
          {send ? 'Sending...' : <TimeText moment={at} now={now} />}
        </Text>
      )}
    </Flex>
  );
});
