import { useLayoutEffect, useState, type RefObject } from 'react';

const GAP = 4;
const MARGIN = 8;

interface PopoverPosition {
  left: number;
  top: number;
}

/** Returns the position below the trigger, or above if there is no space; never outside the window. */
function computePosition(trigger: DOMRect, popover: DOMRect): PopoverPosition {
  const below = trigger.bottom + GAP;
  const above = trigger.top - GAP - popover.height;
  const fitsBelow = below + popover.height <= window.innerHeight - MARGIN;
  return {
    left: Math.max(MARGIN, Math.min(trigger.left, window.innerWidth - MARGIN - popover.width)),
    top: fitsBelow || above < MARGIN ? below : above,
  };
}

/** Positions an open popover, and updates the position while the page around it is scrolled or resized. */
export function usePopoverPosition(
  trigger: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  open: boolean,
): PopoverPosition | undefined {
  const [position, setPosition] = useState<PopoverPosition>();
  useLayoutEffect(() => {
    if (!open) return;
    const measure = () => {
      if (!trigger.current || !popover.current) return;
      setPosition(
        computePosition(
          trigger.current.getBoundingClientRect(),
          popover.current.getBoundingClientRect(),
        ),
      );
    };
    measure();
    // Its content may arrive later than it opens.
    const sizes = new ResizeObserver(measure);
    if (popover.current) sizes.observe(popover.current);
    window.addEventListener('resize', measure);
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      document.removeEventListener('scroll', measure, { capture: true });
    };
  }, [open, trigger, popover]);
  return position;
}
