import type { Citation } from '@homie/contracts';
import { toast } from '@homie/ui';

/** A text for the clipboard: as HTML for programs that support formatting, and as plain text for others. */
export interface RichText {
  html: string;
  text: string;
}

type Content = string | RichText | Promise<RichText>;

/**
 * Passes the clipboard promises of its data: WebKit accepts a write only during the click, before code for it has
 * loaded. Browsers without formatted clipboard items get the plain text.
 */
async function write(content: Content): Promise<void> {
  if (typeof content === 'string') return navigator.clipboard.writeText(content);
  const rich = Promise.resolve(content);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText((await rich).text);
  const blob = async (type: string, key: keyof RichText) => new Blob([(await rich)[key]], { type });
  const item = new ClipboardItem({
    'text/html': blob('text/html', 'html'),
    'text/plain': blob('text/plain', 'text'),
  });
  return navigator.clipboard.write([item]);
}

/**
 * Copies a text to the clipboard. Shows a toast if that fails: the user may deny access, or the context may be
 * insecure.
 * @returns true if it was copied
 */
export async function copyText(content: Content): Promise<boolean> {
  try {
    await write(content);
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
