import { useConversation } from '@homie/api-client';
import { Box, Button, Flex, IconChevronRight, IconRefresh, Text } from '@homie/ui';
import { TimeText } from '@homie/widgets';
import { memo, useDeferredValue } from 'react';
import { useLazyModule } from '../../platform/use-lazy-module';
import { useReply } from '../../engine/react';
import type { ReplyItem } from '../../engine/reply-item';
import { ActionButton } from './action-button';
import { BranchSwitcher } from './branch-switcher';
import { CopyMessage } from './copy-message';
import { MessageArticle } from './message-article';
import { MessageFooter } from './message-footer';
import { replyNote, type ReplyNote } from './reply-note';
import { ReplyText } from './reply-text';
import { useThreadActions, type ThreadActions } from './thread-actions';

interface ReplyProps {
  item: ReplyItem;
  conversationId: string;
  now: Date;
  target: boolean;
  /** True for the last item of the conversation. */
  newest: boolean;
}

/** A reply: plain text on the canvas, live or stored. */
export const Reply = memo(function Reply({
  item,
  conversationId,
  now,
  target,
  newest,
}: ReplyProps) {
  const { text, state } = item;
  const live = state === 'live' || state === 'lost';
  const writing = state === 'live';
  const note = replyNote(item);
  // Defers the actions: they render after the last words, not together with them.
  const hasActions = useDeferredValue(!writing);
  return (
    <MessageArticle label="Assistant" id={item.id} busy={writing} target={target} side="start">
      {(live || text !== '') && <ReplyText {...{ conversationId, text, live }} />}
      {writing && <ReplyProgress conversationId={conversationId} hasStarted={text !== ''} />}
      {note && <Note note={note} item={item} />}
      {item.citations.length > 0 && <Sources citations={item.citations} />}
      {item.notes.length > 0 && <Notes notes={item.notes} />}
      {/* Reserves its space from the first word on: the last one shifts nothing. */}
      <MessageFooter
        side="start"
        shown={newest}
        actions={!writing && hasActions && <ReplyActions {...{ item, conversationId }} />}
      >
        {item.at !== null && <TimeText moment={item.at} now={now} />}
        {!writing && <BranchSwitcher item={item} />}
      </MessageFooter>
      {newest && item.messageId !== null && state === 'complete' && (
        <FollowUps {...{ conversationId, messageId: item.messageId }} />
      )}
    </MessageArticle>
  );
});

interface ReplyProgressProps {
  conversationId: string;
  /** True if there is earlier text, which this reply continues. */
  hasStarted: boolean;
}

/** Shows the progress of an incomplete reply. Announced elsewhere, once. */
function ReplyProgress({ conversationId, hasStarted }: ReplyProgressProps) {
  const hasWords = useReply(conversationId, (reply) => !!reply?.text) || hasStarted;
  const retrying = useReply(conversationId, (reply) => reply?.reconnecting ?? false);
  const isAwaited = useReply(conversationId, (reply) => reply?.userMessageId === null);
  const progress = useReply(conversationId, (reply) => reply?.progress ?? null);
  if (!retrying) return hasWords ? null : <TypingBubble text={progress ?? 'Typing...'} />;
  // No typing bubble then. For an unsent message, the message itself shows the state.
  if (isAwaited) return null;
  return (
    <Text size="sm" tone="muted" paddingTop="1">
      The connection was lost. Trying again...
    </Text>
  );
}

/** Shown until the first word of a reply arrives. */
function TypingBubble({ text }: { text: string }) {
  return (
    <Text
      tone="muted"
      width="fit"
      bg="bg.subtle"
      borderRadius="lg"
      paddingInline="4"
      paddingBlock="2.5"
      css={{ animation: 'pulse 1.8s ease-in-out infinite' }}
    >
      {text}
    </Text>
  );
}

const loadNotes = () => import('./reply-notes');

/** The lazily loaded notes: few replies have any. */
function Notes({ notes }: { notes: readonly string[] }) {
  const { module } = useLazyModule(loadNotes);
  return module && <module.ReplyNotes notes={notes} />;
}

const loadSources = () => import('./reply-sources');

function Sources({ citations }: Pick<ReplyItem, 'citations'>) {
  const { module } = useLazyModule(loadSources);
  return module && <module.ReplySources citations={citations} />;
}

const loadFeedback = () => import('./feedback/feedback-buttons');

/** The lazily loaded buttons for feedback. Reserves their space. */
function Feedback(reply: { conversationId: string; messageId: string }) {
  const { module } = useLazyModule(loadFeedback);
  return module ? (
    <module.FeedbackButtons {...reply} />
  ) : (
    <Box width="24" height="8" css={{ '@media (pointer: coarse)': { width: '8.25rem' } }} />
  );
}

const loadFollowUps = () => import('./follow-ups');

function FollowUps(reply: { conversationId: string; messageId: string }) {
  const { data } = useConversation(reply.conversationId);
  return data?.assistants.suggest_follow_ups && <SuggestedFollowUps {...reply} />;
}

/** The lazily loaded follow-up questions: few assistants suggest any. */
function SuggestedFollowUps(reply: { conversationId: string; messageId: string }) {
  const { module } = useLazyModule(loadFollowUps);
  return module && <module.FollowUps {...reply} />;
}

function ReplyActions({ item, conversationId }: { item: ReplyItem; conversationId: string }) {
  const { busy, regenerate } = useThreadActions();
  const isStored = item.messageId !== null;
  return (
    <>
      {item.text !== '' && item.state !== 'lost' && (
        <CopyMessage text={item.text} citations={item.citations} />
      )}
      {isStored && item.userMessageId !== null && (
        <ActionButton
          label="Regenerate"
          icon={<IconRefresh size={16} />}
          unavailable={busy}
          onClick={() => regenerate(item)}
        />
      )}
      {item.messageId !== null && <Feedback {...{ conversationId, messageId: item.messageId }} />}
    </>
  );
}

function runAction(name: ReplyNote['actions'][number], item: ReplyItem, actions: ThreadActions) {
  if (name === 'Reconnect') actions.reconnect();
  else if (actions.busy !== null) return;
  else if (name === 'Continue') actions.continueReply(item);
  else actions.regenerate(item);
}

function Note({ note: { text, actions: names }, item }: { note: ReplyNote; item: ReplyItem }) {
  const actions = useThreadActions();
  const { busy } = actions;
  return (
    <Flex alignItems="center" gap="2" flexWrap="wrap" paddingTop="1">
      <Text size="sm" tone="muted">
        {text}
      </Text>
      {names.map((name) => {
        const isOff = busy !== null && name !== 'Reconnect';
        return (
          <Button
            key={name}
            variant="outline"
            size="sm"
            aria-disabled={isOff || undefined}
            title={isOff ? busy : undefined}
            onClick={() => runAction(name, item, actions)}
          >
            {name === 'Continue' ? <IconChevronRight size={16} /> : <IconRefresh size={16} />}
            <span>{name}</span>
          </Button>
        );
      })}
    </Flex>
  );
}
