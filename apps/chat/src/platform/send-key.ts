import type { KeyboardEvent } from 'react';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Whether a key sends what is written. On a touch screen Enter alone is the only way to a new line. */
export function isSendKey({ key, shiftKey, ctrlKey, metaKey }: Key, isTouchOnly: boolean): boolean {
  return key === 'Enter' && !shiftKey && (!isTouchOnly || ctrlKey || metaKey);
}
