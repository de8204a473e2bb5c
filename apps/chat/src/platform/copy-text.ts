import { toast } from '@homie/ui';

/** A text for the clipboard: as HTML for programs that support formatting, and as plain text for others. */
export interface RichText {
  html: string;
  text: string;
}

function write(content: string | RichText): Promise<void> {
  if (typeof content === 'string') return navigator.clipboard.writeText(content);
  const { html, text } = content;
  const types = Object.entries({ 'text/html': html, 'text/plain': text });
  const item = new ClipboardItem(
    Object.fromEntries(types.map(([type, data]) => [type, new Blob([data], { type })])),
  );
  return navigator.clipboard.write([item]);
}

/**
 * Copies a text to the clipboard. Shows a toast if that fails: the user may deny access, or the context may be
 * insecure.
 * @returns true if it was copied
 */
export async function copyText(content: string | RichText): Promise<boolean> {
  try {
    await write(content);
    return true;
  } catch {
    toast.error({ title: 'Copy failed', description: 'Select the text and copy it yourself.' });
    return false;
  }
}

/** Copies a reply to the clipboard, formatted and as plain text; as Markdown if the code for that does not load. */
export async function copyReply(markdown: string): Promise<boolean> {
  const content = await import('../markdown').then(
    ({ markdownToRichText }) => markdownToRichText(markdown),
    () => markdown,
  );
  return copyText(content);
}
