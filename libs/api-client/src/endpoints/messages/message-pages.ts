import type { MessageList } from '@homie/contracts';

/**
 * The end of a conversation as the server has it now, after the earlier messages that are known. Only one path leads to
 * a message, so what stood before it stands before it still; where both do not meet, the new end is all there is.
 */
export function withLatest(known: MessageList | undefined, latest: MessageList): MessageList {
  const first = latest.rows[0];
  if (known === undefined || first === undefined || !latest.hasEarlier) return latest;
  const same = known.rows.findIndex(({ id }) => id === first.id);
  const end = same >= 0 ? same : known.rows.findIndex(({ id }) => id === first.parent_id) + 1;
  if (end === 0 && same < 0) return latest;
  return { rows: [...known.rows.slice(0, end), ...latest.rows], hasEarlier: known.hasEarlier };
}

/** The known messages after those that lead to their first one, which was `firstId` when these were asked for. */
export function withEarlier(
  known: MessageList | undefined,
  firstId: string,
  earlier: MessageList,
): MessageList | undefined {
  if (known === undefined || known.rows[0]?.id !== firstId) return known;
  return { rows: [...earlier.rows, ...known.rows], hasEarlier: earlier.hasEarlier };
}
