import type { CustomItemComponentProps } from 'virtua';

/**
 * Where a row stands. Until it is measured it is transparent, not hidden as the list would have it: whether something is
 * hidden is inherited, so that each row that scrolls into sight would have the style of every word computed twice.
 */
export function ThreadPlace({ style, children, ref }: CustomItemComponentProps) {
  const { visibility, ...place } = style;
  return (
    <div ref={ref} style={visibility === 'hidden' ? { ...place, opacity: 0 } : place}>
      {children}
    </div>
  );
}
