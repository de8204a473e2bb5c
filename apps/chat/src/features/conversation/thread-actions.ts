import { createContext, use } from 'react';
import type { Edit } from '../../engine/edits';
import type { Send } from '../../engine/send';
import type { ReadingPosition } from './reading/use-reading-position';
import type { ReplyItem } from '../../engine/reply-item';
import type { ThreadItem } from '../../engine/thread-items';
import type { UserItem } from '../../engine/user-item';

/** The actions on the items of a conversation. */
export interface ThreadActions {
  /** The reason why no new reply can start now; null if it can. */
  busy: string | null;
  resend: (send: Send) => void;
  /** Moves the text of a failed send back to the composer. */
  restoreToDraft: (send: Send) => void;
  edit: (item: UserItem) => void;
  /** Anchors a row while its height changes, with its start in view if `startInView`. */
  stay: ReadingPosition['stay'];
  sendEdit: (edit: Edit) => void;
  cancelEdit: () => void;
  /** Requests another reply to the same message. */
  regenerate: (item: ReplyItem) => void;
  continueReply: (item: ReplyItem) => void;
  reconnect: () => void;
  /** Shows an alternative of a message. Resolves when it is loaded. */
  showAlternative: (item: ThreadItem, messageId: string) => Promise<void>;
}

export const ThreadActionsContext = createContext<ThreadActions | null>(null);

/** Returns the actions on the items of this conversation. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext);
  if (actions === null) throw new Error('useThreadActions needs a ThreadActionsContext above it');
  return actions;
}
