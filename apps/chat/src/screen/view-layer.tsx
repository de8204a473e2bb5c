import { whenIdle } from '@homie/ui';
import { Activity, useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

/** Older browsers don't retain the layout of a hidden view. They compute it again when they show it. */
const retainsLayout = () => CSS.supports('content-visibility', 'hidden');

/**
 * Removes the `display: none` by which `Activity` hides the elements of a layer, since it discards their layout. React
 * sets it again with each change of a hidden view.
 */
function retainBoxes(layer: HTMLElement) {
  for (const child of layer.children)
    if (child instanceof HTMLElement) child.style.removeProperty('display');
}

/**
 * Renders its children in a layer that covers its positioned ancestor. A hidden layer is an `Activity` without effects
 * that retains style and layout, so that to show it again takes little more than to paint it. No search, keyboard or
 * screen reader finds what is in it; selectors do, unless they use `checkVisibility()`.
 */
export function ViewLayer({ shown, children }: { shown: boolean; children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  // In the same phase of the commit that hides them, before a layout effect reads anything.
  useInsertionEffect(() => {
    if (!shown && layer.current && retainsLayout()) retainBoxes(layer.current);
  }, [shown]);
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element || !retainsLayout()) return;
    const observer = new MutationObserver(() => {
      retainBoxes(element);
      observe();
      // Reading a position computes the layout, also of what has never been shown.
      if (element.style.contentVisibility === 'hidden')
        whenIdle(() => element.firstElementChild?.getBoundingClientRect());
    });
    // Not what is inside the children: it changes with each line that a reply grows by.
    const observe = () => {
      observer.observe(element, { childList: true });
      for (const child of element.children) observer.observe(child, { attributeFilter: ['style'] });
    };
    observe();
    return () => observer.disconnect();
  }, []);
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
