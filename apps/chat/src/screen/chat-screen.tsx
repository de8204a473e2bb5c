import { findConversation, useConversation, useQueryClient } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useDocumentTitle, useEnvironment } from '@homie/composition';
import { DEFAULT_CONVERSATION_TITLE, type ConversationRow } from '@homie/contracts';
import { Flex, toast } from '@homie/ui';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useConversationActions } from '../platform/use-conversation-actions';
import { FirstMessage } from '../features/new-conversation/first-message';
import { SidebarArea } from '../features/sidebar/sidebar-area';
import { usePrefetchLatest } from '../features/sidebar/use-prefetch';
import { useSidebar } from '../features/sidebar/use-sidebar';
import { Welcome } from '../features/welcome';
import { ChatProvider, useChat, useLiveConversations } from '../engine/react';
import { readSelectedId, useSelection } from '../platform/use-selection';
import { NEW_CONVERSATION } from '../engine/drafts';
import { ChatDialogs, type OpenDialog } from './chat-dialogs';
import { CitedSource } from './cited-source';
import { ConversationArea, preloadConversation } from './conversation-area';
import { HandedOver, NewHandovers, Received } from './handovers';
import { printRequest } from './print-request';
import { ReplyNotifications } from './reply-notifications';
import { useChatShortcuts } from './use-chat-shortcuts';
import { useExplainLoss } from './use-explain-loss';
import { useReceivedHandovers } from './use-received-handovers';
import { useUnread } from './use-unread';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Returns true while this tab is in front, so that its content can be seen. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden);
}

/** The chat: the conversation list next to the conversation that the URL selects. */
export function ChatScreen() {
  const userId = useSession()?.user.id;
  return (
    userId !== undefined && (
      <ChatProvider key={userId} userId={userId}>
        <Chat userId={userId} />
      </ChatProvider>
    )
  );
}

function Chat({ userId }: { userId: string }) {
  const { productName } = useEnvironment();
  const { conversationId, assistantId, messageId, handoverId, select } = useSelection();
  const { drafts, forget: forgetUnsent } = useChat();
  const client = useQueryClient();
  const sidebar = useSidebar();
  const visible = useVisible();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const forget = useCallback(() => select(null, { replace: true }), [select]);

  const conversation = useConversation(conversationId).data;
  const current = conversation && (findConversation(client, conversation.id) ?? conversation);
  usePrefetchLatest();
  const handovers = useReceivedHandovers(userId);
  const newHandovers = handovers?.filter(({ opened_at }) => opened_at === null) ?? [];
  const unread = useUnread(conversationId, visible) + newHandovers.length;
  useDocumentTitle(conversation?.title, { unread });
  useEffect(() => {
    // Corrects a URL whose assistant is not that of the conversation.
    if (conversation && conversation.assistant_id !== assistantId)
      select(conversation, { replace: true, messageId });
  }, [conversation, assistantId, messageId, select]);

  useLiveConversations({
    userId,
    onRemoved(id, row) {
      // The server removes untitled conversations without messages after a day.
      const isEmpty = row?.title === DEFAULT_CONVERSATION_TITLE;
      const draft = drafts.read(id);
      if (isEmpty && draft !== '')
        drafts.restoreToDraft(NEW_CONVERSATION, { content: draft, files: [] });
      forgetUnsent(id);
      if (id !== conversationId) return;
      forget();
      toast.info({
        title: 'Conversation deleted',
        description: isEmpty
          ? `It had no messages.${draft === '' ? '' : ' What you typed is saved here.'}`
          : 'It was deleted in another window or on another device.',
      });
    },
  });

  const onAction = useConversationActions({
    rename: useCallback((row) => setDialog({ name: 'rename', conversation: row }), []),
    remove: useCallback((row) => setDialog({ name: 'delete', conversation: row }), []),
    handOver: useCallback((row) => setDialog({ name: 'hand-over', conversation: row }), []),
    files: useCallback((row) => setDialog({ name: 'files', conversation: row }), []),
    print: useCallback(
      (row) => {
        printRequest.setState(row.id);
        // Only the conversation on the screen can be printed.
        if (row.id !== readSelectedId()) select(row);
      },
      [select],
    ),
  });
  const explainLoss = useExplainLoss();
  const onMissing = useCallback(
    (row: ConversationRow | undefined) => {
      if (row) void explainLoss(row);
      forget();
    },
    [explainLoss, forget],
  );
  const openNew = useCallback(() => setDialog({ name: 'new', assistantId }), [assistantId]);
  const openPalette = useCallback(() => setDialog({ name: 'palette' }), []);
  const showShortcuts = useCallback(() => setDialog({ name: 'shortcuts' }), []);
  useChatShortcuts({ conversationId, select, sidebar, openNew, openPalette, showShortcuts });

  return (
    <Flex height="full" minHeight="0">
      <SidebarArea
        state={sidebar}
        newHandovers={newHandovers.length}
        selectedId={conversationId}
        visible={visible}
        onAct={onAction}
        onInterest={preloadConversation}
        onNewChat={openNew}
        onOpenPalette={openPalette}
        onShowShortcuts={showShortcuts}
        received={(onChoose) => (
          <Received
            {...{ onChoose }}
            handovers={handovers ?? []}
            selectedId={conversationId ? null : handoverId}
          />
        )}
      />
      {conversationId === null && handoverId !== null ? (
        <HandedOver handoverId={handoverId} onContinued={select} onFailure={forget} />
      ) : conversationId === null ? (
        <Welcome
          productName={productName}
          onNewChat={openNew}
          news={<NewHandovers handovers={newHandovers} />}
          composer={(hints) => <FirstMessage onCreated={select}>{hints}</FirstMessage>}
        />
      ) : (
        <ConversationArea
          conversationId={conversationId}
          conversation={current}
          messageId={messageId}
          onSelect={select}
          onMissing={onMissing}
          onAct={onAction}
        />
      )}
      <CitedSource />
      <ReplyNotifications handovers={handovers} />
      <ChatDialogs
        dialog={dialog}
        current={current}
        sidebar={sidebar}
        onAct={onAction}
        onSelect={select}
        onOpen={setDialog}
        onDeleted={(id) => {
          forgetUnsent(id);
          if (id === conversationId) forget();
        }}
      />
    </Flex>
  );
}
