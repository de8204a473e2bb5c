import type { ShownHit } from '@homie/api-client';
import { Link } from '@homie/composition';
import { Box, ListItem, Span, Text } from '@homie/ui';
import { setSearchQuery } from '../../platform/search-query';
import { conversationQuery } from '../../platform/use-selection';
import { TimeText } from '@homie/widgets';
import { trimToWordStart, trimToWordEnd } from '../../platform/excerpt-edges';
import { markedPieces } from './marked-pieces';

function Marked({ children }: { children: string }) {
  return (
    <Box
      asChild
      bg="warning.subtle"
      color="warning.fg"
      borderRadius="sm"
      fontWeight="semibold"
      css={{ '@media (forced-colors: active)': { bg: 'Mark', color: 'MarkText' } }}
    >
      <mark>{children}</mark>
    </Box>
  );
}

interface SearchHitProps {
  hit: ShownHit;
  q: string;
  now: Date;
  onChoose: (() => void) | undefined;
}

/** One search result with an excerpt of the match; links to that message. */
export function SearchHit({ hit, q, now, onChoose }: SearchHitProps) {
  const { conversation, match, isCompact = false } = hit;
  const { title, assistants, updated_at } = conversation;
  function choose() {
    if (match) setSearchQuery(conversation.id, q);
    onChoose?.();
  }
  return (
    <ListItem>
      <Box
        asChild
        display="block"
        paddingInline="3"
        paddingBlock="2"
        borderRadius="md"
        _hover={{ bg: 'bg.muted' }}
        _focusVisible={{ outlineOffset: '-2px', bg: 'bg.muted' }}
      >
        <Link to={conversationQuery(conversation, match?.messageId)} onClick={choose}>
          <Text
            truncate
            dir="auto"
            textAlign="left"
            fontWeight="medium"
            title={title}
            translate="no"
          >
            {markedPieces(title, q).map(({ text, marked }, index) =>
              marked ? <Marked key={index}>{text}</Marked> : <span key={index}>{text}</span>,
            )}
          </Text>
          {match && !isCompact && (
            <Text size="sm" tone="muted" lineHeight="snug" lineClamp="3" overflowWrap="anywhere">
              <Span fontWeight="medium">{match.role === 'user' ? 'You: ' : 'Reply: '}</Span>
              <span>{trimToWordStart(match.before)}</span>
              <Marked>{match.text}</Marked>
              <span>{trimToWordEnd(match.after)}</span>
            </Text>
          )}
          <Text truncate size="xs" tone="subtle" mt="0.5">
            {match && isCompact ? (
              <span key="match">
                … <Marked>{match.text}</Marked>
                <span>{trimToWordEnd(match.after)}</span>
              </span>
            ) : (
              <span>
                <span translate="no">{assistants.label}</span> ·{' '}
                <TimeText moment={match?.created_at ?? updated_at} now={now} />
              </span>
            )}
          </Text>
        </Link>
      </Box>
    </ListItem>
  );
}
