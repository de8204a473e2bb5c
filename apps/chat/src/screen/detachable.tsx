import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

function createContainer() {
  const container = document.createElement('div');
  container.style.display = 'contents';
  return { container, attach: (place: HTMLElement | null) => void place?.append(container) };
}

/**
 * Renders its children into an element that is part of the document only while their `Activity` is visible. What is
 * hidden is found by no search, screen reader or selector, and costs neither style nor layout.
 */
export function Detachable({ children }: { children: ReactNode }) {
  const [{ container, attach }] = useState(createContainer);
  return (
    <>
      {/* Attached before the layout effects of the children measure them, and detached after they have stopped. */}
      <div ref={attach} style={{ display: 'contents' }} />
      {createPortal(children, container)}
      <Detach container={container} />
    </>
  );
}

function Detach({ container }: { container: HTMLElement }) {
  useLayoutEffect(() => () => container.remove(), [container]);
  return null;
}
