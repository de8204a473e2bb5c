import type { Citation } from '@homie/contracts';
import { List, ListItem, TextLink, VisuallyHidden } from '@homie/ui';

/** Links to the sources of a reply. */
export function SourceList({ citations }: { citations: readonly Citation[] }) {
  return (
    <List aria-label="Sources" fontSize="sm">
      {citations.map(({ url, title, number }) => (
        <ListItem key={url} overflowWrap="anywhere">
          {number !== undefined && <span>{`[${number}] `}</span>}
          <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
            <span translate="no">{title}</span>
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </TextLink>
        </ListItem>
      ))}
    </List>
  );
}
