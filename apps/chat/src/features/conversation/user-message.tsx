import { Box, Button, HStack, IconClock, IconPencil, IconRefresh, Text } from '@homie/ui';
import { memo } from 'react';
import { useLazyModule } from '../../platform/use-lazy-module';
import type { UserItem } from '../../engine/user-item';
import { TimeText } from '@homie/widgets';
import { useReply } from '../../engine/react';
import { ActionButton } from './action-button';
import { BranchSwitcher } from './branch-switcher';
import { CopyMessage } from './copy-message';
import { isLongMessage } from './is-long-message';
import { LinkedText } from './linked-text';
import { MessageArticle } from './message-article';
import { MessageFiles } from './message-files';
import { MessageFooter } from './message-footer';
import { useThreadActions } from './thread-actions';

interface UserMessageProps {
  item: UserItem;
  conversationId: string;
  now: Date;
  target: boolean;
}

/** A message of the user, in a soft bubble to the right. */
export const UserMessage = memo(function UserMessage({
  item,
  conversationId,
  now,
  target,
}: UserMessageProps) {
  const { id, content, files, at, send } = item;
  return (
    <MessageArticle label="You" id={id} target={target} side="end">
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
        {/* Each paragraph in the direction of its own script. */}
        <Box dir="auto" css={{ unicodeBidi: 'plaintext' }}>
          {isLongMessage(content) ? (
            <LongText {...{ item, target }} />
          ) : (
            <LinkedText text={content} />
          )}
        </Box>
        {files.length > 0 && (
          <Box marginTop={content === '' ? '0' : '2'}>
            <MessageFiles {...{ conversationId, files, stored: send === null }} />
          </Box>
        )}
      </Box>
      {send === null ? (
        <MessageFooter side="end" actions={<UserActions item={item} />}>
          <TimeText moment={at} now={now} />
          <BranchSwitcher item={item} />
        </MessageFooter>
      ) : (
        <Unsent send={send} />
      )}
    </MessageArticle>
  );
});

const loadLongMessage = () => import('./long-message');

/** The lazily loaded collapsible text: few messages are long. */
function LongText({ item, target }: Pick<UserMessageProps, 'item' | 'target'>) {
  const { module } = useLazyModule(loadLongMessage);
  if (module !== null) return <module.LongMessage {...{ item, target }} />;
  return (
    <>
      <Box translate="no" lineClamp="8">
        {item.content}
      </Box>
      {/* The height of the button. */}
      <Button size="sm" marginTop="1" visibility="hidden">
        Show more
      </Button>
    </>
  );
}

function UserActions({ item }: { item: UserItem }) {
  const { busy, edit } = useThreadActions();
  return (
    <>
      {item.content !== '' && <CopyMessage text={item.content} />}
      <ActionButton
        label="Edit"
        icon={<IconPencil size={16} />}
        unavailable={busy}
        onClick={() => edit(item)}
      />
    </>
  );
}

function Unsent({ send }: { send: NonNullable<UserItem['send']> }) {
  const { resend, restoreToDraft } = useThreadActions();
  const retrying = useReply(send.conversationId, (reply) => reply?.reconnecting ?? false);
  const running = useReply(
    send.conversationId,
    (reply) => !!reply && reply.status !== 'disconnected',
  );
  if (send.status === 'submitted' && !retrying)
    return (
      <Text size="xs" tone="subtle">
        Sending...
      </Text>
    );
  if (send.status !== 'failed')
    return (
      <HStack gap="1" flexWrap="wrap" justifyContent="flex-end">
        <IconClock size={16} />
        <Text size="sm" tone="muted" paddingInlineEnd="1">
          {send.status === 'submitted'
            ? 'Trying again...'
            : running
              ? 'Will send when the reply is finished'
              : 'Waiting to send'}
        </Text>
        <Button variant="ghost" size="sm" onClick={() => restoreToDraft(send)}>
          Cancel
        </Button>
      </HStack>
    );
  return (
    <HStack key="failed" gap="1" flexWrap="wrap" justifyContent="flex-end">
      <Text size="sm" tone="danger" paddingInlineEnd="1" textAlign="end">
        {send.reason === undefined ? 'Not sent' : `Not sent. ${send.reason}`}
      </Text>
      <Button variant="ghost" size="sm" onClick={() => restoreToDraft(send)}>
        <IconPencil size={16} />
        Edit
      </Button>
      <Button variant="ghost" size="sm" onClick={() => resend(send)}>
        <IconRefresh size={16} />
        Resend
      </Button>
    </HStack>
  );
}
