import {
  Box,
  Button,
  HStack,
  IconButton,
  IconX,
  isComposing,
  List,
  ListItem,
  Stack,
  Text,
  useIsTouchOnly,
} from '@homie/ui';
import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { grow } from '../../platform/grow';
import { isSendKey } from '../../platform/send-key';
import type { Edit } from '../../engine/edits';

interface MessageEditorProps {
  edit: Edit;
  /** The reason why it cannot be sent now; null if it can. */
  busy: string | null;
  onChange: (edit: Edit) => void;
  onSend: (edit: Edit) => void;
  onCancel: () => void;
}

/** Edits a message of the user in its bubble. Enter sends, as in the composer; Escape cancels. */
export function MessageEditor({ edit, busy, onChange, onSend, onCancel }: MessageEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const isTouchOnly = useIsTouchOnly();
  const { content, files } = edit;
  const isEmpty = content.trim() === '' && files.length === 0;
  const send = () => {
    if (!isEmpty && busy === null) onSend({ ...edit, content: content.trim() });
  };
  useLayoutEffect(() => {
    if (field.current) grow(field.current);
  }, [content]);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onCancel();
    else if (isSendKey(event, isTouchOnly)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <Stack width="full" gap="2" bg="brand.subtle" borderRadius="lg" padding="3">
      <Box
        asChild
        width="full"
        minHeight="20"
        maxHeight="50vh"
        padding="2"
        bg="bg.surface"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="md"
        resize="none"
        overflowY="auto"
        css={{ fieldSizing: 'content' }}
      >
        <textarea
          ref={field}
          rows={3}
          dir="auto"
          enterKeyHint={isTouchOnly ? 'enter' : 'send'}
          value={content}
          aria-label="Edit message"
          aria-describedby={hintId}
          onChange={({ currentTarget }) => onChange({ ...edit, content: currentTarget.value })}
          onKeyDown={keyDown}
        />
      </Box>
      {files.length > 0 && (
        <List aria-label="Files">
          {files.map(({ name, supabasePath }) => (
            <ListItem key={supabasePath}>
              <HStack fontSize="sm" gap="1">
                <Box translate="no" as="span" minWidth="0" overflowWrap="anywhere">
                  {name}
                </Box>
                <IconButton
                  size="sm"
                  label={`Remove ${name}`}
                  icon={<IconX size={16} />}
                  onClick={() => {
                    const remaining = files.filter((file) => file.supabasePath !== supabasePath);
                    onChange({ ...edit, files: remaining });
                    field.current?.focus();
                  }}
                />
              </HStack>
            </ListItem>
          ))}
        </List>
      )}
      <HStack justifyContent="flex-end" flexWrap="wrap">
        <Text id={hintId} size="xs" tone="muted" flex={{ base: '1 0 100%', md: '1' }}>
          {busy ?? 'The earlier message and its replies stay available.'}
        </Text>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" disabled={isEmpty || busy !== null} onClick={send}>
          Save & send
        </Button>
      </HStack>
    </Stack>
  );
}
