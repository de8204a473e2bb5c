import { List } from '@homie/ui';
import type { ComponentProps } from 'react';

type RowListProps = ComponentProps<typeof List>;

/**
 * The container of the rows. Accepts pointer events also while it scrolls: the virtual list would otherwise ignore
 * presses shortly after a scroll.
 */
function RowList({ style, ...props }: RowListProps) {
  return <List style={{ ...style, pointerEvents: undefined }} {...props} />;
}

export function CurrentList(props: RowListProps) {
  return <RowList aria-label="Conversations" {...props} />;
}

export function ArchivedList(props: RowListProps) {
  return <RowList aria-label="Archived conversations" {...props} />;
}
