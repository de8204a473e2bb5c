import { messageKeys, useConversationList, useQueryClient } from '@homie/api-client';
import type { Conversation, Message, MessageList } from '@homie/contracts';
import { toast } from '@homie/ui';
import { copyReply } from '../platform/copy-text';
import { focusComposer } from '../platform/focus-composer';
import { useShortcuts } from '../platform/use-shortcuts';
import { useChat } from '../engine/react';
import type { SidebarState } from '../features/sidebar/use-sidebar';

interface ChatShortcuts {
  conversationId: string | null;
  select: (conversation: Conversation) => void;
  sidebar: SidebarState;
  openNew: () => void;
  openPalette: () => void;
  showShortcuts: () => void;
}

/** Handles the keyboard shortcuts of the chat. */
export function useChatShortcuts(chat: ChatShortcuts): void {
  const { conversationId, select, sidebar, openNew, openPalette, showShortcuts } = chat;
  const client = useQueryClient();
  const { store, stop } = useChat();
  const rows = useConversationList().data ?? [];

  function step(by: 1 | -1) {
    const at = rows.findIndex(({ id }) => id === conversationId);
    // If no conversation is open, down selects the first.
    const next = rows[at + by];
    if (next === undefined || (at === -1 && by === -1)) return false;
    select(next);
  }

  async function copyLastReply({ content, citations = [] }: Message) {
    if (await copyReply(content, citations))
      toast.success({ title: 'Copied', description: 'The last reply is on the clipboard.' });
  }

  useShortcuts({
    commands: openPalette,
    help: showShortcuts,
    'new-chat': openNew,
    'toggle-sidebar': sidebar.toggle,
    previous: () => step(-1),
    next: () => step(1),
    'focus-composer'() {
      if (focusComposer()) return;
      if (conversationId === null) return false;
      // A composer that is still loading gets the focus only if nothing else has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    stop() {
      if (conversationId === null || !store.getState().running.has(conversationId)) return false;
      stop(conversationId);
    },
    'copy-reply'() {
      const messages = client.getQueryData<MessageList>(messageKeys.list(conversationId ?? ''));
      const reply = messages?.rows.findLast(({ role }) => role === 'assistant');
      if (reply === undefined) return false;
      void copyLastReply(reply);
    },
    // The find bar handles these while it is open.
    'next-match': () => false,
    'previous-match': () => false,
  });
}
