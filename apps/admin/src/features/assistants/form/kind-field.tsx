import type { AssistantKind } from '@homie/contracts';
import { Box, Grid, Span, Text, useFormField } from '@homie/ui';
import { useId } from 'react';
import { assistantLabels, type AssistantFormValues } from './assistant-form';

const kinds = [
  { value: 'org', label: 'Organisation', hint: 'For the whole organisation' },
  { value: 'participant', label: 'Participant', hint: 'For one person you support' },
] as const;

/** Renders the kind of an assistant. Selecting the organisation's kind clears the participant. */
export function KindField() {
  const { value, setValue } = useFormField<AssistantFormValues, 'kind'>('kind');
  const participant = useFormField<AssistantFormValues, 'participant_id'>('participant_id');
  const id = useId();

  function choose(kind: AssistantKind) {
    setValue(kind);
    if (kind === 'org') participant.setValue(null);
  }

  return (
    <Box as="fieldset">
      <Box as="legend" fontWeight="medium" fontSize="sm" mb="1.5">
        {assistantLabels.kind}
      </Box>
      <Grid gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        {kinds.map((kind) => (
          <Box key={kind.value} asChild css={choice}>
            <label htmlFor={`${id}-${kind.value}`}>
              <Box asChild accentColor="brand.solid" boxSize="5" flexShrink="0" mt="0.5">
                <input
                  type="radio"
                  id={`${id}-${kind.value}`}
                  name={`${id}-kind`}
                  aria-describedby={`${id}-${kind.value}-hint`}
                  aria-label={kind.label}
                  value={kind.value}
                  checked={value === kind.value}
                  onChange={() => choose(kind.value)}
                />
              </Box>
              <Box>
                <Span fontWeight="medium">{kind.label}</Span>
                <Text size="sm" tone="muted" id={`${id}-${kind.value}-hint`}>
                  {kind.hint}
                </Text>
              </Box>
            </label>
          </Box>
        ))}
      </Grid>
    </Box>
  );
}

const choice = {
  display: 'flex',
  gap: '3',
  padding: '3',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  cursor: 'pointer',
  transitionProperty: 'background-color, border-color',
  transitionDuration: 'fast',
  _hover: { bg: 'bg.subtle' },
  '&:has(input:checked)': { bg: 'brand.subtle', borderColor: 'brand.solid' },
} as const;
