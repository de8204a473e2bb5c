import type { CustomContainerComponentProps } from 'virtua';

/**
 * What holds the rows. Takes the pointer also while it scrolls: whether it does is inherited, so that turning it off and
 * on again, as the list would with each line that a reply grows by, has the style of every word computed anew.
 */
export function ThreadRows({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}
