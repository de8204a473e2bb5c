import { createStore, isBusy, subscribeBusy, useStore, type Store } from '@homie/composition';
import { announce, Box, Button, Card, HStack, Text } from '@homie/ui';
import { useEffect, useSyncExternalStore } from 'react';
import { ReleaseNotes } from './release-notes';

/** The releases to offer to the user, as one text; '' for none. */
export interface UpdateOffer extends Omit<Store<string>, 'setState'> {
  /** Offers releases, unless the user declined them; '' withdraws the offer. */
  found(releases: string): void;
  /** Withdraws the offer: the same releases are not offered again. */
  decline(): void;
}

/** Creates an empty offer. */
export function createUpdateOffer(): UpdateOffer {
  const { setState, ...store } = createStore('');
  let declined = '';
  return {
    ...store,
    found: (releases) => setState(releases === declined ? '' : releases),
    decline() {
      declined = store.getState();
      setState('');
    },
  };
}

/** Offers to reload the page for a new version, unless the user is busy. */
export function UpdateNotice({ offer }: { offer: UpdateOffer }) {
  const releases = useStore(offer);
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
        // The position of toasts: over the foot of the sidebar, on phones under the headers.
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
            Reload to use it. Messages you sent are saved.
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

// A toast has the same position and closes automatically: until then the offer is hidden, unless it has the focus.
const besideToasts = {
  'body:has([aria-label=Notifications]) &:not(:focus-within)': { visibility: 'hidden' },
} as const;
