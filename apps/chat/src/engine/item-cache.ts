import type { ThreadItem } from './thread-items';

function isSame(before: unknown, now: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return before === now;
  return before.length === now.length && before.every((value, index) => value === now[index]);
}

function isShallowEqual(before: ThreadItem, now: ThreadItem): boolean {
  const known = new Map(Object.entries(before));
  return Object.entries(now).every(([name, value]) => isSame(known.get(name), value));
}

/**
 * Returns items that are equal to those of the previous call as the same objects, so that an event from the server
 * re-renders only the messages that it changes.
 */
export function createItemCache(): (items: readonly ThreadItem[]) => ThreadItem[] {
  let previous = new Map<string, ThreadItem>();
  return (items) => {
    const same = items.map((item) => {
      const before = previous.get(item.key);
      return before !== undefined && isShallowEqual(before, item) ? before : item;
    });
    previous = new Map(same.map((item) => [item.key, item]));
    return same;
  };
}
