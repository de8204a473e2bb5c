import type { MouseEvent } from 'react';

/**
 * Opens a row that is pressed anywhere. For the pointer only: the keyboard uses the row's button.
 * @param open the action of its button
 */
export function pressRow({ target, currentTarget }: MouseEvent<HTMLElement>, open: () => void) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('button,a,input,label') || document.getSelection()?.isCollapsed === false)
    return;
  // The focus returns to this element.
  currentTarget.querySelector<HTMLElement>('[data-open-row],[data-row-opener]')?.focus();
  open();
}
