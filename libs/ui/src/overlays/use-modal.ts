import { useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import { isComposing } from '../hooks/is-composing.ts';
import { useBack } from './use-back.ts';

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
function focusable(container: ParentNode): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('[inert],[hidden]') && element.tabIndex >= 0,
  );
}

/** Options of {@link useModal}. */
export interface ModalOptions {
  /** The layer's outermost element, a child of `body`. */
  layer: RefObject<HTMLElement | null>;
  /** The element with the dialog role. */
  surface: RefObject<HTMLElement | null>;
  /** Gets the focus at first; else the first field, else the surface itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

/** Event handlers for the surface. */
export interface ModalHandlers {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * The open layers, and the function that unlocks scrolling. The last one on the page is the topmost: a screen that was
 * hidden and is shown again runs the effects of an inner dialog first.
 */
const open = new Set<Element>();
let unlock = () => {};

/** Makes everything on the page inert except the topmost layer (and the elements outside dialogs). */
function isolateTopmost(): void {
  const elements = [...document.body.children];
  const topmost = elements.findLast((element) => open.has(element));
  for (const element of elements)
    if (!element.matches('[data-outside-dialogs],script,style'))
      element.toggleAttribute('inert', topmost !== undefined && element !== topmost);
}

/** Adds a layer to the open ones: the page behind is inert and does not scroll. */
function isolate(layer: HTMLElement): () => void {
  if (open.size === 0) unlock = lockScroll();
  open.add(layer);
  isolateTopmost();
  return () => {
    open.delete(layer);
    isolateTopmost();
    if (open.size === 0) unlock();
  };
}

/** Disables scrolling of the page, without a layout shift when its scroll bar disappears. */
function lockScroll(): () => void {
  const { style } = document.body;
  const { overflow, paddingRight } = style;
  const scrollBar = window.innerWidth - document.documentElement.clientWidth;
  style.overflow = 'hidden';
  if (scrollBar > 0) style.paddingRight = `${scrollBar}px`;
  return () => Object.assign(style, { overflow, paddingRight });
}

function wrapFocus(event: KeyboardEvent<HTMLElement>): void {
  const surface = event.currentTarget;
  // A dialog that is a child of this one in React has the focus elsewhere on the page.
  if (!surface.contains(document.activeElement)) return;
  const stops = focusable(surface);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const active = document.activeElement;
  if (active !== edge && active !== surface && stops.length > 0) return;
  if (active === surface && !event.shiftKey) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/**
 * Stores the focused element and returns a function that restores the focus: to that element, or to the first focusable
 * one in its nearest ancestor that is still on the page, e.g. after the row with the pressed button was deleted; without
 * one, to an `h2` with a `tabIndex`.
 */
function rememberFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement)) return () => {};
  const ancestors: HTMLElement[] = [];
  let ancestor = before.parentElement;
  while (ancestor && ancestor !== document.body && ancestor.parentElement !== document.body) {
    ancestors.push(ancestor);
    ancestor = ancestor.parentElement;
  }

  function focusNearby() {
    if (before?.isConnected || document.activeElement !== document.body) return;
    const near = ancestors
      .map((each) => each.isConnected && (focusable(each)[0] ?? each.querySelector('h2[tabindex]')))
      .find(Boolean);
    if (near instanceof HTMLElement) near.focus();
  }

  return () => {
    if (before.isConnected) before.focus();
    // The same update of the page may be about to remove it.
    queueMicrotask(focusNearby);
  };
}

/** Focuses a dialog when the element with the focus is removed from it: from the body, no key would reach the dialog. */
function restoreFocusInside(surface: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) surface.focus();
  });
  observer.observe(surface, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * The behaviour of a modal dialog by the ARIA practices: the focus moves in, stays in, and returns; Escape and Back
 * close; the page behind is inert and does not scroll. Dialogs may be stacked.
 * https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export function useModal({ layer, surface, initialFocus, onClose }: ModalOptions): ModalHandlers {
  useBack(onClose);

  useLayoutEffect(() => {
    const refocus = rememberFocus();
    const restore = layer.current ? isolate(layer.current) : undefined;
    const content = surface.current;
    const field = content?.querySelector<HTMLElement>(
      'input:not([disabled],[type=hidden],[hidden]),select:not([disabled]),textarea:not([disabled])',
    );
    (initialFocus?.current ?? field ?? content)?.focus();
    const stopKeeping = content && restoreFocusInside(content);
    return () => {
      stopKeeping?.();
      restore?.();
      refocus();
    };
  }, [layer, surface, initialFocus]);

  // React's event, not the document's: a menu or dialog inside this one, wherever it is rendered, receives it first and
  // stops its propagation if it handles it.
  return {
    onKeyDown(event) {
      if (event.key === 'Tab') wrapFocus(event);
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
  };
}
