import type { MessageList } from '@homie/contracts';

/**
 * Appends the server's latest messages to the earlier ones that are known. Only one path leads to a message, so the
 * messages before it do not change. If the two ranges do not meet, only the latest messages remain.
 */
export function withLatest(known: MessageList | undefined, latest: MessageList): MessageList {
  const first = latest.rows[0];
  if (known === undefined || first === undefined || !latest.hasEarlier) return latest;
  const same = known.rows.findIndex(({ id }) => id === first.id);
  const end = same >= 0 ? same : known.rows.findIndex(({ id }) => id === first.parent_id) + 1;
  if (end === 0 && same < 0) return latest;
  return {
    ...latest,
    rows: [...known.rows.slice(0, end), ...latest.rows],
    hasEarlier: known.hasEarlier,
  };
}

/**
 * Appends the end of a path to the known messages before it. The result has their version: a change that the end
 * includes, such as the choice of another reply, also changes the message that it replies to.
 */
export function withPart(known: MessageList | undefined, part: MessageList): MessageList {
  const merged = withLatest(known, part);
  return merged === part ? part : { ...merged, version: known?.version };
}

/** Prepends earlier messages to the known ones, if their first message is still `firstId`, as it was at the request. */
export function withEarlier(
  known: MessageList | undefined,
  firstId: string,
  earlier: MessageList,
): MessageList | undefined {
  if (known === undefined || known.rows[0]?.id !== firstId) return known;
  return { ...known, rows: [...earlier.rows, ...known.rows], hasEarlier: earlier.hasEarlier };
}
