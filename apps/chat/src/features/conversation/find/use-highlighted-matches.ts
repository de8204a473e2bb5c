import { useEffect, type RefObject } from 'react';
import { findWords } from './find-words';

const NAME = 'homie-searched-words';

const RULES = `
::highlight(${NAME}) {
  background-color: var(--homie-colors-warning-subtle);
  color: var(--homie-colors-fg-default);
  text-decoration: underline 2px var(--homie-colors-warning-solid);
}
@media (forced-colors: active) {
  ::highlight(${NAME}) { background-color: Mark; color: MarkText; }
}`;

let isStyled = false;
function style(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets.push(sheet);
}

/** Highlights words in all rendered messages while they are searched for. Does not change the DOM. */
export function useHighlightedMatches(thread: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = thread.current;
    if (element === null || !('highlights' in CSS)) return;
    style();
    let frame: number | undefined;
    function mark() {
      frame = undefined;
      const messages = [...(element?.querySelectorAll('[data-message]') ?? [])];
      const ranges = messages.flatMap((message) => findWords(message, words));
      // oxlint-disable-next-line compat/compat -- the rule does not see the `'highlights' in CSS` check above
      CSS.highlights.set(NAME, new Highlight(...ranges));
    }
    mark();
    // Messages scroll into view, and replies grow.
    const watching = new MutationObserver(() => (frame ??= requestAnimationFrame(mark)));
    watching.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      watching.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [thread, words]);
}
