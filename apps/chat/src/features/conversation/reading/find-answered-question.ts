import type { ThreadItem } from '../../../engine/thread-items';

/** Returns the key of the question that a running reply answers; null if no reply is running. */
export function findAnsweredQuestion(items: readonly ThreadItem[]): string | null {
  const reply = items.findLastIndex((item) => item.kind === 'reply' && item.state === 'live');
  return items.slice(0, Math.max(0, reply)).findLast(({ kind }) => kind === 'user')?.key ?? null;
}
