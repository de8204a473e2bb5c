import type { Citation } from '@homie/contracts';
import { Box, List, ListItem, Text, TextLink, VisuallyHidden } from '@homie/ui';

/** The web pages that a reply cites, under its text. */
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

/** Shows the host next to the title, since the title is chosen by the page itself. */
function Source({ url, title }: Citation) {
  const host = getHost(url);
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

/** Returns the host of a web page; null for any other URL. */
function getHost(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : null;
}
