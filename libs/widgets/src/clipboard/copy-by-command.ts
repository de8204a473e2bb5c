import type { RichText } from './write-clipboard.ts';

/**
 * Copies by the command of the browser, as the keyboard does: the only way on pages without https.
 * @throws if the browser does not allow it, because the user has pressed nothing recently
 */
export function copyByCommand(content: string | RichText): void {
  const { text, html } = typeof content === 'string' ? { text: content, html: '' } : content;
  const fill = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    if (html !== '') event.clipboardData?.setData('text/html', html);
  };
  const selection = document.getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) =>
    selection?.getRangeAt(index),
  );
  // Safari copies only if something is selected.
  const selected = document.createElement('span');
  selected.textContent = text;
  selected.style.cssText = 'position: fixed; opacity: 0; white-space: pre; user-select: text';
  document.body.append(selected);
  selection?.selectAllChildren(selected);
  document.addEventListener('copy', fill, { capture: true });
  try {
    if (!document.execCommand('copy')) throw new Error('The browser did not copy.');
  } finally {
    document.removeEventListener('copy', fill, { capture: true });
    selected.remove();
    selection?.removeAllRanges();
    for (const range of ranges) if (range) selection?.addRange(range);
  }
}
