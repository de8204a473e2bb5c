import { useCreateConversation } from '@homie/api-client';
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
import { PrintView, type PrintedItem } from '../print/print-view';
import { useIsPrinting } from '../print/use-printing';
import { HandedOverMessages } from './handed-over-messages';
import { useOpenedHandover } from './use-opened-handover';

/** The width of a conversation. */
const COLUMN = '48rem';

interface HandedOverViewProps {
  handoverId: string;
  /** Opens the conversation that continues it. */
  onContinued: (conversation: Conversation) => void;
}

/** A conversation that a colleague handed over: read-only, until it is revoked. */
export function HandedOverView({ handoverId, onContinued }: HandedOverViewProps) {
  const query = useOpenedHandover(handoverId);
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
  const { title, owner_name, owner_email, assistant_label, created_at, messages } = handover;
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
            <span translate="no">{title}</span> <Badge tone="info">Read-only</Badge>
          </Heading>
          <Text size="sm" tone="muted">
            <span translate="no">{assistant_label}</span>, handed over by{' '}
            <span translate="no" title={owner_email}>
              {owner_name}
            </span>
            , <TimeText moment={created_at} now={now} />
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
            about={`${assistant_label}, handed over by ${owner_name}`}
            writer={owner_name}
            assistant={assistant_label}
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
          <HandedOverMessages handover={handover} now={now} />
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

/** Starts a conversation of the user that continues the handover. */
function Continue({ handover, onContinued }: SnapshotProps) {
  const create = useCreateConversation();

  function start() {
    create.mutate(
      { assistantId: handover.assistant_id, title: handover.title, handoverId: handover.id },
      {
        onSuccess: onContinued,
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
