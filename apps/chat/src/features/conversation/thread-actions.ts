import { createContext, use } from 'react';
import type { Edit } from '../../engine/edits';
import type { Send } from '../../engine/send';
import type { ReadingPosition } from './reading/use-reading-position';
import type { ReplyItem, ThreadItem, UserItem } from '../../engine/thread-items';

/** What can be done with the lines of a conversation. */
export interface ThreadActions {
  /** Why nothing new can be begun just now; null when it can. */
  busy: string | null;
  resend: (send: Send) => void;
  /** Takes the words of a failed send back to where they were written. */
  takeBack: (send: Send) => void;
  edit: (item: UserItem) => void;
  /** Keeps a row in its place while its height changes, with its start in view if `startInView`. */
  stay: ReadingPosition['stay'];
  sendEdit: (edit: Edit) => void;
  leaveEdit: () => void;
  /** Has the same message answered once more. */
  answerAgain: (item: ReplyItem) => void;
  continueReply: (item: ReplyItem) => void;
  reconnect: () => void;
  /** Shows another message in the place of one. Resolves when it is there. */
  showAlternative: (item: ThreadItem, messageId: string) => Promise<void>;
}

export const ThreadActionsContext = createContext<ThreadActions | null>(null);

/** What can be done with the lines of this conversation. */
export function useThreadActions(): ThreadActions {
  const actions = use(ThreadActionsContext);
  if (actions === null) throw new Error('useThreadActions needs a ThreadActionsContext above it');
  return actions;
}
