import { isStorable as isStorableText } from '@homie/contracts';

/** Deeper than anything meant; what works through a value by recursion takes far more. */
const DEEPEST = 100;

/**
 * Whether every text in a JSON value, keys included, can be stored byte for byte, and the value is
 * not nested without end.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  return Array.isArray(value)
    ? value.every((item) => isStorable(item, depth + 1))
    : Object.entries(value).every(
        ([key, item]) => isStorableText(key) && isStorable(item, depth + 1),
      );
}

/** Whether an address's path and query decode to text that can be stored. */
export function isStorableAddress(url: URL): boolean {
  try {
    return isStorableText(decodeURIComponent(url.pathname + url.search.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}
