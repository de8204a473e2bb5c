import type { ThreadItem } from './thread-items';

function isSame(before: unknown, now: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return before === now;
  return before.length === now.length && before.every((value, index) => value === now[index]);
}

function saysTheSame(before: ThreadItem, now: ThreadItem): boolean {
  const known = new Map(Object.entries(before));
  return Object.entries(now).every(([name, value]) => isSame(known.get(name), value));
}

/**
 * Gives each item that says what it said the last time as the same object, so that a word from the server has only those
 * messages drawn anew that it is about.
 */
export function createItemKeeper(): (items: readonly ThreadItem[]) => ThreadItem[] {
  let kept = new Map<string, ThreadItem>();
  return (items) => {
    const same = items.map((item) => {
      const before = kept.get(item.key);
      return before !== undefined && saysTheSame(before, item) ? before : item;
    });
    kept = new Map(same.map((item) => [item.key, item]));
    return same;
  };
}
