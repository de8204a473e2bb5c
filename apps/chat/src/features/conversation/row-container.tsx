import type { CustomItemComponentProps } from 'virtua';

/**
 * Positions a row. Until it is measured it is transparent, not hidden as the list would have it: `visibility` is
 * inherited, so each row that scrolls into view would have the style of every word computed twice.
 */
export function RowContainer({ style, children, ref }: CustomItemComponentProps) {
  const { visibility, ...layout } = style;
  return (
    <div ref={ref} style={visibility === 'hidden' ? { ...layout, opacity: 0 } : layout}>
      {children}
    </div>
  );
}
