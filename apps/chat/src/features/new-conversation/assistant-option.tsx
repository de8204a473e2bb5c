import type { Assistant } from '@homie/contracts';
import { Box, IconBuilding, IconCheck, IconPerson, Text } from '@homie/ui';

interface AssistantOptionProps {
  assistant: Assistant;
  name: string;
  chosen: boolean;
  onChoose: (id: string) => void;
}

/** One assistant to choose: a radio button that looks like a row. */
export function AssistantOption({ assistant, name, chosen, onChoose }: AssistantOptionProps) {
  const { id, label, kind, participant_name } = assistant;
  return (
    <Box
      asChild
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="12"
      paddingInline="3"
      paddingBlock="2"
      borderRadius="md"
      cursor="pointer"
      bg={chosen ? 'brand.subtle' : 'transparent'}
      _hover={chosen ? {} : { bg: 'bg.subtle' }}
      css={{
        '&:has(:focus-visible)': {
          outline: '2px solid',
          outlineColor: 'focus.ring',
          outlineOffset: '-2px',
        },
        '& input': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
      }}
    >
      <label>
        <input type="radio" name={name} value={id} checked={chosen} onChange={() => onChoose(id)} />
        <Box color={chosen ? 'brand.fg' : 'fg.muted'} flexShrink="0">
          {kind === 'org' ? <IconBuilding /> : <IconPerson />}
        </Box>
        <Box flex="1" minWidth="0">
          <Text truncate fontWeight="medium">
            {label}
          </Text>
          {kind === 'participant' && (
            <Text truncate size="sm" tone="muted">
              {participant_name ?? 'Unknown'}
            </Text>
          )}
        </Box>
        {chosen && (
          <Box color="brand.fg" flexShrink="0">
            <IconCheck />
          </Box>
        )}
      </label>
    </Box>
  );
}
