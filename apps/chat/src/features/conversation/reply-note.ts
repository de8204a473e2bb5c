import { isRetryUseless } from '@homie/contracts';
import type { ReplyItem } from '../../engine/reply-item';

/** The note under an incomplete reply, and its actions. */
export interface ReplyNote {
  text: string;
  /** The buttons' labels, the most likely action first. */
  actions: readonly ('Continue' | 'Retry' | 'Reconnect')[];
}

/** Returns the note for the state of a reply; null for one that is complete or streaming. */
export function replyNote({
  state,
  text,
  reason,
  errorCode = null,
}: Pick<ReplyItem, 'state' | 'text' | 'reason'> &
  Partial<Pick<ReplyItem, 'errorCode'>>): ReplyNote | null {
  const again: ReplyNote['actions'] = text === '' ? ['Retry'] : ['Continue', 'Retry'];
  switch (state) {
    case 'complete':
    case 'live':
      return null;
    case 'stopped':
      return text === ''
        ? { text: 'You stopped this reply before it started.', actions: ['Retry'] }
        : { text: 'You stopped this reply.', actions: ['Continue'] };
    case 'lost':
      return {
        text: 'The connection was lost. The reply may still arrive.',
        actions: ['Reconnect'],
      };
    case 'interrupted':
      return {
        text: reason ?? 'The reply was interrupted before it was complete.',
        actions: again,
      };
    case 'requires_action':
      return {
        text: reason ?? 'The assistant needs tools that are not available here.',
        actions: [],
      };
    case 'failed':
      return {
        text: reason ?? 'The assistant could not reply.',
        actions: isRetryUseless(errorCode) ? [] : again,
      };
  }
}
