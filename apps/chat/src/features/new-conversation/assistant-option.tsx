import type { Assistant } from '@homie/contracts';
import { Box, IconBuilding, IconCheck, IconPerson, Text } from '@homie/ui';
import { useId } from 'react';

interface AssistantOptionProps {
  assistant: Assistant;
  name: string;
  chosen: boolean;
  /** Shows it as a card with up to two lines about it instead of a row. */
  card?: boolean;
  lastUsed?: boolean;
  onChoose: (assistant: Assistant) => void;
}

/** One assistant to choose: a radio button styled as a row or a card. */
export function AssistantOption({
  assistant,
  name,
  chosen,
  card = false,
  lastUsed = false,
  onChoose,
}: AssistantOptionProps) {
  const { label, kind, participant_name, description } = assistant;
  // Users without access to participants see no name.
  const person = kind === 'participant' ? participant_name : null;
  const about = (card && description) || [person, description].filter(Boolean).join(' · ');
  const id = useId();
  const descriptions = [about !== '' && `${id}-about`, lastUsed && `${id}-used`].filter(Boolean);
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
      bg={chosen ? 'brand.subtle' : card ? 'bg.surface' : 'transparent'}
      _hover={chosen ? {} : { bg: 'bg.subtle' }}
      {...(card && {
        borderWidth: '1px',
        borderColor: chosen ? 'brand.solid' : 'border.control',
        alignItems: 'flex-start',
      })}
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
          value={assistant.id}
          aria-labelledby={`${id}-label`}
          {...(descriptions.length > 0 && { 'aria-describedby': descriptions.join(' ') })}
          checked={chosen}
          onChange={() => onChoose(assistant)}
          // As Enter does, which the browser handles.
          onDoubleClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        />
        <Box color={chosen ? 'brand.fg' : 'fg.muted'} flexShrink="0">
          {kind === 'org' ? <IconBuilding /> : <IconPerson />}
        </Box>
        {/* The button for pinning is next to the text of a card. */}
        <Box flex="1" minWidth="0" paddingInlineEnd={card ? '9' : '0'}>
          <Text translate="no" truncate fontWeight="medium" id={`${id}-label`}>
            {label}
          </Text>
          {about !== '' && (
            <Text
              size="sm"
              tone="muted"
              id={`${id}-about`}
              {...(card ? { lineClamp: 2 } : { truncate: true })}
            >
              {about}
            </Text>
          )}
          {lastUsed && (
            <Text id={`${id}-used`} size="sm" tone="muted" marginTop="1">
              Last used
            </Text>
          )}
        </Box>
        {chosen && (
          <Box
            color="brand.fg"
            flexShrink="0"
            {...(card && { position: 'absolute', top: '2', insetInlineEnd: '3' })}
          >
            <IconCheck />
          </Box>
        )}
      </label>
    </Box>
  );
}
