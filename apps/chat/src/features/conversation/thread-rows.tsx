import type { CustomContainerComponentProps } from 'virtua';

/**
 * The container of the rows. Accepts pointer events also while it scrolls: `pointer-events` is inherited, so toggling
 * it, as the list would with each line that a reply grows by, makes the browser compute the style of every word again.
 */
export function ThreadRows({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}
