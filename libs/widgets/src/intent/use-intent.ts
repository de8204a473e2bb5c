import { useEffect, useRef, type PointerEvent } from 'react';

/** The time that the pointer rests on something before it counts, in milliseconds: it passes over much else. */
const REST_MS = 80;

/** Returns whether the user asked the browser to load less. */
export function savesData(): boolean {
  // Only Chromium has it.
  return Object(Reflect.get(navigator, 'connection')).saveData === true;
}

/**
 * Returns event handlers that report what the user will probably open: what the pointer rests on, what is pressed and
 * what has the focus.
 * @param request called with the event of the element, or of something in it
 */
export function useIntent(request: (event: { target: EventTarget }) => void) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(resting.current);
      if (event.pointerType === 'mouse') resting.current = setTimeout(request, REST_MS, event);
    },
    onPointerLeave: () => clearTimeout(resting.current),
    onPointerDown: request,
    onFocus: request,
  };
}
