import {
  lazyHandoversApi,
  useApi,
  useCreateConversation,
  useQuery,
  useQueryClient,
} from '@homie/api-client';
import type { Conversation, OpenedHandover } from '@homie/contracts';
import {
  Badge,
  Box,
  Button,
  Center,
  EmptyState,
  ErrorState,
  Flex,
  Heading,
  IconButton,
  IconLock,
  IconPrint,
  LoadingState,
  Stack,
  Text,
  toast,
} from '@homie/ui';
import { TimeText } from '@homie/widgets';
import { useState } from 'react';
import { useChat } from '../../../engine/react';
import { LinkedText } from '../linked-text';
import { MessageFiles } from '../message-files';
import { PrintView, type PrintedItem } from '../print/print-view';
import { useIsPrinting } from '../print/use-printing';
import { ReplyNotes } from '../reply-notes';
import { ReplySources } from '../reply-sources';
import { ReplyText } from '../reply-text';
import { handoverDraft } from './handover-draft';

/** The width of a conversation. */
const COLUMN = '48rem';

interface HandedOverViewProps {
  handoverId: string;
  /** Opens the conversation that continues it. */
  onContinued: (conversation: Conversation) => void;
}

/** A conversation that a colleague handed over: read-only, until it is revoked. */
export function HandedOverView({ handoverId, onContinued }: HandedOverViewProps) {
  const api = useApi();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['conversations', 'handovers', 'opened', handoverId],
    queryFn: async () => {
      const opened = await (await lazyHandoversApi()).openHandover(api, handoverId);
      // It is no longer new in the list.
      void client.invalidateQueries({ queryKey: ['conversations', 'handovers', 'received'] });
      return opened;
    },
    staleTime: 0,
  });
  if (query.data) return <Snapshot handover={query.data} onContinued={onContinued} />;
  return (
    <Center flex="1" minWidth="0">
      {query.data === null ? (
        <EmptyState
          icon={<IconLock />}
          title="No longer available"
          description="The handover was revoked, or you no longer have access to the assistant."
        />
      ) : query.isError ? (
        <ErrorState
          title="The handover could not be loaded"
          description="Check your connection and try again."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingState label="Loading the handover" />
      )}
    </Center>
  );
}

interface SnapshotProps extends Pick<HandedOverViewProps, 'onContinued'> {
  handover: OpenedHandover;
}

function Snapshot({ handover, onContinued }: SnapshotProps) {
  const { title, owner_email, assistant_label, created_at, messages } = handover;
  const [now] = useState(() => new Date());
  const printing = useIsPrinting();
  return (
    <Flex flexDirection="column" flex="1" minWidth="0" minHeight="0">
      <Flex
        alignItems="center"
        gap="3"
        flexWrap="wrap"
        flexShrink="0"
        paddingInline={{ base: '4', md: '6' }}
        paddingBlock="3"
        borderBottomWidth="1px"
        borderColor="border.subtle"
      >
        <Box flex="1" minWidth="14rem" overflowWrap="anywhere">
          <Heading as="h1" size="sm">
            {title} <Badge tone="info">Read-only</Badge>
          </Heading>
          <Text size="sm" tone="muted">
            {assistant_label}, handed over by {owner_email},{' '}
            <TimeText moment={created_at} now={now} />
          </Text>
        </Box>
        <IconButton
          label="Print or save as PDF"
          size="sm"
          icon={<IconPrint size={18} />}
          onClick={() => print()}
        />
        <Continue handover={handover} onContinued={onContinued} />
        {printing && (
          <PrintView
            conversationId={handover.conversation_id}
            title={title}
            about={`${assistant_label}, handed over by ${owner_email}`}
            writer={owner_email}
            items={messages.map(printedItem)}
          />
        )}
      </Flex>
      <Box
        as="section"
        aria-label="Messages"
        tabIndex={0}
        flex="1"
        minHeight="0"
        overflowY="auto"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Stack
          gap="6"
          maxWidth={COLUMN}
          marginInline="auto"
          paddingInline={{ base: '4', md: '6' }}
          paddingBlock="6"
        >
          {messages.map((message) => (
            <Message key={message.id} {...{ handover, message, now }} />
          ))}
        </Stack>
      </Box>
    </Flex>
  );
}

function printedItem({
  id,
  role,
  content,
  files,
  created_at,
  citations = [],
  notes = [],
}: OpenedHandover['messages'][number]): PrintedItem {
  const shared = { key: id, at: created_at };
  return role === 'user'
    ? { ...shared, kind: 'user', content, files }
    : {
        ...shared,
        kind: 'reply',
        text: content,
        state: 'complete',
        reason: null,
        notes,
        citations,
      };
}

/** Starts a conversation of the user, with the messages in its draft. */
function Continue({ handover, onContinued }: SnapshotProps) {
  const create = useCreateConversation();
  const { drafts } = useChat();

  function start() {
    create.mutate(
      { assistantId: handover.assistant_id, title: handover.title },
      {
        onSuccess: (conversation) => {
          drafts.restoreToDraft(conversation.id, { content: handoverDraft(handover), files: [] });
          onContinued(conversation);
        },
        onError: () =>
          toast.error({ title: 'Error', description: 'Failed to create conversation' }),
      },
    );
  }
  return (
    <Button
      variant="outline"
      size="sm"
      busy={create.isPending}
      busyLabel="Starting..."
      onClick={start}
    >
      Continue in a new conversation
    </Button>
  );
}

interface MessageProps extends Pick<SnapshotProps, 'handover'> {
  message: OpenedHandover['messages'][number];
  now: Date;
}

function Message({ handover, message, now }: MessageProps) {
  const { id, role, content, files, created_at, citations = [], notes = [] } = message;
  const { conversation_id: conversationId, owner_email } = handover;
  const isReply = role === 'assistant';
  return (
    // Messages outside the viewport are not rendered.
    <Box css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 8rem' }}>
      <Stack asChild gap="1" alignItems={isReply ? 'stretch' : 'flex-end'}>
        <article aria-label={isReply ? 'Assistant' : owner_email} data-message={id}>
          {isReply ? (
            <ReplyText {...{ conversationId }} text={content} live={false} />
          ) : (
            <Box
              maxWidth="85%"
              bg="brand.subtle"
              borderRadius="lg"
              paddingInline="4"
              paddingBlock="2.5"
              overflowWrap="anywhere"
              whiteSpace="pre-wrap"
              dir="auto"
              css={{ '@media (forced-colors: active)': { outline: '1px solid' } }}
            >
              <LinkedText text={content} />
              {files.length > 0 && (
                <Box marginTop={content === '' ? '0' : '2'}>
                  <MessageFiles {...{ conversationId, files }} stored />
                </Box>
              )}
            </Box>
          )}
          {citations.length > 0 && <ReplySources citations={citations} />}
          {notes.length > 0 && <ReplyNotes notes={notes} />}
          <Text size="xs" tone="subtle">
            <TimeText moment={created_at} now={now} />
          </Text>
        </article>
      </Stack>
    </Box>
  );
}
