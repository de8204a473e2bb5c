import { defineRecipe, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { IconChevronDown } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { inputRecipe } from './input-recipe.ts';
import { styled } from '../theme/styled.ts';

const Native = styled(
  'select',
  defineRecipe({
    ...inputRecipe,
    base: { ...inputRecipe.base, paddingInlineEnd: '9', cursor: 'pointer' },
  }),
);

/** Props of {@link Select}: those of a `select`, with the choices as data. */
export interface SelectProps extends Omit<
  HTMLChakraProps<'select'>,
  'as' | 'asChild' | 'children'
> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  ref?: Ref<HTMLSelectElement>;
}

/** A native select in our clothes: the platform's own list is the best one on a phone. */
export function Select({ options, width, ...rest }: SelectProps) {
  return (
    <Box position="relative" width={width ?? 'full'}>
      <Native {...rest}>
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </Native>
      <Box
        aria-hidden
        position="absolute"
        right="2.5"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
        pointerEvents="none"
      >
        <IconChevronDown size={18} />
      </Box>
    </Box>
  );
}
