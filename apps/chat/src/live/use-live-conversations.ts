import {
  applyConversationChange,
  findConversation,
  followConversationChanges,
  isDeletedHere,
  messageKeys,
  useApi,
  useQueryClient,
} from '@homie/api-client';
import { personalKey } from '@homie/auth';
import type { ConversationRow } from '@homie/contracts';
import { useEffect, useEffectEvent } from 'react';
import { keptText } from '../storage/kept-text';
import { useTurns } from '../turns/turns-context';
import { browserTabs } from './browser-tabs';
import { followInOneTab } from './changes-feed';

interface LiveConversations {
  userId: string;
  /** Called when a conversation was deleted elsewhere: in another tab, on another device, by the server. */
  onRemoved: (id: string, row: ConversationRow | undefined) => void;
}

/** Keeps everything on the screen true to what is done with the person's conversations anywhere. */
export function useLiveConversations({ userId, onRemoved }: LiveConversations): void {
  const api = useApi();
  const client = useQueryClient();
  const { noticeChange } = useTurns();
  const removed = useEffectEvent(onRemoved);

  useEffect(() => {
    const kept = keptText(personalKey(userId, 'changes'));
    return followInOneTab({
      follow: (after, signal) => followConversationChanges(api, { after, signal }),
      tabs: browserTabs(userId),
      cursor: kept,
      onChange(change) {
        const row =
          change.event === 'removed' ? findConversation(client, change.data.id) : undefined;
        applyConversationChange(client, change);
        switch (change.event) {
          case 'changed':
            noticeChange(change.data.id);
            break;
          case 'removed':
            if (!isDeletedHere(client, change.data.id)) removed(change.data.id, row);
            break;
          case 'reset':
            void client.invalidateQueries({ queryKey: messageKeys.all });
            break;
        }
      },
    });
  }, [api, client, noticeChange, userId]);
}
