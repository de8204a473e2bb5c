import { Box, Stack } from '@homie/ui';
import { useState } from 'react';
import { HandedOverMessages } from './handed-over-messages';
import { useOpenedHandover } from './use-opened-handover';

/**
 * The handover that a conversation continues, folded: the assistant knows its messages. Renders nothing if it is no longer
 * available.
 */
export function ContinuedCard({ handoverId }: { handoverId: string }) {
  const { data: handover } = useOpenedHandover(handoverId);
  const [open, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  if (!handover) return null;
  return (
    <Box
      asChild
      flexShrink="0"
      bg="bg.subtle"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      fontSize="sm"
      // Messages need what little space there is.
      css={{ '@media (max-height: 26rem)': { display: 'none' } }}
    >
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Box
          as="summary"
          cursor="pointer"
          minHeight="11"
          paddingInline={{ base: '4', md: '6' }}
          paddingBlock="2.5"
          overflowWrap="anywhere"
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <span>Continues: </span>
          <span translate="no" dir="auto">
            {handover.title}
          </span>
          <span> by </span>
          <span translate="no" title={handover.owner_email}>
            {handover.owner_name}
          </span>
        </Box>
        {open && (
          <Box
            as="section"
            aria-label="Handed over messages"
            tabIndex={0}
            maxHeight="40dvh"
            overflowY="auto"
            fontSize="md"
            paddingInline={{ base: '4', md: '6' }}
            paddingBottom="4"
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <Stack gap="6" maxWidth="48rem" marginInline="auto">
              <HandedOverMessages handover={handover} now={now} />
            </Stack>
          </Box>
        )}
      </details>
    </Box>
  );
}
