/** NUL, and halves of surrogate pairs: PostgreSQL cannot store them, drivers fail or change them. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Whether every text in a JSON value, keys included, can be stored byte for byte. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item));
  return true;
}

/** Whether an address's path and query decode to text that can be stored. */
export function isStorableAddress(url: URL): boolean {
  try {
    return isStorableText(decodeURIComponent(url.pathname + url.search.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}
