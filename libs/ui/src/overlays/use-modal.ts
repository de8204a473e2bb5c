import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { focusable } from './focusable.ts';

/** What a modal layer needs to know. */
export interface ModalOptions {
  /** The layer's outermost element, a child of `body`. */
  layer: RefObject<HTMLElement | null>;
  /** The element with the dialog role. */
  surface: RefObject<HTMLElement | null>;
  /** Gets the focus at first; else the first field, else the surface itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

/** Makes everything on the page except a layer (and what lives outside dialogs) unreachable. */
function isolate(layer: HTMLElement): () => void {
  const others = [...document.body.children].filter(
    (element) =>
      element !== layer &&
      !element.hasAttribute('inert') &&
      !element.matches('[data-outside-dialogs],script,style'),
  );
  for (const element of others) element.setAttribute('inert', '');
  return () => {
    for (const element of others) element.removeAttribute('inert');
  };
}

function wrapFocus(event: KeyboardEvent, surface: HTMLElement): void {
  const stops = focusable(surface);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const active = document.activeElement;
  if (active !== edge && active !== surface && stops.length > 0) return;
  if (active === surface && !event.shiftKey) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/**
 * The behaviour of a modal dialog by the ARIA practices: focus moves in, stays in, and returns to
 * where it was; Escape closes; the page behind is inert and does not scroll. Dialogs may be stacked.
 * https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export function useModal({ layer, surface, initialFocus, onClose }: ModalOptions): void {
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const before = document.activeElement;
    const restore = layer.current ? isolate(layer.current) : undefined;
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    const content = surface.current;
    const field = content?.querySelector<HTMLElement>(
      'input:not([disabled]):not([type=hidden]),select:not([disabled]),textarea:not([disabled])',
    );
    (initialFocus?.current ?? field ?? content)?.focus();
    return () => {
      restore?.();
      document.body.style.overflow = overflow;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [layer, surface, initialFocus]);

  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === 'Tab') wrapFocus(event, element);
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [surface]);
}
