import { Activity, useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Older browsers don't retain the layout of a hidden view. They compute it again when they show it. */
const retainsLayout = () => CSS.supports('content-visibility', 'hidden');

/**
 * Renders its children in a layer that covers its positioned ancestor. A hidden layer is an `Activity` without effects
 * that retains style and layout, so that to show it again takes little more than to paint it. No search, keyboard or
 * screen reader finds what is in it; selectors do, unless they use `checkVisibility()`.
 */
export function ViewLayer({ shown, children }: { shown: boolean; children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  // `Activity` hides its elements by `display: none`, which discards their layout. Removed in the same phase of the
  // commit, before a layout effect reads anything.
  useInsertionEffect(() => {
    if (shown || !retainsLayout()) return;
    for (const child of layer.current?.children ?? [])
      if (child instanceof HTMLElement) child.style.removeProperty('display');
  }, [shown]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!shown && activeElement instanceof HTMLElement && layer.current?.contains(activeElement))
      activeElement.blur();
  }, [shown]);
  return (
    <div
      ref={layer}
      style={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        // The same in both states: another containment would be another layout.
        contain: 'strict',
        contentVisibility: shown ? 'visible' : 'hidden',
        // A hidden layer has a box, which must not receive the pointer.
        zIndex: shown ? undefined : -1,
      }}
    >
      <Activity mode={shown ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  );
}
