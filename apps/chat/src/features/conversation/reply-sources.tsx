import type { Citation } from '@homie/contracts';
import { Box, List, ListItem, Text, TextLink, VisuallyHidden } from '@homie/ui';

/** The pages on the web that a reply cites, under its words. */
export function ReplySources({ citations }: { citations: readonly Citation[] }) {
  return (
    <List aria-label="Sources" display="grid" gap="1" paddingTop="2" maxWidth="measure">
      {citations.map((citation) => (
        <ListItem key={citation.url}>
          <Source {...citation} />
        </ListItem>
      ))}
    </List>
  );
}

/** The host stands beside the title, for the title is what the page says of itself. */
function Source({ url, title }: Citation) {
  const host = hostOf(url);
  if (host === null) return null;
  return (
    <Box fontSize="sm" overflowWrap="anywhere">
      <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
        {title}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </TextLink>{' '}
      {title !== host && (
        <Text as="span" size="sm" tone="muted">
          {host}
        </Text>
      )}
    </Box>
  );
}

/** Null for what leads to no page on the web. */
function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : null;
}
