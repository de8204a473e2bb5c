/** Letters typed within this interval count as one search, in milliseconds. */
const typeAheadPause = 600;

/** Follows the keys pressed in a menu. */
export interface MenuKeys {
  /** @returns the index to focus, or undefined if the menu does not handle the key */
  next: (key: string, index: number, labels: readonly string[], now: number) => number | undefined;
}

/** Handles the keyboard of a menu by the ARIA practices: arrows wrap around, Home, End, and letters search. */
export function createMenuKeys(): MenuKeys {
  let typed = '';
  let typedAt = Number.NEGATIVE_INFINITY;

  function search(letter: string, index: number, labels: readonly string[], now: number) {
    typed = now - typedAt > typeAheadPause ? letter : typed + letter;
    typedAt = now;
    // The same letter repeated cycles through the labels that start with it.
    const repeated = [...typed].every((other) => other === letter);
    const wanted = repeated ? letter : typed;
    const from = repeated ? index + 1 : Math.max(index, 0);
    const order = labels.map((_, offset) => (from + offset) % labels.length);
    return order.find((candidate) => labels[candidate]?.toLowerCase().startsWith(wanted));
  }

  return {
    next(key, index, labels, now) {
      const last = labels.length - 1;
      if (key === 'ArrowDown') return index >= last ? 0 : index + 1;
      if (key === 'ArrowUp') return index <= 0 ? last : index - 1;
      if (key === 'Home' || key === 'PageUp') return 0;
      if (key === 'End' || key === 'PageDown') return last;
      if (key.length === 1 && key !== ' ') return search(key.toLowerCase(), index, labels, now);
      return undefined;
    },
  };
}
