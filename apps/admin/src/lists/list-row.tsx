import { ListItem } from '@homie/ui';
import type { ReactNode } from 'react';

/** A row of a list in a dialog, with a line below all but the last. */
export function ListRow({ children }: { children: ReactNode }) {
  return (
    <ListItem
      paddingBlock="2"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      _last={{ borderBottomWidth: '0' }}
    >
      {children}
    </ListItem>
  );
}
