import {
  applyConversationChange,
  followConversationChanges,
  isDeletedHere,
  messageKeys,
  useApi,
  useQueryClient,
} from '@homie/api-client';
import { personalKey } from '@homie/auth';
import { useEffect, useEffectEvent } from 'react';
import { keptText } from '../storage/kept-text';
import { useTurns } from '../turns/turns-context';
import { browserTabs } from './browser-tabs';
import { followInOneTab } from './changes-feed';

interface LiveConversations {
  userId: string;
  /** Called when somebody deleted a conversation elsewhere: in another tab, on another device. */
  onRemoved: (id: string) => void;
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
        applyConversationChange(client, change);
        switch (change.event) {
          case 'changed':
            noticeChange(change.data.id);
            break;
          case 'removed':
            if (!isDeletedHere(client, change.data.id)) removed(change.data.id);
            break;
          case 'reset':
            void client.invalidateQueries({ queryKey: messageKeys.all });
            break;
        }
      },
    });
  }, [api, client, noticeChange, userId]);
}
