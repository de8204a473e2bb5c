import { isStorable as isStorableText } from '@homie/contracts';

/** Deeper than any legitimate value; recursive functions support far more. */
const DEEPEST = 100;

/**
 * Returns whether every text in a JSON value, keys included, can be stored byte for byte, and the depth of the value is
 * limited.
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

/** Returns whether an address's path and query decode to text that can be stored. */
export function isStorableAddress(url: URL): boolean {
  try {
    return isStorableText(decodeURIComponent(url.pathname + url.search.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}
