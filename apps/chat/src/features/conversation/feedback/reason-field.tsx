import type { FeedbackReason } from '@homie/contracts';
import { Box, Text, useFormField } from '@homie/ui';
import { feedbackReasonLabel } from '@homie/widgets';
import { useId } from 'react';

interface Values {
  reason: FeedbackReason | null;
}

/** Reasons as radio buttons. */
export function ReasonField({ reasons }: { reasons: readonly FeedbackReason[] }) {
  const { value, error, setValue } = useFormField<Values, 'reason'>('reason');
  const id = useId();
  return (
    <Box
      asChild
      outline="none"
      borderRadius="md"
      _focusVisible={{ outline: '2px solid', outlineColor: 'focus.ring', outlineOffset: '4px' }}
    >
      <fieldset
        role="radiogroup"
        // Gets the focus if no reason was chosen.
        tabIndex={-1}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <Box as="legend" fontWeight="medium" fontSize="sm" marginBottom="1">
          Reason
        </Box>
        {reasons.map((reason) => (
          <Box
            key={reason}
            asChild
            display="flex"
            gap="3"
            alignItems="center"
            minHeight="9"
            cursor="pointer"
            css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
          >
            <label>
              <Box asChild accentColor="brand.solid" boxSize="5" flexShrink="0">
                <input
                  type="radio"
                  name={id}
                  value={reason}
                  checked={value === reason}
                  onChange={() => setValue(reason)}
                />
              </Box>
              <span>{feedbackReasonLabel(reason)}</span>
            </label>
          </Box>
        ))}
        {value === 'harmful' && (
          <Text as="output" size="sm">
            If someone is in danger now, call 000.
          </Text>
        )}
        {error && (
          <Text id={`${id}-error`} size="sm" tone="danger">
            {error}
          </Text>
        )}
      </fieldset>
    </Box>
  );
}
