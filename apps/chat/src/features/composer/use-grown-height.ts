import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Lets a textarea grow with its text, for browsers that do not do so by `field-sizing: content`.
 * Its own maximum height ends the growth.
 * @returns the ref to give to the textarea
 */
export function useGrownHeight(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return field;
}
