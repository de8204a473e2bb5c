import { createStore, useStore } from '@homie/composition';
import { Box, whenIdle } from '@homie/ui';
import type { ThreadItem } from '../../engine/thread-items';
import { useEffect, type ReactNode } from 'react';

/** Renders the text of a reply, which may grow until it is complete. */
type RenderText = (text: string, complete: boolean) => ReactNode;

const renderPlain: RenderText = (text) => <Box whiteSpace="pre-wrap">{text}</Box>;

const renderer = createStore<{ renderText: RenderText | null }>({ renderText: null });
let loading: Promise<void> | undefined;
/** Parses a text before it is rendered; false if there is nothing to do. */
let readAhead: (text: string) => boolean = () => false;

/** Preloads the code font before there is any code: one that loads in mid-reply triggers layout of the whole page. */
function loadCodeFace(): void {
  const faces = getComputedStyle(document.documentElement).getPropertyValue('--homie-fonts-mono');
  document.fonts.load(`1em ${faces}`).catch(() => undefined);
}

function load(): void {
  loading ??= import('../../markdown').then(
    ({ Markdown, readAhead: read, warmUp }) => {
      readAhead = read;
      renderer.setState({
        renderText: (text, complete) => <Markdown text={text} complete={complete} />,
      });
      loadCodeFace();
      warmUp();
    },
    // Falls back to plain text; the next page load tries again.
    () => renderer.setState({ renderText: renderPlain }),
  );
}

/**
 * Returns the Markdown renderer of replies; null until it has loaded. Not `lazy`, which shows its fallback for a moment
 * even if the code is loaded, and so shifts the content being read.
 */
export function useMarkdown(): RenderText | null {
  useEffect(load, []);
  return useStore(renderer).renderText;
}

/** Parses the replies outside the viewport while the page is idle, the newest first. */
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
