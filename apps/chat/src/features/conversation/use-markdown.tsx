import { createStore, useStore } from '@homie/composition';
import { Box, whenIdle } from '@homie/ui';
import type { ThreadItem } from '../../engine/thread-items';
import { useEffect, type ReactNode } from 'react';

/** Draws the words of a reply, which may go on to grow until they are complete. */
type Draw = (text: string, complete: boolean) => ReactNode;

const drawPlain: Draw = (text) => <Box whiteSpace="pre-wrap">{text}</Box>;

const renderer = createStore<{ draw: Draw | null }>({ draw: null });
let loading: Promise<void> | undefined;
/** Reads a text before it is drawn; false when there is nothing to do. */
let readAhead: (text: string) => boolean = () => false;

/** Fetches the face of code before there is any: one that arrives in mid-reply has all of the page laid out again. */
function loadCodeFace(): void {
  const faces = getComputedStyle(document.documentElement).getPropertyValue('--homie-fonts-mono');
  document.fonts.load(`1em ${faces}`).catch(() => undefined);
}

function load(): void {
  loading ??= import('../../markdown').then(
    ({ Markdown, readAhead: read, warmUp }) => {
      readAhead = read;
      renderer.setState({ draw: (text, complete) => <Markdown text={text} complete={complete} /> });
      loadCodeFace();
      warmUp();
    },
    // Without it the words are still there; the next page load tries again.
    () => renderer.setState({ draw: drawPlain }),
  );
}

/**
 * What draws the Markdown of replies; null until it has arrived. Not `lazy`, which shows its fallback for a moment
 * even when the code is there, and so moves what somebody reads.
 */
export function useMarkdown(): Draw | null {
  useEffect(load, []);
  return useStore(renderer).draw;
}

/** Reads the replies that are not in sight while the page has nothing else to do, the newest first. */
export function useReadAhead(items: readonly ThreadItem[]): void {
  useEffect(() => {
    const texts = items.flatMap((item) => (item.kind === 'reply' ? [item.text] : []));
    let stop: (() => void) | undefined;
    function readOne() {
      let text = texts.pop();
      while (text !== undefined && !readAhead(text)) text = texts.pop();
      if (text !== undefined) stop = whenIdle(readOne);
    }
    stop = whenIdle(readOne);
    return () => stop?.();
  }, [items]);
}
