import { isBusy, subscribeBusy } from '@homie/composition';
import { announce, Box, Button, Card, HStack, Text } from '@homie/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { ReleaseNotes } from './release-notes';
import type { UpdateOffer } from './update-offer';

/** Offers to load the page anew for a new version; never to somebody who is in the middle of something. */
export function UpdateNotice({ offer }: { offer: UpdateOffer }) {
  const releases = useSyncExternalStore(offer.subscribe, offer.current);
  const busy = useSyncExternalStore(subscribeBusy, isBusy);
  const shown = releases !== '' && !busy;
  useEffect(() => {
    if (shown) announce('A new version is available.');
  }, [shown]);
  return (
    shown && (
      <Box
        as="section"
        aria-label="Update"
        position="fixed"
        zIndex="header"
        // Where toasts are: over the foot of the sidebar, on phones under the headers.
        left="calc({spacing.3} + var(--safe-left))"
        right={{ base: 'calc({spacing.3} + var(--safe-right))', md: 'auto' }}
        top={{ base: 'var(--toasts-top, calc({spacing.16} + var(--safe-top)))', md: 'auto' }}
        bottom={{ md: 'calc({spacing.3} + var(--safe-bottom))' }}
        width={{ md: '18.5rem' }}
        css={besideToasts}
      >
        <Card padding="4" boxShadow="float">
          <Text fontWeight="semibold">A new version is available</Text>
          <Text size="sm" tone="muted" marginTop="0.5">
            Reload to use it. Nothing that you have sent is lost.
          </Text>
          <ReleaseNotes />
          <HStack gap="2" marginTop="3">
            <Button size="sm" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Button size="sm" variant="ghost" onClick={offer.decline}>
              Later
            </Button>
          </HStack>
        </Card>
      </Box>
    )
  );
}

// A toast has the same place, and goes by itself: the offer waits meanwhile, unless somebody is about to take it.
const besideToasts = {
  'body:has([aria-label=Notifications]) &:not(:focus-within)': { visibility: 'hidden' },
} as const;
