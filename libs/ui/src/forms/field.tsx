import type { Elements } from '../elements.ts';
import { useId, type ReactNode } from 'react';
import { IconError } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { HStack, Stack } from '../layout/stack.ts';
import { Text } from '../layout/text.ts';

/** Props that the control inside a field must have. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Props of {@link Field}. */
export interface FieldProps {
  label: ReactNode;
  /** Always shown, under the control. */
  hint?: ReactNode;
  /** Marks the control as invalid and replaces the hint. */
  error?: string | undefined;
  required?: boolean;
  children: (control: FieldControl) => Elements;
}

/** A label, a control, and its hint or error, connected for screen readers. */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = (error && errorId) || (hint && hintId) || undefined;
  return (
    <Stack gap="1.5">
      <Box asChild fontWeight="medium" fontSize="sm">
        <label htmlFor={id}>{label}</label>
      </Box>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <HStack id={errorId} gap="1.5" alignItems="flex-start" color="danger.fg" fontSize="sm">
          <Box aria-hidden paddingTop="0.5">
            <IconError size={16} />
          </Box>
          <span>{error}</span>
        </HStack>
      )}
      {hint && !error && (
        <Text id={hintId} size="sm" tone="muted">
          {hint}
        </Text>
      )}
    </Stack>
  );
}
