import { announce, toast } from '@homie/ui';

/**
 * Puts a text on the clipboard and tells that it is there. A clipboard may be out of reach: the browser asks the person,
 * or the page did not come over a secure connection.
 * @param done what a screen reader says then
 * @returns whether it is there
 */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error({ title: 'Not copied', description: 'Select the text and copy it yourself.' });
    return false;
  }
  announce(done);
  return true;
}
