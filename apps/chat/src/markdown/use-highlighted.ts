import { useEffect, useState, type ReactNode } from 'react';
import { whenIdle } from '@homie/ui';

/** Longer code stays plain: colouring it would hold up the page. */
const LONGEST = 20_000;
/** Blocks whose colours are kept, for when they scroll back into sight. */
const KEPT = 200;

type Highlight = (text: string, language: string) => ReactNode;

const known = new Map<string, ReactNode>();
let loading: Promise<Highlight | null> | undefined;

function load(): Promise<Highlight | null> {
  loading ??= import('./highlighting/highlight').then(
    ({ highlight }) => highlight,
    () => {
      // Plain code is code as well; the next block tries again.
      loading = undefined;
      return null;
    },
  );
  return loading;
}

/** A little of what most languages have. */
const SAMPLE = 'f("a", 1); // b';

const prepared = new Set<string>();

/**
 * Readies what colours code in a language while nothing else is to be done. Fetching it, and its first words, take as
 * long as a whole block does later: that is over when the block closes.
 */
export function prepareHighlighting(language: string): void {
  if (prepared.has(language)) return;
  prepared.add(language);
  whenIdle(() => {
    void load().then((highlight) => highlight && whenIdle(() => highlight(SAMPLE, language)));
  });
}

/** Code in colours, once it is whole and there is time; null until then, and for what stays plain. */
export function useHighlighted(text: string, language: string, closed: boolean): ReactNode {
  const [, redraw] = useState(0);
  const key = `${language}\n${text}`;
  const wanted = closed && language !== '' && text.length <= LONGEST;
  const isKnown = known.has(key);
  useEffect(() => {
    if (!wanted || isKnown) return;
    let left = false;
    let cancel = () => {};
    void load().then((highlight) => {
      if (left || highlight === null) return;
      cancel = whenIdle(() => {
        known.set(key, highlight(text, language));
        if (known.size > KEPT) known.delete(known.keys().next().value ?? '');
        redraw((count) => count + 1);
      });
    });
    return () => {
      left = true;
      cancel();
    };
  }, [wanted, isKnown, key, text, language]);
  return wanted ? (known.get(key) ?? null) : null;
}
