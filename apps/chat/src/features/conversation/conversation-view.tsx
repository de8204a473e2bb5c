import { isMissing } from '@homie/api-client';
import type { ConversationRow } from '@homie/contracts';
import { Box, type Elements } from '@homie/ui';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useFailureToast } from '../../platform/use-failure-toast';
import { useWaitsForConnection } from '../../platform/use-waits-for-connection';
import { useSearchQuery } from '../../platform/search-query';
import type { ActOn } from '../../platform/use-conversation-actions';
import type { Select } from '../../platform/use-selection';
import { useEdit, useServerReachable } from '../../engine/react';
import { AssistantHeader } from './assistant-header';
import { ConversationFrame, MessageColumn } from './conversation-frame';
import { EarlierMessagesRow } from './earlier-messages';
import { JumpToLatest } from './jump-to-latest';
import { useWriter } from '../../platform/use-writer';
import { PrintView } from './print/print-view';
import { usePrinting } from './print/use-printing';
import { findAnsweredQuestion } from './reading/find-answered-question';
import { useReadingPosition } from './reading/use-reading-position';
import { useStoredScreen } from './stored-screen/use-stored-screen';
import { Thread } from './thread';
import { ThreadActionsContext } from './thread-actions';
import { ThreadEmpty } from './thread-empty';
import { ThreadFailure, ThreadOffline, ThreadSkeleton } from './thread-states';
import { useActions } from './use-actions';
import { useEarlierMessages } from './use-earlier-messages';
import { useFirstInSlices } from './use-first-in-slices';
import { useMarkdown } from './use-markdown';
import { useTargetMessage } from './use-target-message';
import { useThread } from './use-thread';
import { useLazyModule } from '../../platform/use-lazy-module';
import type { FindBarProps } from './find/find-bar';

const loadFindBar = () => import('./find/find-bar');
const loadContinued = () => import('./handed-over/continued-card');

/** The lazily loaded find bar. */
function FindInThread(props: FindBarProps) {
  const { module } = useLazyModule(loadFindBar);
  return module && <module.FindBar {...props} />;
}

/** The lazily loaded handover that a conversation continues. */
function Continued(props: { handoverId: string }) {
  const { module } = useLazyModule(loadContinued);
  return module && <module.ContinuedCard {...props} />;
}

interface ConversationViewProps {
  conversationId: string;
  /** Undefined until it is loaded. */
  conversation: ConversationRow | undefined;
  /** The message in the address. */
  messageId: string | null;
  onSelect: Select;
  /** Called if the conversation does not exist or is not the user's. */
  onMissing: (conversation: ConversationRow | undefined) => void;
  onAct: ActOn;
  /** Renders the composer. `onSent` scrolls the new message into view. */
  composer: (conversation: {
    /** Undefined until it is loaded. */
    assistantLabel: string | undefined;
    onSent: () => void;
  }) => Elements;
}

/** One conversation: its assistant, its messages and the composer. */
export function ConversationView({
  conversationId,
  conversation,
  messageId,
  onSelect,
  onMissing,
  onAct,
  composer,
}: ConversationViewProps) {
  const { messages, items } = useThread(conversationId);
  const [edit] = useEdit(conversationId);
  const earlier = useEarlierMessages(conversationId, messages.data?.hasEarlier ?? false);
  const reachable = useServerReachable();
  // While the server is about to replace the copy, its age is of no interest.
  const savedAt = messages.isFetching && reachable ? undefined : messages.data?.savedAt;
  const missing = isMissing(messages.error);
  // A conversation that existed until now is not a failure: `onMissing` explains its loss.
  const failed = messages.isError && !(missing && conversation !== undefined);
  // The header reports the age of a saved copy.
  const isCopy = messages.data?.savedAt !== undefined;
  const offline = useWaitsForConnection(messages);
  useFailureToast(messages.errorUpdatedAt, failed && !isCopy, 'Failed to load messages');

  // Loaded in parallel with the messages: both appear together and nothing shifts.
  const ready = useFirstInSlices(useMarkdown() !== null && messages.data !== undefined);
  const keys = useMemo(() => (ready ? items.map(({ key }) => key) : []), [ready, items]);
  const position = useReadingPosition({
    conversationId,
    keys,
    question: useMemo(() => findAnsweredQuestion(items), [items]),
    onNearStart: earlier.loadAhead,
    onMoved: () => target.onMoved(),
  });
  const target = useTargetMessage({
    conversationId,
    assistantId: conversation?.assistant_id,
    messageId,
    onSelect,
    items,
    ready,
    position,
  });
  const words = useSearchQuery(conversationId);
  const actions = useActions(conversationId, position);
  useStoredScreen(position.scroller, {
    conversationId,
    conversation,
    items: ready && !messages.isFetching ? items : null,
  });
  const printing = usePrinting(conversationId, ready);
  const writer = useWriter();

  const reportMissing = useEffectEvent(() => onMissing(conversation));
  useEffect(() => {
    if (missing) reportMissing();
  }, [missing]);

  if (missing) return null;
  /** Replaces messages that can't be loaded now; null if they are loaded or loading. */
  const notLoaded =
    messages.data !== undefined ? null : messages.isError ? (
      <ThreadFailure retrying={messages.isFetching} onRetry={() => void messages.refetch()} />
    ) : offline ? (
      <ThreadOffline />
    ) : null;
  const { scroller, away, toEnd } = position;
  return (
    <ConversationFrame
      header={
        <>
          <AssistantHeader {...{ conversation, onAct, savedAt }} />
          {conversation?.handover_id && <Continued handoverId={conversation.handover_id} />}
          {printing && (
            <PrintView
              {...{ conversationId, items, writer }}
              title={conversation?.title}
              about={conversation?.assistants.label}
              assistant={conversation?.assistants.label}
              isIncomplete={earlier.hasEarlier}
            />
          )}
        </>
      }
      thread={
        <>
          {/* Focusable, so that the keyboard can scroll it. */}
          <Box
            as="section"
            aria-label="Messages"
            tabIndex={0}
            ref={scroller}
            height="full"
            overflowY="auto"
            // Contained: a growing reply triggers layout inside this element only.
            css={{ overflowAnchor: 'none', contain: 'strict' }}
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <MessageColumn>
              {ready ? (
                <>
                  <EarlierMessagesRow {...earlier} />
                  <ThreadActionsContext value={actions}>
                    {items.length === 0 ? (
                      <ThreadEmpty {...{ conversationId, conversation }} />
                    ) : (
                      <Thread
                        {...{ conversationId, items, position, edit }}
                        targetId={target.targetId}
                      />
                    )}
                  </ThreadActionsContext>
                </>
              ) : notLoaded !== null ? (
                <>
                  {notLoaded}
                  {/* Unsent messages, and replies that are running. */}
                  <ThreadActionsContext value={actions}>
                    <Thread {...{ conversationId, items, position, edit }} targetId={null} />
                  </ThreadActionsContext>
                </>
              ) : (
                <Box paddingTop="6">
                  <ThreadSkeleton />
                </Box>
              )}
            </MessageColumn>
          </Box>
          {ready && words !== null && (
            <FindInThread
              key={words}
              {...{ conversationId, items }}
              q={words}
              messageId={messageId}
              seek={target.seek}
              thread={scroller}
            />
          )}
          {away && <JumpToLatest {...{ conversationId, items }} onJump={toEnd} />}
        </>
      }
      composer={composer({
        assistantLabel: conversation?.assistants.label,
        onSent: toEnd,
      })}
    />
  );
}
