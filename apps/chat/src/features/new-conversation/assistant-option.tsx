import type { Assistant } from '@homie/contracts';
import { Box, IconBuilding, IconCheck, IconPerson, Text } from '@homie/ui';

interface AssistantOptionProps {
  assistant: Assistant;
  name: string;
  chosen: boolean;
  onChoose: (id: string) => void;
}

/** One assistant to choose: a radio button styled as a row. */
export function AssistantOption({ assistant, name, chosen, onChoose }: AssistantOptionProps) {
  const { id, label, kind, participant_name } = assistant;
  return (
    <Box
      asChild
      position="relative"
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="12"
      paddingInline="3"
      paddingBlock="2"
      borderRadius="md"
      bg={chosen ? 'brand.subtle' : 'transparent'}
      _hover={chosen ? {} : { bg: 'bg.subtle' }}
      css={{
        '&:has(:focus-visible)': {
          outline: '2px solid',
          outlineColor: 'focus.ring',
          outlineOffset: '-2px',
        },
        // Transparent, but over the whole row: a press reaches the radio button itself.
        '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' },
      }}
    >
      <label>
        <input
          type="radio"
          name={name}
          value={id}
          checked={chosen}
          onChange={() => onChoose(id)}
          // As Enter does, which the browser handles.
          onDoubleClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        />
        <Box color={chosen ? 'brand.fg' : 'fg.muted'} flexShrink="0">
          {kind === 'org' ? <IconBuilding /> : <IconPerson />}
        </Box>
        <Box flex="1" minWidth="0">
          <Text truncate fontWeight="medium">
            {label}
          </Text>
          {/* Users without access to participants see no name. */}
          {kind === 'participant' && participant_name && (
            <Text truncate size="sm" tone="muted">
              {participant_name}
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
