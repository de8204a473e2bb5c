import type { Citation } from '@homie/contracts';
import { toast } from '@homie/ui';
import { writeClipboard, type RichText } from '@homie/widgets';

type Content = string | RichText | Promise<RichText>;

/**
 * Copies a text to the clipboard. Shows a toast if that fails: the user may deny access.
 * @returns true if it was copied
 */
export async function copyText(content: Content): Promise<boolean> {
  try {
    await writeClipboard(content);
    return true;
  } catch {
    toast.error({ title: 'Copy failed', description: 'Select the text and copy it yourself.' });
    return false;
  }
}

/** Shows Markdown as it is written. */
function literal(text: string): RichText {
  const block = document.createElement('pre');
  block.textContent = text;
  return { html: block.outerHTML, text };
}

/**
 * Copies a reply with its sources to the clipboard, formatted and as plain text; as Markdown if the code for that does
 * not load.
 */
export function copyReply(markdown: string, citations: readonly Citation[]): Promise<boolean> {
  return copyText(
    import('../markdown').then(
      ({ markdownToRichText }) => markdownToRichText(markdown, citations),
      () => literal(markdown),
    ),
  );
}
