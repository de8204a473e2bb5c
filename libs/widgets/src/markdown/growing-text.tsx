/** Changes a text at its end only, so that what the user has selected before it stays selected. */
function showText(element: HTMLElement, text: string): void {
  const node = element.firstChild;
  // A translated page has other elements here.
  if (!(node instanceof Text) || node !== element.lastChild) {
    element.textContent = text;
    return;
  }
  const { data } = node;
  let same = 0;
  while (same < data.length && data[same] === text[same]) same += 1;
  if (same < data.length) node.deleteData(same, data.length - same);
  if (same < text.length) node.appendData(text.slice(same));
}

interface GrowingTextProps {
  className?: string;
  children?: unknown;
}

/**
 * A text that grows. React would replace the data of its node, which collapses a selection in it, so it leaves the
 * content of this element alone.
 */
export function GrowingText({ className, children }: GrowingTextProps) {
  const text = typeof children === 'string' ? children : '';
  return (
    <span
      className={className}
      ref={(element) => {
        if (element) showText(element, text);
      }}
    />
  );
}
