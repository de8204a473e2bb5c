import { Link } from '@homie/composition';
import type { ConversationRow as Row } from '@homie/contracts';
import { Box, IconPin, Span, Text, VisuallyHidden } from '@homie/ui';
import { memo } from 'react';
import { ConversationMenu } from '../../platform/conversation-menu';
import type { ActOn } from '../../platform/use-conversation-actions';
import { conversationQuery } from '../../platform/use-selection';
import { TimeText } from '@homie/widgets';

interface ConversationRowProps {
  row: Row;
  selected: boolean;
  running: boolean;
  /** It has an unread reply. */
  unread: boolean;
  /** It has a draft. */
  drafted: boolean;
  now: Date;
  onAct: ActOn;
  /** Called when its link is followed. */
  onChoose?: (() => void) | undefined;
}

/** One conversation: a link to it, its marks and its menu. */
export const ConversationRow = memo(function ConversationRow({
  row,
  selected,
  running,
  unread,
  drafted,
  now,
  onAct,
  onChoose,
}: ConversationRowProps) {
  const { id, title, assistants, updated_at, pinned } = row;
  const strong = selected || unread;
  return (
    <Box
      data-conversation={id}
      position="relative"
      marginBottom="0.5"
      borderRadius="md"
      bg={selected ? 'bg.muted' : 'transparent'}
      _hover={selected ? {} : { bg: 'bg.subtle' }}
      css={{
        '&:hover .row-menu, &:focus-within .row-menu': { opacity: 1 },
        '@media (forced-colors: active)': selected ? { outline: '1px solid' } : {},
      }}
    >
      <Box
        asChild
        display="block"
        paddingBlock="2"
        paddingInlineStart="3"
        paddingInlineEnd={running || unread ? '16' : '11'}
        borderRadius="md"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Link
          to={conversationQuery(row)}
          aria-current={selected ? 'page' : undefined}
          onClick={onChoose}
        >
          <Text
            translate="no"
            truncate
            dir="auto"
            textAlign="left"
            fontWeight={unread ? 'bold' : strong ? 'semibold' : 'medium'}
            title={title}
          >
            {title}
          </Text>
          <Text display="flex" size="sm" tone={selected ? 'muted' : 'subtle'}>
            {pinned && (
              <Span flexShrink="0" alignSelf="center" marginInlineEnd="1">
                <IconPin size={13} />
                <VisuallyHidden>Pinned</VisuallyHidden>
              </Span>
            )}
            {drafted && (
              <Span flexShrink="0" whiteSpace="pre" color="accent.fg">
                {'Draft · '}
              </Span>
            )}
            <Span translate="no" truncate minWidth="0">
              {assistants.label}
            </Span>
            <Span flexShrink="0" whiteSpace="pre">
              {' · '}
              <TimeText moment={updated_at} now={now} />
            </Span>
            {unread && <VisuallyHidden>Unread</VisuallyHidden>}
          </Text>
        </Link>
      </Box>
      {running && (
        <Box
          position="absolute"
          right="3rem"
          top="50%"
          marginTop="-2"
          color="brand.fg"
          pointerEvents="none"
        >
          {/* Not animated: it is next to the text being read, and would make every frame recompute styles. */}
          <Box
            aria-hidden
            boxSize="3"
            margin="0.5"
            borderWidth="2px"
            borderColor="currentColor"
            borderRadius="full"
          />
          <VisuallyHidden>Reply in progress</VisuallyHidden>
        </Box>
      )}
      {unread && !running && (
        <Box
          aria-hidden
          position="absolute"
          right="3.25rem"
          top="50%"
          marginTop="-1"
          boxSize="2"
          borderRadius="full"
          bg="accent.solid"
          pointerEvents="none"
          css={{ '@media (forced-colors: active)': { bg: 'Highlight', forcedColorAdjust: 'none' } }}
        />
      )}
      <Box
        className="row-menu"
        position="absolute"
        right="1"
        top="50%"
        transform="translateY(-50%)"
        opacity={selected ? '1' : '0'}
        css={{ '@media (hover: none)': { opacity: 1 } }}
      >
        <ConversationMenu label={`Actions for ${title}`} row={row} open={selected} onAct={onAct} />
      </Box>
    </Box>
  );
});
