/** A text for the clipboard: as HTML for programs that support formatting, and as plain text for others. */
export interface RichText {
  html: string;
  text: string;
}

/**
 * Writes to the clipboard. Passes it promises of its data: WebKit accepts a write only during the click, before code
 * for it has loaded. Browsers without formatted clipboard items get the plain text, and pages without https, which lack
 * the clipboard, copy by command.
 * @throws if the browser does not allow it
 */
export async function writeClipboard(
  content: string | RichText | Promise<RichText>,
): Promise<void> {
  if (!('clipboard' in navigator)) {
    const { copyByCommand } = await import('./copy-by-command.ts');
    return copyByCommand(await content);
  }
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
