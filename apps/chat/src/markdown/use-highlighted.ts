import { useEffect, useState, type ReactNode } from 'react';
import { whenIdle } from '@homie/ui';

/** Longer code stays plain: highlighting it would block the page. */
const LONGEST = 20_000;
/** The number of highlighted blocks that are cached, for when they scroll back into view. */
const KEPT = 200;

type Highlight = (text: string, language: string) => ReactNode;

const known = new Map<string, ReactNode>();
let loading: Promise<Highlight | null> | undefined;

function load(): Promise<Highlight | null> {
  loading ??= import('./highlighting/highlight').then(
    ({ highlight }) => highlight,
    () => {
      // Falls back to plain code; the next block tries again.
      loading = undefined;
      return null;
    },
  );
  return loading;
}

/** A sample that most languages can highlight. */
const SAMPLE = 'f("a", 1); // b';

const prepared = new Set<string>();

/**
 * Loads and warms up the highlighter for a language while the page is idle. Loading it, and its first run, take as long
 * as a whole block does later: both are done when the block closes.
 */
export function prepareHighlighting(language: string): void {
  if (prepared.has(language)) return;
  prepared.add(language);
  whenIdle(() => {
    void load().then((highlight) => highlight && whenIdle(() => highlight(SAMPLE, language)));
  });
}

/**
 * Returns highlighted code, once the block is complete and the page is idle; null until then, and for code that stays
 * plain.
 */
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
