/** The distance that a finger must move it to dismiss it, in pixels. */
const AWAY = 64;

/**
 * Lets a finger move an element sideways or up, and dismisses it if it was moved far enough; otherwise it moves back. A
 * mouse moves nothing: it selects text.
 * @param signal removes the listeners
 */
export function watchSwipe(element: HTMLElement, onAway: () => void, signal: AbortSignal): void {
  const { style } = element;
  let start: { id: number; x: number; y: number } | null = null;
  let far = 0;

  function move({ pointerId, clientX, clientY }: PointerEvent) {
    if (start === null || start.id !== pointerId) return;
    const x = clientX - start.x;
    const y = Math.min(clientY - start.y, 0);
    const isSideways = Math.abs(x) > Math.abs(y);
    far = Math.abs(isSideways ? x : y);
    style.translate = isSideways ? `${x}px` : `0 ${y}px`;
    style.opacity = String(1 - Math.min(far / AWAY, 1) / 2);
  }

  function end() {
    start = null;
    far = 0;
    style.translate = style.opacity = '';
  }

  function down({ pointerType, isPrimary, pointerId: id, clientX: x, clientY: y }: PointerEvent) {
    if (pointerType !== 'mouse' && isPrimary) start = { id, x, y };
  }

  function up({ pointerId }: PointerEvent) {
    if (start?.id !== pointerId) return;
    if (far >= AWAY) onAway();
    else end();
  }

  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', end, { signal });
}
