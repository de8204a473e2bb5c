import { Box } from '@homie/ui';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

/** Draws the words of a reply, which may go on to grow until they are complete. */
type Draw = (text: string, complete: boolean) => ReactNode;

const drawPlain: Draw = (text) => <Box whiteSpace="pre-wrap">{text}</Box>;

const listeners = new Set<() => void>();
let loading: Promise<void> | undefined;
let draw: Draw | null = null;

function settle(next: Draw): void {
  draw = next;
  for (const listener of listeners) listener();
}

/** Fetches the face of code before there is any: one that arrives in mid-reply has all of the page laid out again. */
function loadCodeFace(): void {
  const faces = getComputedStyle(document.documentElement).getPropertyValue('--homie-fonts-mono');
  document.fonts.load(`1em ${faces}`).catch(() => undefined);
}

function load(): void {
  loading ??= import('../../markdown').then(
    ({ Markdown, warmUp }) => {
      settle((text, complete) => <Markdown text={text} complete={complete} />);
      loadCodeFace();
      warmUp();
    },
    // Without it the words are still there; the next page load tries again.
    () => settle(drawPlain),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What draws the Markdown of replies; null until it has arrived. Not `lazy`, which shows its fallback for a moment
 * even when the code is there, and so moves what somebody reads.
 */
export function useMarkdown(): Draw | null {
  useEffect(load, []);
  return useSyncExternalStore(subscribe, () => draw);
}
