import { toast } from '@homie/ui';

/** A text as programs paste it that keep formats, and as others do. */
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
 * Puts a text on the clipboard. A clipboard may be out of reach: the browser asks the person, or the page did not come
 * over a secure connection. The person is told then.
 * @returns whether it is there
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

/** Puts a reply on the clipboard, formatted and as plain text; as Markdown if the code for that does not load. */
export async function copyReply(markdown: string): Promise<boolean> {
  const content = await import('../markdown').then(
    ({ markdownToRichText }) => markdownToRichText(markdown),
    () => markdown,
  );
  return copyText(content);
}
