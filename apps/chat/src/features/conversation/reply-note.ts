import type { ReplyItem } from '../../thread/thread-items';

/** What is said under a reply that is not simply complete, and what can be done about it. */
export interface ReplyNote {
  text: string;
  /** The button's label, if there is something to do. */
  action: 'Try again' | 'Reconnect' | null;
}

/** The honest word on how a reply stands; null for one that is complete or being written. */
export function replyNote({
  state,
  text,
  reason,
}: Pick<ReplyItem, 'state' | 'text' | 'reason'>): ReplyNote | null {
  switch (state) {
    case 'complete':
    case 'live':
      return null;
    case 'stopped':
      return {
        text: text === '' ? 'You stopped this reply before it began.' : 'You stopped this reply.',
        action: null,
      };
    case 'lost':
      return {
        text: 'The connection was lost. The reply may still be on its way.',
        action: 'Reconnect',
      };
    case 'interrupted':
      return {
        text: reason ?? 'The reply was interrupted before it was complete.',
        action: 'Try again',
      };
    case 'requires_action':
      return {
        text: reason ?? 'The assistant needs tools that are not available here.',
        action: null,
      };
    case 'failed':
      return { text: reason ?? 'No reply could be written.', action: 'Try again' };
  }
}
