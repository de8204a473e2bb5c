/** Distance between trigger and menu, and between menu and window, in CSS pixels. */
const gap = 6;
const margin = 8;

/** A rectangle's edges, as `getBoundingClientRect` gives them. */
export type Edges = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Returns the position of a menu: below its trigger and aligned to its end, flipped if there is no space. */
export function menuPosition(
  trigger: Edges,
  menu: { width: number; height: number },
  viewport: { width: number; height: number },
  align: 'start' | 'end',
): { top: number; left: number } {
  const below = trigger.bottom + gap;
  const above = trigger.top - gap - menu.height;
  const fitsBelow = below + menu.height + margin <= viewport.height;
  const top = fitsBelow || above < margin ? below : above;
  const wanted = align === 'start' ? trigger.left : trigger.right - menu.width;
  const left = Math.max(margin, Math.min(wanted, viewport.width - menu.width - margin));
  return { top: Math.max(margin, Math.min(top, viewport.height - menu.height - margin)), left };
}
