import type { Assistant } from '@homie/contracts';
import { Box, Button, Flex, Grid, Heading, Stack, useIsMobile } from '@homie/ui';
import { useCallback, useId, useState } from 'react';
import { WhenLoaded } from '../../platform/when-loaded';
import { AssistantOption } from './assistant-option';
import { PinButton } from './pin-button';
import { usePinnedAssistants } from './pinned-assistants';

const loadDialog = () => import('./choose-assistant-dialog');

interface AssistantCardsProps {
  /** The most recently used first. */
  assistants: readonly Assistant[];
  lastUsedId: string | undefined;
  chosen: Assistant;
  onChoose: (assistant: Assistant) => void;
}

const byName = (one: Assistant, other: Assistant) => one.label.localeCompare(other.label, 'en');

/**
 * The pinned and the most recently used assistants as cards to choose from, and a dialog with all of them if there are more.
 * In the order of their names, so that none changes its place when another one was used.
 */
export function AssistantCards({ assistants, lastUsedId, chosen, onChoose }: AssistantCardsProps) {
  const name = useId();
  const count = useIsMobile() ? 4 : 6;
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const [pinnedIds, togglePin] = usePinnedAssistants();
  const isPinned = ({ id }: Assistant) => pinnedIds.includes(id);
  const pinned = assistants.filter(isPinned).sort(byName);
  const others = assistants.filter((each) => !isPinned(each));
  const recent = others.slice(0, Math.max(0, count - pinned.length)).sort(byName);
  const first = [...pinned, ...recent];
  // The one that was chosen in the dialog becomes the first card, and stays when another card is chosen.
  const [added, setAdded] = useState<Assistant | null>(null);
  const isAdded = added !== null && !first.some(({ id }) => id === added.id);
  const cards = isAdded ? [added, ...first.slice(0, count - 1)] : first;
  return (
    <Stack gap="2">
      <Flex alignItems="center" justifyContent="space-between" gap="3" minHeight="11">
        <Heading size="sm" id={`${name}-heading`}>
          Assistants
        </Heading>
        {assistants.length > count && (
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            More assistants
          </Button>
        )}
      </Flex>
      <Grid
        role="radiogroup"
        aria-labelledby={`${name}-heading`}
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        {cards.map((assistant) => (
          <Box key={assistant.id} position="relative" display="grid" data-card>
            <AssistantOption
              card
              assistant={assistant}
              name={name}
              lastUsed={assistant.id === lastUsedId}
              chosen={assistant.id === chosen.id}
              onChoose={onChoose}
            />
            <PinButton
              label={assistant.label}
              isPinned={isPinned(assistant)}
              onPress={() => togglePin(assistant.id)}
            />
          </Box>
        ))}
      </Grid>
      {isOpen && (
        <WhenLoaded load={loadDialog} onFailure={close}>
          {({ ChooseAssistantDialog }) => (
            <ChooseAssistantDialog
              chosen={chosen}
              onChoose={(assistant) => {
                setAdded(assistant);
                onChoose(assistant);
              }}
              onClose={close}
            />
          )}
        </WhenLoaded>
      )}
    </Stack>
  );
}
