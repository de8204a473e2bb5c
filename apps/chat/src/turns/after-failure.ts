import { isNetworkError, isRefusal } from '@homie/api-client';
import type { Send } from '../storage/outbox';

/** What becomes of a send or a reply whose stream failed. */
export type AfterFailure =
  /** The send goes again by itself. */
  | { name: 'wait'; send: Send }
  /** The send is kept, for the person to try again. */
  | { name: 'keep'; send: Send }
  /** The send is dropped: a wish that is easily said again, or a message without a conversation to show it in. */
  | { name: 'drop'; send: Send; reload: boolean }
  /** The reply may well be written on, unseen. */
  | { name: 'lost' }
  /** The reply has ended; the server knows how. */
  | { name: 'over' };

/**
 * Says what becomes of a send or a reply whose stream failed.
 * @param unheard the send that began it, if the server never acknowledged it
 * @param isOnline whether the browser has a network, as far as it knows
 */
export function afterFailure(
  error: unknown,
  unheard: Send | undefined,
  isOnline: boolean,
): AfterFailure {
  if (unheard === undefined) return { name: isNetworkError(error) ? 'lost' : 'over' };
  const send = unheard;
  // Whether a wish for another reply was heard, the server knows.
  if (send.answers !== undefined) return { name: 'drop', send, reload: true };
  // Another tab or device started a reply: the message waits for its end.
  const isRunning = isRefusal(error, 'turn_running');
  if (isRunning || (isNetworkError(error) && !isOnline)) return { name: 'wait', send };
  if (isRefusal(error, 'conversation_not_found')) return { name: 'drop', send, reload: false };
  return { name: 'keep', send };
}
