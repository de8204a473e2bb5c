const selector = [
  'a[href]',
  'button:not([disabled])',
  'input:not([disabled]):not([type=hidden])',
  'select:not([disabled])',
  'textarea:not([disabled])',
  'summary',
  '[tabindex]:not([tabindex="-1"])',
].join(',');

/** Returns the elements that the keyboard reaches inside an element, in order. */
export function focusable(container: ParentNode): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('[inert],[hidden]') && element.tabIndex >= 0,
  );
}
