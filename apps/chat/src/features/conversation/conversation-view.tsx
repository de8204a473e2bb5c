import { ApiError, useConversation } from '@homie/api-client';
import { Box, Button, Center, Flex, IconArrowDown } from '@homie/ui';
import { useCallback, useEffect, type ReactNode } from 'react';
import { useFailureToast } from '../../feedback/use-failure-toast';
import type { Send } from '../../storage/outbox';
import type { ReplyItem } from '../../thread/thread-items';
import { useTurns } from '../../turns/turns-context';
import { AssistantHeader } from './assistant-header';
import { Thread, ThreadFailure, ThreadSkeleton } from './thread';
import { useFollowEnd } from './use-follow-end';
import { useMarkdown } from './use-markdown';
import { useThread } from './use-thread';

/** The width that messages and composer share. */
const COLUMN = '48rem';

interface ConversationViewProps {
  conversationId: string;
  /** Called when there is no such conversation, or none of the person's own. */
  onMissing: () => void;
  /** Draws the composer. `onSent` brings the new message into sight. */
  composer: (conversation: { assistantLabel: string; onSent: () => void }) => ReactNode;
}

/** One conversation: its assistant, its messages, the composer. */
export function ConversationView({ conversationId, onMissing, composer }: ConversationViewProps) {
  const { runner, outbox, drafts } = useTurns();
  const conversation = useConversation(conversationId);
  const { messages, items } = useThread(conversationId);
  const { scroller, content, following, toEnd } = useFollowEnd();
  useFailureToast(messages.errorUpdatedAt, messages.isError, 'Failed to load messages');

  // Fetched beside the messages: both appear together and nothing moves.
  const loading = useMarkdown() === null || messages.isPending;

  const missing = messages.error instanceof ApiError && [404, 422].includes(messages.error.status);
  useEffect(() => {
    if (missing) onMissing();
  }, [missing, onMissing]);

  const onResend = useCallback((send: Send) => runner.resend(send), [runner]);
  const onEdit = useCallback(
    ({ key, content }: Send) => {
      const typed = drafts.read(conversationId);
      drafts.write(conversationId, typed === '' ? content : `${content}\n\n${typed}`);
      outbox.remove(key);
    },
    [drafts, outbox, conversationId],
  );
  const { refetch } = messages;
  const onAgain = useCallback(
    ({ state, question }: ReplyItem) => {
      if (state === 'lost') void refetch();
      else runner.send(conversationId, { content: question });
      toEnd();
    },
    [runner, refetch, conversationId, toEnd],
  );

  if (missing) return null;
  return (
    <Flex flexDirection="column" flex="1" minWidth="0" minHeight="0">
      <AssistantHeader conversation={conversation.data} />
      <Box position="relative" flex="1" minHeight="0">
        {/* Takes the focus, so that the keyboard can scroll it. */}
        <Box
          as="section"
          aria-label="Messages"
          tabIndex={0}
          ref={scroller}
          height="full"
          overflowY="auto"
          css={{ overflowAnchor: 'none' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <Box
            ref={content}
            maxWidth={COLUMN}
            marginInline="auto"
            paddingInline={{ base: '4', md: '6' }}
            paddingBlock="6"
          >
            {loading && <ThreadSkeleton />}
            {messages.isError && messages.data === undefined && (
              <ThreadFailure
                retrying={messages.isFetching}
                onRetry={() => void messages.refetch()}
              />
            )}
            {!loading && messages.data && (
              <Thread {...{ conversationId, items, onResend, onEdit, onAgain }} />
            )}
          </Box>
        </Box>
        {!following && (
          <Center position="absolute" bottom="3" insetInline="0" pointerEvents="none">
            <Button
              variant="outline"
              size="sm"
              borderRadius="full"
              boxShadow="float"
              pointerEvents="auto"
              onClick={toEnd}
            >
              <IconArrowDown size={16} />
              Jump to latest
            </Button>
          </Center>
        )}
      </Box>
      <Box
        flexShrink="0"
        width="full"
        maxWidth={COLUMN}
        marginInline="auto"
        paddingInline={{ base: '3', md: '6' }}
        paddingBottom={{ base: '3', md: '5' }}
      >
        {composer({
          assistantLabel: conversation.data?.assistants.label ?? 'the assistant',
          onSent: toEnd,
        })}
      </Box>
    </Flex>
  );
}
