import { List } from '@homie/ui';
import type { ComponentProps } from 'react';

type RowListProps = ComponentProps<typeof List>;

/**
 * What holds the rows. Takes the pointer also while it scrolls: a list of virtual rows would let go by what is pressed in
 * the moment after.
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
