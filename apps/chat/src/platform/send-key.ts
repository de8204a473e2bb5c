import type { KeyboardEvent } from 'react';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Returns true if a key sends the message. On a touch screen, Enter alone is the only way to insert a new line. */
export function isSendKey({ key, shiftKey, ctrlKey, metaKey }: Key, isTouchOnly: boolean): boolean {
  return key === 'Enter' && !shiftKey && (!isTouchOnly || ctrlKey || metaKey);
}
