import { defineRecipe } from '@chakra-ui/react/styled-system';
import { useId, type ReactNode } from 'react';
import { Box } from '../layout/box.ts';
import { Text } from '../layout/text.ts';
import { styled } from '../theme/styled.ts';

const Native = styled(
  'input',
  defineRecipe({
    base: {
      flexShrink: '0',
      boxSize: '5',
      marginTop: '0.5',
      cursor: 'pointer',
      accentColor: 'brand.solid',
      _disabled: { cursor: 'not-allowed' },
    },
    variants: {
      look: {
        checkbox: {},
        switch: {
          appearance: 'none',
          width: '10',
          height: '6',
          marginTop: '0',
          borderRadius: 'full',
          borderWidth: '1px',
          borderColor: 'border.control',
          bg: 'bg.muted',
          transitionProperty: 'background-color, border-color',
          transitionDuration: 'fast',
          // High contrast modes repaint backgrounds, which would hide the thumb.
          '@media (forced-colors: active)': {
            appearance: 'auto',
            width: '5',
            height: '5',
            '&::before': { display: 'none' },
          },
          _before: {
            content: '""',
            display: 'block',
            boxSize: '1.125rem',
            margin: '0.125rem',
            borderRadius: 'full',
            bg: 'border.control',
            transitionProperty: 'transform, background-color',
            transitionDuration: 'fast',
          },
          _checked: {
            bg: 'brand.solid',
            borderColor: 'brand.solid',
            _before: { transform: 'translateX(1rem)', bg: 'brand.contrast' },
          },
        },
      },
    },
  }),
);

/** Props of {@link Checkbox} and {@link Switch}. */
export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** One more line under the label, read together with it. */
  hint?: ReactNode;
  name?: string;
  disabled?: boolean;
}

function Toggle({
  look,
  label,
  hint,
  onChange,
  ...rest
}: CheckboxProps & { look: 'checkbox' | 'switch' }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <Box
      display="flex"
      gap="3"
      alignItems="flex-start"
      position="relative"
      paddingBlock="1"
      css={{
        // A finger may press anywhere in the row.
        '@media (pointer: coarse)': {
          minWidth: '11',
          minHeight: '11',
          paddingBlock: '2.5',
          '& input': { position: 'relative', zIndex: '1' },
          '& label::before': { content: '""', position: 'absolute', inset: '0' },
        },
      }}
      opacity={rest.disabled ? '0.6' : '1'}
    >
      <Native
        {...rest}
        id={id}
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        look={look}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Box flex="1" minWidth="0">
        <Box as="span" display="block" asChild>
          <label htmlFor={id}>{label}</label>
        </Box>
        {hint && (
          <Text id={hintId} size="sm" tone="muted">
            {hint}
          </Text>
        )}
      </Box>
    </Box>
  );
}

/** A checkbox with its label. */
export function Checkbox(props: CheckboxProps) {
  return <Toggle look="checkbox" {...props} />;
}

/** A switch: a setting that takes effect when its form is saved, or at once if the text says so. */
export function Switch(props: CheckboxProps) {
  return <Toggle look="switch" {...props} />;
}
