import type { Citation } from '@homie/contracts';
import { Box, List, ListItem, Span, Text, TextLink, VisuallyHidden } from '@homie/ui';
import { SourceLink } from '../../platform/source-link';

/** The passages and web pages that a reply cites, under its text. Passages have their numbers in the text. */
export function ReplySources({ citations }: { citations: readonly Citation[] }) {
  return (
    <List aria-label="Sources" display="grid" gap="1" paddingTop="2" maxWidth="measure">
      {citations.map((citation) => (
        <ListItem key={citation.url}>
          {citation.number === undefined ? (
            <WebPage {...citation} />
          ) : (
            <Passage {...citation} number={citation.number} />
          )}
        </ListItem>
      ))}
    </List>
  );
}

/** Opens the document at the passage. */
function Passage({ url, title, number }: Citation & { number: number }) {
  return (
    <Box asChild css={chip}>
      <SourceLink href={url}>
        <Span css={numberStyle}>
          <VisuallyHidden>Source </VisuallyHidden>
          <span>{number}</span>
        </Span>
        <span translate="no">{title}</span>
      </SourceLink>
    </Box>
  );
}

/** Shows the host next to the title, since the title is chosen by the page itself. */
function WebPage({ url, title }: Citation) {
  const host = getHost(url);
  if (host === null) return null;
  return (
    <Box fontSize="sm" overflowWrap="anywhere">
      <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
        <span translate="no">{title}</span>
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </TextLink>
      {title !== host && (
        <Text as="span" size="sm" tone="muted" translate="no">
          {` ${host}`}
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

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  maxWidth: 'full',
  paddingInlineStart: '1',
  paddingInlineEnd: '3',
  paddingBlock: '1',
  fontSize: 'sm',
  color: 'fg.default',
  bg: 'bg.subtle',
  borderWidth: '1px',
  borderColor: 'border.subtle',
  borderRadius: 'lg',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  _hover: { bg: 'bg.muted' },
  '@media (pointer: coarse)': { minHeight: '11' },
} as const;

const numberStyle = {
  flexShrink: '0',
  minWidth: '6',
  paddingInline: '1',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 'medium',
  color: 'brand.fg',
  bg: 'brand.subtle',
  borderRadius: 'full',
} as const;
