import { toast } from '@homie/ui';

/**
 * Puts a text on the clipboard. A clipboard may be out of reach: the browser asks the person, or the page did not come
 * over a secure connection. The person is told then.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast.error({ title: 'Copy failed', description: 'Select the text and copy it yourself.' });
    return false;
  }
}
